//! Lines that are sent back as a read shows them.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::super::json::Node;
use super::super::schema;
use super::{Decode, Pointer, Schemas, Violations, reference};

/// A line that reads show with more than it is written with.
pub trait ShownLine: Decode {
    /// Its name in the document for the form that may be sent back.
    const NAME: &'static str;
    /// Fields of it that reads show and writes ignore: accepted and not looked at. `lineNumber` is among them.
    const READ_ONLY: &'static [&'static str];
}

/// A line as a read shows it, or as it is written anew.
#[derive(Clone, Debug)]
pub struct ReadBack<T> {
    /// The number under which it was shown, where it was read.
    pub line_number: Option<i64>,
    /// The written part of it.
    pub line: T,
}

impl<T: ShownLine> Decode for ReadBack<T> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Node::Object(members) = node else {
            return T::decode(node, at, errors).map(|line| Self { line_number: None, line });
        };
        let line_number = members.iter().find_map(|(name, value)| match value {
            Node::Number(text) if name == "lineNumber" => text.parse().ok(),
            _ => None,
        });
        let is_written = |name: &str| !T::READ_ONLY.contains(&name);
        let written = members.iter().filter(|(name, _)| is_written(name)).cloned().collect();
        T::decode(&Node::Object(written), at, errors).map(|line| Self { line_number, line })
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        if !schemas.iter().any(|(known, _)| known == T::NAME) {
            let RefOr::Ref(written) = T::field_schema(schemas) else { return T::field_schema(schemas) };
            let own = schemas.iter().find(|(known, _)| written.ref_location.ends_with(&format!("/{known}")));
            if let Some((_, RefOr::T(Schema::Object(object)))) = own {
                let mut object = object.clone();
                schema::add_ignored(&mut object, T::READ_ONLY);
                schemas.push((T::NAME.to_owned(), object.into()));
            }
        }
        reference(T::NAME)
    }
}
