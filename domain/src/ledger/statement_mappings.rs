//! Statement mappings: the sections of a balance sheet, a profit and loss or a cash flow, as an organization wants to read
//! them.
//!
//! A mapping changes the grouping, never the totals: an account that no section names is shown in a section of its own
//! (`reports::mapping`).

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::StatementMapping;
use crate::value::Sought;
use crate::value::id::StatementMappingId;
use crate::value::rejection::{Code, Rejection};

/// The mapping, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_mapping(book: &Book, sought: &Sought<StatementMappingId>) -> Result<StatementMapping, Stop> {
    let id = sought.require()?;
    Ok(book.statement_mapping(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Its sections make sense, and no other mapping has its name.
pub(crate) fn require_usable(book: &Book, mapping: &StatementMapping) -> Result<(), Stop> {
    if let Some(rejection) = Rejection::of_errors(mapping.sections.faults(mapping.kind)) {
        return Err(rejection.into());
    }
    let taken = book.statement_mappings()?.find(|other| other.name == mapping.name && other.id != mapping.id);
    let Some(other) = taken else { return Ok(()) };
    let message = format!("there is already a statement mapping named {}: choose another name", mapping.name);
    Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into())
}
