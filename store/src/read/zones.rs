//! The zones in which a location lies.

use domain::rows::Location;
use domain::value::id::OrganizationId;
use domain::value::limits::TREE_DEPTH;

use super::by_id;
use crate::{Fault, Snapshot};

/// The zones above a location, the nearest first.
pub async fn above(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    location: &Location,
) -> Result<Vec<Location>, Fault> {
    let mut found: Vec<Location> = Vec::new();
    let mut next = location.parent_id;
    while let Some(id) = next.filter(|_| found.len() < TREE_DEPTH) {
        let Some(zone) = by_id::rows::<Location, _>(snapshot, organization, [id].into_iter()).await?.pop() else {
            break;
        };
        next = zone.parent_id;
        found.push(zone);
    }
    Ok(found)
}
