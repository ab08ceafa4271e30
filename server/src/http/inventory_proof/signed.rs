//! A signed document: its canonical text, and the signature of the instance over it.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::commit;
use crate::http::problem::Problem;

/// `{"proof": …, "signature": …, …}`, the proof in the very bytes that are signed, and behind them the members of a summary.
///
/// # Errors
/// Where there is no key, or it does not sign.
pub fn document(app: &App, proof: &impl Serialize, summary: &impl Serialize) -> Result<String, Problem> {
    let value = serde_json::to_value(proof).map_err(|fault| Problem::internal(&fault))?;
    let mut text = String::with_capacity(4_096);
    write_canonical(&value, &mut text);
    let ring = app.auth.verifier.ring();
    let key = ring.signing(commit::now()).ok_or_else(|| Problem::internal(&"there is no key to sign with"))?;
    let signature = key.sign(text.as_bytes()).map_err(|fault| Problem::internal(&fault))?;
    let signature = json!({"keyId": key.kid(), "algorithm": "Ed25519", "value": signature});
    let summary = serde_json::to_string(summary).map_err(|fault| Problem::internal(&fault))?;
    let members = summary.trim_start_matches('{');
    Ok(format!(r#"{{"proof":{text},"signature":{signature},{members}"#))
}

/// JSON with sorted keys and without blanks: the same as `jq -cS`.
fn write_canonical(value: &Value, to: &mut String) {
    match value {
        Value::Array(items) => {
            to.push('[');
            for (index, item) in items.iter().enumerate() {
                to.push_str(if index == 0 { "" } else { "," });
                write_canonical(item, to);
            }
            to.push(']');
        }
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_unstable();
            to.push('{');
            for (index, name) in names.into_iter().enumerate() {
                let _ = write!(to, "{}{}:", if index == 0 { "" } else { "," }, Value::from(name.as_str()));
                write_canonical(&fields[name], to);
            }
            to.push('}');
        }
        scalar => {
            let _ = write!(to, "{scalar}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_text_has_sorted_keys_and_no_blanks() {
        let mut text = String::new();
        let value = json!({"seq": 12, "asOf": null, "accounts": [{"b": "1.00", "a": true}, {}], "detail": "a \"b\"\n"});
        write_canonical(&value, &mut text);
        assert_eq!(text, r#"{"accounts":[{"a":true,"b":"1.00"},{}],"asOf":null,"detail":"a \"b\"\n","seq":12}"#);
    }
}
