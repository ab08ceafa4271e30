//! Goods in transit, line by line, at the end of a day by posting date and at a point of the log.
//!
//! What left by a line of a transfer, less what came of it and what was lost, and what the books have for the rest: all that
//! these movements posted to the account of goods in transit.

use std::collections::{BTreeMap, BTreeSet};

use domain::inventory::costing::{Phase, Place};
use domain::value::id::{AccountId, ItemId, MovementId, OrganizationId, PoolId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::known_goods::{GoodsThen, in_effect, warehouses};
use super::stock::{ITEM_COLUMNS, ITEM_KINDS, StockItem, at, item};
use super::value_entries;
use crate::{Fault, Snapshot};

/// Which lines.
#[derive(Clone, Debug, Default)]
pub struct TransitFilter {
    /// At the end of this day, by posting date; everything where absent.
    pub as_of: Option<Date>,
    pub item: Option<ItemId>,
    /// Where the goods left.
    pub from: Option<WarehouseId>,
    /// Where they go.
    pub to: Option<WarehouseId>,
}

impl TransitFilter {
    /// Whether no line is left out.
    #[must_use]
    pub fn takes_all(&self) -> bool {
        self.item.is_none() && self.from.is_none() && self.to.is_none()
    }
}

/// A line of a transfer of which something is in transit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InTransit {
    pub movement: MovementId,
    pub sequence: i64,
    pub line_number: i64,
    pub occurred_at: Instant,
    pub posting_date: Date,
    pub reference: Option<String>,
    pub item: StockItem,
    pub from: (WarehouseId, String),
    pub to: (WarehouseId, String),
    /// The account of goods in transit.
    pub account: AccountId,
    /// In the item's smallest unit.
    pub dispatched: i64,
    pub received: i64,
    pub lost: i64,
    /// What the rest is worth, in minor units of base currency.
    pub value: i128,
    /// Where it left its pool.
    left: (PoolId, Place),
}

impl InTransit {
    /// What is in transit of it.
    #[must_use]
    pub fn quantity(&self) -> i64 {
        self.dispatched - self.received - self.lost
    }
}

/// All lines of which something is in transit, as they were posted.
///
/// # Errors
/// Where the database fails.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TransitFilter,
    then: &GoodsThen,
) -> Result<Vec<InTransit>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let is_now = then.is_now && filter.as_of.is_none();
    let open = if is_now { OPEN_NOW.to_owned() } else { of_documents(&in_effect(then, filter.as_of, &mut params)) };
    let sql = format!(
        "select {ITEM_COLUMNS}, m.id, m.seq, x.line_number, m.occurred_at, m.posting_date, m.reference, w.id, w.code, \
           t.to_warehouse_id, x.counter_account_id, g.dispatched, g.received, g.lost, x.pool_id, \
           coalesce(m.costed_at, m.occurred_at) \
         from ({open}) as g \
         join movements as m on m.organization_id = $1 and m.seq = g.seq \
         join movement_lines as x on x.organization_id = $1 and x.movement_seq = g.seq and x.line_number = g.line \
         join items as i on i.organization_id = $1 and i.id = x.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = x.warehouse_id \
         join transit_lines as t on t.organization_id = $1 and t.movement_seq = g.seq and t.line_number = g.line \
         where m.organization_id = $1 order by m.seq, x.line_number"
    );
    use CellKind::{Id, Int, Text};
    let mut kinds = ITEM_KINDS.to_vec();
    kinds.extend([Id, Int, Int, Int, Text, Text, Id, Text, Id, Id, Int, Int, Int, Id, Int]);
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    let warehouses = warehouses(snapshot, organization, then).await?;
    let mut found = Vec::with_capacity(rows.len());
    for cells in &rows {
        let own = cells.get(ITEM_KINDS.len()..).unwrap_or_default();
        let to: WarehouseId = at(own, 8)?;
        let to = (to, warehouses.get(&to).cloned().unwrap_or_default());
        found.push(line(cells, to, then)?);
    }
    found.retain(|one| {
        filter.item.is_none_or(|wanted| wanted == one.item.id)
            && filter.from.is_none_or(|wanted| wanted == one.from.0)
            && filter.to.is_none_or(|wanted| wanted == one.to.0)
    });
    value(snapshot, organization, (filter, then), &mut found).await?;
    Ok(found)
}

/// What is in transit now, from the rows that are kept of it.
const OPEN_NOW: &str = "select movement_seq as seq, line_number as line, quantity as dispatched, received, lost \
     from transit_lines where organization_id = $1 and is_open = 1";

/// What was in transit by the documents that were in effect.
fn of_documents(in_effect: &str) -> String {
    let of_mode = |mode: &str, columns: &str| {
        format!(
            "select {columns} from movements as m cross join movement_lines as x where m.organization_id = $1 \
             and m.kind = 'transfer' and m.transfer_mode = '{mode}' and {in_effect} \
             and x.organization_id = $1 and x.movement_seq = m.seq"
        )
    };
    format!(
        "select seq, line, cast(sum(dispatched) as bigint) as dispatched, cast(sum(received) as bigint) as received, \
           cast(sum(lost) as bigint) as lost from ({} union all {} union all {}) as d \
         group by seq, line having sum(dispatched) <> sum(received) + sum(lost)",
        of_mode(
            "twoStep",
            "x.movement_seq as seq, x.line_number as line, -x.quantity as dispatched, 0 as received, 0 as lost"
        ),
        of_mode("receive", "x.of_seq, x.of_line, 0, x.quantity, 0"),
        of_mode("close", "x.of_seq, x.of_line, 0, 0, coalesce(x.of_quantity, 0)")
    )
}

fn line(cells: &[Cell], to: (WarehouseId, String), then: &GoodsThen) -> Result<InTransit, Fault> {
    let own = cells.get(ITEM_KINDS.len()..).unwrap_or_default();
    let (sequence, line_number): (i64, i64) = (at(own, 1)?, at(own, 2)?);
    let number = u32::try_from(line_number).map_err(|_| Fault::Corrupt(format!("there is no line {line_number}")))?;
    Ok(InTransit {
        movement: at(own, 0)?,
        sequence,
        line_number,
        occurred_at: at(own, 3)?,
        posting_date: at(own, 4)?,
        reference: at(own, 5)?,
        item: then.item(item(cells)?)?,
        from: then.warehouse((at(own, 6)?, at(own, 7)?))?,
        to,
        account: at(own, 9)?,
        dispatched: at(own, 10)?,
        received: at(own, 11)?,
        lost: at(own, 12)?,
        value: 0,
        left: (at(own, 13)?, Place { at: at(own, 14)?, seq: sequence, line: number, phase: Phase::Out }),
    })
}

/// Tells what the books have for each line: what it posted to the account of goods in transit, and what came or was lost of it.
async fn value(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (filter, then): (&TransitFilter, &GoodsThen),
    lines: &mut [InTransit],
) -> Result<(), Fault> {
    let mut of_line: BTreeMap<(PoolId, Place), (i64, i64)> = BTreeMap::new();
    for one in lines.iter() {
        of_line.insert(one.left, (one.sequence, one.line_number));
    }
    let documents: BTreeSet<MovementId> = lines.iter().map(|one| one.movement).collect();
    let documents: Vec<MovementId> = documents.into_iter().collect();
    for some in documents.chunks(500) {
        arrivals(snapshot, organization, some, &mut of_line).await?;
    }
    let places: Vec<(PoolId, Place)> = of_line.keys().copied().collect();
    let mut values: BTreeMap<(i64, i64), i128> = BTreeMap::new();
    // A statement takes a bounded number of parameters.
    for some in places.chunks(200) {
        for (place, amount) in posted(snapshot, organization, (filter, then), some).await? {
            if let Some(line) = of_line.get(&place) {
                *values.entry(*line).or_default() += amount;
            }
        }
    }
    for one in lines {
        one.value = values.get(&(one.sequence, one.line_number)).copied().unwrap_or(0);
    }
    Ok(())
}

/// Adds where the second steps of these transfers came to their pools.
async fn arrivals(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    of: &[MovementId],
    of_line: &mut BTreeMap<(PoolId, Place), (i64, i64)>,
) -> Result<(), Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    params.extend(of.iter().map(|id| id.to_cell()));
    let sql = format!(
        "select x.pool_id, coalesce(m.costed_at, m.occurred_at), m.seq, x.line_number, x.of_seq, x.of_line \
         from movements as m cross join movement_lines as x \
         where m.organization_id = $1 and m.of_movement_id is not null and m.of_movement_id in {} and m.seq is not null \
         and x.organization_id = $1 and x.movement_seq = m.seq and x.of_line is not null and x.pool_id is not null",
        crate::sql::list(2, of.len())
    );
    use CellKind::{Id, Int};
    for cells in &snapshot.query(&sql, &params, &[Id, Int, Int, Int, Int, Int]).await? {
        let number: i64 = at(cells, 3)?;
        let line = u32::try_from(number).map_err(|_| Fault::Corrupt(format!("there is no line {number}")))?;
        let place = Place { at: at(cells, 1)?, seq: at(cells, 2)?, line, phase: Phase::In };
        of_line.insert((at(cells, 0)?, place), (at(cells, 4)?, at(cells, 5)?));
    }
    Ok(())
}

/// What these movements of pools posted to their other account.
async fn posted(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (filter, then): (&TransitFilter, &GoodsThen),
    places: &[(PoolId, Place)],
) -> Result<BTreeMap<(PoolId, Place), i128>, Fault> {
    let mut sums: BTreeMap<(PoolId, Place), i128> = BTreeMap::new();
    for entry in value_entries::at(snapshot, organization, places, then.seq).await? {
        if filter.as_of.is_some_and(|day| entry.date > day) {
            continue;
        }
        *sums.entry((entry.pool_id, entry.place)).or_default() += i128::from(entry.counter_amount());
    }
    Ok(sums)
}
