//! Cancels a count: nothing is posted, and its goods may be counted by another one.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{Count, CountStatus, Reply};
use crate::stock::counts::state::{self, require_count, require_status};
use crate::value::Sought;
use crate::value::id::CountId;
use crate::value::permission::Permission;

/// Cancels a count that was not posted.
#[derive(Clone, Debug)]
pub struct CancelCount {
    pub count: Sought<CountId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for CancelCount {
    const PERMISSION: Permission = Permission::CountsApprove;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.count.id().map(Key::Count));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let count = require_count(book, ctx, &self.count)?;
        require_version(self.if_match.as_deref(), count.version)?;
        require_status(&count, &[CountStatus::Open, CountStatus::Submitted, CountStatus::Approved])?;
        let count = Count {
            status: CountStatus::Cancelled,
            is_open: false,
            cancelled_at: Some(ctx.at),
            cancelled_by: Some(ctx.actor.principal),
            cancel_reason: Some(self.reason.clone()),
            ..count
        };
        Ok(state::change(book, ctx, count, FactKind::CountCancelled))
    }
}
