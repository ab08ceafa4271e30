//! Rules for any history of posting, closing and reopening, by any person and in any batches.

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

use crate::batch::{Outcome, Work};
use crate::book::context::Actor;
use crate::command::Command;
use crate::commands::accounts::create::CreateAccount;
use crate::commands::fiscal_years::add_period::AddAdjustmentPeriod;
use crate::commands::fiscal_years::close::CloseFiscalYear;
use crate::commands::fiscal_years::reopen::ReopenFiscalYear;
use crate::commands::journal_entries::post::PostEntry;
use crate::commands::journal_entries::update::UpdateEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::periods::close::ClosePeriod;
use crate::commands::periods::reopen::ReopenPeriod;
use crate::commands::periods::soft_close::SoftClosePeriod;
use crate::rows::{
    Account, AccountSubtype, AccountType, Balance, Entry, EntryType, FiscalYear, FiscalYearChange, Period,
    PeriodChange, PeriodStatus, PrincipalKind,
};
use crate::testing::{ADMIN, Stage, account};
use crate::value::id::PrincipalId;
use crate::value::permission::BuiltInRole;
use crate::value::{Date, Instant, Sought};

/// One step; periods are the last of 2010 (11 and 12, 13 and behind are adjustments) and the first of 2011.
#[derive(Clone, Debug)]
enum Step {
    Enter { day: usize, named: Option<usize>, amount: u8, post: bool },
    Post(usize),
    Move { entry: usize, day: usize },
    Void(usize),
    SoftClose(usize),
    Close(usize),
    Reopen(usize),
    AddAdjustment,
    CloseYear(usize),
    ReopenYear(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let some = any::<usize>;
    prop_oneof![
        5 => (0_usize..4, prop::option::weighted(0.2, 0_usize..5), 1_u8..100, prop::bool::weighted(0.8))
            .prop_map(|(day, named, amount, post)| Step::Enter { day, named, amount, post }),
        2 => some().prop_map(Step::Post),
        1 => (some(), 0_usize..4).prop_map(|(entry, day)| Step::Move { entry, day }),
        2 => some().prop_map(Step::Void),
        2 => (0_usize..5).prop_map(Step::SoftClose),
        6 => (0_usize..5).prop_map(Step::Close),
        2 => (0_usize..5).prop_map(Step::Reopen),
        1 => Just(Step::AddAdjustment),
        5 => (0_usize..2).prop_map(Step::CloseYear),
        2 => (0_usize..2).prop_map(Step::ReopenYear),
    ]
}

/// A year of which ten months are closed, an account for its result, and the year behind it.
fn stage() -> Stage {
    let mut stage = Stage::new();
    let subtype = Some(AccountSubtype::RetainedEarnings);
    stage.run(CreateAccount { subtype, ..account("3100", AccountType::Equity, None) }).unwrap();
    for number in 1..=10 {
        let period = stage.period(number);
        stage
            .run(ClosePeriod {
                period: Sought::of(&period),
                reason: Some("a test".to_owned()),
                force: true,
                if_match: None,
            })
            .unwrap();
    }
    stage
}

fn command(stage: &Stage, step: &Step) -> Command {
    let days = [(2010, 11, 5), (2010, 12, 31), (2011, 1, 5), (2010, 3, 1)];
    let day = |place: usize| -> Date {
        let (year, month, day) = days[place];
        jiff::civil::date(year, month, day)
    };
    let mut periods: Vec<Period> =
        stage.rows::<Period>().into_iter().filter(|period| period.end_date >= day(0)).collect();
    periods.sort_by_key(|period| (period.end_date, period.number));
    let period = |place: usize| periods.get(place).map(|period| period.id.to_string()).unwrap_or_default();
    let mut years = stage.rows::<FiscalYear>();
    years.sort_by_key(|year| year.start_date);
    let year = |place: usize| years.get(place).map(|year| year.id.to_string()).unwrap_or_default();
    let entries = stage.rows::<Entry>();
    let entry = |number: usize| {
        let found = entries.get(number.checked_rem(entries.len()).unwrap_or(0));
        found.map(|entry| entry.id.to_string()).unwrap_or_default()
    };
    let (reason, if_match) = ("late".to_owned(), None);
    match step {
        Step::Enter { day: place, named, amount, post } => {
            let amount = amount.to_string();
            let expense = amount.len() == 1;
            let lines = if expense {
                [("5000", amount.as_str(), "0"), ("1000", "0", amount.as_str())]
            } else {
                [("1000", amount.as_str(), "0"), ("4000", "0", amount.as_str())]
            };
            let mut made = stage.entry(day(*place), &lines, *post);
            made.period = named.map(period).map(|id| Sought::of(&id));
            made.into()
        }
        Step::Post(number) => PostEntry { entry: Sought::of(&entry(*number)), if_match }.into(),
        Step::Move { entry: number, day: place } => {
            UpdateEntry { entry: Sought::of(&entry(*number)), date: Some(day(*place)), ..UpdateEntry::default() }.into()
        }
        Step::Void(number) => VoidEntry { entry: Sought::of(&entry(*number)), reason, if_match }.into(),
        Step::SoftClose(place) => {
            SoftClosePeriod { period: Sought::of(&period(*place)), reason: None, if_match }.into()
        }
        Step::Close(place) => ClosePeriod {
            period: Sought::of(&period(*place)),
            reason: Some("a test".to_owned()),
            force: true,
            if_match,
        }
        .into(),
        Step::Reopen(place) => ReopenPeriod { period: Sought::of(&period(*place)), reason, if_match }.into(),
        Step::AddAdjustment => AddAdjustmentPeriod { year: Sought::of(&year(0)), name: None, if_match }.into(),
        Step::CloseYear(place) => CloseFiscalYear {
            year: Sought::of(&year(*place)),
            reason: Some("a test".to_owned()),
            force: true,
            ..CloseFiscalYear::default()
        }
        .into(),
        Step::ReopenYear(place) => ReopenFiscalYear { year: Sought::of(&year(*place)), reason, if_match }.into(),
    }
}

/// Nothing but closing entries and their mirrors came into a period or a year while it was closed.
fn assert_locked(stage: &Stage) {
    let entries = stage.rows::<Entry>();
    let closings: Vec<_> =
        entries.iter().filter(|entry| entry.entry_type == EntryType::Closing).map(|entry| entry.id).collect();
    let last = |changes: Vec<(Instant, PeriodStatus)>, at: Instant| {
        changes.into_iter().filter(|(when, _)| *when < at).max().map(|(_, status)| status)
    };
    for entry in &entries {
        let (Some(at), Some(id)) = (entry.posted_at, entry.period_id) else { continue };
        if closings.contains(&entry.id) || entry.voids_entry_id.is_some_and(|id| closings.contains(&id)) {
            continue;
        }
        let period = stage.rows::<Period>().into_iter().find(|period| period.id == id).expect("its period");
        let of_period = stage.rows::<PeriodChange>().into_iter().filter(|change| change.period_id == id);
        let of_year =
            stage.rows::<FiscalYearChange>().into_iter().filter(|row| row.fiscal_year_id == period.fiscal_year_id);
        let of_period = last(of_period.map(|change| (change.at, change.to_status)).collect(), at);
        let of_year = last(of_year.map(|change| (change.at, change.to_status)).collect(), at);
        assert_ne!(of_period, Some(PeriodStatus::Closed), "entry {} came into a closed period", entry.id);
        assert_ne!(of_year, Some(PeriodStatus::Closed), "entry {} came into a closed year", entry.id);
    }
}

/// A closed year has no result left: it is in retained earnings.
fn assert_results_moved(stage: &Stage) {
    let accounts: BTreeMap<_, Account> =
        stage.rows::<Account>().into_iter().map(|account| (account.id, account)).collect();
    let mut moved = 0;
    for year in stage.rows::<FiscalYear>() {
        let own = stage.rows::<Balance>().into_iter();
        for row in own.filter(|row| row.date >= year.start_date && row.date <= year.end_date) {
            let is_result =
                matches!(accounts[&row.account_id].account_type, AccountType::Revenue | AccountType::Expense);
            let closes = row.class == crate::rows::BalanceClass::Closing;
            if is_result && !closes && year.status == PeriodStatus::Closed {
                moved += row.base_debit - row.base_credit;
            }
        }
    }
    let equity = stage.rows::<Balance>().into_iter().filter(|row| accounts[&row.account_id].code == "3100");
    assert_eq!(equity.map(|row| row.base_debit - row.base_credit).sum::<i64>(), moved, "retained earnings");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_history_posts_into_what_is_closed_and_every_closed_year_is_moved_into_equity(
        steps in vec((step(), prop::bool::weighted(0.8)), 1..60),
        hints in vec(any::<bool>(), 60),
    ) {
        let mut stage = stage();
        let mut again = stage.model.clone();
        for ((step, is_admin), with_hints) in steps.iter().zip(hints) {
            let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
            let roles = Some(vec![BuiltInRole::Accountant]);
            let other = Actor { principal: PrincipalId([5; 16]), kind: PrincipalKind::Foreign, claimed_roles: roles, scope: None };
            let command = command(&stage, step);
            let envelope = stage.envelope(if *is_admin { admin } else { other }, Work::One(Box::new(command)));
            let envelopes = std::slice::from_ref(&envelope);
            let answers = stage.model.commit(envelopes, true).unwrap();
            prop_assert!(!matches!(answers[0], Outcome::Broken(_)), "{answers:?}");
            prop_assert_eq!(again.commit(envelopes, with_hints).unwrap(), answers);
            assert_results_moved(&stage);
        }
        assert_locked(&stage);
        crate::replay::tests::assert_replays(&stage.model);
        prop_assert!(again == stage.model);
    }
}

#[test]
fn the_histories_close_and_reopen_years_and_meet_every_lock() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut met = BTreeMap::new();
    for _ in 0..60 {
        let mut stage = stage();
        for step in vec(step(), 40..60).new_tree(&mut runner).unwrap().current() {
            let command = command(&stage, &step);
            let name = command.name();
            let key = stage.run(command).map_or_else(|rejection| rejection.code.name(), |_| name);
            *met.entry(key).or_insert(0) += 1;
        }
    }
    for name in [
        "CloseFiscalYear",
        "ReopenFiscalYear",
        "AddAdjustmentPeriod",
        "period_closed",
        "period_not_ready",
        "fiscal_year_not_ready",
        "fiscal_year_state",
        "entry_system_generated",
    ] {
        assert!(met.contains_key(name), "no history met {name}, only {met:?}");
    }
}
