//! A reason code as it is answered.

use domain::rows::{ActiveState, ReasonCode};
use domain::value::id::{AccountId, PrincipalId, ReasonCodeId};
use domain::value::movement_kind::MovementKind;

use crate::http::output::{At, Id, Named};

crate::view! {
    /// A reason for movements.
    pub struct ReasonCodeView from (reason: ReasonCode) {
        pub id: Id<ReasonCodeId>,
        pub code: String,
        pub name: String,
        /// The account for the other side of such movements; null is the usual account.
        pub account_id: Option<Id<AccountId>>,
        /// The kinds of movements that can have it; an empty list is all.
        pub kinds: Vec<Named<MovementKind>>,
        pub is_active: bool => reason.status == ActiveState::Active,
        /// Deprecated: use `isActive`.
        pub status: Named<ActiveState>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    ReasonCodeView {
        code: String => "Code",
        name: String => "Name",
        account_id: Option<Id<AccountId>> => "Account" (code of accounts),
        account_id: Option<Id<AccountId>> => "Account name" (name of accounts),
        kinds: Vec<Named<MovementKind>> => "Kinds",
        is_active: bool => "Active",
        id: Id<ReasonCodeId> => "Id",
    }
}
