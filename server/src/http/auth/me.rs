//! `GET /auth/me`: the caller and their rights.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::rows::{PrincipalKind, PrincipalName};
use domain::value::Cell;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::Permission;
use store::operational::logins;

use super::NOT_STORED;
use crate::app::App;
use crate::auth::session;
use crate::http::caller::{Login, Proof, rights_of};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::{Id, Named};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::memberships::{self, Belonging};

crate::output! {
    /// An organization to which the caller belongs.
    pub struct BelongingView {
        pub organization_id: Id<OrganizationId>,
        pub name: String,
        /// Names of built-in roles and ids of custom ones.
        pub roles: Vec<String>,
        /// Whether a sign-in that names no organization leads here: this organization made the login.
        pub is_home: bool,
    }

    /// The caller.
    pub struct MeView {
        pub principal_id: Id<PrincipalId>,
        pub kind: Named<PrincipalKind>,
        /// Null for service accounts and foreign tokens.
        pub username: Option<String>,
        pub name: Option<String>,
        /// The organization in which the token acts.
        pub organization_id: Option<Id<OrganizationId>>,
        /// The roles there.
        pub roles: Vec<String>,
        /// The warehouses assigned to the caller there, including all below; null is all.
        pub warehouse_ids: Option<Vec<String>>,
        /// The token's permissions there now.
        pub permissions: Vec<Named<Permission>>,
        /// Every organization to which the caller belongs.
        pub memberships: Vec<BelongingView>,
        pub must_change_password: bool,
        /// For the console: send it as `X-CSRF-Token`; null with a bearer token.
        pub csrf_token: Option<String>,
    }
}

impl BelongingView {
    /// The view of a place.
    #[must_use]
    pub fn of(one: Belonging) -> Self {
        Self { organization_id: Id(one.organization), name: one.name, roles: one.roles, is_home: one.is_home }
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// Get the caller
///
/// Who the token speaks for, in which organization, and what they may do there.
#[utoipa::path(get, path = "/api/v1/auth/me", operation_id = "AuthController_me", tag = "Authentication",
    responses((status = 200, description = "The caller", body = MeView)))]
pub async fn me(State(app): State<App>, login: Login, query: RawQuery) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    let principal = login.actor.principal;
    let mut snapshot = app.database.snapshot().await?;
    let stored = logins::by_principal(&mut snapshot, principal).await?;
    let mut name = stored.as_ref().map(|login| login.display_name.clone());
    let (mut roles, mut permissions, mut warehouse_ids) = (Vec::new(), Vec::new(), None);
    if let Some(organization) = login.organization {
        let params = [Cell::Id(organization.0), Cell::Id(principal.0)];
        let names: Vec<PrincipalName> =
            snapshot.rows("where organization_id = $1 and principal_id = $2", &params).await?;
        name = names.into_iter().next().map(|row| row.name).or(name);
        let membership = memberships::find(&mut snapshot, organization, principal).await?;
        warehouse_ids = membership.as_ref().and_then(memberships::warehouses);
        roles = match (membership, &login.actor.claimed_roles) {
            (Some(membership), _) if membership.is_active => memberships::roles(&membership),
            (None, Some(claimed)) => claimed.iter().map(|role| role.name().to_owned()).collect(),
            _ => Vec::new(),
        };
        permissions = rights_of(&login.actor, &mut snapshot, organization).await?.iter().map(Named).collect();
    }
    let belongings = memberships::of_login(&mut snapshot, principal).await?;
    let view = MeView {
        principal_id: Id(principal),
        kind: Named(login.actor.kind),
        username: stored.map(|login| login.username),
        name,
        organization_id: login.organization.map(Id),
        roles,
        warehouse_ids,
        permissions,
        memberships: belongings.into_iter().map(BelongingView::of).collect(),
        must_change_password: login.must_change,
        csrf_token: match &login.proof {
            Proof::Cookie(value) => Some(session::csrf_token(value)),
            Proof::Token(_) | Proof::Foreign => None,
        },
    };
    Ok((NOT_STORED, Json(view)).into_response())
}
