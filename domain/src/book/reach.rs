//! Reach: the warehouses in which somebody acts.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Membership;
use crate::value::TypedId;
use crate::value::id::WarehouseId;

/// The warehouses in which somebody may move goods and read stock.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Reach {
    /// All of them, also those that are made later.
    #[default]
    Everywhere,
    /// These alone.
    Within(BTreeSet<WarehouseId>),
}

impl Reach {
    /// The reach of a membership, with everything below its warehouses now.
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

    /// The warehouses in either.
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
