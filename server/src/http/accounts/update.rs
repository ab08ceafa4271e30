//! `PUT /accounting/accounts/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::accounts::update::UpdateAccount;
use domain::value::id::AccountId;

use super::get;
use super::view::AccountView;
use super::wire::AccountPatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateAccount>()
    .rejects(rejections::IN_TREE)
    .rejects(&[
        Code::LimitReached,
        Code::AccountNotUsable,
        Code::AccountInUse,
        Code::AccountFrozen,
        Code::DimensionNotUsable,
        Code::CurrencyNotUsable,
        Code::ParentCycle,
        Code::ParentNotUsable,
        Code::ValuationAccountInUse,
    ])
    .conditional()
    .preferable();

/// Update an account
///
/// A merge: absent fields stay, null clears, metadata merges by key. After the first posting, type, currency, control
/// and group are frozen.
#[utoipa::path(put, path = "/api/v1/accounting/accounts/{id}", operation_id = "AccountsController_update", tag = "Accounts",
    request_body = AccountPatch, params(("id" = String, Path, description = "The account")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = AccountView)))]
pub async fn update(Path(PathId(id)): Path<PathId<AccountId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing
        .leave_out_repeated(async |snapshot| {
            Ok(AccountView::from(get::find(snapshot, caller.organization, &id).await?))
        })
        .await;
    let input: AccountPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(input.command(id.clone(), expected)).await?;
    writing
        .changed(done, async |snapshot| {
            Ok(AccountView::from(get::find(snapshot, writing.caller.organization, &id).await?))
        })
        .await
}
