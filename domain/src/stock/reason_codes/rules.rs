//! Finds the reason code that a command names.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::ReasonCode;
use crate::value::Sought;
use crate::value::id::ReasonCodeId;
use crate::value::rejection::Rejection;

/// The reason, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_reason(book: &Book, sought: &Sought<ReasonCodeId>) -> Result<ReasonCode, Stop> {
    let id = sought.require()?;
    Ok(book.reason_code(id)?.ok_or_else(Rejection::not_found)?.clone())
}
