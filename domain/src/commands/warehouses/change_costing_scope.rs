//! A warehouse shares its costs with others from some time on, or stops to: its goods go from pool to pool, and the switch is in
//! the same commit.

use std::collections::BTreeMap;

use crate::access::reach::require_everywhere;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::rows::{CostingMethod, CostingScope, Pool, Reply, StockMovement, Tracking, Warehouse};
use crate::stock::goods::document::dates;
use crate::stock::goods::document::found::blank;
use crate::stock::goods::document::new::When;
use crate::stock::goods::past::scopes;
use crate::stock::goods::posting;
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::warehouses::contents::is_of_others;
use crate::stock::warehouses::shared_costs::pools;
use crate::value::Sought;
use crate::value::id::{AccountId, LotId, SerialId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Values the goods of a warehouse together with those of others, or apart from them.
#[derive(Clone, Debug)]
pub struct ChangeCostingScope {
    pub warehouse: Sought<WarehouseId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// How far its goods are valued together from then on.
    pub to: CostingScope,
    /// From when on; `None` is now. A pool is split by the present places of its goods.
    pub occurred_at: Option<When>,
    pub description: String,
}

impl Decide for ChangeCostingScope {
    const PERMISSION: Permission = Permission::MovementsAdjust;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::FrozenPools);
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::Journals, Key::Periods, Key::FiscalYears]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let id = self.warehouse.require()?;
        let warehouse = book.warehouses()?.find(|row| row.id == id).ok_or_else(Rejection::not_found)?.clone();
        require_version(self.if_match.as_deref(), warehouse.version)?;
        ctx.require(book, Permission::WarehousesUpdate)?;
        // Also where nothing lies there yet, and nothing moves by it.
        require_everywhere(book, ctx, "the costing scope of a warehouse")?;
        self.require_another(&warehouse)?;
        let at = dates::instant(book, ctx, MovementKind::CostingChange, self.occurred_at)?;
        let place = scopes::before_lines(at, book.head().seq + 1);
        let (version, by) = (warehouse.version + 1, ctx.actor.principal);
        let switched = scopes::switched(&warehouse, self.to, place)?;
        book.warehouses.put(Warehouse { version, updated_at: ctx.at, updated_by: by, ..switched });
        let pools = pools(book, &warehouse)?;
        if let Some(pool) =
            pools.iter().map(|(pool, _)| pool).find(|pool| pool.last_place.is_some_and(|last| last >= place))
        {
            return Err(too_early(pool, &warehouse).into());
        }
        if self.to == CostingScope::Organization {
            require_one_account(book, &pools)?;
        } else {
            require_all(book, pools.iter().map(|(pool, _)| Key::Item(pool.item_id)).collect())?;
        }
        let lines = lines(book, &pools, &warehouse)?;
        if lines.is_empty() {
            let recorded = book.record(ctx, FactKind::WarehouseUpdated, id);
            return Ok(Reply::new(id, version, recorded));
        }
        let base = book.organization()?.base_currency;
        let movement = StockMovement {
            occurred_at: Some(at),
            description: self.description.clone(),
            ..blank(ctx, MovementKind::CostingChange, base)
        };
        let posted = posting::post(book, ctx, movement, &lines, None)?;
        let recorded = book.record(ctx, FactKind::MovementPosted, posted.id);
        Ok(Reply::new(id, version, recorded).with_related(posted.id))
    }
}

impl ChangeCostingScope {
    fn require_another(&self, warehouse: &Warehouse) -> Result<(), Rejection> {
        if self.to == warehouse.costing_scope {
            let message = format!("warehouse {} already has this costing scope: nothing is left to do", warehouse.code);
            return Err(Rejection::new(Code::FieldsConflict, message).at("/costingScope"));
        }
        if self.to == CostingScope::Organization && is_of_others(warehouse) {
            return Err(own_costs(warehouse));
        }
        if self.to == CostingScope::Warehouse && self.occurred_at.is_some() {
            let message = "goods can only be separated as they are now: leave occurredAt out";
            return Err(Rejection::new(Code::FieldsConflict, message).at("/occurredAt"));
        }
        Ok(())
    }
}

/// Goods bought of others cost the agreed price, independent of the cost of our own.
fn own_costs(warehouse: &Warehouse) -> Rejection {
    let message = format!(
        "warehouse {} holds goods of others, each at its own price, so it cannot share its costs",
        warehouse.code
    );
    Rejection::new(Code::FieldsConflict, message).at("/costingScope")
}

/// Goods that are valued together are on one account, in whichever of their warehouses they lie.
fn require_one_account(book: &Book, pools: &[(Pool, i64)]) -> Result<(), Stop> {
    require_all(book, pools.iter().map(|(pool, _)| Key::Item(pool.item_id)).collect())?;
    let accounts = Accounts::new(book)?;
    for (pool, _) in pools {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        let mut said: BTreeMap<AccountId, &Warehouse> = BTreeMap::new();
        for warehouse in accounts.sharing() {
            said.entry(accounts.valuation(item, warehouse)?).or_insert(warehouse);
        }
        let mut said = said.into_iter().map(|(account, warehouse)| Said { account, warehouse });
        if let (Some(one), Some(other)) = (said.next(), said.next()) {
            return Err(two_accounts(book, item, &one, &other)?.into());
        }
    }
    Ok(())
}

/// The account that a warehouse names for goods.
struct Said<'a> {
    account: AccountId,
    warehouse: &'a Warehouse,
}

fn two_accounts(book: &Book, item: &Item, one: &Said<'_>, other: &Said<'_>) -> Result<Rejection, Stop> {
    let code = |id| Ok::<String, Stop>(book.account(id)?.map_or_else(String::new, |account| account.code.clone()));
    let message = format!(
        "item {} would be valued on account {} in warehouse {} and on {} in {}: goods that share their costs must be \
         on one account",
        item.sku,
        code(one.account)?,
        one.warehouse.code,
        code(other.account)?,
        other.warehouse.code
    );
    Ok(Rejection::new(Code::AccountNotUsable, message)
        .at("/costingScope")
        .with("itemId", item.id.to_string())
        .with("warehouseIds", vec![one.warehouse.id.to_string(), other.warehouse.id.to_string()])
        .offer(
            "reclassify",
            "Move one of them to the other's account",
            "POST",
            format!("/warehouses/{}/reclassify", one.warehouse.id),
        )
        .body(vec![("toAccountId", other.account.to_string().into())]))
}

/// One line for each pool.
fn lines(book: &Book, pools: &[(Pool, i64)], warehouse: &Warehouse) -> Result<Vec<DraftLine>, Stop> {
    let mut lines = Vec::with_capacity(pools.len());
    for (pool, there) in pools {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        if *there < 0 || pool.quantity < 0 {
            let message = format!("the stock of item {} is below zero: receive goods first", item.sku);
            return Err(Rejection::new(Code::StockIsNegative, message).with("itemId", item.id.to_string()).into());
        }
        let is_told_apart = item.costing_method == CostingMethod::Specific;
        let tracked = Some(pool.tracked_id).filter(|id| is_told_apart && *id != NONE);
        lines.push(DraftLine {
            lot_id: tracked.filter(|_| item.tracking == Tracking::Lot).map(LotId),
            serial_id: tracked.filter(|_| item.tracking == Tracking::Serial).map(SerialId),
            ..DraftLine::of(pool.item_id, *there, warehouse.id)
        });
    }
    Ok(lines)
}

fn too_early(pool: &Pool, warehouse: &Warehouse) -> Rejection {
    let last = pool.last_place.map(|place| place.at);
    let message = format!(
        "goods of warehouse {} moved after that, and the scope can only change after all of them: give a later occurredAt",
        warehouse.code
    );
    Rejection::new(Code::BeforeScopeChange, message)
        .at("/occurredAt")
        .with("itemId", pool.item_id.to_string())
        .with("lastAt", last)
}
