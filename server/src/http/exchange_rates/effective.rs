//! `GET /accounting/exchange-rates/effective`: the rate that a line of a day would take.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::ledger::exchange_rates;
use domain::rows::RateType;
use domain::value::permission::Permission;
use domain::value::{CurrencyRef, Date};

use super::view::ExchangeRateView;
use crate::app::App;
use crate::http::caller::{Caller, consulted};
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which rate.
    pub struct EffectiveRateQuery {
        pub from_currency: CurrencyRef = "EUR",
        pub to_currency: CurrencyRef = "GBP",
        pub date: Date = "2010-12-01",
        /// `spot` if absent.
        pub rate_type: Option<RateType>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::read(Permission::ExchangeRatesRead).rejects(&[Code::CurrencyNotUsable, Code::RateMissing]);

/// Get the rate in effect on a day
///
/// The latest rate whose first day is this day or earlier, at most `rateMaxAgeDays` of the organization before it.
/// Inverse and cross rates are never derived.
#[utoipa::path(get, path = "/api/v1/accounting/exchange-rates/effective", operation_id = "ExchangeRatesController_effective",
    tag = "Exchange rates", params(EffectiveRateQuery),
    responses((status = 200, description = "The rate", body = ExchangeRateView)))]
pub async fn effective(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: EffectiveRateQuery = query.decode()?;
    let rate_type = query.rate_type.unwrap_or(RateType::Spot);
    let (from, to) = (query.from_currency, query.to_currency);
    if from == to {
        let message = format!("is {from} as well: the rate of a currency to itself is 1");
        return Err(Problem::violation("toCurrency", "same_currency", message));
    }
    let found = consulted(&mut snapshot, caller.organization, |book| {
        exchange_rates::in_effect(book, from, to, rate_type, query.date)
    });
    Ok(axum::Json(ExchangeRateView::from(found.await?)).into_response())
}
