//! Which events of the feed somebody wants, and where they begin.

use domain::book::fact::FactKind;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use super::cursor::FeedCursor;
use crate::http::input::{Decode, List, Pointer, Schemas, Text, Violations, nearest};
use crate::http::json::Node;

/// Types and nouns that one request names.
const MOST_TYPES: usize = 50;

/// `types`, as a field of a query.
pub type EventTypes = List<EventType, 1, MOST_TYPES>;
/// `subject`, as a field of a query.
pub type Subject = Text<1, 60>;

/// A type of event, or the noun of several: `journalEntry.posted`, `journalEntry`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventType(Vec<&'static str>);

/// Where the feed begins: behind an event, or behind the newest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeedStart {
    /// Behind all that there is.
    Now,
    /// Behind this one.
    After(FeedCursor),
}

/// Which events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Only of these types; all if empty.
    pub kinds: Vec<&'static str>,
    /// Only about the subject with this id.
    pub subject: Option<String>,
}

impl Wanted {
    /// What these parameters of a query want.
    #[must_use]
    pub fn of(types: Option<EventTypes>, subject: Option<Subject>) -> Self {
        let types = types.map(|types| types.0).unwrap_or_default();
        let mut kinds: Vec<&'static str> = types.into_iter().flat_map(|one| one.0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Self { kinds, subject: subject.map(|subject| subject.0) }
    }

    /// Whether every event is wanted.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.kinds.is_empty() && self.subject.is_none()
    }
}

fn noun(kind: &'static str) -> &'static str {
    kind.split('.').next().unwrap_or_default()
}

impl Decode for EventType {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Untyped(text) | Node::Text(text)) = node else {
            errors.wrong_type(at, "a string", node);
            return None;
        };
        let names = || FactKind::ALL.iter().map(|kind| kind.name());
        let kinds: Vec<&'static str> =
            names().filter(|name| *name == text.as_str() || noun(name) == text.as_str()).collect();
        if kinds.is_empty() {
            let known: Vec<&str> = names().chain(names().map(noun)).collect();
            let hint = nearest(text, &known).map(|near| format!(": did you mean {near:?}?")).unwrap_or_default();
            errors.push(at, "unknown_value", format!("is no type of event and no noun of one{hint}"));
            return None;
        }
        Some(Self(kinds))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some(r"^[A-Za-z]+(\.[A-Za-z]+)?$"))
            .examples([serde_json::json!("journalEntry.posted")])
            .into()
    }
}

impl Decode for FeedStart {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        match node {
            Node::Untyped(text) | Node::Text(text) if text == "now" => Some(Self::Now),
            _ => FeedCursor::decode(node, at, errors).map(Self::After),
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some("^(now|[0-9]{1,18}:[0-9]{1,18}:[0-9a-f]{8})$"))
            .examples([serde_json::json!("1:536:9f1c03ab")])
            .into()
    }
}
