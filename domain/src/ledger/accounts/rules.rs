//! The consequences of an account's type.

use crate::rows::{AccountType, ControlFor, Side};

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
