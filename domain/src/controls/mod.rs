//! Controls: approval policies, the separation of duties, roles and who holds them. Each change of one is kept with the
//! states before and after, its author and, if the organization wants two persons, its approver.
//!
//! Policies, duties and the rule of two persons take two to change. Roles and memberships are changed by one, since
//! somebody must be let in or shut out at once; but nobody approves a change together with somebody whose rights they
//! gave.

pub mod gaps;
pub(crate) mod intended;
pub(crate) mod proposing;
pub(crate) mod second_person;
pub(crate) mod state;
pub(crate) mod switching;

use crate::book::Book;
use crate::book::context::{Actor, Context};
use crate::book::stop::Stop;
use crate::rows::{ControlChange, ControlChangeStatus};
use crate::value::Sought;
use crate::value::id::ControlChangeId;
use crate::value::permission::BuiltInRole;
use crate::value::rejection::{Code, Rejection};

impl ControlChange {
    /// Who proposed it, with the rights of now. Of a token nothing is kept but the roles that an issuer claimed.
    pub(crate) fn proposer(&self) -> Actor {
        let claimed = self.proposer_roles.as_ref();
        let claimed = claimed.map(|roles| roles.split_whitespace().filter_map(BuiltInRole::parse).collect());
        Actor { principal: self.proposed_by, kind: self.proposer_kind, claimed_roles: claimed, scope: None }
    }
}

/// The change, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_change(book: &Book, sought: &Sought<ControlChangeId>) -> Result<ControlChange, Stop> {
    let id = sought.require()?;
    Ok(book.control_change(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// It waits for a decision.
pub(crate) fn require_open(change: &ControlChange, ctx: &Context) -> Result<(), Stop> {
    let status = change.status_at(ctx.at);
    let message = match status {
        ControlChangeStatus::Proposed => return Ok(()),
        ControlChangeStatus::Expired => "nobody decided in time: propose it again",
        ControlChangeStatus::Made | ControlChangeStatus::Rejected | ControlChangeStatus::Withdrawn => {
            "it has been decided: nothing is left to do"
        }
    };
    Err(Rejection::new(Code::ControlChangeNotOpen, message)
        .with("status", status.name())
        .with("decidedBy", change.decided_by.map(|by| by.to_string()))
        .with("decidedAt", change.decided_at)
        .into())
}
