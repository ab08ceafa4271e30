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

impl Stop {
    /// The stops of one decision that went on where it could, the first one first: all that is not loaded, in one load. What
    /// was refused before anything lacked is refused; what was refused later is to be asked again.
    #[must_use]
    pub fn together(stops: Vec<Self>) -> Self {
        let mut missing = Vec::new();
        for stop in stops {
            match stop {
                Self::Missing(key) => missing.push(key),
                Self::MissingAll(keys) => missing.extend(keys),
                Self::Rejected(rejection) if missing.is_empty() => return Self::Rejected(rejection),
                Self::Rejected(_) => {}
            }
        }
        Self::MissingAll(missing)
    }
}

impl From<Rejection> for Stop {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(Box::new(rejection))
    }
}
