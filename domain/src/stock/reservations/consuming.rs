//! How movements take reserved goods: a line names the reservation, and its quantity is no longer reserved. A void
//! gives it back, unless the reservation has expired.

use std::collections::BTreeMap;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementLine, Reservation, ReservationStatus};
use crate::stock::reservations::keeping::{self, GoodsKey};
use crate::value::Decimal;
use crate::value::id::{MovementId, ReservationId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault, Rejection};

/// What becomes of the reservations that a movement took from, when it is voided.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TakenReservations {
    /// They hold the goods again, unless their time is over.
    #[default]
    HoldAgain,
    /// They are released: the order is cancelled, and the goods are free for others.
    LetGo,
}

/// How much less is reserved of which goods; below 0 how much more.
pub(crate) type Freed = BTreeMap<GoodsKey, i128>;

/// The message for a reservation that does not exist, or not for the caller.
pub(crate) const NO_SUCH_RESERVATION: &str = "there is no reservation with this id here";

/// Checks the rules that do not depend on the reservation's state: the line takes goods out, and they are the reserved
/// ones.
///
/// # Errors
/// `Missing` where the reservation is not loaded.
pub(crate) fn check_line(
    book: &Book,
    kind: MovementKind,
    line: &DraftLine,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let Some(id) = line.reservation_id else { return Ok(()) };
    let mut refuse = |code, message: &str| faults.push(Fault::new(pointer, code, message));
    if !matches!(kind, MovementKind::Issue | MovementKind::Transfer) {
        refuse(Code::FieldsConflict, "only issues and transfers can use a reservation: leave it out");
    }
    let Some(reservation) = book.reservation(id)? else {
        refuse(Code::UnknownReference, NO_SUCH_RESERVATION);
        return Ok(());
    };
    let is_of_them = reservation.item_id == line.item_id
        && reservation.warehouse_id == line.warehouse_id
        && reservation.lot_id.is_none_or(|lot| line.lot_id == Some(lot))
        && reservation.serial_id.is_none_or(|serial| line.serial_id == Some(serial));
    if !is_of_them {
        let message = "the reservation is for other goods: use its item, warehouse, lot and piece";
        refuse(Code::FieldsConflict, message);
    }
    Ok(())
}

/// Takes the lines' quantities from reservations.
///
/// # Errors
/// `reservation_not_active`, or `reservation_too_small` if a line takes more than is left.
pub(crate) fn consume(
    book: &mut Book,
    ctx: &Context,
    movement: MovementId,
    lines: &[DraftLine],
) -> Result<Freed, Stop> {
    load(book, lines.iter().filter_map(|line| line.reservation_id))?;
    let mut freed = Freed::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(id) = line.reservation_id else { continue };
        let before = book.reservation(id)?.ok_or_else(|| Stop::lost("reservations", id))?.clone();
        let pointer = format!("/lines/{index}/reservationId");
        keeping::require_active(&before, ctx.now()).map_err(|no| Stop::from(no.at(pointer.clone())))?;
        if line.quantity > before.left() {
            return Err(too_small(book, &before, line.quantity)?.at(pointer).into());
        }
        let consumed_quantity = before.consumed_quantity + line.quantity;
        let status =
            if consumed_quantity == before.quantity { ReservationStatus::Consumed } else { ReservationStatus::Active };
        let after = Reservation { consumed_quantity, status, movement_id: Some(movement), ..before.clone() };
        add(&mut freed, &before, line.quantity);
        keeping::put(book, Some(&before), after.touched(ctx))?;
    }
    Ok(freed)
}

/// Gives back the quantities that the lines of a movement took of reservations: those not over hold goods again, or are
/// released if a reason to let them go is given.
///
/// # Errors
/// `Missing` where a reservation is not loaded.
pub(crate) fn give_back(
    book: &mut Book,
    ctx: &Context,
    lines: &[MovementLine],
    let_go: Option<&str>,
) -> Result<Freed, Stop> {
    load(book, lines.iter().filter_map(|line| line.reservation_id))?;
    let mut freed = Freed::new();
    for line in lines {
        let Some(id) = line.reservation_id else { continue };
        let before = book.reservation(id)?.ok_or_else(|| Stop::lost("reservations", id))?.clone();
        let taken = -line.quantity;
        let status = match before.status {
            ReservationStatus::Released | ReservationStatus::Expired => before.status,
            _ if before.is_over(ctx.now()) => ReservationStatus::Expired,
            ReservationStatus::Active | ReservationStatus::Consumed => ReservationStatus::Active,
        };
        let after = Reservation {
            consumed_quantity: before.consumed_quantity - taken,
            status,
            movement_id: before.movement_id.filter(|movement| *movement != line.movement_id),
            ..before.clone()
        };
        let after = match let_go.filter(|_| status == ReservationStatus::Active) {
            // Two lines may have taken from one reservation: what is released stays so, and what it held is free.
            Some(reason) => {
                add(&mut freed, &before, before.counted());
                after.released(ctx, Some(reason.to_owned()))
            }
            None => after.touched(ctx),
        };
        if after.status == ReservationStatus::Active {
            add(&mut freed, &before, -taken);
        }
        keeping::put(book, Some(&before), after)?;
    }
    Ok(freed)
}

fn add(freed: &mut Freed, reservation: &Reservation, quantity: i64) {
    for goods in reservation.goods() {
        *freed.entry(goods).or_default() += i128::from(quantity);
    }
}

/// The reservations, and the reserved quantities of their goods, each in one load.
fn load(book: &Book, reservations: impl Iterator<Item = ReservationId>) -> Result<(), Stop> {
    let ids: Vec<ReservationId> = reservations.collect();
    require_all(book, ids.iter().copied().map(Key::Reservation).collect())?;
    let mut keys = Vec::new();
    for id in ids {
        keys.extend(book.reservation(id)?.into_iter().flat_map(keeping::keys_of));
    }
    require_all(book, keys)
}

fn too_small(book: &Book, reservation: &Reservation, wanted: i64) -> Result<Rejection, Stop> {
    let item = book.item(reservation.item_id)?.ok_or_else(|| Stop::lost("items", reservation.item_id))?;
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    let text = |units: i64| Decimal::from_units(units, decimals).to_string();
    let (left, wanted) = (text(reservation.left()), text(wanted));
    let message = format!(
        "{wanted} of item {} would leave, but the reservation has only {left} left: take the rest on a line without it",
        item.sku
    );
    Ok(Rejection::new(Code::ReservationTooSmall, message)
        .with("reservationId", reservation.id.to_string())
        .with("left", left)
        .with("wanted", wanted))
}
