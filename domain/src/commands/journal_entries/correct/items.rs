//! What a correction in a closed period leaves open, with figures by hand.

use jiff::civil::date;

use super::*;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::matches::create::MatchLines;
use crate::commands::matches::unmatch::UnmatchLines;
use crate::commands::periods::close::ClosePeriod;
use crate::ledger::matching::selection::NewMatchLine;
use crate::rows::{Account, Match, MatchSource, MatchStatus, MatchedLine, Party};
use crate::testing::{Stage, account_id, line, party_line};

const MARCH: Date = date(2010, 3, 31);

/// An invoice of 300.00 to Acme in March, which is closed then.
fn invoiced(stage: &mut Stage) -> String {
    let invoice = CreateEntry {
        lines: vec![party_line("1100", "300", "0", "Acme"), line("4000", "0", "300")],
        ..stage.entry(MARCH, &[], true)
    };
    let id = stage.run(invoice).expect("posted").subject;
    let mut periods = stage.rows::<Period>();
    periods.sort_by_key(|period| period.number);
    for month in &periods[..3] {
        stage
            .run(ClosePeriod { period: Sought::Id(month.id), reason: None, force: false, if_match: None })
            .expect("closed");
    }
    id
}

/// The invoice should have been to this party, and of this amount.
fn correct(entry: &str, party: &str, amount: &str) -> CorrectEntry {
    CorrectEntry {
        entry: Sought::of(entry),
        reason: "misread".to_owned(),
        if_match: None,
        replacement: NewReplacement {
            description: "an invoice".to_owned(),
            lines: vec![party_line("1100", amount, "0", party), line("4000", "0", amount)],
            metadata: "{}".to_owned(),
            ..NewReplacement::default()
        },
    }
}

fn void(entry: &str) -> VoidEntry {
    VoidEntry { entry: Sought::of(entry), reason: "wrong".to_owned(), if_match: None }
}

/// What is open on account 1100, line by line in the order of posting: debits less credits, in both currencies.
fn open_in_both(stage: &Stage) -> Vec<(i64, i64)> {
    let account = stage.rows::<Account>().into_iter().find(|account| account.code == "1100").expect("account").id;
    let taken = stage.rows::<MatchedLine>();
    let left = |line: Line| {
        let row =
            taken.iter().find(|row| (row.entry_sequence, row.line_number) == (line.entry_sequence, line.line_number));
        let (matched, base) = row.map_or((0, 0), |row| (row.matched, row.base_matched));
        let sign = if line.debit > 0 || line.base_debit > 0 { 1 } else { -1 };
        let amount = sign * (line.debit.max(line.credit) - matched);
        (amount, sign * (line.base_debit.max(line.base_credit) - base))
    };
    stage.rows::<Line>().into_iter().filter(|line| line.account_id == account).map(left).collect()
}

fn open(stage: &Stage) -> Vec<i64> {
    open_in_both(stage).into_iter().map(|(amount, _)| amount).collect()
}

fn matches(stage: &Stage) -> Vec<(i64, Date, Option<Date>)> {
    let made = stage.rows::<Match>().into_iter().filter(|made| made.source == MatchSource::Correction);
    made.map(|made| (made.amount, made.date, made.undone_on)).collect()
}

#[test]
fn what_is_owed_less_is_set_off_and_what_is_owed_more_is_an_item_beside_it() {
    let first = date(2010, 4, 1);
    for (party, amount, items, made) in [
        // One item of 250.00.
        ("Acme", "250", vec![25_000, 0], vec![(5_000, first, None)]),
        // Items of 300.00 and 20.00.
        ("Acme", "320", vec![30_000, 2_000], vec![]),
        // Acme owes nothing, and Zebra 300.00: the difference has a line of each.
        ("Zebra", "300", vec![0, 0, 30_000], vec![(30_000, first, None)]),
        ("Zebra", "90", vec![0, 0, 9_000], vec![(30_000, first, None)]),
    ] {
        let mut stage = Stage::new();
        let invoice = invoiced(&mut stage);
        stage.run(correct(&invoice, party, amount)).expect("corrected");
        let mut found = open(&stage);
        // Which party's line comes first depends on their ids.
        found[1..].sort_unstable();
        assert_eq!((found, matches(&stage)), (items, made), "{party} {amount}");
    }
}

#[test]
fn a_correction_of_a_correction_is_set_off_against_what_is_left_of_both() {
    for (second, items) in [
        // 300.00 - 50.00 - 10.00.
        ("240", vec![24_000, 0, 0]),
        // 250.00 of the invoice, and 60.00 beside it.
        ("310", vec![25_000, 0, 6_000]),
    ] {
        let mut stage = Stage::new();
        let invoice = invoiced(&mut stage);
        let difference = stage.run(correct(&invoice, "Acme", "250")).expect("corrected").subject;
        let newest = stage.run(correct(&difference, "Acme", second)).expect("corrected").subject;
        assert_eq!(open(&stage), items, "{second}");
        stage.run(void(&newest)).expect("voided");
        assert_eq!(open(&stage)[..2], [25_000, 0], "{second}, voided");
    }
}

#[test]
fn the_void_of_a_correction_undoes_its_match_and_nobody_else_does() {
    let mut stage = Stage::new();
    let invoice = invoiced(&mut stage);
    let difference = stage.run(correct(&invoice, "Acme", "250")).expect("corrected").subject;
    let made = stage.rows::<Match>().remove(0);
    assert_eq!((made.status, made.party_id), (MatchStatus::Active, Some(stage.rows::<Party>()[0].id)));
    let unmatch = UnmatchLines { match_id: Sought::Id(made.id), reason: "by hand".to_owned(), if_match: None };
    let refused = stage.run(unmatch).expect_err("of the correction");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::MatchSystemGenerated, "void-correction"));
    assert_eq!(refused.resolutions[0].path, format!("/accounting/journal-entries/{difference}/void"));
    stage.run(void(&difference)).expect("voided");
    // The invoice; the difference and its mirror.
    assert_eq!(open(&stage), [30_000, 0, 0]);
    assert_eq!(matches(&stage), [(5_000, date(2010, 4, 1), Some(date(2010, 4, 1)))]);
    stage.run(correct(&invoice, "Acme", "200")).expect("corrected otherwise");
    assert_eq!(open(&stage), [20_000, 0, 0, 0]);
}

#[test]
fn a_reversed_correction_counts_until_its_reversal_and_again_once_that_is_voided() {
    let mut stage = Stage::new();
    let invoice = invoiced(&mut stage);
    let difference = stage.run(correct(&invoice, "Acme", "250")).expect("corrected").subject;
    let june = date(2010, 6, 1);
    let reversal = ReverseEntry {
        post: true,
        entry: Sought::of(&difference),
        date: june,
        reason: "withdrawn".to_owned(),
        description: None,
        if_match: None,
    };
    let reversal = stage.run(reversal).expect("reversed").subject;
    assert_eq!(open(&stage), [30_000, 0, 0]);
    assert_eq!(matches(&stage), [(5_000, date(2010, 4, 1), Some(june))]);
    stage.run(void(&reversal)).expect("voided");
    assert_eq!(open(&stage), [25_000, 0, 0, 0]);
    assert_eq!(matches(&stage)[1], (5_000, june, None));
}

#[test]
fn of_a_settled_invoice_the_difference_stays_an_item_of_its_own() {
    let mut stage = Stage::new();
    let invoice = invoiced(&mut stage);
    let difference = stage.run(correct(&invoice, "Acme", "250")).expect("corrected").subject;
    let paid = CreateEntry {
        lines: vec![party_line("1100", "0", "250", "Acme"), line("1000", "250", "0")],
        ..stage.entry(date(2010, 4, 9), &[], true)
    };
    let paid = stage.run(paid).expect("posted").subject;
    let lines = [&invoice, &paid].map(|id| NewMatchLine { entry: Sought::of(id), line_number: 1, amount: None });
    stage.run(MatchLines { lines: lines.into(), ..MatchLines::default() }).expect("matched");
    stage.run(correct(&difference, "Acme", "200")).expect("corrected");
    // Acme has paid 50.00 too much.
    assert_eq!(open(&stage), [0, 0, 0, -5_000]);
}

#[test]
fn in_another_currency_what_is_left_is_worth_what_the_corrected_invoice_says() {
    for (amount, rate, left) in [
        // 900.00 at 0.85 instead of 1,000.00 at 0.80: 765.00 instead of 800.00.
        ("900", "0.85", vec![(90_000, 76_500), (0, 0)]),
        // At the same rate: 720.00.
        ("900", "0.8", vec![(90_000, 72_000), (0, 0)]),
        // The rate alone: the difference of 50.00 in base currency is beside it.
        ("1000", "0.85", vec![(100_000, 80_000), (0, 5_000)]),
    ] {
        let mut stage = Stage::new();
        let foreign = |amount: &str| vec![party_line("1100", amount, "0", "Acme"), line("4000", "0", amount)];
        // So that its periods close without rates of their last days.
        let receivables = Sought::of(&account_id(&stage, "1100"));
        let change = UpdateAccount { account: receivables, revalue: Some(false), ..UpdateAccount::default() };
        stage.run(change).expect("updated");
        let invoice = CreateEntry {
            currency: Some("EUR".to_owned()),
            exchange_rate: Rate::parse("0.8").ok(),
            lines: foreign("1000"),
            ..stage.entry(MARCH, &[], true)
        };
        let invoice = stage.run(invoice).expect("posted").subject;
        let mut periods = stage.rows::<Period>();
        periods.sort_by_key(|period| period.number);
        for month in &periods[..3] {
            let close = ClosePeriod { period: Sought::Id(month.id), reason: None, force: false, if_match: None };
            stage.run(close).expect("closed");
        }
        let mut corrected = correct(&invoice, "Acme", "1");
        corrected.replacement.exchange_rate = Rate::parse(rate).ok();
        corrected.replacement.lines = foreign(amount);
        stage.run(corrected).expect("corrected");
        assert_eq!(open_in_both(&stage), left, "{amount} at {rate}");
    }
}
