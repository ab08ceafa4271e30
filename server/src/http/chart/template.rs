//! `GET /accounting/chart-templates/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::value::permission::Permission;

use super::templates::{ChartTemplateView, view};
use crate::app::App;
use crate::charts;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// Get a chart template
///
/// With all its accounts and journals.
#[utoipa::path(get, path = "/api/v1/accounting/chart-templates/{id}", operation_id = "ChartTemplatesController_get",
    tag = "Chart of accounts", params(("id" = String, Path, description = "The template, such as `ifrs`")),
    responses((status = 200, description = "The chart", body = ChartTemplateView)))]
pub async fn template(
    State(app): State<App>,
    Path(id): Path<String>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let template = charts::template(&id).ok_or_else(Problem::not_found)?;
    Ok(axum::Json(view(template)).into_response())
}
