//! Acknowledges that a posted count is overrun: somebody has seen it, and the count is no task any more.

use super::rows::{CountOverrun, CountStatus};
use super::state::{require_count, require_status, touched};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::ledger::post_entry::require_version;
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::CountId;

/// Acknowledges all by which a count is overrun now.
#[derive(Clone, Debug)]
pub struct AcknowledgeOverruns {
    /// Wire id of the count.
    pub count: String,
    /// Versions of which one must be the present one (`If-Match`): what was looked at is what is acknowledged.
    pub if_match: Option<Vec<i64>>,
}

impl Decide for AcknowledgeOverruns {
    fn permission(&self) -> Permission {
        Permission::CountsApprove
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        if let Some(id) = CountId::parse(&self.count) {
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
        let count = touched(ctx, super::Count { open_overruns: 0, ..count });
        let (id, version) = (count.id, count.version);
        book.stock_counts.put(count);
        let recorded = book.record(ctx, FactKind::CountOverrunsAcknowledged, id);
        Ok(Reply::new(id, version, recorded))
    }
}
