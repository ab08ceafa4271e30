//! `GET /invitations`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind};
use store::operational::invitations;

use super::view::{InvitationState, InvitationView};
use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which invitations.
    pub struct InvitationQuery {
        /// Only invitations with this status.
        pub status: Option<InvitationState>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of invitations.
    pub struct InvitationPage {
        pub data: Vec<InvitationView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::UsersRead);

/// List invitations, oldest first
///
/// Expired and answered invitations stay in the list for 30 days.
#[utoipa::path(get, path = "/api/v1/invitations", operation_id = "InvitationsController_list", tag = "Invitations",
    params(InvitationQuery), responses((status = 200, description = "A page", body = InvitationPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: InvitationQuery = query.decode()?;
    let now = commit::now();
    // An organization keeps at most 1,000: all are read.
    let all = invitations::of_organization(&mut snapshot, caller.organization).await?;
    let mut rows: Vec<InvitationView> = all.into_iter().map(|row| InvitationView::of(row, now)).collect();
    rows.retain(|row| query.status.is_none_or(|wanted| wanted == row.status.0));
    if let Some(cursor) = &query.cursor
        && let [Cell::Id(after)] = cursor.require(&[CellKind::Id])?
    {
        rows.retain(|row| row.id.0.0 > *after);
    }
    Ok(Page::of(rows, query.limit.0, |last| vec![Cell::Id(last.id.0.0)]).respond(&uri))
}
