//! A batch as it is sent and answered.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, Schema, Type};

use crate::http::input::{CodeText, Decode, List, Pointer, Schemas, Text, Violations, scalar_schema};
use crate::http::json::Node;
use crate::http::output::RawObject;

/// Most items of a batch.
pub const ITEMS: usize = 1_000;

domain::named_enum! {
    /// The methods of writes.
    Method {
        Post = "POST",
        Put = "PUT",
        Delete = "DELETE",
    }
}

crate::wire_enum! {
    Method = "BatchMethod",
}

/// The body of an item, as its operation takes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body(pub Node);

impl Decode for Body {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        if matches!(node, Node::Object(_)) {
            return Some(Self(node.clone()));
        }
        errors.wrong_type(at, "an object", node);
        None
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::Object).additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
    }
}

crate::input! {
    /// One operation of a batch.
    pub struct BatchItem {
        /// A name that later items use in place of the id of what this one makes: `$sale` for `sale`.
        pub name: Option<CodeText<50>> = "sale",
        /// The method of the operation.
        pub method: Method = "POST",
        /// The path of the operation below `/api/v1`. A part of it can be the name of an earlier item, as in
        /// `/accounting/journal-entries/$sale/void`.
        pub path: Text<1, 500> = "/accounting/journal-entries",
        /// The body, as the operation takes it alone. A text that is the name of an earlier item, such as `"$sale"`, stands for
        /// the id of what that item makes.
        pub body: Option<Body>,
        /// The version that the resource must have, as in `If-Match`.
        pub if_match: Option<Text<1, 100>>,
    }

    /// Several operations in one commit.
    pub struct BatchRequest {
        /// The operations, in the order in which they are carried out.
        pub items: List<BatchItem, 1, ITEMS>,
    }
}

crate::output! {
    /// The answer to one operation of a batch.
    pub struct BatchItemResult {
        pub index: i64,
        /// The name that it was given.
        pub name: Option<String>,
        /// The status that the operation would have answered with on its own; null in a preview.
        pub status: Option<i64>,
        /// The id of what it made or changed.
        pub id: Option<String>,
        /// The `ETag` of what it made or changed.
        pub etag: Option<String>,
        /// The `Location` that the operation would have answered with, such as that of the entry that takes a voided one
        /// back.
        pub location: Option<String>,
        /// The body that the operation would have answered with; null where it answers without one, and in a preview.
        pub body: Option<RawObject>,
    }

    /// The answers of a batch, in the order of its items.
    pub struct BatchAnswer {
        pub results: Vec<BatchItemResult>,
    }
}
