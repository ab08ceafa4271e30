//! The rules for a party, new or changed.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::PartyKind;
use crate::value::id::PartyId;
use crate::value::limits;
use crate::value::rejection::{Code, Rejection};

/// The kinds as they are stored: each once, sorted by name.
pub(crate) fn kind_names(kinds: &[PartyKind]) -> String {
    let mut names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    if names.is_empty() {
        names.push(PartyKind::Other.name());
    }
    names.sort_unstable();
    names.dedup();
    names.join(" ")
}

/// Payment terms lie within ten years.
pub(crate) fn require_terms(days: Option<i64>) -> Result<(), Stop> {
    match days {
        Some(days) if !(0..=limits::PAYMENT_TERMS_DAYS).contains(&days) => {
            let message = format!("payment terms must be 0 to {} days, not {days}", limits::PAYMENT_TERMS_DAYS);
            Err(Rejection::new(Code::LimitReached, message).at("/paymentTermsDays").into())
        }
        _ => Ok(()),
    }
}

/// The contact stays within the limit of metadata.
pub(crate) fn require_contact_fits(contact: &str) -> Result<(), Stop> {
    if contact.len() <= limits::METADATA_BYTES {
        return Ok(());
    }
    let message = format!("contact would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
    Err(Rejection::new(Code::LimitReached, message).at("/contact").into())
}

/// No party has this name: entries find parties by it.
pub(crate) fn require_free_name(book: &Book, name: &str) -> Result<(), Stop> {
    match book.party_by_name(name)? {
        Some(other) => Err(taken("name", name, "/name", other).into()),
        None => Ok(()),
    }
}

/// No party has this code.
pub(crate) fn require_free_code(book: &Book, code: Option<&str>) -> Result<(), Stop> {
    let Some(code) = code else { return Ok(()) };
    match book.party_by_code(code)? {
        Some(other) => Err(taken("code", code, "/code", other).into()),
        None => Ok(()),
    }
}

fn taken(what: &str, text: &str, pointer: &str, other: PartyId) -> Rejection {
    Rejection::new(Code::CodeTaken, format!("the party {what} {text} is taken: choose another, or use that party"))
        .at(pointer)
        .with("id", other.to_string())
        .offer("existing", "See the party that has it", "GET", format!("/accounting/parties/{other}"))
}
