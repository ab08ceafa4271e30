//! `GET /accounting/accounts/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Account;
use domain::value::Sought;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::AccountView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// Get an account
#[utoipa::path(get, path = "/api/v1/accounting/accounts/{id}", operation_id = "AccountsController_get", tag = "Accounts",
    params(("id" = String, Path, description = "The account")),
    responses((status = 200, description = "The account", body = AccountView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<AccountId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let account = find(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(account.version)], axum::Json(AccountView::from(account))).into_response())
}

/// The account with this wire id.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<AccountId>,
) -> Result<Account, Problem> {
    round_trip::find::<Account, _>(snapshot, organization, id).await
}
