//! `GET /inventory/reason-codes`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{ActiveState, ReasonCode};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::Snapshot;
use store::read::Conditions;

use super::view::ReasonCodeView;
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
    /// Which reason codes.
    pub struct ReasonCodeQuery {
        /// Only the record with this code.
        pub code: Option<CodeText<20>>,
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
    /// A page of reason codes.
    pub struct ReasonCodePage {
        pub data: Vec<ReasonCodeView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// List reason codes by code
#[utoipa::path(get, path = "/api/v1/inventory/reason-codes", operation_id = "ReasonCodesController_list",
    tag = "Reason codes", params(ReasonCodeQuery),
    responses((status = 200, description = "A page", body = ReasonCodePage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let snapshot = caller.read(&app).await?;
    let query: ReasonCodeQuery = query.decode()?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for ReasonCodeQuery {
    type Row = ReasonCodeView;
    const TITLE: &'static str = "Reason codes";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<ReasonCodeView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("code", self.code.map(|code| Cell::Text(code.0.to_ascii_uppercase())));
        conditions.equal("status", self.status.map(|status| status.to_cell()));
        conditions.contains(&["code", "name"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let rows: Vec<ReasonCode> = conditions.page(snapshot, "code", self.limit.0 + 1).await?;
        let page = Page::of(rows, self.limit.0, |reason: &ReasonCode| vec![Cell::Text(reason.code.clone())]);
        Ok(page.map(ReasonCodeView::from))
    }
}
