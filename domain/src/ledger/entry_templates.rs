//! Entry templates: what entries begin with that are written again and again. Nothing is posted with them.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::EntryTemplate;
use crate::value::Sought;
use crate::value::id::EntryTemplateId;
use crate::value::rejection::{Code, Rejection};

/// The template, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_template(book: &Book, sought: &Sought<EntryTemplateId>) -> Result<EntryTemplate, Stop> {
    let id = sought.require()?;
    Ok(book.entry_template(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// No other template has its name.
pub(crate) fn require_free_name(book: &Book, template: &EntryTemplate) -> Result<(), Stop> {
    let taken = book.entry_templates()?.find(|other| other.name == template.name && other.id != template.id);
    let Some(other) = taken else { return Ok(()) };
    let message = format!("there is already an entry template named {}: choose another name", template.name);
    Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into())
}
