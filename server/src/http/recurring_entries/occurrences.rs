//! `GET /accounting/recurring-entries/{id}/occurrences`

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Occurrence, OccurrenceStatus, RecurringEntry};
use domain::value::id::RecurringEntryId;
use domain::value::permission::Permission;
use domain::value::{CellKind, CellValue};
use store::read::Conditions;

use super::view::OccurrenceView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::round_trip;

crate::wire_enum! {
    OccurrenceStatus = "OccurrenceStatus",
}

crate::input! {
    /// Which days.
    pub struct OccurrenceQuery {
        /// Only days with this outcome.
        pub status: Option<OccurrenceStatus>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of days.
    pub struct OccurrencePage {
        pub data: Vec<OccurrenceView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::RecurringEntriesRead);

/// List the days of a recurring entry with their outcomes
///
/// What came of each day: it is due, an entry was made, or it was skipped.
#[utoipa::path(get, path = "/api/v1/accounting/recurring-entries/{id}/occurrences",
    operation_id = "RecurringEntriesController_occurrences", tag = "Recurring entries",
    params(("id" = String, Path, description = "The recurring entry"), OccurrenceQuery),
    responses((status = 200, description = "A page, by date", body = OccurrencePage)))]
pub async fn occurrences(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<RecurringEntryId>>,
    caller: Caller,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: OccurrenceQuery = query.decode()?;
    let recurring = round_trip::find::<RecurringEntry, _>(&mut snapshot, caller.organization, &id).await?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("recurring_entry_id", Some(recurring.id.to_cell()));
    conditions.equal("status", query.status.map(|status| status.to_cell()));
    if let Some(cursor) = &query.cursor {
        conditions.when("date > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<Occurrence> = conditions.page(&mut snapshot, "date", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |occurrence: &Occurrence| vec![occurrence.date.to_cell()]);
    Ok(page.map(OccurrenceView::of).respond(&uri))
}
