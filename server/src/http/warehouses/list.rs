//! `GET /warehouses`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Warehouse, WarehouseKind, WarehouseStatus};
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::read::Conditions;

use super::view::{Above, WarehouseView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::{CodeText, OwnWord, Search};
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

pub(super) const OPERATION: Operation = Operation::read(Permission::WarehousesRead);

/// List warehouses by code
#[utoipa::path(get, path = "/api/v1/warehouses", operation_id = "WarehousesController_list", tag = "Warehouses",
    params(WarehouseQuery), responses((status = 200, description = "A page", body = WarehousePage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: WarehouseQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("status", query.status.map(|OwnWord(status)| status.to_cell()));
    let inactive = Some(WarehouseStatus::Inactive.to_cell());
    match query.is_active {
        Some(true) => conditions.when("status <> {}", inactive),
        Some(false) => conditions.equal("status", inactive),
        None => {}
    }
    conditions.equal("kind", query.kind.map(|kind| kind.to_cell()));
    conditions.equal("code", query.code.map(|code| Cell::Text(code.0.to_ascii_uppercase())));
    conditions.contains(&["code", "name"], query.q.as_deref());
    if let Some(parent) = query.parent_id {
        // A malformed id names nothing, and nothing stands below it.
        conditions.equal("parent_id", Some(Cell::Id(parent.id().map_or([0; 16], |id| id.0))));
    }
    if let Some(cursor) = &query.cursor {
        conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let limit = query.limit.0;
    let most = conditions.bind(Cell::Int(i64::try_from(limit + 1).unwrap_or(i64::MAX)));
    let rest = format!("{} order by code limit {most}", conditions.text);
    let rows: Vec<Warehouse> = snapshot.rows(&rest, &conditions.params).await?;
    let page = Page::of(rows, limit, |warehouse: &Warehouse| vec![Cell::Text(warehouse.code.clone())]);
    let above = Above::read(&mut snapshot, caller.organization, &page.data, &app.base_url).await?;
    let page = page.map(|warehouse| WarehouseView::of(warehouse, &above));
    Ok(page.respond(&uri))
}
