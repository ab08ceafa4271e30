//! Scalars of goods: when they moved, how much, and by how much their worth changes.

use domain::stock::goods::document::new::When;
use domain::value::{Decimal, DecimalError};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, SchemaType, Type};

use super::super::json::Node;
use super::scalar::{date, instant, shown, string};
use super::{Decode, Pointer, Schemas, Violations, scalar_schema};

/// When something happened: an instant, or a day whose hour is the usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment(pub When);

impl Decode for Moment {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let moment = date(text).map(When::On).or_else(|| instant(text).map(When::At));
        if moment.is_none() {
            let wanted = "an instant of RFC 3339 such as 2010-12-01T09:00:00Z, or a day such as 2010-12-01";
            errors.push(at, "malformed_instant", format!("must be {wanted}, not {}", shown(text)));
        }
        moment.map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let schema = scalar_schema(Type::String).description(Some("An instant of RFC 3339, or a day as YYYY-MM-DD."));
        schema.examples([json!("2010-12-01T09:00:00Z")]).into()
    }
}

/// A quantity: a string or a JSON number, an exact decimal, below 0 where goods are taken out by an adjustment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuantityText(pub Decimal);

impl Decode for QuantityText {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        signed(node, at, "12", "malformed_quantity", errors).map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .schema_type(SchemaType::Array(vec![Type::String, Type::Number]))
            .pattern(Some(r"^-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,14})?$"))
            .examples([json!("12")])
            .into()
    }
}

/// An amount of either sign: an exact decimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedAmount(pub Decimal);

impl Decode for SignedAmount {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        signed(node, at, "-139.12", "malformed_amount", errors).map(Self)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .schema_type(SchemaType::Array(vec![Type::String, Type::Number]))
            .pattern(Some(r"^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?$"))
            .into()
    }
}

/// An exact decimal that may be below 0.
fn signed(
    node: &Node,
    at: &Pointer<'_>,
    example: &str,
    malformed: &'static str,
    errors: &mut Violations,
) -> Option<Decimal> {
    let (Node::Text(text) | Node::Number(text) | Node::Untyped(text)) = node else {
        errors.wrong_type(at, &format!("a decimal number as a string, for example \"{example}\""), node);
        return None;
    };
    match Decimal::parse(text) {
        Ok(number) => Some(number),
        Err(fault) => {
            let code = match fault {
                DecimalError::Malformed | DecimalError::LeadingZero => malformed,
                DecimalError::TooManyDecimals(_) | DecimalError::OutOfRange => "out_of_range",
            };
            errors.push(at, code, fault.to_string());
            None
        }
    }
}
