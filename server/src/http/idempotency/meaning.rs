//! The meaning of a body, as one hash: two bodies that are read as the same values have the same one.
//!
//! A request that comes again often comes from somewhere else: from an outbox that kept it as `jsonb`, or from a program that
//! writes its members in another order. Order of members, white space, escapes and the way in which a number is written mean
//! nothing.

use sha2::{Digest, Sha256};

use crate::http::json::Node;

/// Adds a value to a hash. Every part says its kind and length before it, so that no two values run into one another.
pub(super) fn add(hash: &mut Sha256, node: &Node) {
    match node {
        Node::Null => hash.update(b"n"),
        Node::Bool(yes) => hash.update(if *yes { b"t" } else { b"f" }),
        Node::Number(text) => add_text(hash, b"#", &number(text)),
        Node::Text(text) | Node::Untyped(text) => add_text(hash, b"s", text),
        Node::List(items) => {
            add_length(hash, b"[", items.len());
            items.iter().for_each(|item| add(hash, item));
        }
        Node::Object(members) => {
            let mut members: Vec<&(String, Node)> = members.iter().collect();
            members.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            add_length(hash, b"{", members.len());
            for (name, value) in members {
                add_text(hash, b"k", name);
                add(hash, value);
            }
        }
    }
}

fn add_text(hash: &mut Sha256, kind: &[u8; 1], text: &str) {
    add_length(hash, kind, text.len());
    hash.update(text.as_bytes());
}

fn add_length(hash: &mut Sha256, kind: &[u8; 1], length: usize) {
    hash.update(kind);
    hash.update((length as u64).to_be_bytes());
}

/// A number without what its writer chose: `1.50`, `15e-1` and `1.5` are all `15e-1`. A number whose exponent no amount
/// has is left as it is written.
fn number(text: &str) -> String {
    let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let Ok(exponent) = exponent.parse::<i32>() else { return text.to_owned() };
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    let trimmed = significant.trim_end_matches('0');
    if trimmed.is_empty() {
        return "0".to_owned();
    }
    let moved = i64::from(exponent) - count(fraction) + count(significant) - count(trimmed);
    format!("{}{trimmed}e{moved}", if negative { "-" } else { "" })
}

fn count(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::json;

    fn hashed(text: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        add(&mut hash, &json::parse(text.as_bytes()).expect("JSON"));
        hash.finalize().into()
    }

    #[test]
    fn bodies_that_are_read_as_the_same_values_have_one_hash() {
        let body = r#"{"amount": 1.50, "lines": [{"a": "é", "b": null}], "ok": true}"#;
        for same in [
            r#"{"ok":true,"lines":[{"b":null,"a":"\u00e9"}],"amount":1.5}"#,
            "\n{ \"lines\" : [ { \"a\" : \"é\", \"b\" : null } ],\t\"ok\" : true, \"amount\" : 15e-1 }\n",
            r#"{"amount": 0.0150E2, "ok": true, "lines": [{"a": "é", "b": null}]}"#,
        ] {
            assert_eq!(hashed(body), hashed(same), "{same}");
        }
    }

    #[test]
    fn other_values_have_another_hash() {
        let different = [
            "{}",
            "[]",
            "null",
            "0",
            "false",
            "\"\"",
            "\"0\"",
            "1",
            "10",
            "100",
            "-1",
            "0.1",
            "1e400000",
            "1e400001",
            "[1,2]",
            "[2,1]",
            "[12]",
            "[[1],2]",
            r#"["a","b"]"#,
            r#"["ab",""]"#,
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"a":null}"#,
            r#"{"a":{"b":1}}"#,
            r#"{"a":1,"b":1}"#,
            r#"{"k":"s"}"#,
        ];
        let hashes: std::collections::BTreeSet<_> = different.iter().map(|text| hashed(text)).collect();
        assert_eq!(hashes.len(), different.len());
    }

    #[test]
    fn zeros_and_signs_of_a_number_mean_what_they_mean_in_arithmetic() {
        for (one, other) in [("0", "-0"), ("0.00", "0e9"), ("100", "1e2"), ("-0.50", "-5e-1"), ("12.0", "12")] {
            assert_eq!(number(one), number(other), "{one} and {other}");
        }
        assert_ne!(number("1"), number("-1"));
        assert_ne!(number("1.05"), number("1.5"));
    }
}
