//! Rows that others name by their ids.

use domain::rows::Row;
use domain::value::id::OrganizationId;
use domain::value::{Cell, TypedId};

use crate::{Fault, Snapshot, sql};

/// Rows that are asked for together.
const AT_ONCE: usize = 500;

/// The rows with these ids, each once, in no order.
pub async fn rows<R: Row, I: TypedId + Ord>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    ids: impl Iterator<Item = I>,
) -> Result<Vec<R>, Fault> {
    rows_by(snapshot, organization, "id", ids).await
}

/// As [`rows`], by another column.
pub async fn rows_by<R: Row, I: TypedId + Ord>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    column: &'static str,
    ids: impl Iterator<Item = I>,
) -> Result<Vec<R>, Fault> {
    let mut wanted: Vec<I> = ids.collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut found = Vec::with_capacity(wanted.len());
    for some in wanted.chunks(AT_ONCE) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(|id| Cell::Id(id.bytes())));
        let rest = format!("where organization_id = $1 and {column} in {}", sql::list(2, some.len()));
        found.extend(snapshot.rows::<R>(&rest, &params).await?);
    }
    Ok(found)
}
