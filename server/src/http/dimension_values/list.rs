//! `GET /accounting/dimensions/{id}/values`

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use domain::rows::DimensionValue;
use domain::value::id::{DimensionId, DimensionValueId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::read::Conditions;

use super::view::DimensionValueView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::dimensions;
use crate::http::input::{CodeText, Search};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which values of a dimension.
    pub struct DimensionValueQuery {
        /// Only the record with this code.
        pub code: Option<CodeText<100>>,
        /// Only values directly below this value.
        pub parent_id: Option<Sought<DimensionValueId>>,
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
    /// A page of values.
    pub struct DimensionValuePage {
        pub data: Vec<DimensionValueView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::DimensionsRead);

/// List the values of a dimension by code
#[utoipa::path(get, path = "/api/v1/accounting/dimensions/{id}/values", operation_id = "DimensionValuesController_list", tag = "Dimensions",
    params(("id" = String, Path, description = "The dimension"), DimensionValueQuery),
    responses((status = 200, description = "A page", body = DimensionValuePage)))]
pub async fn list(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<DimensionId>>,
    caller: Caller,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: DimensionValueQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let dimension = dimensions::get::find(&mut snapshot, caller.organization, &id).await?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("dimension_id", Some(dimension.id.to_cell()));
    conditions.equal("code", query.code.map(|code| Cell::Text(code.0)));
    // A malformed id names nothing, and nothing stands below it.
    conditions.equal("parent_id", query.parent_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
    conditions.equal("is_active", query.is_active.map(|active| active.to_cell()));
    conditions.contains(&["code", "name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<DimensionValue> = conditions.page(&mut snapshot, "code", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |value: &DimensionValue| vec![Cell::Text(value.code.clone())]);
    Ok(page.map(DimensionValueView::from).respond(&uri))
}
