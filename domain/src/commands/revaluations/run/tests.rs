//! The postings of revaluations, and when there are none.

use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::commands::accounts::create::CreateAccount;
use crate::commands::exchange_rates::create::tests::rate;
use crate::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::organization::update::UpdateOrganization;
use crate::commands::periods::close::ClosePeriod;
use crate::commands::periods::soft_close::SoftClosePeriod;
use crate::ledger::entries::draft::NewLine;
use crate::rows::{AccountSubtype, AccountType, Balance, EntryStatus};
use crate::testing::{Stage, account, account_id, line, party_line};
use crate::value::rejection::Value;
use crate::value::{Patch, Sought};

const JANUARY_END: Date = date(2010, 1, 31);

/// A stage with an account for gains and losses, and a euro of 0.80 at the beginning and 0.90 at the end of January.
fn stage() -> Stage {
    let mut stage = Stage::new();
    let subtype = Some(AccountSubtype::FxGainLoss);
    stage.run(CreateAccount { subtype, ..account("7000", AccountType::Expense, None) }).expect("account");
    stage.run(rate("EUR", "GBP", "0.80", date(2010, 1, 10))).expect("rate");
    stage.run(rate("EUR", "GBP", "0.90", JANUARY_END)).expect("rate");
    stage
}

/// An invoice in euros.
fn invoice(stage: &mut Stage, day: Date, amount: &str) {
    let lines = vec![party_line("1100", amount, "0", "Ann"), line("4000", "0", amount)];
    in_euros(stage, day, lines);
}

fn in_euros(stage: &mut Stage, day: Date, lines: Vec<NewLine>) {
    let entry = CreateEntry { currency: Some("EUR".to_owned()), lines, ..stage.entry(day, &[], true) };
    stage.run(entry).expect("posted");
}

fn on(date: Date) -> RunRevaluation {
    RunRevaluation { date: Some(date), ..RunRevaluation::default() }
}

/// The balance of an account in euros until a day, and its base currency for them.
fn balance(stage: &Stage, code: &str, until: Date) -> (i64, i64) {
    let id = account_id(stage, code);
    let rows = stage
        .rows::<Balance>()
        .into_iter()
        .filter(|row| row.account_id.to_string() == id && row.date <= until && row.currency.code() == "EUR");
    rows.fold((0, 0), |(own, base), row| (own + row.debit - row.credit, base + row.base_debit - row.base_credit))
}

fn entries(stage: &Stage, entry_type: EntryType) -> Vec<Entry> {
    stage.rows::<Entry>().into_iter().filter(|entry| entry.entry_type == entry_type).collect()
}

#[test]
fn foreign_balances_are_brought_to_the_rate_and_back_on_the_first_day_of_the_next_period() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    let lines = vec![line("1000", "0", "50.00"), line("5000", "50.00", "0")];
    in_euros(&mut stage, date(2010, 1, 12), lines);
    let reply = stage.run(on(JANUARY_END)).expect("run");
    // The account in cash of no subtype is not revalued; receivables are.
    assert_eq!(balance(&stage, "1100", JANUARY_END), (10_000, 9_000));
    assert_eq!(balance(&stage, "1100", date(2010, 2, 1)), (10_000, 8_000));
    assert_eq!(balance(&stage, "1000", JANUARY_END), (-5_000, -4_000));
    let run = stage.rows::<Revaluation>().remove(0);
    assert_eq!((run.id.to_string(), run.reversed_on), (reply.subject, date(2010, 2, 1)));
    let (entry, reversal) = (&entries(&stage, EntryType::FxRevaluation)[0], &entries(&stage, EntryType::Reversal)[0]);
    assert_eq!((run.entry_id, run.reversal_entry_id), (Some(entry.id), Some(reversal.id)));
    assert_eq!((entry.date, reversal.date), (JANUARY_END, date(2010, 2, 1)));
    assert_eq!((entry.reversed_by_entry_id, reversal.reverses_entry_id), (Some(reversal.id), Some(entry.id)));
    assert_eq!((entry.owner_type.as_deref(), entry.total_debit), (Some("revaluation"), 1_000));
    let item = stage.rows::<RevaluationItem>().remove(0);
    assert_eq!(
        (item.balance, item.base_before, item.unrealised, item.realised, item.rate.map(|rate| rate.to_string())),
        (10_000, 8_000, 1_000, 0, Some("0.9".to_owned()))
    );
}

#[test]
fn what_is_owed_in_foreign_currency_loses_where_the_rate_rises() {
    let mut stage = stage();
    let payable = CreateAccount {
        revalue: Some(true),
        ..account("2100", AccountType::Liability, Some(crate::rows::ControlFor::Payable))
    };
    stage.run(payable).expect("account");
    let lines = vec![party_line("2100", "0", "30.00", "Supplier"), line("5000", "30.00", "0")];
    in_euros(&mut stage, date(2010, 1, 10), lines);
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    stage.run(on(JANUARY_END)).expect("run");
    assert_eq!(balance(&stage, "2100", JANUARY_END), (-3_000, -2_700));
    let gains = account_id(&stage, "7000");
    let sides: Vec<(i64, i64)> = stage
        .rows::<Line>()
        .into_iter()
        .filter(|line| line.account_id.to_string() == gains)
        .map(|line| (line.debit, line.credit))
        .collect();
    assert_eq!(sides, [(0, 1_000), (300, 0), (1_000, 0), (0, 300)], "a gain and a loss, and both back");
}

/// What stands on an account on a day, in base currency: debits less credits.
fn stands(stage: &Stage, code: &str, until: Date) -> i64 {
    let id = account_id(stage, code);
    let rows = stage.rows::<Balance>().into_iter();
    rows.filter(|row| row.account_id.to_string() == id && row.date <= until)
        .map(|row| row.base_debit - row.base_credit)
        .sum()
}

#[test]
fn unrealised_and_realised_gains_and_losses_go_to_the_accounts_that_are_named_for_them() {
    let mut stage = stage();
    for (code, account_type) in [
        ("4770", AccountType::Liability),
        ("4760", AccountType::Asset),
        ("7560", AccountType::Revenue),
        ("6560", AccountType::Expense),
    ] {
        stage.run(account(code, account_type, None)).expect("account");
    }
    let named = |stage: &Stage, code: &str| Patch::Set(Sought::of(&account_id(stage, code)));
    let split = UpdateOrganization {
        realised_gain_account_id: named(&stage, "7560"),
        realised_loss_account_id: named(&stage, "6560"),
        unrealised_gain_account_id: named(&stage, "4770"),
        unrealised_loss_account_id: named(&stage, "4760"),
        ..UpdateOrganization::default()
    };
    stage.run(split).expect("named");
    let all =
        |stage: &Stage, until: Date| ["4770", "4760", "7560", "6560", "7000"].map(|code| stands(stage, code, until));
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    stage.run(on(JANUARY_END)).expect("run");
    // 100.00 euros: 90.00 instead of 80.00.
    assert_eq!(all(&stage, JANUARY_END), [-1_000, 0, 0, 0, 0]);
    assert_eq!(all(&stage, date(2010, 2, 1)), [0, 0, 0, 0, 0], "taken back from the same account");
    // A better rate of that day: 85.00. The gain becomes smaller, and no loss.
    stage.run(rate("EUR", "GBP", "0.85", JANUARY_END)).expect("rate");
    stage.run(on(JANUARY_END)).expect("run again");
    assert_eq!(all(&stage, JANUARY_END), [-500, 0, 0, 0, 0]);
    // 72.00: the gain goes, and there is a loss of 8.00.
    stage.run(rate("EUR", "GBP", "0.72", JANUARY_END)).expect("rate");
    stage.run(on(JANUARY_END)).expect("run again");
    assert_eq!(all(&stage, JANUARY_END), [0, 800, 0, 0, 0]);
    assert_eq!(all(&stage, date(2010, 2, 1)), [0, 0, 0, 0, 0]);
    // Paid with 90.00 and never matched: the rest of 10.00 is realised.
    stage.run(rate("EUR", "GBP", "0.90", date(2010, 2, 5))).expect("rate");
    in_euros(&mut stage, date(2010, 2, 5), vec![line("1000", "100.00", "0"), party_line("1100", "0", "100.00", "Ann")]);
    stage.run(on(date(2010, 2, 28))).expect("run");
    assert_eq!(all(&stage, date(2010, 3, 1)), [0, 0, -1_000, 0, 0]);
}

#[test]
fn run_again_it_posts_only_what_came_in_between() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    stage.run(on(JANUARY_END)).expect("run");
    let entries_before = stage.rows::<Entry>().len();
    stage.run(on(JANUARY_END)).expect("run again");
    assert_eq!(stage.rows::<Entry>().len(), entries_before, "nothing to post");
    assert_eq!(stage.rows::<Revaluation>()[1].entry_id, None);
    invoice(&mut stage, date(2010, 1, 12), "10.00");
    stage.run(on(JANUARY_END)).expect("run for the late invoice");
    assert_eq!(balance(&stage, "1100", JANUARY_END), (11_000, 9_900));
    assert_eq!(balance(&stage, "1100", date(2010, 2, 1)), (11_000, 8_800));
    let totals: Vec<i64> = entries(&stage, EntryType::FxRevaluation).iter().map(|entry| entry.total_debit).collect();
    assert_eq!(totals, [1_000, 100]);
}

#[test]
fn where_nothing_foreign_is_left_the_residue_is_realised_for_good() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    let paid = vec![line("1000", "100.00", "0"), party_line("1100", "0", "100.00", "Ann")];
    in_euros(&mut stage, JANUARY_END, paid);
    assert_eq!(balance(&stage, "1100", JANUARY_END), (0, -1_000));
    stage.run(on(JANUARY_END)).expect("run");
    assert_eq!(balance(&stage, "1100", date(2010, 12, 31)), (0, 0), "and it stays");
    assert_eq!((entries(&stage, EntryType::FxRealised).len(), entries(&stage, EntryType::Reversal).len()), (1, 0));
    stage.run(on(JANUARY_END)).expect("run again");
    assert_eq!(entries(&stage, EntryType::FxRealised).len(), 1);
}

#[test]
fn a_payment_that_comes_in_after_a_run_takes_back_what_the_run_added() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    stage.run(on(JANUARY_END)).expect("run");
    stage.run(rate("EUR", "GBP", "0.84", date(2010, 1, 30))).expect("rate");
    let paid = vec![line("1000", "100.00", "0"), party_line("1100", "0", "100.00", "Ann")];
    in_euros(&mut stage, date(2010, 1, 30), paid);
    stage.run(on(JANUARY_END)).expect("run again");
    for day in [JANUARY_END, date(2010, 2, 1), date(2010, 12, 31)] {
        assert_eq!(balance(&stage, "1100", day), (0, 0), "{day}");
    }
    // 100 euros came in at 80 and left at 84: 4 pounds of gain, once.
    assert_eq!(entries(&stage, EntryType::FxRealised)[0].total_debit, 400);
}

#[test]
fn all_missing_rates_are_named_in_one_answer_and_nothing_is_posted() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    for currency in ["USD", "CHF"] {
        let of = |line: NewLine| NewLine {
            currency: Some(currency.to_owned()),
            exchange_rate: Rate::parse("0.7").ok(),
            ..line
        };
        let lines = vec![of(party_line("1100", "5", "0", "Ann")), of(line("4000", "0", "5"))];
        stage.run(CreateEntry { lines, ..stage.entry(date(2010, 2, 10), &[], true) }).expect("posted");
    }
    let refused = stage.run(on(date(2010, 2, 28))).expect_err("no rates");
    assert_eq!((refused.code, refused.resolutions.len()), (Code::RateMissing, 3));
    let closing = RunRevaluation { rate_type: Some(RateType::Closing), ..on(JANUARY_END) };
    assert_eq!(stage.run(closing).expect_err("no closing rate").code, Code::RateMissing);
    let Some((_, Value::List(missing))) = refused.context.iter().find(|(name, _)| *name == "missingRates") else {
        panic!("{refused:?}")
    };
    assert_eq!(missing.len(), 3);
}

#[test]
fn it_needs_its_own_period_and_the_next_one_open() {
    let mut stage = stage();
    stage.run(rate("EUR", "GBP", "0.95", date(2010, 12, 31))).expect("rate");
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    assert_eq!(stage.run(on(date(2010, 12, 31))).expect_err("no next year").code, Code::NoPeriod);
    assert_eq!(stage.run(on(date(2031, 12, 31))).expect_err("no year").code, Code::NoPeriod);
    let february = stage.period(2);
    stage.run(SoftClosePeriod { period: Sought::of(&february), reason: None, if_match: None }).expect("soft-closed");
    stage.run(on(JANUARY_END)).expect("the administrator overrides");
    let january = stage.period(1);
    stage
        .run(ClosePeriod { period: Sought::of(&january), reason: None, force: false, if_match: None })
        .expect("closed");
    let closed = stage.run(on(JANUARY_END)).expect_err("closed");
    assert_eq!(closed.code, Code::PeriodClosed);
}

#[test]
fn without_a_date_it_is_the_last_day_of_the_first_open_period() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    stage.run(RunRevaluation::default()).expect("run");
    assert_eq!(stage.rows::<Revaluation>()[0].date, JANUARY_END);
}

#[test]
fn without_an_account_for_gains_or_a_plain_journal_it_says_which_to_name() {
    let mut stage = Stage::new();
    stage.run(rate("EUR", "GBP", "0.80", date(2010, 1, 10))).expect("rate");
    stage.run(rate("EUR", "GBP", "0.90", JANUARY_END)).expect("rate");
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    assert_eq!(stage.run(on(JANUARY_END)).expect_err("no account").code, Code::FxGainLossAccountNeeded);
    stage
        .run(crate::commands::journals::create::CreateJournal {
            code: "G2".to_owned(),
            name: "Another".to_owned(),
            journal_type: JournalType::General,
            number_pattern: None,
            reset_per: crate::rows::ResetPer::Year,
        })
        .expect("journal");
    let refused = stage.run(on(JANUARY_END)).expect_err("two journals");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::JournalNotUsable, "/journalId"));
}

#[test]
fn what_a_run_posted_is_neither_voided_reversed_nor_corrected_but_run_again() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    let paid = vec![line("1000", "20.00", "0"), line("5000", "0", "20.00")];
    in_euros(&mut stage, JANUARY_END, paid);
    stage.run(on(JANUARY_END)).expect("run");
    let made = stage.rows::<Entry>().into_iter().filter(|entry| entry.owner_type.is_some());
    let made: Vec<String> = made.map(|entry| entry.id.to_string()).collect();
    assert_eq!(made.len(), 2);
    for entry in made {
        let reason = "wrong".to_owned();
        let void = VoidEntry { entry: Sought::of(&entry), reason: reason.clone(), if_match: None };
        let refused = stage.run(void).expect_err("void");
        assert_eq!((refused.code, refused.resolutions[0].rel), (Code::EntrySystemGenerated, "run-again"));
        let date = date(2010, 3, 1);
        let reverse = ReverseEntry {
            post: true,
            entry: Sought::of(&entry),
            date,
            reason: reason.clone(),
            description: None,
            if_match: None,
        };
        assert_eq!(stage.run(reverse).expect_err("reverse").code, Code::EntrySystemGenerated);
        let lines = vec![line("1000", "1", "0"), line("4000", "0", "1")];
        let replacement = NewReplacement { lines, metadata: "{}".to_owned(), ..NewReplacement::default() };
        let correct = CorrectEntry { entry: Sought::of(&entry), reason, if_match: None, replacement };
        assert_eq!(stage.run(correct).expect_err("correct").code, Code::EntrySystemGenerated);
    }
    assert!(stage.rows::<Entry>().iter().all(|entry| entry.status == EntryStatus::Posted));
}

#[test]
fn a_period_closes_only_once_its_foreign_balances_are_revalued() {
    let mut stage = stage();
    invoice(&mut stage, date(2010, 1, 10), "100.00");
    let january = stage.period(1);
    let close = |period: &str| ClosePeriod { period: Sought::of(period), reason: None, force: false, if_match: None };
    let blocking = |rejection: &Rejection| match &rejection.context[0].1 {
        Value::List(items) => items
            .iter()
            .map(|item| match item {
                Value::Object(members) => members[0].1.to_json().to_string(),
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let refused = stage.run(close(&january)).expect_err("not revalued");
    assert_eq!((refused.code, blocking(&refused)), (Code::PeriodNotReady, vec!["\"revaluation\"".to_owned()]));
    stage.run(on(JANUARY_END)).expect("run");
    stage.run(close(&january)).expect("closed");
    let february = stage.period(2);
    let refused = stage.run(close(&february)).expect_err("no rate in February");
    assert_eq!(blocking(&refused), ["\"missingRates\""]);
    stage.run(rate("EUR", "GBP", "0.80", date(2010, 2, 28))).expect("rate");
    // The balance is at 0.80 again since the reversal: nothing is to be revalued.
    stage.run(close(&february)).expect("closed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// For any postings at any rates: the balance is worth its rate, rounded once, and on the next day the books are as
    /// they were.
    #[test]
    fn a_revaluation_leaves_round_of_balance_times_rate_and_its_reversal_takes_that_back(
        invoices in prop::collection::vec((1_i64..100_000, 1_i128..3_000_000), 1..6),
        closing in 1_i128..3_000_000,
    ) {
        let mut stage = stage();
        for (units, unscaled) in &invoices {
            let amount = Some(crate::value::Decimal::from_units(*units, 2));
            let exchange_rate = Rate::of(crate::value::Decimal { unscaled: *unscaled, scale: 6 }).ok();
            let lines = vec![
                NewLine { debit: amount, exchange_rate, ..party_line("1100", "0", "0", "Ann") },
                NewLine { credit: amount, exchange_rate, ..line("4000", "0", "0") },
            ];
            in_euros(&mut stage, date(2010, 1, 15), lines);
        }
        let told = Rate::of(crate::value::Decimal { unscaled: closing, scale: 6 }).expect("a rate");
        stage.run(rate("EUR", "GBP", &told.to_string(), JANUARY_END)).expect("rate");
        let (own, before) = balance(&stage, "1100", date(2010, 12, 31));
        stage.run(on(JANUARY_END)).expect("run");
        prop_assert_eq!(balance(&stage, "1100", JANUARY_END).1, told.convert(own, 2, 2).expect("in range"));
        prop_assert_eq!(balance(&stage, "1100", date(2010, 12, 31)), (own, before));
        let total: i64 = stage.rows::<Balance>().iter().map(|row| row.base_debit - row.base_credit).sum();
        prop_assert_eq!(total, 0);
    }
}
