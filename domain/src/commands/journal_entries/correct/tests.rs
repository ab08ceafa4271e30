//! Corrections in open and closed periods, and their voids and reversals.

use jiff::civil::date;

use super::*;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::journal_entries::auto_reverse::AutoReverseEntry;
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::commands::periods::close::ClosePeriod;
use crate::rows::{Account, Balance, FactRow, Replacement};
use crate::testing::{Stage, line, party_line};

const MARCH: Date = date(2010, 3, 31);

/// A sale of March.
fn sale(stage: &Stage, amount: &str) -> CreateEntry {
    CreateEntry {
        source: "shop".to_owned(),
        external_id: Some("536365".to_owned()),
        ..stage.entry(MARCH, &[("1000", amount, "0"), ("4000", "0", amount)], true)
    }
}

fn post(stage: &mut Stage, amount: &str) -> String {
    stage.run(sale(stage, amount)).expect("posted").subject
}

/// The sale should have been of this amount.
fn correct(entry: &str, amount: &str) -> CorrectEntry {
    CorrectEntry {
        entry: Sought::of(entry),
        reason: "misread".to_owned(),
        if_match: None,
        replacement: NewReplacement {
            description: "a sale".to_owned(),
            lines: vec![line("1000", amount, "0"), line("4000", "0", amount)],
            metadata: "{}".to_owned(),
            ..NewReplacement::default()
        },
    }
}

fn void(entry: &str) -> VoidEntry {
    VoidEntry { entry: Sought::of(entry), reason: "wrong".to_owned(), if_match: None }
}

fn reverse(entry: &str) -> ReverseEntry {
    ReverseEntry {
        post: true,
        entry: Sought::of(entry),
        date: date(2010, 6, 1),
        reason: "withdrawn".to_owned(),
        description: None,
        if_match: None,
    }
}

fn find(stage: &Stage, id: &str) -> Entry {
    stage.rows::<Entry>().into_iter().find(|entry| entry.id.to_string() == id).expect("entry")
}

/// Closes January to March.
fn close_march(stage: &mut Stage) {
    let mut periods = stage.rows::<Period>();
    periods.sort_by_key(|period| period.number);
    for month in &periods[..3] {
        stage
            .run(ClosePeriod { period: Sought::Id(month.id), reason: None, force: false, if_match: None })
            .expect("closed");
    }
}

/// Debits less credits of an account over all time.
fn balance(stage: &Stage, code: &str) -> i64 {
    let account = stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account").id;
    let rows = stage.rows::<Balance>().into_iter().filter(|row| row.account_id == account);
    rows.map(|row| row.base_debit - row.base_credit).sum()
}

/// A corrected sale of a closed March: original and difference.
fn corrected_in_april(stage: &mut Stage) -> (String, String) {
    let original = post(stage, "100");
    close_march(stage);
    let difference = stage.run(correct(&original, "130")).expect("corrected").subject;
    (original, difference)
}

#[test]
fn in_an_open_period_the_entry_is_voided_and_the_replacement_posted_in_one_fact() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let facts = stage.rows::<FactRow>().len();
    let reply = stage.run(correct(&id, "130")).expect("corrected");
    assert_eq!(stage.rows::<FactRow>().len(), facts + 1);
    let (original, replacement) = (find(&stage, &id), find(&stage, &reply.subject));
    assert_eq!(reply.related, Some(id));
    assert_eq!((original.status, original.void_reason.as_deref()), (EntryStatus::Voided, Some("misread")));
    assert_eq!(original.corrected_by_entry_id, Some(replacement.id));
    assert_eq!((replacement.corrects_entry_id, replacement.reason.as_deref()), (Some(original.id), Some("misread")));
    assert_eq!((replacement.entry_type, replacement.status), (EntryType::Standard, EntryStatus::Posted));
    assert_eq!((replacement.date, replacement.journal_id), (original.date, original.journal_id), "kept");
    assert_eq!((replacement.source.as_str(), replacement.external_id.as_deref()), ("shop", Some("536365")), "kept");
    assert!(!replacement.prior_period_adjustment && stage.rows::<Replacement>().is_empty());
    assert_eq!((balance(&stage, "1000"), balance(&stage, "4000")), (13_000, -13_000));
    assert_eq!(stage.run(sale(&stage, "1")).expect_err("still taken").code, Code::DuplicateExternalId);
}

#[test]
fn the_replacement_has_another_date_source_journal_or_external_id_where_it_names_one() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let mut other = correct(&id, "100");
    other.replacement.date = Some(date(2010, 5, 5));
    other.replacement.source = Some("till".to_owned());
    other.replacement.external_id = Patch::Set("9".to_owned());
    let replacement = stage.run(other).expect("corrected").subject;
    let replacement = find(&stage, &replacement);
    assert_eq!((replacement.date, replacement.source.as_str()), (date(2010, 5, 5), "till"));
    assert_eq!(replacement.external_id.as_deref(), Some("9"));
    stage.run(sale(&stage, "1")).expect("the old external id is free");
}

#[test]
fn in_a_closed_period_only_the_difference_is_posted_on_the_first_open_date() {
    let mut stage = Stage::new();
    let (original, difference) = corrected_in_april(&mut stage);
    let (original, difference) = (find(&stage, &original), find(&stage, &difference));
    assert_eq!((original.status, original.corrected_by_entry_id), (EntryStatus::Posted, Some(difference.id)));
    assert_eq!((difference.date, difference.corrects_entry_id), (date(2010, 4, 1), Some(original.id)));
    assert_eq!(difference.description, "Correction of GJ-2010-000001: misread");
    assert!(difference.prior_period_adjustment);
    assert_eq!((difference.total_debit, difference.external_id), (3_000, None));
    let replacement = stage.rows::<Replacement>().remove(0);
    assert_eq!((replacement.entry_id, replacement.date), (difference.id, MARCH));
    let lines = crate::rows::replacements::decode_lines(&replacement.lines).expect("lines");
    assert_eq!(lines.iter().map(|line| line.base_debit).collect::<Vec<_>>(), [13_000, 0]);
    assert_eq!((balance(&stage, "1000"), balance(&stage, "4000")), (13_000, -13_000));
}

#[test]
fn the_difference_is_per_account_party_and_dimensions() {
    let mut stage = Stage::new();
    let country =
        stage.run(crate::commands::dimensions::create::tests::dimension("country")).expect("dimension").subject;
    stage.run(crate::commands::dimension_values::create::tests::value(&country, "FR", None)).expect("value");
    let mut first = sale(&stage, "100");
    first.lines[0] = party_line("1100", "100", "0", "Ann");
    let id = stage.run(first).expect("posted").subject;
    close_march(&mut stage);
    let mut moved = correct(&id, "100");
    moved.replacement.lines[0] = party_line("1100", "100", "0", "Bob");
    moved.replacement.lines[1].dimensions = r#"{"country":"FR"}"#.to_owned();
    let difference = stage.run(moved).expect("corrected").subject;
    let sequence = find(&stage, &difference).sequence;
    let lines = stage.rows::<Line>().into_iter().filter(|line| Some(line.entry_sequence) == sequence);
    let mut sides: Vec<_> =
        lines.map(|line| (line.base_debit, line.base_credit, line.party_id.is_some(), line.dimensions)).collect();
    sides.sort();
    assert_eq!(
        sides,
        [
            (0, 10_000, false, r#"{"country":"FR"}"#.to_owned()),
            (0, 10_000, true, String::new()),
            (10_000, 0, false, String::new()),
            (10_000, 0, true, String::new()),
        ]
    );
}

#[test]
fn a_correction_is_corrected_against_the_newest_and_the_older_ones_name_it() {
    let mut stage = Stage::new();
    let (original, first) = corrected_in_april(&mut stage);
    let refused = stage.run(correct(&original, "150")).expect_err("there is a newer one");
    assert_eq!(refused.code, Code::EntryAlreadyCorrected);
    assert!(refused.context.contains(&("correctedByEntryId", first.as_str().into())));
    // April is open, and still only the difference is posted: the original lies in March.
    let second = stage.run(correct(&first, "150")).expect("corrected again").subject;
    assert_eq!((find(&stage, &second).total_debit, balance(&stage, "1000")), (2_000, 15_000));
    for older in [&original, &first] {
        for refused in [stage.run(correct(older, "1")), stage.run(void(older)), stage.run(reverse(older))] {
            let refused = refused.expect_err("corrected");
            assert_eq!(refused.code, Code::EntryAlreadyCorrected);
            assert!(refused.context.contains(&("correctedByEntryId", second.as_str().into())));
        }
    }
}

#[test]
fn an_entry_that_was_voided_for_its_replacement_names_the_newest_one() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let first = stage.run(correct(&id, "110")).expect("corrected").subject;
    let second = stage.run(correct(&first, "120")).expect("corrected").subject;
    let newest = ("correctedByEntryId", second.as_str().into());
    let refused = stage.run(correct(&id, "1")).expect_err("corrected");
    assert_eq!((refused.code, refused.context.contains(&newest)), (Code::EntryAlreadyCorrected, true));
    let refused = stage.run(void(&id)).expect_err("voided");
    assert_eq!((refused.code, refused.context.contains(&newest)), (Code::EntryAlreadyVoided, true));
}

#[test]
fn a_replacement_that_changes_nothing_is_refused() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let refused = stage.run(correct(&id, "100")).expect_err("the same");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::NothingToCorrect, "/replacement"));
    let mut text = correct(&id, "100");
    text.replacement.description = "another text".to_owned();
    close_march(&mut stage);
    let refused = stage.run(text.clone()).expect_err("texts of a closed period stay");
    assert_eq!(refused.code, Code::NothingToCorrect);
}

#[test]
fn in_an_open_period_a_text_alone_is_a_correction() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let mut text = correct(&id, "100");
    text.replacement.description = "another text".to_owned();
    let replacement = stage.run(text).expect("corrected").subject;
    assert_eq!(find(&stage, &replacement).description, "another text");
}

#[test]
fn faults_of_the_replacement_are_pointed_at_within_it() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let mut wrong = correct(&id, "1.001");
    wrong.replacement.lines.push(line("9999", "1", "0"));
    let refused = stage.run(wrong).expect_err("refused");
    let pointers: Vec<_> = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(
        pointers,
        ["/replacement/lines/0/debit", "/replacement/lines/1/credit", "/replacement/lines/2/accountCode"]
    );
    let mut unbalanced = correct(&id, "5");
    unbalanced.replacement.lines[1] = line("4000", "0", "6");
    let mut early = correct(&id, "5");
    early.replacement.auto_reverse_on = Patch::Set(MARCH);
    let mut nowhere = correct(&id, "5");
    nowhere.replacement.date = Some(date(2031, 1, 1));
    let mut stock = correct(&id, "5");
    stock.replacement.lines[0] = line("1200", "5", "0");
    for (command, code, pointer) in [
        (unbalanced, Code::EntryUnbalanced, "/replacement/lines"),
        (early, Code::DateBeforeEntry, "/replacement/autoReverseOn"),
        (nowhere, Code::NoPeriod, "/replacement/date"),
        (stock, Code::ControlAccount, "/replacement/lines/0/accountCode"),
    ] {
        let refused = stage.run(command).expect_err("refused");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, pointer));
    }
    let stale = CorrectEntry { if_match: Some(vec![9]), ..correct(&id, "5") };
    assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
    assert_eq!(stage.run(correct("je_x", "5")).expect_err("unknown").code, Code::NotFound);
}

#[test]
fn an_account_that_was_retired_since_is_kept_but_not_taken_up() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    for code in ["4000", "5000"] {
        let account = stage.rows::<Account>().into_iter().find(|account| account.code == code).unwrap().id.to_string();
        stage
            .run(UpdateAccount { account: Sought::of(&account), is_active: Some(false), ..UpdateAccount::default() })
            .expect("retired");
    }
    let mut other = correct(&id, "120");
    other.replacement.lines[1] = line("5000", "0", "120");
    assert_eq!(stage.run(other).expect_err("retired").code, Code::AccountNotUsable);
    stage.run(correct(&id, "120")).expect("the entry had it");
}

#[test]
fn voiding_the_replacement_of_an_open_period_leaves_neither_in_effect() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let replacement = stage.run(correct(&id, "130")).expect("corrected").subject;
    stage.run(void(&replacement)).expect("voided");
    let (original, replacement) = (find(&stage, &id), find(&stage, &replacement));
    assert_eq!((original.status, replacement.status), (EntryStatus::Voided, EntryStatus::Voided));
    assert_eq!(original.corrected_by_entry_id, Some(replacement.id), "the history stays");
    assert_eq!(balance(&stage, "1000"), 0);
    stage.run(sale(&stage, "1")).expect("the external id is free");
}

#[test]
fn voiding_a_difference_puts_the_original_into_effect_again() {
    let mut stage = Stage::new();
    let (original, difference) = corrected_in_april(&mut stage);
    stage.run(void(&difference)).expect("voided");
    assert_eq!((find(&stage, &original).corrected_by_entry_id, balance(&stage, "1000")), (None, 10_000));
    assert_eq!(find(&stage, &difference).corrects_entry_id, Some(find(&stage, &original).id), "the history stays");
    let again = stage.run(correct(&original, "140")).expect("corrected anew").subject;
    assert_eq!((find(&stage, &again).total_debit, balance(&stage, "1000")), (4_000, 14_000));
}

#[test]
fn reversing_a_difference_puts_the_original_into_effect_again_and_voiding_that_reversal_takes_it_back() {
    let mut stage = Stage::new();
    let (original, difference) = corrected_in_april(&mut stage);
    let reversal = stage.run(reverse(&difference)).expect("reversed").subject;
    assert_eq!((find(&stage, &original).corrected_by_entry_id, balance(&stage, "1000")), (None, 10_000));
    stage.run(void(&reversal)).expect("voided");
    let corrected_by = find(&stage, &original).corrected_by_entry_id.map(|id| id.to_string());
    assert_eq!((corrected_by, balance(&stage, "1000")), (Some(difference.clone()), 13_000));
    // Reversed once more, and the original then corrected in another way: the first correction cannot come back.
    let reversal = stage.run(reverse(&difference)).expect("reversed").subject;
    let second = stage.run(correct(&original, "150")).expect("corrected").subject;
    assert_eq!(stage.run(void(&reversal)).expect_err("corrected since").code, Code::EntryAlreadyCorrected);
    stage.run(void(&second)).expect("voided");
    stage.run(void(&reversal)).expect("voided");
    assert_eq!(balance(&stage, "1000"), 13_000);
}

#[test]
fn reversing_the_replacement_of_an_open_period_leaves_the_voided_original_as_it_is() {
    let mut stage = Stage::new();
    let id = post(&mut stage, "100");
    let replacement = stage.run(correct(&id, "130")).expect("corrected").subject;
    stage.run(reverse(&replacement)).expect("reversed");
    let corrected_by = find(&stage, &id).corrected_by_entry_id.map(|id| id.to_string());
    assert_eq!((corrected_by, balance(&stage, "1000")), (Some(replacement.clone()), 0));
    assert_eq!(stage.run(correct(&replacement, "1")).expect_err("reversed").code, Code::EntryAlreadyReversed);
}

#[test]
fn a_posted_scheduled_reversal_goes_with_what_is_corrected_and_comes_again() {
    let mut stage = Stage::new();
    let mut accrual = sale(&stage, "100");
    accrual.auto_reverse_on = Some(date(2010, 4, 1));
    let id = stage.run(accrual).expect("posted").subject;
    let today = |entry: &str| AutoReverseEntry { entry: Sought::of(entry), as_of: date(2010, 4, 2) };
    let reversal = stage.run(today(&id)).expect("reversed").related.expect("a reversal");
    let replacement = stage.run(correct(&id, "130")).expect("corrected").subject;
    assert_eq!(find(&stage, &reversal).status, EntryStatus::Voided);
    assert_eq!(find(&stage, &replacement).auto_reverse_on, Some(date(2010, 4, 1)), "kept");
    assert_eq!(balance(&stage, "1000"), 13_000);
    stage.run(today(&replacement)).expect("reversed").related.expect("a reversal");
    assert_eq!(balance(&stage, "1000"), 0);
}

#[test]
fn what_waits_for_its_reversal_in_a_closed_period_is_reversed_with_its_difference() {
    let mut stage = Stage::new();
    let mut accrual = sale(&stage, "100");
    accrual.auto_reverse_on = Some(date(2010, 4, 30));
    let id = stage.run(accrual).expect("posted").subject;
    close_march(&mut stage);
    let difference = stage.run(correct(&id, "130")).expect("corrected").subject;
    assert_eq!(find(&stage, &difference).auto_reverse_on, Some(date(2010, 4, 30)));
    for entry in [&id, &difference] {
        let due = AutoReverseEntry { entry: Sought::of(entry), as_of: date(2010, 4, 30) };
        stage.run(due).expect("reversed").related.expect("a reversal");
    }
    assert_eq!((balance(&stage, "1000"), balance(&stage, "4000")), (0, 0));
    let refused = stage.run(correct(&difference, "1")).expect_err("reversed");
    assert_eq!(refused.code, Code::EntryAlreadyReversed);
}
