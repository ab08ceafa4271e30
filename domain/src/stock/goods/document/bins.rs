//! The rules of bins: whether a location is one, whether it takes goods in, and which work is done at it.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{ActiveState, BinsMode, Location, StockMovement, Warehouse};
use crate::stock::goods::document::default_places::comes;
use crate::stock::locations::zones;
use crate::value::id::LocationId;
use crate::value::movement_kind::MovementKind;
use crate::value::place_use::LocationActivity;
use crate::value::rejection::{Code, Fault};

/// How goods pass through a bin.
#[derive(Clone, Copy)]
pub(crate) struct Passing {
    /// Goods come; else they leave, or are looked at.
    pub comes: bool,
    /// One of these is done at the bin; no restriction where there are none.
    by: &'static [LocationActivity],
}

impl Passing {
    /// Goods that are counted lie wherever they do.
    pub const COUNTED: Self = Self { comes: false, by: &[] };
    /// Goods come from another place of ours: any bin may be filled up.
    pub const MOVED_IN: Self = Self { comes: true, by: &[] };
    /// Goods come from outside.
    const RECEIVED: Self = Self { comes: true, by: MovementKind::Receipt.rules().done_where_they_come };
    /// Goods are sold.
    const ISSUED: Self = Self { comes: false, by: MovementKind::Issue.rules().done_where_they_leave };

    /// The effect of a line on the bin that it names first.
    pub fn of(movement: &StockMovement, line: &DraftLine) -> Self {
        let (comes, rules) = (comes(movement, line), movement.kind.rules());
        Self { comes, by: if comes { rules.done_where_they_come } else { rules.done_where_they_leave } }
    }
}

/// The location is a bin of the warehouse in use, as far as the warehouse keeps bins.
pub(crate) fn check_bin(
    book: &Book,
    warehouse: &Warehouse,
    location_id: Option<LocationId>,
    pointer: String,
    passing: Passing,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let Some(location_id) = location_id else {
        if warehouse.bins_mode == BinsMode::Required {
            let message = format!(
                "warehouse {} keeps all goods in bins: give the location, or give the warehouse a default one",
                warehouse.code
            );
            faults.push(Fault::new(pointer, Code::MovementIncomplete, message));
        }
        return Ok(());
    };
    let location = book.location(location_id)?.ok_or_else(|| Stop::lost("locations", location_id))?;
    let above = if passing.comes { zones::above(book, location)? } else { Vec::new() };
    if let Some(message) = why_not(warehouse, location, above, passing) {
        faults.push(Fault::new(pointer, Code::LocationNotUsable, message));
    }
    Ok(())
}

/// Whether goods that are received may be put there at once; `above` are the zones in which it lies.
#[must_use]
pub fn may_be_received_at(warehouse: &Warehouse, location: &Location, above: &[Location]) -> bool {
    why_not(warehouse, location, above, Passing::RECEIVED).is_none()
}

/// Whether goods of another place of ours may be brought there; `above` are the zones in which it lies.
#[must_use]
pub fn may_be_brought_to(warehouse: &Warehouse, location: &Location, above: &[Location]) -> bool {
    why_not(warehouse, location, above, Passing::MOVED_IN).is_none()
}

/// Whether goods may be issued from there, or from outside of all bins.
#[must_use]
pub fn may_be_issued_from(warehouse: &Warehouse, location: Option<&Location>) -> bool {
    match location {
        Some(location) => why_not(warehouse, location, [], Passing::ISSUED).is_none(),
        None => warehouse.bins_mode != BinsMode::Required,
    }
}

fn why_not<'a>(
    warehouse: &Warehouse,
    location: &'a Location,
    above: impl IntoIterator<Item = &'a Location>,
    passing: Passing,
) -> Option<String> {
    let code = &location.code;
    if warehouse.bins_mode == BinsMode::None {
        return Some(format!("warehouse {} has no bins: leave the location out", warehouse.code));
    }
    if let Some(message) = location.not_a_bin() {
        return Some(message);
    }
    // Goods in an inactive bin must be able to leave it.
    if passing.comes && location.status == ActiveState::Inactive {
        return Some(format!("location {code} is inactive and accepts no goods: reactivate it or choose another"));
    }
    if let Some(zone) = above.into_iter().find(|zone| passing.comes && zone.status == ActiveState::Inactive) {
        let zone = &zone.code;
        return Some(format!(
            "location {code} is in zone {zone}, which is inactive and accepts no goods: reactivate the zone or choose \
             another location"
        ));
    }
    location.not_for(passing.by)
}
