//! Why a decision did not end in a reply.

use crate::book::Key;
use crate::rejection::Rejection;

/// A decision that stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Something is not loaded yet: load it and decide again.
    Missing(Key),
    /// These are not loaded yet: one load for all of them.
    MissingAll(Vec<Key>),
    /// An expected "no".
    Rejected(Box<Rejection>),
}

impl From<Rejection> for Stop {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(Box::new(rejection))
    }
}
