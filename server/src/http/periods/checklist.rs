//! `GET /accounting/periods/{id}/checklist`: what stands in the way of closing.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::ledger::closing::checklist::{self, Check, CheckItem, CheckStatus};
use domain::rows::PeriodStatus;
use domain::value::id::PeriodId;
use domain::value::permission::Permission;

use crate::app::App;
use crate::http::caller::{Caller, consulted};
use crate::http::output::{Id, Named};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// One point of the list.
    pub struct ChecklistItem {
        pub code: Named<Check>,
        /// What holds where the item is ok.
        pub title: String,
        /// `blocking` refuses the close; `warning` is only told.
        pub status: Named<CheckStatus>,
        /// How many stand in the way; 0 where the item is ok.
        pub count: i64,
        /// What to do; null where the item is ok.
        pub what_to_do: Option<String>,
        /// The method of `href`.
        pub method: Option<String>,
        /// A call that shows what is counted, or does what is to be done.
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
///
/// The same list decides: closing is refused exactly where an item is `blocking`.
#[utoipa::path(get, path = "/api/v1/accounting/periods/{id}/checklist", operation_id = "PeriodsController_checklist",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The period")),
    responses((status = 200, description = "The list", body = Checklist)))]
pub async fn checklist(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PeriodId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::PeriodsRead).await?;
    query.decode::<NoQuery>()?;
    let asked = consulted(&mut snapshot, caller.organization, |book| checklist::of_period_named(book, &id));
    let (period, items) = asked.await?;
    let list = Checklist {
        period_id: Id(period.id),
        status: Named(period.status),
        ready: is_ready(period.status, &items),
        items: views(items, &app.base_url),
    };
    Ok(axum::Json(list).into_response())
}

/// Whether closing what is in this status would go through.
#[must_use]
pub fn is_ready(status: PeriodStatus, items: &[CheckItem]) -> bool {
    status != PeriodStatus::Closed && items.iter().all(|item| item.status != CheckStatus::Blocking)
}

/// The items as they are answered.
#[must_use]
pub fn views(items: Vec<CheckItem>, base_url: &str) -> Vec<ChecklistItem> {
    let view = |item: CheckItem| {
        let (method, path) = item.way.unzip();
        ChecklistItem {
            code: Named(item.check),
            title: item.title.to_owned(),
            status: Named(item.status),
            count: item.count,
            what_to_do: item.what_to_do,
            method: method.map(str::to_owned),
            href: path.map(|path| format!("{base_url}/api/v1{path}")),
        }
    };
    items.into_iter().map(view).collect()
}
