//! The input of a reason code.

use domain::commands::reason_codes::create::CreateReasonCode;
use domain::commands::reason_codes::update::UpdateReasonCode;
use domain::rows::ActiveState;
use domain::stock::reason_codes::change::ReasonCodeChange;
use domain::value::id::{AccountId, ReasonCodeId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Patch, Sought};

use crate::http::input::{Change, List, Name};
use crate::http::round_trip::{BodyId, BodyVersion};
use crate::http::warehouses::wire::Code;

crate::input! {
    /// A new reason; only `code` and `name` are required.
    pub struct ReasonCodeInput {
        /// Unique; stored in upper case.
        pub code: Code = "BROKEN",
        pub name: Name<120> = "Broken in the warehouse",
        /// The account for the other side of such movements, instead of the usual one; it must not be a control
        /// account.
        pub account_id: Option<Sought<AccountId>>,
        /// The kinds of movements that can have it; all if absent or empty.
        pub kinds: Option<List<MovementKind, 0, 30>> = ["scrap", "adjustment"],
        pub status: Option<ActiveState>,
    }

    /// A change of a reason code: absent fields stay, null clears, lists are replaced.
    pub struct ReasonCodePatch ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub code: Change<Code>,
        pub name: Change<Name<120>> = "Broken on the way",
        pub account_id: Patch<Sought<AccountId>>,
        pub kinds: Patch<List<MovementKind, 0, 30>>,
        pub status: Change<ActiveState>,
    }
}

impl ReasonCodeInput {
    /// The command.
    pub fn command(self) -> CreateReasonCode {
        let fields = ReasonCodeChange {
            code: Some(self.code.0),
            name: Some(self.name.0),
            account: Patch::from(self.account_id),
            kinds: Patch::from(self.kinds).map(|kinds| kinds.0),
            status: self.status,
        };
        CreateReasonCode { fields }
    }
}

impl ReasonCodePatch {
    /// The command for the reason with this wire id.
    pub fn command(self, reason: Sought<ReasonCodeId>, if_match: Option<Vec<i64>>) -> UpdateReasonCode {
        let fields = ReasonCodeChange {
            code: self.code.set().map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            account: self.account_id,
            kinds: self.kinds.map(|kinds| kinds.0),
            status: self.status.set(),
        };
        UpdateReasonCode { reason, if_match, fields }
    }
}
