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

/// Another word for `status`, of which one value may be between active and inactive.
const IS_ACTIVE: &str = "isActive";

/// Ids, and the codes and names that inputs take in their place; and fields with two words.
const PAIRS: [(&str, &str); 13] = [
    ("accountId", "accountCode"),
    ("partyId", "partyName"),
    ("journalId", "journalCode"),
    ("reasonCodeId", "reasonCode"),
    ("offsetAccountId", "offsetAccountCode"),
    ("warehouseId", "warehouseCode"),
    ("locationId", "locationCode"),
    ("toWarehouseId", "toWarehouseCode"),
    ("toLocationId", "toLocationCode"),
    ("lotId", "lotNumber"),
    ("serialId", "serialNumber"),
    ("status", IS_ACTIVE),
    ("type", "kind"),
];

/// Lists whose parts have such pairs, too.
const LISTS: [&str; 2] = ["lines", "charges"];

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
    if has(members, IS_ACTIVE) {
        return true;
    }
    let inner = LISTS.iter().flat_map(|list| parts(members, list));
    repeats(members) || inner.into_iter().any(|part| matches!(part, Node::Object(part) if repeats(part)))
}

fn parts<'a>(members: &'a [(String, Node)], list: &str) -> &'a [Node] {
    match members.iter().find(|(name, _)| name == list) {
        Some((_, Node::List(parts))) => parts,
        _ => &[],
    }
}

/// Leaves the repeated halves out of an object and the parts of its lists.
fn leave_out(members: &mut Vec<(String, Node)>, stored: &Value) {
    unpair(members, stored);
    for list in LISTS {
        let Some((_, Node::List(parts))) = members.iter_mut().find(|(name, _)| name == list) else { continue };
        let shown = stored[list].as_array().map_or(&[][..], Vec::as_slice);
        for (place, part) in parts.iter_mut().enumerate() {
            let Node::Object(part) = part else { continue };
            // Also in a part that was copied from another one.
            for (id, name) in PAIRS {
                if shown.iter().any(|shown| is_same(part, id, shown) && is_same(part, name, shown)) {
                    part.retain(|(known, _)| known != name);
                }
            }
            if let Some(shown) = as_shown(part, place, shown) {
                unpair(part, shown);
            }
        }
    }
}

/// How a part of a list was shown: a line is known by its number; a charge, which has none, by its place.
fn as_shown<'a>(part: &[(String, Node)], place: usize, shown: &'a [Value]) -> Option<&'a Value> {
    match part.iter().find(|(name, _)| name == "lineNumber") {
        Some((_, Node::Number(text))) => {
            let number = text.parse::<i64>().ok()?;
            shown.iter().find(|shown| shown["lineNumber"].as_i64() == Some(number))
        }
        _ => shown.get(place).filter(|shown| shown.get("lineNumber").is_none()),
    }
}

/// A field that is not null was sent as it is shown.
fn is_same(members: &[(String, Node)], field: &str, shown: &Value) -> bool {
    members.iter().any(|(known, sent)| known == field && *sent != Node::Null) && is_as_shown(members, field, shown)
}

fn unpair(members: &mut Vec<(String, Node)>, shown: &Value) {
    // Whoever repeats it alone does not touch a status that is between the two.
    if shown.get("status").is_some() && is_as_shown(members, IS_ACTIVE, shown) {
        members.retain(|(known, _)| known != IS_ACTIVE);
    }
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
        Some((_, Node::Bool(sent))) => shown[field].as_bool() == Some(*sent),
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
            "status": "frozen", "isActive": true, "type": "asset", "kind": "asset",
            "lines": [{"lineNumber": 1, "accountId": "a1", "accountCode": "1000"}],
            "charges": [{"accountId": "a1", "accountCode": "1000"}, {"accountId": "a2", "accountCode": "2000"}],
        });
        for (sent, left) in [
            (r#"{"partyId": "p1", "partyName": "Ann"}"#, r#"{"partyId": "p1"}"#),
            (r#"{"partyId": "p2", "partyName": "Ann"}"#, r#"{"partyId": "p2"}"#),
            (r#"{"partyId": "p1", "partyName": "Bob"}"#, r#"{"partyName": "Bob"}"#),
            (r#"{"partyId": "p1", "partyName": null}"#, r#"{"partyId": "p1"}"#),
            (r#"{"partyId": "p2", "partyName": "Bob"}"#, r#"{"partyId": "p2", "partyName": "Bob"}"#),
            (r#"{"partyName": "Ann"}"#, r#"{"partyName": "Ann"}"#),
            (r#"{"isActive": true}"#, r"{}"),
            (r#"{"isActive": false}"#, r#"{"isActive": false}"#),
            (r#"{"status": "inactive", "isActive": true}"#, r#"{"status": "inactive"}"#),
            (r#"{"status": "frozen", "isActive": false}"#, r#"{"isActive": false}"#),
            (r#"{"type": "asset", "kind": "expense"}"#, r#"{"kind": "expense"}"#),
            (r#"{"type": "expense", "kind": "asset"}"#, r#"{"type": "expense"}"#),
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
            (r#"{"lines": [{"accountId": "a1", "accountCode": "1000"}]}"#, r#"{"lines": [{"accountId": "a1"}]}"#),
            (
                r#"{"lines": [{"accountId": "a2", "accountCode": "1000"}]}"#,
                r#"{"lines": [{"accountId": "a2", "accountCode": "1000"}]}"#,
            ),
            (r#"{"charges": [{"accountId": "a2", "accountCode": "2000"}]}"#, r#"{"charges": [{"accountId": "a2"}]}"#),
            (
                r#"{"charges": [{"accountId": "a1", "accountCode": "3000"}, {"accountId": "a3", "accountCode": "2000"}]}"#,
                r#"{"charges": [{"accountCode": "3000"}, {"accountId": "a3"}]}"#,
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
