//! Rules that commands on dimensions share: finding one, and its code.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Dimension;
use crate::value::Sought;
use crate::value::id::DimensionId;
use crate::value::rejection::{Code, Rejection};

/// No other dimension has this code.
pub(crate) fn require_free_code(book: &Book, code: &str, except: Option<DimensionId>) -> Result<(), Stop> {
    let taken = book.dimensions()?.find(|other| other.code == code && Some(other.id) != except);
    let Some(other) = taken else { return Ok(()) };
    let message = format!("the dimension code {code} is taken: choose another, or use that dimension");
    Err(Rejection::new(Code::CodeTaken, message)
        .at("/code")
        .with("id", other.id.to_string())
        .offer("existing", "See the dimension that has it", "GET", format!("/accounting/dimensions/{}", other.id))
        .into())
}

/// The dimension, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_dimension(book: &Book, sought: &Sought<DimensionId>) -> Result<Dimension, Stop> {
    let id = sought.require()?;
    Ok(book.dimension(id)?.ok_or_else(Rejection::not_found)?.clone())
}
