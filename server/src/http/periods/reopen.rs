//! `POST /accounting/periods/{id}/reopen`: it takes postings again.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::periods::reopen::ReopenPeriod;
use domain::value::id::PeriodId;

use super::get;
use super::view::PeriodWithHistory;
use crate::http::input::Reason;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Why a period is opened again.
    pub struct ReopenInput {
        /// Kept in the history.
        pub reason: Reason = "a late invoice",
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<ReopenPeriod>().rejects(&[Code::PeriodState, Code::FiscalYearState]).conditional().preferable();

/// Reopen a period
///
/// Only a soft-closed period or the last closed one can be reopened; the latter also needs the permission
/// `periods:close`.
#[utoipa::path(post, path = "/api/v1/accounting/periods/{id}/reopen", operation_id = "PeriodsController_reopen",
    tag = "Fiscal years and periods", request_body = ReopenInput, params(("id" = String, Path, description = "The period")),
    responses((status = 204, description = "Open again"), (status = 200, description = "Open again, with `Prefer: return=representation`", body = PeriodWithHistory)))]
pub async fn reopen(Path(PathId(id)): Path<PathId<PeriodId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReopenInput = writing.body().await?;
    let command = ReopenPeriod { period: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
