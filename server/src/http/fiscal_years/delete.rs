//! `DELETE /accounting/fiscal-years/{id}`: only an empty one.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::fiscal_years::delete::DeleteFiscalYear;
use domain::value::id::FiscalYearId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteFiscalYear>().rejects(&[Code::FiscalYearState]).conditional();

/// Delete an empty fiscal year
///
/// The first or last one, never closed, without entries and drafts.
#[utoipa::path(delete, path = "/api/v1/accounting/fiscal-years/{id}", operation_id = "FiscalYearsController_delete",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<FiscalYearId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteFiscalYear { year: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
