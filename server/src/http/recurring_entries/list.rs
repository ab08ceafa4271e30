//! `GET /accounting/recurring-entries`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::RecurringEntry;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::read::Conditions;

use super::view::{self, RecurringEntryView};
use crate::app::App;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which recurring entries.
    pub struct RecurringEntryQuery {
        /// Only active, or only paused ones.
        pub is_active: Option<bool>,
        /// Text in the name.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of recurring entries.
    pub struct RecurringEntryPage {
        pub data: Vec<RecurringEntryView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::RecurringEntriesRead);

/// List recurring entries in order of creation
#[utoipa::path(get, path = "/api/v1/accounting/recurring-entries", operation_id = "RecurringEntriesController_list",
    tag = "Recurring entries", params(RecurringEntryQuery),
    responses((status = 200, description = "A page", body = RecurringEntryPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: RecurringEntryQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("is_active", query.is_active.map(|active| active.to_cell()));
    conditions.contains(&["name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("id > {}", cursor.require(&[CellKind::Id])?.first().cloned());
    }
    let rows: Vec<RecurringEntry> = conditions.page(&mut snapshot, "id", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |recurring: &RecurringEntry| vec![Cell::Id(recurring.id.0)]);
    let base = base_currency(&mut snapshot, caller.organization).await?;
    let mut views = Vec::with_capacity(page.data.len());
    for recurring in page.data {
        let next = view::next(&mut snapshot, caller.organization, recurring.id).await?;
        views.push(RecurringEntryView::of(recurring, next.as_ref(), base)?);
    }
    called::fill(&mut snapshot, &caller, &mut views).await?;
    Ok(Page { data: views, next: page.next }.respond(&uri))
}
