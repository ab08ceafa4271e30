//! Rows of a trace as they are answered: with the movements, items and warehouses that they tell of.

use std::collections::BTreeMap;
use std::ops::Range;

use domain::book::Query;
use domain::costing::trace::{Attribution, Role, TraceRow};
use domain::costing::{Phase, Place};
use domain::rows::items::Item;
use domain::rows::{MovementLine, Row as Stored, StockMovement, Warehouse};
use domain::value::id::{ItemId, MovementId, OrganizationId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{BadCell, Cell, CellValue};
use store::Snapshot;
use store::read::known_goods::GoodsThen;

use crate::http::output::{At, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::stock::quantity;

crate::wire_enum! {
    Role = "TraceRole",
    Attribution = "TraceAttribution",
}

crate::report_output! {
    /// One amount of a trace.
    pub struct CostTraceRow {
        /// Counts from 1 over all pages.
        pub number: i64 => "Number",
        /// 0 for a line of the movement itself.
        pub level: i64 => "Level" (at 3),
        /// The row that this is a part of.
        pub parent_number: Option<i64> => "Part of",
        /// `line`; for sources `from`, `owed` (more left than there was) and `absorbed`; for uses `left` (with a
        /// movement), `arrived` (elsewhere, or back), `remainder` (the rest of the goods that left, in transit or
        /// gone), `settled` (for goods that had left before), `inStock`, `variance` and `lost`; `rounding`, and
        /// `others` for rows that would be too many.
        pub role: Named<Role> => "What",
        /// The movement of the row; its line follows.
        pub movement_id: Option<Id<MovementId>>,
        pub kind: Option<Named<MovementKind>> => "Kind",
        pub sequence: Option<i64> => "Movement",
        pub line_number: Option<i64> => "Line",
        pub occurred_at: Option<At>,
        pub posting_date: Option<Day> => "Posting date",
        pub item_id: Option<Id<ItemId>>,
        pub sku: Option<String> => "Sku",
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub warehouse_code: Option<String> => "Warehouse",
        /// In the item's base unit. Null for a value without goods, and if it is unknown.
        pub quantity: Option<DecimalText> => "Quantity" (quantity),
        /// In base currency; the rows one level below add up to it.
        pub amount: DecimalText => "Amount" (amount),
        /// `exact`, or `proportional` for a share of goods that cannot be told apart.
        pub attribution: Named<Attribution> => "Attribution",
        /// Whether there is more below it than shown.
        pub is_cut: bool,
    }
}

/// Of each row the one that it is a part of.
pub fn parents(rows: &[TraceRow]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut found = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        open.truncate(usize::try_from(row.level).unwrap_or(0));
        found.push(open.last().copied());
        open.push(at);
    }
    found
}

/// Some of the rows with the names of their subjects at that time.
pub async fn described(
    snapshot: &mut Snapshot,
    frame: &Frame,
    then: &GoodsThen,
    rows: &[TraceRow],
    parents: &[Option<usize>],
    some: Range<usize>,
) -> Result<Vec<CostTraceRow>, Problem> {
    let beside = Beside::read(snapshot, then, frame.organization, rows.get(some.clone()).unwrap_or_default()).await?;
    let number = |at: usize| i64::try_from(at + 1).unwrap_or(i64::MAX);
    let told = |at: usize| {
        let row = rows.get(at)?;
        let parent = parents.get(at).copied().flatten().map(number);
        Some(beside.row(row, number(at), parent, frame))
    };
    Ok(some.filter_map(told).collect())
}

/// Data that belongs to rows.
struct Beside {
    lines: BTreeMap<(i64, i64), MovementLine>,
    movements: BTreeMap<MovementId, StockMovement>,
    items: BTreeMap<ItemId, Item>,
    warehouses: BTreeMap<WarehouseId, Warehouse>,
}

impl Beside {
    async fn read(
        snapshot: &mut Snapshot,
        then: &GoodsThen,
        whose: OrganizationId,
        rows: &[TraceRow],
    ) -> Result<Self, Problem> {
        let mut places: Vec<Place> = rows.iter().filter_map(|row| row.place).collect();
        places.sort_unstable();
        places.dedup_by_key(|place| (place.seq, place.line));
        let row = |place: &Place| Query::row::<MovementLine>(&(place.seq, i64::from(place.line)));
        let found = snapshot.load(whose, &places.iter().map(row).collect::<Vec<_>>()).await?;
        let lines = found.iter().flatten().map(|cells| MovementLine::from_cells(cells));
        let lines: Vec<MovementLine> = lines.collect::<Result<_, _>>().map_err(|bad| Problem::damaged(&bad))?;
        let movements: Vec<[u8; 16]> = lines.iter().map(|line| line.movement_id.0).collect();
        let items: Vec<[u8; 16]> = lines.iter().map(|line| line.item_id.0).collect();
        let ends = |line: &MovementLine| [Some(line.warehouse_id), line.to_warehouse_id];
        let warehouses: Vec<[u8; 16]> = lines.iter().flat_map(ends).flatten().map(|id| id.0).collect();
        let movements: Vec<StockMovement> = by_id(snapshot, whose, movements).await?;
        let items: Vec<Item> = called(then, by_id(snapshot, whose, items).await?, |row: &Item| row.id.to_cell())?;
        let warehouses: Vec<Warehouse> = by_id(snapshot, whose, warehouses).await?;
        let warehouses = called(then, warehouses, |row: &Warehouse| row.id.to_cell())?;
        Ok(Self {
            lines: lines.into_iter().map(|line| ((line.movement_seq, line.line_number), line)).collect(),
            movements: movements.into_iter().map(|row| (row.id, row)).collect(),
            items: items.into_iter().map(|row| (row.id, row)).collect(),
            warehouses: warehouses.into_iter().map(|row| (row.id, row)).collect(),
        })
    }

    fn row(&self, row: &TraceRow, number: i64, parent_number: Option<i64>, frame: &Frame) -> CostTraceRow {
        let line = row.place.and_then(|place| self.lines.get(&(place.seq, i64::from(place.line))));
        let movement = line.and_then(|line| self.movements.get(&line.movement_id));
        let item = line.and_then(|line| self.items.get(&line.item_id));
        let warehouse = line.zip(row.place).map(|(line, place)| stands_in(line, place));
        let decimals = item.map_or(0, |item| u8::try_from(item.quantity_decimals).unwrap_or(0));
        CostTraceRow {
            number,
            level: i64::from(row.level),
            parent_number,
            role: Named(row.role),
            movement_id: movement.map(|movement| Id(movement.id)),
            kind: movement.map(|movement| Named(movement.kind)),
            sequence: movement.and_then(|movement| movement.seq),
            line_number: line.map(|line| line.line_number),
            occurred_at: movement.and_then(|movement| movement.occurred_at).map(At),
            posting_date: movement.and_then(|movement| movement.posting_date).map(Day),
            item_id: item.map(|item| Id(item.id)),
            sku: item.map(|item| item.sku.clone()),
            warehouse_id: warehouse.map(Id),
            warehouse_code: warehouse.and_then(|id| self.warehouses.get(&id)).map(|row| row.code.clone()),
            quantity: row.quantity.filter(|_| item.is_some()).map(|units| quantity(i128::from(units), decimals)),
            amount: frame.amount(row.amount),
            attribution: Named(row.attribution),
            is_cut: row.is_cut,
        }
    }
}

/// The warehouse of one end of a line: where goods left, or where they came to.
fn stands_in(line: &MovementLine, place: Place) -> WarehouseId {
    match place.phase {
        Phase::Out => line.warehouse_id,
        Phase::In => line.to_warehouse_id.filter(|_| line.to_pool_id.is_some()).unwrap_or(line.warehouse_id),
    }
}

/// Rows as they were then.
fn called<R: Stored>(then: &GoodsThen, rows: Vec<R>, id: fn(&R) -> Cell) -> Result<Vec<R>, Problem> {
    let row = |now: R| Ok(then.row::<R>(id(&now))?.flatten().unwrap_or(now));
    rows.into_iter().map(row).collect::<Result<_, BadCell>>().map_err(|bad| Problem::damaged(&bad))
}

async fn by_id<R: Stored>(
    snapshot: &mut Snapshot,
    whose: OrganizationId,
    mut ids: Vec<[u8; 16]>,
) -> Result<Vec<R>, Problem> {
    ids.sort_unstable();
    ids.dedup();
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(200) {
        let mut params = vec![Cell::Id(whose.0)];
        params.extend(some.iter().map(|id| Cell::Id(*id)));
        let places: Vec<String> = (2..=params.len()).map(|number| format!("${number}")).collect();
        let rest = format!("where organization_id = $1 and id in ({})", places.join(", "));
        found.extend(snapshot.rows::<R>(&rest, &params).await?);
    }
    Ok(found)
}
