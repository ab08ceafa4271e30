//! An account as a caller names it.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Account;
use crate::value::id::AccountId;
use crate::value::rejection::Rejection;
use crate::value::{IdOrCode, Sought};

/// The account with this id or code; `None` where there is none.
pub(crate) fn account(book: &Book, named: &IdOrCode<AccountId>) -> Result<Option<AccountId>, Stop> {
    match named {
        IdOrCode::Id(sought) => Ok(sought.find(|id| book.account(id))?.map(|account| account.id)),
        IdOrCode::Code(code) => book.account_by_code(code),
    }
}

/// The account, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_account(book: &Book, sought: &Sought<AccountId>) -> Result<Account, Stop> {
    let id = sought.require()?;
    Ok(book.account(id)?.ok_or_else(Rejection::not_found)?.clone())
}
