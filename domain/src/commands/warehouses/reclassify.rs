//! A warehouse values its goods on another account from some time on: their posted values and the switch are one commit.

use std::collections::BTreeMap;

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::accounts;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::rows::{CostingScope, Pool, Reply, StockMovement, Warehouse};
use crate::stock::goods::document::dates;
use crate::stock::goods::document::found::blank;
use crate::stock::goods::document::new::When;
use crate::stock::goods::past::specific_costing;
use crate::stock::goods::posting;
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::stock::warehouses::reclassification::line;
use crate::value::id::{AccountId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{IdOrCode, Sought, limits};

/// Values a warehouse on another account. Warehouses that share costs change together.
#[derive(Clone, Debug)]
pub struct ReclassifyWarehouse {
    pub warehouse: Sought<WarehouseId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// The account that values its goods from then on.
    pub to_account: IdOrCode<AccountId>,
    /// From when on; `None` is now.
    pub occurred_at: Option<When>,
    pub description: String,
}

impl Decide for ReclassifyWarehouse {
    const PERMISSION: Permission = Permission::MovementsAdjust;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::FrozenPools);
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::Journals, Key::Periods, Key::FiscalYears]);
        match &self.to_account {
            IdOrCode::Id(sought) => keys.extend(sought.id().map(Key::Account)),
            IdOrCode::Code(code) => keys.push(Key::AccountByCode(code.clone())),
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let id = self.warehouse.require()?;
        let warehouse = book.warehouses()?.find(|row| row.id == id).ok_or_else(Rejection::not_found)?.clone();
        require_version(self.if_match.as_deref(), warehouse.version)?;
        ctx.require(book, Permission::WarehousesUpdate)?;
        let to = self.account(book)?;
        let at = dates::instant(book, ctx, MovementKind::Reclassification, self.occurred_at)?;
        let switched: Vec<Warehouse> = sharing(book, &warehouse)?;
        let ids: Vec<WarehouseId> = switched.iter().map(|row| row.id).collect();
        let concerned = concerned(book, &ids)?;
        for row in &concerned {
            require_assigned(book, ctx, row.id, "")?;
        }
        let lines = lines(book, &concerned, to)?;
        for row in switched {
            let (version, by) = (row.version + 1, ctx.actor.principal);
            let valuation_account_id = Some(to);
            book.warehouses.put(Warehouse { valuation_account_id, version, updated_at: ctx.at, updated_by: by, ..row });
        }
        if lines.is_empty() {
            let recorded = book.record(ctx, FactKind::WarehouseUpdated, id);
            return Ok(Reply::new(id, warehouse.version + 1, recorded));
        }
        let base = book.organization()?.base_currency;
        let movement = StockMovement {
            occurred_at: Some(at),
            to_account_id: Some(to),
            description: self.description.clone(),
            ..blank(ctx, MovementKind::Reclassification, base)
        };
        let posted = posting::post(book, ctx, movement, &lines, None)?;
        let recorded = book.record(ctx, FactKind::MovementPosted, posted.id);
        Ok(Reply::new(id, warehouse.version + 1, recorded).with_related(posted.id))
    }
}

impl ReclassifyWarehouse {
    fn account(&self, book: &Book) -> Result<AccountId, Stop> {
        let pointer = match &self.to_account {
            IdOrCode::Id(_) => "/toAccountId",
            IdOrCode::Code(_) => "/toAccountCode",
        };
        let found = accounts::named::account(book, &self.to_account)?;
        let found =
            found.ok_or_else(|| Rejection::new(Code::UnknownReference, "there is no such account here").at(pointer))?;
        let base = book.organization()?.base_currency;
        match check_account(book, base, pointer, Role::Valuation, found)? {
            Some(fault) => Err(Rejection::of_errors(vec![fault]).unwrap_or_else(Rejection::not_found).into()),
            None => Ok(found),
        }
    }
}

/// The warehouses that change: the one, or all that share its costs.
fn sharing(book: &Book, warehouse: &Warehouse) -> Result<Vec<Warehouse>, Stop> {
    if warehouse.costing_scope == CostingScope::Warehouse {
        return Ok(vec![warehouse.clone()]);
    }
    Ok(book.warehouses()?.filter(|row| row.costing_scope == CostingScope::Organization).cloned().collect())
}

/// The warehouses whose goods are valued anew: those that change, and all below them that name no account of their own.
fn concerned(book: &Book, switched: &[WarehouseId]) -> Result<Vec<Warehouse>, Stop> {
    let all: Vec<&Warehouse> = book.warehouses()?.collect();
    let mut found: Vec<&Warehouse> = all.iter().copied().filter(|row| switched.contains(&row.id)).collect();
    let mut next = 0;
    while let Some(above) = found.get(next).map(|row| row.id) {
        next += 1;
        for row in all.iter().filter(|row| row.parent_id == Some(above) && row.valuation_account_id.is_none()) {
            if row.costing_scope == CostingScope::Organization && !switched.contains(&row.id) {
                let message = format!(
                    "warehouse {} below it inherits its account and shares its costs with others: give it an account \
                     of its own first",
                    row.code
                );
                let rejection = Rejection::new(Code::ValuationAccountInUse, message);
                return Err(rejection.with("warehouseId", row.id.to_string()).into());
            }
            if !found.iter().any(|known| known.id == row.id) {
                found.push(row);
            }
        }
    }
    Ok(found.into_iter().cloned().collect())
}

/// One line for each pool that is valued elsewhere, also for those that are empty: goods may come to them in the past.
fn lines(book: &Book, concerned: &[Warehouse], to: AccountId) -> Result<Vec<DraftLine>, Stop> {
    let scope = |warehouse: &Warehouse| match warehouse.costing_scope {
        CostingScope::Warehouse => warehouse.id.0,
        CostingScope::Organization => NONE,
    };
    let scopes: BTreeMap<[u8; 16], WarehouseId> = concerned.iter().map(|row| (scope(row), row.id)).collect();
    require_all(book, scopes.keys().map(|scope| Key::PoolsOfScope(*scope)).collect())?;
    let mut pools: Vec<(Pool, WarehouseId)> = Vec::new();
    for (scope, warehouse) in scopes {
        let found = book.pools_of_scope(scope)?.filter(|pool| pool.account_id != to);
        pools.extend(found.map(|pool| (pool.clone(), warehouse)));
    }
    if pools.len() > limits::LINES_PER_MOVEMENT {
        let (many, most) = (pools.len(), limits::LINES_PER_MOVEMENT);
        let message = format!("{many} items are valued there, and one document can have at most {most} lines");
        return Err(Rejection::new(Code::LimitReached, message).into());
    }
    require_all(book, pools.iter().map(|(pool, _)| Key::Item(pool.item_id)).collect())?;
    let mut lines = Vec::with_capacity(pools.len());
    for (pool, warehouse) in pools {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        // Pools that goods left in a split or a merge go on with the account of the next ones.
        if specific_costing::is_now(item) == (pool.tracked_id != NONE) {
            lines.push(line(&pool, item, warehouse));
        }
    }
    Ok(lines)
}
