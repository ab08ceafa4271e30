//! Releases frozen goods: they move again, once a proof finds nothing wrong with them.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{FrozenPool, FrozenPoolStatus, Reply};
use crate::stock::frozen_pools::{path, require_frozen_pool};
use crate::value::Sought;
use crate::value::id::{FrozenPoolId, ItemId, WarehouseId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Releases frozen goods.
#[derive(Clone, Debug)]
pub struct ReleasePool {
    pub frozen_pool: Sought<FrozenPoolId>,
    /// Why, trimmed.
    pub reason: String,
    /// The findings of a proof of stock made for this release. The goods have not moved since they were frozen, so the
    /// findings still hold.
    pub found: Vec<Finding>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

/// Something that a proof found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// `None` if the item is unknown: then it may be any.
    pub item: Option<ItemId>,
    /// `None` if it is all warehouses, or unknown.
    pub warehouse: Option<WarehouseId>,
    /// The broken invariant, as `countinghouse verify` names it.
    pub invariant: String,
}

impl Decide for ReleasePool {
    const PERMISSION: Permission = Permission::FrozenPoolsManage;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::FrozenPools);
        keys.extend(self.frozen_pool.id().map(Key::FrozenPool));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_frozen_pool(book, ctx, &self.frozen_pool)?;
        require_version(self.if_match.as_deref(), before.version)?;
        require_frozen(&before)?;
        self.require_sound(&before)?;
        let after = FrozenPool {
            status: FrozenPoolStatus::Released,
            released_at: Some(ctx.at),
            released_by: Some(ctx.actor.principal),
            release_reason: Some(self.reason.clone()),
            version: before.version + 1,
            ..before
        };
        let (id, version) = (after.id, after.version);
        book.frozen_pools.put(after);
        let recorded = book.record(ctx, FactKind::PoolReleased, id);
        Ok(Reply::new(id, version, recorded))
    }
}

impl ReleasePool {
    /// The proof found nothing that may be about these goods.
    fn require_sound(&self, frozen: &FrozenPool) -> Result<(), Stop> {
        let mut broken: Vec<&str> = self
            .found
            .iter()
            .filter(|finding| frozen.concerns(finding.item, finding.warehouse))
            .map(|finding| finding.invariant.as_str())
            .collect();
        broken.dedup();
        let Some(first) = broken.first() else { return Ok(()) };
        let message = format!(
            "the goods cannot be released while the invariant {first} is broken: compare with a backup, or rebuild \
             from the log"
        );
        Err(Rejection::new(Code::InvariantBroken, message)
            .with("invariants", broken.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            .offer("proof", "See the broken invariants", "GET", "/inventory/proof")
            .into())
    }
}

fn require_frozen(frozen: &FrozenPool) -> Result<(), Stop> {
    if frozen.status == FrozenPoolStatus::Frozen {
        return Ok(());
    }
    let message = "the goods have already been released";
    Err(Rejection::new(Code::PoolNotFrozen, message)
        .with("status", frozen.status.name())
        .with("releasedAt", frozen.released_at)
        .offer("frozen-pool", "See who released them", "GET", path(frozen))
        .into())
}
