//! `POST /accounting/fiscal-years/{id}/close`: its result goes into retained earnings.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::fiscal_years::close::CloseFiscalYear;
use domain::value::Sought;
use domain::value::id::{AccountId, FiscalYearId, JournalId};

use super::get;
use super::view::FiscalYearView;
use crate::http::input::Reason;
use crate::http::journals::wire::{JournalCode, named};
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Where the result goes; the body is optional.
    pub struct CloseYearInput {
        /// The equity account that receives the result; the only one of subtype `retainedEarnings` if absent.
        pub retained_earnings_account_id: Option<Sought<AccountId>>,
        /// A closing or general journal; if absent, the only closing journal, or else the only general one.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode> = "GJ",
        /// Kept in the history.
        pub reason: Option<Reason> = "audited",
        /// True closes it although its last day has not passed; needs a `reason`.
        pub force: Option<bool> = false,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<CloseFiscalYear>()
    .rejects(&[
        Code::CodeTaken,
        Code::UnknownReference,
        Code::LimitReached,
        Code::AmountOutOfRange,
        Code::FiscalYearState,
        Code::FiscalYearNotReady,
        Code::RetainedEarningsNeeded,
        Code::AccountNotUsable,
        Code::JournalNotUsable,
    ])
    .conditional()
    .preferable()
    .body_optional();

/// Close a fiscal year
///
/// Its last day must have passed (or you send `force` with a `reason`), and all its periods must be closed or soft-closed. One entry on the year's last day moves the balance of each profit and
/// loss account, in each currency, into retained earnings; `Location` is that entry, if there was a balance to move.
/// The next year is created if it does not exist. From then on, nobody can post into the year.
#[utoipa::path(post, path = "/api/v1/accounting/fiscal-years/{id}/close", operation_id = "FiscalYearsController_close",
    tag = "Fiscal years and periods", request_body = CloseYearInput, params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 204, description = "Closed"), (status = 200, description = "Closed, with `Prefer: return=representation`", body = FiscalYearView)))]
pub async fn close(Path(PathId(id)): Path<PathId<FiscalYearId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseYearInput = writing.body_or_empty().await?;
    let command = CloseFiscalYear {
        year: id.clone(),
        retained_earnings_account: input.retained_earnings_account_id,
        journal: writing.caller.admit(&writing.app, named(input.journal_id, input.journal_code, "")).await?,
        reason: input.reason.map(|reason| reason.0),
        force: input.force == Some(true),
        if_match: writing.if_match.clone(),
    };
    let done = writing.run(command).await?;
    get::changed(&writing, done, &id).await
}
