//! `POST /control-changes/{id}/withdraw`: who proposed a change takes it back.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::control_changes::withdraw::WithdrawControlChange;
use domain::value::id::ControlChangeId;

use super::get;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<WithdrawControlChange>().rejects(&[Code::ControlChangeNotOpen]).conditional().preferable();

/// Withdraw a change of controls
///
/// Only by the person who proposed it, or by the person responsible for the service account that did.
#[utoipa::path(post, path = "/api/v1/control-changes/{id}/withdraw", operation_id = "ControlChangesController_withdraw",
    tag = "Control changes", params(("id" = String, Path, description = "The change")),
    responses((status = 204, description = "Withdrawn"), (status = 200, description = "Withdrawn, with `Prefer: return=representation`", body = super::view::ControlChangeView)))]
pub async fn withdraw(Path(PathId(id)): Path<PathId<ControlChangeId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = WithdrawControlChange { change: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
