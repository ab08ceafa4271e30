//! The feed of events: the log as everyone may see it.

mod cursor;
pub(in crate::http) mod data;
mod list;
mod log;
pub(in crate::http) mod seen;
mod stream;
mod streams;
pub(in crate::http) mod view;
mod wanted;

pub use cursor::FeedCursor;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, stream }.sharing(streams::Streams::default())
}

#[cfg(test)]
mod tests;
