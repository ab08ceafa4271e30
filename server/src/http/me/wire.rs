//! Preferences as they are sent and answered: any JSON object.

use std::borrow::Cow;

use domain::value::Json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::input::{Decode, Pointer, Schemas, Violations, as_sent, reference, scalar_schema};
use crate::http::json::Node;

/// A JSON object whose members the console alone knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preferences(pub Json);

impl Decode for Preferences {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        if !matches!(node, Node::Object(_)) {
            errors.wrong_type(at, "an object", node);
            return None;
        }
        as_sent(node).map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        reference("Preferences")
    }
}

impl PartialSchema for Preferences {
    fn schema() -> RefOr<Schema> {
        scalar_schema(Type::Object)
            .description(Some("Any JSON object."))
            .additional_properties(Some(AdditionalProperties::FreeForm(true)))
            .examples([serde_json::json!({"density": "compact", "keys": true})])
            .into()
    }
}

impl ToSchema for Preferences {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Preferences")
    }
}
