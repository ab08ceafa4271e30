//! Reserves goods.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::days::local_day_of;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{ActiveState, Reply, Reservation, ReservationStatus, StockStatus, Tracking, WarehouseStatus};
use crate::stock::goods::document::checking;
use crate::stock::goods::document::new::NewMovementLine;
use crate::stock::goods::document::resolve::names::named as pointer_to;
use crate::stock::goods::document::resolve::{goods, warehouse_pointer};
use crate::stock::held::{self, Held};
use crate::stock::items::change::sku_key;
use crate::stock::reservations::available;
use crate::stock::reservations::keeping::{self, check_expiry};
use crate::stock::reservations::new::NewReservation;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{IdOrCode, Instant};

/// A new reservation.
#[derive(Clone, Debug)]
pub struct CreateReservation {
    pub new: NewReservation,
}

impl Decide for CreateReservation {
    const PERMISSION: Permission = Permission::ReservationsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let new = &self.new;
        keys.push(Key::Warehouses);
        if let Some(external_id) = &new.external_id {
            keys.push(Key::ReservationByExternal(new.source.clone(), external_id.clone()));
        }
        let item = match &new.item {
            IdOrCode::Id(sought) => sought.id(),
            IdOrCode::Code(sku) => {
                let found = book.item_by_sku(&sku_key(sku));
                keys.extend(found.is_err().then(|| Key::ItemBySku(sku_key(sku))));
                found.ok().flatten()
            }
        };
        let Some(item) = item else { return };
        keys.push(Key::Item(item));
        match &new.lot {
            Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Lot)),
            Some(IdOrCode::Code(number)) => keys.push(Key::LotByNumber(item, number.clone())),
            None => {}
        }
        match &new.serial {
            Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Serial)),
            Some(IdOrCode::Code(number)) => keys.push(Key::SerialByNumber(item, number.clone())),
            None => {}
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let new = &self.new;
        let mut faults = Vec::new();
        let found = goods(book, &as_line(new), &mut faults)?;
        for fault in faults.iter_mut().filter(|fault| fault.code == Code::QuantityNotUsable) {
            fault.message = format!("a reservation must be for more than 0, not {}: give a quantity", new.quantity);
        }
        if let Some(line) = &found {
            check_item(book, line, &mut faults)?;
            check_warehouse(book, line, &mut faults)?;
            check_held(book, ctx.now(), line, &mut faults)?;
        }
        for fault in &mut faults {
            fault.pointer = as_sent(new, &fault.pointer);
        }
        faults.extend(check_expiry(new.expires_at, ctx.now()));
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let line = found.ok_or_else(Rejection::not_found)?;
        require_assigned(book, ctx, line.warehouse_id, &warehouse_pointer(new.warehouse.as_ref()))?;
        require_free_external_id(book, ctx, new)?;
        let reservation = Reservation {
            id: ctx.ids.next(),
            item_id: line.item_id,
            warehouse_id: line.warehouse_id,
            lot_id: line.lot_id,
            serial_id: line.serial_id,
            quantity: line.quantity,
            consumed_quantity: 0,
            status: ReservationStatus::Active,
            expires_at: new.expires_at,
            movement_id: None,
            reference: new.reference.clone(),
            source: new.source.clone(),
            external_id: new.external_id.clone(),
            released_at: None,
            released_by: None,
            release_reason: None,
            metadata: new.metadata.clone(),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        available::require_free(book, ctx.now(), reservation.goods(), reservation.quantity)?;
        let id = reservation.id;
        keeping::put(book, None, reservation)?;
        let recorded = book.record(ctx, FactKind::ReservationCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

/// A field that names something, as it was sent: by its id, or by its code or number.
fn as_sent(new: &NewReservation, pointer: &str) -> String {
    let sent = match pointer {
        "/itemId" => Some(pointer_to(pointer, &new.item)),
        "/warehouseId" => new.warehouse.as_ref().map(|sent| pointer_to(pointer, sent)),
        "/lotId" => new.lot.as_ref().map(|sent| pointer_to(pointer, sent)),
        "/serialId" => new.serial.as_ref().map(|sent| pointer_to(pointer, sent)),
        _ => None,
    };
    sent.unwrap_or_else(|| pointer.to_owned())
}

/// The goods as a line of a movement names them.
fn as_line(new: &NewReservation) -> NewMovementLine {
    NewMovementLine {
        item: Some(new.item.clone()),
        quantity: Some(new.quantity),
        unit: new.unit.clone(),
        warehouse: new.warehouse.clone(),
        lot: new.lot.clone(),
        serial: new.serial.clone(),
        ..NewMovementLine::default()
    }
}

fn check_item(book: &Book, line: &DraftLine, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    let item: &Item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
    let sku = &item.sku;
    if item.status == ActiveState::Inactive {
        let message = format!("item {sku} is inactive: reactivate it or choose another");
        faults.push(Fault::new("/itemId", Code::ItemNotUsable, message));
    }
    if line.lot_id.is_some() && item.tracking != Tracking::Lot {
        let message = format!("item {sku} is not tracked by lot: leave the lot out");
        faults.push(Fault::new("/lotId", Code::ItemNotTracked, message));
    }
    if line.serial_id.is_some() && item.tracking != Tracking::Serial {
        let message = format!("item {sku} is not tracked by serial: leave it out");
        faults.push(Fault::new("/serialId", Code::ItemNotTracked, message));
    }
    if line.serial_id.is_some() && line.quantity != 1 {
        let message = "a piece with a serial number has the quantity 1: make a reservation for each";
        faults.push(Fault::new("/quantity", Code::QuantityNotUsable, message));
    }
    Ok(())
}

/// Nothing that is held now is promised.
fn check_held(book: &Book, now: Instant, line: &DraftLine, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    let warehouse = checking::warehouse(book, line.warehouse_id)?;
    let lot = line.lot_id.map(|id| book.lot(id)).transpose()?.flatten();
    let serial = line.serial_id.map(|id| book.serial(id)).transpose()?.flatten();
    let today = local_day_of(book, warehouse, now)?;
    let by_status = lot.is_some_and(|lot| lot.status != StockStatus::Available);
    for why in held::reasons(warehouse.kind, lot, serial, Some(today)) {
        let (pointer, code, message) = match why {
            Held::InWarehouse(kind) => {
                let (house, kind) = (&warehouse.code, kind.name());
                let message = format!(
                    "goods cannot be reserved in warehouse {house}, which is of the kind {kind}: choose another"
                );
                ("/warehouseId", Code::WarehouseNotUsable, message)
            }
            Held::WithStatus(status) => {
                let pointer = if lot.is_some() { "/lotId" } else { "/serialId" };
                let message = format!("it has the status {}: release it first, or reserve another", status.name());
                (pointer, Code::StockNotAvailable, message)
            }
            // Its status says enough.
            Held::Expired(_) if by_status => continue,
            Held::Expired(last) => {
                let number = lot.map_or("", |lot| &lot.number);
                let message =
                    format!("lot {number} expired on {last}: reserve another, or correct its expiresOn if it is wrong");
                ("/lotId", Code::StockNotAvailable, message)
            }
        };
        faults.push(Fault::new(pointer, code, message));
    }
    Ok(())
}

fn check_warehouse(book: &Book, line: &DraftLine, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    let warehouse = checking::warehouse(book, line.warehouse_id)?;
    if warehouse.status == WarehouseStatus::Inactive {
        let message = format!("warehouse {} is inactive: activate it or choose another", warehouse.code);
        faults.push(Fault::new("/warehouseId", Code::WarehouseNotUsable, message));
    }
    Ok(())
}

/// No reservation in effect has this external id. One whose time is over is marked now, and its external id is free.
fn require_free_external_id(book: &mut Book, ctx: &Context, new: &NewReservation) -> Result<(), Stop> {
    let Some(external_id) = &new.external_id else { return Ok(()) };
    let Some(other) = book.reservation_by_external(&new.source, external_id)? else { return Ok(()) };
    let before = book.reservation(other)?.ok_or_else(|| Stop::lost("reservations", other))?.clone();
    if before.status == ReservationStatus::Active && before.is_over(ctx.now()) {
        let after = Reservation { status: ReservationStatus::Expired, ..before.clone() };
        return keeping::put(book, Some(&before), after.touched(ctx));
    }
    let message = format!(
        "there is already a reservation with the external id {external_id}: use that reservation, or \
         another external id"
    );
    Err(Rejection::new(Code::DuplicateExternalId, message)
        .at("/externalId")
        .with("id", other.to_string())
        .offer("existing", "See the reservation that has it", "GET", format!("/inventory/reservations/{other}"))
        .into())
}
