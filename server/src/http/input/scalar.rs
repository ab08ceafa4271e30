//! Scalars of the wire: text with bounds, whole numbers, amounts, dates, instants, currencies, ids and named values.

use std::ops::Deref;

use domain::value::dimension_code::DimensionCode;
use domain::value::{Currency, CurrencyRef, Date, Decimal, DecimalError, Instant, Rate, RateError, Sought, TypedId};
use serde_json::{Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, Schema, SchemaFormat, SchemaType, Type};

use super::super::json::Node;
use super::naming::NOT_BLANK;
use super::{Decode, Pointer, Schemas, Violations, nearest, scalar_schema};

/// Longest text that can be an id at all.
pub const ID_CHARACTERS: usize = 100;

/// Text on one line, counted in characters, without control characters. Nothing is trimmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text<const MIN: usize, const MAX: usize>(pub String);

/// Text on several lines: tabs and line feeds are allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongText<const MIN: usize, const MAX: usize>(pub String);

/// Why someone did something: trimmed, then as long as a reason may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason(pub String);

/// A whole number within bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole<const MIN: i64, const MAX: i64>(pub i64);

/// An exact decimal without sign: a string or a JSON number, digits with at most one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount(pub Decimal);

macro_rules! text_type {
    ($name:ident, $breaks:expr, $pattern:expr) => {
        impl<const MIN: usize, const MAX: usize> Deref for $name<MIN, MAX> {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl<const MIN: usize, const MAX: usize> From<$name<MIN, MAX>> for String {
            fn from(text: $name<MIN, MAX>) -> Self {
                text.0
            }
        }

        impl<const MIN: usize, const MAX: usize> Decode for $name<MIN, MAX> {
            fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
                let text = string(node, at, errors)?;
                bounded(text, MIN, MAX, $breaks, at, errors).then(|| Self(text.to_owned()))
            }

            fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
                let least = (MIN > 0).then_some(MIN);
                let title = format!("{}{}{MAX}", stringify!($name), if MIN > 0 { "" } else { "OrEmpty" });
                let text = scalar_schema(Type::String).title(Some(title)).min_length(least).max_length(Some(MAX));
                text.pattern(Some($pattern)).into()
            }
        }
    };
}
text_type!(Text, false, r"^[^\u0000-\u001f\u007f-\u009f]*$");
text_type!(LongText, true, r"^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]*$");

impl Decode for Reason {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?.trim();
        if text.is_empty() {
            errors.push(at, "too_short", "must not be blank: say why");
            return None;
        }
        let most = domain::value::limits::REASON_CHARACTERS;
        bounded(text, 1, most, false, at, errors).then(|| Self(text.to_owned()))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .min_length(Some(1))
            .max_length(Some(domain::value::limits::REASON_CHARACTERS))
            .pattern(Some(NOT_BLANK))
            .into()
    }
}

impl<const MIN: i64, const MAX: i64> Decode for Whole<MIN, MAX> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Number(text) | Node::Untyped(text)) = node else {
            errors.wrong_type(at, "a whole number", node);
            return None;
        };
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            errors.push(at, "wrong_type", format!("must be a whole number written in digits, not {}", shown(text)));
            return None;
        }
        match text.parse::<i64>() {
            Ok(number) if (MIN..=MAX).contains(&number) => Some(Self(number)),
            _ => {
                errors.push(at, "out_of_range", format!("must be from {MIN} to {MAX}, not {}", shown(text)));
                None
            }
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(utoipa::Number::Int(isize::try_from(MIN).unwrap_or(isize::MIN))))
            .maximum(Some(utoipa::Number::Int(isize::try_from(MAX).unwrap_or(isize::MAX))))
            .into()
    }
}

impl Decode for bool {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        match node {
            Node::Bool(yes) => Some(*yes),
            Node::Untyped(text) if text == "true" => Some(true),
            Node::Untyped(text) if text == "false" => Some(false),
            other => {
                errors.wrong_type(at, "true or false", other);
                None
            }
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Boolean).into()
    }
}

impl Decode for Amount {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Text(text) | Node::Number(text) | Node::Untyped(text)) = node else {
            errors.wrong_type(at, "a decimal number as a string, for example \"139.12\"", node);
            return None;
        };
        if text.starts_with('-') {
            errors.push(
                at,
                "out_of_range",
                "must not be negative: an entry uses debit and credit instead of a sign, and a cost is 0 or more",
            );
            return None;
        }
        match Decimal::parse(text) {
            Ok(number) => Some(Self(number)),
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
        scalar_schema(Type::String)
            .schema_type(SchemaType::Array(vec![Type::String, Type::Number]))
            .pattern(Some(r"^(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?$"))
            .minimum(Some(utoipa::Number::Int(0)))
            .into()
    }
}

/// Whether it has the form of a day, whatever the calendar says.
fn is_written_as_day(text: &str) -> bool {
    let shape = text.bytes().map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
    shape.eq(*b"0000-00-00")
}

impl Decode for Date {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let date = date(text);
        if date.is_none() {
            errors.push(
                at,
                "malformed_date",
                match is_written_as_day(text) {
                    true => format!("{} is no day of the calendar", shown(text)),
                    false => format!("must be a day as YYYY-MM-DD, not {}", shown(text)),
                },
            );
        }
        date
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into()
    }
}

impl Decode for Instant {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let instant = instant(text);
        if instant.is_none() {
            let wanted = "an instant of RFC 3339 such as 2010-12-01T09:00:00Z";
            errors.push(at, "malformed_instant", format!("must be {wanted}, not {}", shown(text)));
        }
        instant
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))).into()
    }
}

impl Decode for Currency {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let currency = Self::parse(text);
        if currency.is_none() {
            let message = format!("must be a currency code of ISO 4217 such as GBP, not {}", shown(text));
            errors.push(at, "unknown_currency", message);
        }
        currency
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String).pattern(Some("^[A-Z]{3}$")).examples([json!("GBP")]).into()
    }
}

impl Decode for CurrencyRef {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let currency = Self::parse(text);
        if currency.is_none() {
            let message = format!("must be a currency code of 3 to 8 capital letters such as GBP, not {}", shown(text));
            errors.push(at, "unknown_currency", message);
        }
        currency
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .title(Some("CurrencyCode"))
            .pattern(Some("^[A-Z]{3,8}$"))
            .examples([json!("GBP")])
            .into()
    }
}

impl Decode for Rate {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Text(text) | Node::Number(text) | Node::Untyped(text)) = node else {
            errors.wrong_type(at, "a rate as a string, for example \"0.8583\"", node);
            return None;
        };
        match Self::parse(text) {
            Ok(rate) => Some(rate),
            Err(fault) => {
                let code = if let RateError::Malformed(_) = fault { "malformed_amount" } else { "out_of_range" };
                errors.push(at, code, fault.to_string());
                None
            }
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .schema_type(SchemaType::Array(vec![Type::String, Type::Number]))
            .pattern(Some(r"^(0|[1-9][0-9]{0,9})(\.[0-9]{1,12})?$"))
            .exclusive_minimum(Some(utoipa::Number::Int(0)))
            .examples([json!("0.8583")])
            .into()
    }
}

impl Decode for DimensionCode {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let code = Self::parse(text);
        if code.is_none() {
            let wanted = "1 to 32 letters, digits, - and _, beginning with a letter";
            errors.push(at, "malformed_code", format!("must be {wanted}, not {}", shown(text)));
        }
        code
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String).pattern(Some(Self::PATTERN)).examples([json!("costCenter")]).into()
    }
}

/// An id in a body or filter. Whether it names anything is decided where it is asked for: a malformed one is as unknown as any
/// other.
impl<T: TypedId> Decode for Sought<T> {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        bounded(text, 1, ID_CHARACTERS, false, at, errors).then(|| Self::of(text))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        id_schema::<T>()
    }
}

/// The schema of ids of one type.
#[must_use]
pub fn id_schema<T: TypedId>() -> RefOr<Schema> {
    let prefix = T::PREFIX;
    scalar_schema(Type::String)
        .title(Some(T::NAME))
        .pattern(Some(format!("^{prefix}_[0-7][0-9a-hjkmnp-tv-z]{{25}}$")))
        .examples([json!(format!("{prefix}_01h455vb4pex5vsknk084sn02q"))])
        .into()
}

/// An enumeration of the core with wire names; `wire_enum!` says which are.
pub trait NamedEnum: Copy + 'static {
    /// The name of its schema.
    const SCHEMA: &'static str;
    /// All of them.
    fn all() -> &'static [Self];
    /// The wire name.
    fn wire_name(self) -> &'static str;

    /// The names as a schema.
    #[must_use]
    fn names_schema() -> RefOr<Schema> {
        let names: Vec<Value> = Self::all().iter().map(|one| json!(one.wire_name())).collect();
        scalar_schema(Type::String).enum_values(Some(names)).into()
    }

    /// Reads a name; a violation lists those that are allowed.
    fn decode_name(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = string(node, at, errors)?;
        let found = Self::all().iter().copied().find(|one| one.wire_name() == text);
        if found.is_none() {
            let names: Vec<&str> = Self::all().iter().map(|one| one.wire_name()).collect();
            let hint = nearest(text, &names).map(|near| format!(": did you mean {near:?}?")).unwrap_or_default();
            let message = format!("must be one of {}, not {}{hint}", names.join(", "), shown(text));
            errors.push(at, "unknown_value", message);
        }
        found
    }
}

/// Lets enumerations of the core (`named_enum!`) stand in wire types, each with its schema's name; fields of them may be
/// read under another word, too.
#[macro_export]
macro_rules! wire_enum {
    ($($name:ty = $schema:literal $(or $synonym:expr)?),* $(,)?) => {$(
        impl $crate::http::input::NamedEnum for $name {
            const SCHEMA: &'static str = $schema;
            fn all() -> &'static [Self] { <$name>::ALL }
            fn wire_name(self) -> &'static str { self.name() }
        }

        impl $crate::http::input::Decode for $name {
            $(const SYNONYM: Option<$crate::http::input::Synonym> = Some($synonym);)?

            fn decode(
                node: &$crate::http::json::Node,
                at: &$crate::http::input::Pointer<'_>,
                errors: &mut $crate::http::input::Violations,
            ) -> Option<Self> {
                <Self as $crate::http::input::NamedEnum>::decode_name(node, at, errors)
            }

            fn field_schema(
                schemas: &mut $crate::http::input::Schemas,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                let schema = <Self as $crate::http::input::NamedEnum>::names_schema();
                schemas.push(($schema.to_owned(), schema));
                $crate::http::input::reference($schema)
            }
        }

        impl $crate::http::input::IntoCore for $name {
            type Core = Self;

            fn into_core(self) -> Self {
                self
            }
        }
    )*};
}

/// The text of a string node.
pub(super) fn string<'n>(node: &'n Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<&'n str> {
    match node {
        Node::Text(text) | Node::Untyped(text) => Some(text),
        other => {
            errors.wrong_type(at, "a string", other);
            None
        }
    }
}

/// Whether the text keeps its bounds; says every way in which it does not.
pub(super) fn bounded(
    text: &str,
    least: usize,
    most: usize,
    breaks: bool,
    at: &Pointer<'_>,
    errors: &mut Violations,
) -> bool {
    let length = text.chars().count();
    let forbidden = |c: char| c.is_control() && !(breaks && matches!(c, '\n' | '\t'));
    if length < least {
        let what = if least == 1 {
            "must not be empty".to_owned()
        } else {
            format!("must have at least {least} characters, not {length}")
        };
        errors.push(at, "too_short", what);
    } else if length > most {
        errors.push(at, "too_long", format!("must have at most {most} characters, not {length}"));
    } else if let Some(found) = text.chars().find(|c| forbidden(*c)) {
        errors.push(
            at,
            "control_character",
            format!("must not contain the control character U+{:04X}", u32::from(found)),
        );
    } else {
        return true;
    }
    false
}

/// A value as a message may show it: quoted and cut.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() > MOST {
        let start: String = text.chars().take(MOST).collect();
        return format!("{start:?}…");
    }
    format!("{text:?}")
}

/// Exactly `YYYY-MM-DD`, a day that exists.
pub(super) fn date(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    let shape = |(place, byte): (usize, &u8)| match place {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    if bytes.len() != 10 || !bytes.iter().enumerate().all(shape) {
        return None;
    }
    Date::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?).ok()
}

/// RFC 3339 with a zone offset; digits finer than a microsecond are cut.
pub(super) fn instant(text: &str) -> Option<Instant> {
    let day = text.get(..10)?;
    let rest = text.get(10..)?;
    date(day)?;
    let bytes = rest.as_bytes();
    let zoned = rest.ends_with(['Z', 'z'])
        || (bytes.len() > 6 && matches!(bytes[bytes.len() - 6], b'+' | b'-') && bytes[bytes.len() - 3] == b':');
    let plain = rest
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'T' | b't' | b':' | b'.' | b'+' | b'-' | b'Z' | b'z'));
    if !zoned
        || !plain
        || !rest.starts_with(['T', 't'])
        || text.len() > 40
        || bytes.len() < 10
        || bytes[3] != b':'
        || bytes[6] != b':'
    {
        return None;
    }
    let at: jiff::Timestamp = text.parse().ok()?;
    Some(Instant(at.as_microsecond()))
}
