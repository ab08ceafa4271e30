//! `GET /accounting/journals`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Journal, JournalType};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::Snapshot;
use store::read::Conditions;

use super::view::{self, JournalView};
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
        /// `json` (the default), or the whole list as `csv` or `xlsx`; takes precedence over `Accept`.
        pub format: Option<ListFormat>,
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

pub(super) const OPERATION: Operation = Operation::report(Permission::JournalsRead);

/// List journals by code
#[utoipa::path(get, path = "/api/v1/accounting/journals", operation_id = "JournalsController_list", tag = "Journals",
    params(JournalQuery), responses((status = 200, description = "A page", body = JournalPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let snapshot = caller.read(&app).await?;
    let query: JournalQuery = query.decode()?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for JournalQuery {
    type Row = JournalView;
    const TITLE: &'static str = "Journals";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<JournalView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("journal_type", self.r#type.map(|kind| kind.to_cell()));
        conditions.equal("code", self.code.map(|code| Cell::Text(code.0)));
        conditions.equal("is_active", self.is_active.map(|active| active.to_cell()));
        conditions.contains(&["code", "name"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let rows: Vec<Journal> = conditions.page(snapshot, "code", self.limit.0 + 1).await?;
        let page = Page::of(rows, self.limit.0, |journal: &Journal| vec![Cell::Text(journal.code.clone())]);
        let mut series = Vec::new();
        for journal in &page.data {
            series.extend(view::series(snapshot, caller.organization, journal.id).await?);
        }
        Ok(page.map(|journal| JournalView::of(journal, &series)))
    }
}
