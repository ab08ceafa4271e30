//! `POST /accounting/exchange-rates`

use axum::response::Response;
use domain::Code;
use domain::commands::exchange_rates::create::CreateExchangeRate;
use domain::rows::ExchangeRate;

use super::view::ExchangeRateView;
use super::wire::ExchangeRateInput;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateExchangeRate>().rejects(&[Code::NotFound, Code::CurrencyNotUsable]);

/// Record an exchange rate
///
/// A rate is never changed or deleted. To correct one, record another for the same day: the latest recorded rate counts
/// from then on, and posted entries keep theirs.
#[utoipa::path(post, path = "/api/v1/accounting/exchange-rates", operation_id = "ExchangeRatesController_create",
    tag = "Exchange rates", request_body = ExchangeRateInput,
    responses((status = 201, description = "The rate", body = ExchangeRateView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ExchangeRateInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let rate: ExchangeRate = done.row().ok_or_else(|| Problem::internal(&"a rate without its row"))?;
    done.created("/accounting/exchange-rates", ExchangeRateView::from(rate))
}
