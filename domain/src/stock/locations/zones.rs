//! The zones in which a location lies.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{ActiveState, Location};
use crate::value::limits;

/// The zones above a location, the nearest first.
pub(crate) fn above<'a>(book: &'a Book, location: &Location) -> Result<Vec<&'a Location>, Stop> {
    let mut found = Vec::new();
    let mut next = location.parent_id;
    // The bound holds for stored trees; it keeps damage from looping.
    while let Some(id) = next.filter(|_| found.len() < limits::TREE_DEPTH) {
        let zone = book.location(id)?.ok_or_else(|| Stop::lost("locations", id))?;
        found.push(zone);
        next = zone.parent_id;
    }
    Ok(found)
}

/// Whether neither the location nor a zone above it is inactive.
pub(crate) fn is_open(book: &Book, location: &Location) -> Result<bool, Stop> {
    let is_active = |one: &Location| one.status == ActiveState::Active;
    Ok(is_active(location) && above(book, location)?.into_iter().all(is_active))
}
