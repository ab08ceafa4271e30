//! Scalars of items on the wire: units, trade item numbers and measures.

use domain::stock::labels::{Gtin, GtinError};
use domain::value::units::UnitCode;
use domain::value::{Decimal, DecimalError};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use crate::http::input::{Decode, IntoCore, Pointer, Schemas, Text, Violations};
use crate::http::json::Node;

impl Decode for UnitCode {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Text(text) = Text::<1, 100>::decode(node, at, errors)?;
        Self::parse(&text).map_err(|message| errors.push(at, "bad_unit_code", message)).ok()
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        text.pattern(Some(Self::PATTERN)).examples([json!("C62")]).into()
    }
}

impl Decode for Gtin {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Text(text) = Text::<1, 100>::decode(node, at, errors)?;
        let code = |error: &GtinError| match error {
            GtinError::Malformed(_) => "bad_gtin",
            GtinError::CheckDigit { .. } => "bad_check_digit",
        };
        Self::parse(&text).map_err(|error| errors.push(at, code(&error), error.to_string())).ok()
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        text.pattern(Some("^([0-9]{8}|[0-9]{12,14})$")).examples([json!("6291041500213")]).into()
    }
}

/// A quantity, cost, weight or volume: an exact decimal that is not negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure(pub Decimal);

impl IntoCore for Measure {
    type Core = Decimal;

    fn into_core(self) -> Decimal {
        self.0
    }
}

impl Decode for Measure {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Text(text) | Node::Number(text) | Node::Untyped(text)) = node else {
            errors.wrong_type(at, "a decimal number as a string, for example \"2.5\"", node);
            return None;
        };
        match Decimal::parse(text) {
            Ok(number) if number.unscaled >= 0 => Some(Self(number)),
            Ok(_) => {
                errors.push(at, "out_of_range", "must not be negative");
                None
            }
            Err(fault) => {
                let code = match fault {
                    DecimalError::Malformed | DecimalError::LeadingZero => "malformed_amount",
                    DecimalError::TooManyDecimals(_) | DecimalError::OutOfRange => "out_of_range",
                };
                errors.push(at, code, fault.to_string());
                None
            }
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Array(vec![Type::String, Type::Number]))
            .pattern(Some(r"^(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?$"))
            .minimum(Some(utoipa::Number::Int(0)))
            .into()
    }
}
