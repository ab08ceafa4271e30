//! `POST /accounting/accounts`

use axum::response::Response;
use domain::Code;
use domain::commands::accounts::create::CreateAccount;
use domain::rows::Account;
use domain::value::id::AccountId;

use super::view::AccountView;
use super::wire::AccountInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateAccount>()
    .makes::<AccountId>()
    .rejects(rejections::NEW)
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::AccountNotUsable, Code::DimensionNotUsable, Code::CurrencyNotUsable, Code::ParentNotUsable]);

/// Create an account
///
/// The type decides on which side its balance stands and in which statement it appears. A group takes no postings:
/// it adds up the accounts below it.
#[utoipa::path(post, path = "/api/v1/accounting/accounts", operation_id = "AccountsController_create", tag = "Accounts",
    request_body = AccountInput, responses((status = 201, description = "The account", body = AccountView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: AccountInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let account: Account = done.row().ok_or_else(|| Problem::internal(&"an account without its row"))?;
    done.created("/accounting/accounts", AccountView::from(account))
}
