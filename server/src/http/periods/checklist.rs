//! `GET /accounting/periods/{id}/checklist`: what stands in the way of closing.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::access::Permission;
use domain::ledger::{Period, PeriodStatus};
use domain::value::cell::IsoDate;
use domain::value::id::PeriodId;
use store::read::closing;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::output::{Id, Named};
use crate::http::problem::Problem;
use crate::http::round_trip;

crate::output! {
    /// One point of the list.
    pub struct ChecklistItem {
        /// `drafts`, `pendingApproval`, `earlierPeriods` or `numberGaps`.
        pub code: String,
        pub title: String,
        /// Whether it is no hindrance.
        pub passed: bool,
        /// How many stand in the way.
        pub count: i64,
        /// Where they are listed, below the service's address.
        pub href: Option<String>,
    }

    /// What must be done before a period can close.
    pub struct Checklist {
        pub period_id: Id<PeriodId>,
        pub status: Named<PeriodStatus>,
        /// Whether closing would go through.
        pub ready: bool,
        pub items: Vec<ChecklistItem>,
    }
}

/// What stands in the way of closing a period
#[utoipa::path(get, path = "/api/v1/accounting/periods/{id}/checklist", operation_id = "PeriodsController_checklist",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The period")),
    responses((status = 200, description = "The list", body = Checklist)))]
pub async fn checklist(State(app): State<App>, Path(id): Path<String>, caller: Caller) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::PeriodsRead).await?;
    let period = round_trip::find::<Period, PeriodId>(&mut snapshot, caller.organization, &id).await?;
    let found = closing::hindrances(&mut snapshot, caller.organization, &period).await?;
    let entries = |status: &str| {
        let (from, to) = (IsoDate(period.start_date), IsoDate(period.end_date));
        format!("/api/v1/accounting/journal-entries?status={status}&dateFrom={from}&dateTo={to}")
    };
    let item = |code: &str, title: &str, count: i64, href: Option<String>| ChecklistItem {
        code: code.to_owned(),
        title: title.to_owned(),
        passed: count == 0,
        count,
        href: href.filter(|_| count > 0),
    };
    let items = vec![
        item("drafts", "Drafts dated in it are posted or deleted", found.drafts, Some(entries("draft"))),
        item("pendingApproval", "No entry waits for approval", found.pending, Some(entries("pendingApproval"))),
        item(
            "earlierPeriods",
            "All earlier periods are closed",
            found.earlier_open,
            Some("/api/v1/accounting/periods".to_owned()),
        ),
        item("numberGaps", "The entries' numbers have no gap", found.number_gaps, None),
    ];
    let open = period.status != PeriodStatus::Closed;
    let ready = open && items.iter().all(|item| item.passed);
    let list = Checklist { period_id: Id(period.id), status: Named(period.status), ready, items };
    Ok(axum::Json(list).into_response())
}
