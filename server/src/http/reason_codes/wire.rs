//! The input of a reason code.

use domain::commands::reason_codes::create::CreateReasonCode;
use domain::commands::reason_codes::update::UpdateReasonCode;
use domain::rows::ActiveState;
use domain::stock::reason_codes::change::ReasonCodeChange;
use domain::value::Sought;
use domain::value::id::{AccountId, ReasonCodeId};
use domain::value::movement_kind::MovementKind;

use crate::http::input::{List, Name};
use crate::http::warehouses::wire::Code;

crate::fields! {
    /// A new reason; only `code` and `name` are required.
    pub struct ReasonCodeInput;

    /// A change of a reason code: absent fields stay, null clears, lists are replaced.
    pub struct ReasonCodePatch repeating [id, version] ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    for ReasonCodeChange {
        /// Unique; stored in upper case.
        pub code: Required<Code> = "BROKEN",
        pub name: Required<Name<120>> = "Broken in the warehouse" => "Broken on the way",
        /// The account for the other side of such movements, instead of the usual one; it must not be a control
        /// account.
        pub account_id: Clearable<Sought<AccountId>>,
        /// The kinds of movements that can have it; all if absent or empty.
        pub kinds: Clearable<List<MovementKind, 0, 30>> = ["scrap", "adjustment"],
        /// Deprecated: use `isActive`.
        #[patch = "Deprecated: use `isActive`."]
        pub status: Optional<ActiveState>,
    }
}

impl ReasonCodeInput {
    /// The command.
    pub fn command(self) -> CreateReasonCode {
        CreateReasonCode { fields: self.fields() }
    }
}

impl ReasonCodePatch {
    /// The command for the reason with this wire id.
    pub fn command(self, reason: Sought<ReasonCodeId>, if_match: Option<Vec<i64>>) -> UpdateReasonCode {
        UpdateReasonCode { reason, if_match, fields: self.fields() }
    }
}
