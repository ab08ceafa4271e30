//! `DELETE /accounting/currencies/{id}`: only one that nothing has.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::currencies::delete::DeleteCurrency;

use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteCurrency>().rejects(&[Code::CurrencyNotUsable, Code::CurrencyInUse]).conditional();

/// Delete an unused currency of your own
///
/// Those of ISO 4217 stay. One that an account, a rate or a line names stays, too.
#[utoipa::path(delete, path = "/api/v1/accounting/currencies/{id}", operation_id = "CurrenciesController_delete", tag = "Currencies",
    params(("id" = String, Path, description = "The currency's code")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(id): Path<String>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteCurrency { currency: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
