//! `POST /auth/invitations/…`: the invited looks at an invitation, and accepts or declines it.
//!
//! The code is in the body, never in an address that ends up in logs.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::rows::{PrincipalKind, Role};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Snapshot;
use store::operational::invitations as stored;
use store::operational::invitations::Invitation;
use store::operational::logins::{self, Login as StoredLogin};

use super::NOT_STORED;
use super::address::ClientAddress;
use super::me::BelongingView;
use super::sign_in;
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::context::RequestContext;
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

/// Look at an invitation
///
/// Shows who invites, to which organization, with which roles, and to which organizations the caller already belongs.
/// Changes nothing.
#[utoipa::path(post, path = "/api/v1/auth/invitations/show", operation_id = "AuthController_showInvitation", tag = "Authentication",
    request_body = InvitationCode, responses((status = 200, description = "The invitation", body = OfferView)))]
pub async fn show(
    State(app): State<App>,
    login: Login,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let (_, invitation) = opened(&app, &login, address, query, &body).await?;
    let view = offer(&mut app.database.snapshot().await?, &login, invitation).await?;
    Ok((NOT_STORED, Json(view)).into_response())
}

/// Accept an invitation
///
/// The caller joins the organization and stays in all others. Get a token with its id from `POST /auth/token`; a
/// sign-in without an id leads to the same organization as before.
#[utoipa::path(post, path = "/api/v1/auth/invitations/accept", operation_id = "AuthController_acceptInvitation", tag = "Authentication",
    request_body = InvitationCode, responses((status = 200, description = "Joined", body = OfferView)))]
pub async fn accept(
    State(app): State<App>,
    login: Login,
    context: RequestContext,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let (own, invitation) = opened(&app, &login, address, query, &body).await?;
    if !own.has_own_password {
        // The person who set it could sign in to the other organization with it.
        let detail = "somebody else chose your password: change it with POST /api/v1/auth/password, then accept";
        return Err(Problem::new(Code::Forbidden, detail));
    }
    let (standings, request_id) = (&app.auth.standings, &context.request_id);
    let done = invitations::accept(&app.database, &app.committer, standings, &invitation, &own, request_id).await?;
    if !done {
        return Err(nothing_open());
    }
    let view = offer(&mut app.database.snapshot().await?, &login, invitation).await?;
    Ok((NOT_STORED, Json(view)).into_response())
}

/// Decline an invitation
///
/// Its code no longer works.
#[utoipa::path(post, path = "/api/v1/auth/invitations/decline", operation_id = "AuthController_declineInvitation", tag = "Authentication",
    request_body = InvitationCode, responses((status = 204, description = "Declined")))]
pub async fn decline(
    State(app): State<App>,
    login: Login,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let (own, invitation) = opened(&app, &login, address, query, &body).await?;
    match stored::decline(&app.database, invitation.id, own.principal_id, commit::now()).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(nothing_open()),
    }
}

/// Under which name a user's wrong codes are counted: apart from wrong passwords, which anybody can send.
pub(super) fn throttled(username: &str) -> String {
    format!("invitation code of {username}")
}

/// The caller's login, and the open invitation of the code in the body.
async fn opened(
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
fn nothing_open() -> Problem {
    let detail = "you have no open invitation with this code: it may have expired, been used or been withdrawn";
    Problem::new(Code::NotFound, detail)
}

async fn offer(snapshot: &mut Snapshot, login: &Login, invitation: Invitation) -> Result<OfferView, Problem> {
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
