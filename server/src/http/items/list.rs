//! `GET /inventory/items`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::items::Item;
use domain::rows::{ActiveState, CostingMethod, Tracking};
use domain::stock::items::change::sku_key;
use domain::stock::labels::Gtin;
use domain::value::id::ItemCategoryId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::{Conditions, items};

use super::view::{Beside, ItemView};
use super::wire::Sku;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::Search;
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which items.
    pub struct ItemQuery {
        /// Deprecated: use `isActive`.
        pub status: Option<ActiveState>,
        pub tracking: Option<Tracking>,
        pub costing_method: Option<CostingMethod>,
        /// Only items directly in this category.
        pub category_id: Option<Sought<ItemCategoryId>>,
        /// Only the item with this SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only the item with this GTIN.
        pub gtin: Option<Gtin>,
        /// Text in SKU, name or description.
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
    /// A page of items.
    pub struct ItemPage {
        pub data: Vec<ItemView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// List items by sku
#[utoipa::path(get, path = "/api/v1/inventory/items", operation_id = "ItemsController_list", tag = "Items",
    params(ItemQuery), responses((status = 200, description = "A page", body = ItemPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ItemQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for ItemQuery {
    type Row = ItemView;
    const TITLE: &'static str = "Items";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<ItemView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("status", self.status.map(|status| status.to_cell()));
        conditions.equal("tracking", self.tracking.map(|tracking| tracking.to_cell()));
        conditions.equal("costing_method", self.costing_method.map(|method| method.to_cell()));
        // A malformed id names nothing, and nothing is in it.
        conditions.equal("category_id", self.category_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
        conditions.equal("sku_key", self.sku.map(|sku| Cell::Text(sku_key(&sku))));
        items::with_gtin(&mut conditions, self.gtin.map(|gtin| Cell::Text(gtin.to_string())));
        conditions.contains(&["sku", "name", "description"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            conditions.when("sku_key > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let rows: Vec<Item> = conditions.page(snapshot, "sku_key", self.limit.0 + 1).await?;
        let page = Page::of(rows, self.limit.0, |item: &Item| vec![Cell::Text(item.sku_key.clone())]);
        let rights = caller.rights(snapshot).await?;
        let beside = Beside::read(snapshot, caller.organization, rights, &page.data).await?;
        Ok(page.map(|item| ItemView::of(item, &beside)))
    }
}
