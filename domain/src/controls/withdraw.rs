//! Withdraws a proposed change of controls: who proposed it takes it back.

use super::{ControlChange, ControlChangeStatus, require_change, require_open};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::ledger::duties;
use crate::ledger::post_entry::require_version;
use crate::rejection::{Code, Rejection};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::ControlChangeId;

/// Takes a proposed change back.
#[derive(Clone, Debug)]
pub struct WithdrawControlChange {
    /// Wire id of the change.
    pub change: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for WithdrawControlChange {
    fn permission(&self) -> Permission {
        Permission::ControlChangesRead
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = ControlChangeId::parse(&self.change) else { return };
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
            let message = "only who proposed it withdraws it: let somebody who may approve it reject it";
            return Err(Rejection::new(Code::Forbidden, message)
                .with("proposedBy", change.proposed_by.to_string())
                .offer("reject", "Reject it with a reason", "POST", format!("{}/reject", change.path()))
                .with_reason()
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
