//! From when on tokens and sessions of a member count in an organization: what was issued before a membership was made
//! inactive does not come back with it.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellValue, Instant};

use crate::{Database, Fault};

/// Ends what was issued to a principal for an organization until this moment; an earlier moment changes nothing.
///
/// # Errors
/// Where the database fails.
pub async fn set(
    database: &Database,
    organization: OrganizationId,
    principal: PrincipalId,
    not_before: Instant,
) -> Result<(), Fault> {
    let sql = "insert into token_cutoffs (organization_id, principal_id, not_before) values ($1, $2, $3) \
         on conflict (organization_id, principal_id) do update set not_before = excluded.not_before \
         where token_cutoffs.not_before < excluded.not_before";
    let params = [organization.to_cell(), principal.to_cell(), not_before.to_cell()];
    database.operational(sql, &params, &[]).await.map(drop)
}
