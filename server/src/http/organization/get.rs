//! `GET /organization`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::rows::Organization;
use domain::value::Cell;
use domain::value::id::OrganizationId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::OrganizationView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::read(Permission::OrganizationRead);

/// Get the organization's settings
///
/// Currency, time zone, default accounts and rules. Its version is the one that a change of settings needs.
#[utoipa::path(get, path = "/api/v1/organization", operation_id = "OrganizationController_get", tag = "Organization",
    responses((status = 200, description = "The settings", body = OrganizationView)))]
pub async fn get(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let settings = find(&mut snapshot, caller.organization).await?;
    let version = settings.version;
    Ok(([etag(version)], axum::Json(OrganizationView::of(caller.organization, settings))).into_response())
}

/// The settings of an organization.
pub async fn find(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Organization, Problem> {
    let found: Vec<Organization> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let settings = found.into_iter().next().ok_or_else(|| Problem::lost("organizations", organization))?;
    Ok(crate::today::known(settings)?)
}
