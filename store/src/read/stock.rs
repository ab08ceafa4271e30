//! What is in stock: now, and at the end of a day by posting date.

use domain::access::Reach;
use domain::inventory::items::Item;
use domain::inventory::lots::StockStatus;
use domain::named_enum;
use domain::value::id::{ItemId, LocationId, LotId, OrganizationId, SerialId, WarehouseId};
use domain::value::{BadCell, Cell, CellKind, CellValue, Date};

use super::Conditions;
use super::parts::whole;
pub use super::stock_pages::on_hand;
use crate::{Fault, Snapshot};

named_enum! {
    /// How far stock is told apart.
    StockBy {
        Item = "item",
        Warehouse = "warehouse",
        /// By bin; what lies in none is a row of its own.
        Location = "location",
        /// Only what has a lot.
        Lot = "lot",
        /// Piece by piece, with the place of each.
        Serial = "serial",
    }
}

/// Which stock.
#[derive(Clone, Debug)]
pub struct StockFilter {
    pub by: StockBy,
    pub item: Option<ItemId>,
    /// In lower case, as it is kept.
    pub sku_key: Option<String>,
    pub warehouse: Option<WarehouseId>,
    /// Only what lies where the reader acts.
    pub reach: Reach,
    pub location: Option<LocationId>,
    pub lot: Option<LotId>,
    pub serial: Option<SerialId>,
    /// Only lots in this status.
    pub lot_status: Option<StockStatus>,
    /// Only lots that may be used until this day at the latest.
    pub expires_until: Option<Date>,
    /// At the end of this day; now where absent.
    pub as_of: Option<Date>,
    /// Leaves out places of which nothing is left and nothing is owed.
    pub non_zero: bool,
}

impl StockFilter {
    /// All goods where the reader acts, places of which nothing is left among them.
    #[must_use]
    pub fn all(by: StockBy, reach: Reach) -> Self {
        Self {
            by,
            item: None,
            sku_key: None,
            warehouse: None,
            reach,
            location: None,
            lot: None,
            serial: None,
            lot_status: None,
            expires_until: None,
            as_of: None,
            non_zero: false,
        }
    }
}

/// The item of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StockItem {
    pub id: ItemId,
    /// The sku in lower case, by which items are ordered.
    pub sku_key: String,
    pub sku: String,
    pub name: String,
    pub unit_code: String,
    pub quantity_decimals: u8,
}

impl From<Item> for StockItem {
    fn from(item: Item) -> Self {
        Self {
            id: item.id,
            sku_key: item.sku_key,
            sku: item.sku,
            name: item.name,
            unit_code: item.unit_code,
            quantity_decimals: u8::try_from(item.quantity_decimals).unwrap_or(0),
        }
    }
}

/// What lies together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnHand {
    pub item: StockItem,
    pub warehouse: Option<(WarehouseId, String)>,
    pub location: Option<(LocationId, String)>,
    pub lot: Option<(LotId, String)>,
    pub lot_status: Option<StockStatus>,
    pub expires_on: Option<Date>,
    pub serial: Option<(SerialId, String)>,
    pub serial_status: Option<StockStatus>,
    /// In the item's smallest unit; below 0 what is owed.
    pub quantity: i128,
}

/// The first columns of a row about an item, from `items as i`.
pub(super) const ITEM_COLUMNS: &str = "i.id, i.sku_key, i.sku, i.name, i.unit_code, i.quantity_decimals";
pub(super) const ITEM_KINDS: [CellKind; 6] =
    [CellKind::Id, CellKind::Text, CellKind::Text, CellKind::Text, CellKind::Text, CellKind::Int];

impl StockBy {
    /// The columns by which rows are summed, beside the item.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Item => &[],
            Self::Warehouse => &["warehouse_id"],
            Self::Location => &["warehouse_id", "location_id"],
            Self::Lot => &["warehouse_id", "lot_id"],
            Self::Serial => &["warehouse_id", "location_id", "lot_id", "serial_id"],
        }
    }
}

/// What a key of the rows is shown with.
pub(super) struct Shown {
    key: &'static str,
    join: &'static str,
    /// By what rows are ordered.
    pub(super) order: &'static str,
    columns: &'static str,
    kinds: &'static [CellKind],
}

const SHOWN: [Shown; 4] = [
    Shown {
        key: "warehouse_id",
        join: " join warehouses as w on w.organization_id = $1 and w.id = g.warehouse_id",
        order: "w.code",
        columns: ", w.id, w.code",
        kinds: &[CellKind::Id, CellKind::Text],
    },
    Shown {
        key: "location_id",
        join: " left join locations as l on l.organization_id = $1 and l.id = g.location_id",
        order: "coalesce(l.code, '')",
        columns: ", l.id, l.code",
        kinds: &[CellKind::Id, CellKind::Text],
    },
    Shown {
        key: "lot_id",
        join: " left join lots as t on t.organization_id = $1 and t.id = g.lot_id",
        order: "coalesce(t.number, '')",
        columns: ", t.id, t.number, t.status, t.expires_on",
        kinds: &[CellKind::Id, CellKind::Text, CellKind::Text, CellKind::Text],
    },
    Shown {
        key: "serial_id",
        join: " left join serials as s on s.organization_id = $1 and s.id = g.serial_id",
        order: "coalesce(s.number, '')",
        columns: ", s.id, s.number, s.status",
        kinds: &[CellKind::Id, CellKind::Text, CellKind::Text],
    },
];

/// What these keys are shown with.
pub(super) fn shown_with(keys: &[&str]) -> Vec<&'static Shown> {
    SHOWN.iter().filter(|one| keys.contains(&one.key)).collect()
}

/// Rows of grouped stock `g` (`item_id`, its keys, `high` and `low`) with what their keys are called, and the kinds of its
/// columns. More conditions may follow.
pub(super) fn select(shown: &[&Shown], stock: &str) -> (String, Vec<CellKind>) {
    let joins: String = shown.iter().map(|one| one.join).collect();
    let columns: String = shown.iter().map(|one| one.columns).collect();
    let mut kinds = ITEM_KINDS.to_vec();
    shown.iter().for_each(|one| kinds.extend(one.kinds));
    kinds.extend([CellKind::Int; 2]);
    let sql = format!(
        "select {ITEM_COLUMNS}{columns}, cast(g.high as bigint), cast(g.low as bigint) from ({stock}) as g \
         join items as i on i.organization_id = $1 and i.id = g.item_id{joins} where i.organization_id = $1"
    );
    (sql, kinds)
}

/// Kinds of the cells that say where a page begins.
#[must_use]
pub fn place_kinds(by: StockBy) -> Vec<CellKind> {
    vec![CellKind::Text; 1 + by.keys().len()]
}

impl OnHand {
    /// Where the next page begins behind this row.
    #[must_use]
    pub fn place(&self, by: StockBy) -> Vec<Cell> {
        let text = |code: Option<&String>| Cell::Text(code.cloned().unwrap_or_default());
        let mut place = vec![Cell::Text(self.item.sku_key.clone())];
        place.extend(by.keys().iter().map(|key| match *key {
            "warehouse_id" => text(self.warehouse.as_ref().map(|(_, code)| code)),
            "location_id" => text(self.location.as_ref().map(|(_, code)| code)),
            "lot_id" => text(self.lot.as_ref().map(|(_, number)| number)),
            _ => text(self.serial.as_ref().map(|(_, number)| number)),
        }));
        place
    }
}

/// Only what a filter asks for, of a table of places.
pub(super) fn narrow(conditions: &mut Conditions, filter: &StockFilter) {
    conditions.when("date <= {}", filter.as_of.map(|day| day.to_cell()));
    conditions.equal("item_id", filter.item.map(|id| id.to_cell()));
    conditions.when(
        "item_id in (select id from items where organization_id = $1 and sku_key = {})",
        filter.sku_key.clone().map(Cell::Text),
    );
    conditions.equal("warehouse_id", filter.warehouse.map(|id| id.to_cell()));
    conditions.within("warehouse_id", &filter.reach);
    conditions.equal("location_id", filter.location.map(|id| id.to_cell()));
    conditions.equal("lot_id", filter.lot.map(|id| id.to_cell()));
    conditions.equal("serial_id", filter.serial.map(|id| id.to_cell()));
    conditions.when(
        "lot_id in (select id from lots where organization_id = $1 and status = {})",
        filter.lot_status.map(|status| status.to_cell()),
    );
    conditions.when(
        "lot_id in (select id from lots where organization_id = $1 and expires_on <= {})",
        filter.expires_until.map(|day| day.to_cell()),
    );
    // Zeros are stock of no lot, and of no piece.
    let tracked = match filter.by {
        StockBy::Lot => Some("lot_id <> {}"),
        StockBy::Serial => Some("serial_id <> {}"),
        _ => None,
    };
    if let Some(tracked) = tracked {
        conditions.when(tracked, Some(Cell::Id([0; 16])));
    }
}

pub(super) fn row(cells: &[Cell], shown: &[&Shown]) -> Result<OnHand, Fault> {
    let mut found = OnHand {
        item: item(cells)?,
        warehouse: None,
        location: None,
        lot: None,
        lot_status: None,
        expires_on: None,
        serial: None,
        serial_status: None,
        quantity: whole(cells, cells.len().saturating_sub(2))?,
    };
    let mut place = ITEM_KINDS.len();
    for one in shown {
        let own = cells.get(place..).unwrap_or_default();
        match one.key {
            "warehouse_id" => found.warehouse = named(own)?,
            "location_id" => found.location = named(own)?,
            "lot_id" => {
                found.lot = named(own)?;
                found.lot_status = at(own, 2)?;
                found.expires_on = at(own, 3)?;
            }
            _ => {
                found.serial = named(own)?;
                found.serial_status = at(own, 2)?;
            }
        }
        place += one.kinds.len();
    }
    Ok(found)
}

/// The item that a row begins with.
pub(super) fn item(cells: &[Cell]) -> Result<StockItem, Fault> {
    Ok(StockItem {
        id: at(cells, 0)?,
        sku_key: at(cells, 1)?,
        sku: at(cells, 2)?,
        name: at(cells, 3)?,
        unit_code: at(cells, 4)?,
        quantity_decimals: u8::try_from(at::<i64>(cells, 5)?).unwrap_or(0),
    })
}

/// An id and what it is called by, where there is one.
pub(super) fn named<I: CellValue>(cells: &[Cell]) -> Result<Option<(I, String)>, BadCell> {
    let (id, name): (Option<I>, Option<String>) = (at(cells, 0)?, at(cells, 1)?);
    Ok(id.zip(name))
}

pub(super) fn at<T: CellValue>(cells: &[Cell], place: usize) -> Result<T, BadCell> {
    T::from_cell(cells.get(place).unwrap_or(&Cell::Null))
}

/// The most decimals that a quantity of any item has.
///
/// # Errors
/// Where the database fails.
pub async fn most_decimals(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<u8, Fault> {
    let sql = "select coalesce(max(quantity_decimals), 0) from items where organization_id = $1";
    let rows = snapshot.query(sql, &[Cell::Id(organization.0)], &[CellKind::Int]).await?;
    let most: i64 = at(rows.first().map_or(&[], Vec::as_slice), 0)?;
    Ok(u8::try_from(most).unwrap_or(0))
}
