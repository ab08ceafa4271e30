//! `GET /accounting/journal-entries/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Entry, Line, Replacement};
use domain::value::id::EntryId;
use domain::value::permission::Permission;
use domain::value::{Cell, Sought};
use store::Snapshot;
use store::read::matches;

use super::view::EntryView;
use super::voucher;
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::papers::{self, PaperQuery};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::writing::{Done, Writing};

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead).faults(papers::FAULTS);

/// Get a journal entry
///
/// With `format=print`, its voucher.
#[utoipa::path(get, path = "/api/v1/accounting/journal-entries/{id}", operation_id = "JournalEntriesController_get",
    tag = "Journal entries", params(("id" = String, Path, description = "The entry"), PaperQuery),
    responses((status = 200, description = "The entry", content(
        (EntryView = "application/json"), (String = "text/html")))))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<EntryId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: PaperQuery = query.decode()?;
    let view = entry_view(&mut snapshot, &caller, &id).await?;
    if query.is_print() {
        return voucher::page(&app, snapshot, &caller, view).await;
    }
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The entry after a change, where the client prefers to get it.
pub async fn preferred(writing: &Writing, done: &Done, id: &Sought<EntryId>) -> Result<Option<EntryView>, Problem> {
    writing.preferred(done, async |snapshot| entry_view(snapshot, &writing.caller, id).await).await
}

/// The view of the entry with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id.
pub async fn entry_view(snapshot: &mut Snapshot, caller: &Caller, id: &Sought<EntryId>) -> Result<EntryView, Problem> {
    let organization = caller.organization;
    let id = id.require()?;
    let own = Cell::Id(organization.0);
    let found: Vec<Entry> =
        snapshot.rows("where organization_id = $1 and id = $2", &[own.clone(), Cell::Id(id.0)]).await?;
    let entry = found.into_iter().next().ok_or_else(Problem::not_found)?;
    let lines: Vec<Line> = match entry.sequence {
        Some(sequence) => {
            let rest = "where organization_id = $1 and entry_sequence = $2 order by line_number";
            snapshot.rows(rest, &[own.clone(), Cell::Int(sequence)]).await?
        }
        None => Vec::new(),
    };
    let mut replacement: Vec<Replacement> = match entry.corrects_entry_id {
        Some(_) => snapshot.rows("where organization_id = $1 and entry_id = $2", &[own, Cell::Id(id.0)]).await?,
        None => Vec::new(),
    };
    let sequences: Vec<i64> = entry.sequence.into_iter().collect();
    let settled = matches::settled(snapshot, organization, &sequences).await?;
    let view = EntryView::of(entry, &lines)?.with_replacement(replacement.pop())?.with_settled(&settled);
    called::filled(snapshot, caller, view).await
}
