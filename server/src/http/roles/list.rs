//! `GET /roles`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::Role;
use domain::value::permission::{BuiltInRole, Permission};
use domain::value::{Cell, CellKind};

use super::view::RoleView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which roles.
    pub struct RoleQuery {
        /// Only built-in roles, or only custom ones.
        pub is_built_in: Option<bool>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of roles.
    pub struct RolePage {
        pub data: Vec<RoleView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::RolesRead);

/// List roles, built-in ones first
#[utoipa::path(get, path = "/api/v1/roles", operation_id = "RolesController_list", tag = "Roles",
    params(RoleQuery), responses((status = 200, description = "A page", body = RolePage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: RoleQuery = query.decode()?;
    let custom: Vec<Role> =
        snapshot.rows("where organization_id = $1 order by name", &[Cell::Id(caller.organization.0)]).await?;
    // An organization has at most 200 custom roles: all are read.
    let all = BuiltInRole::ALL.iter().map(|role| RoleView::built_in(*role)).chain(custom.into_iter().map(RoleView::of));
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Int, CellKind::Text])? {
            [Cell::Int(group), Cell::Text(name)] => Some((*group, name.clone())),
            _ => None,
        },
        None => None,
    };
    let mut rows: Vec<RoleView> = all
        .filter(|role| query.is_built_in.is_none_or(|wanted| wanted == role.is_built_in))
        .filter(|role| after.as_ref().is_none_or(|after| place(role) > *after))
        .collect();
    rows.sort_by_key(place);
    rows.truncate(query.limit.0 + 1);
    let page = Page::of(rows, query.limit.0, |last| {
        let (group, name) = place(last);
        vec![Cell::Int(group), Cell::Text(name)]
    });
    Ok(page.respond(&uri))
}

/// Built-in ones first, then by name.
fn place(role: &RoleView) -> (i64, String) {
    (i64::from(!role.is_built_in), role.name.clone())
}
