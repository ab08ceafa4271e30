//! What movements name, which therefore stays: goods, the places that they were in, and reasons.

use super::draft::{DraftLine, decode_drafts};
use super::levels::require_all;
use crate::book::{Book, Is, Key, Query};
use crate::limits;
use crate::rejection::{Code, Rejection, Value};
use crate::stop::Stop;
use crate::value::CellValue;
use crate::value::id::{ItemId, LocationId, LotId, MovementId, ReasonCodeId, SerialId, WarehouseId};

use super::rows::{StockLevel, StockMovement};

/// Something that movements may name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Named {
    /// Goods of an item.
    Item(ItemId),
    /// A warehouse.
    Warehouse(WarehouseId),
    /// A bin of a warehouse.
    Location(WarehouseId, LocationId),
    /// A lot of an item.
    Lot(ItemId, LotId),
    /// A piece of an item.
    Serial(ItemId, SerialId),
    /// Why goods moved.
    Reason(ReasonCodeId),
}

impl Named {
    /// Asks for the rows that name it: places stay known when they are empty again.
    pub(crate) fn query(self) -> Query {
        let levels = Query::all::<StockLevel>;
        match self {
            Self::Item(item) => levels().when("item_id", Is::Equal, item.to_cell()),
            Self::Warehouse(warehouse) => levels().when("warehouse_id", Is::Equal, warehouse.to_cell()),
            Self::Location(warehouse, location) => levels().when("warehouse_id", Is::Equal, warehouse.to_cell()).when(
                "location_id",
                Is::Equal,
                location.to_cell(),
            ),
            Self::Lot(item, lot) => {
                levels().when("item_id", Is::Equal, item.to_cell()).when("lot_id", Is::Equal, lot.to_cell())
            }
            Self::Serial(item, serial) => {
                levels().when("item_id", Is::Equal, item.to_cell()).when("serial_id", Is::Equal, serial.to_cell())
            }
            Self::Reason(reason) => Query::all::<StockMovement>().when("reason_code_id", Is::Equal, reason.to_cell()),
        }
    }

    pub(crate) fn is_in_level(self, level: &StockLevel) -> bool {
        match self {
            Self::Item(item) => level.item_id == item,
            Self::Warehouse(warehouse) => level.warehouse_id == warehouse,
            Self::Location(warehouse, location) => level.warehouse_id == warehouse && level.location_id == location.0,
            Self::Lot(item, lot) => level.item_id == item && level.lot_id == lot.0,
            Self::Serial(item, serial) => level.item_id == item && level.serial_id == serial.0,
            Self::Reason(_) => false,
        }
    }

    pub(crate) fn is_in_movement(self, movement: &StockMovement) -> bool {
        matches!(self, Self::Reason(reason) if movement.reason_code_id == Some(reason))
    }

    fn is_in_draft(self, line: &DraftLine) -> bool {
        match self {
            Self::Item(item) => line.item_id == item,
            Self::Warehouse(warehouse) => [Some(line.warehouse_id), line.to_warehouse_id].contains(&Some(warehouse)),
            Self::Location(_, location) => [line.location_id, line.to_location_id].contains(&Some(location)),
            Self::Lot(_, lot) => line.lot_id == Some(lot),
            Self::Serial(_, serial) => line.serial_id == Some(serial),
            Self::Reason(reason) => line.reason_code_id == Some(reason),
        }
    }
}

/// What names something.
pub(crate) struct Uses {
    pub by_movements: bool,
    pub by_counts: bool,
    /// Drafts, also those that wait for approval.
    pub drafts: Vec<MovementId>,
}

impl Uses {
    /// Everything that names it.
    pub(crate) fn of(book: &Book, named: Named) -> Result<Self, Stop> {
        let mut keys = book.naming_keys(named);
        keys.push(Key::MovementDrafts);
        if let Named::Warehouse(warehouse) = named {
            keys.push(Key::NamedByTransit(warehouse));
        }
        require_all(book, keys)?;
        Ok(Self {
            by_movements: book.is_named_by_movements(named)?,
            by_counts: book.is_named_by_counts(named)?,
            drafts: drafts_naming(book, named)?,
        })
    }

    /// Who names it, in words; `None` where nobody does.
    pub(crate) fn told(&self) -> Option<String> {
        match (self.by_movements, self.by_counts, self.drafts.len()) {
            (true, _, _) => Some("movements".to_owned()),
            (false, true, _) => Some("counts".to_owned()),
            (false, false, 0) => None,
            (false, false, 1) => Some("a draft of a movement".to_owned()),
            (false, false, many) => Some(format!("{many} drafts of movements")),
        }
    }

    /// Whether only drafts name it, which can be changed.
    pub(crate) fn is_by_drafts_alone(&self) -> bool {
        !self.by_movements && !self.by_counts && !self.drafts.is_empty()
    }

    /// A refusal with the drafts, the first of them to look at.
    pub(crate) fn with_drafts(&self, rejection: Rejection) -> Rejection {
        let Some(first) = self.drafts.first().filter(|_| self.is_by_drafts_alone()) else { return rejection };
        let listed: Vec<Value> = self.drafts.iter().take(limits::LISTED).map(|id| id.to_string().into()).collect();
        let path = format!("/inventory/movements/{first}");
        rejection
            .with("drafts", i64::try_from(self.drafts.len()).unwrap_or(i64::MAX))
            .with("movementIds", Value::List(listed))
            .offer("open-work", "Look at the first", "GET", path)
    }
}

/// The drafts that name it. One that cannot be read may name anything.
pub(crate) fn drafts_naming(book: &Book, named: Named) -> Result<Vec<MovementId>, Stop> {
    let names_it = |draft: &&StockMovement| {
        named.is_in_movement(draft)
            || decode_drafts(&draft.draft_lines).map_or(true, |lines| lines.iter().any(|line| named.is_in_draft(line)))
    };
    Ok(book.movement_drafts()?.filter(names_it).map(|draft| draft.id).collect())
}

/// Refuses to delete what a movement, a draft or a count names; `retirement` is how it can be set inactive instead, where
/// it can.
pub(crate) fn require_unused(
    book: &Book,
    named: Named,
    code: Code,
    what: &str,
    retirement: Option<(&'static str, &'static str, String)>,
) -> Result<(), Stop> {
    let mut uses = Uses::of(book, named)?;
    if let Named::Warehouse(warehouse) = named {
        // Where several share their costs, a line that says how their goods are valued names one of them, also an empty one.
        uses.by_movements = uses.by_movements || book.is_named_by_lines(warehouse)?;
    }
    let Some(by) = uses.told() else { return Ok(()) };
    if uses.is_by_drafts_alone() {
        let message = format!("{what} is named by {by}: take it out there, or delete the draft first");
        return Err(uses.with_drafts(Rejection::new(code, message)).into());
    }
    let rejection = Rejection::new(code, format!("{what} is named by {by}, which stay: retire it instead"));
    Err(match retirement {
        Some((field, value, path)) => rejection
            .offer("deactivate", "Retire it", "PUT", path)
            .body(vec![(field, Value::Text(value.to_owned()))])
            .into(),
        None => rejection.into(),
    })
}
