//! Fields that are read under a better word, too: clients who know the first one go on using it.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::Schema;

use super::super::json::Node;
use super::super::schema::{self, ObjectSchema};
use super::{Decode, NamedEnum, Pointer, Schemas, Violations};

/// Another word for a field of some type, read as well and better than the field's own.
#[derive(Clone, Copy)]
pub struct Synonym {
    /// The field that has it.
    of: &'static str,
    name: &'static str,
    doc: &'static str,
    /// What the field's own word would say, or nothing after a violation.
    read: fn(&Node, &Pointer<'_>, &mut Violations) -> Option<&'static str>,
    /// Whether what the field's own word says agrees with what is read.
    agrees: fn(&str, &str) -> bool,
    /// Some value of the field: it stands there after a violation, so that the field is not missed as well.
    any: fn() -> &'static str,
    schema: fn(&mut Schemas) -> RefOr<Schema>,
}

/// The fields of a struct, each with the other word of its type, if that has one.
pub type Synonyms = [(&'static str, Option<Synonym>)];

/// A value that is read under its field's own word alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnWord<T>(pub T);

impl<T: Decode> Decode for OwnWord<T> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        T::decode(node, at, errors).map(Self)
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        T::field_schema(schemas)
    }
}

const INACTIVE: &str = "inactive";

impl Synonym {
    /// `isActive` beside a `status` that is `active`, `inactive` or between the two.
    pub const IS_ACTIVE: Self = Self {
        of: "status",
        name: "isActive",
        doc: "Whether it is in use, which `inactive` things are not.",
        read: |node, at, errors| bool::decode(node, at, errors).map(|is| if is { "active" } else { INACTIVE }),
        agrees: |own, read| (own == INACTIVE) == (read == INACTIVE),
        any: || INACTIVE,
        schema: bool::field_schema,
    };

    /// `kind` beside a `type`.
    #[must_use]
    pub const fn kind<T: Decode + NamedEnum>() -> Self {
        Self {
            of: "type",
            name: "kind",
            doc: "The same as `type`, in the word that other resources have for it.",
            read: |node, at, errors| T::decode(node, at, errors).map(NamedEnum::wire_name),
            agrees: |own, read| own == read,
            any: || T::all().first().map_or("", |one| one.wire_name()),
            schema: T::field_schema,
        }
    }
}

/// The other words of these fields.
fn known(fields: &Synonyms) -> impl Iterator<Item = &Synonym> {
    fields.iter().filter_map(|(field, synonym)| synonym.as_ref().filter(|synonym| synonym.of == *field))
}

/// The members of an object, with each field under its own word. Two words that contradict one another are a violation.
pub fn own_words<'a>(
    members: &'a [(String, Node)],
    fields: &Synonyms,
    at: &Pointer<'_>,
    errors: &mut Violations,
) -> Cow<'a, [(String, Node)]> {
    let mut members = Cow::Borrowed(members);
    for synonym in known(fields) {
        let Some(place) = members.iter().position(|(name, _)| name == synonym.name) else { continue };
        let (_, sent) = members.to_mut().remove(place);
        let own = members.iter().find(|(name, _)| name == synonym.of).map(|(_, node)| node);
        let read = (synonym.read)(&sent, &at.field(synonym.name), errors);
        match (own, read) {
            (None, read) => {
                let text = read.unwrap_or_else(synonym.any).to_owned();
                members.to_mut().push((synonym.of.to_owned(), Node::Text(text)));
            }
            (Some(Node::Text(own) | Node::Untyped(own)), Some(read)) if !(synonym.agrees)(own, read) => {
                let message = format!("contradicts {}: send only {}", synonym.of, synonym.name);
                errors.push(&at.field(synonym.name), "ambiguous", message);
            }
            _ => {}
        }
    }
    members
}

/// Adds the other words to the schema of a struct: of the two, none is required.
pub fn describe(object: &mut ObjectSchema, fields: &Synonyms, schemas: &mut Schemas) {
    for synonym in known(fields) {
        object.field(synonym.name, (synonym.schema)(schemas), false, synonym.doc, None);
        object.optional(synonym.of);
    }
}

/// Adds the other words to the parameters of a query.
pub fn add_parameters(parameters: &mut Vec<Parameter>, fields: &Synonyms) {
    for synonym in known(fields) {
        parameters.push(schema::parameter(synonym.name, synonym.doc, false, synonym.schema));
    }
}

#[cfg(test)]
mod tests {
    use domain::rows::ActiveState;

    use super::super::decode;
    use super::*;

    crate::input! {
        /// A thing with a state.
        struct Thing {
            pub status: Option<ActiveState>,
        }
    }

    #[test]
    fn a_field_is_read_under_either_word_and_a_contradiction_is_refused_at_the_better_one() {
        for (body, wanted) in [
            (r#"{}"#, Ok(None)),
            (r#"{"isActive": true}"#, Ok(Some(ActiveState::Active))),
            (r#"{"isActive": false}"#, Ok(Some(ActiveState::Inactive))),
            (r#"{"status": "inactive"}"#, Ok(Some(ActiveState::Inactive))),
            (r#"{"isActive": false, "status": "inactive"}"#, Ok(Some(ActiveState::Inactive))),
            (r#"{"isActive": true, "status": "inactive"}"#, Err(("/isActive", "ambiguous"))),
            (r#"{"isActive": "yes"}"#, Err(("/isActive", "wrong_type"))),
            (r#"{"isActive": null}"#, Err(("/isActive", "null_not_allowed"))),
            (r#"{"status": "gone"}"#, Err(("/status", "unknown_value"))),
        ] {
            let node = crate::http::json::parse(body.as_bytes()).unwrap();
            let read = decode::<Thing>(&node, &Pointer::Body).map(|thing| thing.status);
            let read = read.map_err(|found| (found[0].pointer.clone(), found[0].code, found.len()));
            assert_eq!(read, wanted.map_err(|(pointer, code)| (pointer.to_owned(), code, 1)), "{body}");
        }
    }
}
