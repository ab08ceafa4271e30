//! From what a caller says to ids and smallest units; all that is wrong comes in one answer.
//!
//! `header` is what the document says itself, `fields` which fields a kind has, `receipts` are lines about receipts.

mod fields;
mod header;
mod receipts;

use super::draft::{DraftLine, encode_charges, encode_drafts};
use super::new::{NewMovement, NewMovementLine, Ref};
use super::rows::{StockMovement, blank};
use super::{dates, rules};
use crate::book::{Book, Key};
use crate::context::Context;
use crate::inventory::items::Item;
use crate::inventory::items::change::sku_key;
use crate::inventory::movement_kind::{MovementKind, TransferMode};
use crate::inventory::units::{self, UnitCode};
use crate::ledger::draft::{AccountRef, PartyRef};
use crate::ledger::subledger;
use crate::limits;
use crate::rejection::{Code, Fault, Rejection};
use crate::stop::Stop;
use crate::value::id::{
    AccountId, ItemId, LocationId, LotId, MovementId, PartyId, ReasonCodeId, ReservationId, SerialId, WarehouseId,
};
use crate::value::{Currency, Decimal, TypedId};
use crate::warehouses::Warehouse;

/// A movement with its lines resolved and checked, not stored yet.
pub(super) struct Resolved {
    pub movement: StockMovement,
    pub lines: Vec<DraftLine>,
}

/// Resolves and checks a new movement.
pub(super) fn resolve(book: &mut Book, ctx: &Context, new: &NewMovement) -> Result<Resolved, Stop> {
    let mut faults = Vec::new();
    require_length(new)?;
    let base = book.organization()?.base_currency;
    let own = subledger::currency(book, new.currency.as_deref(), &mut faults)?;
    let currency = match own {
        Some(own) => own,
        None => header::currency_of_receipt(book, new)?.unwrap_or(base),
    };
    if currency == base && new.exchange_rate.is_some() {
        let message = format!("the costs are in base currency {base}: leave the rate out, or name another currency");
        faults.push(Fault::new("/exchangeRate", Code::ConversionConflict, message));
    }
    let party_id = party(book, ctx, new, &mut faults)?;
    let reason_code_id = reason(book, new, &mut faults)?;
    let offset_account_id = offset_account(book, new, &mut faults)?;
    let of_movement_id = of_movement(book, new.of_movement.as_deref(), "/ofMovementId", &mut faults)?;
    subledger::require_known_dimensions(book, &new.dimensions, &mut faults)?;
    let warehouse = header_warehouse(book, new.warehouse.as_ref(), "/warehouseId", &mut faults)?;
    let to_warehouse = header_warehouse(book, new.to_warehouse.as_ref(), "/toWarehouseId", &mut faults)?;
    fields::check_header(new, &mut faults);
    let amount = header::signed(new.amount, currency, "/amount", &mut faults);
    let charges = header::charges(book, new, currency, &mut faults)?;
    let all = [NewMovementLine::default()];
    // A document about one receipt that says nothing of lines is about all of it.
    let sent = if new.lines.is_empty() { all.as_slice() } else { new.lines.as_slice() };
    let mut lines = Vec::with_capacity(sent.len());
    for (index, line) in sent.iter().enumerate() {
        let at = Resolving { book, index, kind: new.kind, currency, warehouse, to_warehouse, of_movement_id };
        fields::check_line(&at, line, &mut faults);
        if new.kind.is_of_receipts() {
            at.of_receipts(line, &mut lines, &mut faults)?;
        } else {
            lines.extend(at.line(line, &mut faults)?);
        }
    }
    if lines.len() > limits::LINES_PER_MOVEMENT {
        faults.push(too_many(lines.len()));
    }
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let occurred_at = match new.occurred_at {
        Some(_) => Some(dates::instant(book, ctx, new.kind, new.occurred_at)?),
        None => None,
    };
    let movement = StockMovement {
        occurred_at,
        exchange_rate: new.exchange_rate,
        party_id,
        reason_code_id,
        offset_account_id,
        of_movement_id,
        transfer_mode: (new.kind == MovementKind::Transfer).then(|| new.mode.unwrap_or(TransferMode::Direct)),
        due_date: new.due_date,
        split_by: header::split_by(new),
        amount,
        charges: encode_charges(&charges),
        description: new.description.clone(),
        reference: new.reference.clone(),
        source: new.source.clone(),
        external_id: new.external_id.clone(),
        dimensions: new.dimensions.clone(),
        line_count: i64::try_from(lines.len()).unwrap_or(i64::MAX),
        draft_lines: encode_drafts(&lines),
        metadata: new.metadata.clone(),
        ..blank(ctx, new.kind, currency)
    };
    rules::check(book, &movement, &lines)?;
    Ok(Resolved { movement, lines })
}

/// The goods that something else than a movement names: item, quantity above 0, warehouse, lot or piece. Faults point into
/// the body itself.
pub(in crate::inventory) fn goods(
    book: &Book,
    line: &NewMovementLine,
    faults: &mut Vec<Fault>,
) -> Result<Option<DraftLine>, Stop> {
    let currency = book.organization()?.base_currency;
    let kind = MovementKind::Issue;
    let at = Resolving { book, index: 0, kind, currency, warehouse: None, to_warehouse: None, of_movement_id: None };
    let mut own = Vec::new();
    let found = at.line(line, &mut own)?;
    let in_body = |fault: Fault| Fault { pointer: fault.pointer.replacen("/lines/0", "", 1), ..fault };
    faults.extend(own.into_iter().map(in_body));
    Ok(found)
}

fn require_length(new: &NewMovement) -> Result<(), Stop> {
    let fault = match new.lines.len() {
        0 if new.kind.is_of_receipts() && new.of_movement.is_some() => return Ok(()),
        0 => Fault::new("/lines", Code::MovementIncomplete, "a movement needs at least one line"),
        many if many > limits::LINES_PER_MOVEMENT => too_many(many),
        _ => return Ok(()),
    };
    Err(Rejection::of_errors(vec![fault]).unwrap_or_else(Rejection::not_found).into())
}

fn too_many(lines: usize) -> Fault {
    let most = limits::LINES_PER_MOVEMENT;
    let message = format!("a movement has at most {most} lines, this one has {lines}: split it");
    Fault::new("/lines", Code::LimitReached, message)
}

/// What resolving certainly needs.
pub(super) fn hint(book: &Book, new: &NewMovement, keys: &mut Vec<Key>) {
    keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Journals, Key::Periods]);
    keys.push(Key::FiscalYears);
    match &new.party {
        Some(PartyRef::Id(text)) => keys.extend(PartyId::parse(text).map(Key::Party)),
        Some(PartyRef::Name(name)) => keys.push(Key::PartyByName(name.clone())),
        None => {}
    }
    if let Some(external_id) = &new.external_id {
        keys.push(Key::MovementByExternal(new.source.clone(), external_id.clone()));
    }
    let of_movements = new.lines.iter().filter_map(|line| line.of_movement.as_deref());
    for id in of_movements.chain(new.of_movement.as_deref()).filter_map(MovementId::parse) {
        keys.push(Key::Movement(id));
        if let Ok(Some(movement)) = book.movement(id) {
            keys.extend(movement.seq.map(Key::MovementLines));
        }
    }
    for line in &new.lines {
        let item = match &line.item {
            None => None,
            Some(Ref::Id(text)) => ItemId::parse(text),
            Some(Ref::Code(sku)) => match book.item_by_sku(&sku_key(sku)) {
                Ok(found) => found,
                Err(_) => {
                    keys.push(Key::ItemBySku(sku_key(sku)));
                    None
                }
            },
        };
        let Some(item) = item else { continue };
        keys.push(Key::Item(item));
        keys.extend(line.reservation.as_deref().and_then(ReservationId::parse).map(Key::Reservation));
        match &line.lot {
            Some(Ref::Id(text)) => keys.extend(LotId::parse(text).map(Key::Lot)),
            Some(Ref::Code(number)) => keys.push(Key::LotByNumber(item, number.clone())),
            None => {}
        }
        match &line.serial {
            Some(Ref::Id(text)) => keys.extend(SerialId::parse(text).map(Key::Serial)),
            Some(Ref::Code(number)) => keys.push(Key::SerialByNumber(item, number.clone())),
            None => {}
        }
    }
}

fn unknown(pointer: impl Into<String>, what: &str, text: &str) -> Fault {
    Fault::new(pointer, Code::UnknownReference, format!("no {what} is named {text} here"))
}

fn party(book: &mut Book, ctx: &Context, new: &NewMovement, faults: &mut Vec<Fault>) -> Result<Option<PartyId>, Stop> {
    match &new.party {
        None => Ok(None),
        Some(PartyRef::Id(text)) => {
            let found = match PartyId::parse(text) {
                Some(id) => book.party(id)?.map(|party| party.id),
                None => None,
            };
            if found.is_none() {
                faults.push(unknown("/partyId", "party", text));
            }
            Ok(found)
        }
        Some(PartyRef::Name(name)) => subledger::party_named(book, ctx, name, is_of_supplier(new.kind)).map(Some),
    }
}

/// Whether the other side of such a movement is a supplier.
fn is_of_supplier(kind: MovementKind) -> bool {
    matches!(
        kind,
        MovementKind::Receipt | MovementKind::SupplierInvoice | MovementKind::SupplierReturn | MovementKind::LandedCost
    )
}

fn reason(book: &Book, new: &NewMovement, faults: &mut Vec<Fault>) -> Result<Option<ReasonCodeId>, Stop> {
    let Some(reason) = &new.reason else { return Ok(None) };
    let (found, pointer, text) = match reason {
        Ref::Id(text) => match ReasonCodeId::parse(text) {
            Some(id) => (book.reason_code(id)?, "/reasonCodeId", text),
            None => (None, "/reasonCodeId", text),
        },
        Ref::Code(code) => {
            let upper = code.to_ascii_uppercase();
            (book.reason_codes()?.find(|reason| reason.code == upper), "/reasonCode", code)
        }
    };
    if found.is_none() {
        faults.push(unknown(pointer, "reason code", text));
    }
    Ok(found.map(|reason| reason.id))
}

fn offset_account(book: &Book, new: &NewMovement, faults: &mut Vec<Fault>) -> Result<Option<AccountId>, Stop> {
    let Some(account) = &new.offset_account else { return Ok(None) };
    let (found, pointer, text) = match account {
        AccountRef::Id(text) => match AccountId::parse(text) {
            Some(id) => (book.account(id)?.map(|account| account.id), "/offsetAccountId", text),
            None => (None, "/offsetAccountId", text),
        },
        AccountRef::Code(code) => (book.account_by_code(code)?, "/offsetAccountCode", code),
    };
    if found.is_none() {
        faults.push(unknown(pointer, "account", text));
    }
    Ok(found)
}

fn of_movement(
    book: &Book,
    sent: Option<&str>,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Result<Option<MovementId>, Stop> {
    let Some(text) = sent else { return Ok(None) };
    let found = match MovementId::parse(text) {
        Some(id) => book.movement(id)?.map(|movement| movement.id),
        None => None,
    };
    if found.is_none() {
        faults.push(unknown(pointer, "movement", text));
    }
    Ok(found)
}

fn header_warehouse(
    book: &Book,
    sent: Option<&Ref>,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Result<Option<WarehouseId>, Stop> {
    let Some(sent) = sent else { return Ok(None) };
    let found = warehouse(book, sent)?;
    if found.is_none() {
        faults.push(unknown(named(pointer, sent), "warehouse", text_of(sent)));
    }
    Ok(found)
}

fn warehouse(book: &Book, sent: &Ref) -> Result<Option<WarehouseId>, Stop> {
    let is_it: Box<dyn Fn(&&Warehouse) -> bool> = match sent {
        Ref::Id(text) => {
            let id = WarehouseId::parse(text);
            Box::new(move |warehouse| Some(warehouse.id) == id)
        }
        Ref::Code(code) => {
            let upper = code.to_ascii_uppercase();
            Box::new(move |warehouse| warehouse.code == upper)
        }
    };
    Ok(book.warehouses()?.find(is_it).map(|warehouse| warehouse.id))
}

fn text_of(sent: &Ref) -> &str {
    match sent {
        Ref::Id(text) | Ref::Code(text) => text,
    }
}

/// The pointer of a reference: the field of the id, or of the code.
fn named(pointer: &str, sent: &Ref) -> String {
    match sent {
        Ref::Id(_) => pointer.to_owned(),
        Ref::Code(_) => {
            let stem = pointer.strip_suffix("Id").unwrap_or(pointer);
            let field = match stem.rsplit('/').next() {
                Some("item") => return stem.replace("/item", "/sku"),
                Some("lot" | "serial") => "Number",
                _ => "Code",
            };
            format!("{stem}{field}")
        }
    }
}

/// One line on its way.
struct Resolving<'a> {
    book: &'a Book,
    index: usize,
    kind: MovementKind,
    currency: Currency,
    warehouse: Option<WarehouseId>,
    to_warehouse: Option<WarehouseId>,
    of_movement_id: Option<MovementId>,
}

impl Resolving<'_> {
    fn at(&self, field: &str) -> String {
        format!("/lines/{}/{field}", self.index)
    }

    fn line(&self, line: &NewMovementLine, faults: &mut Vec<Fault>) -> Result<Option<DraftLine>, Stop> {
        let before = faults.len();
        let Some(item) = &line.item else {
            let message = "which item it is about is not said: give itemId or sku";
            faults.push(Fault::new(self.at("itemId"), Code::MovementIncomplete, message));
            return Ok(None);
        };
        let item = self.item(item, faults)?;
        let own_movement = of_movement(self.book, line.of_movement.as_deref(), &self.at("ofMovementId"), faults)?;
        let header = match (self.warehouse, &item) {
            (None, Some(item)) => self.warehouse_of_receipt(line, item.id, own_movement)?,
            _ => self.warehouse,
        };
        let warehouse_id = self.place(line.warehouse.as_ref(), header, "warehouseId", faults)?;
        let is_transfer = self.kind == MovementKind::Transfer;
        let to_warehouse_id = match (&line.to_warehouse, self.to_warehouse) {
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
                let message = "how much moves is not said: give quantity";
                faults.push(Fault::new(self.at("quantity"), Code::MovementIncomplete, message));
                None
            }
            _ => Some(0),
        };
        let lot_id = self.lot(line.lot.as_ref(), item.id, faults)?;
        let serial_id = self.serial(line.serial.as_ref(), item.id, faults)?;
        let reservation_id = self.reservation(line.reservation.as_deref(), faults)?;
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
            amount,
            of_movement_id: own_movement,
            of_line: line.of_line,
            weight: line.weight,
            standard_cost,
            to_method: line.to_method,
            reservation_id,
            description: line.description.clone(),
        }))
    }

    fn item(&self, sent: &Ref, faults: &mut Vec<Fault>) -> Result<Option<Item>, Stop> {
        let id = match sent {
            Ref::Id(text) => ItemId::parse(text),
            Ref::Code(sku) => self.book.item_by_sku(&sku_key(sku))?,
        };
        let found = match id {
            Some(id) => self.book.item(id)?.cloned(),
            None => None,
        };
        if found.is_none() {
            faults.push(unknown(named(&self.at("itemId"), sent), "item", text_of(sent)));
        }
        Ok(found)
    }

    /// The line's own place, else the document's, else for where it begins the default warehouse.
    fn place(
        &self,
        sent: Option<&Ref>,
        header: Option<WarehouseId>,
        field: &str,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<WarehouseId>, Stop> {
        if let Some(sent) = sent {
            let found = warehouse(self.book, sent)?;
            if found.is_none() {
                faults.push(unknown(named(&self.at(field), sent), "warehouse", text_of(sent)));
            }
            return Ok(found);
        }
        if header.is_some() || field != "warehouseId" {
            return Ok(header);
        }
        let found = self.book.warehouses()?.find(|warehouse| warehouse.is_default).map(|warehouse| warehouse.id);
        if found.is_none() {
            let message = "which warehouse is not said and none is the default: name it on the line or the document";
            faults.push(Fault::new(self.at(field), Code::MovementIncomplete, message));
        }
        Ok(found)
    }

    fn location(
        &self,
        sent: Option<&Ref>,
        warehouse: Option<WarehouseId>,
        field: &str,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<LocationId>, Stop> {
        let (Some(sent), Some(warehouse)) = (sent, warehouse) else { return Ok(None) };
        let id = match sent {
            Ref::Id(text) => LocationId::parse(text),
            Ref::Code(code) => self.book.location_by_code(warehouse, &code.to_ascii_uppercase())?,
        };
        let found = match id {
            Some(id) => self.book.location(id)?.filter(|location| location.warehouse_id == warehouse),
            None => None,
        };
        if found.is_none() {
            faults.push(unknown(named(&self.at(field), sent), "location of that warehouse", text_of(sent)));
        }
        Ok(found.map(|location| location.id))
    }

    fn lot(&self, sent: Option<&Ref>, item: ItemId, faults: &mut Vec<Fault>) -> Result<Option<LotId>, Stop> {
        let Some(sent) = sent else { return Ok(None) };
        let id = match sent {
            Ref::Id(text) => LotId::parse(text),
            Ref::Code(number) => self.book.lot_by_number(item, number)?,
        };
        let found = match id {
            Some(id) => self.book.lot(id)?.filter(|lot| lot.item_id == item),
            None => None,
        };
        if found.is_none() {
            faults.push(unknown(named(&self.at("lotId"), sent), "lot of the item", text_of(sent)));
        }
        Ok(found.map(|lot| lot.id))
    }

    fn serial(&self, sent: Option<&Ref>, item: ItemId, faults: &mut Vec<Fault>) -> Result<Option<SerialId>, Stop> {
        let Some(sent) = sent else { return Ok(None) };
        let id = match sent {
            Ref::Id(text) => SerialId::parse(text),
            Ref::Code(number) => self.book.serial_by_number(item, number)?,
        };
        let found = match id {
            Some(id) => self.book.serial(id)?.filter(|serial| serial.item_id == item),
            None => None,
        };
        if found.is_none() {
            faults.push(unknown(named(&self.at("serialId"), sent), "serial of the item", text_of(sent)));
        }
        Ok(found.map(|serial| serial.id))
    }

    fn reservation(&self, sent: Option<&str>, faults: &mut Vec<Fault>) -> Result<Option<ReservationId>, Stop> {
        let Some(text) = sent else { return Ok(None) };
        let found = match ReservationId::parse(text) {
            Some(id) => self.book.reservation(id)?.map(|reservation| reservation.id),
            None => None,
        };
        if found.is_none() {
            faults.push(unknown(self.at("reservationId"), "reservation", text));
        }
        Ok(found)
    }

    /// The quantity in the item's smallest unit, exactly.
    fn quantity(&self, line: &NewMovementLine, written: Decimal, item: &Item, faults: &mut Vec<Fault>) -> Option<i64> {
        let decimals = u8::try_from(item.quantity_decimals).unwrap_or(limits::QUANTITY_DECIMALS);
        let mut refuse = |pointer: String, code, message: String| {
            faults.push(Fault::new(pointer, code, message));
            None
        };
        let unit = line.unit.as_deref().filter(|unit| *unit != item.unit_code);
        let found = match unit {
            None => units::exact(written, decimals),
            Some(unit) => {
                let all = units::of_stored(&item.units);
                let Some(conversion) = all.iter().find(|conversion| conversion.unit().as_str() == unit) else {
                    let message = format!(
                        "item {} is not counted in {unit}: use {}, or give the item that unit with its ratio",
                        item.sku, item.unit_code
                    );
                    return refuse(self.at("unitCode"), Code::UnknownReference, message);
                };
                match UnitCode::parse(&item.unit_code) {
                    Ok(base) => conversion
                        .to_base(written, &base, decimals)
                        .map_err(|rejection| (rejection.code, rejection.detail)),
                    Err(message) => Err((Code::UnknownReference, message)),
                }
            }
        };
        let most = limits::POOL_QUANTITY;
        match found {
            Err((code, message)) => refuse(self.at("quantity"), code, message),
            Ok(0) => refuse(self.at("quantity"), Code::QuantityNotUsable, "nothing moves: give a quantity".to_owned()),
            Ok(below) if below < 0 && self.kind != MovementKind::Adjustment => {
                let message = "the quantity is above 0, whichever way goods move: only an adjustment takes out below 0";
                refuse(self.at("quantity"), Code::QuantityNotUsable, message.to_owned())
            }
            Ok(much) if !(-most..=most).contains(&much) => {
                let message = format!("{written} is more than one movement can move: split it");
                refuse(self.at("quantity"), Code::AmountOutOfRange, message)
            }
            Ok(quantity) => Some(quantity),
        }
    }

    /// What all of it costs, or by how much its worth changes.
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
            let message = format!("{cost} is no cost of one unit: 0 or more, with at most 6 decimals");
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
