//! Empty pools follow the present settings: goods that come to them are valued on the account that the settings name.
//!
//! The account of a pool with goods changes only by a reclassification. When the pool is empty, settings change freely,
//! and the first document that comes to it again brings its reclassification along, in the same commit: it moves no
//! value, and states from when on the pool is valued elsewhere. The past before its last movement does not change:
//! goods that come there are refused until somebody reclassifies the pool.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{StockMovement, WarehouseKind};
use crate::stock::goods::document::default_places::comes;
use crate::stock::goods::document::found::blank;
use crate::stock::goods::plan::Planner;
use crate::stock::goods::posting;
use crate::stock::warehouses::contents::is_of_others;
use crate::stock::warehouses::reclassification;
use crate::value::id::{AccountId, PoolId};
use crate::value::movement_kind::MovementKind;
use crate::value::{Date, Instant};

/// The pools that change their account before a document, by account: as lines of a reclassification.
pub(super) type Following = BTreeMap<AccountId, Vec<DraftLine>>;

impl Planner<'_> {
    /// The empty pools that goods of these lines come to, as far as they are valued elsewhere than settings say now.
    pub(crate) fn following(&self, book: &Book, drafts: &[DraftLine]) -> Result<Following, Stop> {
        let mut following = Following::new();
        if !self.movement.kind.moves_goods() {
            return Ok(following);
        }
        let mut seen: BTreeSet<PoolId> = BTreeSet::new();
        for draft in drafts {
            let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?;
            let here = (draft.warehouse_id, comes(self.movement, draft));
            for (place, comes) in [Some(here), draft.to_warehouse_id.map(|to| (to, true))].into_iter().flatten() {
                let warehouse = self.accounts.warehouse(place)?;
                // Goods that come to a consignment warehouse stay their owner's; goods that leave it go through a pool
                // of ours.
                if warehouse.kind == WarehouseKind::Scrap || (comes && is_of_others(warehouse)) {
                    continue;
                }
                let Some(id) = book.pool_by_name(self.name(item, warehouse, draft)?)? else { continue };
                let pool = book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?;
                let is_empty = pool.quantity == 0 && pool.value == 0;
                if !is_empty || pool.last_place.is_some_and(|last| last >= self.place()) {
                    continue;
                }
                // Where none is named, the plan says so if it needs one.
                let Some(account) = self.accounts.effective(item, warehouse).valuation else { continue };
                if account == pool.account_id || !seen.insert(id) {
                    continue;
                }
                following.entry(account).or_default().push(reclassification::line(pool, item, place));
            }
        }
        Ok(following)
    }
}

/// Posts the reclassifications, each as a document of its own.
pub(crate) fn follow(
    book: &mut Book,
    ctx: &Context,
    following: Following,
    at: Instant,
    sent_date: Option<Date>,
) -> Result<(), Stop> {
    let base = book.organization()?.base_currency;
    for (account, lines) in following {
        let movement = StockMovement {
            occurred_at: Some(at),
            to_account_id: Some(account),
            description: "Revalued on the current account: the stock was empty".to_owned(),
            ..blank(ctx, MovementKind::Reclassification, base)
        };
        let posted = posting::post(book, ctx, movement, &lines, sent_date)?;
        book.record(ctx, FactKind::MovementPosted, posted.id);
    }
    Ok(())
}
