//! `DELETE /accounting/accounts/{id}`: only an account that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::accounts::delete::DeleteAccount;
use domain::value::id::AccountId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteAccount>().rejects(&[Code::AccountInUse, Code::ValuationAccountInUse]).conditional();

/// Delete an account that was never used
///
/// One that was used stays for ever: make it inactive with `isActive: false`.
#[utoipa::path(delete, path = "/api/v1/accounting/accounts/{id}", operation_id = "AccountsController_delete", tag = "Accounts",
    params(("id" = String, Path, description = "The account")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<AccountId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteAccount { account: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
