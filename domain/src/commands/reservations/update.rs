//! Changes a reservation by merge: absent leaves, null clears.

use crate::access::reach::require_seen;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::reservations::available;
use crate::stock::reservations::keeping::{self, check_expiry};
use crate::value::id::ReservationId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Decimal, Instant, Json, Patch, Sought, limits, units};

/// Changes the fields that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateReservation {
    pub reservation: Sought<ReservationId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    /// The whole reserved quantity, in the item's base unit, including the quantity that movements took: more than
    /// that.
    pub quantity: Option<Decimal>,
    pub expires_at: Patch<Instant>,
    pub reference: Patch<String>,
    pub metadata: Patch<Json>,
}

impl Decide for UpdateReservation {
    const PERMISSION: Permission = Permission::ReservationsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        let Some(id) = self.reservation.id() else { return };
        keys.push(Key::Reservation(id));
        if let Ok(Some(reservation)) = book.reservation(id) {
            keys.push(Key::Item(reservation.item_id));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = keeping::require(book, &self.reservation)?;
        require_seen(book, ctx, before.warehouse_id)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        if let Some(quantity) = self.quantity {
            let item = book.item(before.item_id)?.ok_or_else(|| Stop::lost("items", before.item_id))?;
            let decimals = u8::try_from(item.quantity_decimals).unwrap_or(limits::QUANTITY_DECIMALS);
            match units::exact(quantity, decimals) {
                Err((code, message)) => faults.push(Fault::new("/quantity", code, message)),
                Ok(much) if much <= before.consumed_quantity => {
                    let taken = Decimal::from_units(before.consumed_quantity, decimals);
                    let message = format!(
                        "movements have taken {taken} of it: give more than that, or release the \
                         rest"
                    );
                    faults.push(Fault::new("/quantity", Code::QuantityNotUsable, message));
                }
                Ok(much) if before.serial_id.is_some() && much != 1 => {
                    let message = "a piece with a serial number has the quantity 1";
                    faults.push(Fault::new("/quantity", Code::QuantityNotUsable, message));
                }
                Ok(much) if much > limits::POOL_QUANTITY => {
                    let message = units::beyond(quantity, decimals);
                    faults.push(Fault::new("/quantity", Code::AmountOutOfRange, message));
                }
                Ok(much) => after.quantity = much,
            }
        }
        self.expires_at.clone().apply(&mut after.expires_at);
        self.reference.clone().apply(&mut after.reference);
        after.metadata = self.metadata.merged_into(&after.metadata, "{}");
        if after.metadata.len() > limits::METADATA_BYTES {
            let message =
                format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
            faults.push(Fault::new("/metadata", Code::LimitReached, message));
        }
        let moves = (before.quantity, before.expires_at) != (after.quantity, after.expires_at);
        if before.expires_at != after.expires_at {
            faults.extend(check_expiry(after.expires_at, ctx.now()));
        }
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        if moves {
            keeping::require_active(&before, ctx.now()).map_err(|no| Stop::from(*no))?;
        }
        let more = after.quantity - before.quantity;
        if more > 0 {
            available::require_free(book, ctx.now(), before.goods(), more)?;
        }
        let after = after.touched(ctx);
        let (id, version) = (after.id, after.version);
        keeping::put(book, Some(&before), after)?;
        let recorded = book.record(ctx, FactKind::ReservationUpdated, id);
        Ok(Reply::new(id, version, recorded))
    }
}
