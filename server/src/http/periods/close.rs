//! `POST /accounting/periods/{id}/close`: from then on, nobody posts into it.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::periods::close::ClosePeriod;
use domain::value::id::PeriodId;

use super::get;
use super::view::PeriodWithHistory;
use crate::http::input::Reason;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Why a period is closed; the body is optional.
    pub struct CloseInput {
        /// Kept in the history.
        pub reason: Option<Reason> = "month end",
        /// True closes it although its last day has not passed; needs a `reason`.
        pub force: Option<bool> = false,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<ClosePeriod>()
    .rejects(&[Code::PeriodState, Code::PeriodNotReady])
    .conditional()
    .preferable()
    .body_optional();

/// Close a period
///
/// From then on, nobody can post into it. Its last day must have passed (or you send `force` with a `reason`), and all earlier
/// periods must be closed; the checklist shows what else blocks closing.
#[utoipa::path(post, path = "/api/v1/accounting/periods/{id}/close", operation_id = "PeriodsController_close",
    tag = "Fiscal years and periods", request_body = CloseInput, params(("id" = String, Path, description = "The period")),
    responses((status = 204, description = "Closed"), (status = 200, description = "Closed, with `Prefer: return=representation`", body = PeriodWithHistory)))]
pub async fn close(Path(PathId(id)): Path<PathId<PeriodId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseInput = writing.body_or_empty().await?;
    let reason = input.reason.map(|reason| reason.0);
    let force = input.force == Some(true);
    let if_match = writing.if_match.clone();
    let done = writing.run(ClosePeriod { period: id.clone(), reason, force, if_match }).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
