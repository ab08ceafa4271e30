//! `POST /accounting/periods/{id}/soft-close`: only those who may override it still post.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::periods::soft_close::SoftClosePeriod;
use domain::value::id::PeriodId;

use super::close::CloseInput;
use super::get;
use super::view::PeriodWithHistory;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<SoftClosePeriod>().rejects(&[Code::PeriodState]).conditional().preferable().body_optional();

/// Soft-close a period
///
/// From then on, only users with the permission `periods:override` can post into it.
#[utoipa::path(post, path = "/api/v1/accounting/periods/{id}/soft-close", operation_id = "PeriodsController_softClose",
    tag = "Fiscal years and periods", request_body = CloseInput, params(("id" = String, Path, description = "The period")),
    responses((status = 204, description = "Soft-closed"), (status = 200, description = "Soft-closed, with `Prefer: return=representation`", body = PeriodWithHistory)))]
pub async fn soft_close(Path(PathId(id)): Path<PathId<PeriodId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseInput = writing.body_or_empty().await?;
    let reason = input.reason.map(|reason| reason.0);
    let done = writing.run(SoftClosePeriod { period: id.clone(), reason, if_match: writing.if_match.clone() }).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
