//! `POST /accounting/revaluations`

use axum::response::Response;
use domain::Code;
use domain::commands::revaluations::run::RunRevaluation;
use domain::rows::{RateType, Revaluation, RevaluationItem};
use domain::value::id::JournalId;
use domain::value::{Date, Sought};

use super::view::RevaluationView;
use crate::http::journals::wire::{JournalCode, named};
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The day of the revaluation and the type of rates.
    pub struct RevaluationInput {
        /// The last day of the first open period if absent.
        pub date: Option<Date> = "2010-12-31",
        /// The only general journal if absent.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode> = "GJ",
        /// `spot` if absent.
        pub rate_type: Option<RateType>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<RunRevaluation>().rejects(rejections::POSTS).rejects(&[
    Code::NotFound,
    Code::UnknownReference,
    Code::LimitReached,
    Code::FxGainLossAccountNeeded,
    Code::JournalNotUsable,
    Code::RateMissing,
]);

/// Revalue foreign balances
///
/// For every account with `revalue`, posts the value of its balance in each currency on the day, less its balance in
/// base currency, against the account for exchange gains and losses; the same commit reverses it on the first day of
/// the next period. If no foreign balance is left, the rest is realised and stays. A second run on the same day posts
/// only the difference.
#[utoipa::path(post, path = "/api/v1/accounting/revaluations", operation_id = "RevaluationsController_run",
    tag = "Revaluations", request_body = RevaluationInput,
    responses((status = 201, description = "The run", body = RevaluationView)))]
pub async fn run(writing: Writing) -> Result<Response, Problem> {
    let input: RevaluationInput = writing.body().await?;
    let journal = writing.caller.admit(&writing.app, named(input.journal_id, input.journal_code, "")).await?;
    let command = RunRevaluation { date: input.date, journal, rate_type: input.rate_type };
    let done = writing.run(command).await?;
    let run: Revaluation = done.row().ok_or_else(|| Problem::internal(&"a revaluation without its row"))?;
    let mut items: Vec<RevaluationItem> = done.rows();
    items.sort_by_key(|item| item.item_number);
    done.created("/accounting/revaluations", RevaluationView::of(run, items))
}
