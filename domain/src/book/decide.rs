//! The trait of every command: it states its needs, and decides.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::value::permission::Permission;

/// The abilities of every command.
pub trait Decide {
    /// The permission that the operation of this command names.
    const PERMISSION: Permission;

    /// The permission that the caller needs: `PERMISSION`, unless what the command says makes it another one.
    fn permission(&self) -> Permission {
        Self::PERMISSION
    }

    /// Why the caller wants it, where they say so.
    fn reason(&self) -> Option<&str> {
        None
    }

    /// The certain needs. A forgotten key costs a round, never correctness.
    fn hint(&self, _book: &Book, _keys: &mut Vec<Key>) {}

    /// Decides on the book: changes it and replies, or stops.
    ///
    /// # Errors
    /// `Missing` where something must be loaded first, `Rejected` with the broken rule.
    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop>;
}
