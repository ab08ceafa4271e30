//! One line of a document: its goods, place, quantity and amounts.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::subledger;
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Brought, StockMovement, Tracking};
use crate::stock::goods::document::new::{Header, NewMovementLine};
use crate::stock::goods::document::resolve::header;
use crate::stock::goods::document::resolve::names::{
    item_named, named, no_warehouse, of_movement, unknown, unknown_item, unknown_warehouse, warehouse, with_marks,
};
use crate::stock::goods::new_lots::{self, Marked};
use crate::stock::items::quantity;
use crate::value::id::{ItemId, LocationId, LotId, ReservationId, SerialId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault};
use crate::value::units::{self, UnitCode};
use crate::value::{Currency, Decimal, IdOrCode, Sought, TypedId, limits};

/// One line on its way.
pub(crate) struct Resolving<'a> {
    pub book: &'a Book,
    /// Where the line stands in the request.
    pub index: usize,
    pub kind: MovementKind,
    pub currency: Currency,
    pub header: Header,
}

impl<'a> Resolving<'a> {
    /// A line of a draft, whose document names no place.
    pub(crate) fn of_draft(book: &'a Book, draft: &StockMovement, index: usize) -> Self {
        Self { book, index, kind: draft.kind, currency: draft.currency, header: Header::default() }
    }
}

impl Resolving<'_> {
    pub(super) fn at(&self, field: &str) -> String {
        format!("/lines/{}/{field}", self.index)
    }

    /// The line, or `None` where something is wrong with it.
    pub(crate) fn line(&self, line: &NewMovementLine, faults: &mut Vec<Fault>) -> Result<Option<DraftLine>, Stop> {
        let before = faults.len();
        let Some(item) = &line.item else {
            let message = "the item is missing: give itemId or sku";
            faults.push(Fault::new(self.at("itemId"), Code::MovementIncomplete, message));
            return Ok(None);
        };
        let item = self.item(item, faults)?;
        let own_movement = of_movement(self.book, line.of_movement.as_ref(), &self.at("ofMovementId"), faults)?;
        let header = match (self.header.warehouse, &item) {
            (None, Some(item)) => self.warehouse_of_receipt(line, item.id, own_movement)?,
            _ => self.header.warehouse,
        };
        let warehouse_id = self.place(line.warehouse.as_ref(), header, "warehouseId", faults)?;
        let is_transfer = self.kind == MovementKind::Transfer;
        let to_warehouse_id = match (&line.to_warehouse, self.header.to_warehouse) {
            (None, None) => warehouse_id.filter(|_| is_transfer && line.to_location.is_some()),
            (sent, header) => self.place(sent.as_ref(), header, "toWarehouseId", faults)?,
        };
        let location_id = self.location(line.location.as_ref(), warehouse_id, "locationId", faults)?;
        let to_location_id = self.location(line.to_location.as_ref(), to_warehouse_id, "toLocationId", faults)?;
        let amount = self.amount(line, faults);
        let standard_cost = self.standard_cost(line, faults);
        let Some(item) = item else { return Ok(None) };
        let quantity = match line.quantity {
            Some(quantity) if self.kind.moves_goods() => self.quantity(line, quantity, &item, faults),
            None if self.kind.moves_goods() => {
                let message = "the quantity is missing: give quantity";
                faults.push(Fault::new(self.at("quantity"), Code::MovementIncomplete, message));
                None
            }
            _ => Some(0),
        };
        let mut lot_id = self.lot(line, &item, faults)?;
        let mut serial_id = self.serial(line, &item, faults)?;
        let mut brought = None;
        if let Some(said) = &line.brought {
            match self.brought(line, said, &item, faults)? {
                Some(Marked::Lot(id)) => lot_id = Some(id),
                Some(Marked::Serial(id)) => serial_id = Some(id),
                None => brought = Some(said.clone()),
            }
        }
        let reservation_id = self.reservation(line.reservation.as_ref(), faults)?;
        let (Some(quantity), Some(warehouse_id), true) = (quantity, warehouse_id, faults.len() == before) else {
            return Ok(None);
        };
        Ok(Some(DraftLine {
            item_id: item.id,
            quantity: if line.is_component == Some(true) { -quantity } else { quantity },
            entered: entered(line, &item),
            warehouse_id,
            location_id,
            to_warehouse_id,
            to_location_id,
            lot_id,
            serial_id,
            brought,
            amount,
            of_movement_id: own_movement,
            of_line: line.of_line,
            weight: line.weight,
            standard_cost,
            to_method: line.to_method,
            reservation_id,
            reason_code_id: None,
            description: line.description.clone(),
        }))
    }

    fn item(&self, sent: &IdOrCode<ItemId>, faults: &mut Vec<Fault>) -> Result<Option<Item>, Stop> {
        let found = item_named(self.book, sent)?.cloned();
        if found.is_none() {
            faults.push(unknown_item(&self.at("itemId"), sent));
        }
        Ok(found)
    }

    /// The line's own place, else the document's, else for where it begins the default warehouse.
    fn place(
        &self,
        sent: Option<&IdOrCode<WarehouseId>>,
        header: Option<WarehouseId>,
        field: &str,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<WarehouseId>, Stop> {
        if let Some(sent) = sent {
            let found = warehouse(self.book, sent)?.map(|warehouse| warehouse.id);
            if found.is_none() {
                faults.push(unknown_warehouse(&self.at(field), sent));
            }
            return Ok(found);
        }
        if header.is_some() || field != "warehouseId" {
            return Ok(header);
        }
        let found = self.book.warehouses()?.find(|warehouse| warehouse.is_default).map(|warehouse| warehouse.id);
        if found.is_none() {
            let message = "the warehouse is missing and there is no default warehouse: give it on the line or the \
                 document";
            faults.push(no_warehouse(self.at(field), message));
        }
        Ok(found)
    }

    fn location(
        &self,
        sent: Option<&IdOrCode<LocationId>>,
        warehouse: Option<WarehouseId>,
        field: &str,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<LocationId>, Stop> {
        let (Some(sent), Some(warehouse)) = (sent, warehouse) else { return Ok(None) };
        let id = sent.id_or(|code| self.book.location_by_code(warehouse, &code.to_ascii_uppercase()))?;
        let found = match id {
            Some(id) => self.book.location(id)?.filter(|location| location.warehouse_id == warehouse),
            None => None,
        };
        if found.is_none() {
            let fault = unknown(named(&self.at(field), sent), "location of that warehouse", sent);
            let path = format!("/warehouses/{warehouse}/locations");
            faults.push(fault.offer("locations", "List the locations of the warehouse", "GET", path));
        }
        Ok(found.map(|location| location.id))
    }

    fn lot(&self, line: &NewMovementLine, item: &Item, faults: &mut Vec<Fault>) -> Result<Option<LotId>, Stop> {
        let Some(sent) = &line.lot else { return Ok(None) };
        if item.tracking != Tracking::Lot {
            let message = format!("item {} is not tracked by lot: leave the lot out", item.sku);
            faults.push(Fault::new(named(&self.at("lotId"), sent), Code::ItemNotTracked, message));
            return Ok(None);
        }
        let id = sent.id_or(|number| self.book.lot_by_number(item.id, number))?;
        let found = match id {
            Some(id) => self.book.lot(id)?.filter(|lot| lot.item_id == item.id),
            None => None,
        };
        if found.is_none() {
            faults.push(self.no_mark("lot", line, item, sent));
        }
        Ok(found.map(|lot| lot.id))
    }

    fn serial(&self, line: &NewMovementLine, item: &Item, faults: &mut Vec<Fault>) -> Result<Option<SerialId>, Stop> {
        let Some(sent) = &line.serial else { return Ok(None) };
        if item.tracking != Tracking::Serial {
            let message = format!("item {} is not tracked by serial: leave it out", item.sku);
            faults.push(Fault::new(named(&self.at("serialId"), sent), Code::ItemNotTracked, message));
            return Ok(None);
        }
        let id = sent.id_or(|number| self.book.serial_by_number(item.id, number))?;
        let found = match id {
            Some(id) => self.book.serial(id)?.filter(|serial| serial.item_id == item.id),
            None => None,
        };
        if found.is_none() {
            faults.push(self.no_mark("serial", line, item, sent));
        }
        Ok(found.map(|serial| serial.id))
    }

    /// No lot or piece is named so: which there are, and where goods come, how a new one does.
    fn no_mark<I: TypedId>(&self, what: &str, line: &NewMovementLine, item: &Item, sent: &IdOrCode<I>) -> Fault {
        let way_out = match new_lots::comes(self.kind, line, self.header.of_movement_id) {
            true => format!("choose another, or create one as {what}: {{\"number\": …}}"),
            false => "choose another".to_owned(),
        };
        let message = format!("item {} has no {what} {sent} here: {way_out}", item.sku);
        let fault = Fault::new(named(&self.at(&format!("{what}Id")), sent), Code::UnknownReference, message);
        with_marks(fault, item)
    }

    /// The lot or piece that has the number that a line brings; `None` where it is new.
    fn brought(
        &self,
        line: &NewMovementLine,
        said: &Brought,
        item: &Item,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Marked>, Stop> {
        let pointer = self.at(said.field());
        if !new_lots::comes(self.kind, line, self.header.of_movement_id) {
            let message = format!(
                "a new {} is possible only if goods come from outside or are found: give an existing one as {}",
                said.field(),
                if said.tracking() == Tracking::Lot { "lotId or lotNumber" } else { "serialId or serialNumber" }
            );
            faults.push(Fault::new(pointer, Code::FieldsConflict, message));
            return Ok(None);
        }
        if item.tracking != said.tracking() {
            let message =
                format!("item {} has the tracking {}: leave the {} out", item.sku, item.tracking.name(), said.field());
            faults.push(Fault::new(pointer, Code::ItemNotTracked, message));
            return Ok(None);
        }
        said.find(self.book, item.id, &pointer, faults)
    }

    fn reservation(
        &self,
        sent: Option<&Sought<ReservationId>>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<ReservationId>, Stop> {
        let Some(sought) = sent else { return Ok(None) };
        let found = sought.find(|id| self.book.reservation(id))?.map(|reservation| reservation.id);
        if found.is_none() {
            faults.push(unknown(self.at("reservationId"), "reservation", sought));
        }
        Ok(found)
    }

    /// The quantity in the item's smallest unit, exactly.
    pub(crate) fn quantity(
        &self,
        line: &NewMovementLine,
        written: Decimal,
        item: &Item,
        faults: &mut Vec<Fault>,
    ) -> Option<i64> {
        let decimals = u8::try_from(item.quantity_decimals).unwrap_or(limits::QUANTITY_DECIMALS);
        let mut refuse = |pointer: String, code, message: String| {
            faults.push(Fault::new(pointer, code, message));
            None
        };
        let unit = line.unit.as_deref().filter(|unit| *unit != item.unit_code);
        let found = match unit {
            None => quantity::exact_for(item, written, &self.at("quantity")),
            Some(unit) => {
                let all = units::of_stored(&item.units);
                let Some(conversion) = all.iter().find(|conversion| conversion.unit().as_str() == unit) else {
                    let others = all.iter().map(|conversion| conversion.unit().as_str());
                    let known: Vec<&str> = std::iter::once(item.unit_code.as_str()).chain(others).collect();
                    let message = format!(
                        "item {} does not have the unit {unit}: use {}, or add the unit to the item with its ratio",
                        item.sku,
                        known.join(" or ")
                    );
                    return refuse(self.at("unitCode"), Code::UnknownReference, message);
                };
                match UnitCode::parse(&item.unit_code) {
                    Ok(base) => conversion.to_base(written, &base, decimals).map_err(|refused| {
                        let fault = Fault::new(self.at("quantity"), refused.code, refused.detail);
                        Fault { context: refused.context, ..fault }
                    }),
                    Err(message) => Err(Fault::new(self.at("quantity"), Code::UnknownReference, message)),
                }
            }
        };
        let most = limits::POOL_QUANTITY;
        match found {
            Err(fault) => {
                faults.push(fault);
                None
            }
            Ok(below) if below < 0 && self.kind == MovementKind::CountAdjustment => {
                let message = "a counted quantity must be 0 or more".to_owned();
                refuse(self.at("quantity"), Code::QuantityNotUsable, message)
            }
            Ok(0) if self.kind == MovementKind::CountAdjustment => Some(0),
            Ok(0) => refuse(self.at("quantity"), Code::QuantityNotUsable, "the quantity is 0: give another".to_owned()),
            Ok(below) if below < 0 && self.kind != MovementKind::Adjustment => {
                let message = "the quantity must be above 0 in either direction: only an adjustment can have one below \
                     0";
                refuse(self.at("quantity"), Code::QuantityNotUsable, message.to_owned())
            }
            Ok(much) if !(-most..=most).contains(&much) => {
                let most = Decimal::from_units(most, decimals);
                let message = format!("{written} is more than one movement can move: give at most {most}, or split it");
                refuse(self.at("quantity"), Code::AmountOutOfRange, message)
            }
            Ok(quantity) => Some(quantity),
        }
    }

    /// The cost of the whole line, or its change of value.
    fn amount(&self, line: &NewMovementLine, faults: &mut Vec<Fault>) -> Option<i64> {
        if !self.kind.moves_goods() {
            return header::signed(line.amount, self.currency, &self.at("amount"), faults);
        }
        let cost = line.total_cost?;
        let before = faults.len();
        let amount = subledger::amount(cost, self.currency, &self.at("totalCost"), faults);
        (faults.len() == before).then_some(amount)
    }

    /// A standard cost with 6 decimals.
    fn standard_cost(&self, line: &NewMovementLine, faults: &mut Vec<Fault>) -> Option<i64> {
        let cost = line.standard_cost?;
        let found = cost.to_units(6).ok().filter(|cost| (0..=limits::POOL_VALUE_MINOR).contains(cost));
        if found.is_none() {
            let message = format!("{cost} is not a valid unit cost: give 0 or more, with at most 6 decimals");
            faults.push(Fault::new(self.at("standardCost"), Code::AmountOutOfRange, message));
        }
        found
    }
}

/// As it was written: `2 XCS`; nothing where no goods move.
fn entered(line: &NewMovementLine, item: &Item) -> String {
    let Some(quantity) = line.quantity else { return String::new() };
    format!("{quantity} {}", line.unit.as_deref().unwrap_or(&item.unit_code))
}
