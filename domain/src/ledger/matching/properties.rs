//! Any sequence of posting, voiding, reversing, correcting, matching and unmatching, across rates and closed periods,
//! leaves open amounts equal to the account's balance.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::command::Command;
use crate::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::matches::create::MatchLines;
use crate::commands::matches::unmatch::UnmatchLines;
use crate::commands::organization::update::UpdateOrganization;
use crate::commands::periods::close::ClosePeriod;
use crate::commands::periods::reopen::ReopenPeriod;
use crate::ledger::matching::selection::NewMatchLine;
use crate::ledger::matching::tests::{exchange, foreign};
use crate::ledger::matching::write_off::NewWriteOff;
use crate::ledger::properties::invariants;
use crate::rows::{Entry, EntryType, Line, Match, MatchSource, MatchedLine, Period, PeriodStatus};
use crate::testing::{Stage, party_line};
use crate::value::id::PartyId;
use crate::value::{Decimal, IdOrCode, Sought};

/// One step; numbers pick among the rows that exist when it is taken.
#[derive(Clone, Debug)]
enum Step {
    /// In EUR: 0.01 to 9.99 at 0.50 to 1.50, an invoice or a payment.
    Foreign {
        amount: i64,
        rate: i64,
        month: i8,
        is_payment: bool,
    },
    Own {
        amount: u8,
        month: i8,
        is_payment: bool,
    },
    Match {
        first: usize,
        second: usize,
        part: Option<u8>,
        write_off: bool,
    },
    /// Everything that is open of the party in one currency.
    MatchAll {
        is_foreign: bool,
    },
    Unmatch(usize),
    Void(usize),
    Reverse(usize),
    Correct(usize),
    Close,
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (1_i64..1_000, 50_i64..150, 1_i8..4, any::<bool>())
            .prop_map(|(amount, rate, month, is_payment)| Step::Foreign { amount, rate, month, is_payment }),
        3 => (1_u8..9, 1_i8..4, any::<bool>()).prop_map(|(amount, month, is_payment)| Step::Own { amount, month, is_payment }),
        12 => (any::<usize>(), any::<usize>(), prop::option::weighted(0.4, 1_u8..100), prop::bool::weighted(0.2))
            .prop_map(|(first, second, part, write_off)| Step::Match { first, second, part, write_off }),
        2 => any::<bool>().prop_map(|is_foreign| Step::MatchAll { is_foreign }),
        4 => any::<usize>().prop_map(Step::Unmatch),
        4 => any::<usize>().prop_map(Step::Void),
        2 => any::<usize>().prop_map(Step::Reverse),
        2 => any::<usize>().prop_map(Step::Correct),
        2 => Just(Step::Close),
        1 => Just(Step::Reopen),
    ]
}

/// The line of an entry on the receivable account that a number picks, mostly of one that is still open.
fn line(stage: &Stage, number: usize) -> NewMatchLine {
    let entries = stage.rows::<Entry>();
    let matched = stage.rows::<MatchedLine>();
    let mut lines: Vec<Line> = stage.rows::<Line>().into_iter().filter(|line| line.party_id.is_some()).collect();
    if !number.is_multiple_of(7) {
        lines.retain(|line| {
            let own =
                |row: &&MatchedLine| (row.entry_sequence, row.line_number) == (line.entry_sequence, line.line_number);
            line.debit + line.credit > matched.iter().find(own).map_or(0, |row| row.matched)
        });
    }
    let line = lines.get(number.checked_rem(lines.len()).unwrap_or(0));
    let entry = line.and_then(|line| entries.iter().find(|entry| entry.sequence == Some(line.entry_sequence)));
    NewMatchLine {
        entry: Sought::of(&entry.map(|entry| entry.id.to_string()).unwrap_or_default()),
        line_number: line.map_or(1, |line| line.line_number),
        amount: None,
    }
}

fn command(stage: &Stage, step: &Step) -> Command {
    let entry = |number: &usize| {
        let entries = stage.rows::<Entry>();
        let place = number.checked_rem(entries.len()).unwrap_or(0);
        entries.get(place).map_or_else(|| "none".to_owned(), |entry| entry.id.to_string())
    };
    let month = |closed: bool| {
        let mut months = stage.rows::<Period>();
        months.retain(|month| month.number <= 4 && (month.status == PeriodStatus::Closed) == closed);
        months.sort_by_key(|month| month.number);
        let found = if closed { months.last() } else { months.first() };
        found.map(|month| month.id.to_string()).unwrap_or_default()
    };
    let own = |amount: &str, month: i8, is_payment: bool| {
        let (debit, credit) = if is_payment { ("0", amount) } else { (amount, "0") };
        let date = jiff::civil::date(2010, month, 12);
        let mut new = stage.entry(date, &[("1100", debit, credit), ("1000", credit, debit)], true);
        new.lines[0] = party_line("1100", debit, credit, "Dupont");
        new
    };
    match step {
        Step::Foreign { .. } => unreachable!("posted directly"),
        Step::Own { amount, month, is_payment } => own(&amount.to_string(), *month, *is_payment).into(),
        Step::Match { first, second, part, write_off } => {
            let mut lines = vec![line(stage, *first), line(stage, *second)];
            if let Some(part) = part {
                let amount = Some(Decimal::from_units(i64::from(*part), 2));
                lines.iter_mut().for_each(|line| line.amount = amount);
            }
            let account = IdOrCode::Code("5000".to_owned());
            let write_off = write_off.then(|| NewWriteOff { account, description: None, dimensions: String::new() });
            MatchLines { lines, write_off, ..MatchLines::default() }.into()
        }
        Step::MatchAll { is_foreign } => {
            let mut lines = Vec::new();
            for number in 0..stage.rows::<Line>().len() {
                let found = line(stage, number * 7 + 1);
                let sequence = stage.rows::<Entry>().into_iter().find(|entry| Some(entry.id) == found.entry.id());
                let sequence = sequence.and_then(|entry| entry.sequence);
                let is_wanted = stage.rows::<Line>().into_iter().any(|line| {
                    Some(line.entry_sequence) == sequence
                        && line.line_number == found.line_number
                        && (line.currency.code() == "EUR") == *is_foreign
                });
                if is_wanted && !lines.contains(&found) {
                    lines.push(found);
                }
            }
            MatchLines { lines, ..MatchLines::default() }.into()
        }
        Step::Unmatch(number) => {
            let mut matches = stage.rows::<Match>();
            if !number.is_multiple_of(5) {
                matches.retain(|made| made.source == MatchSource::Manual && made.undone_on.is_none());
            }
            let found = matches.get(number.checked_rem(matches.len()).unwrap_or(0));
            let match_id = found.map(|made| made.id.to_string()).unwrap_or_default();
            UnmatchLines { match_id: Sought::of(&match_id), reason: "wrong".to_owned(), if_match: None }.into()
        }
        Step::Void(number) => {
            VoidEntry { entry: Sought::of(&entry(number)), reason: "wrong".to_owned(), if_match: None }.into()
        }
        Step::Reverse(number) => ReverseEntry {
            post: true,
            entry: Sought::of(&entry(number)),
            date: jiff::civil::date(2010, 6, 1),
            reason: "late".to_owned(),
            description: None,
            if_match: None,
        }
        .into(),
        Step::Correct(number) => {
            let lines = own("3", 1, false).lines;
            let replacement = NewReplacement { lines, metadata: "{}".to_owned(), ..NewReplacement::default() };
            CorrectEntry {
                entry: Sought::of(&entry(number)),
                reason: "misread".to_owned(),
                if_match: None,
                replacement,
            }
            .into()
        }
        Step::Close => ClosePeriod {
            period: Sought::of(&month(false)),
            reason: Some("a test".to_owned()),
            force: true,
            if_match: None,
        }
        .into(),
        Step::Reopen => {
            ReopenPeriod { period: Sought::of(&month(true)), reason: "late".to_owned(), if_match: None }.into()
        }
    }
}

/// The accepted and refused requests, by name.
#[derive(Default, Debug)]
struct Met {
    accepted: std::collections::BTreeMap<&'static str, usize>,
    refused: std::collections::BTreeMap<&'static str, usize>,
}

fn take(stage: &mut Stage, party: PartyId, step: &Step, met: &mut Met) {
    if let Step::Foreign { amount, rate, month, is_payment } = step {
        let is_open = stage
            .rows::<Period>()
            .iter()
            .any(|period| period.number == i64::from(*month) && period.status == PeriodStatus::Open);
        if is_open {
            let day = jiff::civil::date(2010, *month, 10);
            let base = (amount * rate + 50) / 100;
            foreign(stage, day, party, if *is_payment { -amount } else { *amount }, base);
        }
        return;
    }
    let command = command(stage, step);
    let name = command.name();
    match stage.run(command) {
        Ok(_) => *met.accepted.entry(name).or_default() += 1,
        Err(why) => *met.refused.entry(why.code.name()).or_default() += 1,
    }
}

fn stage() -> (Stage, PartyId) {
    let mut stage = Stage::new();
    let party = exchange(&mut stage);
    let write_off_tolerance = Some(Decimal::from_units(300, 2));
    stage.run(UpdateOrganization { write_off_tolerance, ..UpdateOrganization::default() }).expect("set");
    (stage, party)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_matching_and_undoing_leaves_open_what_the_balance_is(steps in vec(step(), 1..60)) {
        let (mut stage, party) = stage();
        let mut met = Met::default();
        for step in &steps {
            take(&mut stage, party, step, &mut met);
        }
        invariants::assert_all(&stage.model);
        crate::replay::tests::assert_replays(&stage.model);
    }
}

#[test]
fn the_sequences_meet_gains_write_offs_reversed_ones_and_every_refusal() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut met = Met::default();
    let (mut gains, mut write_offs, mut reversed) = (0, 0, 0);
    for _ in 0..40 {
        let (mut stage, party) = stage();
        for step in vec(step(), 50..60).new_tree(&mut runner).unwrap().current() {
            take(&mut stage, party, &step, &mut met);
        }
        let matches = stage.rows::<Match>();
        gains += stage.rows::<Entry>().iter().filter(|entry| entry.entry_type == EntryType::FxRealised).count();
        write_offs += matches.iter().filter(|made| made.write_off_entry_id.is_some()).count();
        reversed += matches.iter().filter(|made| made.undone_on.is_some_and(|day| day > made.date)).count();
    }
    assert!(
        gains > 40 && write_offs > 10 && reversed > 2,
        "{gains} gains, {write_offs} write-offs, {reversed} reversed"
    );
    for code in [
        "amount_exceeds_open",
        "entry_has_matched_lines",
        "entry_owned_by_source",
        "line_not_open",
        "lines_not_matchable",
        "match_not_active",
        "match_system_generated",
        "write_off_exceeds_tolerance",
    ] {
        assert!(met.refused.contains_key(code), "no sequence met {code}, only {met:?}");
    }
    assert!(met.accepted.get("UnmatchLines").is_some_and(|times| *times > 40), "{met:?}");
}
