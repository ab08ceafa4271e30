//! Goods come, leave, and go from one place to another.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Beyond, Cost, Kind, Quantity, Source};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{ReceivedLine, WarehouseKind};
use crate::stock::goods::plan::unit_costs::fallback;
use crate::stock::goods::plan::{Plan, Planner, at};
use crate::stock::warehouses::contents::is_of_others;
use crate::value::movement_kind::{Goods, MovementKind, TransferMode};

impl Planner<'_> {
    /// Goods come or leave.
    pub(super) fn goods(&self, book: &mut Book, index: usize, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let kind = self.movement.kind;
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        if is_of_others(warehouse) && draft.quantity > 0 && brings(kind) {
            return self.consigned(book, index, draft, plan);
        }
        let source = self.sources.line(index, draft, kind)?;
        let comes_in = match kind.rules().goods {
            Goods::Come => true,
            Goods::BySign => draft.quantity > 0,
            Goods::Leave | Goods::Pass | Goods::Stay => false,
        };
        let quantity = Quantity::new(draft.quantity.abs()).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        if !comes_in {
            self.buy(book, index, draft, quantity, plan)?;
        }
        let mut line = self.blank(plan, draft);
        line.quantity = if comes_in { quantity.get() } else { -quantity.get() };
        line.counter_account_id = match source {
            Some((_, of)) => of.counter_account_id,
            None => self.accounts.of_reason(book, draft.reason_code_id)?,
        };
        (line.of_seq, line.of_line) = source.map(|(_, of)| (of.movement_seq, of.line_number)).unzip();
        line.base_amount = match draft.amount {
            Some(amount) => Some(self.in_base(book, amount, || at(index, "totalCost"))?),
            None => None,
        };
        if let Some((id, key)) = self.pool(book, &item, warehouse, draft)? {
            line.pool_id = Some(id);
            if line.counter_account_id.is_none() {
                line.counter_account_id = Some(self.accounts.counter(book, self.movement, &item, warehouse)?);
            }
            if kind == MovementKind::Receipt && line.base_amount.is_none() {
                let amount = self.provisional_cost(book, id, &item, quantity.get())?;
                let amount = amount.ok_or_else(|| self.nothing_known(index, &item))?;
                line.amount = Some(amount);
                line.base_amount = Some(self.in_base(book, amount, || at(index, "totalCost"))?);
                line.is_provisional = true;
            }
            if comes_in {
                let cost = match (source, line.base_amount) {
                    (Some((from, of)), _) => {
                        let total = Quantity::new(of.quantity.abs()).ok_or_else(|| {
                            Stop::lost("movement_lines", format_args!("{} of {}", of.line_number, of.movement_id))
                        })?;
                        Cost::From(Source::Share { of: from.out(of)?, total })
                    }
                    (None, Some(amount)) => Cost::Given(amount),
                    (None, None) => Cost::Present { fallback: fallback(book, &item, self.place())? },
                };
                self.add_in(plan, key, Kind::In { quantity, cost });
            } else {
                let beyond = self.beyond(book, &item, warehouse)?;
                self.add_out(plan, key, Kind::Out { quantity, beyond });
            }
        }
        if kind == MovementKind::Receipt
            && let (Some(account_id), Some(amount), Some(base_amount)) =
                (line.counter_account_id, line.amount, line.base_amount)
        {
            plan.foreign.extend(self.foreign(-amount).map(|foreign| (plan.number(), foreign)));
            book.received_lines.put(ReceivedLine {
                movement_seq: line.movement_seq,
                line_number: line.line_number,
                movement_id: line.movement_id,
                item_id: line.item_id,
                party_id: self.movement.party_id,
                account_id,
                currency: self.movement.currency,
                exchange_rate: self.rate,
                quantity: line.quantity,
                amount,
                base_amount,
                is_provisional: line.is_provisional,
                cleared_quantity: 0,
                cleared_amount: 0,
                cleared_base: 0,
                reordered_base: 0,
                invoiced_quantity: 0,
                invoiced_returned: 0,
                claimable_amount: 0,
                claimable_base: 0,
                claimable_cost: 0,
                claimable_rate: None,
                last_movement_id: None,
            });
        }
        plan.lines.push(line);
        Ok(())
    }

    /// Goods go from one place to another.
    pub(super) fn transfer(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        match self.movement.transfer_mode {
            Some(TransferMode::TwoStep) => self.dispatched(book, index, draft, plan),
            Some(TransferMode::Receive) => self.arrived(book, index, draft, plan),
            Some(TransferMode::Close) => self.lost(book, index, draft, plan),
            Some(TransferMode::Direct) | None => self.moved_on(book, index, draft, plan),
        }
    }

    /// Goods leave one place and come to another in one step.
    fn moved_on(&self, book: &mut Book, index: usize, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let to =
            self.accounts.warehouse(draft.to_warehouse_id.ok_or_else(|| Stop::lost("movements", self.movement.id))?)?;
        let quantity = Quantity::new(draft.quantity).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        if is_of_others(warehouse) && warehouse.id != to.id {
            if to.kind != WarehouseKind::Scrap {
                return self.handed_on(book, index, draft, to, plan);
            }
            self.buy(book, index, draft, quantity, plan)?;
        }
        let mut line = self.blank(plan, draft);
        line.quantity = -quantity.get();
        (line.to_warehouse_id, line.to_location_id) = (draft.to_warehouse_id, draft.to_location_id);
        line.counter_account_id = Some(self.accounts.passage(&item, warehouse)?);
        let here = self.pool(book, &item, warehouse, draft)?;
        let there = self.pool(book, &item, to, draft)?;
        let leaves = Kind::Out { quantity, beyond: Beyond::Refused };
        match (here, there) {
            // Goods of one pool that change their place.
            (here, there) if here.map(|(id, _)| id) == there.map(|(id, _)| id) => {}
            (Some((id, key)), None) => {
                line.pool_id = Some(id);
                line.counter_account_id = Some(self.accounts.counter(book, self.movement, &item, to)?);
                self.add_out(plan, key, leaves);
            }
            (None, Some((id, key))) => {
                line.to_pool_id = Some(id);
                self.add_in(plan, key, Kind::In { quantity, cost: Cost::Given(0) });
            }
            (Some((id, key)), Some((to_id, to_key))) => {
                (line.pool_id, line.to_pool_id) = (Some(id), Some(to_id));
                let out = self.add_out(plan, key, leaves);
                self.add_in(plan, to_key, Kind::In { quantity, cost: Cost::From(Source::Whole(out)) });
            }
            (None, None) => {}
        }
        plan.lines.push(line);
        Ok(())
    }
}

/// Whether such a document can bring goods that stay their owner's.
fn brings(kind: MovementKind) -> bool {
    matches!(kind, MovementKind::Receipt | MovementKind::CountAdjustment)
}
