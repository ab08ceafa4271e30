//! `POST /inventory/reservations/batch`: up to 1,000 reservations in one commit.

use axum::response::{IntoResponse, Response};
use domain::access::Permission;
use domain::command::Command;

use super::wire::ReservationBatchInput;
use crate::http::context::RequestContext;
use crate::http::journal_entries::batch::{BatchResults, results};
use crate::http::preview;
use crate::http::problem::Problem;
use crate::http::writing::{Writing, set};

/// Make up to 1,000 reservations in one commit
///
/// Each counts for those after it: together they never take more than is available. With `atomic` all are refused where one
/// is, and the answer is that item's problem; without, each item has its own result.
#[utoipa::path(post, path = "/api/v1/inventory/reservations/batch", operation_id = "ReservationsController_batch",
    tag = "Reservations", request_body = ReservationBatchInput,
    responses((status = 200, description = "A result per item", body = BatchResults)))]
pub async fn batch(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: ReservationBatchInput = writing.body(Permission::ReservationsManage).await?;
    let atomic = input.atomic.unwrap_or(false);
    let commands = input.items.0.into_iter().enumerate();
    let commands = commands.map(|(index, item)| item.command(&format!("/items/{index}")).map(Command::from));
    let commands: Result<Vec<Command>, Problem> = commands.collect();
    let commands = writing.caller.admit(&writing.app, Permission::ReservationsManage, commands).await?;
    if writing.is_dry_run() {
        let preview = writing.preview_many(atomic, commands).await?;
        let (results, _) = results(preview.submitted.clone(), &context)?;
        let would_return = serde_json::to_value(results).map_err(|error| Problem::internal(&error))?;
        return Ok(axum::Json(preview::body(&preview, Some(would_return))?).into_response());
    }
    let (results, replayed) = results(writing.run_many(atomic, commands).await?, &context)?;
    let mut response = axum::Json(results).into_response();
    if replayed {
        set(response.headers_mut(), "idempotent-replayed".parse().map_err(|bad| Problem::internal(&bad))?, "true");
    }
    Ok(response)
}
