//! Items with the labels of each.

use domain::rows::{ItemGtin, Row};
use domain::value::Cell;
use domain::value::id::{ItemId, OrganizationId};

use super::Conditions;
use crate::{Fault, Snapshot};

/// The GTINs of these items, in their order.
pub async fn gtins_of(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    items: &[ItemId],
) -> Result<Vec<ItemGtin>, Fault> {
    if items.is_empty() {
        return Ok(Vec::new());
    }
    let mut conditions = Conditions::new(organization);
    let places: Vec<String> = items.iter().map(|item| conditions.bind(Cell::Id(item.0))).collect();
    let rest = format!("{} and item_id in ({}) order by gtin", conditions.text, places.join(", "));
    snapshot.rows(&rest, &conditions.params).await
}

/// Only the item that has this GTIN.
pub fn with_gtin(conditions: &mut Conditions, gtin: Option<Cell>) {
    let table = ItemGtin::TABLE.name;
    let condition = format!(
        "id in (select label.item_id from {table} as label where label.organization_id = $1 and label.gtin = {{}})"
    );
    conditions.when(&condition, gtin);
}
