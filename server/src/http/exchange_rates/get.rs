//! `GET /accounting/exchange-rates/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::ExchangeRate;
use domain::value::id::ExchangeRateId;
use domain::value::permission::Permission;

use super::view::ExchangeRateView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::ExchangeRatesRead);

/// Get an exchange rate
#[utoipa::path(get, path = "/api/v1/accounting/exchange-rates/{id}", operation_id = "ExchangeRatesController_get",
    tag = "Exchange rates", params(("id" = String, Path, description = "The rate")),
    responses((status = 200, description = "The rate", body = ExchangeRateView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ExchangeRateId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let rate = round_trip::find::<ExchangeRate, _>(&mut snapshot, caller.organization, &id).await?;
    Ok(axum::Json(ExchangeRateView::from(rate)).into_response())
}
