//! Asks for many keys at once, so that they come in one round.

use crate::book::stop::Stop;
use crate::book::{Book, Key};

/// Stops where one of these is not loaded, with all that are not.
pub(crate) fn require_all(book: &Book, mut keys: Vec<Key>) -> Result<(), Stop> {
    keys.retain(|key| !book.holds(key));
    if keys.is_empty() { Ok(()) } else { Err(Stop::MissingAll(keys)) }
}
