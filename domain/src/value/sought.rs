//! The object of a request: an id of one kind, or a code.

use std::fmt;

use crate::value::TypedId;
use crate::value::rejection::Rejection;

/// The row that a request names by its id. The text is read once, where the request comes in: an id of another kind, or
/// a text that is no id at all, names nothing. It is kept for the answer, and so shows as it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sought<I> {
    /// An id of the kind. Whether it names anything is for the books to say.
    Id(I),
    /// A text that is no id of the kind; [`Sought::of`] makes it of such a one only.
    Nothing(String),
}

impl<I: TypedId> Sought<I> {
    /// Reads the text that was sent.
    #[must_use]
    pub fn of(text: &str) -> Self {
        I::parse(text).map_or_else(|| Self::Nothing(text.to_owned()), Self::Id)
    }

    /// The id; `None` where the text is none of its kind.
    #[must_use]
    pub fn id(&self) -> Option<I> {
        match self {
            Self::Id(id) => Some(*id),
            Self::Nothing(_) => None,
        }
    }

    /// The row of the id, if it is one and `look` finds something.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn find<T, E>(&self, look: impl FnOnce(I) -> Result<Option<T>, E>) -> Result<Option<T>, E> {
        self.id().map_or(Ok(None), look)
    }

    /// The id in a path.
    ///
    /// # Errors
    /// `not_found` if the text is none of its kind, as for an id that nothing has.
    pub fn require(&self) -> Result<I, Rejection> {
        self.id().ok_or_else(Rejection::not_found)
    }
}

/// Nothing at all, with an empty text.
impl<I> Default for Sought<I> {
    fn default() -> Self {
        Self::Nothing(String::new())
    }
}

impl<I: TypedId> From<I> for Sought<I> {
    fn from(id: I) -> Self {
        Self::Id(id)
    }
}

/// The text as it was sent: an id has one text only.
impl<I: TypedId> fmt::Display for Sought<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => f.write_str(id.text().as_str()),
            Self::Nothing(text) => f.write_str(text),
        }
    }
}

/// A row as a caller names it: by its id, or by the code that people use. An id or code of one kind is never taken for
/// another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IdOrCode<I> {
    /// By its id.
    Id(Sought<I>),
    /// By its code; of an item that is the sku, of a lot or a serial the number, of a party the name.
    Code(String),
}

impl<I: TypedId> IdOrCode<I> {
    /// The id that was sent, else the one that `look` finds for the code. Whether anything has it is for the books to say.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn id_or<E>(&self, look: impl FnOnce(&str) -> Result<Option<I>, E>) -> Result<Option<I>, E> {
        match self {
            Self::Id(sought) => Ok(sought.id()),
            Self::Code(code) => look(code),
        }
    }
}

impl<I: TypedId> From<I> for IdOrCode<I> {
    fn from(id: I) -> Self {
        Self::Id(Sought::Id(id))
    }
}

/// The text as it was sent.
impl<I: TypedId> fmt::Display for IdOrCode<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(sought) => fmt::Display::fmt(sought, f),
            Self::Code(code) => f.write_str(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::id::{EntryId, MovementId};

    #[test]
    fn an_id_of_its_kind_is_found_by_and_any_other_text_is_kept_as_it_was_sent() {
        let id = EntryId([7; 16]);
        let text = id.to_string();
        assert_eq!(Sought::of(&text), Sought::Id(id));
        assert_eq!(Sought::<EntryId>::of(&text).require().ok(), Some(id));
        for wrong in [text.replace("je_", "mov_").as_str(), text.to_uppercase().as_str(), "", "je_"] {
            let sought = Sought::<EntryId>::of(wrong);
            assert_eq!((sought.id(), sought.to_string().as_str()), (None, wrong));
            assert!(sought.require().is_err());
        }
        assert_eq!(Sought::<MovementId>::of(&text).id(), None);
    }

    #[test]
    fn what_is_named_shows_as_it_was_sent() {
        let id = EntryId([7; 16]);
        assert_eq!(Sought::Id(id).to_string(), id.to_string());
        assert_eq!(IdOrCode::from(id).to_string(), id.to_string());
        assert_eq!(IdOrCode::<EntryId>::Code("A 1".to_owned()).to_string(), "A 1");
    }

    #[test]
    fn it_takes_no_more_room_than_a_text() {
        assert_eq!(size_of::<Sought<EntryId>>(), size_of::<String>());
    }
}
