//! `POST /accounting/revaluations`

use axum::response::Response;
use domain::commands::revaluations::run::RunRevaluation;
use domain::rows::{RateType, Revaluation, RevaluationItem};
use domain::value::id::JournalId;
use domain::value::permission::Permission;
use domain::value::{Date, Sought};

use super::view::RevaluationView;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Which day, and at which rates.
    pub struct RevaluationInput {
        /// The last day of the first open period where absent.
        pub date: Option<Date> = "2010-12-31",
        /// The only general journal where absent.
        pub journal_id: Option<Sought<JournalId>>,
        /// `spot` where absent.
        pub rate_type: Option<RateType>,
    }
}

/// Revalue foreign balances
///
/// Of every account with `revalue`: what its balance in each currency is worth on the day, less what it has in base
/// currency, against the account for gains and losses of exchange; taken back in the same commit on the first day of
/// the next period. Where nothing foreign is left, the rest is realised and stays. Run again on the same day it posts
/// the difference alone.
#[utoipa::path(post, path = "/api/v1/accounting/revaluations", operation_id = "RevaluationsController_run",
    tag = "Revaluations", request_body = RevaluationInput,
    responses((status = 201, description = "The run", body = RevaluationView)))]
pub async fn run(writing: Writing) -> Result<Response, Problem> {
    let input: RevaluationInput = writing.body(Permission::RevaluationsRun).await?;
    let command = RunRevaluation { date: input.date, journal: input.journal_id, rate_type: input.rate_type };
    let done = writing.run(command).await?;
    let run: Revaluation = done.row().ok_or_else(|| Problem::internal(&"a revaluation without its row"))?;
    let mut items: Vec<RevaluationItem> = done.rows();
    items.sort_by_key(|item| item.item_number);
    done.created("/accounting/revaluations", RevaluationView::of(run, items))
}
