//! Receipts that are old enough to go. They are written in the commit of their command, never here.

use domain::value::id::OrganizationId;
use domain::value::{CellKind, CellValue, Instant};

use crate::{Database, Fault};

/// Forgets at most `most` receipts of an organization from before this moment; returns how many.
pub async fn purge(
    database: &Database,
    organization: OrganizationId,
    before: Instant,
    most: i64,
) -> Result<usize, Fault> {
    let sql = "delete from receipts where organization_id = $1 and key_hash in \
           (select key_hash from receipts where organization_id = $1 and at < $2 order by at limit $3) \
         returning key_hash";
    Ok(database
        .operational(sql, &[organization.to_cell(), before.to_cell(), most.to_cell()], &[CellKind::Id])
        .await?
        .len())
}
