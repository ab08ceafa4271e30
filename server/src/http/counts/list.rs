//! `GET /inventory/counts`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Count, CountStatus};
use domain::value::id::{MovementId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::view::{Beside, CountView};
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::{List, Search};
use crate::http::lists::{self, Asked, Listed};
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
        /// `json` (the default), or the whole list as `csv` or `xlsx`; takes precedence over `Accept`.
        pub format: Option<ListFormat>,
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

pub(super) const OPERATION: Operation = Operation::report(Permission::CountsRead);

/// List counts, newest first
#[utoipa::path(get, path = "/api/v1/inventory/counts", operation_id = "CountsController_list", tag = "Counts",
    params(CountQuery), responses((status = 200, description = "A page", body = CountPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: CountQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for CountQuery {
    type Row = CountView;
    const TITLE: &'static str = "Counts";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<CountView>, Problem> {
        // A malformed id names nothing.
        let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
        let mut conditions = Conditions::new(caller.organization);
        conditions.among("status", self.status.as_ref().map(|statuses| statuses.0.as_slice()));
        conditions.equal("is_open", self.is_open.map(|open| open.to_cell()));
        match self.open_overruns {
            Some(true) => conditions.text.push_str(" and open_overruns > 0"),
            Some(false) => conditions.text.push_str(" and open_overruns = 0"),
            None => {}
        }
        conditions.equal("warehouse_id", self.warehouse_id.map(|one| id(one.id().map(|one| one.0))));
        conditions.within("warehouse_id", &caller.reach(snapshot).await?);
        conditions.equal("movement_id", self.movement_id.map(|one| id(one.id().map(|one| one.0))));
        conditions.when("snapshot_date >= {}", self.date_from.map(|day| day.to_cell()));
        conditions.when("snapshot_date <= {}", self.date_to.map(|day| day.to_cell()));
        conditions.contains(&["description", "reference"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            // Ids are in the order in which counts were opened.
            let place = cursor.require(&[CellKind::Id])?.first().cloned().unwrap_or(Cell::Null);
            conditions.when("id < {}", Some(place));
        }
        let rows: Vec<Count> = conditions.page(snapshot, "id desc", self.limit.0 + 1).await?;
        let beside = Beside::read(snapshot, caller.organization, &rows).await?;
        let page = Page::of(rows, self.limit.0, |row| vec![row.id.to_cell()]);
        let mut page = page.map(|count| beside.view(count));
        called::fill(snapshot, caller, &mut page.data).await?;
        Ok(page)
    }
}
