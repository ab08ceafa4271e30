//! Rules of accounts: what follows from their type, which group may be above them, and that their codes are unique.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{AccountType, ControlFor, Side};
use crate::value::id::AccountId;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Sought, limits};

/// The side that grows the account: debit for assets and expenses.
#[must_use]
pub fn normal_balance(account_type: AccountType) -> Side {
    match account_type {
        AccountType::Asset | AccountType::Expense => Side::Debit,
        AccountType::Liability | AccountType::Equity | AccountType::Revenue => Side::Credit,
    }
}

/// Receivables and payables are settled line by line.
pub(crate) fn reconcilable_by_default(control_for: Option<ControlFor>) -> bool {
    matches!(control_for, Some(ControlFor::Receivable | ControlFor::Payable))
}

/// Open items stand on assets and liabilities that take postings: every other account is moved as a whole.
pub(crate) fn require_reconcilable_fits(wanted: bool, account_type: AccountType, is_group: bool) -> Result<(), Stop> {
    let fits = matches!(account_type, AccountType::Asset | AccountType::Liability) && !is_group;
    if fits || !wanted {
        return Ok(());
    }
    let message = if is_group {
        "a group accepts no postings and so has no open items: leave isReconcilable out".to_owned()
    } else {
        format!("only asset and liability accounts keep open items, not an account of type {}", account_type.name())
    };
    Err(Rejection::new(Code::AccountNotUsable, message).at("/isReconcilable").into())
}

/// The rejection of a second account with one code.
pub(crate) fn account_code_taken(code: &str, other: AccountId) -> Rejection {
    Rejection::new(Code::CodeTaken, format!("the account code {code} is taken: choose another, or use that account"))
        .at("/code")
        .with("id", other.to_string())
        .offer("existing", "See the account that has it", "GET", format!("/accounting/accounts/{other}"))
}

/// A parent exists, is a group of the same type, and is not too deep in the tree.
pub(crate) fn require_parent(
    book: &Book,
    sought: &Sought<AccountId>,
    account_type: AccountType,
) -> Result<AccountId, Stop> {
    let unknown = || {
        let message = format!("there is no account with the id {sought}: choose an existing group");
        Rejection::new(Code::UnknownReference, message).at("/parentId")
    };
    let id = sought.id().ok_or_else(unknown)?;
    let parent = book.account(id)?.ok_or_else(unknown)?;
    if !parent.is_group {
        let message = format!("account {} is not a group: choose a group as parent", parent.code);
        return Err(Rejection::new(Code::ParentNotUsable, message).at("/parentId").into());
    }
    if parent.account_type != account_type {
        let message = format!(
            "account {} is of type {}, the new one of type {}: both must be of the same type",
            parent.code,
            parent.account_type.name(),
            account_type.name()
        );
        return Err(Rejection::new(Code::ParentNotUsable, message).at("/parentId").into());
    }
    let mut depth = 2;
    let mut above = parent.parent_id;
    while let Some(next) = above {
        depth += 1;
        above = book.account(next)?.and_then(|account| account.parent_id);
        if depth > limits::TREE_DEPTH {
            let message = format!("the chart would have more than {} levels", limits::TREE_DEPTH);
            return Err(Rejection::new(Code::ParentTooDeep, message).at("/parentId").into());
        }
    }
    Ok(id)
}

/// A control flag stands on a posting account of the type that it needs.
pub(crate) fn require_control_fits(
    control_for: Option<ControlFor>,
    account_type: AccountType,
    is_group: bool,
) -> Result<(), Stop> {
    let Some(control) = control_for else { return Ok(()) };
    let fits = match control {
        ControlFor::Stock | ControlFor::Receivable => account_type == AccountType::Asset,
        ControlFor::Payable => account_type == AccountType::Liability,
        ControlFor::Bank => matches!(account_type, AccountType::Asset | AccountType::Liability),
    };
    if fits && !is_group {
        return Ok(());
    }
    let message = if is_group {
        "a group accepts no postings and so controls nothing: leave controlFor out".to_owned()
    } else {
        format!("controlFor {} does not fit an account of type {}", control.name(), account_type.name())
    };
    let faults = vec![Fault::new("/controlFor", Code::AccountNotUsable, message)];
    Err(Rejection::of_errors(faults).unwrap_or_else(Rejection::not_found).into())
}
