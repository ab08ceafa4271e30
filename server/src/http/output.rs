//! Output: the parts of answers, and the `output!` macro that writes structs and their schemas from one text.

use std::collections::BTreeMap;

use domain::value::cell::IsoDate;
use domain::value::{Currency, Date, Decimal, Instant, Rate, TypedId};
use serde::{Serialize, Serializer};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, KnownFormat, Schema, SchemaFormat, Type};

use super::input::{NamedEnum, Schemas, id_schema, nullable, reference, scalar_schema};

/// A type that can stand in an answer.
pub trait Encode: Serialize {
    /// Its schema where it is used; named types push themselves to `schemas` and answer with a reference.
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema>;
}

/// An id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Id<T>(pub T);
/// An exact decimal as a string with all its decimals: `"139.12"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecimalText(pub Decimal);
/// A day as `YYYY-MM-DD`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day(pub Date);
/// An instant of RFC 3339 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At(pub Instant);
/// A rate as a string, without zeros at its end: `"0.8583"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateText(pub Rate);
/// A currency by its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrencyCode(pub Currency);
/// A named value (see `wire_enum!`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named<T>(pub T);
/// A stored JSON object (metadata) as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawObject(pub String);

/// A JSON object whose members are not known beforehand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenObject(pub serde_json::Value);
/// The problem with which something is, or would be, refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub serde_json::Value);

impl Serialize for OpenObject {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}
impl<T: TypedId + std::fmt::Display> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.text().as_str())
    }
}
impl Serialize for DecimalText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}
impl Serialize for Day {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&IsoDate(self.0))
    }
}
impl Serialize for At {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}
impl Serialize for CurrencyCode {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.code())
    }
}
impl Serialize for RateText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}
impl<T: NamedEnum> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.wire_name())
    }
}
impl Serialize for RawObject {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let raw: &serde_json::value::RawValue = serde_json::from_str(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(to)
    }
}

fn formatted(format: KnownFormat) -> RefOr<Schema> {
    scalar_schema(Type::String).format(Some(SchemaFormat::KnownFormat(format))).into()
}

impl<T: TypedId + std::fmt::Display> Encode for Id<T> {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        id_schema::<T>()
    }
}
impl Encode for DecimalText {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .title(Some("Decimal"))
            .pattern(Some(r"^-?[0-9]+(\.[0-9]+)?$"))
            .examples([json!("139.12")])
            .into()
    }
}
impl Encode for Day {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        formatted(KnownFormat::Date)
    }
}
impl Encode for At {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        formatted(KnownFormat::DateTime)
    }
}
impl Encode for CurrencyCode {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .title(Some("CurrencyCode"))
            .pattern(Some("^[A-Z]{3,8}$"))
            .examples([json!("GBP")])
            .into()
    }
}
impl Encode for RateText {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String).pattern(Some(r"^[0-9]+(\.[0-9]+)?$")).examples([json!("0.8583")]).into()
    }
}
impl<T: NamedEnum> Encode for Named<T> {
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        schemas.push((T::SCHEMA.to_owned(), T::names_schema()));
        reference(T::SCHEMA)
    }
}
impl Encode for RawObject {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Object).additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
    }
}
impl Encode for OpenObject {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Object).additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
    }
}
/// Its schema is among the components of every document.
impl Encode for Refusal {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        reference("Problem")
    }
}
impl Encode for String {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String).into()
    }
}
impl Encode for bool {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Boolean).into()
    }
}
impl Encode for i64 {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Integer).format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64))).into()
    }
}
impl Encode for BTreeMap<String, String> {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = scalar_schema(Type::String);
        scalar_schema(Type::Object).additional_properties(Some(AdditionalProperties::from(text))).into()
    }
}
/// Any JSON value: only where the shape really is open.
impl Encode for serde_json::Value {
    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::schema::SchemaType::AnyValue).into()
    }
}
impl<T: Encode> Encode for Option<T> {
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        nullable(T::field_schema(schemas))
    }
}
impl<T: Encode> Encode for Vec<T> {
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        ArrayBuilder::new().items(T::field_schema(schemas)).into()
    }
}

/// Declares structs of answers: `Serialize` in camelCase and the schema. Every field is always there;
/// an `Option` is null where it has no value.
#[macro_export]
macro_rules! output {
    ($(
        $(#[doc = $doc:expr])*
        $vis:vis struct $name:ident {
            $($(#[doc = $fdoc:expr])* $fvis:vis $field:ident $(as $wire:literal)? : $type:ty $(= $example:expr)?),* $(,)?
        }
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Debug)]
        $vis struct $name { $($(#[doc = $fdoc])* $fvis $field: $type),* }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                const FIELDS: &[&str] = &[$($crate::wire_name!($field $($wire)?)),*];
                let mut to = to.serialize_struct(stringify!($name), FIELDS.len())?;
                $(to.serialize_field($crate::wire_name!($field $($wire)?), &self.$field)?;)*
                to.end()
            }
        }

        impl $crate::http::output::Encode for $name {
            fn field_schema(
                schemas: &mut $crate::http::input::Schemas,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                let name = stringify!($name);
                if !schemas.iter().any(|(known, _)| known == name) {
                    let place = schemas.len();
                    schemas.push((name.to_owned(), $crate::http::input::reference(name)));
                    let schema = Self::object_schema(schemas);
                    schemas[place].1 = schema;
                }
                $crate::http::input::reference(name)
            }
        }

        impl $name {
            fn object_schema(
                schemas: &mut $crate::http::input::Schemas,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                let mut object = $crate::http::schema::ObjectSchema::new(concat!($($doc, "\n"),*));
                $({
                    #[allow(unused_mut, unused_assignments)]
                    let mut example: Option<serde_json::Value> = None;
                    $(example = Some(serde_json::json!($example));)?
                    object.field(
                        $crate::wire_name!($field $($wire)?),
                        <$type as $crate::http::output::Encode>::field_schema(schemas),
                        true,
                        concat!($($fdoc, "\n"),*),
                        example,
                    );
                })*
                object.build()
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                Self::object_schema(&mut Vec::new())
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(stringify!($name))
            }

            fn schemas(schemas: &mut $crate::http::input::Schemas) {
                let _ = <Self as $crate::http::output::Encode>::field_schema(schemas);
                // If the collector knew this type before, its parts may still be missing.
                let _ = Self::object_schema(schemas);
            }
        }
    )*};
}
