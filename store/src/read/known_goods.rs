//! Goods as the books knew them at an earlier point of their log: movements by then, and the names of that time.
//!
//! Movements are only ever appended and voided, so that the present stock, less later movements, is the stock of that
//! time. Names change: a row that facts since then wrote is read from its facts until then, and all others are as they
//! are now.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::fact::FactKind;
use domain::replay;
use domain::rows::items::Item;
use domain::rows::{FactRow, ItemCategory, Location, Lot, ReasonCode, Row, RowWrite, Serial, Warehouse};
use domain::value::id::{ItemId, LocationId, LotId, OrganizationId, ReasonCodeId, SerialId, WarehouseId};
use domain::value::{BadCell, Cell, CellValue, Date, Instant};

use super::columns::Columns;
use super::known;
use super::stock::{StockItem, most_decimals};
use crate::{Fault, Snapshot};

/// The kinds of facts that write names of goods, and of the places where they lie.
const NAMES: &[FactKind] = &[
    FactKind::WarehouseCreated,
    FactKind::WarehouseUpdated,
    FactKind::WarehouseDeleted,
    FactKind::ItemCategoryCreated,
    FactKind::ItemCategoryUpdated,
    FactKind::ItemCategoryDeleted,
    FactKind::ItemCreated,
    FactKind::ItemUpdated,
    FactKind::ItemDeleted,
    FactKind::ItemsImported,
    FactKind::LocationCreated,
    FactKind::LocationUpdated,
    FactKind::LocationDeleted,
    FactKind::LotCreated,
    FactKind::LotUpdated,
    FactKind::LotDeleted,
    FactKind::SerialCreated,
    FactKind::SerialUpdated,
    FactKind::SerialDeleted,
    FactKind::ReasonCodeCreated,
    FactKind::ReasonCodeUpdated,
    FactKind::ReasonCodeDeleted,
];

/// The tables of those rows, each of which has an id for its key.
const TABLES: [u16; 7] = [
    Warehouse::TABLE.number,
    ItemCategory::TABLE.number,
    Item::TABLE.number,
    Location::TABLE.number,
    Lot::TABLE.number,
    Serial::TABLE.number,
    ReasonCode::TABLE.number,
];

/// Places of the log that are read at once.
const SEQS_AT_ONCE: i64 = 50_000;

/// A row by its table and id.
type Named = (u16, Cell);

/// A point of the log, as goods have it.
#[derive(Clone, Debug)]
pub struct GoodsThen {
    /// The last event that was known as a whole.
    pub seq: i64,
    /// When it was written.
    pub at: Instant,
    /// Whether it is the last event there is: then everything is as it is now.
    pub is_now: bool,
    /// Rows written since, as they were then; `None` for rows that did not exist.
    rows: BTreeMap<Named, Option<Vec<Cell>>>,
}

impl GoodsThen {
    /// The point of this event; `None` where the log has not come so far.
    pub async fn read(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64) -> Result<Option<Self>, Fault> {
        let Some(point) = known::at_seq(snapshot, organization, seq).await? else { return Ok(None) };
        let last = snapshot.seq(organization).await?;
        let params = [Cell::Id(organization.0), Cell::Int(seq)];
        let facts: Vec<FactRow> = snapshot.rows("where organization_id = $1 and seq = $2", &params).await?;
        // Of an event in several parts of which some came later nothing was known.
        let whole = facts.first().map_or(seq, |fact| if fact.part == fact.parts { seq } else { seq - fact.part });
        let mut then = Self { seq: whole, at: point.at, is_now: seq == last, rows: BTreeMap::new() };
        if !then.is_now {
            let mut since: BTreeSet<Named> = BTreeSet::new();
            let mut written = |write: RowWrite| {
                since.extend(name_of(&write));
            };
            each_write(snapshot, organization, NAMES, whole + 1, last, &mut written).await?;
            then.look_up(snapshot, organization, since).await?;
        }
        Ok(Some(then))
    }

    /// The state of these rows then.
    async fn look_up(
        &mut self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        since: BTreeSet<Named>,
    ) -> Result<(), Fault> {
        if since.is_empty() {
            return Ok(());
        }
        self.rows = since.into_iter().map(|name| (name, None)).collect();
        let rows = &mut self.rows;
        let mut written = |write: RowWrite| {
            if let Some(row) = name_of(&write).and_then(|name| rows.get_mut(&name)) {
                *row = (!write.deleted).then_some(write.cells);
            }
        };
        each_write(snapshot, organization, NAMES, 1, self.seq, &mut written).await
    }

    /// The state of a row then: `None` if it is unchanged, `Some(None)` if it did not exist.
    pub fn row<R: Row>(&self, id: Cell) -> Result<Option<Option<R>>, BadCell> {
        let Some(cells) = self.rows.get(&(R::TABLE.number, id)) else { return Ok(None) };
        cells.as_ref().map(|cells| R::from_cells(cells)).transpose().map(Some)
    }

    /// The rows of a table that were written since, by id; `None` for rows that did not exist.
    pub fn rows<R: Row>(&self) -> Result<Vec<(Cell, Option<R>)>, BadCell> {
        let of_table = self.rows.iter().filter(|((table, _), _)| *table == R::TABLE.number);
        let row = |cells: &Vec<Cell>| R::from_cells(cells);
        of_table.map(|((_, id), cells)| Ok((id.clone(), cells.as_ref().map(row).transpose()?))).collect()
    }

    /// The most decimals that a quantity of any item had.
    pub async fn most_decimals(&self, snapshot: &mut Snapshot, organization: OrganizationId) -> Result<u8, Fault> {
        let changed = self.rows::<Item>()?;
        if changed.is_empty() {
            return most_decimals(snapshot, organization).await;
        }
        let mut columns = Columns::default();
        let (id, decimals) = (columns.add::<ItemId>("id"), columns.add("quantity_decimals"));
        let sql = format!("select {} from items where organization_id = $1", columns.text());
        let mut all: BTreeMap<Cell, i64> = BTreeMap::new();
        for row in &columns.rows(snapshot, &sql, &[Cell::Id(organization.0)]).await? {
            all.insert(id.of(row)?.to_cell(), decimals.of(row)?);
        }
        for (id, row) in changed {
            all.remove(&id);
            all.extend(row.map(|row| (id, row.quantity_decimals)));
        }
        Ok(u8::try_from(all.into_values().max().unwrap_or(0)).unwrap_or(0))
    }

    /// An item as it was described.
    pub fn item(&self, now: StockItem) -> Result<StockItem, BadCell> {
        Ok(self.row::<Item>(now.id.to_cell())?.flatten().map_or(now, StockItem::from))
    }

    /// A warehouse and its code.
    pub fn warehouse(&self, now: (WarehouseId, String)) -> Result<(WarehouseId, String), BadCell> {
        Ok(self.row::<Warehouse>(now.0.to_cell())?.flatten().map_or(now, |row| (row.id, row.code)))
    }

    /// A bin and its code.
    pub fn location(&self, now: Option<(LocationId, String)>) -> Result<Option<(LocationId, String)>, BadCell> {
        let Some(now) = now else { return Ok(None) };
        Ok(Some(self.row::<Location>(now.0.to_cell())?.flatten().map_or(now, |row| (row.id, row.code))))
    }

    /// A lot and its number.
    pub fn lot(&self, now: Option<(LotId, String)>) -> Result<Option<(LotId, String)>, BadCell> {
        let Some(now) = now else { return Ok(None) };
        Ok(Some(self.row::<Lot>(now.0.to_cell())?.flatten().map_or(now, |row| (row.id, row.number))))
    }

    /// A piece and its number.
    pub fn serial(&self, now: Option<(SerialId, String)>) -> Result<Option<(SerialId, String)>, BadCell> {
        let Some(now) = now else { return Ok(None) };
        Ok(Some(self.row::<Serial>(now.0.to_cell())?.flatten().map_or(now, |row| (row.id, row.number))))
    }

    /// A reason and its code.
    pub fn reason(&self, now: Option<(ReasonCodeId, String)>) -> Result<Option<(ReasonCodeId, String)>, BadCell> {
        let Some(now) = now else { return Ok(None) };
        Ok(Some(self.row::<ReasonCode>(now.0.to_cell())?.flatten().map_or(now, |row| (row.id, row.code))))
    }
}

/// Which row it is, where it is one of those that have names.
fn name_of(write: &RowWrite) -> Option<Named> {
    TABLES
        .contains(&write.table.number)
        .then(|| (write.table.number, write.cells.first().cloned().unwrap_or(Cell::Null)))
}

/// Rows of a table, by id, that facts of these kinds wrote since: as the last of them before had written them, `None`
/// for rows that did not exist.
pub(super) async fn written_since<R: Row>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    then: &GoodsThen,
    kinds: &[FactKind],
) -> Result<BTreeMap<Cell, Option<R>>, Fault> {
    let id_of = |write: &RowWrite| write.cells.first().filter(|_| write.table.number == R::TABLE.number).cloned();
    let last = snapshot.seq(organization).await?;
    let mut cells: BTreeMap<Cell, Option<Vec<Cell>>> = BTreeMap::new();
    let mut written = |write: RowWrite| cells.extend(id_of(&write).map(|id| (id, None)));
    each_write(snapshot, organization, kinds, then.seq + 1, last, &mut written).await?;
    if !cells.is_empty() {
        let mut before = |write: RowWrite| {
            if let Some(row) = id_of(&write).and_then(|id| cells.get_mut(&id)) {
                *row = (!write.deleted).then_some(write.cells);
            }
        };
        each_write(snapshot, organization, kinds, 1, then.seq, &mut before).await?;
    }
    let row = |cells: Vec<Cell>| R::from_cells(&cells);
    cells.into_iter().map(|(id, cells)| Ok((id, cells.map(row).transpose()?))).collect()
}

/// Hands on the rows that facts of these kinds, all of master data, wrote within these places of the log, in their
/// order.
async fn each_write(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    kinds: &[FactKind],
    first: i64,
    last: i64,
    take: &mut (dyn FnMut(RowWrite) + Send),
) -> Result<(), Fault> {
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("'{}'", kind.name())).collect();
    let rest = format!(
        "where organization_id = $1 and {} and kind in ({}) and seq >= $2 and seq <= $3 order by seq",
        known::OF_MASTER_DATA,
        kinds.join(", ")
    );
    let mut payload = Vec::new();
    let mut from = first;
    while from <= last {
        let to = last.min(from + SEQS_AT_ONCE - 1);
        let params = [Cell::Id(organization.0), Cell::Int(from), Cell::Int(to)];
        let facts: Vec<FactRow> = snapshot.rows(&rest, &params).await?;
        for fact in facts {
            if fact.part == 1 {
                payload.clear();
            }
            payload.extend_from_slice(&fact.payload);
            if fact.part == fact.parts {
                replay::writes(&payload)?.into_iter().for_each(&mut *take);
            }
        }
        from = to + 1;
    }
    Ok(())
}

/// The names of all warehouses.
pub(super) async fn warehouses(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    then: &GoodsThen,
) -> Result<BTreeMap<WarehouseId, String>, Fault> {
    let rows: Vec<Warehouse> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    rows.into_iter().map(|row| Ok(then.warehouse((row.id, row.code))?)).collect()
}

/// The rows that the event at a place of the log wrote, also if it is in several parts.
pub(super) async fn written_by(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    seq: i64,
) -> Result<Vec<RowWrite>, Fault> {
    let own = |last: i64| [Cell::Id(organization.0), Cell::Int(seq), Cell::Int(last)];
    let parts = "where organization_id = $1 and seq >= $2 and seq <= $3 order by seq";
    let first: Vec<FactRow> = snapshot.rows(parts, &own(seq)).await?;
    let last = first.first().map(|fact| seq + fact.parts - fact.part);
    let last = last.ok_or_else(|| Fault::Corrupt(format!("the log has no event {seq}")))?;
    let facts: Vec<FactRow> = snapshot.rows(parts, &own(last)).await?;
    let payload: Vec<u8> = facts.into_iter().flat_map(|fact| fact.payload).collect();
    Ok(replay::writes(&payload)?)
}

/// The movements of goods in a statement: the condition of each on `movements as m`, and whether their quantities are
/// added or subtracted.
#[derive(Clone, Debug)]
pub(super) struct Legs {
    /// `1` or `-1`.
    pub sign: i8,
    pub condition: String,
}

/// The difference between today's stock and that of then: movements posted since are subtracted, those voided since are
/// added. A condition on the day, with `{}` for its column, narrows both.
pub(super) fn since(then: &GoodsThen, day: Option<&str>, params: &mut Vec<Cell>) -> Vec<Legs> {
    if then.is_now {
        return Vec::new();
    }
    let mut bind = |cell: Cell| {
        params.push(cell);
        format!("${}", params.len())
    };
    let (seq, at) = (bind(Cell::Int(then.seq)), bind(then.at.to_cell()));
    let on = |column: &str| day.map_or_else(String::new, |day| format!(" and {}", day.replace("{}", column)));
    vec![
        Legs { sign: -1, condition: format!("m.seq > {seq}{}", on("m.posting_date")) },
        Legs { sign: 1, condition: format!("m.voided_at is not null and m.voided_at > {at}{}", on("m.void_date")) },
    ]
}

/// The movements in effect at the end of a day, by posting date: posted by then, and not voided as of then.
pub(super) fn in_effect(then: &GoodsThen, day: Option<Date>, params: &mut Vec<Cell>) -> String {
    params.extend([Cell::Int(then.seq), then.at.to_cell()]);
    let (seq, at) = (params.len() - 1, params.len());
    let Some(day) = day else {
        return format!("m.seq <= ${seq} and (m.status = 'posted' or m.voided_at > ${at})");
    };
    params.push(day.to_cell());
    let day = params.len();
    format!(
        "m.seq <= ${seq} and m.posting_date <= ${day} \
         and (m.status = 'posted' or m.voided_at > ${at} or m.void_date > ${day})"
    )
}

/// Rows of `item_id`, `warehouse_id`, `location_id`, `lot_id`, `serial_id` and `quantity`: one for each place that goods left
/// or came to. `more` are columns before them.
pub(super) fn of_places(legs: &Legs, more: &str, params: &mut Vec<Cell>) -> String {
    params.push(Cell::Id([0; 16]));
    let none = format!("${}", params.len());
    let leg = |[warehouse, location]: [&str; 2], sign: i8, only: &str| {
        format!(
            "select {more}x.item_id, {warehouse} as warehouse_id, coalesce({location}, {none}) as location_id, \
             coalesce(x.lot_id, {none}) as lot_id, coalesce(x.serial_id, {none}) as serial_id, \
             {sign} * x.quantity as quantity from movements as m cross join movement_lines as x \
             where m.organization_id = $1 and {} and x.organization_id = $1 and x.movement_seq = m.seq \
             and x.quantity <> 0{only}",
            legs.condition
        )
    };
    let left = leg(["x.warehouse_id", "x.location_id"], legs.sign, "");
    let came = leg(["x.to_warehouse_id", "x.to_location_id"], -legs.sign, " and x.to_warehouse_id is not null");
    format!("{left} union all {came}")
}

/// A day in a condition, with `{}` for the column: at the end of it.
pub(super) fn until(day: Option<Date>, params: &mut Vec<Cell>) -> Option<String> {
    let day = day?;
    params.push(day.to_cell());
    Some(format!("{{}} <= ${}", params.len()))
}
