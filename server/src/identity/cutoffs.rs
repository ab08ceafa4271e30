//! Tokens and sessions issued to a member of an organization end when the membership is made inactive, for good.
//!
//! While a membership is inactive its rights are gone by the books. Before it is made active again, everything issued
//! is ended, so that nothing comes back with it: a step that broke off when it was made inactive is done then.

use domain::value::id::{OrganizationId, PrincipalId};
use store::Database;
use store::operational::{console_sessions, refresh_families, token_cutoffs};

use super::error::IdentityError;
use super::standing::Standings;
use crate::commit;

/// Ends every token, session and sign-in of a principal in an organization that began until now.
pub async fn end_in(
    database: &Database,
    standings: &Standings,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<(), IdentityError> {
    let now = commit::now();
    token_cutoffs::set(database, organization, principal, now).await?;
    refresh_families::revoke_all_in(database, organization, principal, now).await?;
    console_sessions::end_all_in(database, organization, principal).await?;
    standings.forget();
    Ok(())
}
