//! The value of some items, by the warehouse in which they are valued: for rows of a page.

use std::collections::{BTreeMap, BTreeSet};

use domain::value::id::{ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue, Date};

use super::columns::{Pair, Sum, SumBy};
use super::scopes::with_own_costs;
use crate::{Fault, Snapshot};

/// Items that one statement asks for.
const ITEMS_AT_ONCE: usize = 500;

/// Values of items, and the warehouses that had a value of their own.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    by_scope: BTreeMap<(ItemId, WarehouseId), i128>,
    own: BTreeSet<WarehouseId>,
}

impl Worth {
    /// The worth of these items: now, or at the end of a day by posting date; as was known at an event of the log, where one
    /// is named.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        items: &BTreeSet<ItemId>,
        day: Option<Date>,
        seq: Option<i64>,
    ) -> Result<Self, Fault> {
        let mut found = Self { own: with_own_costs(snapshot, organization, day, seq).await?, ..Self::default() };
        for some in items.iter().collect::<Vec<_>>().chunks(ITEMS_AT_ONCE) {
            let mut params = vec![Cell::Id(organization.0)];
            let mut bind = |cell: Cell| {
                params.push(cell);
                format!("${}", params.len())
            };
            let places: Vec<String> = some.iter().map(|id| bind(id.to_cell())).collect();
            let day = day.map(|day| bind(day.to_cell()));
            let seq = seq.map(|seq| bind(Cell::Int(seq)));
            let among = format!("p.organization_id = $1 and p.item_id in ({})", places.join(", "));
            let (sql, by) = values(&among, day.as_deref(), seq.as_deref());
            for (key, value) in by.all(snapshot, &sql, &params).await? {
                *found.by_scope.entry(key).or_default() += value;
            }
        }
        Ok(found)
    }

    /// The value of all stock of an item.
    #[must_use]
    pub fn of_item(&self, item: ItemId) -> i128 {
        let whose = (item, WarehouseId([0; 16]))..=(item, WarehouseId([255; 16]));
        self.by_scope.range(whose).map(|(_, value)| value).sum()
    }

    /// The value of an item in a warehouse; `None` if the warehouse shared its costs.
    #[must_use]
    pub fn in_warehouse(&self, item: ItemId, warehouse: WarehouseId) -> Option<i128> {
        self.own.contains(&warehouse).then(|| self.by_scope.get(&(item, warehouse)).copied().unwrap_or(0))
    }
}

/// Sums by item and scope.
fn values(among: &str, day: Option<&str>, seq: Option<&str>) -> (String, SumBy<(ItemId, WarehouseId)>) {
    let by = |value: &str| SumBy::new(Pair("p.item_id", "p.scope_id"), Sum(value));
    let one = |from: &str, value: &str, on: &str| {
        format!("select {} from {from} where {among}{on} group by p.item_id, p.scope_id", by(value).text())
    };
    let posted = |date: &str| day.map_or_else(String::new, |day| format!(" and {date} <= {day}"));
    let mut text = match day {
        None => one("pools as p", "p.value", ""),
        Some(_) => one(
            "pools as p join pool_days as d on d.organization_id = $1 and d.pool_id = p.id",
            "d.value",
            &posted("d.date"),
        ),
    };
    if let Some(seq) = seq {
        let on = format!(" and v.cause_seq > {seq} and v.leg = 'stock'{}", posted("v.date"));
        let since = "pools as p join posted_values as v on v.organization_id = $1 and v.pool_id = p.id";
        text = format!("{text} union all {}", one(since, "-v.amount", &on));
    }
    (text, by("p.value"))
}
