//! `GET /inventory/serials`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Serial, StockStatus};
use domain::value::id::ItemId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::view::SerialView;
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
    /// Which serial numbers.
    pub struct SerialQuery {
        /// Only those of this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only those with this number.
        pub number: Option<CodeText<60>>,
        /// Only those with this status.
        pub status: Option<StockStatus>,
        /// Text in the number.
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
    /// A page of serial numbers.
    pub struct SerialPage {
        pub data: Vec<SerialView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// List serial numbers by number
#[utoipa::path(get, path = "/api/v1/inventory/serials", operation_id = "SerialsController_list", tag = "Serial numbers", params(SerialQuery),
    responses((status = 200, description = "A page", body = SerialPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: SerialQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for SerialQuery {
    type Row = SerialView;
    const TITLE: &'static str = "Serial numbers";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<SerialView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        // A malformed id names nothing.
        conditions.equal("item_id", self.item_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
        conditions.equal("number", self.number.map(|number| Cell::Text(number.0)));
        conditions.equal("status", self.status.map(|status| status.to_cell()));
        conditions.contains(&["number"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            // Numbers repeat between items, so that the id belongs to the place.
            let place = cursor.require(&[CellKind::Text, CellKind::Id])?.to_vec();
            let [number, id] = [0, 1].map(|part| conditions.bind(place.get(part).cloned().unwrap_or(Cell::Null)));
            conditions.text.push_str(&format!(" and (number, id) > ({number}, {id})"));
        }
        let rows: Vec<Serial> = conditions.page(snapshot, "number, id", self.limit.0 + 1).await?;
        let place = |row: &Serial| vec![Cell::Text(row.number.clone()), Cell::Id(row.id.0)];
        Ok(Page::of(rows, self.limit.0, place).map(SerialView::from))
    }
}
