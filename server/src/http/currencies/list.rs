//! `GET /accounting/currencies`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::rows::CustomCurrency;
use domain::value::permission::Permission;
use domain::value::{Cell, Currency};

use super::view::CurrencyView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which currencies.
    pub struct CurrencyQuery {
        /// Only currencies of ISO 4217, or only the organization's own.
        pub is_iso: Option<bool>,
    }
}

crate::output! {
    /// All currencies by code.
    pub struct CurrencyList {
        pub data: Vec<CurrencyView>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::CurrenciesRead);

/// List currencies by code
///
/// The currencies of ISO 4217 are always available; the organization can add its own.
#[utoipa::path(get, path = "/api/v1/accounting/currencies", operation_id = "CurrenciesController_list", tag = "Currencies",
    params(CurrencyQuery), responses((status = 200, description = "All of them", body = CurrencyList)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: CurrencyQuery = query.decode()?;
    let mut data: Vec<CurrencyView> = Vec::new();
    if query.is_iso != Some(false) {
        data.extend(Currency::all_of_iso().map(CurrencyView::from));
    }
    if query.is_iso != Some(true) {
        let own: Vec<CustomCurrency> =
            snapshot.rows("where organization_id = $1", &[Cell::Id(caller.organization.0)]).await?;
        data.extend(own.into_iter().map(CurrencyView::from));
    }
    data.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(axum::Json(CurrencyList { data }).into_response())
}
