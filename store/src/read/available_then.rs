//! Availability as the books knew it at an earlier point of their log, and the items at or below their reorder point by
//! then.
//!
//! Stock is today's less later movements. A reservation is as its own facts had it, less the quantity that movements
//! had taken: today's figure, without movements posted since, and with those voided since. Stock and reservations are
//! read as a whole, because lots and warehouses may have changed since.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::fact::FactKind;
use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::rows::{ActiveState, Lot, Reservation, ReservationStatus, Row, Serial, Warehouse};
use domain::stock::held::is_held;
use domain::value::id::{ItemId, LotId, OrganizationId, ReservationId, SerialId, WarehouseId};
use domain::value::{Cell, CellValue};

use super::availability::{AvailabilityFilter, Available, Figures, Moment};
use super::columns::{Columns, Sum, SumBy};
use super::days::Days;
use super::in_transit::{self, InTransit, TransitFilter};
use super::known_goods::{GoodsThen, in_effect, since, written_since};
use super::reorder::{LowItem, supplier};
use super::stock::{StockBy, StockFilter, StockItem};
use super::stock_then::{self, Until, places};
use crate::{Fault, Snapshot};

/// The kinds of facts that change reservations, other than movements.
const RESERVATIONS: &[FactKind] = &[
    FactKind::ReservationCreated,
    FactKind::ReservationUpdated,
    FactKind::ReservationReleased,
    FactKind::ReservationExpired,
    FactKind::ReservationShort,
];

/// The stock available in all warehouses in which the reader acts.
#[derive(Clone, Debug)]
pub struct AvailableThen {
    point: GoodsThen,
    /// The instant that is asked for, at which nothing more was known, and the day that it was where the organization is.
    moment: Moment,
    reach: Reach,
    /// All warehouses, as they were.
    warehouses: BTreeMap<WarehouseId, Warehouse>,
    figures: BTreeMap<(ItemId, WarehouseId), Figures>,
    /// The held quantity of each lot and piece.
    held: BTreeMap<(ItemId, WarehouseId, Cell), i128>,
}

impl AvailableThen {
    /// At this point.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        point: GoodsThen,
        moment: Moment,
        reach: Reach,
    ) -> Result<Self, Fault> {
        let all: Vec<Warehouse> = rows_then(snapshot, organization, &point, "").await?;
        let warehouses = all.into_iter().map(|warehouse| (warehouse.id, warehouse)).collect();
        let mut then = Self { point, moment, reach, warehouses, figures: BTreeMap::new(), held: BTreeMap::new() };
        then.add_stock(snapshot, organization).await?;
        then.add_reserved(snapshot, organization).await?;
        Ok(then)
    }

    /// A warehouse as it was.
    #[must_use]
    pub fn warehouse(&self, id: WarehouseId) -> Option<&Warehouse> {
        self.warehouses.get(&id)
    }

    /// The available quantity of an item in a warehouse, in the item's smallest unit.
    #[must_use]
    pub fn available(&self, item: ItemId, warehouse: WarehouseId) -> i128 {
        self.figures.get(&(item, warehouse)).map_or(0, |figures| figures.available())
    }

    /// The next items after a sku in lower case, as [`super::reorder::low_items`] has those of now.
    pub async fn low_items(
        &self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        warehouse: Option<WarehouseId>,
        after: Option<&str>,
        most: usize,
    ) -> Result<Vec<LowItem>, Fault> {
        if self.reach.is_nowhere() {
            return Ok(Vec::new());
        }
        let mut sums: BTreeMap<ItemId, Figures> = BTreeMap::new();
        let counts = |id: &WarehouseId| warehouse.is_none_or(|one| one == *id);
        for ((item, _), figures) in self.figures.iter().filter(|((_, id), _)| counts(id)) {
            sums.entry(*item).or_default().add(*figures);
        }
        for (item, _, incoming) in self.incoming(snapshot, organization, None, warehouse).await? {
            sums.entry(item).or_default().add(incoming);
        }
        let wanted = " and status = 'active' and reorder_point is not null";
        let mut low: Vec<LowItem> = Vec::new();
        for item in rows_then::<Item>(snapshot, organization, &self.point, wanted).await? {
            let Some(reorder_point) = item.reorder_point.filter(|_| item.status == ActiveState::Active) else {
                continue;
            };
            let figures = sums.get(&item.id).copied().unwrap_or_default();
            let low_item = LowItem {
                reorder_point,
                min_quantity: item.min_quantity,
                max_quantity: item.max_quantity,
                lead_time_days: item.lead_time_days,
                supplier: None,
                item: item.into(),
                figures,
            };
            if low_item.is_low() && after.is_none_or(|after| low_item.item.sku_key.as_str() > after) {
                low.push(low_item);
            }
        }
        low.sort_by(|one, other| one.item.sku_key.cmp(&other.item.sku_key));
        low.truncate(most);
        for row in &mut low {
            let mut params = vec![Cell::Id(organization.0), row.item.id.to_cell()];
            let condition = in_effect(&self.point, None, &mut params);
            row.supplier = supplier(snapshot, params, &condition, &self.reach).await?;
        }
        Ok(low)
    }

    /// All rows by sku and warehouse, as [`super::availability::by_warehouse`] has those of now. The filter's reach does not count.
    pub async fn rows(
        &self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        filter: &AvailabilityFilter,
    ) -> Result<Vec<Available>, Fault> {
        let mut figures = self.figures.clone();
        for (item, to, incoming) in self.incoming(snapshot, organization, filter.item, filter.warehouse).await? {
            figures.entry((item, to)).or_default().add(incoming);
        }
        let mut wanted: BTreeSet<(ItemId, WarehouseId)> =
            figures.iter().filter(|(_, row)| row.is_there()).map(|(key, _)| *key).collect();
        if !filter.non_zero {
            let all = StockFilter::all(StockBy::Warehouse, self.reach.clone());
            let stock = stock_then::on_hand(snapshot, organization, &all, &self.point, Until::Posted(None)).await?;
            wanted.extend(stock.into_iter().filter_map(|one| Some((one.item.id, one.warehouse?.0))));
        }
        wanted.retain(|(item, warehouse)| {
            filter.item.is_none_or(|one| one == *item) && filter.warehouse.is_none_or(|one| one == *warehouse)
        });
        let items: BTreeMap<ItemId, StockItem> = rows_then::<Item>(snapshot, organization, &self.point, "")
            .await?
            .into_iter()
            .filter(|item| filter.sku_key.as_ref().is_none_or(|sku| *sku == item.sku_key))
            .map(|item| (item.id, item.into()))
            .collect();
        let row = |(item, warehouse): (ItemId, WarehouseId)| {
            Some(Available {
                item: items.get(&item)?.clone(),
                warehouse_id: warehouse,
                warehouse_code: self.warehouse(warehouse)?.code.clone(),
                figures: figures.get(&(item, warehouse)).copied().unwrap_or_default(),
            })
        };
        let mut rows: Vec<Available> = wanted.into_iter().filter_map(row).collect();
        rows.sort_by_cached_key(Available::place);
        Ok(rows)
    }

    /// Goods in transit to warehouses in which the reader acts, line by line.
    async fn incoming(
        &self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        item: Option<ItemId>,
        to: Option<WarehouseId>,
    ) -> Result<Vec<(ItemId, WarehouseId, Figures)>, Fault> {
        let transit = TransitFilter { item, to, ..TransitFilter::default() };
        let lines = in_transit::lines(snapshot, organization, &transit, &self.point).await?;
        let line = |line: InTransit| {
            let incoming = Figures { incoming: i128::from(line.quantity()), ..Figures::default() };
            (line.item.id, line.to.0, incoming)
        };
        Ok(lines.into_iter().filter(|line| self.reach.has(line.to.0)).map(line).collect())
    }

    async fn add_stock(&mut self, snapshot: &mut Snapshot, organization: OrganizationId) -> Result<(), Fault> {
        let lots: BTreeMap<Cell, Lot> = by_id(rows_then(snapshot, organization, &self.point, WITH_DAYS).await?);
        let stopped = " and status <> 'available'";
        let serials: BTreeMap<Cell, Serial> = by_id(rows_then(snapshot, organization, &self.point, stopped).await?);
        let mut params = vec![Cell::Id(organization.0)];
        let places = places(&self.point, Until::Posted(None), &mut params);
        let mut columns = Columns::default();
        let (item, warehouse) = (columns.add::<ItemId>("item_id"), columns.add::<WarehouseId>("warehouse_id"));
        let (lot, serial) = (columns.add::<LotId>("lot_id"), columns.add::<SerialId>("serial_id"));
        let quantity = columns.add(Sum("quantity"));
        let sql =
            format!("select {} from ({places}) as u group by item_id, warehouse_id, lot_id, serial_id", columns.text());
        for row in &columns.rows(snapshot, &sql, &params).await? {
            let (item, warehouse) = (item.of(row)?, warehouse.of(row)?);
            if !self.reach.has(warehouse) {
                continue;
            }
            let tracked = [lot.of(row)?.to_cell(), serial.of(row)?.to_cell()];
            let quantity = quantity.of(row)?;
            let lot = lots.get(&tracked[0]);
            let house = self.warehouses.get(&warehouse);
            let day = Days::at(self.moment).of(house.and_then(|house| house.timezone.as_deref()));
            let is_held = house.is_some_and(|house| is_held(house.kind, lot, serials.get(&tracked[1]), day));
            let held = if is_held { quantity } else { 0 };
            let is_past_best = !is_held && lot.and_then(|lot| lot.best_before).is_some_and(|last| last < day);
            let past_best = if is_past_best { quantity } else { 0 };
            for tracked in tracked.iter().filter(|_| is_held) {
                *self.held.entry((item, warehouse, tracked.clone())).or_default() += quantity;
            }
            let there = Figures { on_hand: quantity, held, past_best, ..Figures::default() };
            self.figures.entry((item, warehouse)).or_default().add(there);
        }
        Ok(())
    }

    async fn add_reserved(&mut self, snapshot: &mut Snapshot, organization: OrganizationId) -> Result<(), Fault> {
        let instant = self.point.at;
        let taken_since = taken_since(snapshot, organization, &self.point).await?;
        let mut by_name: BTreeMap<(ItemId, WarehouseId, Cell), i128> = BTreeMap::new();
        let mut written = written_since::<Reservation>(snapshot, organization, &self.point, RESERVATIONS).await?;
        // A reservation that was over by then and has not changed since held nothing.
        let rest = "where organization_id = $1 and created_at <= $2 and (status = 'active' or updated_at > $2)";
        let params = [Cell::Id(organization.0), instant.to_cell()];
        for now in snapshot.rows::<Reservation>(rest, &params).await? {
            let taken = i128::from(now.consumed_quantity) - taken_since.get(&now.id).copied().unwrap_or(0);
            let Some(row) = written.remove(&now.id.to_cell()).unwrap_or(Some(now)) else { continue };
            if row.status == ReservationStatus::Released
                || row.is_over(self.moment.at)
                || !self.reach.has(row.warehouse_id)
            {
                continue;
            }
            let reserved = i128::from(row.quantity) - taken;
            let held = Figures { reserved, ..Figures::default() };
            self.figures.entry((row.item_id, row.warehouse_id)).or_default().add(held);
            if let Some(tracked) = row.lot_id.map(|id| id.to_cell()).or(row.serial_id.map(|id| id.to_cell())) {
                *by_name.entry((row.item_id, row.warehouse_id, tracked)).or_default() += reserved;
            }
        }
        // Goods both held and reserved by name are counted once, as now.
        for ((item, warehouse, tracked), reserved) in by_name {
            let both = self.held.get(&(item, warehouse, tracked)).map_or(0, |held| reserved.min(*held).max(0));
            self.figures.entry((item, warehouse)).or_default().held -= both;
        }
        Ok(())
    }
}

/// The lots that can be held or past their best: the others need not be read.
const WITH_DAYS: &str = " and (status <> 'available' or expires_on is not null or best_before is not null)";

fn by_id<R: Row>(rows: Vec<R>) -> BTreeMap<Cell, R> {
    let id = |row: &R| R::key_cells(&row.key()).first().cloned().unwrap_or(Cell::Null);
    rows.into_iter().map(|row| (id(&row), row)).collect()
}

/// By how much more movements have taken of each reservation than they had then.
async fn taken_since(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    then: &GoodsThen,
) -> Result<BTreeMap<ReservationId, i128>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let legs = since(then, None, &mut params);
    if legs.is_empty() {
        return Ok(BTreeMap::new());
    }
    let taken = |legs: &super::known_goods::Legs| {
        format!(
            "select x.reservation_id, {} * x.quantity as quantity from movements as m cross join movement_lines as x \
             where m.organization_id = $1 and {} and x.organization_id = $1 and x.movement_seq = m.seq \
               and x.reservation_id is not null",
            // Outgoing goods are negative, and movements posted since count with -1.
            legs.sign,
            legs.condition
        )
    };
    let parts: Vec<String> = legs.iter().map(taken).collect();
    let by = SumBy::new("reservation_id", Sum("quantity"));
    let sql = format!("select {} from ({}) as u group by reservation_id", by.text(), parts.join(" union all "));
    Ok(by.all(snapshot, &sql, &params).await?.into_iter().collect())
}

/// The rows of a table as they were, of those that were written since all, of the others those that a condition takes.
pub(super) async fn rows_then<R: Row>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    then: &GoodsThen,
    wanted: &str,
) -> Result<Vec<R>, Fault> {
    let rest = format!("where organization_id = $1{wanted}");
    let mut rows: BTreeMap<Cell, R> = BTreeMap::new();
    for row in snapshot.rows::<R>(&rest, &[Cell::Id(organization.0)]).await? {
        let id = R::key_cells(&row.key()).first().cloned().unwrap_or(Cell::Null);
        rows.insert(id, row);
    }
    for (id, row) in then.rows::<R>()? {
        rows.remove(&id);
        rows.extend(row.map(|row| (id, row)));
    }
    Ok(rows.into_values().collect())
}
