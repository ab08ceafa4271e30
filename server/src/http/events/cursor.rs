//! The cursor of the feed: `epoch:seq`.

use domain::value::BadCell;

use crate::http::input::{Decode, Pointer, Schemas, Violations};
use crate::http::json::Node;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// A place in the log: which life of the feed, and the last event that was read in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedCursor {
    /// Raised by a restore.
    pub epoch: i64,
    /// The last event that was read; 0 before the first.
    pub seq: i64,
}

impl FeedCursor {
    /// Reads `epoch:seq`.
    ///
    /// # Errors
    /// Where it is none.
    pub fn parse(text: &str) -> Result<Self, BadCell> {
        let bad = || BadCell { wanted: "epoch:seq", found: text.chars().take(40).collect() };
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i64>().ok().filter(|_| plain).ok_or_else(bad)
        };
        let (epoch, seq) = text.split_once(':').ok_or_else(bad)?;
        Ok(Self { epoch: number(epoch)?, seq: number(seq)? })
    }
}

impl std::fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.epoch, self.seq)
    }
}

impl Decode for FeedCursor {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Untyped(text) | Node::Text(text)) = node else {
            errors.wrong_type(at, "a string", node);
            return None;
        };
        let cursor = Self::parse(text).ok();
        if cursor.is_none() {
            errors.push(
                at,
                "malformed_cursor",
                "is no cursor of the feed: use nextCursor of the answer before, or leave it out",
            );
        }
        cursor
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some("^[0-9]{1,18}:[0-9]{1,18}$"))
            .examples([serde_json::json!("1:0")])
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_nothing_else_is_one() {
        let cursor = FeedCursor { epoch: 3, seq: 1234 };
        assert_eq!(FeedCursor::parse(&cursor.to_string()), Ok(cursor));
        for wrong in ["", ":", "1", "1:", ":1", "1:-1", "+1:1", "1:1:1", "1:99999999999999999999"] {
            assert!(FeedCursor::parse(wrong).is_err(), "{wrong}");
        }
    }
}
