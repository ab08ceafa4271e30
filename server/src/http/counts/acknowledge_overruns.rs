//! `POST /inventory/counts/{id}/acknowledge-overruns`: somebody looked at what changed the past of a count.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::acknowledge_overruns::AcknowledgeOverruns;
use domain::value::id::CountId;

use super::get;
use super::view::CountView;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<AcknowledgeOverruns>().rejects(&[Code::CountState]).conditional().preferable();

/// Acknowledge changes to a count's past
///
/// Confirms that someone has looked at the movements that changed the past of a posted count: `openOverruns` becomes 0.
/// Nothing else changes.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/acknowledge-overruns",
    operation_id = "CountsController_acknowledgeOverruns",
    tag = "Counts", params(("id" = String, Path, description = "The count")),
    responses((status = 204, description = "Acknowledged, or there was nothing to acknowledge"), (status = 200, description = "Acknowledged, with `Prefer: return=representation`", body = CountView)))]
pub async fn acknowledge_overruns(
    Path(PathId(id)): Path<PathId<CountId>>,
    writing: Writing,
) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = AcknowledgeOverruns { count: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
