//! Approves a change of controls: it is decided on the books of now, and made in the same commit.
//!
//! Only a person approves: never the proposer, nor a person behind the service account that proposed it, nor anyone
//! where one of the two gave the other rights since changes take two.

#[cfg(test)]
mod tests;

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::commands::control_changes::intent::Intent;
use crate::controls::proposing::Consent;
use crate::controls::{require_change, require_open, second_person, state};
use crate::rows::{ControlChange, ControlChangeStatus, Reply};
use crate::value::Sought;
use crate::value::id::ControlChangeId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Approves a proposed change, which makes it.
#[derive(Clone, Debug)]
pub struct ApproveControlChange {
    pub change: Sought<ControlChangeId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ApproveControlChange {
    const PERMISSION: Permission = Permission::ControlChangesApprove;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.change.id() else { return };
        keys.extend([Key::ControlChange(id), Key::ApprovalPolicies, Key::Journals, Key::Roles]);
        if let Ok(Some(change)) = book.control_change(id) {
            keys.push(Key::Membership(change.proposed_by));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let change = require_change(book, &self.change)?;
        duties::require_person(ctx)?;
        require_version(self.if_match.as_deref(), change.version)?;
        require_open(&change, ctx)?;
        second_person::require(book, ctx, &change)?;
        let intent = Intent::of(&change)?;
        let proposer = change.proposer();
        if !proposer.rights(book)?.has(intent.permission()) {
            let message = format!("its proposer no longer has the permission {}", intent.permission().name());
            return Err(outdated(&change, &message));
        }
        if state::now(book, &change)? != change.before_state {
            let message = format!("{} has changed since the proposal", change.subject_id);
            return Err(outdated(&change, &message));
        }
        let as_proposer = ctx.as_another(proposer);
        let made = intent.carry_out(book, &as_proposer, Consent::Second(&change.subject_id))?;
        let after = ControlChange {
            status: ControlChangeStatus::Made,
            decided_at: Some(ctx.at),
            decided_by: Some(ctx.actor.principal),
            made_at: Some(ctx.at),
            version: change.version + 1,
            ..change
        };
        let (id, version) = (after.id, after.version);
        book.control_changes.put(after);
        let recorded = book.record(ctx, FactKind::ControlChangeApproved, id);
        Ok(Reply::new(id, version, recorded).with_related(made.subject))
    }
}

/// It can no longer be made as it was proposed.
fn outdated(change: &ControlChange, why: &str) -> Stop {
    Rejection::new(
        Code::ControlChangeOutdated,
        format!(
            "{why}: reject or withdraw this proposal, and propose the \
         change again"
        ),
    )
    .with("subjectId", change.subject_id.clone())
    .offer("reject", "Reject it with a reason", "POST", format!("{}/reject", change.path()))
    .with_reason("Not approved as proposed")
    .into()
}
