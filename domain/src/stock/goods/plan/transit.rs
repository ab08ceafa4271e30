//! Goods between the two steps of a transfer: they left, and are in transit until they come or are lost.
//!
//! They are in no pool meanwhile. Their value is on the account of goods in transit, line by line: goods received from
//! a line take their share of its value, the last ones its rest.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Beyond, Cost, Kind, Quantity, Source};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementLine, TransitLine};
use crate::stock::goods::document::sources::Source as Document;
use crate::stock::goods::plan::{Plan, Planner, at, pools};
use crate::stock::goods::posting::refusals::quantity;
use crate::value::rejection::{Code, Rejection};

impl Planner<'_> {
    /// Goods leave for another warehouse.
    pub(super) fn dispatched(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let to_warehouse_id = draft.to_warehouse_id.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let to = self.accounts.warehouse(to_warehouse_id)?;
        let moved = Quantity::new(draft.quantity).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let there = self.pool(book, &item, to, draft)?;
        let (Some((id, key)), true) = (self.pool(book, &item, warehouse, draft)?, there.is_some()) else {
            let message = "goods have no value in one of the two warehouses: move them in one step, with mode direct";
            return Err(Rejection::new(Code::FieldsConflict, message).at("/mode").into());
        };
        if warehouse.id == to.id {
            let message = "goods that stay in their warehouse cannot be in transit: move them in one step";
            return Err(Rejection::new(Code::TransferToItself, message).at(at(index, "toWarehouseId")).into());
        }
        self.buy(book, index, draft, moved, plan)?;
        let mut line = self.blank(plan, draft);
        line.quantity = -moved.get();
        line.pool_id = Some(id);
        let account_id = self.accounts.in_transit(&item, warehouse)?;
        line.counter_account_id = Some(account_id);
        self.add_out(plan, key, Kind::Out { quantity: moved, beyond: Beyond::InTransit });
        book.transit_lines.put(TransitLine {
            movement_seq: line.movement_seq,
            line_number: line.line_number,
            movement_id: line.movement_id,
            item_id: line.item_id,
            lot_id: line.lot_id,
            serial_id: line.serial_id,
            warehouse_id: line.warehouse_id,
            to_warehouse_id,
            to_location_id: draft.to_location_id,
            account_id,
            quantity: moved.get(),
            received: 0,
            lost: 0,
            is_open: true,
        });
        plan.lines.push(line);
        Ok(())
    }

    /// Goods come that were in transit.
    pub(super) fn arrived(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
        let moved = Quantity::new(draft.quantity).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let transit = self.in_transit(book, index, of, moved)?;
        let (id, key) =
            self.pool(book, &item, warehouse, draft)?.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let mut line = self.blank(plan, draft);
        line.quantity = moved.get();
        line.pool_id = Some(id);
        line.counter_account_id = of.counter_account_id;
        (line.of_seq, line.of_line) = (Some(of.movement_seq), Some(of.line_number));
        self.add_in(plan, key, Kind::In { quantity: moved, cost: Cost::From(share(from, of)?) });
        book.transit_lines.put(TransitLine { received: transit.received + moved.get(), ..transit }.told());
        plan.lines.push(line);
        Ok(())
    }

    /// Goods that were in transit do not come.
    pub(super) fn lost(&self, book: &mut Book, index: usize, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
        let lost = Quantity::new(draft.quantity).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let transit = self.in_transit(book, index, of, lost)?;
        let warehouse = self.accounts.warehouse(of.warehouse_id)?;
        let pool = of.pool_id.ok_or_else(|| Stop::lost("movement_lines", of.movement_id))?;
        let key = pools::key(book, pool)?;
        let mut line = self.blank(plan, draft);
        line.pool_id = Some(pool);
        line.of_quantity = Some(lost.get());
        line.counter_account_id = of.counter_account_id;
        line.variance_account_id = Some(self.accounts.counter(book, self.movement, &item, warehouse)?);
        (line.of_seq, line.of_line) = (Some(of.movement_seq), Some(of.line_number));
        self.add_in(plan, key, Kind::Lost { quantity: lost, source: share(from, of)? });
        book.transit_lines.put(TransitLine { lost: transit.lost + lost.get(), ..transit }.told());
        plan.lines.push(line);
        Ok(())
    }

    /// The goods of a line in transit, which must be at least this much.
    fn in_transit(&self, book: &Book, index: usize, of: &MovementLine, wanted: Quantity) -> Result<TransitLine, Stop> {
        let key = (of.movement_seq, of.line_number);
        let transit = book.transit_line(key)?.ok_or_else(|| Stop::lost_at("transit_lines", key))?.clone();
        let left = transit.left();
        if wanted.get() <= left {
            return Ok(transit);
        }
        let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
        let left = quantity(item, left);
        let message = format!(
            "{} of item {} would arrive, but only {left} are in transit: receive those, and record the surplus as an \
             adjustment",
            quantity(item, wanted.get()),
            item.sku
        );
        Err(Rejection::new(Code::TakesTooMuch, message)
            .at(at(index, "quantity"))
            .with("left", left)
            .with("movementId", of.movement_id.to_string())
            .into())
    }
}

/// A share of the goods that left by a line.
fn share(from: &Document, of: &MovementLine) -> Result<Source, Stop> {
    let total = Quantity::new(of.quantity.abs())
        .ok_or_else(|| Stop::lost("movement_lines", format_args!("{} of {}", of.line_number, of.movement_id)))?;
    Ok(Source::Share { of: from.out(of)?, total })
}
