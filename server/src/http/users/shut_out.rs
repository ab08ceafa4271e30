//! The effect of a membership's change of state on tokens and sessions issued to the member.

use domain::value::id::PrincipalId;

use crate::http::problem::Problem;
use crate::http::writing::Writing;
use crate::identity::cutoffs;

/// Ends everything issued to a member in the caller's organization: after the membership was made inactive, and before
/// it is made active again, so that nothing comes back with it. A preview ends nothing.
pub async fn end_issued(writing: &Writing, principal: PrincipalId) -> Result<(), Problem> {
    if writing.is_dry_run() {
        return Ok(());
    }
    let (app, organization) = (&writing.app, writing.caller.organization);
    Ok(cutoffs::end_in(&app.database, &app.auth.standings, organization, principal).await?)
}
