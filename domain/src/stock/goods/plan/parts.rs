//! A cost of a receipt that is known later. Where the goods of the receipt are, costing finds.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Kind, Split};
use crate::rows::pool_names::NONE;
use crate::rows::{LaterCostsTo, MovementLine};
use crate::stock::goods::document::sources::Source;
use crate::stock::goods::plan::pools::lot_and_piece;
use crate::stock::goods::plan::sent_back::came;
use crate::stock::goods::plan::{Converted, Plan, Planner};
use crate::stock::goods::posting::history::key_of;
use crate::value::id::{AccountId, WarehouseId};

impl Planner<'_> {
    /// Plans a line with a cost of a receipt, in the pool that answers for that receipt.
    pub(super) fn add_cost_of_receipt(
        &self,
        book: &Book,
        from: &Source,
        of: &MovementLine,
        cost: Converted,
        plan: &mut Plan,
        line: MovementLine,
    ) -> Result<(), Stop> {
        let (receipt, received) = (from.into(of)?, came(of)?);
        let (own, _) = self.pool_of_receipt(book, of)?;
        let pool = book.pool(own)?.ok_or_else(|| Stop::lost("pools", own))?;
        let mut line = MovementLine { pool_id: Some(own), ..line };
        if of.came().is_some_and(|(came_to, _)| came_to != own) {
            // It is about goods of another lot or warehouse than the receipt's.
            line.warehouse_id = self.accounts.warehouse_of(pool).unwrap_or(line.warehouse_id);
            if pool.tracked_id != NONE {
                let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
                (line.lot_id, line.serial_id) = lot_and_piece(item, pool.tracked_id);
            }
        }
        line.variance_account_id = self.rest_of_later_cost(book, of, line.warehouse_id)?;
        plan.foreign.extend(self.foreign(-cost.amount).map(|foreign| (plan.number(), foreign)));
        let kind = Kind::Value { receipt, received, amount: cost.base_amount, split: Split::ByGoods };
        self.add_in(plan, key_of(pool), kind);
        plan.lines.push(line);
        Ok(())
    }

    /// Where that part of the cost goes which no goods keep: `None` is the account of variances. The line keeps it, so that what
    /// the organization says later changes nothing that was posted.
    fn rest_of_later_cost(
        &self,
        book: &Book,
        of: &MovementLine,
        warehouse: WarehouseId,
    ) -> Result<Option<AccountId>, Stop> {
        match book.organization()?.later_costs_to {
            LaterCostsTo::Variance => Ok(None),
            LaterCostsTo::CostOfSales => {
                let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
                self.accounts.cost_of_sales(item, self.accounts.warehouse(warehouse)?).map(Some)
            }
        }
    }

    /// How much of a receipt went back to the supplier before the document, in the order of costs.
    pub(super) fn returned(&self, book: &Book, from: &Source, of: &MovementLine) -> Result<i64, Stop> {
        let receipt = from.into(of)?;
        let (pool, _) = of.came().ok_or_else(|| Stop::lost("movement_lines", of.movement_id))?;
        let ties = book.pool_ties(receipt, pool)?.filter(|tie| !tie.is_voided && tie.place < self.place());
        Ok(ties.map(|tie| tie.quantity).sum())
    }
}
