//! An invitation as the organization sees it.

use domain::named_enum;
use domain::value::Instant;
use domain::value::id::{InvitationId, PrincipalId};
use store::operational::invitations::{Invitation, InvitationStatus};

use crate::http::output::{At, Id, Named};

named_enum! {
    /// How an invitation stands.
    InvitationState {
        Open = "open",
        Expired = "expired",
        Accepted = "accepted",
        Declined = "declined",
    }
}

crate::wire_enum! {
    InvitationState = "InvitationState",
}

crate::output! {
    /// An invitation to this organization.
    pub struct InvitationView {
        pub id: Id<InvitationId>,
        /// The invited person's username; whether a login with this name exists is not revealed.
        pub username: String,
        /// Names of built-in roles and ids of custom ones.
        pub roles: Vec<String>,
        /// The warehouses assigned to the invited person, including all below; null is all.
        pub warehouse_ids: Option<Vec<String>>,
        pub status: Named<InvitationState>,
        pub invited_by: Id<PrincipalId>,
        /// The user who accepted it.
        pub accepted_by: Option<Id<PrincipalId>>,
        pub created_at: At,
        pub expires_at: At,
        /// When it was accepted or declined.
        pub answered_at: Option<At>,
        /// Give it to the invited person yourself. Shown once, in the answer to its creation; null afterwards.
        pub code: Option<String>,
    }
}

impl InvitationView {
    /// The view of an invitation at an instant.
    #[must_use]
    pub fn of(invitation: Invitation, now: Instant) -> Self {
        let status = match invitation.status {
            InvitationStatus::Open if invitation.expires_at <= now => InvitationState::Expired,
            InvitationStatus::Open | InvitationStatus::Accepting => InvitationState::Open,
            InvitationStatus::Accepted => InvitationState::Accepted,
            InvitationStatus::Declined => InvitationState::Declined,
        };
        let list = |ids: &String| ids.split_whitespace().map(str::to_owned).collect();
        Self {
            id: Id(invitation.id),
            username: invitation.username,
            roles: list(&invitation.roles),
            warehouse_ids: invitation.warehouse_ids.as_ref().map(list),
            status: Named(status),
            invited_by: Id(invitation.invited_by),
            accepted_by: invitation.answered_by.filter(|_| status == InvitationState::Accepted).map(Id),
            created_at: At(invitation.created_at),
            expires_at: At(invitation.expires_at),
            answered_at: invitation.answered_at.map(At),
            code: None,
        }
    }
}
