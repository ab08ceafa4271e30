//! Compounds of the wire: lists with bounds, maps, free objects, and the three answers of a merge.

use std::collections::BTreeMap;

use domain::value::{Json, Patch, counted};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, Schema, Type};

use super::super::json::Node;
use super::naming::coded;
use super::{Decode, Pointer, Schemas, Synonym, Violations, nullable, scalar_schema};

/// A list with bounds; in a query its items are separated by commas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List<T, const MIN: usize, const MAX: usize>(pub Vec<T>);

/// Codes with codes, as of dimensions and their values: at most `MAX` pairs, each of 1 to 100 characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StringMap<const MAX: usize>(pub BTreeMap<String, String>);

/// A change of names with texts: null removes a name, and absent names stay.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StringMapPatch<const MAX: usize>(pub BTreeMap<String, Option<String>>);

/// Any JSON object up to 16 KiB, as canonical text: keys sorted, no white space, numbers as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonObject(pub String);

/// A field of a merge that always has a value: null is a violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Change<T> {
    /// Not sent: unchanged.
    #[default]
    Keep,
    /// Sent: replaced.
    Set(T),
}

impl<T> Change<T> {
    /// The new value, where one was sent.
    #[must_use]
    pub fn set(self) -> Option<T> {
        match self {
            Self::Keep => None,
            Self::Set(value) => Some(value),
        }
    }
}

impl<T: Decode> Decode for Option<T> {
    const REQUIRED: bool = false;
    const SYNONYM: Option<Synonym> = T::SYNONYM;

    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        match node {
            Node::Null => Some(None),
            other => T::decode(other, at, errors).map(Some),
        }
    }

    fn absent(_: &Pointer<'_>, _: &mut Violations) -> Option<Self> {
        Some(None)
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        nullable(T::field_schema(schemas))
    }
}

impl<T: Decode> Decode for Patch<T> {
    const REQUIRED: bool = false;
    const SYNONYM: Option<Synonym> = T::SYNONYM;

    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        match node {
            Node::Null => Some(Self::Null),
            other => T::decode(other, at, errors).map(Self::Set),
        }
    }

    fn absent(_: &Pointer<'_>, _: &mut Violations) -> Option<Self> {
        Some(Self::Absent)
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        nullable(T::field_schema(schemas))
    }
}

impl<T: Decode> Decode for Change<T> {
    const REQUIRED: bool = false;
    const SYNONYM: Option<Synonym> = T::SYNONYM;

    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        T::decode(node, at, errors).map(Self::Set)
    }

    fn absent(_: &Pointer<'_>, _: &mut Violations) -> Option<Self> {
        Some(Self::Keep)
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        T::field_schema(schemas)
    }
}

impl<T: Decode, const MIN: usize, const MAX: usize> Decode for List<T, MIN, MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let split: Vec<Node>;
        let nodes: &[Node] = match node {
            Node::List(nodes) => nodes,
            Node::Untyped(text) => {
                split = text.split(',').map(|part| Node::Untyped(part.to_owned())).collect();
                &split
            }
            other => {
                errors.wrong_type(at, "an array", other);
                return None;
            }
        };
        if nodes.len() < MIN {
            errors.push(
                at,
                "too_few",
                format!("must have at least {}, not {}", counted(MIN, "item", "items"), nodes.len()),
            );
            return None;
        }
        if nodes.len() > MAX {
            errors.push(at, "too_many", format!("must have at most {MAX} items, not {}: split it", nodes.len()));
            return None;
        }
        let mut items = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            items.extend(T::decode(node, &at.item(index), errors));
        }
        (items.len() == nodes.len()).then_some(Self(items))
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        let least = (MIN > 0).then_some(MIN);
        ArrayBuilder::new().items(T::field_schema(schemas)).min_items(least).max_items(Some(MAX)).into()
    }
}

/// Most characters of a name or text in a `StringMap`.
const MAP_CHARACTERS: usize = 100;

impl<const MAX: usize> Decode for StringMap<MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Node::Object(members) = node else {
            errors.wrong_type(at, "an object of strings", node);
            return None;
        };
        if members.len() > MAX {
            errors.push(at, "too_many", format!("must have at most {MAX} members, not {}", members.len()));
            return None;
        }
        let mut map = BTreeMap::new();
        for (name, node) in members {
            let place = at.field(name);
            let Some(text) = super::scalar::string(node, &place, errors) else { continue };
            if let Some(name) = coded(name, MAP_CHARACTERS, &place, errors)
                && let Some(text) = coded(text, MAP_CHARACTERS, &place, errors)
                && map.insert(name, text).is_some()
            {
                errors.push(&place, "duplicate_key", "is given twice, in two spellings: leave one out");
            }
        }
        (map.len() == members.len()).then_some(Self(map))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = || {
            let visible = r"^[^\u0000-\u001f\u007f-\u009f]*$";
            let text = scalar_schema(Type::String).title(Some(format!("VisibleText{MAP_CHARACTERS}")));
            text.min_length(Some(1)).max_length(Some(MAP_CHARACTERS)).pattern(Some(visible))
        };
        scalar_schema(Type::Object)
            .max_properties(Some(MAX))
            .property_names(Some(Schema::Object(text().build())))
            .additional_properties(Some(AdditionalProperties::from(text())))
            .into()
    }
}

impl<const MAX: usize> StringMapPatch<MAX> {
    /// The merge patch that the core applies.
    #[must_use]
    pub fn json(self) -> Json {
        let members = self.0.into_iter().map(|(name, text)| (name, text.map_or(Json::Null, Json::Text)));
        Json::Object(members.collect())
    }
}

impl<const MAX: usize> Decode for StringMapPatch<MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Node::Object(members) = node else {
            errors.wrong_type(at, "an object of strings", node);
            return None;
        };
        let (removed, set): (Vec<_>, Vec<_>) = members.iter().cloned().partition(|(_, node)| *node == Node::Null);
        let set = StringMap::<MAX>::decode(&Node::Object(set), at, errors)?;
        let mut map: BTreeMap<String, Option<String>> =
            set.0.into_iter().map(|(name, text)| (name, Some(text))).collect();
        for (name, _) in removed {
            if let Some(code) = coded(&name, MAP_CHARACTERS, &at.field(&name), errors) {
                map.insert(code, None);
            }
        }
        (map.len() == members.len()).then_some(Self(map))
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        let mut schema = StringMap::<MAX>::field_schema(schemas);
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.max_properties = None;
            if let Some(members) = object.additional_properties.as_mut()
                && let AdditionalProperties::RefOr(member) = &mut **members
            {
                *member = nullable(member.clone());
            }
        }
        schema
    }
}

impl JsonObject {
    /// The object for the core.
    #[must_use]
    pub fn json(&self) -> Json {
        // The reader made the text itself, so that it always parses.
        Json::parse(&self.0).unwrap_or(Json::Null)
    }
}

impl Decode for JsonObject {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        if !matches!(node, Node::Object(_)) {
            errors.wrong_type(at, "an object", node);
            return None;
        }
        let mut text = String::new();
        write_canonical(node, &mut text);
        let most = domain::value::limits::METADATA_BYTES;
        if text.len() > most {
            errors.push(at, "too_long", format!("must be at most {most} bytes as JSON, not {}", text.len()));
            return None;
        }
        Some(Self(text))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Object).additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
    }
}

/// The value as the core keeps it; `None` where it cannot be read again.
#[must_use]
pub fn as_sent(node: &Node) -> Option<Json> {
    let mut text = String::new();
    write_canonical(node, &mut text);
    Json::parse(&text).ok()
}

/// Writes keys sorted, without white space, numbers as they were.
fn write_canonical(node: &Node, out: &mut String) {
    // A string always serialises.
    let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Node::Number(text) => out.push_str(text),
        Node::Text(text) | Node::Untyped(text) => out.push_str(&quote(text)),
        Node::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            let mut sorted: Vec<&(String, Node)> = members.iter().collect();
            sorted.sort_by(|a, b| a.0.cmp(&b.0));
            out.push('{');
            for (index, (name, value)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&quote(name));
                out.push(':');
                write_canonical(value, out);
            }
            out.push('}');
        }
    }
}
