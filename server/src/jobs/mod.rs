//! What the service does by itself, beside requests.

pub mod auto_reverse;
pub mod expire_reservations;
pub mod purge;
pub mod recurring;
pub mod sweep_stock;

use domain::value::id::OrganizationId;
use store::operational::organizations_list::{self, OrganizationStatus};
use store::{Database, Fault};

/// The organizations in which something may fall due.
async fn active_organizations(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    let listed = organizations_list::all(&mut database.snapshot().await?).await?;
    let active = listed.into_iter().filter(|organization| organization.status == OrganizationStatus::Active);
    Ok(active.map(|organization| organization.organization_id).collect())
}
