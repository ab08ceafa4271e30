//! Where on the earth a warehouse is.

use domain::value::Json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::http::input::{Decode, IntoCore, JsonObject, Pointer, Schemas, Violations};
use crate::http::json::Node;

/// An object of your own. What it says of latitude and longitude is a place on the earth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geo(pub JsonObject);

/// Members that are degrees, each with the most that it can be on both sides of 0.
const DEGREES: [(&str, f64); 6] =
    [("lat", 90.0), ("latitude", 90.0), ("lng", 180.0), ("lon", 180.0), ("long", 180.0), ("longitude", 180.0)];

impl Decode for Geo {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let object = JsonObject::decode(node, at, errors)?;
        let json = object.json();
        let mut is_sound = true;
        for (name, most) in DEGREES {
            let Some(said) = json.get(name).filter(|said| !is_within(said, most)) else { continue };
            let message = format!("must be a number of degrees from -{most} to {most}, not {said}");
            errors.push(&at.field(name), "out_of_range", message);
            is_sound = false;
        }
        is_sound.then_some(Self(object))
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        JsonObject::field_schema(schemas)
    }
}

/// Whether it is a number of degrees that the earth has; null clears the member.
fn is_within(said: &Json, most: f64) -> bool {
    match said {
        Json::Null => true,
        Json::Number(text) | Json::Text(text) => text.trim().parse::<f64>().is_ok_and(|degrees| degrees.abs() <= most),
        Json::Bool(_) | Json::List(_) | Json::Object(_) => false,
    }
}

impl IntoCore for Geo {
    type Core = Json;

    fn into_core(self) -> Json {
        self.0.into_core()
    }
}
