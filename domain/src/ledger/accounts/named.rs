//! An account as a caller names it.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::value::IdOrCode;
use crate::value::id::AccountId;

/// The account with this id or code; `None` where there is none.
pub(crate) fn account(book: &Book, named: &IdOrCode<AccountId>) -> Result<Option<AccountId>, Stop> {
    match named {
        IdOrCode::Id(sought) => Ok(sought.find(|id| book.account(id))?.map(|account| account.id)),
        IdOrCode::Code(code) => book.account_by_code(code),
    }
}
