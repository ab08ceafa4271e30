//! `GET /organizations`: those that are open to the caller.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::value::{Cell, CellKind};
use store::Snapshot;

use super::view::OrganizationSummary;
use crate::app::App;
use crate::http::caller::Login;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::organization::find;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::identity::memberships::{self, Belonging};

crate::input! {
    /// Which organizations.
    pub struct OrganizationQuery {
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of organizations.
    pub struct OrganizationPage {
        pub data: Vec<OrganizationSummary>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// List my organizations
///
/// Those that the caller is a member of, with their roles there.
#[utoipa::path(get, path = "/api/v1/organizations", operation_id = "OrganizationsController_list", tag = "Organizations",
    params(OrganizationQuery), responses((status = 200, description = "A page", body = OrganizationPage)))]
pub async fn list(State(app): State<App>, login: Login, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let query: OrganizationQuery = query.decode()?;
    let mut rows = open_to(&mut app.database.snapshot().await?, &login).await?;
    if let Some(cursor) = &query.cursor
        && let [Cell::Id(after)] = cursor.require(&[CellKind::Id])?
    {
        rows.retain(|row| row.organization.0 > *after);
    }
    let page = Page::of(rows, query.limit.0, |last| vec![Cell::Id(last.organization.0)]);
    Ok(page.map(OrganizationSummary::of).respond(&uri))
}

/// The organizations that are open to a login, by id.
pub async fn open_to(snapshot: &mut Snapshot, login: &Login) -> Result<Vec<Belonging>, Problem> {
    let mut rows = memberships::of_login(snapshot, login.actor.principal).await?;
    // A service account or a foreign subject has the one of its token.
    if let Some(organization) = login.organization
        && !rows.iter().any(|row| row.organization == organization)
    {
        let name = find(snapshot, organization).await?.name;
        let membership = memberships::active(snapshot, organization, login.actor.principal).await?;
        let claimed = login.actor.claimed_roles.iter().flatten().map(|role| role.name().to_owned()).collect();
        let roles = membership.map_or(claimed, |membership| memberships::roles(&membership));
        rows.push(Belonging { organization, name, roles, is_home: false });
    }
    rows.sort_by_key(|row| row.organization);
    Ok(rows)
}
