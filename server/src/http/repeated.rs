//! Codes and names that reads show beside ids and that come back with them: what was not changed says nothing.
//!
//! A draft that was read, edited and sent back has both the id and the code of each account. Where only the id was
//! changed, the code is of the thing before; where only the code was, the id is. What was changed counts.

use serde::Serialize;
use serde_json::Value;
use store::Snapshot;

use super::json::Node;
use super::problem::Problem;
use super::writing::Writing;

/// Ids, and the codes and names that inputs take in their place.
const PAIRS: [(&str, &str); 3] = [("accountId", "accountCode"), ("partyId", "partyName"), ("journalId", "journalCode")];

impl Writing {
    /// Leaves out of the body the half of each pair that was sent as it is shown. The resource is read only if there is
    /// such a pair. What cannot be read is left to the command, which says why.
    pub async fn leave_out_repeated<T: Serialize>(
        &mut self,
        stored: impl AsyncFnOnce(&mut Snapshot) -> Result<T, Problem>,
    ) {
        if !self.body.tree().is_some_and(is_repeating) {
            return;
        }
        let Ok(mut snapshot) = self.caller.read(&self.app).await else { return };
        let Ok(stored) = stored(&mut snapshot).await else { return };
        let Ok(stored) = serde_json::to_value(stored) else { return };
        if let Some(Node::Object(members)) = self.body.tree_mut() {
            leave_out(members, &stored);
        }
    }
}

fn is_repeating(body: &Node) -> bool {
    let Node::Object(members) = body else { return false };
    let has = |members: &[(String, Node)], name: &str| members.iter().any(|(known, _)| known == name);
    let repeats = |members: &[(String, Node)]| PAIRS.iter().any(|(id, name)| has(members, id) && has(members, name));
    repeats(members) || lines(members).iter().any(|line| matches!(line, Node::Object(line) if repeats(line)))
}

fn lines(members: &[(String, Node)]) -> &[Node] {
    match members.iter().find(|(name, _)| name == "lines") {
        Some((_, Node::List(lines))) => lines,
        _ => &[],
    }
}

/// Leaves the repeated halves out of an object and its lines, which are known by their numbers.
fn leave_out(members: &mut Vec<(String, Node)>, stored: &Value) {
    unpair(members, stored);
    let Some((_, Node::List(lines))) = members.iter_mut().find(|(name, _)| name == "lines") else { return };
    for line in lines {
        let Node::Object(line) = line else { continue };
        let number = match line.iter().find(|(name, _)| name == "lineNumber") {
            Some((_, Node::Number(text))) => text.parse::<i64>().ok(),
            _ => None,
        };
        let mut shown = stored["lines"].as_array().into_iter().flatten();
        if let Some(shown) = shown.find(|shown| number.is_some() && shown["lineNumber"].as_i64() == number) {
            unpair(line, shown);
        }
    }
}

fn unpair(members: &mut Vec<(String, Node)>, shown: &Value) {
    for (id, name) in PAIRS {
        if !members.iter().any(|(known, _)| known == id) {
            continue;
        }
        if is_as_shown(members, name, shown) {
            members.retain(|(known, _)| known != name);
        } else if members.iter().any(|(known, _)| known == name) && is_as_shown(members, id, shown) {
            members.retain(|(known, _)| known != id);
        }
    }
}

fn is_as_shown(members: &[(String, Node)], field: &str, shown: &Value) -> bool {
    match members.iter().find(|(known, _)| known == field) {
        Some((_, Node::Text(sent))) => shown[field].as_str() == Some(sent),
        // Answers to writes leave the names out.
        Some((_, Node::Null)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_id_and_its_name_the_one_that_was_changed_counts() {
        let shown = serde_json::json!({
            "partyId": "p1", "partyName": "Ann", "journalId": "j1", "journalCode": "GJ",
            "lines": [{"lineNumber": 1, "accountId": "a1", "accountCode": "1000"}],
        });
        for (sent, left) in [
            (r#"{"partyId": "p1", "partyName": "Ann"}"#, r#"{"partyId": "p1"}"#),
            (r#"{"partyId": "p2", "partyName": "Ann"}"#, r#"{"partyId": "p2"}"#),
            (r#"{"partyId": "p1", "partyName": "Bob"}"#, r#"{"partyName": "Bob"}"#),
            (r#"{"partyId": "p1", "partyName": null}"#, r#"{"partyId": "p1"}"#),
            (r#"{"partyId": "p2", "partyName": "Bob"}"#, r#"{"partyId": "p2", "partyName": "Bob"}"#),
            (r#"{"partyName": "Ann"}"#, r#"{"partyName": "Ann"}"#),
            (r#"{"journalId": "j1", "journalCode": "GJ"}"#, r#"{"journalId": "j1"}"#),
            (r#"{"journalId": "j1", "journalCode": "SJ"}"#, r#"{"journalCode": "SJ"}"#),
            (
                r#"{"lines": [{"lineNumber": 1, "accountId": "a2", "accountCode": "1000"}]}"#,
                r#"{"lines": [{"lineNumber": 1, "accountId": "a2"}]}"#,
            ),
            (
                r#"{"lines": [{"lineNumber": 1, "accountId": "a1", "accountCode": "2000"}]}"#,
                r#"{"lines": [{"lineNumber": 1, "accountCode": "2000"}]}"#,
            ),
            (
                r#"{"lines": [{"accountId": "a1", "accountCode": "1000"}]}"#,
                r#"{"lines": [{"accountId": "a1", "accountCode": "1000"}]}"#,
            ),
        ] {
            let read = |text: &str| crate::http::json::parse(text.as_bytes()).unwrap();
            let mut node = read(sent);
            if let Node::Object(members) = &mut node {
                leave_out(members, &shown);
            }
            assert_eq!(node, read(left), "{sent}");
        }
    }
}
