//! How a member of an organization likes the console: one JSON object that this program does not look into.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// The preferences of a member.
    Preferences in "member_preferences" key 2 {
        organization_id: OrganizationId,
        principal_id: PrincipalId,
        /// A JSON object.
        content: String,
        /// How often it was stored.
        version: i64,
        updated_at: Instant,
    }
}

/// The preferences of a member; `None` before any were stored.
pub async fn get(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<Option<Preferences>, Fault> {
    let sql = format!(
        "select {} from member_preferences where organization_id = $1 and principal_id = $2",
        Preferences::columns()
    );
    let params = [organization.to_cell(), principal.to_cell()];
    Preferences::read_one(&snapshot.query(&sql, &params, Preferences::KINDS).await?)
}

/// Stores preferences in place of those of the version before; `false` where others are stored by now.
pub async fn set(database: &Database, preferences: &Preferences) -> Result<bool, Fault> {
    let sql = format!(
        "insert into member_preferences ({}) {} on conflict (organization_id, principal_id) do update set \
         content = excluded.content, version = excluded.version, updated_at = excluded.updated_at \
         where member_preferences.version = excluded.version - 1 returning version",
        Preferences::columns(),
        Preferences::values()
    );
    Ok(!database.operational(&sql, &preferences.cells(), &[CellKind::Int]).await?.is_empty())
}

/// Forgets the preferences of who left the organization.
pub async fn forget(database: &Database, organization: OrganizationId, principal: PrincipalId) -> Result<(), Fault> {
    let sql = "delete from member_preferences where organization_id = $1 and principal_id = $2";
    database.operational(sql, &[organization.to_cell(), principal.to_cell()], &[]).await.map(drop)
}
