//! Changes of controls: made, or proposed and waiting for a second person.

use crate::named_enum;
use crate::rows;
use crate::rows::PrincipalKind;
use crate::value::Instant;
use crate::value::id::{ControlChangeId, PrincipalId};

named_enum! {
    /// The kind of a control.
    ControlSubject {
        ApprovalPolicy = "approvalPolicy",
        /// The separation of duties, and how many it takes to change controls.
        Organization = "organization",
        Role = "role",
        Membership = "membership",
    }

    /// The kind of a change to it.
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
        /// Whether it allows something that needed another person, or a right, before.
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
    /// Its status at an instant: a change that nobody decided in time is over, even if the stored status is older.
    #[must_use]
    pub fn status_at(&self, now: Instant) -> ControlChangeStatus {
        let is_over = self.expires_at.is_some_and(|end| end <= now);
        if self.status == ControlChangeStatus::Proposed && is_over { ControlChangeStatus::Expired } else { self.status }
    }

    /// Where it is, below `/api/v1`.
    pub(crate) fn path(&self) -> String {
        format!("/control-changes/{}", self.id)
    }
}
