//! Dimensions of lines: the values that a draft may name, those that a posted line gets, and the obstacles.

use jiff::civil::date;

use super::*;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::dimension_values::create::tests::value;
use crate::commands::dimension_values::update::UpdateDimensionValue;
use crate::commands::dimensions::create::tests::dimension;
use crate::commands::dimensions::update::UpdateDimension;
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::post::PostEntry;
use crate::commands::journal_entries::update::UpdateEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::ledger::entries::draft::NewLine;
use crate::testing::{Stage, account_id, line};
use crate::value::{Patch, Sought};

/// A dimension `dept` with D1 and below it D10, and D20 next to D1; returns its wire id.
pub(crate) fn departments(stage: &mut Stage) -> String {
    let id = stage.run(dimension("dept")).expect("a dimension").subject;
    let top = stage.run(value(&id, "D1", None)).expect("a value").subject;
    stage.run(value(&id, "D10", Some(&top))).expect("a value below it");
    stage.run(value(&id, "D20", None)).expect("another value");
    id
}

/// The wire id of the value with this code.
pub(crate) fn value_id(stage: &Stage, code: &str) -> String {
    stage.rows::<DimensionValue>().into_iter().find(|value| value.code == code).expect("value").id.to_string()
}

/// A sale whose first line has these dimensions.
pub(crate) fn sale_for(stage: &Stage, dimensions: &str, post: bool) -> CreateEntry {
    let mut sale = stage.sale("10", post);
    sale.lines[0].dimensions = dimensions.to_owned();
    sale
}

fn giving(stage: &Stage, account: &str, default: &str) -> UpdateAccount {
    UpdateAccount {
        account: Sought::of(&account_id(stage, account)),
        default_dimensions: Patch::Set(Json::parse(default).expect("JSON")),
        ..UpdateAccount::default()
    }
}

fn requiring(stage: &Stage, account: &str, codes: &[&str]) -> UpdateAccount {
    UpdateAccount {
        account: Sought::of(&account_id(stage, account)),
        required_dimensions: Some(codes.iter().map(|&code| code.to_owned()).collect()),
        ..UpdateAccount::default()
    }
}

fn faults(rejection: &Rejection) -> Vec<(&str, &str)> {
    rejection.errors.iter().map(|error| (error.code, error.pointer.as_str())).collect()
}

#[test]
fn per_code_the_line_speaks_first_then_the_entry_then_the_account() {
    let mut stage = Stage::new();
    departments(&mut stage);
    let site = stage.run(dimension("site")).expect("a dimension").subject;
    for code in ["N", "S", "W"] {
        stage.run(value(&site, code, None)).expect("a value");
    }
    stage.run(giving(&stage, "1000", r#"{"dept":"D20","site":"W"}"#)).expect("a default");
    let got = |stage: &mut Stage, line: &str, entry: &str| {
        let sale = CreateEntry { dimensions: entry.to_owned(), ..sale_for(stage, line, true) };
        stage.run(sale).expect("posted");
        let lines = stage.rows::<Line>();
        lines[lines.len() - 2..].iter().map(|line| line.dimensions.clone()).collect::<Vec<_>>()
    };
    for (line, entry, on_cash, on_sales) in [
        ("", "", r#"{"dept":"D20","site":"W"}"#, ""),
        ("", r#"{"site":"S"}"#, r#"{"dept":"D20","site":"S"}"#, r#"{"site":"S"}"#),
        (r#"{"site":"N"}"#, r#"{"site":"S"}"#, r#"{"dept":"D20","site":"N"}"#, r#"{"site":"S"}"#),
        (r#"{"dept":"D10","site":"N"}"#, "", r#"{"dept":"D10","site":"N"}"#, ""),
        (
            r#"{"dept":"D10"}"#,
            r#"{"dept":"D1","site":"S"}"#,
            r#"{"dept":"D10","site":"S"}"#,
            r#"{"dept":"D1","site":"S"}"#,
        ),
    ] {
        assert_eq!(got(&mut stage, line, entry), [on_cash, on_sales], "{line} {entry}");
    }
    // Each distinct set is kept once, with one row per dimension.
    let sets = stage.rows::<DimensionSet>();
    let mut texts: Vec<&str> = sets.iter().map(|set| set.dimensions.as_str()).collect();
    texts.dedup();
    assert_eq!((sets.len(), texts.len()), (13, 7));
    // A draft holds the values as written; the rest comes with the posting.
    let draft = stage.run(sale_for(&stage, "", false)).expect("draft");
    let stored = stage.rows::<Entry>().into_iter().find(|entry| entry.id.to_string() == draft.subject).unwrap();
    assert_eq!(crate::rows::entry_drafts::decode_drafts(&stored.draft_lines).unwrap()[0].dimensions, "");
}

#[test]
fn a_draft_names_nothing_unknown_and_all_of_it_is_told_at_once() {
    let mut stage = Stage::new();
    departments(&mut stage);
    let mut wrong = sale_for(&stage, r#"{"dept":"D99","si/te":"N"}"#, false);
    wrong.dimensions = r#"{"dept":"d10"}"#.to_owned();
    let rejection = stage.run(wrong.clone()).expect_err("refused");
    let unknown = "unknown_reference";
    assert_eq!(
        faults(&rejection),
        [(unknown, "/dimensions/dept"), (unknown, "/lines/0/dimensions/dept"), (unknown, "/lines/0/dimensions/si~1te")]
    );
    assert!(rejection.errors[2].message.contains("there are dept"), "{}", rejection.errors[2].message);
    let draft = stage.run(sale_for(&stage, "", false)).expect("draft").subject;
    let edit = UpdateEntry {
        entry: Sought::of(&draft),
        dimensions: Patch::Set(Json::parse(&wrong.dimensions).unwrap()),
        lines: Some(wrong.lines),
        ..UpdateEntry::default()
    };
    assert_eq!(faults(&stage.run(edit).expect_err("refused")), faults(&rejection));
}

#[test]
fn a_line_takes_no_value_that_is_a_group_inactive_or_outside_of_its_days() {
    let mut stage = Stage::new();
    let id = departments(&mut stage);
    let change = |stage: &Stage, code: &str| UpdateDimensionValue {
        dimension: Sought::of(&id),
        value: Sought::of(&value_id(stage, code)),
        ..UpdateDimensionValue::default()
    };
    let on = |stage: &Stage, day: i8, dimensions: &str| CreateEntry {
        date: date(2010, 12, day),
        ..sale_for(stage, dimensions, true)
    };
    // A value with others below it takes lines, until it is made a group.
    stage.run(on(&stage, 1, r#"{"dept":"D1"}"#)).expect("no group");
    stage.run(UpdateDimensionValue { is_group: Some(true), ..change(&stage, "D1") }).expect("a group");
    let days = UpdateDimensionValue {
        active_from: Patch::Set(date(2010, 12, 5)),
        active_to: Patch::Set(date(2010, 12, 6)),
        ..change(&stage, "D10")
    };
    stage.run(days).expect("bounded");
    stage.run(UpdateDimensionValue { is_active: Some(false), ..change(&stage, "D20") }).expect("inactive");
    for (day, dimensions, words) in [
        (1, r#"{"dept":"D1"}"#, "is a group"),
        (1, r#"{"dept":"D20"}"#, "is inactive"),
        (4, r#"{"dept":"D10"}"#, "active from 2010-12-05 on, not on 2010-12-04"),
        (7, r#"{"dept":"D10"}"#, "was active until 2010-12-06, not on 2010-12-07"),
    ] {
        let rejection = stage.run(on(&stage, day, dimensions)).expect_err("refused");
        assert_eq!(faults(&rejection), [("dimension_not_usable", "/lines/0/dimensions/dept")]);
        assert!(rejection.detail.contains(words), "{}", rejection.detail);
        assert_eq!(rejection.resolutions[0].path, "/accounting/dimensions");
        // A draft may name a value that is not usable now: posting checks again.
        let draft = CreateEntry { post: false, ..on(&stage, day, dimensions) };
        let entry = stage.run(draft).expect("a draft").subject;
        assert_eq!(
            stage.run(PostEntry { entry: Sought::of(&entry), if_match: None }).expect_err("refused").code,
            rejection.code
        );
    }
    for day in [5, 6] {
        stage.run(on(&stage, day, r#"{"dept":"D10"}"#)).expect("both days are within");
    }
    stage
        .run(UpdateDimension { dimension: Sought::of(&id), is_active: Some(false), ..UpdateDimension::default() })
        .expect("inactive");
    let mut from_entry = on(&stage, 5, "");
    from_entry.dimensions = r#"{"dept":"D10"}"#.to_owned();
    let rejection = stage.run(from_entry).expect_err("refused");
    assert_eq!(rejection.errors[0].pointer, "/dimensions/dept", "where the value stands");
}

#[test]
fn an_account_takes_no_line_without_what_it_requires_and_a_void_is_not_asked() {
    let mut stage = Stage::new();
    departments(&mut stage);
    let plain = stage.run(stage.sale("1", true)).expect("nothing is required yet").subject;
    stage.run(requiring(&stage, "4000", &["dept"])).expect("required");
    let rejection = stage.run(stage.sale("1", true)).expect_err("refused");
    assert_eq!(faults(&rejection), [("dimension_required", "/lines/1/dimensions/dept")]);
    assert!(rejection.detail.contains("give it on the line or the entry"), "{}", rejection.detail);
    assert_eq!(rejection.resolutions[0].path, "/accounting/dimensions");
    stage.run(stage.sale("1", false)).expect("a draft may be incomplete");
    stage
        .run(VoidEntry { entry: Sought::of(&plain), reason: "wrong".to_owned(), if_match: None })
        .expect("voids take back");
    let mut with = stage.sale("1", true);
    with.dimensions = r#"{"dept":"D10"}"#.to_owned();
    let posted = stage.run(with).expect("from the entry").subject;
    stage.run(giving(&stage, "4000", r#"{"dept":"D20"}"#)).expect("a default");
    stage.run(stage.sale("1", true)).expect("from the account");
    stage.run(VoidEntry { entry: Sought::of(&posted), reason: "wrong".to_owned(), if_match: None }).expect("voided");
    let mirror = stage.rows::<Line>().into_iter().rev().map(|line| line.dimensions).next();
    assert_eq!(mirror.as_deref(), Some(r#"{"dept":"D10"}"#), "a mirror copies");
}

#[test]
fn accounts_require_and_give_only_what_there_is() {
    let mut stage = Stage::new();
    let id = departments(&mut stage);
    let unknown = stage.run(requiring(&stage, "1000", &["dept", "site"])).expect_err("unknown");
    assert_eq!(faults(&unknown), [("unknown_reference", "/requiredDimensions/1")]);
    let unknown = stage.run(giving(&stage, "1000", r#"{"dept":"D99","site":"N"}"#)).expect_err("unknown");
    assert_eq!(
        faults(&unknown),
        [("unknown_reference", "/defaultDimensions/dept"), ("unknown_reference", "/defaultDimensions/site")]
    );
    let mut new = crate::testing::account("1500", crate::rows::AccountType::Asset, None);
    new.required_dimensions = vec!["site".to_owned()];
    assert_eq!(stage.run(new.clone()).expect_err("unknown").code, Code::UnknownReference);
    new.required_dimensions = vec!["dept".to_owned()];
    new.default_dimensions = r#"{"dept":"D99"}"#.to_owned();
    assert_eq!(stage.run(new.clone()).expect_err("unknown").code, Code::UnknownReference);
    new.default_dimensions = r#"{"dept":"D10"}"#.to_owned();
    stage.run(new).expect("known");
    stage.run(giving(&stage, "1000", r#"{"dept":"D10"}"#)).expect("given");
    stage.run(giving(&stage, "1000", r#"{"dept":null}"#)).expect("taken away by null");
    assert!(
        stage.rows::<Account>().iter().all(|account| account.code != "1000" || account.default_dimensions.is_empty())
    );
    stage.run(requiring(&stage, "1500", &[])).expect("not required");
    let stop = UpdateDimension { dimension: Sought::of(&id), is_active: Some(false), ..UpdateDimension::default() };
    stage.run(stop).expect("inactive");
    let inactive = stage.run(requiring(&stage, "1000", &["dept"])).expect_err("inactive");
    assert_eq!(faults(&inactive), [("dimension_not_usable", "/requiredDimensions/0")]);
}

#[test]
fn a_line_has_at_most_twenty_dimensions_with_those_of_entry_and_account() {
    let mut stage = Stage::new();
    let mut texts = Vec::new();
    for number in 0..=limits::DIMENSIONS_PER_LINE {
        let code = format!("d{number:02}");
        let id = stage.run(dimension(&code)).expect("a dimension").subject;
        stage.run(value(&id, "v", None)).expect("a value");
        texts.push(format!(r#""{code}":"v""#));
    }
    let object = |texts: &[String]| format!("{{{}}}", texts.join(","));
    let mut sale = sale_for(&stage, &object(&texts[1..]), true);
    stage.run(sale.clone()).expect("twenty");
    sale.dimensions = object(&texts[..1]);
    let rejection = stage.run(sale).expect_err("one more");
    assert_eq!(faults(&rejection), [("limit_reached", "/lines/0/dimensions")]);
}

#[test]
fn lines_without_dimensions_ask_for_nothing_about_them() {
    let mut stage = Stage::new();
    departments(&mut stage);
    let mut book = stage.model.book().unwrap();
    let mut keys = Vec::new();
    let new = NewLine { ..line("1000", "1", "0") };
    new.hint(&book, &mut keys);
    assert_eq!(keys, [Key::AccountByCode("1000".to_owned())]);
    keep_sets(&mut book, &[]).expect("nothing to look for");
    assert!(!book.holds(&Key::Dimensions));
}
