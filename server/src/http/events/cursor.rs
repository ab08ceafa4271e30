//! The cursor of the feed: `epoch:seq:mark`.

use domain::value::BadCell;
use domain::value::id::OrganizationId;
use sha2::{Digest, Sha256};

use crate::http::input::{Decode, Pointer, Schemas, Violations};
use crate::http::json::Node;
use crate::http::problem::Problem;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// Hexadecimal digits of the mark.
const MARK_DIGITS: usize = 8;

/// A place in the log: which life of whose feed, and the last event that was read in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedCursor {
    /// Raised by a restore.
    pub epoch: i64,
    /// The last event that was read; 0 before the first.
    pub seq: i64,
    /// Tells the feeds of organizations apart, which all count from 1. Not a secret: a made-up one is only another
    /// place of the organization's own feed.
    mark: u32,
}

impl FeedCursor {
    /// A place in the feed of an organization.
    #[must_use]
    pub fn of(organization: OrganizationId, epoch: i64, seq: i64) -> Self {
        let digest = Sha256::new().chain_update(b"feed of events").chain_update(organization.0).finalize();
        let mark = digest.iter().take(size_of::<u32>()).fold(0, |mark, byte| (mark << 8) | u32::from(*byte));
        Self { epoch, seq, mark }
    }

    /// Reads `epoch:seq:mark`.
    pub fn parse(text: &str) -> Result<Self, BadCell> {
        let bad = || BadCell { wanted: "epoch:seq:mark", found: text.chars().take(40).collect() };
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i64>().ok().filter(|_| plain).ok_or_else(bad)
        };
        let mut parts = text.split(':');
        let (Some(epoch), Some(seq), Some(mark), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(bad());
        };
        let is_mark = mark.len() == MARK_DIGITS && mark.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let mark = u32::from_str_radix(mark, 16).ok().filter(|_| is_mark).ok_or_else(bad)?;
        Ok(Self { epoch: number(epoch)?, seq: number(seq)?, mark })
    }

    /// Refuses a cursor of the feed of another organization, which would pass over events of this one, or tell them twice.
    ///
    /// # Errors
    /// 400 at the parameter or header in which it stood.
    pub fn require_of(self, organization: OrganizationId, field: &str, code: &'static str) -> Result<Self, Problem> {
        if self == Self::of(organization, self.epoch, self.seq) {
            return Ok(self);
        }
        let message = "is a cursor of another organization's feed: start without it";
        Err(Problem::violation(field, code, message))
    }
}

impl std::fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{:08x}", self.epoch, self.seq, self.mark)
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
                "is not a cursor of the feed: use nextCursor of the previous answer, or leave it out",
            );
        }
        cursor
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some("^[0-9]{1,18}:[0-9]{1,18}:[0-9a-f]{8}$"))
            .examples([serde_json::json!("1:536:9f1c03ab")])
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: OrganizationId = OrganizationId([1; 16]);
    const OTHER: OrganizationId = OrganizationId([2; 16]);

    #[test]
    fn a_cursor_reads_back_and_nothing_else_is_one() {
        let cursor = FeedCursor::of(ONE, 3, 1234);
        assert_eq!(FeedCursor::parse(&cursor.to_string()), Ok(cursor));
        for wrong in [
            "",
            ":",
            "1",
            "1:",
            ":1",
            "1:1",
            "1:1:",
            "1:1:1",
            "1:1:0123456g",
            "1:1:0123ABCD",
            "1:1:012345678",
            "1:-1:01234567",
            "+1:1:01234567",
            "1:1:01234567:",
            "1:99999999999999999999:01234567",
        ] {
            assert!(FeedCursor::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_cursor_is_of_one_organization() {
        let cursor = FeedCursor::of(ONE, 1, 7);
        assert_eq!(cursor.require_of(ONE, "after", "malformed_cursor").expect("its own"), cursor);
        let refused = cursor.require_of(OTHER, "after", "malformed_cursor").expect_err("of another");
        assert_eq!(refused.status(), 400);
        assert_eq!(refused.errors[0].code, "malformed_cursor");
    }
}
