//! A field of a merge body (RFC 7396): absent leaves, null clears, a value sets.

use crate::value::Json;

/// One field of a merge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Patch<T> {
    /// Not sent: unchanged.
    #[default]
    Absent,
    /// `null`: cleared.
    Null,
    /// The new value.
    Set(T),
}

impl<T> Patch<T> {
    /// Applies it to an optional field.
    pub fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }

    /// The value, where one was sent.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The new value, where `old` is the stored one.
    #[must_use]
    pub fn over(self, old: Option<T>) -> Option<T> {
        match self {
            Self::Absent => old,
            Self::Null => None,
            Self::Set(new) => Some(new),
        }
    }

    /// Turns a sent value into another.
    pub fn map<U>(self, turn: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Set(value) => Patch::Set(turn(value)),
        }
    }
}

impl<T> From<Option<T>> for Patch<T> {
    /// A field of something new: null is as good as absent.
    fn from(field: Option<T>) -> Self {
        field.map_or(Self::Absent, Self::Set)
    }
}

impl Patch<Json> {
    /// A stored object with the patch merged in; `empty` is how an object without members is stored.
    #[must_use]
    pub fn merged_into(&self, stored: &str, empty: &str) -> String {
        match self {
            Self::Absent => stored.to_owned(),
            Self::Null => empty.to_owned(),
            Self::Set(patch) => {
                // A row whose JSON cannot be read is never loaded: a text that is no JSON here is empty.
                let text = Json::parse(stored).unwrap_or(Json::Null).merge(patch).to_string();
                if text == "{}" { empty.to_owned() } else { text }
            }
        }
    }
}
