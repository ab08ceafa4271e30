//! `GET /accounting/parties`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Party, PartyKind, PartyName};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind};
use store::Snapshot;
use store::read::parties::{self, PartyFilter};

use super::view::PartyView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::{CodeText, Name, Search};
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which parties.
    pub struct PartyQuery {
        /// Only parties of this kind.
        pub kind: Option<PartyKind>,
        /// Only the record with this code.
        pub code: Option<CodeText<32>>,
        /// Only the record with this name, whatever its case and blanks.
        pub name: Option<Name<200>>,
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
    /// A page of parties.
    pub struct PartyPage {
        pub data: Vec<PartyView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::PartiesRead);

/// List parties in order of creation
#[utoipa::path(get, path = "/api/v1/accounting/parties", operation_id = "PartiesController_list", tag = "Parties",
    params(PartyQuery), responses((status = 200, description = "A page", body = PartyPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let snapshot = caller.read(&app).await?;
    let query: PartyQuery = query.decode()?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for PartyQuery {
    type Row = PartyView;
    const TITLE: &'static str = "Parties";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<PartyView>, Problem> {
        let after = match &self.cursor {
            Some(cursor) => cursor.require(&[CellKind::Id])?.first().cloned(),
            None => None,
        };
        let filter = PartyFilter {
            kind: self.kind,
            code: self.code.map(|code| code.0),
            name: self.name.map(|name| name.0),
            is_active: self.is_active,
            text: self.q.map(|text| text.0),
            after,
        };
        let rows = parties::list(snapshot, caller.organization, &filter, self.limit.0 + 1).await?;
        let page = Page::of(rows, self.limit.0, |row: &(Party, Option<PartyName>)| vec![Cell::Id(row.0.id.0)]);
        Ok(page.map(|(party, name)| PartyView::of(party, name)))
    }
}
