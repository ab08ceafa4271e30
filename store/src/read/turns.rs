//! The sales of each item at cost, by posting date, and the existing items.

use std::collections::BTreeMap;

use domain::costing::{Phase, Place};
use domain::rows::LegKind;
use domain::value::id::{ItemCategoryId, ItemId, OrganizationId, PoolId, WarehouseId};
use domain::value::{Cell, CellValue, Date};

use super::columns::{Columns, selected};
use super::known_goods::GoodsThen;
use super::stock::StockItem;
use super::valuation::ValuationFilter;
use super::{Conditions, valuation_then};
use crate::{Fault, Snapshot};

/// Amounts that are read at once.
const AT_ONCE: usize = 20_000;

/// Cost of goods issued less returns, by item, with all changes by other documents on these days, in minor units: the
/// postings of issues and returns on their other account, as known at an event of the log. Items with a sum of 0 may be
/// missing.
pub async fn cost_of_goods(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    from: Date,
    to: Date,
    warehouse: Option<WarehouseId>,
    seq: i64,
) -> Result<BTreeMap<ItemId, i128>, Fault> {
    let sold = sold(snapshot, organization, to).await?;
    let pools = pools(snapshot, organization, warehouse).await?;
    let mut found: BTreeMap<ItemId, i128> = BTreeMap::new();
    let mut after: Option<Vec<Cell>> = None;
    loop {
        let (sql, params) = counter_legs(organization, from, to, seq, after.as_deref());
        let legs = CounterLeg::selected().all(snapshot, &sql, &params).await?;
        for leg in &legs {
            // Goods that settle owed ones correct the cost of those.
            let whose = if leg.kind == LegKind::CounterOf { leg.of.unwrap_or(leg.place) } else { leg.place };
            // Goods that come with an issue were bought by it: they were consigned.
            let is_sold = sold.get(&whose.seq).is_some_and(|is_issue| !is_issue || whose.phase == Phase::Out);
            if let Some(item) = pools.get(&leg.pool).filter(|_| is_sold) {
                *found.entry(*item).or_default() += i128::from(leg.amount);
            }
        }
        after = legs.last().map(CounterLeg::key);
        if legs.len() < AT_ONCE {
            return Ok(found);
        }
    }
}

selected! {
    /// The posting of a movement of goods on its other account, from rows of their own.
    struct CounterLeg() {
        pool: PoolId = "pool_id",
        place: Place = "place",
        cause_seq: i64 = "cause_seq",
        number: i64 = "number",
        kind: LegKind = "leg",
        of: Option<Place> = "leg_of",
        amount: i64 = "case when counter_account_id is null then amount else -amount end",
    }
}

impl CounterLeg {
    /// Where the next page begins behind it.
    fn key(&self) -> Vec<Cell> {
        vec![self.pool.to_cell(), self.place.to_cell(), Cell::Int(self.cause_seq), Cell::Int(self.number)]
    }
}

/// The next counter legs of movements of goods after a place, in order: those with rows of their own, and those in the
/// rows of their movements. Both are read in the order of their keys and merged.
fn counter_legs(
    organization: OrganizationId,
    from: Date,
    to: Date,
    seq: i64,
    after: Option<&[Cell]>,
) -> (String, Vec<Cell>) {
    let mut asked = Conditions::new(organization);
    asked.when("+cause_seq <= {}", Some(Cell::Int(seq)));
    let (from, to) = (asked.bind(from.to_cell()), asked.bind(to.to_cell()));
    let (mut later, mut later_beside) = (String::new(), String::new());
    if let Some(after) = after {
        let places: Vec<String> = after.iter().map(|cell| asked.bind(cell.clone())).collect();
        later = format!(" and (pool_id, place, cause_seq, number) > ({})", places.join(", "));
        // No row of its own of a movement stands before the posting in the movement's row.
        later_beside = format!(" and (pool_id, place) > ({})", places[..2].join(", "));
    }
    // The second half has the same columns in the same order.
    let sql = format!(
        "select {1} \
         from value_entries {0} and date >= {from} and date <= {to}{later} \
           and (leg in ('counter', 'counterOf') or counter_account_id is not null) \
         union all \
         select pool_id, place, cause_seq, cast(0 as bigint), 'stock', null, -own_amount \
         from pool_movements {0} and posting_date >= {from} and posting_date <= {to}{later_beside} \
           and own_amount is not null \
         order by 1, 2, 3, 4 limit {AT_ONCE}",
        asked.text,
        CounterLeg::selected().text()
    );
    (sql, asked.params)
}

/// Places in the log of all issues and returns until a day, and which are issues.
async fn sold(snapshot: &mut Snapshot, organization: OrganizationId, to: Date) -> Result<BTreeMap<i64, bool>, Fault> {
    let mut columns = Columns::default();
    let (seq, is_issue) = (columns.add("seq"), columns.add("case when kind = 'issue' then 1 else 0 end"));
    let sql = format!(
        "select {} from movements where organization_id = $1 and kind in ('issue', 'return') \
         and seq is not null and posting_date <= $2",
        columns.text()
    );
    let rows = columns.rows(snapshot, &sql, &[Cell::Id(organization.0), to.to_cell()]).await?;
    rows.iter().map(|row| Ok((seq.of(row)?, is_issue.of(row)?))).collect()
}

async fn pools(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: Option<WarehouseId>,
) -> Result<BTreeMap<PoolId, ItemId>, Fault> {
    let mut conditions = Conditions::new(organization);
    conditions.equal("scope_id", warehouse.map(|id| id.to_cell()));
    let mut columns = Columns::default();
    let (id, item) = (columns.add("id"), columns.add("item_id"));
    let sql = format!("select {} from pools {}", columns.text(), conditions.text);
    let rows = columns.rows(snapshot, &sql, &conditions.params).await?;
    rows.iter().map(|row| Ok((id.of(row)?, item.of(row)?))).collect()
}

/// All items that there were at a point of the log, or those that were in one category itself.
pub async fn items_then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    category: Option<ItemCategoryId>,
    then: &GoodsThen,
) -> Result<Vec<StockItem>, Fault> {
    let filter = ValuationFilter { category, ..ValuationFilter::default() };
    let found = valuation_then::items(snapshot, organization, &filter, then).await?;
    Ok(found.into_values().map(|(item, _)| item).collect())
}

/// All items, or those that are in one category itself.
pub async fn items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    category: Option<ItemCategoryId>,
) -> Result<Vec<StockItem>, Fault> {
    let mut conditions = Conditions::new(organization);
    conditions.equal("i.category_id", category.map(|id| id.to_cell()));
    let text = conditions.text.replacen("organization_id", "i.organization_id", 1);
    let selected = StockItem::selected();
    let sql = format!("select {} from items as i {text}", selected.text());
    selected.all(snapshot, &sql, &conditions.params).await
}
