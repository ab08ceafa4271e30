//! `GET /accounting/journals`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Journal, JournalType};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::read::Conditions;

use super::view::{self, JournalView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::{CodeText, Search};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which journals.
    pub struct JournalQuery {
        /// Deprecated: use `kind`.
        pub r#type: Option<JournalType>,
        /// Only the record with this code.
        pub code: Option<CodeText<20>>,
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
    /// A page of journals.
    pub struct JournalPage {
        pub data: Vec<JournalView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalsRead);

/// List journals by code
#[utoipa::path(get, path = "/api/v1/accounting/journals", operation_id = "JournalsController_list", tag = "Journals",
    params(JournalQuery), responses((status = 200, description = "A page", body = JournalPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: JournalQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("journal_type", query.r#type.map(|kind| kind.to_cell()));
    conditions.equal("code", query.code.map(|code| Cell::Text(code.0)));
    conditions.equal("is_active", query.is_active.map(|active| active.to_cell()));
    conditions.contains(&["code", "name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<Journal> = conditions.page(&mut snapshot, "code", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |journal: &Journal| vec![Cell::Text(journal.code.clone())]);
    let mut series = Vec::new();
    for journal in &page.data {
        series.extend(view::series(&mut snapshot, caller.organization, journal.id).await?);
    }
    Ok(page.map(|journal| JournalView::of(journal, &series)).respond(&uri))
}
