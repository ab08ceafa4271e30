//! Lines of a draft that are sent back as reads show them, edited or as they were.
//!
//! A read shows a line in other words than it was written in: its quantity is in the item's base unit and negative for
//! outgoing goods, and its place is shown even where its kind has none. A line sent back in these words means the same
//! as the stored one.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Brought, LotChange, SerialChange, StockMovement, StockStatus};
use crate::stock::goods::document::new::NewMovementLine;
use crate::stock::goods::document::resolve::line::Resolving;
use crate::stock::goods::document::resolve::names;
use crate::stock::items::change::sku_key;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault};
use crate::value::{Decimal, IdOrCode, Json, Patch, Sought, limits, units};

/// A line as it is sent to a draft.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EditedLine {
    /// The number of the draft's line that it was shown as; `None` for a new line.
    pub line_number: Option<i64>,
    /// The sku of its item, if it is sent in addition to the id.
    pub sku: Option<String>,
    pub line: NewMovementLine,
}

impl From<NewMovementLine> for EditedLine {
    fn from(line: NewMovementLine) -> Self {
        Self { line, ..Self::default() }
    }
}

/// The lines in the words of a new movement. A sku that contradicts the item's id becomes a fault.
pub(crate) fn in_words_of_new(
    book: &Book,
    before: &StockMovement,
    kept: &[DraftLine],
    sent: &[EditedLine],
    faults: &mut Vec<Fault>,
) -> Result<Vec<NewMovementLine>, Stop> {
    let mut lines = Vec::with_capacity(sent.len());
    for (index, edited) in sent.iter().enumerate() {
        if let Some(sku) = &edited.sku
            && let Some(item) = edited.line.item.as_ref().map_or(Ok(None), |named| names::item_named(book, named))?
            && sku_key(sku) != sku_key(&item.sku)
        {
            let message = format!("itemId refers to item {}: send only one of the two", item.sku);
            faults.push(Fault::new(format!("/lines/{index}/sku"), Code::FieldsConflict, message));
        }
        let place = edited.line_number.and_then(|number| usize::try_from(number.checked_sub(1)?).ok());
        let mut line = edited.line.clone();
        if let Some(stored) = place.and_then(|place| kept.get(place))
            && let Some(item) = book.item(stored.item_id)?
        {
            let shown = Shown { book, before, stored, item };
            shown.restate(&mut line);
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The stored lines as a new movement would write them.
pub(crate) fn as_new(book: &Book, before: &StockMovement, kept: &[DraftLine]) -> Result<Vec<NewMovementLine>, Stop> {
    let mut lines = Vec::with_capacity(kept.len());
    for stored in kept {
        let Some(item) = book.item(stored.item_id)? else { continue };
        lines.push(Shown { book, before, stored, item }.as_new());
    }
    Ok(lines)
}

/// A stored line with everything that its shown form depends on.
struct Shown<'a> {
    book: &'a Book,
    before: &'a StockMovement,
    stored: &'a DraftLine,
    item: &'a Item,
}

impl Shown<'_> {
    /// Turns a line sent as reads show it into that of a new movement.
    fn restate(&self, line: &mut NewMovementLine) {
        let own = self.as_new();
        let (kind, decimals) = (self.before.kind, self.decimals());
        let sent = line.quantity.and_then(|quantity| units::exact(quantity, decimals).ok());
        let shown = self.stored.shown_quantity(kind);
        if line.unit.is_none() && sent == Some(shown) {
            line.quantity = own.quantity;
            line.unit = own.unit;
        } else if shown < 0 && kind != MovementKind::Adjustment {
            // Outgoing quantities are shown as negative and written as positive.
            line.quantity =
                line.quantity.map(|quantity| Decimal { unscaled: quantity.unscaled.saturating_abs(), ..quantity });
        }
        if line.brought.as_ref().map(plain) == self.stored.brought.as_ref().map(plain) {
            line.brought = own.brought;
        }
        if line.warehouse == Some(IdOrCode::from(self.stored.warehouse_id)) {
            line.warehouse = own.warehouse;
        }
        if line.lot.is_some() && line.lot == self.stored.lot_id.map(IdOrCode::from) {
            line.lot = own.lot;
        }
        if line.serial.is_some() && line.serial == self.stored.serial_id.map(IdOrCode::from) {
            line.serial = own.serial;
        }
    }

    /// The line as a new movement would write it.
    fn as_new(&self) -> NewMovementLine {
        let (stored, kind) = (self.stored, self.before.kind);
        let money = |units: i64| Decimal::from_units(units, self.before.currency.decimals());
        let amount = stored.amount.map(money);
        let (total_cost, amount) = if kind.moves_goods() { (amount, None) } else { (None, amount) };
        let (quantity, unit) = self.written();
        let is_of_receipts = kind.is_of_receipts();
        let is_assembly = matches!(kind, MovementKind::Assembly | MovementKind::Disassembly);
        NewMovementLine {
            item: Some(IdOrCode::from(stored.item_id)),
            quantity,
            unit,
            warehouse: kind.has_place().then(|| IdOrCode::from(stored.warehouse_id)),
            location: stored.location_id.map(IdOrCode::from),
            to_warehouse: stored.to_warehouse_id.map(IdOrCode::from),
            to_location: stored.to_location_id.map(IdOrCode::from),
            lot: stored.lot_id.filter(|_| !is_of_receipts).map(IdOrCode::from),
            serial: stored.serial_id.filter(|_| !is_of_receipts).map(IdOrCode::from),
            brought: stored.brought.clone(),
            total_cost,
            amount,
            of_movement: stored.of_movement_id.map(Sought::Id),
            of_line: stored.of_line,
            is_component: is_assembly.then_some(stored.quantity < 0),
            weight: stored.weight,
            standard_cost: stored.standard_cost.map(|cost| Decimal::from_units(cost, 6)),
            to_method: stored.to_method,
            reservation: stored.reservation_id.map(Sought::Id),
            description: stored.description.clone(),
        }
    }

    /// The quantity and its unit as they were entered, if they still come to the stored quantity.
    fn written(&self) -> (Option<Decimal>, Option<String>) {
        let kind = self.before.kind;
        if !kind.moves_goods() && kind != MovementKind::SupplierInvoice {
            return (None, None);
        }
        let is_signed = kind == MovementKind::Adjustment;
        let stored = if is_signed { self.stored.quantity } else { self.stored.quantity.saturating_abs() };
        let entered = self.stored.entered.split_once(' ').filter(|_| !kind.is_of_receipts());
        if let Some((written, unit)) = entered
            && unit != self.item.unit_code
            && let Ok(written) = Decimal::parse(written)
        {
            let line = NewMovementLine { unit: Some(unit.to_owned()), ..NewMovementLine::default() };
            let at = Resolving::of_draft(self.book, self.before, 0);
            if at.quantity(&line, written, self.item, &mut Vec::new()) == Some(stored) {
                return (Some(written), line.unit);
            }
        }
        if let Some((written, _)) = entered
            && let Ok(written) = Decimal::parse(written)
            && units::exact(written, self.decimals()) == Ok(stored)
        {
            return (Some(written), None);
        }
        (Some(Decimal::from_units(stored, self.decimals())), None)
    }

    fn decimals(&self) -> u8 {
        u8::try_from(self.item.quantity_decimals).unwrap_or(limits::QUANTITY_DECIMALS)
    }
}

/// The lot or piece without the values that reads show for unset fields: a lot's usual status, no dates and no
/// attributes.
fn plain(brought: &Brought) -> Brought {
    fn said<T: Clone>(patch: &Patch<T>) -> Patch<T> {
        patch.value().cloned().map_or(Patch::Absent, Patch::Set)
    }
    let attributes = |sent: &Patch<Json>| match sent.value() {
        Some(Json::Object(members)) if members.is_empty() => Patch::Absent,
        _ => said(sent),
    };
    let status = |status: Option<StockStatus>| status.filter(|status| *status != StockStatus::Available);
    match brought {
        Brought::Lot(lot) => Brought::Lot(LotChange {
            number: lot.number.clone(),
            produced_on: said(&lot.produced_on),
            best_before: said(&lot.best_before),
            expires_on: said(&lot.expires_on),
            status: status(lot.status),
            attributes: attributes(&lot.attributes),
        }),
        Brought::Serial(serial) => Brought::Serial(SerialChange {
            number: serial.number.clone(),
            status: status(serial.status),
            attributes: attributes(&serial.attributes),
        }),
    }
}
