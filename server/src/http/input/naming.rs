//! Text that names something on the wire: codes, names, the keys of other programs, and search texts.
//!
//! The rules are the core's (`domain::value::text`). A code has one spelling in every input, also in look-ups, so that
//! nobody searches for one that cannot exist.

use std::ops::Deref;

use domain::value::text;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, Type};

use super::super::json::Node;
use super::scalar::{bounded, string};
use super::{Decode, Pointer, Schemas, Violations, scalar_schema};

/// A code: 1 to `MAX` characters, composed, without edge blanks, invisible characters and look-alikes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeText<const MAX: usize>(pub String);

/// A name: text on one line that is not blank, trimmed and composed, then 1 to `MAX` characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name<const MAX: usize>(pub String);

/// A name, or an empty text where there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameOrEmpty<const MAX: usize>(pub String);

/// The key of another program: 1 to `MAX` characters, kept byte for byte. It is composed, without edge blanks, invisible characters
/// and blanks other than spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignKey<const MAX: usize>(pub String);

/// A search text for codes and names: read like a name, 1 to 100 characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search(pub String);

/// Most characters of a search.
const SEARCH_CHARACTERS: usize = 100;

/// No blank at the edges, no control and no common invisible character anywhere.
const CODE: &str = r"^[^\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]([^\u0000-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*[^\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])?$";

/// One line that is not blank, whose direction nothing turns.
pub(super) const NOT_BLANK: &str = r"^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069][^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$";

macro_rules! deref_to_text {
    ($name:ident) => {
        impl<const MAX: usize> Deref for $name<MAX> {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl<const MAX: usize> From<$name<MAX>> for String {
            fn from(text: $name<MAX>) -> Self {
                text.0
            }
        }
    };
}
deref_to_text!(CodeText);
deref_to_text!(Name);
deref_to_text!(NameOrEmpty);
deref_to_text!(ForeignKey);

impl Deref for Search {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> Decode for CodeText<MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        coded(string(node, at, errors)?, MAX, at, errors).map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = scalar_schema(Type::String).title(Some(format!("Code{MAX}")));
        text.min_length(Some(1)).max_length(Some(MAX)).pattern(Some(CODE)).into()
    }
}

impl<const MAX: usize> Decode for Name<MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        named(string(node, at, errors)?, MAX, at, errors).map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = scalar_schema(Type::String).title(Some(format!("Name{MAX}")));
        text.min_length(Some(1)).max_length(Some(MAX)).pattern(Some(NOT_BLANK)).into()
    }
}

impl<const MAX: usize> Decode for NameOrEmpty<MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        match string(node, at, errors)? {
            "" => Some(Self(String::new())),
            text => named(text, MAX, at, errors).map(Self),
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let pattern = format!("^$|{NOT_BLANK}");
        let text = scalar_schema(Type::String).title(Some(format!("NameOrEmpty{MAX}")));
        text.max_length(Some(MAX)).pattern(Some(pattern)).into()
    }
}

impl<const MAX: usize> Decode for ForeignKey<MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        if !bounded(text, 1, MAX, true, at, errors) {
            return None;
        }
        match text::foreign_key(text) {
            Ok(key) => Some(Self(key.to_owned())),
            Err(fault) => {
                errors.push(at, fault.code(), fault.to_string());
                None
            }
        }
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        CodeText::<MAX>::field_schema(schemas)
    }
}

impl Decode for Search {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        named(string(node, at, errors)?, SEARCH_CHARACTERS, at, errors).map(Self)
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        Name::<SEARCH_CHARACTERS>::field_schema(schemas)
    }
}

/// The code, in its one spelling.
pub(super) fn coded(text: &str, most: usize, at: &Pointer<'_>, errors: &mut Violations) -> Option<String> {
    // Before anything is composed: a long text is not worth the work.
    if !bounded(text, 1, most, true, at, errors) {
        return None;
    }
    match text::code(text) {
        Ok(code) => bounded(&code, 1, most, false, at, errors).then(|| code.into_owned()),
        Err(fault) => {
            errors.push(at, fault.code(), fault.to_string());
            None
        }
    }
}

fn named(text: &str, most: usize, at: &Pointer<'_>, errors: &mut Violations) -> Option<String> {
    if !bounded(text, 1, most, false, at, errors) {
        return None;
    }
    match text::name(text) {
        // Composition may lengthen a text.
        Ok(name) => bounded(&name, 1, most, false, at, errors).then_some(name),
        Err(fault) => {
            errors.push(at, fault.code(), fault.to_string());
            None
        }
    }
}
