//! Any sequence of post, void, reverse, correct, match, unmatch, close and reopen keeps every invariant.

use super::*;
use crate::commands::journal_entries::create::CreateEntry;
use crate::ledger::entries::draft::NewLine;
use crate::rows::{Balance, Line, Replacement};
use crate::value::Sought;
use crate::value::id::AccountId;

/// One step; numbers pick among the entries that are posted or, now and then, among all.
#[derive(Clone, Debug)]
enum Step {
    /// A sale, or an open item of one party on either side.
    Post {
        amount: u8,
        month: i8,
        scheduled: bool,
        item: Option<bool>,
    },
    Void(usize),
    Reverse(usize),
    AutoReverse(usize),
    Correct {
        entry: usize,
        amount: u8,
        item: Option<bool>,
    },
    Match {
        first: usize,
        second: usize,
        part: Option<u8>,
    },
    Unmatch(usize),
    Close,
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        9 => (1_u8..4, 1_i8..4, any::<bool>(), item())
            .prop_map(|(amount, month, scheduled, item)| Step::Post { amount, month, scheduled, item }),
        4 => any::<usize>().prop_map(Step::Void),
        4 => any::<usize>().prop_map(Step::Reverse),
        3 => any::<usize>().prop_map(Step::AutoReverse),
        12 => (any::<usize>(), 1_u8..4, item())
            .prop_map(|(entry, amount, item)| Step::Correct { entry, amount, item }),
        6 => (any::<usize>(), any::<usize>(), prop::option::weighted(0.4, 1_u8..100))
            .prop_map(|(first, second, part)| Step::Match { first, second, part }),
        3 => any::<usize>().prop_map(Step::Unmatch),
        3 => Just(Step::Close),
        1 => Just(Step::Reopen),
    ]
}

fn item() -> impl Strategy<Value = Option<bool>> {
    prop::option::weighted(0.5, any::<bool>())
}

/// Cash against revenue, or against a receivable or payable of a party.
fn lines(amount: u8, item: Option<bool>) -> Vec<NewLine> {
    let amount = amount.to_string();
    match item {
        None => vec![line("1000", &amount, "0"), line("4000", "0", &amount)],
        Some(true) => vec![line("1000", "0", &amount), party_line("1100", &amount, "0", "Dupont")],
        Some(false) => vec![line("1000", &amount, "0"), party_line("1100", "0", &amount, "Dupont")],
    }
}

fn command(stage: &Stage, step: &Step) -> Command {
    let entry = |number: &usize| {
        let mut entries = stage.rows::<Entry>();
        if !number.is_multiple_of(8) {
            entries.retain(|entry| entry.status == EntryStatus::Posted && entry.voids_entry_id.is_none());
        }
        let place = number.checked_rem(entries.len()).unwrap_or(0);
        entries.get(place).map_or_else(|| "none".to_owned(), |entry| entry.id.to_string())
    };
    let mut months = stage.rows::<Period>();
    months.retain(|month| month.number <= 4);
    months.sort_by_key(|month| month.number);
    let month = |closed: bool| {
        let mut fitting = months.iter().filter(|month| (month.status == PeriodStatus::Closed) == closed);
        let found = if closed { fitting.next_back() } else { fitting.next() };
        found.map(|month| month.id.to_string()).unwrap_or_default()
    };
    match step {
        Step::Post { amount, month, scheduled, item } => {
            let date = jiff::civil::date(2010, *month, 15);
            let mut new = CreateEntry { lines: lines(*amount, *item), ..stage.entry(date, &[], true) };
            new.auto_reverse_on = scheduled.then(|| jiff::civil::date(2010, month + 1, 1));
            new.into()
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
        Step::AutoReverse(number) => {
            AutoReverseEntry { entry: Sought::of(&entry(number)), as_of: jiff::civil::date(2010, 12, 31) }.into()
        }
        Step::Match { first, second, part } => settling::matched(stage, *first, *second, *part),
        Step::Unmatch(number) => settling::unmatched(stage, *number),
        Step::Correct { entry: number, amount, item } => {
            let lines = lines(*amount, *item);
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

/// Runs the steps; a refused one leaves no trace. Returns the number of refusals by code.
fn run(stage: &mut Stage, steps: &[Step]) -> BTreeMap<&'static str, usize> {
    let mut refused = BTreeMap::new();
    for step in steps {
        if let Err(why) = stage.run(command(stage, step)) {
            *refused.entry(why.code.name()).or_default() += 1;
        }
    }
    refused
}

/// The balance in effect: the sum of posted entries that are neither voided nor mirrors.
fn in_effect(stage: &Stage, account: AccountId) -> i64 {
    let entries = stage.rows::<Entry>().into_iter();
    entries
        .filter(|entry| entry.status == EntryStatus::Posted && entry.voids_entry_id.is_none())
        .filter_map(|entry| entry.sequence)
        .map(|sequence| {
            let lines = stage.rows::<Line>().into_iter().filter(|line| line.entry_sequence == sequence);
            lines.filter(|line| line.account_id == account).map(|line| line.base_debit - line.base_credit).sum::<i64>()
        })
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_post_void_reverse_correct_match_unmatch_close_and_reopen_keeps_every_invariant(
        steps in vec(step(), 1..60),
    ) {
        let mut stage = Stage::new();
        run(&mut stage, &steps);
        invariants::assert_all(&stage.model);
        crate::replay::tests::assert_replays(&stage.model);
        // Void pairs cancel out: the balance of the account is the sum of the other entries.
        let account = stage.rows::<Account>().into_iter().find(|account| account.code == "1000").unwrap().id;
        let rows = stage.rows::<Balance>().into_iter().filter(|row| row.account_id == account);
        prop_assert_eq!(rows.map(|row| row.base_debit - row.base_credit).sum::<i64>(), in_effect(&stage, account));
    }
}

#[test]
fn the_sequences_meet_differences_scheduled_reversals_and_every_refusal() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (mut settled, mut unsettled) = (0, 0);
    let (mut refused, mut differences, mut of_differences, mut scheduled) = (BTreeMap::new(), 0, 0, 0);
    for _ in 0..60 {
        let steps = vec(step(), 40..60).new_tree(&mut runner).unwrap().current();
        let mut stage = Stage::new();
        for (code, times) in run(&mut stage, &steps) {
            *refused.entry(code).or_insert(0) += times;
        }
        let matches = stage.rows::<Match>().into_iter().filter(|made| made.source == MatchSource::Manual);
        let (active, undone): (Vec<_>, Vec<_>) = matches.partition(|made| made.status == MatchStatus::Active);
        settled += active.len();
        unsettled += undone.len();
        let replacements = stage.rows::<Replacement>();
        let entries = stage.rows::<Entry>();
        let corrected = |id| replacements.iter().any(|replacement| Some(replacement.entry_id) == id);
        differences += replacements.len();
        of_differences += entries.iter().filter(|entry| corrected(entry.corrects_entry_id)).count();
        scheduled +=
            entries.iter().filter(|entry| entry.auto_reverse_on.and(entry.reversed_by_entry_id).is_some()).count();
    }
    assert!(differences > 40 && of_differences > 5, "{differences} differences, {of_differences} of differences");
    assert!(settled > 20 && unsettled > 5, "{settled} matches, {unsettled} undone");
    assert!(scheduled > 5, "{scheduled} scheduled reversals");
    for code in [
        "entry_already_corrected",
        "entry_already_reversed",
        "entry_already_voided",
        "entry_has_matched_lines",
        "entry_is_void",
        "match_not_active",
        "nothing_to_correct",
        "period_closed",
    ] {
        assert!(refused.contains_key(code), "no sequence met {code}, only {refused:?}");
    }
}
