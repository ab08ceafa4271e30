//! The events of an organization: its facts after a sequence number.

use domain::settings::FactRow;
use domain::value::Cell;
use domain::value::id::OrganizationId;

use crate::{Fault, Snapshot};

/// The facts after `seq`, at most `most` of them, in order.
///
/// # Errors
/// Where the database fails.
pub async fn after(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64, most: i64) -> Result<Vec<FactRow>, Fault> {
    snapshot
        .rows(
            "where organization_id = $1 and seq > $2 order by seq limit $3",
            &[Cell::Id(organization.0), Cell::Int(seq), Cell::Int(most)],
        )
        .await
}
