//! Goods in transit, line by line, at the end of a day by posting date and at a point of the log.
//!
//! The quantity that left by a line of a transfer, less the received and the lost quantity, and the value of the rest:
//! all postings of these movements to the account of goods in transit.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::Key;
use domain::costing::{Phase, Place, Tie};
use domain::rows::{LegKind, PoolTie, Row};
use domain::value::id::{AccountId, ItemId, MovementId, OrganizationId, PoolId, WarehouseId};
use domain::value::{Cell, CellValue, Date, Instant};

use super::columns::{Narrow, Pair, selected};
use super::known_goods::{GoodsThen, in_effect, warehouses};
use super::received_again::PoolLine;
use super::stock::StockItem;
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
    /// The value of the rest, in minor units of base currency.
    pub value: i128,
    /// Where it left its pool.
    left: (PoolId, Place),
}

impl InTransit {
    /// The quantity of it in transit.
    #[must_use]
    pub fn quantity(&self) -> i64 {
        self.dispatched - self.received - self.lost
    }
}

/// All lines of which something is in transit, as they were posted.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TransitFilter,
    then: &GoodsThen,
) -> Result<Vec<InTransit>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let is_now = then.is_now && filter.as_of.is_none();
    let open = if is_now { OPEN_NOW.to_owned() } else { of_documents(&in_effect(then, filter.as_of, &mut params)) };
    let selected = Line::selected();
    let sql = format!(
        "select {} from ({open}) as g \
         join movements as m on m.organization_id = $1 and m.seq = g.seq \
         join movement_lines as x on x.organization_id = $1 and x.movement_seq = g.seq and x.line_number = g.line \
         join items as i on i.organization_id = $1 and i.id = x.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = x.warehouse_id \
         join transit_lines as t on t.organization_id = $1 and t.movement_seq = g.seq and t.line_number = g.line \
         where m.organization_id = $1 order by m.seq, x.line_number",
        selected.text()
    );
    let lines = selected.all(snapshot, &sql, &params).await?;
    let warehouses = warehouses(snapshot, organization, then).await?;
    let mut found = Vec::with_capacity(lines.len());
    for line in lines {
        let to = (line.to, warehouses.get(&line.to).cloned().unwrap_or_default());
        found.push(in_transit(line, to, then)?);
    }
    found.retain(|one| {
        filter.item.is_none_or(|wanted| wanted == one.item.id)
            && filter.from.is_none_or(|wanted| wanted == one.from.0)
            && filter.to.is_none_or(|wanted| wanted == one.to.0)
    });
    value(snapshot, organization, filter, then, &mut found).await?;
    Ok(found)
}

/// Goods in transit now, from their own rows.
const OPEN_NOW: &str = "select movement_seq as seq, line_number as line, quantity as dispatched, received, lost \
     from transit_lines where organization_id = $1 and is_open = 1";

/// Goods in transit by the documents that were in effect.
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

selected! {
    /// A line as it is stored.
    struct Line() {
        item: StockItem = StockItem::selected(),
        movement: MovementId = "m.id",
        sequence: i64 = "m.seq",
        line_number: i64 = "x.line_number",
        line: u32 = Narrow("x.line_number"),
        occurred_at: Instant = "m.occurred_at",
        posting_date: Date = "m.posting_date",
        reference: Option<String> = "m.reference",
        from: (WarehouseId, String) = Pair("w.id", "w.code"),
        to: WarehouseId = "t.to_warehouse_id",
        account: AccountId = "x.counter_account_id",
        dispatched: i64 = "g.dispatched",
        received: i64 = "g.received",
        lost: i64 = "g.lost",
        pool: PoolId = "x.pool_id",
        costed_at: Instant = "coalesce(m.costed_at, m.occurred_at)",
    }
}

fn in_transit(line: Line, to: (WarehouseId, String), then: &GoodsThen) -> Result<InTransit, Fault> {
    let place = Place { at: line.costed_at, seq: line.sequence, line: line.line, phase: Phase::Out };
    Ok(InTransit {
        movement: line.movement,
        sequence: line.sequence,
        line_number: line.line_number,
        occurred_at: line.occurred_at,
        posting_date: line.posting_date,
        reference: line.reference,
        item: then.item(line.item)?,
        from: then.warehouse(line.from)?,
        to,
        account: line.account,
        dispatched: line.dispatched,
        received: line.received,
        lost: line.lost,
        value: 0,
        left: (line.pool, place),
    })
}

/// Adds the value of each line: its posting to the account of goods in transit, and those of its receipts and losses.
async fn value(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TransitFilter,
    then: &GoodsThen,
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
    let added = additions(snapshot, organization, lines, &mut of_line).await?;
    let places: Vec<(PoolId, Place)> = of_line.keys().copied().collect();
    let mut values: BTreeMap<(i64, i64), i128> = BTreeMap::new();
    // A statement takes a bounded number of parameters.
    for some in places.chunks(200) {
        for (place, amount) in posted(snapshot, organization, filter, then, some, &added).await? {
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
    let selected = PoolLine::selected();
    let sql = format!(
        "select {} from movements as m cross join movement_lines as x \
         where m.organization_id = $1 and m.of_movement_id is not null and m.of_movement_id in {} and m.seq is not null \
         and x.organization_id = $1 and x.movement_seq = m.seq and x.of_line is not null and x.pool_id is not null",
        selected.text(),
        crate::sql::list(2, of.len())
    );
    for line in selected.all(snapshot, &sql, &params).await? {
        of_line.insert((line.pool, line.place(Phase::In)), line.of);
    }
    Ok(())
}

/// Adds the parts of later costs that these goods have; returns their places.
async fn additions(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: &[InTransit],
    of_line: &mut BTreeMap<(PoolId, Place), (i64, i64)>,
) -> Result<BTreeSet<(PoolId, Place)>, Fault> {
    let mut found = BTreeSet::new();
    for some in lines.chunks(500) {
        let queries: Vec<_> = some.iter().map(|one| Key::PoolTies(one.left.1).query()).collect();
        let answers = snapshot.load(organization, &queries).await?;
        for (one, ties) in some.iter().zip(answers) {
            for cells in &ties {
                let tie = PoolTie::from_cells(cells)?;
                if Tie::of_stored(&tie.tie, 0) == Some(Tie::InTransit) {
                    of_line.insert((tie.pool_id, tie.place), (one.sequence, one.line_number));
                    found.insert((tie.pool_id, tie.place));
                }
            }
        }
    }
    Ok(found)
}

/// The postings of these movements of pools to the account of goods in transit: to their other account, or for a part
/// of a later cost to that of the dispatch.
async fn posted(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TransitFilter,
    then: &GoodsThen,
    places: &[(PoolId, Place)],
    added: &BTreeSet<(PoolId, Place)>,
) -> Result<BTreeMap<(PoolId, Place), i128>, Fault> {
    let mut sums: BTreeMap<(PoolId, Place), i128> = BTreeMap::new();
    for entry in value_entries::at(snapshot, organization, places, then.seq).await? {
        if filter.as_of.is_some_and(|day| entry.date > day) {
            continue;
        }
        let place = (entry.pool_id, entry.place);
        let amount = match entry.leg {
            LegKind::CounterOf if added.contains(&place) => entry.amount,
            LegKind::Stock | LegKind::Counter | LegKind::Allowance | LegKind::Variance | LegKind::CounterOf => {
                entry.counter_amount()
            }
        };
        *sums.entry(place).or_default() += i128::from(amount);
    }
    Ok(sums)
}
