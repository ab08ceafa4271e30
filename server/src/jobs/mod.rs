//! The service's own work, besides requests.

pub mod auto_reverse;
pub mod due;
pub mod expire_reservations;
pub mod load_demo;
pub mod purge;
pub mod recurring;
pub mod sweep_stock;
pub mod verify_stored;

use domain::value::id::OrganizationId;
use store::operational::instance;
use store::operational::organizations_list::{self, OrganizationStatus};
use store::{Database, Fault};

/// The organizations in which jobs run; none while the instance waits after a restore.
async fn organizations_at_work(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    if is_paused(database).await? {
        return Ok(Vec::new());
    }
    active_organizations(database).await
}

/// Whether jobs wait for `countinghouse resume` after a restore.
pub async fn is_paused(database: &Database) -> Result<bool, Fault> {
    let row = instance::get(&mut database.snapshot().await?).await?;
    Ok(row.is_some_and(|row| row.is_paused))
}

/// The organizations that are in use.
async fn active_organizations(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    let listed = organizations_list::all(&mut database.snapshot().await?).await?;
    let active = listed.into_iter().filter(|organization| organization.status == OrganizationStatus::Active);
    Ok(active.map(|organization| organization.organization_id).collect())
}
