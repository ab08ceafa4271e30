//! The input of an approval policy.

use domain::commands::approval_policies::create::CreateApprovalPolicy;
use domain::commands::approval_policies::update::UpdateApprovalPolicy;
use domain::rows::ApprovalSubject;
use domain::value::id::{ApprovalPolicyId, JournalId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Decimal, Patch, Sought};

use crate::http::input::{Amount, Change, Name};
use crate::http::journals::wire::{JournalCode, named};
use crate::http::problem::Problem;
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new rule that entries, or movements of goods, need approval.
    pub struct ApprovalPolicyInput {
        /// Unique in the organization.
        pub name: Name<120> = "Large sales",
        /// What the policy applies to; journal entries if absent.
        pub applies_to: Option<ApprovalSubject>,
        /// For entries: only those of this journal; all journals if absent.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode> = "GJ",
        /// For movements: only those of this kind; all kinds if absent.
        pub movement_kind: Option<MovementKind>,
        /// The lowest total debit that needs approval, in base currency; every entry, or every movement, if absent. The
        /// total of a movement is that of its own journal entry, or 0 if it has none.
        pub min_amount: Option<Amount> = "10000.00",
        /// Whether it is in force; true if absent.
        pub is_active: Option<bool> = true,
    }

    /// A change of an approval policy: absent fields stay, null clears.
    pub struct ApprovalPolicyPatch keeping ["appliesTo", "currency"] ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub name: Change<Name<120>>,
        /// Null is every journal.
        pub journal_id: Patch<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Change<JournalCode> = "GJ",
        /// Null is every kind.
        pub movement_kind: Patch<MovementKind>,
        pub min_amount: Change<Amount> = "25000.00",
        pub is_active: Change<bool>,
    }
}

impl ApprovalPolicyInput {
    /// The command.
    ///
    /// # Errors
    /// 400 where the journal is named twice.
    pub fn command(self) -> Result<CreateApprovalPolicy, Problem> {
        Ok(CreateApprovalPolicy {
            name: self.name.0,
            applies_to: self.applies_to.unwrap_or(ApprovalSubject::JournalEntries),
            journal: named(self.journal_id, self.journal_code, "")?,
            movement_kind: self.movement_kind,
            min_amount: self.min_amount.map_or(Decimal { unscaled: 0, scale: 0 }, |amount| amount.0),
            is_active: self.is_active.unwrap_or(true),
        })
    }
}

impl ApprovalPolicyPatch {
    /// The command for this policy.
    ///
    /// # Errors
    /// 400 where the journal is named twice.
    pub fn command(
        self,
        policy: Sought<ApprovalPolicyId>,
        if_match: Option<Vec<i64>>,
    ) -> Result<UpdateApprovalPolicy, Problem> {
        let journal = match (self.journal_id, self.journal_code.set()) {
            (Patch::Null, None) => Patch::Null,
            (id, code) => Patch::from(named(id.over(None), code, "")?),
        };
        Ok(UpdateApprovalPolicy {
            policy,
            if_match,
            name: self.name.set().map(|name| name.0),
            journal,
            movement_kind: self.movement_kind,
            min_amount: self.min_amount.set().map(|amount| amount.0),
            is_active: self.is_active.set(),
        })
    }
}
