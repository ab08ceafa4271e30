//! Foreign lines, in every way in which they come into the books.

use proptest::prelude::*;

use super::*;
use crate::commands::accounts::create::CreateAccount;
use crate::commands::exchange_rates::create::tests::rate;
use crate::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::post::PostEntry;
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::update::UpdateEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::recurring_entries::create::CreateRecurringEntry;
use crate::commands::recurring_entries::run::RunOccurrence;
use crate::commands::recurring_entries::update::UpdateRecurringEntry;
use crate::ledger::recurring::Schedule;
use crate::rows::{
    AccountSubtype, AccountType, Balance, EntryType, RecurringAmounts, RecurringEntry, RecurringOutcome, Replacement,
};
use crate::testing::{Stage, account, day, line, party_line};
use crate::value::{IdOrCode, Patch, Sought};

/// A stage with a rounding account, and the euro at 0.85 pounds from the first of December on.
fn stage() -> Stage {
    let mut stage = Stage::new();
    let subtype = Some(AccountSubtype::Rounding);
    stage.run(CreateAccount { subtype, ..account("7010", AccountType::Expense, None) }).expect("account");
    stage.run(rate("EUR", "GBP", "0.85", day())).expect("rate");
    stage
}

/// An entry whose lines are in euros where they say nothing else.
fn in_euros(stage: &Stage, lines: Vec<NewLine>, post: bool) -> CreateEntry {
    CreateEntry { currency: Some("EUR".to_owned()), lines, ..stage.entry(day(), &[], post) }
}

fn with_rate(line: NewLine, rate: &str) -> NewLine {
    NewLine { exchange_rate: Some(Rate::parse(rate).expect("a rate")), ..line }
}

fn decimal(text: &str) -> Option<Decimal> {
    Some(Decimal::parse(text).expect("a decimal"))
}

/// Debit, credit, base debit, base credit and rate of each stored line from a place on.
fn stored(stage: &Stage, from: usize) -> Vec<(String, [i64; 4], String)> {
    let lines = stage.rows::<Line>().into_iter().skip(from);
    let told = lines.map(|line| {
        let rate = line.exchange_rate.map(|rate| rate.to_string()).unwrap_or_default();
        (line.currency.to_string(), [line.debit, line.credit, line.base_debit, line.base_credit], rate)
    });
    told.collect()
}

fn row(currency: &str, amounts: [i64; 4], rate: &str) -> (String, [i64; 4], String) {
    (currency.to_owned(), amounts, rate.to_owned())
}

#[test]
fn a_line_is_converted_at_its_own_rate_else_the_entrys_else_the_one_in_effect() {
    let mut stage = stage();
    let lines = || vec![line("1000", "100.00", "0"), line("4000", "0", "100.00")];
    stage.run(in_euros(&stage, lines(), true)).expect("at the rate in effect");
    assert_eq!(
        stored(&stage, 0),
        [row("EUR", [10_000, 0, 8_500, 0], "0.85"), row("EUR", [0, 10_000, 0, 8_500], "0.85")]
    );
    let at_own = CreateEntry { exchange_rate: Rate::parse("0.9").ok(), ..in_euros(&stage, lines(), true) };
    stage.run(at_own).expect("at the entry's rate");
    assert_eq!(stored(&stage, 2)[0], row("EUR", [10_000, 0, 9_000, 0], "0.9"));
    let each = vec![with_rate(line("1000", "100.00", "0"), "0.8"), with_rate(line("4000", "0", "100.00"), "0.8")];
    let at_lines = CreateEntry { exchange_rate: Rate::parse("0.9").ok(), ..in_euros(&stage, each, true) };
    stage.run(at_lines).expect("at the lines' rates");
    assert_eq!(stored(&stage, 4)[1], row("EUR", [0, 10_000, 0, 8_000], "0.8"));
    let balance = stage.rows::<Balance>().into_iter().map(|row| (row.currency.to_string(), row.debit, row.base_debit));
    assert_eq!(balance.filter(|(_, debit, _)| *debit > 0).collect::<Vec<_>>(), [("EUR".to_owned(), 30_000, 25_500)]);
}

#[test]
fn base_amounts_that_the_caller_gives_are_taken_as_they_are_and_must_balance_exactly() {
    let mut stage = stage();
    let given = |base: &str| {
        let sale = NewLine { base_debit: decimal(base), ..line("1000", "100.00", "0") };
        let back = NewLine { currency: Some("GBP".to_owned()), ..line("4000", "0", "86.01") };
        vec![sale, back]
    };
    stage.run(in_euros(&stage, given("86.01"), true)).expect("posted");
    assert_eq!(stored(&stage, 0), [row("EUR", [10_000, 0, 8_601, 0], ""), row("GBP", [0, 8_601, 0, 8_601], "")]);
    let off = stage.run(in_euros(&stage, given("86.00"), true)).expect_err("nothing was converted");
    assert_eq!(off.code, Code::EntryUnbalanced);
    assert!(off.context.contains(&("difference", "0.01".into())));
}

#[test]
fn a_residue_of_up_to_half_a_minor_unit_per_converted_line_stands_on_the_rounding_account() {
    let mut stage = stage();
    // 3 x 0.05 at 0.85 is 0.0425, rounded to 0.04 each; 0.15 is 0.1275, rounded to 0.13.
    let lines = || {
        let mut lines = vec![line("1000", "0.05", "0"); 3];
        lines.push(line("4000", "0", "0.15"));
        lines
    };
    stage.run(in_euros(&stage, lines(), true)).expect("posted");
    let written = stored(&stage, 0);
    assert_eq!(written[3], row("EUR", [0, 15, 0, 13], "0.85"));
    assert_eq!(written[4], row("GBP", [0, 0, 1, 0], ""));
    let entry = stage.rows::<Entry>().remove(0);
    assert_eq!((entry.total_debit, entry.total_credit, entry.line_count), (13, 13, 5));
    // Two converted lines take a whole unit at most: one more is a fault of the entry.
    let mixed = |gbp: &str| {
        let back = NewLine { currency: Some("GBP".to_owned()), ..line("4000", "0", gbp) };
        vec![line("1000", "50.00", "0"), line("1000", "50.00", "0"), back]
    };
    stage.run(in_euros(&stage, mixed("85.01"), true)).expect("within the bound");
    let off = stage.run(in_euros(&stage, mixed("85.02"), true)).expect_err("beyond the bound");
    assert_eq!(off.code, Code::EntryUnbalanced);
    for (name, value) in [("totalDebit", "85.00"), ("totalCredit", "85.02"), ("difference", "0.02")] {
        assert!(off.context.contains(&(name, value.into())), "{:?}", off.context);
    }
}

#[test]
fn without_a_rounding_account_the_answer_says_how_to_create_one() {
    let mut stage = Stage::new();
    stage.run(rate("EUR", "GBP", "0.85", day())).expect("rate");
    let mut lines = vec![line("1000", "0.05", "0"); 3];
    lines.push(line("4000", "0", "0.15"));
    let refused = stage.run(in_euros(&stage, lines, true)).expect_err("no account");
    let way = &refused.resolutions[1];
    assert_eq!(
        (refused.code, way.rel, way.path.as_str()),
        (Code::RoundingAccountNeeded, "create-account", "/accounting/accounts")
    );
    assert!(way.body.is_some(), "it can be sent as it stands");
}

#[test]
fn lines_of_one_currency_balance_in_it() {
    let mut stage = stage();
    let lines = vec![line("1000", "100.00", "0"), line("4000", "0", "100.01")];
    let refused = stage.run(in_euros(&stage, lines, true)).expect_err("unbalanced in euros");
    assert_eq!(refused.code, Code::EntryUnbalanced);
    assert!(refused.context.contains(&("currency", "EUR".into())));
    // Base amounts do not heal it.
    let lines = vec![
        NewLine { base_debit: decimal("85"), ..line("1000", "100.00", "0") },
        NewLine { base_credit: decimal("85"), ..line("4000", "0", "99.00") },
    ];
    assert_eq!(stage.run(in_euros(&stage, lines, true)).expect_err("unbalanced").code, Code::EntryUnbalanced);
}

#[test]
fn every_rate_that_is_missing_is_named_with_the_call_that_records_it() {
    let mut stage = stage();
    let of = |currency: &str, line: NewLine| NewLine { currency: Some(currency.to_owned()), ..line };
    let lines = vec![
        of("USD", line("1000", "10", "0")),
        of("CHF", line("1000", "10", "0")),
        of("CHF", line("1000", "10", "0")),
        of("EUR", line("4000", "0", "30")),
    ];
    let refused = stage.run(in_euros(&stage, lines, true)).expect_err("no rates");
    assert_eq!(refused.code, Code::RateMissing);
    let pointers: Vec<&str> = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/lines/0/currency", "/lines/1/currency", "/lines/2/currency"]);
    assert!(refused.detail.contains("from USD to GBP for 2010-12-01"), "{}", refused.detail);
    assert_eq!(refused.resolutions.len(), 2, "each pair once");
    let way = &refused.resolutions[0];
    assert_eq!((way.method, way.path.as_str()), ("POST", "/accounting/exchange-rates"));
    let Some(crate::value::rejection::Value::Object(body)) = &way.body else { panic!("{way:?}") };
    assert!(body.contains(&("fromCurrency", "CHF".into())) && body.contains(&("validFrom", day().into())));
    let old = CreateEntry {
        date: jiff::civil::date(2010, 12, 9),
        ..in_euros(&stage, vec![line("1000", "1", "0"), line("4000", "0", "1")], true)
    };
    assert_eq!(stage.run(old).expect_err("eight days old").code, Code::RateMissing);
}

#[test]
fn a_draft_waits_for_its_rate_and_is_converted_when_it_is_posted() {
    let mut stage = stage();
    let of = |line: NewLine| NewLine { currency: Some("USD".to_owned()), ..line };
    let lines = vec![of(line("1000", "10.00", "0")), of(line("4000", "0", "10.00"))];
    let id = stage.run(in_euros(&stage, lines, false)).expect("a draft without a rate").subject;
    assert_eq!(stage.rows::<Entry>()[0].total_debit, 0, "not known yet");
    let post = || PostEntry { entry: Sought::of(&id), if_match: None };
    assert_eq!(stage.run(post()).expect_err("no rate").code, Code::RateMissing);
    let told = UpdateEntry {
        entry: Sought::of(&id),
        currency: Some("USD".to_owned()),
        exchange_rate: Patch::Set(Rate::parse("0.65").expect("a rate")),
        ..UpdateEntry::default()
    };
    stage.run(told).expect("the entry has a rate now");
    let draft = stage.rows::<Entry>().remove(0);
    assert_eq!((draft.total_debit, draft.transaction_currency.code()), (650, "USD"));
    stage.run(post()).expect("posted");
    assert_eq!(stored(&stage, 0)[0], row("USD", [1_000, 0, 650, 0], "0.65"));
}

#[test]
fn what_contradicts_itself_or_does_not_fit_is_named_at_its_field() {
    let mut stage = stage();
    let gbp = |line: NewLine| NewLine { currency: Some("GBP".to_owned()), ..line };
    let base = |text: &str, line: NewLine| NewLine { base_debit: decimal(text), ..line };
    let euro = || line("1000", "100.00", "0");
    for (made, code, pointer) in [
        (gbp(with_rate(euro(), "1.1")), Code::ConversionConflict, "/lines/0/exchangeRate"),
        (gbp(base("99.00", euro())), Code::ConversionConflict, "/lines/0/baseDebit"),
        (with_rate(base("85.01", euro()), "0.85"), Code::ConversionConflict, "/lines/0/exchangeRate"),
        (NewLine { base_credit: decimal("85.00"), ..euro() }, Code::ConversionConflict, "/lines/0/baseCredit"),
        (base("85.001", euro()), Code::AmountPrecision, "/lines/0/baseDebit"),
        (base("10000000000000.01", euro()), Code::AmountOutOfRange, "/lines/0/baseDebit"),
        (line("1000", "0.001", "0"), Code::AmountPrecision, "/lines/0/debit"),
        (
            NewLine { currency: Some("JPY".to_owned()), ..line("1000", "0.1", "0") },
            Code::AmountPrecision,
            "/lines/0/debit",
        ),
        (NewLine { currency: Some("PTS".to_owned()), ..euro() }, Code::CurrencyNotUsable, "/lines/0/currency"),
        (with_rate(line("1000", "9000000000000", "0"), "9999999999"), Code::AmountOutOfRange, "/lines/0/exchangeRate"),
    ] {
        let mut entry = in_euros(&stage, vec![made.clone(), line("4000", "0", "100.00")], true);
        entry.exchange_rate = None;
        let refused = stage.run(entry).expect_err("refused");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, pointer), "{made:?}");
    }
    // Consistent values are no contradiction: an entry that was read may be sent back.
    let agreed = vec![with_rate(base("85.00", euro()), "0.85"), line("4000", "0", "100.00")];
    stage.run(in_euros(&stage, agreed, true)).expect("posted");
    let unknown = CreateEntry { currency: Some("PTS".to_owned()), ..stage.sale("1", true) };
    assert_eq!(stage.run(unknown).expect_err("unknown").errors[0].pointer, "/currency");
    let own = CreateEntry { exchange_rate: Rate::parse("1.1").ok(), ..stage.sale("1", true) };
    let refused = stage.run(own).expect_err("of the base currency");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ConversionConflict, "/exchangeRate"));
    // Of a currency that is not known nothing else is said.
    let unknown = CreateEntry {
        currency: Some("PTS".to_owned()),
        exchange_rate: Rate::parse("0.85").ok(),
        lines: vec![with_rate(line("1000", "1.005", "0"), "0.85"), line("4000", "0", "1.005")],
        ..stage.sale("1", true)
    };
    let refused = stage.run(unknown).expect_err("no such currency");
    let told: Vec<&str> = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!((refused.code, told), (Code::CurrencyNotUsable, vec!["/currency"]));
}

#[test]
fn an_account_kept_in_one_currency_refuses_another() {
    let mut stage = stage();
    let dollars = CreateAccount {
        currency: crate::value::CurrencyRef::parse("USD"),
        ..account("1900", AccountType::Asset, None)
    };
    stage.run(dollars).expect("account");
    let lines = vec![line("1900", "1", "0"), line("4000", "0", "1")];
    let refused = stage.run(in_euros(&stage, lines, true)).expect_err("refused");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CurrencyNotUsable, "/lines/0/currency"));
}

#[test]
fn mirrors_and_reversals_copy_amounts_and_rates_though_the_rate_is_another_by_then() {
    let mut stage = stage();
    let lines = || vec![party_line("1100", "100.00", "0", "Ann"), line("4000", "0", "100.00")];
    let voided = stage.run(in_euros(&stage, lines(), true)).expect("posted").subject;
    let reversed = stage.run(in_euros(&stage, lines(), true)).expect("posted").subject;
    stage.run(rate("EUR", "GBP", "0.99", day())).expect("a newer rate");
    let reason = "wrong".to_owned();
    stage.run(VoidEntry { entry: Sought::of(&voided), reason: reason.clone(), if_match: None }).expect("voided");
    let date = jiff::civil::date(2010, 12, 20);
    let reverse =
        ReverseEntry { post: true, entry: Sought::of(&reversed), date, reason, description: None, if_match: None };
    stage.run(reverse).expect("reversed");
    for from in [4, 6] {
        assert_eq!(
            stored(&stage, from)[..2],
            [row("EUR", [0, 10_000, 0, 8_500], "0.85"), row("EUR", [10_000, 0, 8_500, 0], "0.85")]
        );
    }
    let entries = stage.rows::<Entry>();
    assert!(entries.iter().all(|entry| entry.transaction_currency.code() == "EUR"));
    let net: i64 = stage.rows::<Balance>().iter().map(|row| row.base_debit - row.base_credit).sum();
    assert_eq!(net, 0);
}

#[test]
fn a_correction_keeps_the_entrys_currency_and_posts_the_difference_per_currency_where_the_period_is_closed() {
    for closed in [false, true] {
        let mut stage = stage();
        let lines = |amount: &str| vec![line("1000", amount, "0"), line("4000", "0", amount)];
        let march = jiff::civil::date(2010, 3, 1);
        stage.run(rate("EUR", "GBP", "0.90", march)).expect("rate");
        let sale = CreateEntry { date: march, ..in_euros(&stage, lines("100.00"), true) };
        let id = stage.run(sale).expect("posted").subject;
        if closed {
            for number in 1..=3 {
                let period = stage.period(number);
                let close = crate::commands::periods::close::ClosePeriod {
                    period: Sought::of(&period),
                    reason: None,
                    force: false,
                    if_match: None,
                };
                stage.run(close).expect("closed");
            }
        }
        let replacement = NewReplacement {
            description: "less".to_owned(),
            lines: lines("60.00"),
            metadata: "{}".to_owned(),
            ..NewReplacement::default()
        };
        let correct =
            CorrectEntry { entry: Sought::of(&id), reason: "typed wrong".to_owned(), if_match: None, replacement };
        stage.run(correct).expect("corrected");
        let mut made = stored(&stage, if closed { 2 } else { 4 });
        made.sort();
        let expected = if closed {
            [row("EUR", [0, 4_000, 0, 3_600], ""), row("EUR", [4_000, 0, 3_600, 0], "")]
        } else {
            [row("EUR", [0, 6_000, 0, 5_400], "0.9"), row("EUR", [6_000, 0, 5_400, 0], "0.9")]
        };
        assert_eq!(made, expected);
        let kept: Vec<_> =
            stage.rows::<Replacement>().into_iter().map(|row| row.transaction_currency.code().to_owned()).collect();
        assert_eq!(kept, if closed { vec!["EUR".to_owned()] } else { Vec::new() }, "the header that it stands for");
    }
}

#[test]
fn a_recurring_entry_in_foreign_currency_takes_the_rate_of_each_day() {
    let mut stage = stage();
    let of = |line: NewLine| NewLine { currency: Some("USD".to_owned()), ..line };
    let dates = vec![jiff::civil::date(2010, 3, 1), jiff::civil::date(2010, 4, 1)];
    let new = CreateRecurringEntry {
        name: "Hosting".to_owned(),
        schedule: Schedule { rule: "FREQ=MONTHLY;COUNT=2".to_owned(), start_date: dates[0], dates: dates.clone() },
        outcome: RecurringOutcome::Posted,
        amounts: RecurringAmounts::Each,
        journal: Some(IdOrCode::Id(Sought::of(&stage.journal))),
        entry_type: EntryType::Standard,
        description: "Hosting".to_owned(),
        reference: None,
        currency: None,
        exchange_rate: None,
        dimensions: String::new(),
        lines: vec![of(line("5000", "10.00", "0")), of(line("1000", "0", "10.00"))],
        metadata: "{}".to_owned(),
    };
    let recurring = stage.run(new).expect("no rate is known yet").subject;
    let run = |date| RunOccurrence { recurring: Sought::of(&recurring), date, is_scheduled: false };
    assert_eq!(stage.run(run(dates[0])).expect_err("no rate").code, Code::RateMissing);
    for (date, told) in dates.iter().zip(["0.65", "0.70"]) {
        stage.run(rate("USD", "GBP", told, *date)).expect("rate");
        stage.run(run(*date)).expect("made");
    }
    let made = stored(&stage, 0);
    assert_eq!((made[0].1, made[2].1), ([1_000, 0, 650, 0], [1_000, 0, 700, 0]));
    let lopsided = UpdateRecurringEntry {
        recurring: Sought::of(&recurring),
        lines: Some(vec![of(line("5000", "10.00", "0")), of(line("1000", "0", "9.00"))]),
        ..UpdateRecurringEntry::default()
    };
    stage.run(rate("USD", "GBP", "0.65", dates[0])).expect("rate");
    assert_eq!(stage.run(lopsided).expect_err("unbalanced in dollars").code, Code::EntryUnbalanced);
}

#[test]
fn approval_counts_the_amount_in_base_currency() {
    let mut stage = stage();
    let policy = crate::commands::approval_policies::create::CreateApprovalPolicy {
        name: "Large".to_owned(),
        applies_to: crate::rows::ApprovalSubject::JournalEntries,
        journal: None,
        movement_kind: None,
        min_amount: Decimal::parse("100.00").expect("a decimal"),
        is_active: true,
    };
    stage.run(policy).expect("policy");
    let lines = |amount: &str| vec![line("1000", amount, "0"), line("4000", "0", amount)];
    stage.run(in_euros(&stage, lines("117.00"), true)).expect("99.45 pounds");
    let large = stage.run(in_euros(&stage, lines("118.00"), true)).expect_err("100.30 pounds");
    assert_eq!(large.code, Code::ApprovalRequired);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However the lines are cut, the books balance, and rounding takes at most half a minor unit per converted line.
    #[test]
    fn what_is_posted_balances_and_its_rounding_is_bounded(
        parts in prop::collection::vec(1_i64..5_000, 1..20),
        unscaled in 1_i128..3_000_000,
    ) {
        let mut stage = stage();
        let amount = |units| Some(Decimal::from_units(units, 2));
        let mut lines: Vec<NewLine> =
            parts.iter().map(|part| NewLine { debit: amount(*part), ..line("1000", "0", "0") }).collect();
        lines.push(NewLine { credit: amount(parts.iter().sum()), ..line("4000", "0", "0") });
        let rate = Rate::of(Decimal { unscaled, scale: 6 }).expect("a rate");
        let entry = CreateEntry { exchange_rate: Some(rate), ..in_euros(&stage, lines, true) };
        stage.run(entry).expect("posted");
        let written = stage.rows::<Line>();
        let net: i64 = written.iter().map(|line| line.base_debit - line.base_credit).sum();
        prop_assert_eq!(net, 0);
        let converted = written.iter().filter(|line| line.exchange_rate.is_some()).count();
        prop_assert_eq!(converted, parts.len() + 1);
        let rounding: i64 = written
            .iter()
            .filter(|line| line.debit == 0 && line.credit == 0)
            .map(|line| line.base_debit + line.base_credit)
            .sum();
        prop_assert!(2 * rounding <= i64::try_from(converted).unwrap_or(i64::MAX));
        prop_assert!(written.len() - converted <= 1);
    }
}

#[test]
fn a_recurring_entry_gives_its_lines_its_currency_and_its_rate() {
    let mut stage = stage();
    let april = jiff::civil::date(2010, 4, 1);
    let hosting = |stage: &Stage| CreateRecurringEntry {
        name: "Hosting".to_owned(),
        schedule: Schedule { rule: "FREQ=MONTHLY;COUNT=1".to_owned(), start_date: april, dates: vec![april] },
        outcome: RecurringOutcome::Posted,
        amounts: RecurringAmounts::Each,
        journal: Some(IdOrCode::Id(Sought::of(&stage.journal))),
        entry_type: EntryType::Standard,
        description: "Hosting".to_owned(),
        reference: None,
        currency: Some("USD".to_owned()),
        exchange_rate: Rate::parse("0.5").ok(),
        dimensions: String::new(),
        lines: vec![line("5000", "10.00", "0"), line("1000", "0", "10.00")],
        metadata: "{}".to_owned(),
    };
    let unknown = CreateRecurringEntry { currency: Some("QQQ".to_owned()), ..hosting(&stage) };
    assert_eq!(stage.run(unknown).expect_err("no such currency").errors[0].pointer, "/currency");
    let of_base = CreateRecurringEntry { currency: None, ..hosting(&stage) };
    assert_eq!(stage.run(of_base).expect_err("base currency has no rate").errors[0].pointer, "/exchangeRate");
    let new = hosting(&stage);
    let recurring = stage.run(new).expect("created").subject;
    let update = || UpdateRecurringEntry { recurring: Sought::of(&recurring), ..UpdateRecurringEntry::default() };
    let rate = Patch::Set(Rate::parse("0.65").expect("a rate"));
    stage.run(UpdateRecurringEntry { exchange_rate: rate, ..update() }).expect("another rate");
    let run = RunOccurrence { recurring: Sought::of(&recurring), date: april, is_scheduled: false };
    stage.run(run).expect("made");
    assert_eq!(stored(&stage, 0)[0], row("USD", [1_000, 0, 650, 0], "0.65"));
    let made = stage.rows::<Entry>().pop().expect("an entry");
    assert_eq!((made.transaction_currency.code(), made.exchange_rate), ("USD", Rate::parse("0.65").ok()));
    let kept = |stage: &Stage| {
        let row = stage.rows::<RecurringEntry>().remove(0);
        (row.transaction_currency.code().to_owned(), row.exchange_rate.map(|rate| rate.to_string()))
    };
    // A rate belongs to its currency, and lines that stay keep theirs.
    stage.run(UpdateRecurringEntry { currency: Some("EUR".to_owned()), ..update() }).expect("another currency");
    assert_eq!(kept(&stage), ("EUR".to_owned(), None));
    stage.run(UpdateRecurringEntry { currency: Some("GBP".to_owned()), ..update() }).expect("the base currency");
    let refused = UpdateRecurringEntry { exchange_rate: Patch::Set(Rate::parse("2").expect("a rate")), ..update() };
    assert_eq!(stage.run(refused).expect_err("a rate of the base currency").code, Code::ConversionConflict);
}

#[test]
fn a_line_of_other_books_may_move_the_base_balance_alone_and_no_other_line_may() {
    let mut stage = stage();
    let alone = |debit: Option<Decimal>, credit: Option<Decimal>| NewLine {
        base_debit: debit,
        base_credit: credit,
        ..line("1100", "0", "0")
    };
    let loss = |entry_type| {
        let taken = NewLine { currency: Some("GBP".to_owned()), ..line("4000", "5.00", "0") };
        CreateEntry { entry_type, ..in_euros(&stage, vec![alone(None, decimal("5.00")), taken], true) }
    };
    let (imported, standard) = (loss(EntryType::Import), loss(EntryType::Standard));
    let refused = stage.run(standard).expect_err("the books make such lines themselves");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::EntryIncomplete, "/lines/0/debit"));
    // Nor does it name the party that the account asks for: it is of all that stands there.
    stage.run(imported).expect("posted");
    assert_eq!(stored(&stage, 0), [row("EUR", [0, 0, 0, 500], ""), row("GBP", [500, 0, 500, 0], "")]);
    let gain = vec![alone(decimal("0.03"), decimal("0.00")), alone(None, decimal("0.03"))];
    stage.run(CreateEntry { entry_type: EntryType::Import, ..in_euros(&stage, gain, true) }).expect("posted");
    assert_eq!(stored(&stage, 2), [row("EUR", [0, 0, 3, 0], ""), row("EUR", [0, 0, 0, 3], "")]);
    for (wrong, pointer) in [
        (alone(decimal("0.001"), None), "/lines/0/baseDebit"),
        (alone(decimal("5"), decimal("5")), "/lines/0/baseDebit"),
        (alone(None, decimal("-5")), "/lines/0/baseCredit"),
    ] {
        let lines = vec![wrong, line("4000", "0", "5.00")];
        let entry = CreateEntry { entry_type: EntryType::Import, ..in_euros(&stage, lines, true) };
        let refused = stage.run(entry).expect_err("refused");
        assert_eq!(refused.errors[0].pointer, pointer, "{refused:?}");
    }
}
