//! Input: from a strict JSON tree to wire types, with every violation in one answer.
//!
//! A wire type declares its values (`Decode`), the `input!` macro makes structs of them, and the same description
//! becomes the OpenAPI schema, so the document cannot promise anything else. `fields!` makes the two structs
//! of a noun, for new things and for changes, and the way into the core (`IntoCore`).

mod compound;
mod each_item;
mod fields;
mod goods;
mod into_core;
mod naming;
mod nearest;
mod read_back;
mod scalar;
mod structure;
mod synonyms;

use std::fmt;

use domain::value::rejection::Violation;
use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref as SchemaRef, RefOr};

pub use compound::{Change, JsonObject, List, StringMap, StringMapPatch, as_sent};
pub use domain::value::Patch;
pub use each_item::EachItem;
pub use goods::{Moment, QuantityText, SignedAmount};
pub use into_core::IntoCore;
pub use naming::{CodeText, ForeignKey, Name, NameOrEmpty, Search};
pub use nearest::nearest;
pub use read_back::{ReadBack, ShownLine};
pub use scalar::{Amount, ID_CHARACTERS, LongText, NamedEnum, Reason, Text, Whole, id_schema};
pub use structure::{camel, camel_len};
pub use synonyms::{
    OwnWord, Synonym, Synonyms, add_parameters as add_synonyms, describe as describe_synonyms, own_words,
};

use super::json::{Node, push_pointer};

/// Most violations that one answer lists; the rest would not help anybody.
pub const MAX_VIOLATIONS: usize = 100;

/// The schemas of named types met on the way, for the document's components.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// A type that can be read from a request.
pub trait Decode: Sized {
    /// Whether the field must be present; the document says so.
    const REQUIRED: bool = true;
    /// Another word under which a field of this type is read.
    const SYNONYM: Option<Synonym> = None;

    /// Reads the node; pushes every violation and gives `None` where there was one.
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self>;

    /// The meaning of an absent field: a violation, unless the type says otherwise.
    fn absent(at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        errors.push(at, "required", "this field is required");
        None
    }

    /// Its schema where it is used; named types push themselves to `schemas` and answer with a reference.
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema>;
}

/// Where in the request a value stands; a list on the stack that allocates nothing until it is shown.
#[derive(Clone, Copy)]
pub enum Pointer<'a> {
    /// The whole body.
    Body,
    /// The query; its parameters are shown by their bare names.
    Query,
    /// A member of an object.
    Field(&'a Pointer<'a>, &'a str),
    /// An item of an array.
    Item(&'a Pointer<'a>, usize),
}

impl<'a> Pointer<'a> {
    /// The pointer to a member.
    #[must_use]
    pub fn field(&'a self, name: &'a str) -> Pointer<'a> {
        Pointer::Field(self, name)
    }

    /// The pointer to an item.
    #[must_use]
    pub fn item(&'a self, index: usize) -> Pointer<'a> {
        Pointer::Item(self, index)
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Body | Self::Query => {}
            Self::Field(Self::Query, name) => out.push_str(name),
            Self::Field(Self::Field(Self::Query, outer), key) => out.push_str(&format!("{outer}[{key}]")),
            Self::Field(parent, name) => {
                parent.write(out);
                push_pointer(out, name);
            }
            Self::Item(parent, index) => {
                parent.write(out);
                push_pointer(out, &index.to_string());
            }
        }
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// The violations found so far.
#[derive(Default, Debug)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// Adds one; beyond `MAX_VIOLATIONS` it is dropped.
    pub fn push(&mut self, at: &Pointer<'_>, code: &'static str, message: impl Into<String>) {
        if self.0.len() < MAX_VIOLATIONS {
            self.0.push(Violation { pointer: at.to_string(), code, message: message.into() });
        }
    }

    /// A value of another type than wanted, for example `"a string"`.
    pub fn wrong_type(&mut self, at: &Pointer<'_>, wanted: &str, found: &Node) {
        match found {
            Node::Null => self.push(at, "null_not_allowed", format!("must be {wanted}, not null")),
            other => self.push(at, "wrong_type", format!("must be {wanted}, not {}", other.kind())),
        }
    }

    /// A member that nobody knows, with the nearest known name.
    pub fn unknown_field(&mut self, at: &Pointer<'_>, name: &str, known: &[&str]) {
        // The nearest name costs work for each: a body of a hundred thousand wrong fields must not.
        if self.0.len() >= MAX_VIOLATIONS {
            return;
        }
        let (code, what) = match at {
            Pointer::Field(Pointer::Query, _) => ("unknown_parameter", "parameter"),
            _ => ("unknown_field", "field"),
        };
        match nearest(name, known) {
            Some(near) => self.push(at, code, format!("unknown {what} {name:?}: did you mean {near:?}?")),
            None if known.is_empty() => self.push(at, code, format!("unknown {what} {name:?}: none is known here")),
            None => self.push(at, code, format!("unknown {what} {name:?}: known are {}", known.join(", "))),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    #[must_use]
    pub fn into_vec(self) -> Vec<Violation> {
        self.0
    }
}

/// Reads a whole value at `at`.
///
/// # Errors
/// Every violation.
pub fn decode<T: Decode>(node: &Node, at: &Pointer<'_>) -> Result<T, Vec<Violation>> {
    let mut errors = Violations::default();
    match T::decode(node, at, &mut errors) {
        Some(value) if errors.is_empty() => Ok(value),
        _ => Err(errors.into_vec()),
    }
}

/// The schema of a scalar type.
#[must_use]
pub fn scalar_schema(schema_type: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(schema_type)
}

/// The same schema, `null` allowed.
#[must_use]
pub fn nullable(schema: RefOr<Schema>) -> RefOr<Schema> {
    let null = || Object::builder().schema_type(Type::Null).build();
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            match &object.schema_type {
                SchemaType::Type(one) => object.schema_type = SchemaType::Array(vec![one.clone(), Type::Null]),
                SchemaType::Array(several) => {
                    let mut several = several.clone();
                    several.push(Type::Null);
                    object.schema_type = SchemaType::Array(several);
                }
                SchemaType::AnyValue => {}
            }
            if let Some(values) = object.enum_values.as_mut() {
                values.push(serde_json::Value::Null);
            }
            object.into()
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = SchemaType::Array(vec![Type::Array, Type::Null]);
            array.into()
        }
        other => utoipa::openapi::OneOfBuilder::new().item(null()).item(other).into(),
    }
}

/// A reference to a component.
#[must_use]
pub fn reference(name: &str) -> RefOr<Schema> {
    SchemaRef::from_schema_name(name).into()
}

#[cfg(test)]
mod tests;
