//! The input of an approval policy.

use domain::commands::approval_policies::create::CreateApprovalPolicy;
use domain::commands::approval_policies::update::UpdateApprovalPolicy;
use domain::rows::ApprovalSubject;
use domain::value::id::{ApprovalPolicyId, JournalId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Decimal, Sought};

use crate::http::input::{Amount, Name};

crate::fields! {
    /// A new rule that entries, or movements of goods, need approval.
    pub struct ApprovalPolicyInput;

    /// A change of an approval policy: absent fields stay, null clears.
    pub struct ApprovalPolicyPatch repeating [id, version]
        keeping ["appliesTo", "currency"]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateApprovalPolicy {
        /// Unique in the organization.
        pub name: Required<Name<120>> = "Large sales",
        /// What the policy applies to; journal entries if absent.
        pub applies_to: Beside<Option<ApprovalSubject>>,
        /// For entries: only those of this journal; all journals if absent.
        #[patch = "Null is every journal."]
        pub journal_id: Clearable<Sought<JournalId>>,
        /// For movements: only those of this kind; all kinds if absent.
        #[patch = "Null is every kind."]
        pub movement_kind: Clearable<MovementKind>,
        /// The lowest total debit that needs approval, in base currency; every entry, or every movement, if absent. The
        /// total of a movement is that of its own journal entry, or 0 if it has none.
        pub min_amount: Optional<Amount> = "10000.00" => "25000.00",
        /// Whether it is in force; true if absent.
        pub is_active: Optional<bool> = true,
    }
}

impl ApprovalPolicyInput {
    /// The command.
    pub fn command(self) -> CreateApprovalPolicy {
        CreateApprovalPolicy {
            name: self.name.0,
            applies_to: self.applies_to.unwrap_or(ApprovalSubject::JournalEntries),
            journal_id: self.journal_id,
            movement_kind: self.movement_kind,
            min_amount: self.min_amount.map_or(Decimal { unscaled: 0, scale: 0 }, |amount| amount.0),
            is_active: self.is_active.unwrap_or(true),
        }
    }
}

impl ApprovalPolicyPatch {
    /// The command for this policy.
    pub fn command(self, policy: Sought<ApprovalPolicyId>, if_match: Option<Vec<i64>>) -> UpdateApprovalPolicy {
        self.onto(UpdateApprovalPolicy { policy, if_match, ..UpdateApprovalPolicy::default() })
    }
}
