//! `POST /inventory/movements/actions`: one action on up to 1,000 movements.

use axum::response::Response;
use domain::Code;
use domain::command::Command;
use domain::commands::movements::approve::ApproveMovement;
use domain::commands::movements::delete::DeleteMovement;
use domain::commands::movements::post::PostMovement;
use domain::commands::movements::submit::SubmitMovement;
use domain::value::permission::Permission;

use crate::http::context::RequestContext;
use crate::http::journal_entries::actions::{BulkAction, BulkInput, BulkItem};
use crate::http::journal_entries::batch::{BatchResults, acted, commands};
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::write(Permission::MovementsDraft)
    .rejects(rejections::NEW_MOVEMENT)
    .rejects(rejections::POSTED_MOVEMENT)
    .rejects(&[
        Code::NotFound,
        Code::VersionMismatch,
        Code::MovementNotDraft,
        Code::MovementNotPending,
        Code::PersonRequired,
        Code::SeparationOfDuties,
    ]);

/// Post, approve, submit or delete up to 1,000 movements in one commit
///
/// As the same operation of entries does.
#[utoipa::path(post, path = "/api/v1/inventory/movements/actions", operation_id = "MovementsController_actions",
    tag = "Movements", request_body = BulkInput,
    responses((status = 200, description = "One result per item", body = BatchResults)))]
pub async fn actions(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: BulkInput = writing.body().await?;
    let (atomic, action) = (input.atomic.unwrap_or(false), input.action);
    let commands = commands(atomic, input.items.0, |item, _| Ok(command(action, item)));
    let commands = writing.caller.admit(&writing.app, commands).await?;
    acted(writing, &context, atomic, commands).await
}

fn command(action: BulkAction, item: BulkItem) -> Command {
    let (movement, if_match) = item.read();
    match action {
        BulkAction::Post => PostMovement { movement, if_match }.into(),
        BulkAction::Approve => ApproveMovement { movement, if_match }.into(),
        BulkAction::Submit => SubmitMovement { movement, if_match }.into(),
        BulkAction::Delete => DeleteMovement { movement, if_match }.into(),
    }
}
