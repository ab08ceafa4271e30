//! From when on tokens and sessions of a member count in an organization: tokens issued before a membership was made
//! inactive do not come back with it.

use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};

use super::record::{Record, record};
use crate::{Database, Fault};

record! {
    /// Everything issued to a member until this moment has ended.
    TokenCutoff in "token_cutoffs" key 2 {
        organization_id: OrganizationId,
        principal_id: PrincipalId,
        not_before: Instant,
    }
}

/// Ends everything issued to a principal for an organization until this moment; an earlier moment changes nothing.
pub async fn set(
    database: &Database,
    organization: OrganizationId,
    principal: PrincipalId,
    not_before: Instant,
) -> Result<(), Fault> {
    let cutoff = TokenCutoff { organization_id: organization, principal_id: principal, not_before };
    let sql = format!(
        "insert into token_cutoffs ({}) {} \
         on conflict (organization_id, principal_id) do update set not_before = excluded.not_before \
         where token_cutoffs.not_before < excluded.not_before",
        TokenCutoff::columns(),
        TokenCutoff::values()
    );
    database.operational(&sql, &cutoff.cells(), &[]).await.map(drop)
}
