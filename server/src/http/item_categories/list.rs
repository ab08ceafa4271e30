//! `GET /inventory/item-categories`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::ItemCategory;
use domain::value::id::ItemCategoryId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::view::{Inherited, ItemCategoryView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::{CodeText, Search};
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which item categories.
    pub struct ItemCategoryQuery {
        /// Only those directly below this one.
        pub parent_id: Option<Sought<ItemCategoryId>>,
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
    /// A page of item categories.
    pub struct ItemCategoryPage {
        pub data: Vec<ItemCategoryView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// List item categories by code
#[utoipa::path(get, path = "/api/v1/inventory/item-categories", operation_id = "ItemCategoriesController_list",
    tag = "Items", params(ItemCategoryQuery),
    responses((status = 200, description = "A page", body = ItemCategoryPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ItemCategoryQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for ItemCategoryQuery {
    type Row = ItemCategoryView;
    const TITLE: &'static str = "Item categories";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<ItemCategoryView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        // A malformed id names nothing, and nothing stands below it.
        conditions.equal("parent_id", self.parent_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
        conditions.equal("code", self.code.map(|code| Cell::Text(code.0.to_ascii_uppercase())));
        conditions.contains(&["code", "name"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let rows: Vec<ItemCategory> = conditions.page(snapshot, "code", self.limit.0 + 1).await?;
        let inherited = Inherited::read(snapshot, caller.organization).await?;
        let page = Page::of(rows, self.limit.0, |category: &ItemCategory| vec![Cell::Text(category.code.clone())]);
        Ok(page.map(|category| ItemCategoryView::of(category, &inherited)))
    }
}
