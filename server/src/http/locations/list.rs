//! `GET /warehouses/{id}/locations`

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{ActiveState, Location, LocationKind, Warehouse};
use domain::value::id::{LocationId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::view::LocationView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::{CodeText, Search};
use crate::http::lists::{self, Asked, Listed, Paging};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::round_trip;

crate::input! {
    /// Which locations of a warehouse.
    pub struct LocationQuery {
        /// Only the record with this code.
        pub code: Option<CodeText<20>>,
        /// Only zones, or only bins.
        pub kind: Option<LocationKind>,
        /// Only locations directly in this zone.
        pub parent_id: Option<Sought<LocationId>>,
        /// Deprecated: use `isActive`.
        pub status: Option<ActiveState>,
        /// Text in code or name.
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
    /// A page of locations.
    pub struct LocationPage {
        pub data: Vec<LocationView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::WarehousesRead);

/// List the locations of a warehouse by code
#[utoipa::path(get, path = "/api/v1/warehouses/{id}/locations", operation_id = "LocationsController_list", tag = "Locations",
    params(("id" = String, Path, description = "The warehouse"), LocationQuery),
    responses((status = 200, description = "A page", body = LocationPage)))]
pub async fn list(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<WarehouseId>>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: LocationQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    let warehouse: Warehouse = round_trip::find(&mut snapshot, caller.organization, &id).await?;
    lists::answer(asked, snapshot, Within { warehouse: warehouse.id, query }).await
}

/// The locations of one warehouse.
#[derive(Clone)]
struct Within {
    warehouse: WarehouseId,
    query: LocationQuery,
}

impl Listed for Within {
    type Row = LocationView;
    const TITLE: &'static str = "Locations";

    fn paging(&mut self) -> Paging<'_> {
        Paging { format: &mut self.query.format, limit: &mut self.query.limit, cursor: &mut self.query.cursor }
    }

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<LocationView>, Problem> {
        let query = self.query;
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("warehouse_id", Some(self.warehouse.to_cell()));
        conditions.equal("code", query.code.map(|code| Cell::Text(code.0.to_ascii_uppercase())));
        conditions.equal("kind", query.kind.map(|kind| kind.to_cell()));
        // A malformed id names nothing, and nothing is in it.
        conditions.equal("parent_id", query.parent_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
        conditions.equal("status", query.status.map(|status| status.to_cell()));
        conditions.contains(&["code", "name"], query.q.as_deref());
        if let Some(cursor) = &query.cursor {
            conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let rows: Vec<Location> = conditions.page(snapshot, "code", query.limit.0 + 1).await?;
        let page = Page::of(rows, query.limit.0, |location: &Location| vec![Cell::Text(location.code.clone())]);
        Ok(page.map(LocationView::from))
    }
}
