//! The rules for a party, new or changed.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Party, PartyKind};
use crate::value::id::PartyId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Sought, limits};

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

/// No other party has this name, whatever its case and blanks: entries find parties by it.
pub(crate) fn require_free_name(book: &Book, name: &str, own: Option<PartyId>) -> Result<(), Stop> {
    match book.party_by_name(name)? {
        Some(other) if own != Some(other) => Err(taken("name", name, "/name", other).into()),
        _ => Ok(()),
    }
}

/// The party that a line or document is of, where it names this one: the one that this one was merged into, or itself.
/// From then on that one is used.
pub(crate) fn take(book: &mut Book, id: PartyId) -> Result<PartyId, Stop> {
    let meant = book.party_meant(id)?;
    let party = book.party(meant)?.ok_or_else(|| Stop::lost("parties", meant))?;
    if !party.is_used {
        let used = Party { is_used: true, ..party.clone() };
        book.parties.put(used);
    }
    Ok(meant)
}

/// The party, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_party(book: &Book, sought: &Sought<PartyId>) -> Result<Party, Stop> {
    let id = sought.require()?;
    Ok(book.party(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The refusal of what a merged party cannot do any more.
pub(crate) fn merged(into: PartyId) -> Rejection {
    let message = format!("the party was merged into {into}: use that one");
    Rejection::new(Code::PartyMerged, message).with("mergedIntoId", into.to_string()).offer(
        "merged-into",
        "See the party that it was merged into",
        "GET",
        format!("/accounting/parties/{into}"),
    )
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
