//! `POST /accounting/currencies`

use axum::response::Response;
use domain::commands::currencies::create::CreateCurrency;
use domain::rows::CustomCurrency;

use super::view::CurrencyView;
use super::wire::CurrencyInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateCurrency>().rejects(rejections::NEW);

/// Create a currency that ISO 4217 does not list
///
/// Its code and decimals never change, because every stored amount depends on them.
#[utoipa::path(post, path = "/api/v1/accounting/currencies", operation_id = "CurrenciesController_create", tag = "Currencies",
    request_body = CurrencyInput, responses((status = 201, description = "The currency", body = CurrencyView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: CurrencyInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let own: CustomCurrency = done.row().ok_or_else(|| Problem::internal(&"a currency without its row"))?;
    done.created("/accounting/currencies", CurrencyView::from(own))
}
