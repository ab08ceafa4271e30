//! A password that is being chosen.

use std::ops::Deref;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, Type};

use crate::auth::password::MIN_CHARACTERS;
use crate::http::input::{Decode, Pointer, Schemas, Text, Violations, scalar_schema};
use crate::http::json::Node;

/// A new password, of at least ten characters. Whether it is one decides where it is hashed, with the other rules about it.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(pub String);

impl Deref for NewPassword {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("NewPassword")
    }
}

impl Decode for NewPassword {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        Text::<1, 1000>::decode(node, at, errors).map(|text| Self(text.0))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = scalar_schema(Type::String).min_length(Some(MIN_CHARACTERS)).max_length(Some(1000));
        text.into()
    }
}
