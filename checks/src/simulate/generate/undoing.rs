//! Reversals, scheduled ones and corrections, right and wrong.

use domain::command::Command;
use domain::commands::journal_entries::auto_reverse::AutoReverseEntry;
use domain::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use domain::commands::journal_entries::reverse::ReverseEntry;
use domain::ledger::entries::draft::NewLine;
use domain::rows::{Entry, Line};
use domain::value::id::EntryId;
use domain::value::{Decimal, IdOrCode, Patch, Sought};

use super::entries::{date, external_id, lines};
use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Reverses, asks for a scheduled reversal, or corrects.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let entry = entry(random, world);
    match random.weighed(&[35, 20, 45]) {
        0 => ReverseEntry {
            post: true,
            entry,
            date: date(random),
            reason: "returned".to_owned(),
            description: random.maybe(20, |_| "Credit note".to_owned()),
            if_match: if_match(random),
        }
        .into(),
        1 => AutoReverseEntry { entry, as_of: date(random) }.into(),
        _ => {
            let replacement = replacement(random, world, &entry);
            CorrectEntry { entry, reason: "misread".to_owned(), if_match: if_match(random), replacement }.into()
        }
    }
}

/// Mostly one that is posted, often the latest or one of the oldest, which lie in closed periods.
fn entry(random: &mut Random, world: &World) -> Sought<EntryId> {
    let known = match random.weighed(&[86, 6, 4, 4]) {
        0 => &world.posted,
        1 => &world.voided,
        2 => &world.mirrors,
        _ => &world.drafts,
    };
    let in_closed = |entry: &&Entry| entry.sequence.is_some() && entry.date < jiff::civil::date(2010, 2, 1);
    if random.chance(15)
        && let Some(found) = random.pick(&world.rows::<Entry>().iter().filter(in_closed).collect::<Vec<_>>())
    {
        return Sought::Id(found.id);
    }
    match (random.chance(30), known.last()) {
        (true, Some(last)) => Sought::of(last),
        _ => id(random, known, &world.foreign),
    }
}

/// The intended form of the entry: another one, or now and then the same.
fn replacement(random: &mut Random, world: &mut World, entry: &Sought<EntryId>) -> NewReplacement {
    if random.chance(20)
        && let Some(entry) = world.rows::<Entry>().into_iter().find(|row| Some(row.id) == entry.id())
    {
        return as_it_is(world, entry);
    }
    NewReplacement {
        date: random.maybe(15, date),
        external_id: match random.below(10) {
            0 => Patch::Null,
            1 => Patch::Set(external_id(random, world)),
            _ => Patch::Absent,
        },
        auto_reverse_on: match random.below(10) {
            0 => Patch::Null,
            1 => Patch::Set(date(random)),
            _ => Patch::Absent,
        },
        description: "Corrected".to_owned(),
        lines: lines(random, world),
        metadata: "{}".to_owned(),
        ..NewReplacement::default()
    }
}

fn as_it_is(world: &World, entry: Entry) -> NewReplacement {
    let mut stored = world.rows::<Line>();
    stored.retain(|line| Some(line.entry_sequence) == entry.sequence);
    let amount = |units: i64, decimals| (units != 0).then(|| Decimal::from_units(units, decimals));
    let lines = stored.into_iter().map(|line| NewLine {
        account: Some(IdOrCode::from(line.account_id)),
        debit: amount(line.debit, line.currency.decimals()),
        credit: amount(line.credit, line.currency.decimals()),
        currency: Some(line.currency.code().to_owned()),
        exchange_rate: line.exchange_rate,
        description: line.description,
        party: line.party_id.map(IdOrCode::from),
        due_date: line.due_date,
        dimensions: line.dimensions,
        ..NewLine::default()
    });
    NewReplacement {
        lines: lines.collect(),
        document_date: entry.document_date,
        description: entry.description,
        reference: entry.reference,
        dimensions: entry.dimensions,
        metadata: entry.metadata,
        ..NewReplacement::default()
    }
}
