//! Approves a count whose differences are beyond its tolerance: it may be posted.
//!
//! Only a person approves, and never a count by a service account of their own.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{Count, CountStatus, Reply};
use crate::stock::counts::separation::require_other;
use crate::stock::counts::state::{self, require_count, require_status};
use crate::value::Sought;
use crate::value::id::CountId;
use crate::value::permission::Permission;

/// Approves a submitted count.
#[derive(Clone, Debug)]
pub struct ApproveCount {
    pub count: Sought<CountId>,
    /// Versions of which one must be the present one (`If-Match`): the approval is valid only for the version that was
    /// read.
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ApproveCount {
    const PERMISSION: Permission = Permission::CountsApprove;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.count.id().map(Key::Count));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let count = require_count(book, ctx, &self.count)?;
        duties::require_person(ctx)?;
        require_version(self.if_match.as_deref(), count.version)?;
        require_status(&count, &[CountStatus::Submitted])?;
        require_other(book, ctx, &count)?;
        let count = Count {
            status: CountStatus::Approved,
            approved_at: Some(ctx.at),
            approved_by: Some(ctx.actor.principal),
            ..count
        };
        Ok(state::change(book, ctx, count, FactKind::CountApproved))
    }
}
