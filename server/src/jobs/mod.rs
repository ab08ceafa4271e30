//! What the service does by itself, beside requests.

pub mod auto_reverse;
pub mod purge;
pub mod recurring;

use domain::settings::Organization;
use domain::value::id::OrganizationId;
use domain::value::{Cell, Date, Instant};
use jiff::tz::TimeZone;
use store::operational::organizations_list::{self, OrganizationStatus};
use store::{Database, Fault, Snapshot};

/// The organizations in which something may fall due.
async fn active_organizations(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    let listed = organizations_list::all(&mut database.snapshot().await?).await?;
    let active = listed.into_iter().filter(|organization| organization.status == OrganizationStatus::Active);
    Ok(active.map(|organization| organization.organization_id).collect())
}

/// The day that it is in the organization's time zone; `None` where it has no settings yet. Zones are checked when
/// they are set; one that this machine does not know counts as UTC.
async fn today(snapshot: &mut Snapshot, organization: OrganizationId, now: Instant) -> Result<Option<Date>, Fault> {
    let found: Vec<Organization> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let Some(settings) = found.first() else { return Ok(None) };
    let zone = TimeZone::get(&settings.timezone).unwrap_or(TimeZone::UTC);
    let Ok(now) = jiff::Timestamp::from_microsecond(now.0) else { return Ok(None) };
    Ok(Some(now.to_zoned(zone).date()))
}
