//! Approval policies: which journal entries and movements of goods a second person approves before they are posted.
//! Without a policy, none need it.
//!
//! Waiting documents are handled in `ledger/entries/approval.rs` and `stock/goods/document/approval.rs`.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{ApprovalPolicy, ApprovalSubject};
use crate::value::id::{ApprovalPolicyId, JournalId};
use crate::value::rejection::{Code, Fault, Rejection, Value};
use crate::value::{Currency, Decimal, DecimalError, IdOrCode, Sought};

/// The policy, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_policy(book: &Book, sought: &Sought<ApprovalPolicyId>) -> Result<ApprovalPolicy, Stop> {
    let id = sought.require()?;
    Ok(book.approval_policy(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The journal that a policy names; one that does not exist becomes a fault. An inactive one will do.
pub(crate) fn journal_named(
    book: &Book,
    named: &IdOrCode<JournalId>,
    faults: &mut Vec<Fault>,
) -> Result<Option<JournalId>, Stop> {
    let (pointer, what, found) = match named {
        IdOrCode::Id(sought) => ("/journalId", "id", sought.find(|id| book.journal(id))?),
        IdOrCode::Code(code) => ("/journalCode", "code", book.journals()?.find(|journal| journal.code == *code)),
    };
    if found.is_none() {
        let message = format!("there is no journal with the {what} {named}: without one, it is every journal");
        faults.push(Fault::new(pointer, Code::UnknownReference, message));
    }
    Ok(found.map(|journal| journal.id))
}

/// The amount in minor units; one that the base currency cannot hold becomes a fault.
pub(crate) fn min_amount_units(written: Decimal, base: Currency, faults: &mut Vec<Fault>) -> i64 {
    let (code, message) = match written.to_units(base.decimals()) {
        Ok(units) if units >= 0 => return units,
        Err(DecimalError::TooManyDecimals(most)) => {
            (Code::AmountPrecision, format!("{written} has too many decimals: {base} allows at most {most}"))
        }
        _ => {
            let most = Decimal::from_units(i64::MAX, base.decimals());
            (Code::AmountOutOfRange, format!("{written} is outside the range of an entry's total, 0 to {most}"))
        }
    };
    faults.push(Fault::new("/minAmount", code, message));
    0
}

/// No other policy has this name.
pub(crate) fn require_free_name(book: &Book, name: &str, except: Option<ApprovalPolicyId>) -> Result<(), Stop> {
    match book.approval_policies()?.find(|other| other.name == name && Some(other.id) != except) {
        Some(other) => {
            let message = format!("there is already an approval policy named {name}: choose another name");
            Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into())
        }
        None => Ok(()),
    }
}

/// The subject of a policy and its conditions must belong together: otherwise a fault.
pub(crate) fn check_subject(policy: &ApprovalPolicy, faults: &mut Vec<Fault>) {
    let (pointer, message) = match policy.applies_to {
        ApprovalSubject::JournalEntries if policy.movement_kind.is_some() => (
            "/movementKind",
            "a policy for journal entries has no kind of movement: leave it out, or apply the policy to movements",
        ),
        ApprovalSubject::Movements if policy.journal_id.is_some() => (
            "/journalId",
            "a policy for movements has no journal: leave it out, or apply the policy to journal \
                 entries",
        ),
        ApprovalSubject::JournalEntries | ApprovalSubject::Movements => return,
    };
    faults.push(Fault::new(pointer, Code::FieldsConflict, message));
}

/// A document that a policy asks the approval of, and that was to be posted without.
pub(crate) struct Unapproved<'a> {
    pub policy: &'a ApprovalPolicy,
    /// Documents of its kind, in the plural.
    pub what: &'a str,
    /// Whether the refusal says from which amount on the policy asks.
    pub tells_amount: bool,
    /// Its path, where it is stored as a draft.
    pub draft: Option<String>,
    /// Where a draft of it is made, where none is stored.
    pub collection: &'a str,
}

impl Unapproved<'_> {
    /// The refusal to post it, with the way to its approval.
    pub(crate) fn refused(self, book: &Book) -> Result<Rejection, Stop> {
        let Self { policy, what, tells_amount, draft, collection } = self;
        let base = book.organization()?.base_currency;
        let least = Decimal::from_units(policy.min_amount, base.decimals()).to_string();
        let from = if tells_amount { format!("from {least} {base} on") } else { "of this amount".to_owned() };
        let message = format!(
            "the approval policy {} requires approval of {what} {from}: submit a draft of it instead",
            policy.name
        );
        let rejection = Rejection::new(Code::ApprovalRequired, message)
            .with("policyId", policy.id.to_string())
            .with("policyName", policy.name.clone());
        let rejection = if tells_amount { rejection.with("minAmount", least) } else { rejection };
        Ok(match draft {
            Some(path) => rejection.offer("submit", "Submit it for approval", "POST", format!("{path}/submit")),
            None => rejection
                .offer("submit", "Create it as a draft, then submit the draft", "POST", collection)
                .repeating(vec![("status", Value::Text("draft".to_owned()))]),
        })
    }
}
