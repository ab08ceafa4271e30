//! Places from which an item can be taken in a warehouse, in the order of a strategy.

use domain::rows::{PickStrategy, Reservation, Warehouse};
use domain::stock::held::holds_its_goods;
use domain::value::id::{ItemId, LocationId, LotId, OrganizationId, SerialId};
use domain::value::{Cell, CellValue, Date};

use super::Conditions;
use super::availability::{Moment, out_of_use};
use super::columns::{Pair, selected};
use super::days::Days;
use crate::{Fault, Snapshot};

selected! {
    /// Goods of an item that lie together and may be sold or used.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Pickable() {
        /// `None` in no bin.
        location: Option<(LocationId, String)> = Pair("b.id", "b.code"),
        lot: Option<(LotId, String)> = Pair("t.id", "t.number"),
        best_before: Option<Date> = "t.best_before",
        /// The last day on which the lot may be used.
        expires_on: Option<Date> = "t.expires_on",
        serial: Option<(SerialId, String)> = Pair("s.id", "s.number"),
        /// In the item's smallest unit, above 0.
        quantity: i64 = "g.quantity",
        /// The quantity of its lot or piece that nobody has reserved by name, in all places of the warehouse; for
        /// untracked goods, all of them.
        free: i64 = "cast(g.free as bigint)",
    }
}

/// The order of places. All end in the code of the bin, the lot and the piece, so that nobody is sent another way twice.
fn order(strategy: PickStrategy) -> &'static str {
    match strategy {
        PickStrategy::Fefo => {
            "case when t.best_before is null and t.expires_on is null then 1 else 0 end, \
             case when t.best_before < t.expires_on then t.best_before else coalesce(t.expires_on, t.best_before) end, \
             g.since, "
        }
        PickStrategy::Fifo => "g.since, ",
        PickStrategy::Lifo => "g.since desc, ",
        PickStrategy::NearestBin | PickStrategy::Manual => "",
    }
}

/// The quantity of a tracked lot or piece on hand in the warehouse, less the part reserved by name at `{now}`.
fn free(column: &str, now: &str) -> String {
    let reservations = <Reservation as domain::rows::Row>::table().name;
    format!(
        "(select coalesce(sum(o.quantity), 0) from stock_levels as o where o.organization_id = $1 and o.item_id = $2 \
           and o.warehouse_id = $3 and o.{column} = l.{column}) \
         - (select coalesce(sum(r.quantity - r.consumed_quantity), 0) from {reservations} as r where r.organization_id = $1 \
           and r.item_id = $2 and r.warehouse_id = $3 and r.{column} = l.{column} and r.status = 'active' \
           and (r.expires_at is null or r.expires_at > {now}))"
    )
}

/// The first places by a strategy: of lots and pieces that are not held (`domain/src/stock/held.rs`), and in bins from which
/// goods are picked or shipped. Goods are as old as the first day on which some of them came to their place.
pub async fn places(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    item: ItemId,
    warehouse: &Warehouse,
    strategy: PickStrategy,
    now: Moment,
    most: usize,
) -> Result<Vec<Pickable>, Fault> {
    if holds_its_goods(warehouse.kind) {
        return Ok(Vec::new());
    }
    let day = Days::at(now).of(warehouse.timezone.as_deref());
    let mut asked = Conditions::new(organization);
    asked.bind(item.to_cell());
    asked.bind(warehouse.id.to_cell());
    let (now, today) = (asked.bind(now.at.to_cell()), asked.bind(day.to_cell()));
    let none = asked.bind(Cell::Id([0; 16]));
    let most = asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let (of_lot, of_serial) = (free("lot_id", &now), free("serial_id", &now));
    let levels = format!(
        "select l.location_id, l.lot_id, l.serial_id, l.quantity, \
           (select min(d.date) from stock_days as d where d.organization_id = $1 and d.item_id = $2 and d.warehouse_id = $3 \
             and d.location_id = l.location_id and d.lot_id = l.lot_id and d.serial_id = l.serial_id and d.quantity > 0) \
             as since, \
           case when l.serial_id <> {none} then {of_serial} when l.lot_id <> {none} then {of_lot} else l.quantity end as free \
         from stock_levels as l where l.organization_id = $1 and l.item_id = $2 and l.warehouse_id = $3 and l.quantity > 0"
    );
    let selected = Pickable::selected();
    let sql = format!(
        "select {} from ({levels}) as g \
           left join locations as b on b.organization_id = $1 and b.id = g.location_id \
           left join lots as t on t.organization_id = $1 and t.id = g.lot_id \
           left join serials as s on s.organization_id = $1 and s.id = g.serial_id \
         where not {} \
           and (b.id is null or b.activities like '%picking%' or b.activities like '%shipping%') \
         order by {}coalesce(b.code, ''), coalesce(t.number, ''), coalesce(s.number, '') limit {most}",
        selected.text(),
        out_of_use(&today),
        order(strategy)
    );
    selected.all(snapshot, &sql, &asked.params).await
}
