//! `GET /accounting/entry-templates`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::EntryTemplate;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind};
use store::read::Conditions;

use super::view::EntryTemplateView;
use crate::app::App;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which templates.
    pub struct EntryTemplateQuery {
        /// Text in the name.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of templates.
    pub struct EntryTemplatePage {
        pub data: Vec<EntryTemplateView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// List entry templates by name
#[utoipa::path(get, path = "/api/v1/accounting/entry-templates", operation_id = "EntryTemplatesController_list",
    tag = "Journal entries", params(EntryTemplateQuery),
    responses((status = 200, description = "A page", body = EntryTemplatePage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: EntryTemplateQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.contains(&["name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("name > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<EntryTemplate> = conditions.page(&mut snapshot, "name", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |template: &EntryTemplate| vec![Cell::Text(template.name.clone())]);
    let base = base_currency(&mut snapshot, caller.organization).await?;
    let views = page.data.into_iter().map(|template| EntryTemplateView::of(template, base));
    let mut data: Vec<EntryTemplateView> = views.collect::<Result<_, Problem>>()?;
    called::fill(&mut snapshot, &caller, &mut data).await?;
    Ok(Page { data, next: page.next }.respond(&uri))
}
