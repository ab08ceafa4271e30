//! Withdraws a proposed change of controls: who proposed it takes it back.

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

/// Takes a proposed change back.
#[derive(Clone, Debug)]
pub struct WithdrawControlChange {
    pub change: Sought<ControlChangeId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for WithdrawControlChange {
    const PERMISSION: Permission = Permission::ControlChangesRead;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.change.id() else { return };
        keys.push(Key::ControlChange(id));
        if let Ok(Some(change)) = book.control_change(id) {
            keys.push(Key::Membership(change.proposed_by));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let change = require_change(book, &self.change)?;
        require_version(self.if_match.as_deref(), change.version)?;
        require_open(&change, ctx)?;
        let own = ctx.actor.principal;
        if change.proposed_by != own && !duties::persons_behind(book, change.proposed_by)?.contains(&own) {
            let message = "only the proposer can withdraw it: ask someone who may approve it to reject it";
            return Err(Rejection::new(Code::Forbidden, message)
                .with("proposedBy", change.proposed_by.to_string())
                .offer("reject", "Reject it with a reason", "POST", format!("{}/reject", change.path()))
                .with_reason("Not wanted any more")
                .into());
        }
        let after = ControlChange {
            status: ControlChangeStatus::Withdrawn,
            decided_at: Some(ctx.at),
            decided_by: Some(own),
            version: change.version + 1,
            ..change
        };
        let (id, version) = (after.id, after.version);
        book.control_changes.put(after);
        let recorded = book.record(ctx, FactKind::ControlChangeWithdrawn, id);
        Ok(Reply::new(id, version, recorded))
    }
}
