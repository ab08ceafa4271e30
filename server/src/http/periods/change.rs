//! `POST /accounting/periods/{id}/soft-close`, `/close` and `/reopen`.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::periods::change::{ClosePeriod, ReopenPeriod, SoftClosePeriod};
use domain::value::id::PeriodId;
use domain::value::permission::Permission;

use super::get;
use super::view::PeriodWithHistory;
use crate::http::input::Reason;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Why a period is closed; the body is optional.
    pub struct CloseInput {
        /// Kept in the history.
        pub reason: Option<Reason> = "month end",
    }

    /// Why a period is opened again.
    pub struct ReopenInput {
        /// Kept in the history.
        pub reason: Reason = "a late invoice",
    }
}

/// Soft-close a period
///
/// From then on, only users with the permission `periods:override` can post into it.
#[utoipa::path(post, path = "/api/v1/accounting/periods/{id}/soft-close", operation_id = "PeriodsController_softClose",
    tag = "Fiscal years and periods", request_body = CloseInput, params(("id" = String, Path, description = "The period")),
    responses((status = 204, description = "Soft-closed"), (status = 200, description = "Soft-closed, with `Prefer: return=representation`", body = PeriodWithHistory)))]
pub async fn soft_close(Path(PathId(id)): Path<PathId<PeriodId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseInput = writing.body_or_empty(Permission::PeriodsSoftClose).await?;
    let reason = input.reason.map(|reason| reason.0);
    let done = writing.run(SoftClosePeriod { period: id.clone(), reason, if_match: writing.if_match.clone() }).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}

/// Close a period
///
/// From then on, nobody can post into it. All earlier periods must be closed; the checklist shows what else blocks
/// closing.
#[utoipa::path(post, path = "/api/v1/accounting/periods/{id}/close", operation_id = "PeriodsController_close",
    tag = "Fiscal years and periods", request_body = CloseInput, params(("id" = String, Path, description = "The period")),
    responses((status = 204, description = "Closed"), (status = 200, description = "Closed, with `Prefer: return=representation`", body = PeriodWithHistory)))]
pub async fn close(Path(PathId(id)): Path<PathId<PeriodId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseInput = writing.body_or_empty(Permission::PeriodsClose).await?;
    let reason = input.reason.map(|reason| reason.0);
    let done = writing.run(ClosePeriod { period: id.clone(), reason, if_match: writing.if_match.clone() }).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}

/// Reopen a period
///
/// Only a soft-closed period or the last closed one can be reopened; the latter also needs the permission
/// `periods:close`.
#[utoipa::path(post, path = "/api/v1/accounting/periods/{id}/reopen", operation_id = "PeriodsController_reopen",
    tag = "Fiscal years and periods", request_body = ReopenInput, params(("id" = String, Path, description = "The period")),
    responses((status = 204, description = "Open again"), (status = 200, description = "Open again, with `Prefer: return=representation`", body = PeriodWithHistory)))]
pub async fn reopen(Path(PathId(id)): Path<PathId<PeriodId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReopenInput = writing.body(Permission::PeriodsSoftClose).await?;
    let command = ReopenPeriod { period: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
