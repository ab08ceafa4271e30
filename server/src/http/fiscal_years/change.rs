//! `POST /accounting/fiscal-years/{id}/close` and `/reopen`.

use axum::extract::Path;
use axum::http::header::LOCATION;
use axum::response::Response;
use domain::commands::fiscal_years::close::CloseFiscalYear;
use domain::commands::fiscal_years::reopen::ReopenFiscalYear;
use domain::value::Sought;
use domain::value::id::{AccountId, FiscalYearId, JournalId};
use domain::value::permission::Permission;

use super::get;
use super::view::FiscalYearView;
use crate::http::input::Reason;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{Done, Writing, set};

crate::input! {
    /// Where the result goes; the body may be left out.
    pub struct CloseYearInput {
        /// The equity account that takes the result; the only one of subtype `retainedEarnings` where absent.
        pub retained_earnings_account_id: Option<Sought<AccountId>>,
        /// A closing or general journal; the only closing one, else the only general one, where absent.
        pub journal_id: Option<Sought<JournalId>>,
        /// 1 to 500 characters after trimming; kept in the history.
        pub reason: Option<Reason> = "audited",
    }

    /// Why a year is opened again.
    pub struct ReopenYearInput {
        /// 1 to 500 characters after trimming; kept in the history and with the voided closing entries.
        pub reason: Reason = "an invoice came late",
    }
}

/// Close a fiscal year
///
/// All its periods must be closed or soft-closed. One entry on the year's last day moves what each profit and loss
/// account has in each currency into retained earnings; `Location` is that entry, where there was something to move.
/// The next year is created where there is none. From then on nobody posts into the year.
#[utoipa::path(post, path = "/api/v1/accounting/fiscal-years/{id}/close", operation_id = "FiscalYearsController_close",
    tag = "Fiscal years and periods", request_body = CloseYearInput, params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 204, description = "Closed"), (status = 200, description = "Closed, with `Prefer: return=representation`", body = FiscalYearView)))]
pub async fn close(Path(PathId(id)): Path<PathId<FiscalYearId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseYearInput = writing.body_or_empty(Permission::PeriodsClose).await?;
    let command = CloseFiscalYear {
        year: id.clone(),
        retained_earnings_account: input.retained_earnings_account_id,
        journal: input.journal_id,
        reason: input.reason.map(|reason| reason.0),
        if_match: writing.if_match.clone(),
    };
    let done = writing.run(command).await?;
    changed(&writing, done, &id).await
}

/// Reopen a fiscal year
///
/// The last closed one. Its closing entries are voided; its periods stay as they are and are reopened one by one, from
/// the last. `Location` is the mirror of the (first) closing entry, where there was one.
#[utoipa::path(post, path = "/api/v1/accounting/fiscal-years/{id}/reopen", operation_id = "FiscalYearsController_reopen",
    tag = "Fiscal years and periods", request_body = ReopenYearInput, params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 204, description = "Open again"), (status = 200, description = "Open again, with `Prefer: return=representation`", body = FiscalYearView)))]
pub async fn reopen(Path(PathId(id)): Path<PathId<FiscalYearId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReopenYearInput = writing.body(Permission::PeriodsClose).await?;
    let command = ReopenFiscalYear { year: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    changed(&writing, done, &id).await
}

/// The answer to a change, with the place of the entry that came with it.
async fn changed(writing: &Writing, done: Done, id: &Sought<FiscalYearId>) -> Result<Response, Problem> {
    let entry = done.reply.related.clone().filter(|_| !writing.is_dry_run());
    let view = get::preferred(writing, &done, id).await?;
    let mut response = done.changed(view)?;
    if let Some(entry) = entry {
        let place = format!("{}/api/v1/accounting/journal-entries/{entry}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
    }
    Ok(response)
}
