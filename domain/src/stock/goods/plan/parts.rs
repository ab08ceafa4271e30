//! Where goods of a receipt are: in the pool that they came to, and in those that took a part of it since, as warehouses stopped
//! to share their costs or lots got costs of their own. A cost of the receipt that is known later goes after them.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Halt, Kind, Layers, Place, PoolKey, Quantity, amount, went_over};
use crate::ledger::subledger;
use crate::rows::items::Item;
use crate::rows::pool_names::NONE;
use crate::rows::valuations::Valuations;
use crate::rows::{MovementLine, Pool};
use crate::stock::goods::document::sources::Source;
use crate::stock::goods::past::scopes;
use crate::stock::goods::plan::pools::lot_and_piece;
use crate::stock::goods::plan::{Converted, Plan, Planner};
use crate::stock::goods::posting::history::{StockHistory, key_of};
use crate::stock::goods::posting::refusals;
use crate::value::id::PoolId;

/// The goods of a receipt that are in one pool, or have left from there.
pub(super) struct Part {
    pool: Pool,
    quantity: Quantity,
}

/// The share of a cost for one part of its receipt: in the currency of the document and in base currency.
pub(super) struct Share {
    pub quantity: Quantity,
    pub amount: i64,
    pub base_amount: i64,
}

/// The goods of a receipt, on their way from pool to pool.
struct Followed {
    /// Where they came from in the order of costs.
    receipt: Place,
    /// How many of them each pool has by now.
    held: BTreeMap<PoolId, i64>,
}

impl Planner<'_> {
    /// Plans a cost of a receipt: one line for each pool that has goods of it, with their share by quantity (largest
    /// remainder). The first line belongs to the receipt's own pool, and also covers goods that left before the pool
    /// was split.
    pub(super) fn add_cost_of_receipt(
        &self,
        book: &Book,
        from: &Source,
        of: &MovementLine,
        cost: Converted,
        plan: &mut Plan,
        line: impl Fn(&Plan, &Share) -> MovementLine,
    ) -> Result<(), Stop> {
        let receipt = from.into(of)?;
        let (own, _) = self.pool_of_receipt(book, of)?;
        let parts = self.parts_of_receipt(book, receipt, of, own)?;
        let weights: Vec<i128> = parts.iter().map(|part| i128::from(part.quantity.get())).collect();
        let spread = |all: i64| -> Result<Vec<i64>, Stop> {
            let shares = amount::spread(i128::from(all), &weights).into_iter().map(i64::try_from);
            Ok(shares.collect::<Result<_, _>>().map_err(|_| subledger::out_of_range())?)
        };
        let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
        let shares = spread(cost.amount)?.into_iter().zip(spread(cost.base_amount)?);
        for (index, (part, (amount, base_amount))) in parts.into_iter().zip(shares).enumerate() {
            let Part { pool, quantity } = part;
            if index > 0 && (amount, base_amount) == (0, 0) {
                continue;
            }
            let mut line = line(plan, &Share { quantity, amount, base_amount });
            line.pool_id = Some(pool.id);
            if pool.id != own {
                self.name_goods_of(&mut line, item, &pool);
            }
            plan.foreign.extend(self.foreign(-amount).map(|foreign| (plan.number(), foreign)));
            self.add_in(plan, key_of(&pool), Kind::Value { receipt, received: quantity, amount: base_amount });
            plan.lines.push(line);
        }
        Ok(())
    }

    /// The line is about goods of another lot or warehouse than the receipt's.
    fn name_goods_of(&self, line: &mut MovementLine, item: &Item, pool: &Pool) {
        line.warehouse_id = self.accounts.warehouse_of(pool).unwrap_or(line.warehouse_id);
        if pool.tracked_id != NONE {
            (line.lot_id, line.serial_id) = lot_and_piece(item, pool.tracked_id);
        }
    }

    /// The receipt's own pool, where anything is for it to answer for, and the others that took a part of the receipt.
    fn parts_of_receipt(&self, book: &Book, receipt: Place, of: &MovementLine, own: PoolId) -> Result<Vec<Part>, Stop> {
        let (came_to, received) = of.came().ok_or_else(|| Stop::lost("movement_lines", of.movement_id))?;
        let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
        let mut followed = Followed { receipt, held: BTreeMap::from([(came_to, received)]) };
        for change in self.divisions(book, item, receipt)? {
            self.divide(book, item, change, &mut followed)?;
        }
        let mut held = followed.held;
        held.remove(&own);
        held.retain(|_, quantity| *quantity > 0);
        let elsewhere: i64 = held.values().sum();
        let mut parts = Vec::with_capacity(1 + held.len());
        for (id, quantity) in std::iter::once((own, received - elsewhere)).chain(held) {
            let pool = book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?.clone();
            parts.extend(Quantity::new(quantity).map(|quantity| Part { pool, quantity }));
        }
        Ok(parts)
    }

    /// Where goods of the item went from pool to pool between its receipt and the document, in order.
    fn divisions(&self, book: &Book, item: &Item, receipt: Place) -> Result<BTreeSet<Place>, Stop> {
        let mut all: BTreeSet<Place> = Valuations::of(item)?.told_apart().into_iter().collect();
        for warehouse in book.warehouses()? {
            all.extend(scopes::changes(warehouse)?);
        }
        all.retain(|change| receipt < *change && *change < self.place());
        require_all(book, all.iter().map(|change| Key::MovementLines(change.seq)).collect())?;
        Ok(all)
    }

    /// Follows the goods of a receipt through one such change.
    fn divide(&self, book: &Book, item: &Item, change: Place, followed: &mut Followed) -> Result<(), Stop> {
        let Followed { receipt, held } = followed;
        let mut taken: Vec<(PoolId, PoolId, i64)> = Vec::new();
        let mut emptied: BTreeSet<PoolId> = BTreeSet::new();
        for line in book.movement_lines(change.seq)?.into_iter().filter(|line| line.item_id == item.id) {
            let Some(from) = line.pool_id.filter(|pool| held.contains_key(pool)) else { continue };
            if let Some(to) = line.to_pool_id {
                let number =
                    u32::try_from(line.line_number).map_err(|_| Stop::lost("movement_lines", line.movement_id))?;
                let pool = book.pool(from)?.ok_or_else(|| Stop::lost("pools", from))?;
                let went = self.went_over(book, Place::out(change.at, change.seq, number), key_of(pool))?;
                taken.push((from, to, went.get(*receipt).map_or(0, |layer| layer.quantity)));
            }
            // Only who stops to share costs takes a part and leaves the rest.
            if line.to_method.is_some() || line.of_quantity.is_none() {
                emptied.insert(from);
            }
        }
        for (from, to, quantity) in taken {
            held.entry(from).and_modify(|rest| *rest -= quantity);
            *held.entry(to).or_default() += quantity;
        }
        held.retain(|pool, _| !emptied.contains(pool));
        Ok(())
    }

    fn went_over(&self, book: &Book, from: Place, of: PoolKey) -> Result<Layers, Stop> {
        match went_over(&StockHistory { book, ctx: self.ctx }, from, of, self.posting_date) {
            Ok(layers) => Ok(layers),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(Halt::Refused(refusal)) => Err(refusals::told(book, &refusal, &[], self.seq)?.into()),
        }
    }
}
