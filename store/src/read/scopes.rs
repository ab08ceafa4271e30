//! How far goods of each warehouse were valued with those of others at the end of a day: the change of it has a posting date like
//! all that moves values.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::past_scopes::{changes_of_scope, scope_where};
use domain::rows::{CostingScope, Warehouse};
use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue, Date};

use super::columns::Columns;
use crate::{Fault, Snapshot, sql};

/// The warehouses whose goods had their own costs at the end of a day, as was known at an event of the log; now where absent.
pub async fn with_own_costs(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    day: Option<Date>,
    seq: Option<i64>,
) -> Result<BTreeSet<WarehouseId>, Fault> {
    let warehouses: Vec<Warehouse> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let mut changes = BTreeSet::new();
    for warehouse in &warehouses {
        changes.extend(changes_of_scope(warehouse)?);
    }
    let days = if day.is_some() { posted(snapshot, organization, changes).await? } else { BTreeMap::new() };
    let counts = |change: i64| {
        // A change that moved no goods has no day, and changed no stock.
        let is_by_then = days.get(&change).is_none_or(|on| day.is_none_or(|day| *on <= day));
        seq.is_none_or(|seq| change <= seq) && is_by_then
    };
    let mut found = BTreeSet::new();
    for warehouse in &warehouses {
        if scope_where(warehouse, counts)? == CostingScope::Warehouse {
            found.insert(warehouse.id);
        }
    }
    Ok(found)
}

/// The posting dates of documents by their places in the log.
async fn posted(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    documents: BTreeSet<i64>,
) -> Result<BTreeMap<i64, Date>, Fault> {
    let mut found = BTreeMap::new();
    for some in documents.into_iter().collect::<Vec<_>>().chunks(200) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let list = sql::list(2, some.len());
        let mut columns = Columns::default();
        let (seq, date) = (columns.add("seq"), columns.add("posting_date"));
        let sql = format!("select {} from movements where organization_id = $1 and seq in {list}", columns.text());
        for row in &columns.rows(snapshot, &sql, &params).await? {
            found.insert(seq.of(row)?, date.of(row)?);
        }
    }
    Ok(found)
}
