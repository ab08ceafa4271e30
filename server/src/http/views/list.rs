//! `GET /views`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::value::id::ViewId;
use domain::value::{Cell, CellKind};
use store::operational::saved_views::{self, Seen};

use super::view::SavedViewView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Text;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which views.
    pub struct SavedViewQuery {
        /// Only those of this screen.
        pub screen: Option<Text<1, 60>>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of views.
    pub struct SavedViewPage {
        pub data: Vec<SavedViewView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// List saved views, by name
///
/// The caller's own, and those that others share with all members of the organization.
#[utoipa::path(get, path = "/api/v1/views", operation_id = "ViewsController_list", tag = "Own settings",
    params(SavedViewQuery), responses((status = 200, description = "A page", body = SavedViewPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let query: SavedViewQuery = query.decode()?;
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Text, CellKind::Id])? {
            [Cell::Text(name), Cell::Id(id)] => Some((name.clone(), ViewId(*id))),
            _ => None,
        },
        None => None,
    };
    let (organization, principal) = (caller.organization, caller.actor.principal);
    let seen = Seen { organization, principal, screen: query.screen.map(|screen| screen.0), after };
    let rows = saved_views::seen(&mut snapshot, &seen, query.limit.0 + 1).await?;
    let rows: Result<Vec<_>, _> = rows.into_iter().map(|row| SavedViewView::of(row, principal)).collect();
    let place = |last: &SavedViewView| vec![Cell::Text(last.name.clone()), Cell::Id(last.id.0.0)];
    Ok(Page::of(rows?, query.limit.0, place).respond(&uri))
}
