//! The `input!` macro: a struct of wire types, its strict reader, its schema and its query parameters from one text.

/// How long the camelCase form of a snake_case name is.
#[must_use]
pub const fn camel_len(snake: &str) -> usize {
    let bytes = snake.as_bytes();
    let (mut at, mut length) = (raw_prefix(bytes), 0);
    while at < bytes.len() {
        if bytes[at] != b'_' {
            length += 1;
        }
        at += 1;
    }
    length
}

/// The camelCase form of a snake_case name; `N` is its `camel_len`.
#[must_use]
pub const fn camel<const N: usize>(snake: &str) -> [u8; N] {
    let bytes = snake.as_bytes();
    let (mut at, mut to, mut upper, mut out) = (raw_prefix(bytes), 0, false, [0; N]);
    while at < bytes.len() {
        if bytes[at] == b'_' {
            upper = true;
        } else {
            out[to] = if upper { bytes[at].to_ascii_uppercase() } else { bytes[at] };
            upper = false;
            to += 1;
        }
        at += 1;
    }
    out
}

/// `r#type` is the field `type`.
const fn raw_prefix(bytes: &[u8]) -> usize {
    if bytes.len() > 2 && bytes[0] == b'r' && bytes[1] == b'#' { 2 } else { 0 }
}

/// A field's name on the wire: `account_id` is `accountId`.
#[macro_export]
macro_rules! wire_name {
    ($field:ident $wire:literal) => {
        $wire
    };
    ($field:ident) => {{
        const BYTES: [u8; $crate::http::input::camel_len(stringify!($field))] =
            $crate::http::input::camel(stringify!($field));
        const NAME: &str = match std::str::from_utf8(&BYTES) {
            Ok(name) => name,
            Err(_) => "",
        };
        NAME
    }};
}

/// Declares structs that are read strictly from JSON bodies or queries.
///
/// Field names become camelCase, or the name in `as "grant_type"`; a doc comment becomes the description; `= value`
/// after a field is its example, and a struct's examples together make the example of the whole. `keeping ["type", …]`
/// names fields that never change, which the handler compares with the stored ones; `ignoring ["updatedAt", …]` names
/// figures and marks of the server that change by themselves, are accepted and not looked at. A field is also read under
/// the other word of its type, if that has one (`synonyms.rs`).
#[macro_export]
macro_rules! input {
    ($(
        $(#[doc = $doc:expr])*
        $vis:vis struct $name:ident $(keeping [$($kept:literal),* $(,)?])? $(ignoring [$($ignored:literal),* $(,)?])? {
            $($(#[doc = $fdoc:expr])* $fvis:vis $field:ident $(as $wire:literal)? : $type:ty $(= $example:expr)?),* $(,)?
        }
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Debug)]
        $vis struct $name { $($(#[doc = $fdoc])* $fvis $field: $type),* }

        impl $name {
            /// The fields that are read.
            pub const FIELDS: &'static [&'static str] = &[$($crate::wire_name!($field $($wire)?)),*];
            /// The read-only fields that are accepted and not looked at.
            pub const IGNORED: &'static [&'static str] = &[$($($ignored),*)?];
            /// The fields that never change: accepted as they are stored (`Writing::require_kept`).
            pub const KEPT: &'static [&'static str] = &[$($($kept),*)?];
            const SYNONYMS: &'static $crate::http::input::Synonyms = &[$((
                $crate::wire_name!($field $($wire)?),
                <$type as $crate::http::input::Decode>::SYNONYM,
            )),*];
        }

        impl $crate::http::input::Decode for $name {
            fn decode(
                node: &$crate::http::json::Node,
                at: &$crate::http::input::Pointer<'_>,
                errors: &mut $crate::http::input::Violations,
            ) -> Option<Self> {
                let $crate::http::json::Node::Object(members) = node else {
                    errors.wrong_type(at, "an object", node);
                    return None;
                };
                let members = $crate::http::input::own_words(members, Self::SYNONYMS, at, errors);
                $(let mut $field: Option<&$crate::http::json::Node> = None;)*
                for (name, value) in members.iter() {
                    $(if name == $crate::wire_name!($field $($wire)?) {
                        $field = Some(value);
                        continue;
                    })*
                    let _ = value;
                    if !Self::IGNORED.contains(&name.as_str()) && !Self::KEPT.contains(&name.as_str()) {
                        errors.unknown_field(&at.field(name), name, Self::FIELDS);
                    }
                }
                $(let $field = {
                    let place = at.field($crate::wire_name!($field $($wire)?));
                    match $field {
                        Some(value) => <$type as $crate::http::input::Decode>::decode(value, &place, errors),
                        None => <$type as $crate::http::input::Decode>::absent(&place, errors),
                    }
                };)*
                Some(Self { $($field: $field?),* })
            }

            fn field_schema(
                schemas: &mut $crate::http::input::Schemas,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                let name = stringify!($name);
                if !schemas.iter().any(|(known, _)| known == name) {
                    // The place is taken first, so that a type within itself ends.
                    let place = schemas.len();
                    schemas.push((name.to_owned(), $crate::http::input::reference(name)));
                    let schema = Self::object_schema(schemas);
                    schemas[place].1 = schema;
                }
                $crate::http::input::reference(name)
            }
        }

        impl $name {
            #[allow(unused_variables)]
            fn object_schema(
                schemas: &mut $crate::http::input::Schemas,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                #[allow(unused_mut)]
                let mut object = $crate::http::schema::ObjectSchema::new(concat!($($doc, "\n"),*));
                $({
                    #[allow(unused_mut, unused_assignments)]
                    let mut example: Option<serde_json::Value> = None;
                    $(example = Some(serde_json::json!($example));)?
                    object.field(
                        $crate::wire_name!($field $($wire)?),
                        <$type as $crate::http::input::Decode>::field_schema(schemas),
                        <$type as $crate::http::input::Decode>::REQUIRED,
                        concat!($($fdoc, "\n"),*),
                        example,
                    );
                })*
                $($(object.kept($kept);)*)?
                $($(object.ignored($ignored);)*)?
                $crate::http::input::describe_synonyms(&mut object, Self::SYNONYMS, schemas);
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
                let _ = <Self as $crate::http::input::Decode>::field_schema(schemas);
                // If the collector knew this type before, its parts may still be missing.
                let _ = Self::object_schema(schemas);
            }
        }

        impl utoipa::IntoParams for $name {
            fn into_params(
                _: impl Fn() -> Option<utoipa::openapi::path::ParameterIn>,
            ) -> Vec<utoipa::openapi::path::Parameter> {
                let mut parameters = vec![$($crate::http::schema::query_parameter::<$type>(
                    $crate::wire_name!($field $($wire)?),
                    concat!($($fdoc, "\n"),*),
                )),*];
                $crate::http::input::add_synonyms(&mut parameters, Self::SYNONYMS);
                parameters
            }
        }
    )*};
}
