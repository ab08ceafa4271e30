//! The rules for every location, new or changed: first all 422, then the 409.

use crate::book::Book;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::rows::{Location, LocationKind};
use crate::stock::goods::document::uses::Uses;
use crate::stock::warehouses::found::require_warehouse;
use crate::value::change::unknown;
use crate::value::id::{LocationId, WarehouseId};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Sought, counted, limits};

/// Checks a location after a change; `before` is its old state.
pub(crate) fn check(
    book: &Book,
    before: Option<&Location>,
    after: &Location,
    mut faults: Vec<Fault>,
) -> Result<(), Stop> {
    if before.and_then(|old| old.parent_id) != after.parent_id
        && let Some(parent) = after.parent_id
    {
        faults.extend(parent_fault(book, before, after, parent)?);
    }
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    if before.is_none_or(|old| old.code != after.code)
        && let Some(other) = book.location_by_code(after.warehouse_id, &after.code)?
    {
        let message = format!("the code {} is taken in this warehouse: choose another", after.code);
        let path = format!("/warehouses/{}/locations/{other}", after.warehouse_id);
        let rejection = Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.to_string());
        return Err(rejection.offer("existing", "See the location that has it", "GET", path).into());
    }
    if after.kind == LocationKind::Bin && before.is_some_and(|old| old.kind == LocationKind::Zone) {
        let below = book.location_children(after.id)?.count();
        if below > 0 {
            let locations = counted(below, "location is", "locations are");
            let message = format!("{locations} below zone {}: move them first", after.code);
            return Err(Rejection::new(Code::LocationInUse, message).at("/kind").into());
        }
    }
    if after.kind == LocationKind::Zone && before.is_some_and(|old| old.kind == LocationKind::Bin) {
        require_never_filled(book, after)?;
    }
    Ok(())
}

/// A zone holds no goods, so that a bin in which some lay stays one.
fn require_never_filled(book: &Book, bin: &Location) -> Result<(), Stop> {
    let uses = Uses::of(book, Named::Location(bin.warehouse_id, bin.id))?;
    let Some(by) = uses.told() else { return Ok(()) };
    let message = format!("bin {} is used by {by}, and a zone cannot hold goods: create a separate zone", bin.code);
    Err(uses.with_drafts(Rejection::new(Code::LocationInUse, message).at("/kind")).into())
}

/// Why the location cannot stand there.
fn parent_fault(
    book: &Book,
    before: Option<&Location>,
    after: &Location,
    parent_id: LocationId,
) -> Result<Option<Fault>, Stop> {
    let pointer = "/parentId";
    let parent = book.location(parent_id)?.filter(|parent| parent.warehouse_id == after.warehouse_id);
    let Some(parent) = parent else { return Ok(Some(unknown(pointer, &parent_id.to_string()))) };
    if parent.kind == LocationKind::Bin {
        let message = format!("{} is a bin, and a bin cannot be a parent: choose a zone", parent.code);
        return Ok(Some(Fault::new(pointer, Code::ParentNotUsable, message)));
    }
    let mut depth = match before {
        Some(location) => height(book, location.id)?,
        None => 1,
    };
    let mut next = Some(parent_id);
    // The bound holds for stored trees, which have no cycles; it keeps damage from looping.
    while let Some(id) = next.filter(|_| depth <= limits::TREE_DEPTH * 2) {
        if id == after.id {
            let message = "a location cannot be below itself: choose a zone outside its own tree";
            return Ok(Some(Fault::new(pointer, Code::ParentCycle, message)));
        }
        depth += 1;
        next = book.location(id)?.and_then(|above| above.parent_id);
    }
    Ok((depth > limits::TREE_DEPTH).then(|| {
        let message = format!("the tree would have {depth} levels: at most {} are allowed", limits::TREE_DEPTH);
        Fault::new(pointer, Code::ParentTooDeep, message)
    }))
}

/// The number of levels of a location and everything below it.
fn height(book: &Book, id: LocationId) -> Result<usize, Stop> {
    let mut levels = 0;
    let mut level = vec![id];
    while !level.is_empty() && levels <= limits::TREE_DEPTH {
        levels += 1;
        let mut below = Vec::new();
        for id in level {
            below.extend(book.location_children(id)?.map(|child| child.id));
        }
        level = below;
    }
    Ok(levels)
}

/// The location of this warehouse, or `not_found` for an unknown or malformed id, or one of another warehouse.
pub(crate) fn require_location(
    book: &Book,
    warehouse: &Sought<WarehouseId>,
    sought: &Sought<LocationId>,
) -> Result<Location, Stop> {
    let warehouse = require_warehouse(book, warehouse)?.id;
    let id = sought.require()?;
    let location = book.location(id)?.filter(|location| location.warehouse_id == warehouse);
    Ok(location.ok_or_else(Rejection::not_found)?.clone())
}
