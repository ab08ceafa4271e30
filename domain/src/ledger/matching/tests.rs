//! Matching and its undoing, as tables of cases. Lines in foreign currency are posted directly.

use jiff::civil::date;

use crate::book::context::{Actor, Context, IdSource};
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::commands::accounts::create::CreateAccount;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::journal_entries::auto_reverse::AutoReverseEntry;
use crate::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::matches::create::MatchLines;
use crate::commands::matches::unmatch::UnmatchLines;
use crate::commands::organization::update::UpdateOrganization;
use crate::commands::parties::create::CreateParty;
use crate::commands::periods::close::ClosePeriod;
use crate::commands::periods::soft_close::SoftClosePeriod;
use crate::ledger::closing::periods;
use crate::ledger::entries::rules;
use crate::ledger::matching::selection::NewMatchLine;
use crate::ledger::matching::write_off::NewWriteOff;
use crate::ledger::posting::Posting;
use crate::rows::{
    Account, AccountSubtype, AccountType, BalanceClass, Entry, EntryStatus, EntryType, Journal, Line, Match, MatchItem,
    MatchSource, MatchStatus, MatchedLine, Party, PrincipalKind,
};
use crate::testing::{ADMIN, Stage, account, account_id, party_line};
use crate::value::id::PartyId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Decimal, IdOrCode, Instant, Sought};

/// Day of December on which nothing special is.
pub(super) fn december(day: i8) -> Date {
    date(2010, 12, day)
}

/// An invoice of 1100 to a party; less than 0 is a payment of it. Returns the entry's id.
fn item(stage: &mut Stage, day: Date, party: &str, amount: &str) -> String {
    let (debit, credit) = match amount.strip_prefix('-') {
        Some(paid) => ("0", paid),
        None => (amount, "0"),
    };
    let mut entry = stage.entry(day, &[("1100", debit, credit), ("1000", credit, debit)], true);
    entry.lines[0] = party_line("1100", debit, credit, party);
    stage.run(entry).expect("posted").subject
}

fn line_of(entry: &str) -> NewMatchLine {
    NewMatchLine { entry: Sought::of(entry), line_number: 1, amount: None }
}

fn part_of(entry: &str, amount: &str) -> NewMatchLine {
    NewMatchLine { amount: Some(Decimal::parse(amount).expect("a decimal")), ..line_of(entry) }
}

fn matching(entries: &[&str]) -> MatchLines {
    MatchLines { lines: entries.iter().map(|entry| line_of(entry)).collect(), ..MatchLines::default() }
}

fn unmatch(id: &str) -> UnmatchLines {
    UnmatchLines { match_id: Sought::of(id), reason: "wrong invoice".to_owned(), if_match: None }
}

fn void(entry: &str) -> VoidEntry {
    VoidEntry { entry: Sought::of(entry), reason: "wrong".to_owned(), if_match: None }
}

fn find(stage: &Stage, id: &str) -> Entry {
    stage.rows::<Entry>().into_iter().find(|entry| entry.id.to_string() == id).expect("entry")
}

/// The open amount of the first line of an entry, in its currency and in base currency.
fn open(stage: &Stage, entry: &str) -> (i64, i64) {
    let sequence = find(stage, entry).sequence.expect("posted");
    let own = |place: (i64, i64)| place == (sequence, 1);
    let line =
        stage.rows::<Line>().into_iter().find(|line| own((line.entry_sequence, line.line_number))).expect("line");
    let rows = stage.rows::<MatchedLine>().into_iter();
    let (matched, base) = rows
        .filter(|row| own((row.entry_sequence, row.line_number)))
        .map(|row| (row.matched, row.base_matched))
        .next()
        .unwrap_or_default();
    (line.debit + line.credit - matched, line.base_debit + line.base_credit - base)
}

fn refused(stage: &mut Stage, command: MatchLines) -> (Code, Vec<String>) {
    let rejection = stage.run(command).expect_err("refused");
    (rejection.code, rejection.errors.into_iter().map(|error| error.pointer).collect())
}

fn context_of(rejection: &Rejection, name: &str) -> String {
    let found = rejection.context.iter().find(|(own, _)| *own == name);
    found.map(|(_, value)| value.to_json().to_string()).unwrap_or_default()
}

fn tolerate(stage: &mut Stage, amount: &str) {
    let write_off_tolerance = Some(Decimal::parse(amount).expect("a decimal"));
    stage.run(UpdateOrganization { write_off_tolerance, ..UpdateOrganization::default() }).expect("set");
}

fn write_off(code: &str) -> Option<NewWriteOff> {
    let account = IdOrCode::Code(code.to_owned());
    Some(NewWriteOff { account, description: None, dimensions: String::new() })
}

pub(super) fn euro() -> Currency {
    Currency::parse("EUR").expect("EUR")
}

/// An account for gains and losses, and a party.
pub(super) fn exchange(stage: &mut Stage) -> PartyId {
    let subtype = Some(AccountSubtype::FxGainLoss);
    stage.run(CreateAccount { subtype, ..account("7000", AccountType::Expense, None) }).expect("account");
    for code in ["1000", "1100"] {
        // Their periods close without rates.
        let account = account_id(stage, code);
        stage
            .run(UpdateAccount { account: Sought::of(&account), revalue: Some(false), ..UpdateAccount::default() })
            .expect("updated");
    }
    stage
        .run(CreateParty {
            code: None,
            name: "Dupont".to_owned(),
            kinds: Vec::new(),
            currency: None,
            payment_terms_days: None,
            external_id: None,
            contact: "{}".to_owned(),
            metadata: "{}".to_owned(),
        })
        .expect("party");
    stage.rows::<Party>().last().expect("party").id
}

/// Posts an invoice in EUR with its base amount, or a payment where less than 0.
pub(super) fn foreign(stage: &mut Stage, day: Date, party: PartyId, amount: i64, base: i64) -> String {
    let accounts = stage.rows::<Account>();
    let id = |code: &str| accounts.iter().find(|account| account.code == code).expect("account").id;
    let line = |code: &str, amount: i64, base: i64| Line {
        entry_sequence: 0,
        line_number: 0,
        account_id: id(code),
        debit: amount.max(0),
        credit: (-amount).max(0),
        currency: euro(),
        exchange_rate: None,
        base_debit: base.max(0),
        base_credit: (-base).max(0),
        description: None,
        party_id: (code == "1100").then_some(party),
        due_date: None,
        dimensions: String::new(),
        pool_id: None,
    };
    let sign = amount.signum();
    let lines = vec![line("1100", amount, sign * base), line("1000", -amount, -sign * base)];
    post(stage, day, &lines)
}

/// Posts lines as they are, in any currency.
fn post(stage: &mut Stage, day: Date, lines: &[Line]) -> String {
    let journal = stage.rows::<Journal>()[0].id;
    let mut book = stage.model.book().expect("book");
    let at = Instant(book.head().at.0 + 1);
    loop {
        book.reset();
        let actor = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
        let seed = at.0.unsigned_abs();
        let ctx = Context { at, clock: at, actor, request_id: "test".to_owned(), ids: IdSource::new(at, seed) };
        let base = Currency::parse("GBP").expect("GBP");
        let entry = rules::blank(&ctx, journal, day, base);
        let posted = periods::period_for(&book, day, None).and_then(|period| {
            let class = BalanceClass::Normal;
            Posting { entry, lines: lines.to_vec(), class, voids: false }.post(&mut book, &ctx, &period)
        });
        match posted {
            Ok(entry) => {
                book.record(&ctx, FactKind::EntryPosted, entry.id);
                stage.model.save(&book.changes());
                return entry.id.to_string();
            }
            Err(Stop::MissingAll(keys)) => unreachable!("{keys:?}"),
            Err(Stop::Missing(key)) => book.fill(&key, &stage.model.load(&key.query())).expect("rows"),
            Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => panic!("{rejection:?}"),
        }
    }
}

#[test]
fn an_invoice_is_settled_in_parts_until_nothing_is_open() {
    let mut stage = Stage::new();
    let invoice = item(&mut stage, december(1), "A", "100");
    let first = item(&mut stage, december(10), "A", "-60");
    let second = item(&mut stage, december(12), "A", "-50");
    let reply = stage.run(matching(&[&invoice, &first])).expect("matched");
    assert_eq!((open(&stage, &invoice).0, open(&stage, &first).0), (4000, 0), "the smaller side is taken whole");
    let made = stage.rows::<Match>().remove(0);
    assert_eq!((made.id.to_string(), made.date, made.amount), (reply.subject, december(10), 6000));
    assert_eq!((made.status, made.source, made.version), (MatchStatus::Active, MatchSource::Manual, 1));
    assert_eq!((made.party_id.is_some(), made.fx_entry_id, made.write_off_entry_id), (true, None, None));

    assert_eq!(
        refused(&mut stage, matching(&[&first, &invoice])),
        (Code::LineNotOpen, vec!["/lines/0".to_owned()]),
        "nothing of it is open"
    );
    let more = MatchLines { lines: vec![part_of(&invoice, "40.01"), line_of(&second)], ..MatchLines::default() };
    let rejection = stage.run(more).expect_err("more than is open");
    assert_eq!(
        (rejection.code, context_of(&rejection, "openAmount")),
        (Code::AmountExceedsOpen, "\"40.00\"".to_owned())
    );
    let some = MatchLines { lines: vec![part_of(&invoice, "10"), part_of(&second, "10")], ..MatchLines::default() };
    stage.run(some).expect("matched in part");
    stage.run(matching(&[&second, &invoice])).expect("the rest");
    assert_eq!((open(&stage, &invoice).0, open(&stage, &second).0), (0, 1000), "on account");
    assert_eq!(stage.rows::<Entry>().len(), 3, "nothing was posted");
}

#[test]
fn of_the_larger_side_the_oldest_due_are_taken_first_and_what_gets_nothing_is_no_part() {
    let mut stage = Stage::new();
    let mut invoices = Vec::new();
    for due in [20, 10, 30] {
        let mut entry = stage.entry(december(1), &[("1100", "60", "0"), ("4000", "0", "60")], true);
        entry.lines[0] = party_line("1100", "60", "0", "A");
        entry.lines[0].due_date = Some(december(due));
        invoices.push(stage.run(entry).expect("posted").subject);
    }
    let payment = item(&mut stage, december(5), "A", "-100");
    stage.run(matching(&[&invoices[0], &invoices[1], &invoices[2], &payment])).expect("matched");
    let left: Vec<i64> = invoices.iter().map(|invoice| open(&stage, invoice).0).collect();
    assert_eq!(left, [2000, 0, 6000]);
    assert_eq!(stage.rows::<MatchItem>().len(), 3);
}

#[test]
fn lines_that_cannot_settle_one_another_are_refused_each_at_its_place() {
    let mut stage = Stage::new();
    exchange(&mut stage);
    let invoice = item(&mut stage, december(1), "A", "100");
    let payment = item(&mut stage, december(2), "A", "-100");
    let other = item(&mut stage, december(2), "B", "-100");
    let draft = stage.run(stage.sale("1", false)).expect("draft").subject;
    let party = stage.rows::<Line>()[0].party_id.expect("party");
    let euros = foreign(&mut stage, december(2), party, -10_000, 8_000);
    let bank = |entry: &str| NewMatchLine { line_number: 2, ..line_of(entry) };
    let at = |place: &str| vec![place.to_owned()];
    for (lines, code, places) in [
        (vec![line_of(&invoice), line_of(&other)], Code::LinesNotMatchable, at("/lines/1")),
        (vec![line_of(&invoice), line_of(&euros)], Code::LinesNotMatchable, at("/lines/1")),
        (vec![line_of(&invoice), bank(&payment)], Code::LinesNotMatchable, at("/lines/1")),
        (vec![bank(&invoice), bank(&payment)], Code::AccountNotUsable, at("/lines/0")),
        (vec![line_of(&invoice), line_of(&payment), line_of(&invoice)], Code::LinesNotMatchable, at("/lines/2")),
        (vec![line_of(&invoice)], Code::LinesNotMatchable, at("/lines")),
        (vec![], Code::LinesNotMatchable, at("/lines")),
        (vec![line_of(&invoice), line_of(&draft)], Code::LinesNotMatchable, at("/lines/1/entryId")),
        (vec![line_of("je_x"), line_of(&payment)], Code::UnknownReference, at("/lines/0/entryId")),
        (
            vec![NewMatchLine { line_number: 3, ..line_of(&invoice) }, line_of(&payment)],
            Code::UnknownReference,
            at("/lines/0/lineNumber"),
        ),
        (vec![part_of(&invoice, "0"), line_of(&payment)], Code::AmountOutOfRange, at("/lines/0/amount")),
        (vec![part_of(&invoice, "-1"), line_of(&payment)], Code::AmountOutOfRange, at("/lines/0/amount")),
        (vec![part_of(&invoice, "1.001"), line_of(&payment)], Code::AmountPrecision, at("/lines/0/amount")),
        (vec![part_of(&invoice, "10"), part_of(&payment, "11")], Code::MatchUnbalanced, at("/lines")),
        (vec![line_of(&invoice); 1_001], Code::LimitReached, at("/lines")),
    ] {
        let shown = format!("{lines:.2?}");
        assert_eq!(refused(&mut stage, MatchLines { lines, ..MatchLines::default() }), (code, places), "{shown:.300}");
    }
    let early = MatchLines { date: Some(december(1)), ..matching(&[&invoice, &payment]) };
    assert_eq!(refused(&mut stage, early), (Code::DateBeforeEntry, at("/date")));
    let nothing = MatchLines { write_off: write_off("5000"), ..matching(&[&invoice, &payment]) };
    assert_eq!(refused(&mut stage, nothing), (Code::LinesNotMatchable, at("/writeOff")));
    assert_eq!(stage.rows::<Match>(), []);
}

#[test]
fn a_difference_within_the_tolerance_is_written_off_and_comes_back_with_the_match() {
    let mut stage = Stage::new();
    let invoice = item(&mut stage, december(1), "A", "100");
    let payment = item(&mut stage, december(9), "A", "-99.50");
    let with = |code: &str| MatchLines { write_off: write_off(code), ..matching(&[&invoice, &payment]) };
    let none = stage.run(with("5000")).expect_err("no write-offs by default");
    assert_eq!(
        (none.code, context_of(&none, "tolerance"), context_of(&none, "baseDifference")),
        (Code::WriteOffExceedsTolerance, "\"0.00\"".to_owned(), "\"0.50\"".to_owned())
    );
    tolerate(&mut stage, "0.49");
    assert_eq!(refused(&mut stage, with("5000")).0, Code::WriteOffExceedsTolerance);
    tolerate(&mut stage, "0.50");
    assert_eq!(refused(&mut stage, with("9999")), (Code::UnknownReference, vec!["/writeOff/accountCode".to_owned()]));
    assert_eq!(refused(&mut stage, with("1200")).0, Code::ControlAccount);
    let made = stage.run(with("5000")).expect("matched");
    assert_eq!((open(&stage, &invoice).0, open(&stage, &payment).0), (0, 0));
    let entry = find(&stage, made.related.as_deref().expect("the write-off"));
    assert_eq!((entry.date, entry.total_debit, entry.owner_type.as_deref()), (december(9), 50, Some("match")));
    assert_eq!(entry.owner_id, Some(made.subject.clone()));
    let costs = stage.rows::<Line>().into_iter().find(|line| line.account_id.to_string() == account_id(&stage, "5000"));
    assert_eq!(costs.map(|line| line.debit), Some(50));

    let direct = stage.run(void(&entry.id.to_string())).expect_err("owned");
    assert_eq!(direct.code, Code::EntryOwnedBySource);
    assert_eq!(direct.resolutions[0].path, format!("/accounting/matches/{}/unmatch", made.subject));
    let undone = stage.run(unmatch(&made.subject)).expect("undone");
    assert_eq!(undone.version, 2);
    assert_eq!((open(&stage, &invoice).0, open(&stage, &payment).0), (10_000, 9_950));
    assert_eq!(find(&stage, &entry.id.to_string()).status, EntryStatus::Voided);
    let rows = stage.rows::<Match>();
    assert_eq!((rows[0].status, rows[0].undone_on), (MatchStatus::Undone, Some(december(9))));
    assert_eq!((rows.len(), rows[1].source), (2, MatchSource::Void), "the write-off and its mirror");
    assert_eq!(stage.run(unmatch(&made.subject)).expect_err("twice").code, Code::MatchNotActive);
    assert_eq!(stage.run(unmatch(&rows[1].id.to_string())).expect_err("system").code, Code::MatchSystemGenerated);
    assert_eq!(stage.run(unmatch("mat_x")).expect_err("unknown").code, Code::NotFound);
    let stale = UnmatchLines { if_match: Some(vec![1]), ..unmatch(&made.subject) };
    assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);

    tolerate(&mut stage, "100");
    let alone = MatchLines { write_off: write_off("5000"), ..matching(&[&invoice]) };
    stage.run(alone).expect("a bad debt is written off whole");
    assert_eq!(open(&stage, &invoice).0, 0);
}

#[test]
fn what_matched_lines_differ_by_in_base_currency_is_realised() {
    let mut stage = Stage::new();
    let party = exchange(&mut stage);
    let invoice = foreign(&mut stage, december(1), party, 10_000, 8_000);
    let first = foreign(&mut stage, december(8), party, -3_333, 2_800);
    let second = foreign(&mut stage, december(9), party, -6_667, 5_000);
    let made = stage.run(matching(&[&first, &invoice])).expect("matched");
    // 33.33 of 100.00 at 80.00 are 26.66 of base: 28.00 came, a gain of 1.34.
    assert_eq!(open(&stage, &invoice), (6_667, 5_334));
    let entry = find(&stage, made.related.as_deref().expect("a gain"));
    assert_eq!((entry.entry_type, entry.date), (EntryType::FxRealised, december(8)));
    let lines: Vec<Line> =
        stage.rows::<Line>().into_iter().filter(|line| Some(line.entry_sequence) == entry.sequence).collect();
    let sides: Vec<_> = lines.iter().map(|line| (line.debit, line.credit, line.base_debit, line.base_credit)).collect();
    assert_eq!(sides, [(0, 0, 134, 0), (0, 0, 0, 134)]);
    assert_eq!((lines[0].party_id, lines[0].currency), (Some(party), euro()));
    assert_eq!(open(&stage, made.related.as_deref().unwrap()), (0, 0), "its line belongs to the match");
    assert_eq!(stage.run(void(&entry.id.to_string())).expect_err("owned").code, Code::EntryOwnedBySource);

    let rest = stage.run(matching(&[&second, &invoice])).expect("the rest");
    assert_eq!((open(&stage, &invoice), open(&stage, &second)), ((0, 0), (0, 0)));
    let loss = find(&stage, rest.related.as_deref().expect("a loss"));
    assert_eq!(loss.total_debit, 334, "53.34 were left of the invoice, and 50.00 came");
    stage.run(unmatch(&made.subject)).expect("undone");
    assert_eq!(find(&stage, &entry.id.to_string()).status, EntryStatus::Voided);
    assert_eq!((open(&stage, &invoice), open(&stage, &first)), ((3_333, 2_666), (3_333, 2_800)));
    assert_eq!(open(&stage, &entry.id.to_string()), (0, 0), "its mirror took it");
}

#[test]
fn a_write_off_in_foreign_currency_takes_its_share_and_the_rest_is_exchange() {
    let mut stage = Stage::new();
    let party = exchange(&mut stage);
    tolerate(&mut stage, "1");
    let invoice = foreign(&mut stage, december(1), party, 10_000, 8_000);
    let payment = foreign(&mut stage, december(8), party, -9_900, 8_200);
    stage.run(MatchLines { write_off: write_off("5000"), ..matching(&[&payment, &invoice]) }).expect("matched");
    let entries = stage.rows::<Entry>();
    let totals: Vec<_> = entries[2..].iter().map(|entry| (entry.entry_type, entry.total_debit)).collect();
    assert_eq!(totals, [(EntryType::Standard, 80), (EntryType::FxRealised, 280)]);
    assert_eq!((open(&stage, &invoice), open(&stage, &payment)), ((0, 0), (0, 0)));
    let made = stage.rows::<Match>().remove(0);
    assert_eq!(
        (made.amount, made.write_off_entry_id, made.fx_entry_id),
        (10_000, Some(entries[2].id), Some(entries[3].id))
    );
}

#[test]
fn where_the_period_is_closed_what_a_match_posts_lies_on_the_first_open_day_and_unmatching_reverses_it() {
    let mut stage = Stage::new();
    let party = exchange(&mut stage);
    let invoice = foreign(&mut stage, date(2010, 1, 5), party, 10_000, 8_000);
    let payment = foreign(&mut stage, date(2010, 1, 20), party, -10_000, 9_000);
    let plain = foreign(&mut stage, date(2010, 1, 20), party, -10_000, 8_000);
    let close = |stage: &mut Stage, number| {
        let period = stage.period(number);
        stage
            .run(ClosePeriod { period: Sought::of(&period), reason: None, force: false, if_match: None })
            .expect("closed");
    };
    close(&mut stage, 1);
    let named = MatchLines { date: Some(date(2010, 1, 31)), ..matching(&[&invoice, &payment]) };
    assert_eq!(refused(&mut stage, named).0, Code::PeriodClosed, "a day that somebody names is not moved");
    let same = stage.run(matching(&[&invoice, &plain])).expect("nothing is posted");
    assert_eq!(stage.rows::<Match>()[0].date, date(2010, 1, 20), "a lock holds postings alone");
    stage.run(unmatch(&same.subject)).expect("undone");

    let made = stage.run(matching(&[&invoice, &payment])).expect("matched").subject;
    let own = |stage: &Stage| stage.rows::<Match>().into_iter().find(|row| row.id.to_string() == made).expect("match");
    assert_eq!(own(&stage).date, date(2010, 2, 1));
    let gain = own(&stage).fx_entry_id.expect("a gain").to_string();
    assert_eq!(find(&stage, &gain).date, date(2010, 2, 1));
    close(&mut stage, 2);
    stage.run(unmatch(&made)).expect("undone");
    assert_eq!(own(&stage).undone_on, Some(date(2010, 3, 1)), "until then it counted");
    let gain = find(&stage, &gain);
    let reversal = find(&stage, &gain.reversed_by_entry_id.expect("reversed").to_string());
    assert_eq!((gain.status, reversal.date), (EntryStatus::Posted, date(2010, 3, 1)));
    assert!(reversal.prior_period_adjustment);
    assert_eq!((open(&stage, &invoice), open(&stage, &gain.id.to_string())), ((10_000, 8_000), (0, 0)));
    assert_eq!(stage.run(void(&reversal.id.to_string())).expect_err("owned").code, Code::EntryOwnedBySource);
}

#[test]
fn undoing_a_match_leaves_what_closed_months_say_as_it_was() {
    // Days of the match, periods that are closed and soft-closed then, and the day from which it no longer counts.
    for (closed, soft, from) in
        [(0, 0, date(2010, 3, 20)), (3, 0, date(2010, 4, 1)), (3, 4, date(2010, 5, 1)), (2, 3, date(2010, 4, 1))]
    {
        let mut stage = Stage::new();
        exchange(&mut stage);
        let invoice = item(&mut stage, date(2010, 1, 10), "Acme", "300");
        let payment = item(&mut stage, date(2010, 3, 20), "Acme", "-200");
        let made = stage.run(matching(&[&invoice, &payment])).expect("matched").subject;
        for number in 1..=closed {
            let period = Sought::of(&stage.period(number));
            stage.run(ClosePeriod { period, reason: None, force: false, if_match: None }).expect("closed");
        }
        if soft > 0 {
            let period = Sought::of(&stage.period(soft));
            stage.run(SoftClosePeriod { period, reason: None, if_match: None }).expect("soft-closed");
        }
        stage.run(unmatch(&made)).expect("undone");
        assert_eq!(stage.rows::<Match>()[0].undone_on, Some(from), "{closed} closed, {soft} soft-closed");
    }
}

#[test]
fn without_an_account_for_gains_a_match_across_rates_says_which_to_name() {
    let mut stage = Stage::new();
    item(&mut stage, december(1), "A", "1");
    let party = stage.rows::<Party>()[0].id;
    let invoice = foreign(&mut stage, december(1), party, 10_000, 8_000);
    let payment = foreign(&mut stage, december(2), party, -10_000, 9_000);
    assert_eq!(refused(&mut stage, matching(&[&invoice, &payment])).0, Code::FxGainLossAccountNeeded);
}

#[test]
fn void_and_reversal_match_their_halves_by_themselves() {
    let mut stage = Stage::new();
    let voided = item(&mut stage, december(1), "A", "100");
    stage.run(void(&voided)).expect("voided");
    let mirror = find(&stage, &voided).voided_by_entry_id.expect("mirror").to_string();
    assert_eq!((open(&stage, &voided).0, open(&stage, &mirror).0), (0, 0));
    let made = stage.rows::<Match>();
    assert_eq!((made.len(), made[0].source, made[0].date), (1, MatchSource::Void, december(1)));

    let reversed = item(&mut stage, december(2), "A", "30");
    let reverse = |entry: &str| ReverseEntry {
        post: true,
        entry: Sought::of(entry),
        date: december(20),
        reason: "returned".to_owned(),
        description: None,
        if_match: None,
    };
    let reversal = stage.run(reverse(&reversed)).expect("reversed").subject;
    assert_eq!((open(&stage, &reversed).0, open(&stage, &reversal).0), (0, 0));
    let made = stage.rows::<Match>().remove(1);
    assert_eq!((made.source, made.date), (MatchSource::Reversal, december(20)));
    let refused = stage.run(unmatch(&made.id.to_string())).expect_err("system");
    assert_eq!(refused.code, Code::MatchSystemGenerated);
    assert_eq!(refused.resolutions[0].path, format!("/accounting/journal-entries/{reversal}/void"));
    stage.run(void(&reversal)).expect("voided");
    assert_eq!((open(&stage, &reversed).0, open(&stage, &reversal).0), (3000, 0), "open again");
    assert_eq!(stage.rows::<Match>()[1].status, MatchStatus::Undone);
    stage.run(reverse(&reversed)).expect("reversed again");
    assert_eq!(open(&stage, &reversed).0, 0);
}

#[test]
fn matched_lines_block_void_reversal_and_correction_until_the_match_is_undone() {
    let mut stage = Stage::new();
    let invoice = item(&mut stage, december(1), "A", "100");
    let payment = item(&mut stage, december(9), "A", "-40");
    let made = stage.run(matching(&[&invoice, &payment])).expect("matched").subject;
    let reverse = ReverseEntry {
        post: true,
        entry: Sought::of(&invoice),
        date: december(20),
        reason: "returned".to_owned(),
        description: None,
        if_match: None,
    };
    let correct = CorrectEntry {
        entry: Sought::of(&payment),
        reason: "misread".to_owned(),
        if_match: None,
        replacement: NewReplacement {
            lines: stage.sale("7", true).lines,
            metadata: "{}".to_owned(),
            ..NewReplacement::default()
        },
    };
    let blocked = [
        stage.run(void(&invoice)).expect_err("void"),
        stage.run(reverse.clone()).expect_err("reverse"),
        stage.run(correct.clone()).expect_err("correct"),
    ];
    for rejection in blocked {
        assert_eq!(rejection.code, Code::EntryHasMatchedLines);
        assert_eq!(context_of(&rejection, "matchIds"), format!("[\"{made}\"]"));
        assert_eq!(rejection.resolutions[0].path, format!("/accounting/matches/{made}/unmatch"));
    }
    stage.run(unmatch(&made)).expect("undone");
    stage.run(reverse).expect("reversed");
    stage.run(correct).expect("corrected");
}

#[test]
fn a_scheduled_reversal_takes_what_is_open_and_leaves_the_rest() {
    let mut stage = Stage::new();
    let mut accrual = stage.entry(december(1), &[("1100", "100", "0"), ("4000", "0", "100")], true);
    accrual.lines[0] = party_line("1100", "100", "0", "A");
    accrual.auto_reverse_on = Some(december(31));
    let accrual = stage.run(accrual).expect("posted").subject;
    let payment = item(&mut stage, december(9), "A", "-30");
    stage.run(matching(&[&accrual, &payment])).expect("matched");
    let due = AutoReverseEntry { entry: Sought::of(&accrual), as_of: december(31) };
    let reversal = stage.run(due).expect("reversed").related.expect("reversal");
    assert_eq!((open(&stage, &accrual).0, open(&stage, &reversal).0), (0, 3000));
}

#[test]
fn open_items_stand_on_assets_and_liabilities_and_end_where_no_match_stands() {
    let mut stage = Stage::new();
    let flag = |stage: &Stage, code: &str| {
        stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account").is_reconcilable
    };
    assert_eq!((flag(&stage, "1100"), flag(&stage, "1000")), (true, false));
    let set = |stage: &Stage, code: &str, to: bool| UpdateAccount {
        account: Sought::of(&account_id(stage, code)),
        is_reconcilable: Some(to),
        ..UpdateAccount::default()
    };
    let costs = stage.run(set(&stage, "5000", true)).expect_err("an expense");
    assert_eq!((costs.code, costs.errors[0].pointer.as_str()), (Code::AccountNotUsable, "/isReconcilable"));
    let group = CreateAccount { is_group: true, is_reconcilable: Some(true), ..account("1", AccountType::Asset, None) };
    assert_eq!(stage.run(group).expect_err("a group").code, Code::AccountNotUsable);

    let (one, other) =
        (stage.run(stage.sale("5", true)).expect("posted").subject, item(&mut stage, december(2), "A", "5"));
    stage.run(set(&stage, "1000", true)).expect("any time");
    let cash = NewMatchLine { line_number: 2, ..line_of(&other) };
    let lines = vec![line_of(&one), cash];
    let made = stage.run(MatchLines { lines, ..MatchLines::default() }).expect("parties do not matter here").subject;
    let held = stage.run(set(&stage, "1000", false)).expect_err("a match stands");
    assert_eq!((held.code, held.errors[0].pointer.as_str()), (Code::AccountInUse, "/isReconcilable"));
    stage.run(unmatch(&made)).expect("undone");
    stage.run(set(&stage, "1000", false)).expect("nothing stands");
}
