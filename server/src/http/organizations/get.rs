//! `GET /organizations/{id}`: one that is open to the caller.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::value::id::OrganizationId;

use super::demo;
use super::list::open_to;
use super::view::OrganizationSummary;
use crate::app::App;
use crate::cli::living;
use crate::http::caller::Login;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// Get one of my organizations
///
/// With the roles that the caller has there.
#[utoipa::path(get, path = "/api/v1/organizations/{id}", operation_id = "OrganizationsController_get",
    tag = "Organizations", params(("id" = String, Path, description = "The organization")),
    responses((status = 200, description = "The organization", body = OrganizationSummary)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<OrganizationId>>,
    login: Login,
    query: RawQuery,
) -> Result<Response, Problem> {
    let _: NoQuery = query.decode()?;
    let id = id.require()?;
    let mut snapshot = app.database.snapshot().await?;
    let open = open_to(&mut snapshot, &login).await?;
    let found = open.into_iter().find(|row| row.organization == id).ok_or_else(Problem::not_found)?;
    let demo = match id == living::ORGANIZATION {
        true => demo::look(&app, &mut snapshot).await?,
        false => None,
    };
    Ok(axum::Json(OrganizationSummary { demo, ..OrganizationSummary::of(found) }).into_response())
}
