//! `GET /accounting/periods/{id}/checklist`: the obstacles to closing.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::ledger::closing::checklist::{self, Check, CheckItem, CheckStatus};
use domain::rows::PeriodStatus;
use domain::value::id::PeriodId;
use domain::value::permission::Permission;

use crate::app::App;
use crate::commit;
use crate::http::caller::{Caller, consulted};
use crate::http::operations::Operation;
use crate::http::output::{Id, Named};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// One point of the list.
    pub struct ChecklistItem {
        pub code: Named<Check>,
        /// The condition that holds if the item is ok.
        pub title: String,
        /// `blocking` prevents closing; `warning` does not.
        pub status: Named<CheckStatus>,
        /// The number of obstacles; 0 if the item is ok.
        pub count: i64,
        /// What to do; null if the item is ok.
        pub what_to_do: Option<String>,
        /// The method of `href`.
        pub method: Option<String>,
        /// A call that lists the obstacles or removes them.
        pub href: Option<String>,
    }

    /// What must be done before a period can be closed.
    pub struct Checklist {
        pub period_id: Id<PeriodId>,
        pub status: Named<PeriodStatus>,
        /// Whether closing would succeed.
        pub ready: bool,
        pub items: Vec<ChecklistItem>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::PeriodsRead);

/// List what blocks closing a period
///
/// Closing uses the same list: it is refused if any item is `blocking`.
#[utoipa::path(get, path = "/api/v1/accounting/periods/{id}/checklist", operation_id = "PeriodsController_checklist",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The period")),
    responses((status = 200, description = "The list", body = Checklist)))]
pub async fn checklist(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PeriodId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let now = commit::now();
    let asked = consulted(&mut snapshot, caller.organization, |book| checklist::of_period_named(book, &id, now));
    let (period, items) = asked.await?;
    let list = Checklist {
        period_id: Id(period.id),
        status: Named(period.status),
        ready: is_ready(period.status, &items),
        items: views(items, &app.base_url),
    };
    Ok(axum::Json(list).into_response())
}

/// Whether closing a period of this status would succeed.
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
