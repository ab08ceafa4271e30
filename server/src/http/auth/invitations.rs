//! Invitations as the invited meets them: found by the code in the body, and what accepting would mean.
//!
//! The code is in the body, never in an address that ends up in logs.

use domain::Code;
use domain::rows::{PrincipalKind, Role};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Snapshot;
use store::operational::invitations::Invitation;
use store::operational::logins::{self, Login as StoredLogin};

use super::address::ClientAddress;
use super::me::BelongingView;
use super::sign_in;
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::input::Text;
use crate::http::organization;
use crate::http::output::{At, Id};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::users::view;
use crate::identity::{invitations, memberships};

crate::input! {
    /// The code of an invitation.
    pub struct InvitationCode {
        /// The code as you received it from the organization.
        pub code: Text<1, 100> = "chi_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA",
    }
}

crate::output! {
    /// The invitation as shown to the caller.
    pub struct OfferView {
        pub organization_id: Id<OrganizationId>,
        pub organization_name: String,
        /// The display name of the inviting user in the organization.
        pub invited_by: Option<String>,
        /// Names of the roles.
        pub roles: Vec<String>,
        /// The warehouses that would be assigned to the caller, including all below; null is all.
        pub warehouse_ids: Option<Vec<String>>,
        pub expires_at: At,
        /// Every organization to which the caller already belongs.
        pub memberships: Vec<BelongingView>,
    }
}

/// Under which name a user's wrong codes are counted: apart from wrong passwords, which anybody can send.
pub(super) fn throttled(username: &str) -> String {
    format!("invitation code of {username}")
}

/// The caller's login, and the open invitation of the code in the body.
pub(super) async fn opened(
    app: &App,
    login: &Login,
    address: ClientAddress,
    query: RawQuery,
    body: &JsonBody,
) -> Result<(StoredLogin, Invitation), Problem> {
    let own = logins::by_principal(&mut app.database.snapshot().await?, login.actor.principal).await?;
    let is_whole = login.actor.kind == PrincipalKind::User && login.actor.scope.is_none() && !login.must_change;
    let own = own.filter(|_| is_whole).ok_or_else(|| {
        Problem::new(
            Code::Forbidden,
            "only a user can answer an invitation, with a token that is not restricted by a \
             scope",
        )
    })?;
    let NoQuery {} = query.decode()?;
    let request: InvitationCode = body.decode()?;
    let (snapshot, attempt) = sign_in::begin(app, &throttled(&own.username), address.0).await?;
    drop(snapshot);
    let Some(invitation) = invitations::find(&app.database, &own, &request.code).await? else {
        attempt.failed(&app.database, commit::now()).await?;
        return Err(nothing_open());
    };
    attempt.succeeded(&app.database).await?;
    Ok((own, invitation))
}

/// A wrong code, one that is for somebody else and one that is over are answered alike.
pub(super) fn nothing_open() -> Problem {
    let detail = "you have no open invitation with this code: it may have expired, been used or been withdrawn";
    Problem::new(Code::NotFound, detail)
}

pub(super) async fn offer(
    snapshot: &mut Snapshot,
    login: &Login,
    invitation: Invitation,
) -> Result<OfferView, Problem> {
    let organization = invitation.organization_id;
    let custom: Vec<Role> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let named = |role: &str| custom.iter().find(|row| row.id.to_string() == role).map(|row| row.name.clone());
    let belongings = memberships::of_login(snapshot, login.actor.principal).await?;
    Ok(OfferView {
        organization_id: Id(organization),
        organization_name: organization::find(snapshot, organization).await?.name,
        invited_by: view::name(snapshot, organization, invitation.invited_by).await?,
        roles: invitation.roles.split_whitespace().map(|role| named(role).unwrap_or_else(|| role.to_owned())).collect(),
        warehouse_ids: invitation.warehouse_ids.map(|ids| ids.split_whitespace().map(str::to_owned).collect()),
        expires_at: At(invitation.expires_at),
        memberships: belongings.into_iter().map(BelongingView::of).collect(),
    })
}
