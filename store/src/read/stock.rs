//! Stock: now, and at the end of a day by posting date.

use domain::book::reach::Reach;
use domain::named_enum;
use domain::rows::StockStatus;
use domain::rows::items::Item;
use domain::value::id::{ItemCategoryId, ItemId, LocationId, LotId, OrganizationId, SerialId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Date};

use super::Conditions;
use super::columns::{Columns, Narrow, Pair, Parts, Selected, selected};
pub use super::stock_pages::on_hand;
use crate::{Fault, Snapshot};

named_enum! {
    /// The level of detail of stock.
    StockBy {
        Item = "item",
        Warehouse = "warehouse",
        /// By bin; goods in none are a row of their own.
        Location = "location",
        /// Only goods with a lot.
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
    /// Only items that are in this category itself.
    pub category: Option<ItemCategoryId>,
    /// Only items with this text in sku or name, in any case of ASCII letters.
    pub text: Option<String>,
    pub warehouse: Option<WarehouseId>,
    /// Only places in which the reader acts.
    pub reach: Reach,
    /// A bin, or a zone with everything below it.
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
            category: None,
            text: None,
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

selected! {
    /// The item of a row, from `items as i`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct StockItem() {
        id: ItemId = "i.id",
        /// The sku in lower case, by which items are ordered.
        sku_key: String = "i.sku_key",
        sku: String = "i.sku",
        name: String = "i.name",
        unit_code: String = "i.unit_code",
        quantity_decimals: u8 = Narrow("i.quantity_decimals"),
    }
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

/// Goods that lie together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnHand {
    pub item: StockItem,
    pub warehouse: Option<(WarehouseId, String)>,
    pub location: Option<(LocationId, String)>,
    pub lot: Option<(LotId, String)>,
    pub lot_status: Option<StockStatus>,
    pub best_before: Option<Date>,
    pub expires_on: Option<Date>,
    pub serial: Option<(SerialId, String)>,
    pub serial_status: Option<StockStatus>,
    /// In the item's smallest unit; below 0 for goods owed.
    pub quantity: i128,
}

impl StockBy {
    /// The columns by which rows are summed, in addition to the item.
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

/// The names shown with a key of the rows.
pub(super) struct Shown {
    key: &'static str,
    join: &'static str,
    /// The order of rows.
    pub(super) order: &'static str,
}

const SHOWN: [Shown; 4] = [
    Shown {
        key: "warehouse_id",
        join: " join warehouses as w on w.organization_id = $1 and w.id = g.warehouse_id",
        order: "w.code",
    },
    Shown {
        key: "location_id",
        join: " left join locations as l on l.organization_id = $1 and l.id = g.location_id",
        order: "coalesce(l.code, '')",
    },
    Shown {
        key: "lot_id",
        join: " left join lots as t on t.organization_id = $1 and t.id = g.lot_id",
        order: "coalesce(t.number, '')",
    },
    Shown {
        key: "serial_id",
        join: " left join serials as s on s.organization_id = $1 and s.id = g.serial_id",
        order: "coalesce(s.number, '')",
    },
];

/// The names shown with these keys.
pub(super) fn shown_with(keys: &[&str]) -> Vec<&'static Shown> {
    SHOWN.iter().filter(|one| keys.contains(&one.key)).collect()
}

selected! {
    /// A lot with its status and its days.
    struct ShownLot() {
        named: Option<(LotId, String)> = Pair("t.id", "t.number"),
        status: Option<StockStatus> = "t.status",
        best_before: Option<Date> = "t.best_before",
        expires_on: Option<Date> = "t.expires_on",
    }
}

selected! {
    /// A piece with its status.
    struct ShownSerial() {
        named: Option<(SerialId, String)> = Pair("s.id", "s.number"),
        status: Option<StockStatus> = "s.status",
    }
}

/// Rows of grouped stock `g` (`item_id`, its keys, `high` and `low`) with the names of their keys: the statement, which
/// more conditions may follow, and its reader.
pub(super) fn select(shown: &[&Shown], stock: &str) -> (String, Selected<OnHand>) {
    let is_shown = |key: &str| shown.iter().any(|one| one.key == key);
    let mut columns = Columns::default();
    let item = columns.add(StockItem::selected());
    let warehouse = is_shown("warehouse_id").then(|| columns.add(Pair("w.id", "w.code")));
    let location = is_shown("location_id").then(|| columns.add(Pair("l.id", "l.code")));
    let lot = is_shown("lot_id").then(|| columns.add(ShownLot::selected()));
    let serial = is_shown("serial_id").then(|| columns.add(ShownSerial::selected()));
    let quantity = columns.add(Parts("g."));
    let joins: String = shown.iter().map(|one| one.join).collect();
    let sql = format!(
        "select {} from ({stock}) as g \
         join items as i on i.organization_id = $1 and i.id = g.item_id{joins} where i.organization_id = $1",
        columns.text()
    );
    let read = move |row: &[Cell]| {
        let lot = lot.as_ref().map(|column| column.of(row)).transpose()?;
        let serial = serial.as_ref().map(|column| column.of(row)).transpose()?;
        Ok(OnHand {
            item: item.of(row)?,
            warehouse: warehouse.as_ref().map(|column| column.of(row)).transpose()?,
            location: location.as_ref().map(|column| column.of(row)).transpose()?.flatten(),
            lot_status: lot.as_ref().and_then(|lot| lot.status),
            best_before: lot.as_ref().and_then(|lot| lot.best_before),
            expires_on: lot.as_ref().and_then(|lot| lot.expires_on),
            lot: lot.and_then(|lot| lot.named),
            serial_status: serial.as_ref().and_then(|serial| serial.status),
            serial: serial.and_then(|serial| serial.named),
            quantity: quantity.of(row)?,
        })
    };
    (sql, Selected::new(columns, read))
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

/// Only goods in a location, or in one below it.
const WITHIN: &str = "location_id in (with recursive below (id) as (\
     select id from locations where organization_id = $1 and id = {} \
     union select b.id from locations as b join below on b.parent_id = below.id where b.organization_id = $1) \
     select id from below)";

/// Only rows that match a filter, of a table of places.
pub(super) fn narrow(conditions: &mut Conditions, filter: &StockFilter) {
    conditions.when("date <= {}", filter.as_of.map(|day| day.to_cell()));
    conditions.equal("item_id", filter.item.map(|id| id.to_cell()));
    conditions.when(
        "item_id in (select id from items where organization_id = $1 and sku_key = {})",
        filter.sku_key.clone().map(Cell::Text),
    );
    conditions.equal("warehouse_id", filter.warehouse.map(|id| id.to_cell()));
    conditions.within("warehouse_id", &filter.reach);
    conditions.when(WITHIN, filter.location.map(|id| id.to_cell()));
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
        StockBy::Item | StockBy::Warehouse | StockBy::Location => None,
    };
    if let Some(tracked) = tracked {
        conditions.when(tracked, Some(Cell::Id([0; 16])));
    }
}

/// Only items that match a filter, of `items as i`.
pub(super) fn narrow_items(conditions: &mut Conditions, filter: &StockFilter) {
    conditions.equal("i.category_id", filter.category.map(|id| id.to_cell()));
    conditions.contains(&["i.sku", "i.name"], filter.text.as_deref());
}

/// The most decimals that a quantity of any item has.
pub async fn most_decimals(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<u8, Fault> {
    let mut columns = Columns::default();
    let most = columns.add(Narrow("coalesce(max(quantity_decimals), 0)"));
    let sql = format!("select {} from items where organization_id = $1", columns.text());
    let rows = columns.rows(snapshot, &sql, &[Cell::Id(organization.0)]).await?;
    rows.first().map_or(Ok(0), |row| most.of(row))
}
