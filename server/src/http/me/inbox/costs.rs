//! Receipts that wait for what their goods cost, for those who may say it.

use std::collections::BTreeSet;

use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{MovementStatus, StockMovement, Warehouse, WarehouseKind};
use domain::value::CellValue;
use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use store::Snapshot;
use store::read::{Conditions, waiting};

use crate::http::problem::Problem;

/// The unposted receipts in this status, from `where` on.
pub fn receipts(organization: OrganizationId, status: MovementStatus) -> Conditions {
    let mut query = waiting::unposted(organization, "seq", &status.to_cell(), None);
    query.equal("kind", Some(MovementKind::Receipt.to_cell()));
    query
}

/// The warehouses whose goods have no value, and so no cost.
pub async fn worthless(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<BTreeSet<WarehouseId>, Problem> {
    let mut query = Conditions::new(organization);
    query.equal("kind", Some(WarehouseKind::Scrap.to_cell()));
    let found: Vec<Warehouse> = snapshot.rows(&query.text, &query.params).await?;
    Ok(found.into_iter().map(|warehouse| warehouse.id).collect())
}

/// Whether a line says nothing of its cost.
pub fn wants_costs(receipt: &StockMovement, worthless: &BTreeSet<WarehouseId>) -> Result<bool, Problem> {
    let lines =
        decode_drafts(&receipt.draft_lines).map_err(|bad| Problem::unreadable("movements", receipt.id, &bad))?;
    Ok(lines.iter().any(|line| line.amount.is_none() && !worthless.contains(&line.warehouse_id)))
}
