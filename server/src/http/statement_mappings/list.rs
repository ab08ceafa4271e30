//! `GET /accounting/statement-mappings`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{MappingKind, StatementMapping};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::read::Conditions;

use super::view::StatementMappingView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which statement mappings.
    pub struct StatementMappingQuery {
        /// Only mappings for this statement.
        pub kind: Option<MappingKind>,
        /// Text in the name.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of statement mappings.
    pub struct StatementMappingPage {
        pub data: Vec<StatementMappingView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// List statement mappings by name
#[utoipa::path(get, path = "/api/v1/accounting/statement-mappings", operation_id = "StatementMappingsController_list",
    tag = "Statement mappings", params(StatementMappingQuery),
    responses((status = 200, description = "A page", body = StatementMappingPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: StatementMappingQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("kind", query.kind.map(|kind| kind.to_cell()));
    conditions.contains(&["name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("name > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<StatementMapping> = conditions.page(&mut snapshot, "name", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |mapping: &StatementMapping| vec![Cell::Text(mapping.name.clone())]);
    Ok(page.map(StatementMappingView::from).respond(&uri))
}
