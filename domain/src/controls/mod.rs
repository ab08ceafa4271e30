//! Controls: approval policies, the separation of duties, roles and who holds them. Each change of one is kept with what was
//! before and after, who made it and, where the organization wants two, who approved it.
//!
//! Policies, duties and the wish for a second person are what takes two. Roles and memberships are changed by one, since somebody
//! must be let in or shut out at once; but nobody approves with somebody whose rights they gave.

pub mod approve;
pub mod gaps;
mod proposing;
pub mod reject;
mod state;
mod switching;
pub mod withdraw;

use crate::access::{BuiltInRole, PrincipalKind};
use crate::book::Book;
use crate::context::{Actor, Context};
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::id::{ControlChangeId, PrincipalId};
use crate::value::{Instant, TypedId};
use crate::{named_enum, rows};

pub(crate) use proposing::{Consent, Intended, note};
pub(crate) use state::{leaving, of_membership, of_policy, of_role, of_settings};
pub(crate) use switching::require_two;

named_enum! {
    /// What a control is.
    ControlSubject {
        ApprovalPolicy = "approvalPolicy",
        /// The separation of duties, and how many it takes to change controls.
        Organization = "organization",
        Role = "role",
        Membership = "membership",
    }

    /// What is done to it.
    ControlAction {
        Create = "create",
        Update = "update",
        Delete = "delete",
    }

    /// How far a change of controls came.
    ControlChangeStatus {
        /// It waits for a second person.
        Proposed = "proposed",
        /// It took effect.
        Made = "made",
        Rejected = "rejected",
        Withdrawn = "withdrawn",
        /// Nobody decided in time.
        Expired = "expired",
    }
}

rows! {
    /// A change of controls, proposed or made.
    ControlChange in "control_changes" (42 v 1, Books) key { id: ControlChangeId } {
        subject_type: ControlSubject,
        /// Wire id of the subject. One that is to be created has it from the proposal on.
        subject_id: String,
        action: ControlAction,
        /// The subject as JSON as it was; `None` before it is created.
        before_state: Option<String>,
        /// As it shall be, or is; `None` once it is deleted.
        after_state: Option<String>,
        /// Whether it lets somebody do what took another one, or a right, before.
        loosens: bool,
        status: ControlChangeStatus,
        proposed_at: Instant,
        /// Who wants it. Who made it, where it took one person.
        proposed_by: PrincipalId,
        proposer_kind: PrincipalKind,
        /// Roles that the token of a proposer of a trusted issuer claimed, separated by blanks; `None` where there were none.
        proposer_roles: Option<String>,
        /// Who was behind a service account that proposed it, separated by blanks.
        key_owners: String,
        /// Until when it can be approved; `None` where it never waited.
        expires_at: Option<Instant>,
        decided_at: Option<Instant>,
        /// The second person, or who withdrew it.
        decided_by: Option<PrincipalId>,
        /// Why it was rejected.
        reason: Option<String>,
        /// When it took effect.
        made_at: Option<Instant>,
        version: i64,
    }
}

impl ControlChange {
    /// Its status at an instant: what nobody decided in time is over, whatever is stored.
    #[must_use]
    pub fn status_at(&self, now: Instant) -> ControlChangeStatus {
        let is_over = self.expires_at.is_some_and(|end| end <= now);
        if self.status == ControlChangeStatus::Proposed && is_over { ControlChangeStatus::Expired } else { self.status }
    }

    /// Who proposed it, with the rights of now. Of a token nothing is kept but the roles that an issuer claimed.
    fn proposer(&self) -> Actor {
        let claimed = self.proposer_roles.as_ref();
        let claimed = claimed.map(|roles| roles.split_whitespace().filter_map(BuiltInRole::parse).collect());
        Actor { principal: self.proposed_by, kind: self.proposer_kind, claimed_roles: claimed, scope: None }
    }

    /// Where it is, below `/api/v1`.
    fn path(&self) -> String {
        format!("/control-changes/{}", self.id)
    }
}

/// The change, or `not_found` for an unknown, malformed or foreign id.
fn require_change(book: &Book, text: &str) -> Result<ControlChange, Stop> {
    let id = ControlChangeId::parse(text).ok_or_else(Rejection::not_found)?;
    Ok(book.control_change(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// It waits for a decision.
fn require_open(change: &ControlChange, ctx: &Context) -> Result<(), Stop> {
    let status = change.status_at(ctx.at);
    let message = match status {
        ControlChangeStatus::Proposed => return Ok(()),
        ControlChangeStatus::Expired => "nobody decided on it in time: propose it again",
        ControlChangeStatus::Made | ControlChangeStatus::Rejected | ControlChangeStatus::Withdrawn => {
            "it was decided: nothing is left to do"
        }
    };
    Err(Rejection::new(Code::ControlChangeNotOpen, message)
        .with("status", status.name())
        .with("decidedBy", change.decided_by.map(|by| by.to_string()))
        .with("decidedAt", change.decided_at)
        .into())
}
