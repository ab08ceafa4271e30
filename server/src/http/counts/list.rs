//! `GET /inventory/counts`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Count, CountStatus};
use domain::value::id::{MovementId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Sought};
use store::read::Conditions;

use super::view::{Beside, CountView};
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::input::{List, Search};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which counts.
    pub struct CountQuery {
        /// Only those in this status, or in one of several, separated by commas.
        pub status: Option<List<CountStatus, 1, 5>>,
        /// Only counts that are neither posted nor cancelled, or only the others.
        pub is_open: Option<bool>,
        /// Only posted counts with changes to their past that nobody has acknowledged, or only the others.
        pub open_overruns: Option<bool>,
        /// Only those of this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only the count whose differences this movement posted.
        pub movement_id: Option<Sought<MovementId>>,
        /// Only counts with a snapshot on this day or later.
        pub date_from: Option<Date>,
        /// Only counts with a snapshot on this day or earlier.
        pub date_to: Option<Date>,
        /// Text in description or reference.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of counts.
    pub struct CountPage {
        pub data: Vec<CountView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::CountsRead);

/// List counts, newest first
#[utoipa::path(get, path = "/api/v1/inventory/counts", operation_id = "CountsController_list", tag = "Counts",
    params(CountQuery), responses((status = 200, description = "A page", body = CountPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: CountQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    // A malformed id names nothing.
    let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
    let mut conditions = Conditions::new(caller.organization);
    conditions.among("status", query.status.as_ref().map(|statuses| statuses.0.as_slice()));
    conditions.equal("is_open", query.is_open.map(|open| open.to_cell()));
    match query.open_overruns {
        Some(true) => conditions.text.push_str(" and open_overruns > 0"),
        Some(false) => conditions.text.push_str(" and open_overruns = 0"),
        None => {}
    }
    conditions.equal("warehouse_id", query.warehouse_id.map(|one| id(one.id().map(|one| one.0))));
    conditions.within("warehouse_id", &caller.reach(&mut snapshot).await?);
    conditions.equal("movement_id", query.movement_id.map(|one| id(one.id().map(|one| one.0))));
    conditions.when("snapshot_date >= {}", query.date_from.map(|day| day.to_cell()));
    conditions.when("snapshot_date <= {}", query.date_to.map(|day| day.to_cell()));
    conditions.contains(&["description", "reference"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        // Ids are in the order in which counts were opened.
        let place = cursor.require(&[CellKind::Id])?.first().cloned().unwrap_or(Cell::Null);
        conditions.when("id < {}", Some(place));
    }
    let rows: Vec<Count> = conditions.page(&mut snapshot, "id desc", query.limit.0 + 1).await?;
    let beside = Beside::read(&mut snapshot, caller.organization, &rows).await?;
    let page = Page::of(rows, query.limit.0, |row| vec![row.id.to_cell()]);
    let mut page = page.map(|count| beside.view(count));
    called::fill(&mut snapshot, &caller, &mut page.data).await?;
    Ok(page.respond(&uri))
}
