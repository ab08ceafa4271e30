//! In which warehouses somebody acts: in all of them, or in those that his membership names, with all below them.
//!
//! What a role allows, it allows there alone. Master data is not told apart by warehouse, and neither is the ledger.

use std::collections::BTreeSet;

use super::{Membership, set_membership};
use crate::book::Book;
use crate::context::{Context, rights_of_roles};
use crate::limits;
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::WarehouseId;

/// The warehouses in which somebody may move goods, and of which he reads what is there.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Reach {
    /// All of them, also those that are made later.
    #[default]
    Everywhere,
    /// These alone.
    Within(BTreeSet<WarehouseId>),
}

impl Reach {
    /// Where a membership reaches, with what is below its warehouses now.
    ///
    /// # Errors
    /// `Missing` where it is bound and warehouses are not loaded.
    pub fn of(book: &Book, membership: &Membership) -> Result<Self, Stop> {
        let Some(bound) = &membership.warehouse_ids else { return Ok(Self::Everywhere) };
        let mut within: BTreeSet<WarehouseId> = named(bound).collect();
        let all: Vec<_> = book.warehouses()?.map(|warehouse| (warehouse.id, warehouse.parent_id)).collect();
        loop {
            let below =
                |(_, parent): &&(WarehouseId, Option<WarehouseId>)| parent.is_some_and(|id| within.contains(&id));
            let found: Vec<WarehouseId> = all.iter().filter(below).map(|(id, _)| *id).collect();
            let before = within.len();
            within.extend(found);
            if within.len() == before {
                return Ok(Self::Within(within));
            }
        }
    }

    /// Whether it holds this warehouse.
    #[must_use]
    pub fn has(&self, warehouse: WarehouseId) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Within(ids) => ids.contains(&warehouse),
        }
    }

    /// Whether it holds no warehouse at all.
    #[must_use]
    pub fn is_nowhere(&self) -> bool {
        matches!(self, Self::Within(ids) if ids.is_empty())
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        match (self, other) {
            (Self::Within(mut ids), Self::Within(others)) => {
                ids.extend(others);
                Self::Within(ids)
            }
            _ => Self::Everywhere,
        }
    }

    /// Whether all of the other is in this one.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Everywhere, _) => true,
            (Self::Within(_), Self::Everywhere) => false,
            (Self::Within(ids), Self::Within(others)) => others.is_subset(ids),
        }
    }
}

/// The warehouses that a membership names, as they are stored: wire ids separated by blanks.
pub fn named(stored: &str) -> impl Iterator<Item = WarehouseId> {
    stored.split_whitespace().filter_map(WarehouseId::parse)
}

/// The actor may act in this warehouse, which the request names at a place.
///
/// # Errors
/// `warehouse_not_assigned`; `Missing` where his membership is not loaded.
pub(crate) fn require_assigned(book: &Book, ctx: &Context, warehouse: WarehouseId, pointer: &str) -> Result<(), Stop> {
    if ctx.reach(book)?.has(warehouse) {
        return Ok(());
    }
    Err(not_assigned(book, ctx, warehouse)?.at(pointer).into())
}

/// The actor may see what is of this warehouse; what he may not see is not there for him.
///
/// # Errors
/// `not_found`; `Missing` where his membership is not loaded.
pub(crate) fn require_seen(book: &Book, ctx: &Context, warehouse: WarehouseId) -> Result<(), Stop> {
    if ctx.reach(book)?.has(warehouse) { Ok(()) } else { Err(Rejection::not_found().into()) }
}

/// The actor is bound to no warehouse: what he does concerns all of them.
///
/// # Errors
/// `warehouse_not_assigned`; `Missing` where his membership is not loaded.
pub(crate) fn require_everywhere(book: &Book, ctx: &Context, what: &str) -> Result<(), Stop> {
    if ctx.reach(book)? == Reach::Everywhere {
        return Ok(());
    }
    let message = format!("{what} concerns all warehouses, and you act in some: ask someone who acts in all of them");
    Err(Rejection::new(Code::WarehouseNotAssigned, message).into())
}

/// Nobody assigns warehouses in which he does not act himself: those that are new to a membership are the actor's own.
pub(super) fn require_within_own(
    book: &Book,
    ctx: &Context,
    before: Option<&Membership>,
    after: &Membership,
) -> Result<(), Stop> {
    let own = ctx.reach(book)?;
    if own == Reach::Everywhere {
        return Ok(());
    }
    // What somebody had he keeps where he had it; what he gets is for the actor's own warehouses.
    let gives = rights_of_roles(book, &after.roles)?;
    let allowed = match set_membership::kept(before, after.is_active) {
        Some(before) if rights_of_roles(book, &before.roles)?.covers(gives) => own.union(Reach::of(book, before)?),
        _ => own,
    };
    if allowed.covers(&Reach::of(book, after)?) {
        return Ok(());
    }
    let message =
        "you cannot assign warehouses in which you do not act yourself: name some of yours, or ask an administrator";
    Err(Rejection::new(Code::GrantExceedsRights, message).at("/warehouseIds").into())
}

/// The refusal of a warehouse.
pub(crate) fn not_assigned(book: &Book, ctx: &Context, warehouse: WarehouseId) -> Result<Rejection, Stop> {
    let code = book.warehouse(warehouse)?.map_or_else(|| warehouse.to_string(), |found| found.code.clone());
    let message =
        format!("warehouse {code} is not assigned to you: choose one that is, or ask an administrator for it");
    let assigned: Vec<String> = match ctx.reach(book)? {
        Reach::Everywhere => Vec::new(),
        Reach::Within(ids) => ids.iter().take(limits::LISTED).map(ToString::to_string).collect(),
    };
    Ok(Rejection::new(Code::WarehouseNotAssigned, message)
        .with("warehouseId", warehouse.to_string())
        .with("assignedWarehouseIds", assigned)
        .offer("warehouses", "See the warehouses", "GET", "/warehouses"))
}
