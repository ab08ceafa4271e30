//! Lines that are about lines of receipts: of an invoice, a credit note, a landed cost.

use crate::book::stop::Stop;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementLine, ReceivedLine};
use crate::stock::goods::document::new::NewMovementLine;
use crate::stock::goods::document::resolve::header;
use crate::stock::goods::document::resolve::line::Resolving;
use crate::stock::goods::document::resolve::names::of_movement;
use crate::stock::items::change::sku_key;
use crate::value::id::{ItemId, MovementId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault};

impl Resolving<'_> {
    /// The lines of receipts that a line is about: the one that it names, or all of a receipt.
    pub(super) fn of_receipts(
        &self,
        line: &NewMovementLine,
        lines: &mut Vec<DraftLine>,
        faults: &mut Vec<Fault>,
    ) -> Result<(), Stop> {
        let before = faults.len();
        let own = of_movement(self.book, line.of_movement.as_ref(), &self.at("ofMovementId"), faults)?;
        let amount = header::signed(line.amount, self.currency, &self.at("amount"), faults);
        if amount.is_some_and(|amount| amount < 0) && self.kind == MovementKind::SupplierInvoice {
            let message = "an invoice charges 0 or more for goods: record returned goods as a supplierReturn";
            faults.push(Fault::new(self.at("amount"), Code::AmountOutOfRange, message));
        }
        if amount.is_some_and(|amount| amount <= 0) && self.kind == MovementKind::SupplierCredit {
            faults.push(Fault::new(self.at("amount"), Code::AmountOutOfRange, header::CREDITS_SOMETHING));
        }
        let Some(of) = own.or(self.header.of_movement_id) else {
            if faults.len() == before {
                let message = "the receipt is missing: give ofMovementId";
                faults.push(Fault::new(self.at("ofMovementId"), Code::MovementIncomplete, message));
            }
            return Ok(());
        };
        let item = match &line.item {
            Some(sent) => Some(sent.id_or(|sku| self.book.item_by_sku(&sku_key(sku)))?),
            None => None,
        };
        let named = if own.is_some() { self.at("ofMovementId") } else { "/ofMovementId".to_owned() };
        let mut found = self.received(of)?;
        if found.is_empty()
            && let Some(other) = self.book.movement(of)?.filter(|other| other.kind != MovementKind::Receipt)
        {
            let (kind, other) = (self.kind.name(), other.kind.name());
            let message = format!("a movement of kind {kind} cannot refer to one of kind {other}: choose a receipt");
            faults.push(Fault::new(named, Code::FieldsConflict, message));
            return Ok(());
        }
        found.retain(|of| line.of_line.is_none_or(|number| number == of.line_number));
        found.retain(|of| item.is_none_or(|item| item == Some(of.item_id)));
        if found.is_empty() {
            let message = "that receipt has no such line";
            faults.push(Fault::new(self.at("ofLine"), Code::UnknownReference, message));
        }
        self.keep_those_of_party(&mut found)?;
        if found.len() > 1 && (line.amount.is_some() || line.quantity.is_some()) {
            let message = "several lines of that receipt match: give the line as ofLine";
            faults.push(Fault::new(self.at("ofLine"), Code::MovementIncomplete, message));
        }
        if faults.len() > before {
            return Ok(());
        }
        for of in found {
            let Some(quantity) = self.concerned(line, &of, faults)? else { continue };
            lines.push(about(&of, quantity, amount, line));
        }
        if faults.len() == before && lines.is_empty() {
            let message = "all goods of that receipt have been invoiced or returned: nothing is open";
            faults.push(Fault::new(named, Code::TakesTooMuch, message));
        }
        Ok(())
    }

    /// Goods of several owners may have been used together: then the lines are meant that came from the document's party.
    fn keep_those_of_party(&self, found: &mut Vec<MovementLine>) -> Result<(), Stop> {
        let Some(party) = self.header.party_id.filter(|_| found.len() > 1) else { return Ok(()) };
        let mut of_party = Vec::with_capacity(found.len());
        for of in &*found {
            let row = self.book.received_line((of.movement_seq, of.line_number))?;
            let own = row.and_then(|row| row.party_id).map(|id| self.book.party_meant(id)).transpose()?;
            of_party.push(own == Some(self.book.party_meant(party)?));
        }
        // Of none of them: posting says from whom the goods came.
        if of_party.contains(&true) {
            let mut is_kept = of_party.into_iter();
            found.retain(|_| is_kept.next().unwrap_or_default());
        }
        Ok(())
    }

    /// The quantity of a receipt's line that this line is about: as stated, otherwise everything still open. `None`
    /// where nothing is.
    fn concerned(
        &self,
        line: &NewMovementLine,
        of: &MovementLine,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<i64>, Stop> {
        if self.kind != MovementKind::SupplierInvoice {
            return Ok(of.came().map(|(_, quantity)| quantity));
        }
        if let Some(written) = line.quantity {
            let Some(item) = self.book.item(of.item_id)?.cloned() else { return Ok(None) };
            return Ok(self.quantity(line, written, &item, faults));
        }
        let row = self.book.received_line((of.movement_seq, of.line_number))?;
        let open = row.map_or(0, ReceivedLine::open);
        Ok((open > 0 || line.of_line.is_some()).then_some(open.max(1)))
    }

    /// The lines of a receipt that brought goods with a cost; empty for other movements, which posting refuses.
    fn received(&self, id: MovementId) -> Result<Vec<MovementLine>, Stop> {
        let Some(seq) = self.book.movement(id)?.and_then(|receipt| receipt.seq) else { return Ok(Vec::new()) };
        let mut lines = self.book.movement_lines(seq)?;
        lines.retain(|line| line.came().is_some());
        Ok(lines)
    }

    /// The lines by which goods came that stay their owner's.
    fn consigned(&self, id: MovementId) -> Result<Vec<MovementLine>, Stop> {
        let Some(of) = self.book.movement(id)?.filter(|of| of.kind.moves_goods()) else { return Ok(Vec::new()) };
        let mut lines = of.seq.map_or(Ok(Vec::new()), |seq| self.book.movement_lines(seq))?;
        lines.retain(MovementLine::is_consigned);
        Ok(lines)
    }

    /// The warehouse that goods went to which go back to the supplier now, where the receipt has one for the item.
    pub(super) fn warehouse_of_receipt(
        &self,
        line: &NewMovementLine,
        item: ItemId,
        own: Option<MovementId>,
    ) -> Result<Option<WarehouseId>, Stop> {
        let Some(of) = own.or(self.header.of_movement_id).filter(|_| self.kind == MovementKind::SupplierReturn) else {
            return Ok(None);
        };
        let mut found = self.received(of)?;
        found.extend(self.consigned(of)?);
        found.retain(|of| of.item_id == item && line.of_line.is_none_or(|number| number == of.line_number));
        let place = |of: &MovementLine| of.to_warehouse_id.unwrap_or(of.warehouse_id);
        let first = found.first().map(place);
        Ok(first.filter(|first| found.iter().all(|of| place(of) == *first)))
    }
}

/// A line about a line of a receipt.
fn about(of: &MovementLine, quantity: i64, amount: Option<i64>, line: &NewMovementLine) -> DraftLine {
    DraftLine {
        entered: of.entered.clone(),
        lot_id: of.lot_id,
        serial_id: of.serial_id,
        amount,
        of_movement_id: Some(of.movement_id),
        of_line: Some(of.line_number),
        description: line.description.clone(),
        ..DraftLine::of(of.item_id, quantity, of.warehouse_id)
    }
}
