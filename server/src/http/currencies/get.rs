//! `GET /accounting/currencies/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::CustomCurrency;
use domain::value::id::OrganizationId;
use domain::value::permission::Permission;
use domain::value::{Cell, Currency, CurrencyRef};
use store::Snapshot;

use super::view::CurrencyView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::read(Permission::CurrenciesRead);

/// Get a currency
#[utoipa::path(get, path = "/api/v1/accounting/currencies/{id}", operation_id = "CurrenciesController_get", tag = "Currencies",
    params(("id" = String, Path, description = "The currency's code")),
    responses((status = 200, description = "The currency", body = CurrencyView)))]
pub async fn get(
    State(app): State<App>,
    Path(id): Path<String>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = find(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The currency with this code.
pub async fn find(snapshot: &mut Snapshot, organization: OrganizationId, code: &str) -> Result<CurrencyView, Problem> {
    if let Some(listed) = Currency::parse(code) {
        return Ok(listed.into());
    }
    // A text that no code can be is not worth asking for.
    let code = CurrencyRef::parse(code).ok_or_else(Problem::not_found)?;
    own(snapshot, organization, code).await?.map(CurrencyView::from).ok_or_else(Problem::not_found)
}

/// The currency that a parameter names, active or not.
pub async fn of_parameter(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    parameter: &str,
    code: CurrencyRef,
) -> Result<Currency, Problem> {
    if let Some(listed) = Currency::parse(code.text()) {
        return Ok(listed);
    }
    let own = own(snapshot, organization, code).await?;
    own.and_then(|own| own.currency()).ok_or_else(|| {
        let message = format!("there is no currency {code}: GET /accounting/currencies lists them");
        Problem::violation(parameter, "unknown_currency", message)
    })
}

/// The organization's own currency with this code.
async fn own(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    code: CurrencyRef,
) -> Result<Option<CustomCurrency>, Problem> {
    let rest = "where organization_id = $1 and code = $2";
    let params = [Cell::Id(organization.0), Cell::Text(code.text().to_owned())];
    Ok(snapshot.rows(rest, &params).await?.pop())
}
