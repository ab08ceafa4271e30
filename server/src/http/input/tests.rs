//! Tests of every strictness rule of the input kit.
#![expect(dead_code, reason = "many fields are only read in")]

use std::collections::BTreeMap;

use domain::value::id::AccountId;
use domain::value::permission::BuiltInRole;
use domain::value::{Currency, Date, Instant, Sought};

use super::super::json::parse;
use super::*;

crate::input! {
    /// A line.
    pub struct Line {
        /// The account.
        pub account_id: Sought<AccountId>,
        pub debit: Option<Amount> = "1.00",
    }

    /// A thing with every kind of field.
    ///
    /// Second paragraph.
    pub struct Thing ignoring ["href"] {
        /// Its code.
        pub code: Text<1, 3> = "ABC",
        pub note: Option<LongText<0, 10>>,
        pub size: Option<Whole<1, 200>>,
        pub active: Option<bool>,
        pub role: Option<BuiltInRole>,
        pub day: Option<Date>,
        pub at: Option<Instant>,
        pub currency: Option<Currency>,
        pub lines: Option<List<Line, 1, 3>>,
        pub dimensions: Option<StringMap<2>>,
        pub metadata: Option<JsonObject>,
        pub cleared: Patch<Text<1, 5>>,
        pub changed: Change<Text<1, 5>>,
        pub reason: Option<Reason>,
        pub name: Option<Name<5>>,
        pub r#type: Option<Text<1, 9>>,
    }
}

fn read(text: &str) -> Result<Thing, Vec<(String, &'static str)>> {
    let node = parse(text.as_bytes()).unwrap();
    decode::<Thing>(&node, &Pointer::Body)
        .map_err(|errors| errors.into_iter().map(|one| (one.pointer, one.code)).collect())
}

/// Each text, as the only extra field next to a good code, breaks exactly this rule there.
fn refused(cases: &[(&str, &str, &str)]) {
    for (field, pointer, code) in cases {
        let text = format!("{{\"code\":\"A\",{field}}}");
        assert_eq!(read(&text).unwrap_err(), vec![((*pointer).to_owned(), *code)], "{text}");
    }
}

fn accepted(fields: &[&str]) {
    for field in fields {
        let text = format!("{{\"code\":\"A\",{field}}}");
        assert!(read(&text).is_ok(), "{text}: {:?}", read(&text));
    }
}

#[test]
fn all_violations_come_in_one_answer() {
    let errors =
        read(r#"{"cod":"A","size":"1","lines":[{"debit":"-1"},{"accountId":7,"debit":true}],"day":"2010-02-30"}"#)
            .unwrap_err();
    let expected = [
        ("/cod", "unknown_field"),
        ("/code", "required"),
        ("/size", "wrong_type"),
        ("/day", "malformed_date"),
        ("/lines/0/accountId", "required"),
        ("/lines/0/debit", "out_of_range"),
        ("/lines/1/accountId", "wrong_type"),
        ("/lines/1/debit", "wrong_type"),
    ];
    assert_eq!(errors, expected.map(|(pointer, code)| (pointer.to_owned(), code)).to_vec());
}

#[test]
fn an_unknown_field_names_the_nearest_known_one() {
    let node = parse(br#"{"code":"A","lines":[{"account_id":"x"}]}"#).unwrap();
    let errors = decode::<Thing>(&node, &Pointer::Body).unwrap_err();
    assert_eq!(errors[0].pointer, "/lines/0/account_id");
    assert!(errors[0].message.ends_with("did you mean \"accountId\"?"), "{}", errors[0].message);
}

#[test]
fn read_only_fields_are_not_looked_at() {
    accepted(&["\"href\":{\"any\":[1]}", "\"href\":null"]);
}

#[test]
fn text_is_counted_in_characters_and_free_of_control_characters() {
    accepted(&["\"note\":\"a\\n\\tb\"", "\"note\":\"\"", "\"note\":\"éééééééééé\"", "\"note\":null"]);
    refused(&[
        ("\"note\":\"01234567890\"", "/note", "too_long"),
        ("\"note\":\"a\\rb\"", "/note", "control_character"),
        ("\"note\":\"\\u0000\"", "/note", "control_character"),
        ("\"note\":1", "/note", "wrong_type"),
        ("\"cleared\":\"\"", "/cleared", "too_short"),
        ("\"cleared\":\"a\\nb\"", "/cleared", "control_character"),
    ]);
}

#[test]
fn a_reason_is_trimmed_and_not_blank() {
    let thing = read("{\"code\":\"A\",\"reason\":\"  wrong party \"}").unwrap();
    assert_eq!(thing.reason, Some(Reason("wrong party".to_owned())));
    refused(&[
        ("\"reason\":\" \\t \"", "/reason", "too_short"),
        (&format!("\"reason\":\"{}\"", "x".repeat(501)), "/reason", "too_long"),
        ("\"reason\":\"a\\u0007b\"", "/reason", "control_character"),
        ("\"reason\":[]", "/reason", "wrong_type"),
    ]);
}

#[test]
fn a_name_is_trimmed_and_composed_and_not_blank() {
    for (sent, kept) in [(" a ", "a"), ("e\u{301}", "é"), ("\u{feff}a b\u{200b}", "a b")] {
        let thing = read(&format!("{{\"code\":\"A\",\"name\":\"{sent}\"}}")).unwrap();
        assert_eq!(thing.name, Some(Name(kept.to_owned())));
    }
    refused(&[
        ("\"name\":\"\"", "/name", "too_short"),
        ("\"name\":\"   \"", "/name", "too_short"),
        ("\"name\":\"abcdef\"", "/name", "too_long"),
        ("\"name\":\"\u{200b}\"", "/name", "too_short"),
        ("\"name\":\"a\u{202e}b\"", "/name", "direction_character"),
        ("\"name\":\"a\\t\"", "/name", "control_character"),
    ]);
}

#[test]
fn whole_numbers_are_digits_within_bounds() {
    accepted(&["\"size\":1", "\"size\":200"]);
    refused(&[
        ("\"size\":0", "/size", "out_of_range"),
        ("\"size\":201", "/size", "out_of_range"),
        ("\"size\":-0", "/size", "out_of_range"),
        ("\"size\":1.0", "/size", "wrong_type"),
        ("\"size\":1e2", "/size", "wrong_type"),
        ("\"size\":\"1\"", "/size", "wrong_type"),
        ("\"size\":99999999999999999999", "/size", "out_of_range"),
    ]);
}

#[test]
fn amounts_are_plain_decimals_as_string_or_number() {
    let id = domain::value::id::encode([1; 16]);
    let line = |debit: &str| format!("\"lines\":[{{\"accountId\":\"acc_{id}\",\"debit\":{debit}}}]");
    for good in ["\"139.12\"", "139.12", "0", "1.10", "\"0.00\""] {
        accepted(&[&line(good)]);
    }
    for (bad, code) in [
        ("1e3", "malformed_amount"),
        ("\"1e3\"", "malformed_amount"),
        ("\"1,000\"", "malformed_amount"),
        ("\"+1\"", "malformed_amount"),
        ("\"01\"", "malformed_amount"),
        ("\"00.1\"", "malformed_amount"),
        ("\"\"", "malformed_amount"),
        ("\" 1\"", "malformed_amount"),
        ("\"NaN\"", "malformed_amount"),
        ("-1", "out_of_range"),
        ("\"-1\"", "out_of_range"),
        ("true", "wrong_type"),
    ] {
        refused(&[(&line(bad), "/lines/0/debit", code)]);
    }
}

#[test]
fn what_takes_an_exact_decimal_takes_text_or_number_and_its_schema_says_so() {
    use crate::http::items::scalar::Measure;
    fn check<T: Decode>(name: &str) {
        for node in [Node::Text("12.5".to_owned()), Node::Number("12.5".to_owned())] {
            assert!(decode::<T>(&node, &Pointer::Body).is_ok(), "{name} does not take {node:?}");
        }
        let schema = serde_json::to_value(T::field_schema(&mut Schemas::new())).unwrap();
        assert_eq!(schema["type"], serde_json::json!(["string", "number"]), "{name}");
        let far = Node::Number("9".repeat(40));
        let told = decode::<T>(&far, &Pointer::Body).err().expect("beyond the range");
        assert!(
            told[0].message.contains("at most") || told[0].message.contains("below"),
            "{name}: {}",
            told[0].message
        );
    }
    check::<QuantityText>("QuantityText");
    check::<SignedAmount>("SignedAmount");
    check::<Amount>("Amount");
    check::<Measure>("Measure");
    check::<domain::value::Rate>("Rate");
}

#[test]
fn a_number_keeps_the_digits_it_was_written_with() {
    let id = domain::value::id::encode([1; 16]);
    let thing = read(&format!("{{\"code\":\"A\",\"lines\":[{{\"accountId\":\"acc_{id}\",\"debit\":0.10}}]}}")).unwrap();
    assert_eq!(thing.lines.unwrap().0[0].debit.unwrap().0.to_string(), "0.10");
}

#[test]
fn a_malformed_id_is_found_unknown_only_when_it_is_asked_for() {
    let thing = read(r#"{"code":"A","lines":[{"accountId":"nonsense"}]}"#).unwrap();
    let account_id = thing.lines.unwrap().0[0].account_id.clone();
    assert_eq!((account_id.id(), account_id.to_string().as_str()), (None, "nonsense"));
}

#[test]
fn dates_instants_and_currencies_have_one_form() {
    accepted(&[
        "\"day\":\"2012-02-29\"",
        "\"at\":\"2010-12-01T09:00:00Z\"",
        "\"at\":\"2010-12-01T09:00:00.123456+02:00\"",
        "\"currency\":\"GBP\"",
    ]);
    for bad in [
        "2010-2-1",
        "2011-02-29",
        "20101201",
        "2010-12-01T00:00:00Z",
        " 2010-12-01",
        "10-12-01",
        "-001-01-01",
        "2010-13-01",
    ] {
        refused(&[(&format!("\"day\":\"{bad}\""), "/day", "malformed_date")]);
    }
    for bad in [
        "2010-12-01",
        "2010-12-01T09:00:00",
        "2010-12-01 09:00:00Z",
        "now",
        "2010-12-01T09:00:00Z[UTC]",
        "2010-12-01T25:00:00Z",
        "é010-12-01T",
    ] {
        refused(&[(&format!("\"at\":\"{bad}\""), "/at", "malformed_instant")]);
    }
    refused(&[("\"currency\":\"gbp\"", "/currency", "unknown_currency")]);
    let thing = read("{\"code\":\"A\",\"at\":\"1970-01-01T00:00:01.5Z\"}").unwrap();
    assert_eq!(thing.at, Some(Instant(1_500_000)));
}

#[test]
fn a_named_value_lists_what_is_allowed() {
    let node = parse(br#"{"code":"A","role":"Clerk"}"#).unwrap();
    let errors = decode::<Thing>(&node, &Pointer::Body).unwrap_err();
    assert_eq!(errors[0].code, "unknown_value");
    assert!(
        errors[0].message.contains("admin, controller") && errors[0].message.contains("did you mean \"clerk\""),
        "{}",
        errors[0].message
    );
}

#[test]
fn lists_and_maps_are_bounded() {
    refused(&[
        ("\"lines\":[]", "/lines", "too_few"),
        ("\"lines\":[1,2,3,4]", "/lines", "too_many"),
        ("\"lines\":{}", "/lines", "wrong_type"),
        ("\"lines\":[null]", "/lines/0", "null_not_allowed"),
        ("\"dimensions\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}", "/dimensions", "too_many"),
        ("\"dimensions\":{\"a\":1}", "/dimensions/a", "wrong_type"),
        ("\"dimensions\":{\"\":\"x\"}", "/dimensions/", "too_short"),
    ]);
    let thing = read("{\"code\":\"A\",\"dimensions\":{\"b\":\"2\",\"a\":\"1\"}}").unwrap();
    assert_eq!(thing.dimensions.unwrap().0, BTreeMap::from([("a".into(), "1".into()), ("b".into(), "2".into())]));
}

#[test]
fn metadata_is_canonical_text_of_bounded_size() {
    let thing = read(r#"{"code":"A","metadata":{"b":[1.50,null],"a":{"d":"\u00e9\"","c":true}}}"#).unwrap();
    assert_eq!(thing.metadata.unwrap().0, r#"{"a":{"c":true,"d":"é\""},"b":[1.50,null]}"#);
    refused(&[
        ("\"metadata\":[]", "/metadata", "wrong_type"),
        (&format!("\"metadata\":{{\"a\":\"{}\"}}", "x".repeat(16_384)), "/metadata", "too_long"),
    ]);
}

#[test]
fn a_merge_tells_absent_null_and_set_apart() {
    let thing = read("{\"code\":\"A\"}").unwrap();
    assert_eq!((thing.cleared, thing.changed), (Patch::Absent, Change::Keep));
    let thing = read("{\"code\":\"A\",\"cleared\":null,\"changed\":\"x\"}").unwrap();
    assert_eq!((thing.cleared, thing.changed), (Patch::Null, Change::Set(Text("x".to_owned()))));
    refused(&[("\"changed\":null", "/changed", "null_not_allowed")]);
}

#[test]
fn the_number_of_violations_is_bounded() {
    let fields: Vec<String> = (0..500).map(|i| format!("\"f{i}\":0")).collect();
    assert_eq!(read(&format!("{{{}}}", fields.join(","))).unwrap_err().len(), MAX_VIOLATIONS);
}

#[test]
fn the_schema_says_what_the_reader_does() {
    let mut schemas = Vec::new();
    let _ = Thing::field_schema(&mut schemas);
    let named: BTreeMap<String, serde_json::Value> =
        schemas.iter().map(|(name, schema)| (name.clone(), serde_json::to_value(schema).unwrap())).collect();
    let thing = &named["Thing"];
    assert_eq!(thing["required"], serde_json::json!(["code"]));
    assert_eq!(thing["additionalProperties"], serde_json::json!(false));
    assert_eq!(thing["description"], "A thing with every kind of field.\n\nSecond paragraph.");
    assert_eq!(thing["examples"][0], serde_json::json!({"code": "ABC"}));
    let properties = &thing["properties"];
    assert_eq!(properties["code"]["maxLength"], 3);
    assert_eq!(properties["note"]["type"], serde_json::json!(["string", "null"]));
    assert_eq!(properties["changed"]["type"], "string");
    assert_eq!(properties["size"]["maximum"], 200);
    assert_eq!(properties["lines"]["items"]["$ref"], "#/components/schemas/Line");
    assert_eq!(properties["role"]["oneOf"][1]["$ref"], "#/components/schemas/BuiltInRole");
    assert_eq!(properties["type"]["type"], serde_json::json!(["string", "null"]));
    assert_eq!(properties["href"]["readOnly"], true);
    assert_eq!(named["Line"]["required"], serde_json::json!(["accountId"]));
    assert_eq!(named["BuiltInRole"]["enum"][0], "admin");
}
