//! `PUT /accounting/currencies/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::currencies::update::UpdateCurrency;

use super::get;
use super::view::CurrencyView;
use super::wire::CurrencyPatch;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::round_trip::expected;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<UpdateCurrency>().rejects(&[Code::CurrencyNotUsable]).conditional().preferable();

/// Update a currency of your own
///
/// A merge: absent fields stay. Code and decimals never change.
#[utoipa::path(put, path = "/api/v1/accounting/currencies/{id}", operation_id = "CurrenciesController_update", tag = "Currencies",
    request_body = CurrencyPatch, params(("id" = String, Path, description = "The currency's code")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = CurrencyView)))]
pub async fn update(Path(id): Path<String>, writing: Writing) -> Result<Response, Problem> {
    let input: CurrencyPatch = writing.body().await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    writing
        .keep(CurrencyPatch::KEPT, async |snapshot| get::find(snapshot, writing.caller.organization, &id).await)
        .await?;
    let done = writing.run(input.command(id.clone(), expected)).await?;
    writing.changed(done, async |snapshot| get::find(snapshot, writing.caller.organization, &id).await).await
}
