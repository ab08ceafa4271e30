//! The input of a scan.

use domain::stock::labels::SCAN_CHARACTERS;
use domain::value::Sought;
use domain::value::id::{CountId, WarehouseId};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use super::context::ScanJob;
use crate::http::input::{Decode, Pointer, Schemas, Text, Violations};
use crate::http::json::Node;

crate::wire_enum! {
    ScanJob = "ScanJob",
}

/// A scanner's text; it may hold the group separator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scanned(pub String);

impl Decode for Scanned {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Node::Text(text) = node else {
            errors.wrong_type(at, "a string", node);
            return None;
        };
        let length = text.chars().count();
        if length > SCAN_CHARACTERS {
            errors.push(at, "too_long", format!("must have at most {SCAN_CHARACTERS} characters, not {length}"));
            return None;
        }
        Some(Self(text.clone()))
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        text.min_length(Some(1)).max_length(Some(SCAN_CHARACTERS)).examples([json!("]C10109506000134352")]).into()
    }
}

crate::input! {
    /// A label to be read.
    pub struct ScanInput {
        /// The data as the scanner sends it, with FNC1 as the group separator U+001D.
        pub data: Scanned = "]C1010950600013435217110630\u{1d}10L-2010-17",
        /// The job of the person who scans: next actions are given for this job only. `count` if `countId` is given.
        pub job: Option<ScanJob>,
        /// The warehouse where the scan happens: next actions are given for this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// The count for which the goods are counted.
        pub count_id: Option<Sought<CountId>>,
        /// The bin where the scan happens, by its id or code.
        pub place: Option<Text<1, 64>> = "A-01-01",
    }
}
