//! What a resource keeps for ever may be sent back as it is read; anything else was meant and cannot be done.

use domain::rejection::Violation;
use serde::Serialize;
use serde_json::Value;

use super::json::Node;
use super::problem::Problem;
use super::writing::Writing;

impl Writing {
    /// Whether the body names any of these fields: only then the stored resource is read.
    #[must_use]
    pub fn repeats(&self, kept: &[&str]) -> bool {
        self.members().iter().any(|(name, _)| kept.contains(&name.as_str()))
    }

    /// The fields that a resource keeps are sent as they are stored.
    ///
    /// # Errors
    /// 400 `read_only` for each that differs. A body of an earlier version is left to `version_mismatch`, which tells
    /// more.
    pub fn require_kept(&self, kept: &[&str], stored: &impl Serialize) -> Result<(), Problem> {
        let stored = serde_json::to_value(stored).map_err(|fault| Problem::internal(&fault))?;
        let sent = self.members();
        if sent.iter().any(|(name, value)| name == "version" && !is_same(value, &stored["version"])) {
            return Ok(());
        }
        let differing =
            sent.iter().filter(|(name, value)| kept.contains(&name.as_str()) && !is_same(value, &stored[name]));
        let violations: Vec<Violation> = differing.map(|(name, _)| read_only(name, &stored[name])).collect();
        if violations.is_empty() { Ok(()) } else { Err(Problem::validation(violations)) }
    }

    fn members(&self) -> &[(String, Node)] {
        match self.body.tree() {
            Some(Node::Object(members)) => members,
            _ => &[],
        }
    }
}

fn read_only(name: &str, stored: &Value) -> Violation {
    let message = format!("is {stored} and cannot be changed here: leave it out, or send it as it is");
    Violation { pointer: format!("/{name}"), code: "read_only", message }
}

fn is_same(sent: &Node, stored: &Value) -> bool {
    match (sent, stored) {
        (Node::Null, Value::Null) => true,
        (Node::Bool(sent), Value::Bool(stored)) => sent == stored,
        (Node::Number(sent), Value::Number(stored)) => *sent == stored.to_string(),
        (Node::Text(sent), Value::String(stored)) => sent == stored,
        _ => false,
    }
}
