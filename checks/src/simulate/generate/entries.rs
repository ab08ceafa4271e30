//! Journal entries: drafts, edits, postings and voids, right and wrong.

use domain::command::Command;
use domain::commands::journal_entries::create::CreateEntry;
use domain::commands::journal_entries::delete::DeleteEntry;
use domain::commands::journal_entries::post::PostEntry;
use domain::commands::journal_entries::update::UpdateEntry;
use domain::commands::journal_entries::void::VoidEntry;
use domain::ledger::entries::draft::NewLine;
use domain::ledger::invoice_numbers::NumberUse;
use domain::rows::{ControlFor, EntryType, Journal};
use domain::value::id::{EntryId, JournalId, PartyId};
use domain::value::{Date, Decimal, IdOrCode, Sought};

use super::{currencies, dimensions, id, if_match, object, patch, periods};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Creates a draft, or posts at once.
pub fn create(random: &mut Random, world: &mut World) -> Command {
    let entry_type = match random.below(40) {
        0 => EntryType::Adjusting,
        1 => EntryType::Opening,
        2 => EntryType::Closing,
        3 => EntryType::Stock,
        4 | 5 => return imported(random, world).into(),
        _ => EntryType::Standard,
    };
    let named = random.chance(3);
    CreateEntry {
        date: if named { jiff::civil::date(2010, 12, 31) } else { date(random) },
        document_date: random.maybe(10, date),
        journal: random.maybe(95, |random| journal(random, world)),
        period: if named { Some(periods::adjustment(random, world)) } else { None },
        auto_reverse_on: random.maybe(8, date),
        post: random.chance(72),
        entry_type,
        description: format!("Entry {}", random.below(1_000)),
        reference: random.maybe(30, |random| format!("R{}", random.below(60))),
        number_use: number_use(random),
        source: random.one(&["", "", "shop"]).to_owned(),
        external_id: random.maybe(30, |random| external_id(random, world)),
        currency: random.maybe(9, currencies::code),
        exchange_rate: random.maybe(3, currencies::rate),
        dimensions: dimensions::text(random, world),
        lines: lines(random, world),
        metadata: "{}".to_owned(),
    }
    .into()
}

/// An entry of other books, as the import of plain-text journals posts it: a gain or loss of exchange that they made
/// moves the base balance alone, which no other type takes, and one sent again is known by its external id.
fn imported(random: &mut Random, world: &mut World) -> CreateEntry {
    let foreign = Some(random.one(&["EUR", "USD"]).to_owned());
    let units = random.between(1, 5_000);
    let mut lines = vec![line(random, world), line(random, world)];
    let (own, other) = (Some(Decimal::from_units(units, 2)), Some(Decimal::from_units(units, 2)));
    if random.chance(60) {
        lines[0] = NewLine { currency: foreign, base_debit: own, ..lines[0].clone() };
        lines[1].credit = other;
    } else {
        let in_base = Some(Decimal::from_units(units * 2, 2));
        lines[0] = NewLine { currency: foreign, debit: own, base_debit: in_base, ..lines[0].clone() };
        lines[1].credit = in_base;
    }
    spoil(random, &mut lines);
    CreateEntry {
        source: "plaintext".to_owned(),
        external_id: Some(external_id(random, world)),
        reference: random.maybe(30, |random| format!("R{}", random.below(1_000))),
        description: format!("Imported {}", random.below(1_000)),
        metadata: r#"{"imported":{"number":"12"}}"#.to_owned(),
        ..plain(world, date(random), EntryType::Import, lines)
    }
}

/// Now and then it is said that a supplier used a number twice.
pub(super) fn number_use(random: &mut Random) -> NumberUse {
    if random.chance(15) { NumberUse::Again } else { NumberUse::Once }
}

/// An entry with only the required fields, posted in the first journal.
#[must_use]
pub fn plain(world: &World, date: Date, entry_type: EntryType, lines: Vec<NewLine>) -> CreateEntry {
    CreateEntry {
        date,
        document_date: None,
        journal: Some(IdOrCode::Id(Sought::of(&world.journals.first().cloned().unwrap_or_default()))),
        period: None,
        auto_reverse_on: None,
        post: true,
        entry_type,
        description: "A plain entry".to_owned(),
        reference: None,
        number_use: NumberUse::Once,
        source: String::new(),
        external_id: None,
        currency: None,
        exchange_rate: None,
        dimensions: String::new(),
        lines,
        metadata: "{}".to_owned(),
    }
}

/// Posts, edits or deletes a draft.
pub fn change(random: &mut Random, world: &mut World) -> Command {
    // Mostly drafts; sometimes entries that wait for approval or are frozen already.
    let known = match random.below(25) {
        0 | 1 => &world.posted,
        2 | 3 => &world.pending,
        _ => &world.drafts,
    };
    let entry = id(random, known, &world.foreign);
    match random.weighed(&[45, 35, 20]) {
        0 => PostEntry { entry, if_match: if_match(random) }.into(),
        1 => update(random, world, entry).into(),
        _ => DeleteEntry { entry, if_match: if_match(random) }.into(),
    }
}

/// Voids an entry in any state.
pub fn void(random: &mut Random, world: &mut World) -> Command {
    let known = match random.weighed(&[80, 8, 6, 2, 4]) {
        0 => &world.posted,
        1 => &world.voided,
        2 => &world.mirrors,
        3 => &world.pending,
        _ => &world.drafts,
    };
    // The latest ones are voided in the batch that posted them.
    let entry = match (random.chance(40), known.last()) {
        (true, Some(last)) => Sought::of(last),
        _ => id(random, known, &world.foreign),
    };
    VoidEntry { entry, reason: "entered twice".to_owned(), if_match: if_match(random) }.into()
}

fn update(random: &mut Random, world: &mut World, entry: Sought<EntryId>) -> UpdateEntry {
    UpdateEntry {
        entry,
        if_match: if_match(random),
        date: random.maybe(20, date),
        document_date: patch(random, 10, date),
        journal: random.maybe(10, |random| journal(random, world)),
        auto_reverse_on: patch(random, 5, date),
        period: patch(random, 5, |random| periods::adjustment(random, world)),
        entry_type: random.maybe(4, |_| EntryType::Adjusting),
        description: random.maybe(40, |random| format!("Edited {}", random.below(100))),
        reference: patch(random, 10, |_| "R".to_owned()),
        number_use: number_use(random),
        source: random.maybe(8, |random| random.one(&["", "shop"]).to_owned()),
        external_id: patch(random, 15, |random| external_id(random, world)),
        currency: random.maybe(6, currencies::code),
        exchange_rate: patch(random, 6, currencies::rate),
        dimensions: patch(random, 8, |random| {
            domain::value::Json::parse(&dimensions::text(random, world))
                .unwrap_or_else(|_| domain::value::Json::Object([].into()))
        }),
        lines: random.maybe(35, |random| lines(random, world)),
        metadata: patch(random, 10, object),
    }
}

/// A date: mostly in a year that exists.
pub(super) fn date(random: &mut Random) -> Date {
    let year = match random.below(60) {
        0 => 2009,
        1 => 2031,
        2..=20 => 2011,
        _ => 2010,
    };
    // The first months are for closing.
    let month = if random.chance(12) { 1 + random.below(3) } else { 4 + random.below(9) };
    let month = i8::try_from(month).unwrap_or(1);
    let day = i8::try_from(1 + random.below(28)).unwrap_or(1);
    jiff::civil::date(year, month, day)
}

pub(super) fn journal(random: &mut Random, world: &World) -> IdOrCode<JournalId> {
    let first = world.journals.get(..2).unwrap_or_default();
    if random.chance(20) {
        let codes: Vec<String> = world.rows::<Journal>().into_iter().map(|journal| journal.code).collect();
        return IdOrCode::Code(random.pick(&codes).cloned().unwrap_or_default());
    }
    let known = if random.chance(75) { first } else { &world.journals };
    IdOrCode::Id(id(random, known, &world.foreign))
}

pub(super) fn external_id(random: &mut Random, world: &mut World) -> String {
    let again = random.maybe(15, |random| random.pick(&world.external_ids).cloned());
    again.flatten().unwrap_or_else(|| format!("E{}", world.number()))
}

/// Lines that balance, most of the time, each with the fields that its account needs, most of the time.
pub(super) fn lines(random: &mut Random, world: &mut World) -> Vec<NewLine> {
    let mut made = Vec::new();
    let mut total = 0;
    for _ in 0..1 + random.weighed(&[70, 20, 7, 3]) {
        let amount = random.between(1, 500_000);
        total += amount;
        let mut line = line(random, world);
        line.debit = Some(Decimal::from_units(amount, 2));
        made.push(line);
    }
    if !random.chance(2) {
        if random.chance(2) {
            total += random.between(1, 100);
        }
        let mut line = line(random, world);
        line.credit = Some(Decimal::from_units(total, 2));
        made.push(line);
    }
    spoil(random, &mut made);
    made
}

fn line(random: &mut Random, world: &mut World) -> NewLine {
    let sound = ["1000", "1010", "1100", "2100", "3000", "4000", "5000", "6000"];
    let account = if random.chance(92) {
        let code = random.one(&sound);
        world.accounts.iter().find(|account| account.code == code)
    } else {
        random.pick(&world.accounts)
    };
    let control = account.and_then(|account| account.control_for);
    let named = account.map(|account| {
        if random.chance(60) { IdOrCode::Code(account.code.clone()) } else { IdOrCode::Id(Sought::of(&account.id)) }
    });
    let needs_party = matches!(control, Some(ControlFor::Receivable | ControlFor::Payable)) && !random.chance(2);
    let party = if needs_party || random.chance(5) { Some(party(random, world)) } else { None };
    NewLine {
        account: named,
        description: random.maybe(10, |_| "a line".to_owned()),
        party,
        due_date: random.maybe(10, date),
        dimensions: dimensions::text(random, world),
        ..NewLine::default()
    }
}

fn party(random: &mut Random, world: &mut World) -> IdOrCode<PartyId> {
    let known = world.parties.get(random.below(world.parties.len())).cloned();
    match (random.below(10), known) {
        (0..=4, Some((id, _))) => IdOrCode::Id(Sought::of(&id)),
        (5..=7, Some((_, name))) => IdOrCode::Code(name),
        (8, _) => IdOrCode::Code(format!("Walk-in {}", random.below(300))),
        _ => IdOrCode::Code(format!("New {}", world.number())),
    }
}

/// Breaks one thing, now and then.
fn spoil(random: &mut Random, lines: &mut [NewLine]) {
    if !random.chance(7) {
        return;
    }
    let place = random.below(lines.len());
    let Some(line) = lines.get_mut(place) else { return };
    match random.below(11) {
        0 => line.account = None,
        1 => line.account = Some(IdOrCode::Code("9999".to_owned())),
        2 => (line.debit, line.credit) = (None, None),
        3 => line.credit = Some(Decimal::from_units(5, 0)),
        4 => line.debit = Some(Decimal::from_units(12_345, 3)),
        5 => line.debit = Some(Decimal::from_units(i64::MAX, 0)),
        6 => line.currency = Some(currencies::code(random)),
        9 => line.exchange_rate = Some(currencies::rate(random)),
        10 => line.base_debit = Some(Decimal::from_units(77, 2)),
        7 => line.party = Some(IdOrCode::Id(Sought::of("pty_01h455vb4pex5vsknk084sn02q"))),
        _ => line.account = Some(IdOrCode::Id(Sought::of("acc_"))),
    }
}
