//! `POST /accounting/fiscal-years/{id}/reopen`: its closing entries are voided.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::fiscal_years::reopen::ReopenFiscalYear;
use domain::value::id::FiscalYearId;

use super::get;
use super::view::FiscalYearView;
use crate::http::input::Reason;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Why a year is opened again.
    pub struct ReopenYearInput {
        /// Kept in the history and with the voided closing entries.
        pub reason: Reason = "an invoice came late",
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<ReopenFiscalYear>().rejects(&[Code::FiscalYearState]).conditional().preferable();

/// Reopen a fiscal year
///
/// Only the last closed year can be reopened. Its closing entries are voided; its periods stay as they are and are
/// reopened one by one, from the last. `Location` is the mirror of the (first) closing entry, if there was one.
#[utoipa::path(post, path = "/api/v1/accounting/fiscal-years/{id}/reopen", operation_id = "FiscalYearsController_reopen",
    tag = "Fiscal years and periods", request_body = ReopenYearInput, params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 204, description = "Open again"), (status = 200, description = "Open again, with `Prefer: return=representation`", body = FiscalYearView)))]
pub async fn reopen(Path(PathId(id)): Path<PathId<FiscalYearId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReopenYearInput = writing.body().await?;
    let command = ReopenFiscalYear { year: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    get::changed(&writing, done, &id).await
}
