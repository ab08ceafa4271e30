//! Acknowledges that a posted count is overrun: somebody has seen it, and the count is no task any more.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{CountOverrun, CountStatus, Reply};
use crate::stock::counts::state::{self, require_count, require_status};
use crate::value::Sought;
use crate::value::id::CountId;
use crate::value::permission::Permission;

/// Acknowledges all by which a count is overrun now.
#[derive(Clone, Debug)]
pub struct AcknowledgeOverruns {
    pub count: Sought<CountId>,
    /// Versions of which one must be the present one (`If-Match`): the acknowledgement is valid only for the version
    /// that was read.
    pub if_match: Option<Vec<i64>>,
}

impl Decide for AcknowledgeOverruns {
    const PERMISSION: Permission = Permission::CountsApprove;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        if let Some(id) = self.count.id() {
            keys.extend([Key::Count(id), Key::CountOverruns(id)]);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let count = require_count(book, ctx, &self.count)?;
        require_version(self.if_match.as_deref(), count.version)?;
        require_status(&count, &[CountStatus::Posted])?;
        let is_open = |row: &&CountOverrun| row.adjusted_by.is_none() && row.acknowledged_at.is_none();
        let open: Vec<CountOverrun> = book.count_overruns_of(count.id)?.filter(is_open).cloned().collect();
        if open.is_empty() {
            return Ok(Reply::new(count.id, count.version, Default::default()));
        }
        for row in open {
            let (acknowledged_at, acknowledged_by) = (Some(ctx.at), Some(ctx.actor.principal));
            book.count_overruns.put(CountOverrun { acknowledged_at, acknowledged_by, ..row });
        }
        let count = crate::rows::Count { open_overruns: 0, ..count };
        Ok(state::change(book, ctx, count, FactKind::CountOverrunsAcknowledged))
    }
}
