//! The reach of a member: all warehouses, or those that their membership names, with everything below.
//!
//! The rights of a role hold there alone. Master data does not belong to warehouses, and neither does the ledger.

use crate::book::Book;
use crate::book::context::{Context, rights_of_roles};
use crate::book::reach::Reach;
use crate::book::stop::Stop;
use crate::rows::Membership;
use crate::value::id::WarehouseId;
use crate::value::limits;
use crate::value::rejection::{Code, Rejection};

/// Requires that the actor may act in this warehouse, which the request names at `pointer`.
///
/// # Errors
/// `warehouse_not_assigned`; `Missing` where their membership is not loaded.
pub(crate) fn require_assigned(book: &Book, ctx: &Context, warehouse: WarehouseId, pointer: &str) -> Result<(), Stop> {
    if ctx.reach(book)?.has(warehouse) {
        return Ok(());
    }
    Err(not_assigned(book, ctx, warehouse)?.at(pointer).into())
}

/// Requires that the actor may see rows of this warehouse; for anybody else, they do not exist.
///
/// # Errors
/// `not_found`; `Missing` where their membership is not loaded.
pub(crate) fn require_seen(book: &Book, ctx: &Context, warehouse: WarehouseId) -> Result<(), Stop> {
    if ctx.reach(book)?.has(warehouse) { Ok(()) } else { Err(Rejection::not_found().into()) }
}

/// Requires that the actor is bound to no warehouse: their act concerns all of them.
///
/// # Errors
/// `warehouse_not_assigned`; `Missing` where their membership is not loaded.
pub(crate) fn require_everywhere(book: &Book, ctx: &Context, what: &str) -> Result<(), Stop> {
    if ctx.reach(book)? == Reach::Everywhere {
        return Ok(());
    }
    let message = format!(
        "{what} concerns all warehouses, and you have access to only some: ask someone with access \
         to all"
    );
    Err(Rejection::new(Code::WarehouseNotAssigned, message).into())
}

/// Nobody assigns warehouses in which they do not act themselves: warehouses that are new to a membership are the
/// actor's own.
pub(crate) fn require_within_own(
    book: &Book,
    ctx: &Context,
    before: Option<&Membership>,
    after: &Membership,
) -> Result<(), Stop> {
    let own = ctx.reach(book)?;
    if own == Reach::Everywhere {
        return Ok(());
    }
    // The member keeps old rights in the old warehouses; new rights are for the actor's own warehouses.
    let gives = rights_of_roles(book, &after.roles)?;
    let allowed = match kept(before, after.is_active) {
        Some(before) if rights_of_roles(book, &before.roles)?.covers(gives) => own.union(Reach::of(book, before)?),
        _ => own,
    };
    if allowed.covers(&Reach::of(book, after)?) {
        return Ok(());
    }
    let message =
        "you cannot assign warehouses that you have no access to: choose some of yours, or ask an administrator";
    Err(Rejection::new(Code::GrantExceedsRights, message).at("/warehouseIds").into())
}

/// The refusal of a warehouse.
pub(crate) fn not_assigned(book: &Book, ctx: &Context, warehouse: WarehouseId) -> Result<Rejection, Stop> {
    let code = book.warehouse(warehouse)?.map_or_else(|| warehouse.to_string(), |found| found.code.clone());
    let message =
        format!("warehouse {code} is not assigned to you: choose one that is, or ask an administrator to assign it");
    let assigned: Vec<String> = match ctx.reach(book)? {
        Reach::Everywhere => Vec::new(),
        Reach::Within(ids) => ids.iter().take(limits::LISTED).map(ToString::to_string).collect(),
    };
    Ok(Rejection::new(Code::WarehouseNotAssigned, message)
        .with("warehouseId", warehouse.to_string())
        .with("assignedWarehouseIds", assigned)
        .offer("warehouses", "See the warehouses", "GET", "/warehouses"))
}

/// The state that a change may keep. The rights of an inactive membership come back with it, so they count as new when
/// it is activated, and as held when it stays or becomes inactive.
pub(crate) fn kept(before: Option<&Membership>, is_active: bool) -> Option<&Membership> {
    before.filter(|before| before.is_active || !is_active)
}
