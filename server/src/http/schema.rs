//! Schemas of input structs and query parameters, assembled from their fields.

use serde_json::Value;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::{AdditionalProperties, AllOfBuilder, Object, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Deprecated, RefOr, Required};

use super::input::{Decode, ID_CHARACTERS, Schemas};

/// What is said of a field that may be sent back and is not looked at.
pub const IGNORED: &str = "Read-only: accepted and ignored.";
/// What is said of a field that never changes and may be sent back as it is.
pub const KEPT: &str = "Read-only: leave it out, or send the current value; anything else is refused.";

/// The schema of one input struct, field by field.
pub struct ObjectSchema {
    object: ObjectBuilder,
    /// Fields that are not required, whatever their types say.
    optional: Vec<&'static str>,
    example: serde_json::Map<String, Value>,
}

impl ObjectSchema {
    /// An object that takes no other fields than those that are added.
    #[must_use]
    pub fn new(doc: &str) -> Self {
        let object = ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(text(doc))
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        Self { object, optional: Vec::new(), example: serde_json::Map::new() }
    }

    /// Adds a field.
    pub fn field(&mut self, name: &str, schema: RefOr<Schema>, required: bool, doc: &str, example: Option<Value>) {
        let mut object = std::mem::take(&mut self.object).property(name, described(schema, doc, example.clone()));
        if required {
            object = object.required(name);
        }
        self.object = object;
        if let Some(example) = example {
            self.example.insert(name.to_owned(), example);
        }
    }

    /// A field need not be there: another says the same.
    pub fn optional(&mut self, name: &'static str) {
        self.optional.push(name);
    }

    /// Adds a read-only field that may be sent back and is not looked at.
    pub fn ignored(&mut self, name: &str) {
        self.object = std::mem::take(&mut self.object).property(name, ignored());
    }

    /// Adds a field that never changes and may be sent back as it is.
    pub fn kept(&mut self, name: &str) {
        self.object = std::mem::take(&mut self.object).property(name, read_only(KEPT));
    }

    /// The schema; the fields' examples together are the example of the whole.
    #[must_use]
    pub fn build(self) -> RefOr<Schema> {
        let mut object: Object = self.object.build();
        object.required.retain(|name| !self.optional.contains(&name.as_str()));
        let complete = object.required.iter().all(|name| self.example.contains_key(name));
        if complete && !self.example.is_empty() {
            object.examples = vec![Value::Object(self.example)];
        }
        object.into()
    }
}

/// Adds read-only fields to a schema that is built.
pub fn add_ignored(object: &mut Object, names: &[&str]) {
    object.properties.extend(names.iter().map(|name| ((*name).to_owned(), ignored())));
}

fn ignored() -> RefOr<Schema> {
    read_only(IGNORED)
}

fn read_only(description: &str) -> RefOr<Schema> {
    let any = ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::SchemaType::AnyValue)
        .read_only(true)
        .description(Some(description));
    RefOr::T(Schema::Object(any.build()))
}

/// A query parameter of this type.
#[must_use]
pub fn query_parameter<T: Decode>(name: &str, doc: &str) -> Parameter {
    parameter(name, doc, T::REQUIRED, T::field_schema)
}

/// A query parameter of this schema; named types stand in it, since parameters have no components of their own.
#[must_use]
pub fn parameter(
    name: &str,
    doc: &str,
    is_required: bool,
    schema: impl FnOnce(&mut Schemas) -> RefOr<Schema>,
) -> Parameter {
    let mut schemas = Vec::new();
    let mut schema = schema(&mut schemas);
    inline(&mut schema, &schemas);
    // A query has no null: an absent parameter is simply not sent.
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        not_null(object);
        any_text_for_id(object);
    }
    if let RefOr::T(Schema::OneOf(either)) = &mut schema {
        either.items.retain(|item| !is_null(item));
        if let [one] = either.items.as_slice() {
            schema = one.clone();
        }
    }
    let style = match &schema {
        RefOr::T(Schema::Array(_)) => Some((ParameterStyle::Form, false)),
        // `name[key]=value`
        schema if is_object(schema) => Some((ParameterStyle::DeepObject, true)),
        RefOr::T(Schema::OneOf(either)) if either.items.iter().any(is_object) => {
            Some((ParameterStyle::DeepObject, true))
        }
        _ => None,
    };
    if let RefOr::T(Schema::Array(array)) = &mut schema {
        array.schema_type = Type::Array.into();
    }
    let builder = ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(if is_required { Required::True } else { Required::False })
        .deprecated(is_deprecated(doc).then_some(Deprecated::True))
        .description(text(doc))
        .schema(Some(schema));
    match style {
        Some((style, explode)) => builder.style(Some(style)).explode(Some(explode)).build(),
        None => builder.build(),
    }
}

fn is_object(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == Type::Object.into())
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == Type::Null.into())
}

fn not_null(object: &mut Object) {
    use utoipa::openapi::schema::SchemaType;
    if let SchemaType::Array(types) = &object.schema_type {
        let rest: Vec<Type> = types.iter().filter(|one| **one != Type::Null).cloned().collect();
        object.schema_type = match rest.as_slice() {
            [one] => SchemaType::Type(one.clone()),
            _ => SchemaType::Array(rest),
        };
    }
    if let Some(values) = object.enum_values.as_mut() {
        values.retain(|value| !value.is_null());
    }
}

/// Whoever filters by a malformed id asks for what is not there, as with any unknown id: the list is empty.
fn any_text_for_id(object: &mut Object) {
    if object.title.as_deref().is_some_and(|title| title.ends_with("Id")) {
        (object.title, object.pattern) = (None, None);
        (object.min_length, object.max_length) = (Some(1), Some(ID_CHARACTERS));
    }
}

/// Puts named types in the place of their references.
fn inline(schema: &mut RefOr<Schema>, schemas: &super::input::Schemas) {
    use utoipa::openapi::schema::ArrayItems;
    match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
            if let Some((_, named)) = schemas.iter().find(|(known, _)| known == name) {
                *schema = named.clone();
            }
        }
        RefOr::T(Schema::OneOf(either)) => either.items.iter_mut().for_each(|item| inline(item, schemas)),
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                inline(items, schemas);
            }
        }
        RefOr::T(_) => {}
    }
}

/// The schema with the field's own description and example. A description that begins with "Deprecated" marks it so.
fn described(schema: RefOr<Schema>, doc: &str, example: Option<Value>) -> RefOr<Schema> {
    let description = text(doc);
    let is_deprecated = is_deprecated(doc);
    match schema {
        // A reference has no such mark of its own.
        RefOr::Ref(reference) if is_deprecated => {
            let all = AllOfBuilder::new().item(reference).description(description).extensions(Some(deprecated()));
            RefOr::T(Schema::AllOf(all.build()))
        }
        RefOr::Ref(mut reference) => {
            reference.description = description.unwrap_or_default();
            reference.into()
        }
        RefOr::T(Schema::Object(mut object)) => {
            object.description = description.or(object.description);
            object.deprecated = is_deprecated.then_some(Deprecated::True);
            if let Some(example) = example {
                object.examples = vec![example];
            }
            object.into()
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.description = description;
            if let Some(example) = example {
                array.examples = vec![example];
            }
            array.into()
        }
        RefOr::T(Schema::OneOf(mut either)) => {
            either.description = description;
            either.extensions = is_deprecated.then(deprecated);
            RefOr::T(Schema::OneOf(either))
        }
        other => other,
    }
}

fn is_deprecated(doc: &str) -> bool {
    doc.trim_start().starts_with("Deprecated")
}

fn deprecated() -> Extensions {
    Extensions::from_iter([("deprecated", true)])
}

/// A doc comment as one text, or nothing.
fn text(doc: &str) -> Option<String> {
    let lines: Vec<&str> = doc.lines().map(str::trim).collect();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}
