//! Rejects a proposed change of controls: nothing changes, and it shows why.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::{require_change, require_open};
use crate::rows::{ControlChange, ControlChangeStatus, Reply};
use crate::value::Sought;
use crate::value::id::ControlChangeId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Rejects a proposed change.
#[derive(Clone, Debug)]
pub struct RejectControlChange {
    pub change: Sought<ControlChangeId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for RejectControlChange {
    const PERMISSION: Permission = Permission::ControlChangesApprove;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.change.id().map(Key::ControlChange));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let change = require_change(book, &self.change)?;
        duties::require_person(ctx)?;
        require_version(self.if_match.as_deref(), change.version)?;
        require_open(&change, ctx)?;
        if change.proposed_by == ctx.actor.principal {
            let message = "you proposed it: withdraw it, or let another person reject it";
            return Err(Rejection::new(Code::SeparationOfDuties, message)
                .with("rule", "proposerNotApprover")
                .offer("withdraw", "Withdraw the proposal", "POST", format!("{}/withdraw", change.path()))
                .into());
        }
        let after = ControlChange {
            status: ControlChangeStatus::Rejected,
            decided_at: Some(ctx.at),
            decided_by: Some(ctx.actor.principal),
            reason: Some(self.reason.clone()),
            version: change.version + 1,
            ..change
        };
        let (id, version) = (after.id, after.version);
        book.control_changes.put(after);
        let recorded = book.record(ctx, FactKind::ControlChangeRejected, id);
        Ok(Reply::new(id, version, recorded))
    }
}
