//! The properties that an account needs to hold the value of stock or take the other side.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Account, AccountSubtype, AccountType, ControlFor};
use crate::value::Currency;
use crate::value::change::unknown;
use crate::value::id::AccountId;
use crate::value::rejection::{Code, Fault};

/// The use of an account.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Holds the value of stock: an asset that only stock posts to.
    Valuation,
    /// Takes the other side: a result account.
    Expense,
    /// Takes lines that the books make by themselves: no control account, nor the account for goods received and not
    /// invoiced.
    OwnLines,
    /// The same, or the account for goods received and not invoiced: the other side of a receipt.
    Received,
    /// Takes payables to suppliers.
    OwedToSuppliers,
    /// The same, or lines that the books make by themselves: the other side of a credit note.
    OwedOrOwnLines,
}

/// The fault of an account that does not exist or cannot have this role.
pub(crate) fn check_account(
    book: &Book,
    base: Currency,
    pointer: &str,
    role: Role,
    id: AccountId,
) -> Result<Option<Fault>, Stop> {
    let Some(account) = book.account(id)? else { return Ok(Some(unknown(pointer, &id.to_string()))) };
    Ok(unusable(account, base, role).map(|why| {
        Fault::new(pointer, Code::AccountNotUsable, format!("account {} cannot be used here: {why}", account.code))
    }))
}

/// Whether an account can have this role.
pub(crate) fn does(account: &Account, base: Currency, role: Role) -> bool {
    unusable(account, base, role).is_none()
}

fn unusable(account: &Account, base: Currency, role: Role) -> Option<String> {
    if account.is_group {
        return Some("it is a group; choose a posting account".to_owned());
    }
    if !account.is_active {
        return Some("it is inactive; reactivate it or choose another".to_owned());
    }
    if account.currency.is_some_and(|currency| currency != base) {
        return Some(format!("it is not kept in {base}; choose another"));
    }
    match role {
        Role::Valuation
            if account.account_type != AccountType::Asset || account.control_for != Some(ControlFor::Stock) =>
        {
            Some("it must be of type asset with controlFor stock".to_owned())
        }
        Role::Expense if !matches!(account.account_type, AccountType::Expense | AccountType::Revenue) => {
            Some(format!("it is of type {}; choose an expense account", account.account_type.name()))
        }
        Role::OwnLines | Role::OwedOrOwnLines if account.subtype == Some(AccountSubtype::GoodsReceivedNotInvoiced) => {
            Some("only receipts, their invoices and returns post to it; choose another".to_owned())
        }
        Role::OwnLines | Role::Received if account.control_for.is_some() => {
            Some("it is a control account; choose one without control".to_owned())
        }
        Role::OwedToSuppliers if account.control_for != Some(ControlFor::Payable) => {
            Some("it must have controlFor payable: an invoice is owed to a supplier".to_owned())
        }
        Role::OwedOrOwnLines if !matches!(account.control_for, None | Some(ControlFor::Payable)) => {
            Some("it is a control account; choose one for payables, or one without control".to_owned())
        }
        Role::Valuation
        | Role::Expense
        | Role::OwnLines
        | Role::Received
        | Role::OwedToSuppliers
        | Role::OwedOrOwnLines => None,
    }
}
