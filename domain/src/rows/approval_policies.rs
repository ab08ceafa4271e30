//! Approval policies: which entries and movements a second person approves.

use crate::value::Instant;
use crate::value::id::{ApprovalPolicyId, JournalId, PrincipalId};
use crate::value::movement_kind::MovementKind;
use crate::{named_enum, rows};

named_enum! {
    /// The documents that a policy applies to.
    ApprovalSubject {
        JournalEntries = "journalEntries",
        Movements = "movements",
    }
}

rows! {
    /// A rule that entries of a journal, or movements of a kind, need approval from an amount on.
    ApprovalPolicy in "approval_policies" (41 v 1, Books) key { id: ApprovalPolicyId } {
        /// Unique per organization.
        name: String,
        applies_to: ApprovalSubject,
        /// Of entries: `None` is every journal.
        journal_id: Option<JournalId>,
        /// Of movements: `None` is every kind.
        movement_kind: Option<MovementKind>,
        /// The least total debit from which it applies, base currency, minor units; 0 is every entry, or every
        /// movement. The total debit of a movement is that of its own entry, and 0 without one.
        min_amount: i64,
        /// A policy that is not active asks for nothing.
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}

impl ApprovalPolicy {
    /// Whether an entry of this journal with this total debit needs approval by it.
    #[must_use]
    pub fn asks_for(&self, journal: JournalId, total_debit: i64) -> bool {
        self.asks_from(ApprovalSubject::JournalEntries, total_debit) && self.journal_id.is_none_or(|own| own == journal)
    }

    /// Whether a movement of this kind, whose own entry comes to this total debit, needs approval by it.
    #[must_use]
    pub fn asks_for_movement(&self, kind: MovementKind, total_debit: i64) -> bool {
        self.asks_from(ApprovalSubject::Movements, total_debit) && self.movement_kind.is_none_or(|own| own == kind)
    }

    /// Whether it asks for all that another one asks for.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let is_wide = self.is_active && self.applies_to == other.applies_to && self.min_amount <= other.min_amount;
        !other.is_active
            || is_wide
                && (self.journal_id.is_none() || self.journal_id == other.journal_id)
                && (self.movement_kind.is_none() || self.movement_kind == other.movement_kind)
    }

    fn asks_from(&self, subject: ApprovalSubject, total_debit: i64) -> bool {
        self.is_active && self.applies_to == subject && total_debit >= self.min_amount
    }
}
