//! `POST /accounting/accounts`

use axum::response::Response;
use domain::rows::Account;
use domain::value::permission::Permission;

use super::view::AccountView;
use super::wire::AccountInput;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Create an account
#[utoipa::path(post, path = "/api/v1/accounting/accounts", operation_id = "AccountsController_create", tag = "Accounts",
    request_body = AccountInput, responses((status = 201, description = "The account", body = AccountView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: AccountInput = writing.body(Permission::AccountsManage).await?;
    let done = writing.run(input.command()).await?;
    let account: Account = done.row().ok_or_else(|| Problem::internal(&"an account without its row"))?;
    done.created("/accounting/accounts", AccountView::from(account))
}
