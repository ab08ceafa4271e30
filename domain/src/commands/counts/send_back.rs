//! Sends a count back to be counted again: all recordings stay, and the next ones count.

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

/// Sends a submitted or approved count back.
#[derive(Clone, Debug)]
pub struct SendBackCount {
    pub count: Sought<CountId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for SendBackCount {
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
        require_status(&count, &[CountStatus::Submitted, CountStatus::Approved])?;
        let count = Count {
            status: CountStatus::Open,
            submitted_at: None,
            submitted_by: None,
            approved_at: None,
            approved_by: None,
            sent_back_at: Some(ctx.at),
            sent_back_by: Some(ctx.actor.principal),
            sent_back_reason: Some(self.reason.clone()),
            ..count
        };
        Ok(state::change(book, ctx, count, FactKind::CountSentBack))
    }
}
