//! The default locations of a warehouse: goods come there, or leave from there, when a line names no bin.

use std::borrow::Cow;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{ActiveState, BinsMode, Location, LocationKind, StockMovement, StockStatus, Warehouse};
use crate::stock::locations::zones;
use crate::stock::warehouses::default_locations::named;
use crate::value::id::{LocationId, WarehouseId};
use crate::value::movement_kind::{MovementKind, TransferMode};
use crate::value::place_use::Use;

/// The lines with the bins that they leave out, as far as their warehouse says which ones they mean.
///
/// Incoming goods go to the default location in every warehouse with bins. Outgoing goods are taken from one only where
/// all goods are in bins: otherwise the line means the goods outside of bins.
pub(crate) fn filled<'a>(
    book: &Book,
    movement: &StockMovement,
    lines: &'a [DraftLine],
) -> Result<Cow<'a, [DraftLine]>, Stop> {
    // A count finds goods where they lie.
    if !movement.kind.moves_goods() || movement.kind == MovementKind::CountAdjustment {
        return Ok(Cow::Borrowed(lines));
    }
    let mut lines = Cow::Borrowed(lines);
    for index in 0..lines.len() {
        let line = &lines[index];
        let comes = comes(movement, line);
        let here = match line.location_id {
            None if comes => coming(book, movement.kind, line.warehouse_id, line)?,
            None if line.reservation_id.is_none() => leaving(book, movement.kind, line.warehouse_id)?,
            _ => None,
        };
        let there = match line.to_warehouse_id {
            Some(to) if line.to_location_id.is_none() && to != line.warehouse_id => {
                coming(book, movement.kind, to, line)?
            }
            _ => None,
        };
        if here.is_some() || there.is_some() {
            let line = &mut lines.to_mut()[index];
            line.location_id = here.or(line.location_id);
            line.to_location_id = there.or(line.to_location_id);
        }
    }
    Ok(lines)
}

/// Whether goods of a line come to the warehouse that it names first.
pub(crate) fn comes(movement: &StockMovement, line: &DraftLine) -> bool {
    movement.transfer_mode == Some(TransferMode::Receive) || line.shown_quantity(movement.kind) > 0
}

/// The bin for goods that come.
fn coming(
    book: &Book,
    kind: MovementKind,
    warehouse: WarehouseId,
    line: &DraftLine,
) -> Result<Option<LocationId>, Stop> {
    let Some(warehouse) = book.warehouse(warehouse)?.filter(|one| one.bins_mode != BinsMode::None) else {
        return Ok(None);
    };
    let is_held = match line.lot_id {
        Some(lot) => book.lot(lot)?.is_some_and(|lot| lot.status != StockStatus::Available),
        None => false,
    };
    for id in default_bins(warehouse, kind, is_held) {
        if let Some(bin) = book.location(id)?.filter(|one| one.kind == LocationKind::Bin)
            && zones::is_open(book, bin)?
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The locations that a warehouse names for goods that come by a movement of this kind, the first one that may serve first; `is_held` are
/// goods that may not be used.
pub fn default_bins(warehouse: &Warehouse, kind: MovementKind, is_held: bool) -> impl Iterator<Item = LocationId> {
    let uses = [is_held.then_some(Use::Quarantine), kind.rules().comes_to];
    uses.into_iter().flatten().filter_map(|used_for| named(warehouse, used_for))
}

/// The bin for goods that leave.
fn leaving(book: &Book, kind: MovementKind, warehouse: WarehouseId) -> Result<Option<LocationId>, Stop> {
    let Some(warehouse) = book.warehouse(warehouse)?.filter(|one| one.bins_mode == BinsMode::Required) else {
        return Ok(None);
    };
    let Some(used_for) = kind.rules().leaves_from else { return Ok(None) };
    let Some(id) = named(warehouse, used_for) else { return Ok(None) };
    let is_usable = |one: &Location| one.kind == LocationKind::Bin && one.status == ActiveState::Active;
    Ok(book.location(id)?.is_some_and(is_usable).then_some(id))
}
