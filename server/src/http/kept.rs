//! Fields that never change may be sent back as they are read; any other value was intended and cannot be set.

use domain::value::rejection::Violation;
use serde::Serialize;
use serde_json::Value;
use store::Snapshot;

use super::json::Node;
use super::problem::Problem;
use super::writing::Writing;

impl Writing {
    /// Refuses another value of a field that never changes; the stored resource is read only if the body names such a
    /// field.
    ///
    /// # Errors
    /// As [`Self::require_kept`]; 403 and 404 as for reading it.
    pub async fn keep<T: Serialize>(
        &self,
        kept: &[&str],
        stored: impl AsyncFnOnce(&mut Snapshot) -> Result<T, Problem>,
    ) -> Result<(), Problem> {
        if !self.members().iter().any(|(name, _)| kept.contains(&name.as_str())) {
            return Ok(());
        }
        let mut snapshot = self.caller.read(&self.app).await?;
        self.require_kept(kept, &stored(&mut snapshot).await?)
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
    let message = format!("is {stored} and cannot be changed here: leave it out, or send the current value");
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
