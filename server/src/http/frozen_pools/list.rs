//! `GET /inventory/frozen-pools`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{FrozenPool, FrozenPoolStatus};
use domain::value::id::{ItemId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::read::Conditions;

use super::get;
use super::view::FrozenPoolView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which frozen pools.
    pub struct FrozenPoolQuery {
        /// Only those that name this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only those that name this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only those with this status.
        pub status: Option<FrozenPoolStatus>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of frozen pools.
    pub struct FrozenPoolPage {
        pub data: Vec<FrozenPoolView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::MovementsRead);

/// List frozen goods, newest first
///
/// Goods that are or were frozen, with the finding and the time.
#[utoipa::path(get, path = "/api/v1/inventory/frozen-pools", operation_id = "FrozenPoolsController_list",
    tag = "Frozen pools", params(FrozenPoolQuery),
    responses((status = 200, description = "A page", body = FrozenPoolPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: FrozenPoolQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    // A malformed id names nothing.
    let id = |id: Option<[u8; 16]>| Cell::Id(id.unwrap_or([0; 16]));
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("item_id", query.item_id.map(|item| id(item.id().map(|item| item.0))));
    conditions.equal("warehouse_id", query.warehouse_id.map(|one| id(one.id().map(|one| one.0))));
    conditions.within_or_everywhere("warehouse_id", &caller.reach(&mut snapshot).await?);
    conditions.equal("status", query.status.map(|status| status.to_cell()));
    if let Some(cursor) = &query.cursor {
        // Ids are in the order in which goods were frozen.
        let place = cursor.require(&[CellKind::Id])?.first().cloned().unwrap_or(Cell::Null);
        conditions.when("id < {}", Some(place));
    }
    let rows: Vec<FrozenPool> = conditions.page(&mut snapshot, "id desc", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |row| vec![row.id.to_cell()]);
    let data = get::shown(&mut snapshot, &caller, page.data).await?;
    Ok(Page { data, next: page.next }.respond(&uri))
}
