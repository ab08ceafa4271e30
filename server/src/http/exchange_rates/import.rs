//! `POST /accounting/exchange-rates/import`

use axum::response::Response;
use domain::Code;
use domain::commands::exchange_rates::import::ImportExchangeRates;
use domain::rows::ExchangeRate;

use super::wire::ExchangeRatesInput;
use crate::http::import_body::Rows;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::output! {
    /// The result of an import.
    pub struct ExchangeRatesResult {
        /// New rates.
        pub recorded: i64,
        /// Rates that were already recorded for their day.
        pub unchanged: i64,
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<ImportExchangeRates>().rejects(&[Code::NotFound, Code::LimitReached, Code::CurrencyNotUsable]);

/// Record many exchange rates
///
/// All or none. A rate already recorded for its day is skipped, so you can send the same file again. Send it with
/// `dryRun=true` to see the effect.
#[utoipa::path(post, path = "/api/v1/accounting/exchange-rates/import", operation_id = "ExchangeRatesController_import",
    tag = "Exchange rates", request_body = ExchangeRatesInput,
    responses((status = 200, description = "The rates that were recorded", body = ExchangeRatesResult)))]
pub async fn import(writing: Writing) -> Result<Response, Problem> {
    let command = |input: ExchangeRatesInput| Some(input.command().into());
    let rows = Rows { list: "rates", command, holds: |_| true };
    let input = writing.import(rows).await?;
    let command = input.command();
    let named = command.rates.len();
    let done = writing.run(command).await?;
    let recorded = done.rows::<ExchangeRate>().len();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    done.answered(ExchangeRatesResult { recorded: count(recorded), unchanged: count(named.saturating_sub(recorded)) })
}
