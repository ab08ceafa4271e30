//! `GET /inventory/counts/{id}/lines`

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use domain::rows::CountLine;
use domain::value::id::{CountId, ItemId, LocationId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::read::Conditions;

use super::get;
use super::line_view::{BesideLines, CountLineView, hidden_until};
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which lines.
    pub struct CountLineQuery {
        /// Only lines with a recorded quantity, or only lines without one. In a blind count that was sent back, for
        /// people who count: recorded since.
        pub is_counted: Option<bool>,
        /// Only those of this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only those in this location.
        pub location_id: Option<Sought<LocationId>>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of the lines of a count.
    pub struct CountLinePage {
        pub data: Vec<CountLineView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::CountsRead);

/// List the lines of a count by their numbers
///
/// Expected goods by location, then by item; then goods that were not expected. In an open blind count, the expected
/// quantities are shown only to those who may approve it; if it was sent back, the same holds for what was recorded
/// before.
#[utoipa::path(get, path = "/api/v1/inventory/counts/{id}/lines", operation_id = "CountsController_lines",
    tag = "Counts", params(("id" = String, Path, description = "The count"), CountLineQuery),
    responses((status = 200, description = "A page", body = CountLinePage)))]
pub async fn lines(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<CountId>>,
    caller: Caller,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: CountLineQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let count = get::find(&mut snapshot, &caller, &id).await?;
    // A malformed id names nothing.
    let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("count_id", Some(Cell::Id(count.id.0)));
    conditions.equal("item_id", query.item_id.map(|one| id(one.id().map(|one| one.0))));
    conditions.equal("location_id", query.location_id.map(|one| id(one.id().map(|one| one.0))));
    let rights = caller.rights(&mut snapshot).await?;
    if let Some(is_counted) = query.is_counted {
        let is = match hidden_until(&count, rights) {
            Some(until) => format!("(counted_at is not null and counted_at > {})", conditions.bind(until.to_cell())),
            None => "(counted is not null)".to_owned(),
        };
        conditions.text.push_str(if is_counted { " and " } else { " and not " });
        conditions.text.push_str(&is);
    }
    if let Some(cursor) = &query.cursor {
        conditions.when("line_number > {}", cursor.require(&[CellKind::Int])?.first().cloned());
    }
    let rows: Vec<CountLine> = conditions.page(&mut snapshot, "line_number", query.limit.0 + 1).await?;
    let beside = BesideLines::read(&mut snapshot, caller.organization, rights, &count, &rows).await?;
    let mut rows = rows.into_iter().map(|line| beside.view(line)).collect::<Result<Vec<_>, _>>()?;
    called::fill(&mut snapshot, &caller, &mut rows).await?;
    Ok(Page::of(rows, query.limit.0, |row| vec![Cell::Int(row.line_number)]).respond(&uri))
}
