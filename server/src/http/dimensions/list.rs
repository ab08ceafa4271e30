//! `GET /accounting/dimensions`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::Dimension;
use domain::value::dimension_code::DimensionCode;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::read::Conditions;

use super::view::DimensionView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which dimensions.
    pub struct DimensionQuery {
        /// Only the record with this code.
        pub code: Option<DimensionCode>,
        /// Only active ones, or only inactive ones.
        pub is_active: Option<bool>,
        /// Text in code or name.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of dimensions.
    pub struct DimensionPage {
        pub data: Vec<DimensionView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::DimensionsRead);

/// List dimensions by code
#[utoipa::path(get, path = "/api/v1/accounting/dimensions", operation_id = "DimensionsController_list", tag = "Dimensions",
    params(DimensionQuery), responses((status = 200, description = "A page", body = DimensionPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: DimensionQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("code", query.code.map(|code| Cell::Text(code.as_str().to_owned())));
    conditions.equal("is_active", query.is_active.map(|active| active.to_cell()));
    conditions.contains(&["code", "name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<Dimension> = conditions.page(&mut snapshot, "code", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |dimension: &Dimension| vec![Cell::Text(dimension.code.clone())]);
    Ok(page.map(DimensionView::from).respond(&uri))
}
