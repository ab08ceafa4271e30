//! `GET /warehouses`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Warehouse, WarehouseKind, WarehouseStatus};
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::view::{Above, WarehouseView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::{CodeText, OwnWord, Search};
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which warehouses.
    pub struct WarehouseQuery {
        /// Only warehouses with this status.
        pub status: Option<OwnWord<WarehouseStatus>>,
        /// Only active ones, or only inactive ones; frozen ones are active.
        pub is_active: Option<bool>,
        /// Only warehouses of this kind.
        pub kind: Option<WarehouseKind>,
        /// Only those directly below this one.
        pub parent_id: Option<Sought<WarehouseId>>,
        /// Only the record with this code.
        pub code: Option<CodeText<20>>,
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
    /// A page of warehouses.
    pub struct WarehousePage {
        pub data: Vec<WarehouseView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::WarehousesRead);

/// List warehouses by code
#[utoipa::path(get, path = "/api/v1/warehouses", operation_id = "WarehousesController_list", tag = "Warehouses",
    params(WarehouseQuery), responses((status = 200, description = "A page", body = WarehousePage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: WarehouseQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for WarehouseQuery {
    type Row = WarehouseView;
    const TITLE: &'static str = "Warehouses";
    crate::paging!();

    async fn page(self, app: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<WarehouseView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("status", self.status.map(|OwnWord(status)| status.to_cell()));
        let inactive = Some(WarehouseStatus::Inactive.to_cell());
        match self.is_active {
            Some(true) => conditions.when("status <> {}", inactive),
            Some(false) => conditions.equal("status", inactive),
            None => {}
        }
        conditions.equal("kind", self.kind.map(|kind| kind.to_cell()));
        conditions.equal("code", self.code.map(|code| Cell::Text(code.0.to_ascii_uppercase())));
        conditions.contains(&["code", "name"], self.q.as_deref());
        if let Some(parent) = self.parent_id {
            // A malformed id names nothing, and nothing stands below it.
            conditions.equal("parent_id", Some(Cell::Id(parent.id().map_or([0; 16], |id| id.0))));
        }
        if let Some(cursor) = &self.cursor {
            conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let limit = self.limit.0;
        let most = conditions.bind(Cell::Int(i64::try_from(limit + 1).unwrap_or(i64::MAX)));
        let rest = format!("{} order by code limit {most}", conditions.text);
        let rows: Vec<Warehouse> = snapshot.rows(&rest, &conditions.params).await?;
        let page = Page::of(rows, limit, |warehouse: &Warehouse| vec![Cell::Text(warehouse.code.clone())]);
        let above = Above::read(snapshot, caller.organization, &page.data, &app.base_url).await?;
        let page = page.map(|warehouse| WarehouseView::of(warehouse, &above));
        Ok(page)
    }
}
