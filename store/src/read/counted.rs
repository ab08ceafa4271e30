//! Differences found by posted counts, line by line, with their value in the books.
//!
//! A count whose movement was voided found nothing.

use std::collections::BTreeMap;

use domain::book::reach::Reach;
use domain::costing::{Phase, Place};
use domain::value::id::{CountId, ItemId, OrganizationId, PoolId, ReasonCodeId, WarehouseId};
use domain::value::{Cell, CellValue, Date, Instant};

use super::Conditions;
use super::columns::{Pair, selected};
use super::known_goods::GoodsThen;
use super::stock::StockItem;
use super::value_entries;
use crate::{Fault, Snapshot};

/// Which lines.
#[derive(Clone, Debug)]
pub struct CountedFilter {
    /// Days of the snapshot, both included.
    pub days: (Date, Date),
    pub warehouse: Option<WarehouseId>,
    /// Only counts where the reader acts.
    pub reach: Reach,
    pub item: Option<ItemId>,
    pub reason: Option<ReasonCodeId>,
    /// Only counts posted by then, and not voided until then.
    pub known_at: Instant,
}

/// Goods in one place that were counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    pub count: CountId,
    pub line_number: i64,
    pub item: StockItem,
    pub warehouse: (WarehouseId, String),
    /// The line's own reason, else the count's.
    pub reason: Option<(ReasonCodeId, String)>,
    /// In the item's smallest unit.
    pub expected: i64,
    pub counted: i64,
    /// The movement of a pool that the difference became, where it has a value.
    pub pool: Option<(PoolId, Place)>,
}

impl Counted {
    /// The counted less the expected quantity.
    #[must_use]
    pub fn difference(&self) -> i128 {
        i128::from(self.counted) - i128::from(self.expected)
    }
}

/// The next lines by count and number, after a place.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &CountedFilter,
    after: Option<(CountId, i64)>,
    most: usize,
) -> Result<Vec<Counted>, Fault> {
    let mut conditions = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let first = conditions.bind(filter.days.0.to_cell());
    let last = conditions.bind(filter.days.1.to_cell());
    let known = conditions.bind(filter.known_at.to_cell());
    conditions.text = format!(
        "where c.organization_id = $1 and c.status = 'posted' and c.snapshot_date >= {first} \
         and c.snapshot_date <= {last} and c.posted_at <= {known} \
         and (m.id is null or m.status = 'posted' or m.voided_at > {known})"
    );
    conditions.equal("c.warehouse_id", filter.warehouse.map(|id| id.to_cell()));
    conditions.within("c.warehouse_id", &filter.reach);
    conditions.equal("x.item_id", filter.item.map(|id| id.to_cell()));
    conditions.equal("coalesce(x.reason_code_id, c.reason_code_id)", filter.reason.map(|id| id.to_cell()));
    if let Some((count, line)) = after {
        let (count, line) = (conditions.bind(count.to_cell()), conditions.bind(Cell::Int(line)));
        conditions.text.push_str(&format!(" and (c.id, x.line_number) > ({count}, {line})"));
    }
    let most = conditions.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = Line::selected();
    let sql = format!(
        "select {} from counts as c \
         join count_lines as x on x.organization_id = $1 and x.count_id = c.id \
         join items as i on i.organization_id = $1 and i.id = x.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = c.warehouse_id \
         left join reason_codes as r on r.organization_id = $1 \
           and r.id = coalesce(x.reason_code_id, c.reason_code_id) \
         left join movements as m on m.organization_id = $1 and m.id = c.movement_id \
         left join movement_lines as ml on ml.organization_id = $1 and ml.movement_seq = m.seq \
           and ml.line_number = x.movement_line \
         {} and x.counted is not null order by c.id, x.line_number limit {most}",
        selected.text(),
        conditions.text
    );
    let lines = selected.all(snapshot, &sql, &conditions.params).await?;
    Ok(lines.into_iter().map(counted).collect())
}

selected! {
    /// A line as it is stored.
    struct Line() {
        count: CountId = "c.id",
        line_number: i64 = "x.line_number",
        item: StockItem = StockItem::selected(),
        warehouse: (WarehouseId, String) = Pair("w.id", "w.code"),
        reason: Option<(ReasonCodeId, String)> = Pair("r.id", "r.code"),
        expected: i64 = "x.expected",
        counted: i64 = "x.counted",
        pool: Option<PoolId> = "ml.pool_id",
        costed_at: Option<Instant> = "coalesce(m.costed_at, m.occurred_at)",
        seq: Option<i64> = "m.seq",
        movement_line: Option<i64> = "x.movement_line",
    }
}

fn counted(line: Line) -> Counted {
    let number = line.movement_line.and_then(|line| u32::try_from(line).ok());
    let phase = if line.counted > line.expected { Phase::In } else { Phase::Out };
    let place = match (line.costed_at, line.seq, number) {
        (Some(at), Some(seq), Some(line)) => Some(Place { at, seq, line, phase }),
        _ => None,
    };
    Counted {
        count: line.count,
        line_number: line.line_number,
        item: line.item,
        warehouse: line.warehouse,
        reason: line.reason,
        expected: line.expected,
        counted: line.counted,
        pool: line.pool.zip(place),
    }
}

/// The same lines with the names of goods and places at a point of the log.
pub fn as_called(lines: Vec<Counted>, then: &GoodsThen) -> Result<Vec<Counted>, Fault> {
    let one = |now: Counted| {
        let (item, warehouse) = (then.item(now.item)?, then.warehouse(now.warehouse)?);
        Ok(Counted { item, warehouse, reason: then.reason(now.reason)?, ..now })
    };
    lines.into_iter().map(one).collect()
}

/// The value of these lines' differences in the books, with all changes caused up to `seq`.
pub async fn values(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: &[Counted],
    seq: i64,
) -> Result<BTreeMap<(PoolId, Place), i128>, Fault> {
    let wanted: Vec<(PoolId, Place)> = lines.iter().filter_map(|line| line.pool).collect();
    value_entries::of_goods(snapshot, organization, &wanted, seq).await
}
