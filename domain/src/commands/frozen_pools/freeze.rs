//! Freezes goods: from now on nothing of them moves.

use crate::access::reach::{require_assigned, require_everywhere};
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{FrozenPool, FrozenPoolStatus, Reply};
use crate::value::id::{ItemId, WarehouseId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Sought, limits};

/// Freezes goods of an item in a warehouse, in all warehouses, or all goods there are.
#[derive(Clone, Debug)]
pub struct FreezePool {
    /// The item; `None` is every item, in every warehouse.
    pub item: Option<Sought<ItemId>>,
    /// The warehouse; `None` is every warehouse.
    pub warehouse: Option<Sought<WarehouseId>>,
    /// The broken invariant; `None` if somebody freezes by hand.
    pub invariant: Option<String>,
    /// The finding, or the reason, trimmed.
    pub reason: String,
}

impl Decide for FreezePool {
    const PERMISSION: Permission = Permission::FrozenPoolsManage;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::FrozenPools, Key::Warehouses]);
        keys.extend(self.item.as_ref().and_then(Sought::id).map(Key::Item));
    }

    /// Goods that are frozen already stay as they are: every sweep and every node may find the same. A finding about
    /// goods that somebody froze by hand is noted with them. If very many are frozen, all goods are.
    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (item, warehouse) = goods(book, self.item.as_ref(), self.warehouse.as_ref())?;
        match warehouse {
            Some(id) => require_assigned(book, ctx, id, "/warehouseId")?,
            None => require_everywhere(book, ctx, "this freeze")?,
        }
        let covering = book.frozen_pools()?.find(|one| covers(one, item, warehouse)).cloned();
        if let Some(frozen) = covering {
            return Ok(self.noted(book, ctx, frozen));
        }
        let is_much = book.frozen_pools()?.count() >= limits::FROZEN_POOLS;
        let (item_id, warehouse_id) = if is_much { (None, None) } else { (item, warehouse) };
        let frozen = FrozenPool {
            id: ctx.ids.next(),
            item_id,
            warehouse_id,
            status: FrozenPoolStatus::Frozen,
            invariant: self.invariant.clone(),
            reason: self.reason.clone(),
            frozen_at: ctx.at,
            frozen_by: ctx.actor.principal,
            released_at: None,
            released_by: None,
            release_reason: None,
            version: 1,
        };
        let id = frozen.id;
        book.frozen_pools.put(frozen);
        let recorded = book.record(ctx, FactKind::PoolFrozen, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

impl FreezePool {
    /// The frozen goods with the broken invariant, if none was known before.
    fn noted(&self, book: &mut Book, ctx: &Context, frozen: FrozenPool) -> Reply {
        let (id, version) = (frozen.id, frozen.version);
        if frozen.invariant.is_some() || self.invariant.is_none() {
            return Reply::new(id, version, Default::default());
        }
        book.frozen_pools.put(FrozenPool { invariant: self.invariant.clone(), version: version + 1, ..frozen });
        let recorded = book.record(ctx, FactKind::PoolFrozen, id);
        Reply::new(id, version + 1, recorded)
    }
}

/// Whether all of these goods are frozen by this one.
fn covers(frozen: &FrozenPool, item: Option<ItemId>, warehouse: Option<WarehouseId>) -> bool {
    match item {
        Some(item) => frozen.freezes(item, warehouse),
        None => frozen.item_id.is_none() && frozen.status == FrozenPoolStatus::Frozen,
    }
}

/// The named goods; a name without goods is a fault.
fn goods(
    book: &Book,
    item: Option<&Sought<ItemId>>,
    warehouse: Option<&Sought<WarehouseId>>,
) -> Result<(Option<ItemId>, Option<WarehouseId>), Stop> {
    let mut faults = Vec::new();
    let item_id = match item.and_then(Sought::id) {
        Some(id) => book.item(id)?.map(|item| item.id),
        None => None,
    };
    if let Some(sought) = item.filter(|_| item_id.is_none()) {
        let message = format!("there is no item with the id {sought}: null is every item");
        faults.push(Fault::new("/itemId", Code::UnknownReference, message));
    }
    let warehouse_id = match warehouse.and_then(Sought::id) {
        Some(id) => book.warehouse(id)?.map(|warehouse| warehouse.id),
        None => None,
    };
    if let Some(sought) = warehouse.filter(|_| warehouse_id.is_none()) {
        let message = format!("there is no warehouse with the id {sought}: null is every warehouse");
        faults.push(Fault::new("/warehouseId", Code::UnknownReference, message));
    }
    if item.is_none() && warehouse.is_some() {
        let message = "all goods can only be frozen in all warehouses: leave warehouseId out, or give the warehouse \
             the status frozen";
        faults.push(Fault::new("/warehouseId", Code::FieldsConflict, message));
    }
    match Rejection::of_errors(faults) {
        Some(rejection) => Err(rejection.into()),
        None => Ok((item_id, warehouse_id)),
    }
}
