//! Approval policies: which journal entries a second person approves before they are posted. Without any, none.
//!
//! What becomes of an entry that waits is in `ledger`, one file per command.

pub mod create_policy;
pub mod delete_policy;
pub mod update_policy;

use crate::book::Book;
use crate::rejection::{Code, Fault, Rejection};
use crate::rows;
use crate::stop::Stop;
use crate::value::id::{ApprovalPolicyId, JournalId, PrincipalId};
use crate::value::{Currency, Decimal, DecimalError, Instant, TypedId};

rows! {
    /// A rule that entries of a journal need approval from an amount on.
    ApprovalPolicy in "approval_policies" (41 v 1, Books) key { id: ApprovalPolicyId } {
        /// Unique per organization.
        name: String,
        /// `None` is every journal.
        journal_id: Option<JournalId>,
        /// The least total debit that it asks for, base currency, minor units; 0 is every entry.
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
        self.is_active && self.journal_id.is_none_or(|own| own == journal) && total_debit >= self.min_amount
    }
}

/// The policy, or `not_found` for an unknown, malformed or foreign id.
fn require_policy(book: &Book, text: &str) -> Result<ApprovalPolicy, Stop> {
    let id = ApprovalPolicyId::parse(text).ok_or_else(Rejection::not_found)?;
    Ok(book.approval_policy(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The journal that a policy names; one that does not exist becomes a fault. An inactive one will do.
fn journal_named(book: &Book, text: &str, faults: &mut Vec<Fault>) -> Result<Option<JournalId>, Stop> {
    let found = match JournalId::parse(text) {
        Some(id) => book.journal(id)?.map(|journal| journal.id),
        None => None,
    };
    if found.is_none() {
        let message = format!("no journal has the id {text}: null is every journal");
        faults.push(Fault::new("/journalId", Code::UnknownReference, message));
    }
    Ok(found)
}

/// The amount in minor units; one that the base currency cannot hold becomes a fault.
fn min_amount_units(written: Decimal, base: Currency, faults: &mut Vec<Fault>) -> i64 {
    let (code, message) = match written.to_units(base.decimals()) {
        Ok(units) if units >= 0 => return units,
        Err(DecimalError::TooManyDecimals(most)) => {
            (Code::AmountPrecision, format!("{written} has more decimals than {base} has: at most {most}"))
        }
        _ => (Code::AmountOutOfRange, format!("{written} is beyond what an entry can come to")),
    };
    faults.push(Fault::new("/minAmount", code, message));
    0
}

/// No other policy has this name.
fn require_free_name(book: &Book, name: &str, except: Option<ApprovalPolicyId>) -> Result<(), Stop> {
    match book.approval_policies()?.find(|other| other.name == name && Some(other.id) != except) {
        Some(other) => {
            let message = format!("another approval policy is named {name}: choose another name");
            Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into())
        }
        None => Ok(()),
    }
}
