//! The difference between two states of a record, value by value.

use serde_json::Value;

use super::ChangedValue;

/// Values of one event that are told; of more, the answer says so.
const MOST_VALUES: usize = 500;

/// What differs, by JSON pointer in the order of the names, and whether there is more of it than is told. A member that only one
/// of the states has was not told by the other, and is no difference.
pub fn between(before: Option<&Value>, after: Option<&Value>) -> (Vec<ChangedValue>, bool) {
    let mut found = Vec::new();
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            for (name, now) in after {
                if let Some(then) = before.get(name) {
                    walk(&step("", name), then, now, &mut found);
                }
            }
        }
        (before, after) => walk("", before.unwrap_or(&Value::Null), after.unwrap_or(&Value::Null), &mut found),
    }
    let is_cut = found.len() > MOST_VALUES;
    found.truncate(MOST_VALUES);
    (found, is_cut)
}

fn walk(path: &str, before: &Value, after: &Value, found: &mut Vec<ChangedValue>) {
    if before == after || found.len() > MOST_VALUES {
        return;
    }
    match (before, after) {
        (Value::Object(one), Value::Object(other)) => {
            let gone = one.iter().filter(|(name, _)| !other.contains_key(*name));
            for (name, then) in gone {
                walk(&step(path, name), then, &Value::Null, found);
            }
            for (name, now) in other {
                walk(&step(path, name), one.get(name).unwrap_or(&Value::Null), now, found);
            }
        }
        (Value::Object(some), Value::Null) => {
            some.iter().for_each(|(name, then)| walk(&step(path, name), then, &Value::Null, found));
        }
        (Value::Null, Value::Object(some)) => {
            some.iter().for_each(|(name, now)| walk(&step(path, name), &Value::Null, now, found));
        }
        (Value::Array(one), Value::Array(other)) => list(path, one, other, found),
        (Value::Array(one), Value::Null) => list(path, one, &[], found),
        (Value::Null, Value::Array(other)) => list(path, &[], other, found),
        _ => found.push(ChangedValue { path: path.to_owned(), before: before.clone(), after: after.clone() }),
    }
}

fn list(path: &str, before: &[Value], after: &[Value], found: &mut Vec<ChangedValue>) {
    for place in 0..before.len().max(after.len()) {
        let of = |list: &[Value]| list.get(place).cloned().unwrap_or(Value::Null);
        walk(&format!("{path}/{place}"), &of(before), &of(after), found);
    }
}

/// One step further along a pointer, its own signs escaped.
fn step(path: &str, name: &str) -> String {
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(before: Option<Value>, after: Option<Value>) -> Vec<(String, Value, Value)> {
        let (found, is_cut) = between(before.as_ref(), after.as_ref());
        assert!(!is_cut);
        found.into_iter().map(|one| (one.path, one.before, one.after)).collect()
    }

    #[test]
    fn each_value_that_differs_is_told_by_its_place() {
        let before = json!({"name": "Cash", "tags": ["a", "b"], "untold": 1, "metadata": {"a/b": 1, "gone": "x"}});
        let after = json!({"name": "Bank", "tags": ["a"], "metadata": {"a/b": 2}, "new": true});
        assert_eq!(
            told(Some(before), Some(after)),
            [
                ("/metadata/gone".to_owned(), json!("x"), Value::Null),
                ("/metadata/a~1b".to_owned(), json!(1), json!(2)),
                ("/name".to_owned(), json!("Cash"), json!("Bank")),
                ("/tags/1".to_owned(), json!("b"), Value::Null),
            ]
        );
    }

    #[test]
    fn what_was_made_or_deleted_is_told_value_by_value() {
        let state = json!({"name": "Cash", "parentId": null, "lines": [{"debit": "1.00"}]});
        let values = [("/lines/0/debit", json!("1.00")), ("/name", json!("Cash"))];
        let made = values.clone().map(|(path, value)| (path.to_owned(), Value::Null, value));
        assert_eq!(told(None, Some(state.clone())), made);
        let deleted = values.map(|(path, value)| (path.to_owned(), value, Value::Null));
        assert_eq!(told(Some(state), None), deleted);
        assert!(told(None, None).is_empty());
    }

    #[test]
    fn more_than_is_told_is_said() {
        let many: Vec<Value> = (0..=MOST_VALUES).map(|number| json!(number)).collect();
        let (found, is_cut) = between(None, Some(&json!({ "lines": many })));
        assert!(is_cut && found.len() == MOST_VALUES);
    }
}
