//! `DELETE /organizations/{id}/membership`: the caller leaves.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::rows::PrincipalKind;
use domain::value::id::OrganizationId;

use crate::app::App;
use crate::http::caller::Login;
use crate::http::context::RequestContext;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::path::PathId;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::users;

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login)
    .rejects(&[Code::Forbidden, Code::LastAdmin])
    .faults(&[ServerCode::StorageFull, ServerCode::OutcomeUnknown]);

/// Leave an organization
///
/// The caller can come back only by a new invitation. The last administrator cannot leave. Inactive members can leave,
/// too.
#[utoipa::path(delete, path = "/api/v1/organizations/{id}/membership", operation_id = "OrganizationsController_leave", tag = "Organizations",
    params(("id" = String, Path, description = "The organization")),
    responses((status = 204, description = "Left")))]
pub async fn leave(
    State(app): State<App>,
    login: Login,
    context: RequestContext,
    id: PathId<OrganizationId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    if login.actor.kind != PrincipalKind::User || login.actor.scope.is_some() || login.must_change {
        return Err(Problem::new(
            Code::Forbidden,
            "only a user can leave an organization, with a token that is not \
             restricted by a scope",
        ));
    }
    let NoQuery {} = query.decode()?;
    let (organization, principal) = (id.id()?, login.actor.principal);
    match users::leave(&app.database, &app.committer, principal, organization, &context.request_id).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found()),
    }
}
