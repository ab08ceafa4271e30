//! The default locations of a warehouse, as they are stored.

use domain::value::id::LocationId;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use crate::http::input::{Schemas, reference};
use crate::http::output::{Encode, Id, RawObject};

/// The uses that have a location; the others are left out.
#[derive(Clone, Debug)]
pub struct StoredLocations(pub RawObject);

impl Serialize for StoredLocations {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl Encode for StoredLocations {
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        let mut object = ObjectBuilder::new().schema_type(Type::Object).description(Some(
            "The location for goods without a given one, by use; uses without a location are left out.",
        ));
        for name in ["receiving", "shipping", "quarantine", "returns", "production"] {
            object = object.property(name, Id::<LocationId>::field_schema(schemas));
        }
        schemas.push(("StoredLocations".to_owned(), object.build().into()));
        reference("StoredLocations")
    }
}
