//! `POST /inventory/movements/{id}/void`: "this did not happen".

use axum::extract::Path;
use axum::http::header::LOCATION;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::void::VoidMovement;
use domain::value::id::MovementId;

use super::get;
use crate::http::journal_entries::wire::VoidInput;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{Writing, set};

pub(super) const OPERATION: Operation = Operation::of::<VoidMovement>()
    .rejects(rejections::POSTS)
    .rejects(rejections::ACCOUNTS)
    .rejects(rejections::COSTS)
    .rejects(&[
        Code::EntryHasMatchedLines,
        Code::SeparationOfDuties,
        Code::MovementIncomplete,
        Code::MovementNotPosted,
        Code::MovementAlreadyVoided,
        Code::MovementHasDependents,
        Code::MovementNotVoidable,
        Code::LocationNotUsable,
        Code::TakesTooMuch,
        Code::WarehouseNotAssigned,
    ])
    .conditional()
    .preferable();

/// Void a posted movement
///
/// Stock, costs and books are then as if it had never happened: its entry is mirrored on the same date, and the changed
/// costs of other movements are posted with one adjusting entry per day. `Location` is the mirror, if there is one. It
/// is refused if later movements would be short of stock, or if other movements depend on it.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/void", operation_id = "MovementsController_void",
    tag = "Movements", request_body = VoidInput, params(("id" = String, Path, description = "The movement")),
    responses((status = 204, description = "Voided"), (status = 200, description = "Voided, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn void(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let input: VoidInput = writing.body().await?;
    let command = VoidMovement { movement: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let mirror = done.reply.related.clone();
    let view = get::preferred(&writing, &done, &id).await?;
    let mut response = done.changed(view)?;
    if let Some(mirror) = mirror.filter(|_| !writing.is_dry_run()) {
        let place = format!("{}/api/v1/accounting/journal-entries/{mirror}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
    }
    Ok(response)
}
