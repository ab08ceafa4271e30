//! The texts that the strict reader takes and refuses.

use super::*;

fn fault(text: &str) -> (&'static str, String) {
    let fault = parse(text.as_bytes()).expect_err(text);
    (fault.code, fault.pointer)
}

#[test]
fn numbers_keep_their_source_text() {
    let node = parse(br#" [1.10, -0, 12345678901234567890.000, 1E+5] "#).unwrap();
    let texts = ["1.10", "-0", "12345678901234567890.000", "1E+5"];
    assert_eq!(node, Node::List(texts.iter().map(|text| Node::Number((*text).to_owned())).collect()));
}

#[test]
fn a_duplicate_key_is_refused_where_it_stands_however_it_is_written() {
    assert_eq!(fault(r#"{"a":1,"a":2}"#), ("duplicate_key", "/a".to_owned()));
    assert_eq!(fault(r#"{"lines":[{},{"a/b":1,"\u0061\/b":2}]}"#), ("duplicate_key", "/lines/1/a~1b".to_owned()));
    let many: Vec<String> = (0..200).map(|i| format!("\"k{i}\":0")).collect();
    assert!(parse(format!("{{{}}}", many.join(",")).as_bytes()).is_ok());
    assert_eq!(fault(&format!("{{{},\"k7\":1}}", many.join(","))), ("duplicate_key", "/k7".to_owned()));
}

#[test]
fn only_one_value_and_white_space_around_it() {
    assert!(parse(b" {} \r\n\t").is_ok());
    for text in ["{} {}", "1 2", "null,", "0x10", "1_000"] {
        assert_eq!(fault(text).0, "trailing_data", "{text}");
    }
}

#[test]
fn what_the_grammar_does_not_have_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\"}",
        "{\"a\":}",
        "01",
        "-",
        "1.",
        ".5",
        "+1",
        "1e",
        "NaN",
        "Infinity",
        "-Infinity",
        "tru",
        "nul",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\u{1}\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\u{feff}{}",
        "[1 2]",
        "// c\n1",
        "\"a\nb\"",
    ] {
        assert_eq!(fault(text).0, "invalid_json", "{text:?}");
    }
    assert_eq!(parse(b"\"\xff\"").unwrap_err().code, "invalid_utf8");
}

#[test]
fn escapes_are_read() {
    let node = parse(br#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#).unwrap();
    assert_eq!(node, Node::Text("\"\\/\u{8}\u{c}\n\r\té😀".to_owned()));
}

#[test]
fn depth_is_bounded_without_touching_the_stack() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse(nested(MAX_DEPTH).as_bytes()).is_ok());
    assert_eq!(fault(&nested(MAX_DEPTH + 1)).0, "too_deep");
    assert_eq!(fault(&"[".repeat(1_000_000)).0, "too_deep");
}

#[test]
fn it_agrees_with_serde_json_on_what_is_json() {
    for text in ["{\"a\":[1,2,{\"b\":null}]}", "[[],{}]", "0", "-0.0e-0", "\"\\u0000\"", "[1,2", "{]"] {
        assert_eq!(parse(text.as_bytes()).is_ok(), serde_json::from_str::<serde_json::Value>(text).is_ok(), "{text}");
    }
}

#[test]
fn a_fault_before_any_name_points_to_the_object_itself() {
    assert_eq!(fault("{"), ("invalid_json", String::new()));
    assert_eq!(fault("{a: 1}"), ("invalid_json", String::new()));
    assert_eq!(fault("{\"lines\": [{"), ("invalid_json", "/lines/0".to_owned()));
    assert_eq!(fault("{\"\": }"), ("invalid_json", "/".to_owned()));
}
