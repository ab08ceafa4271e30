//! `GET /service-accounts`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::Membership;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::read::Conditions;

use super::get;
use super::view::ServiceAccountView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which service accounts.
    pub struct ServiceAccountQuery {
        /// Only active ones, or only inactive ones.
        pub is_active: Option<bool>,
        /// Only those whose owner is an active member, or only those without an active owner.
        pub owner_active: Option<bool>,
        /// Text in the name.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of service accounts.
    pub struct ServiceAccountPage {
        pub data: Vec<ServiceAccountView>,
        pub next_cursor: Option<String>,
    }
}

/// What an account is called in the organization.
const NAME: &str = "(select n.name from principal_names as n \
     where n.organization_id = $1 and n.principal_id = memberships.principal_id)";

pub(super) const OPERATION: Operation = Operation::read(Permission::ServiceAccountsRead);

/// List service accounts
///
/// With their secrets as far as they may be shown: by client id, with the days they were made and used last.
#[utoipa::path(get, path = "/api/v1/service-accounts", operation_id = "ServiceAccountsController_list", tag = "Service accounts",
    params(ServiceAccountQuery), responses((status = 200, description = "A page", body = ServiceAccountPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ServiceAccountQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.text.push_str(" and kind = 'serviceAccount'");
    conditions.equal("is_active", query.is_active.map(|is_active| is_active.to_cell()));
    if let Some(wanted) = query.owner_active {
        let not = if wanted { "" } else { "not " };
        conditions.text.push_str(&format!(
            " and {not}exists (select 1 from memberships as o where o.organization_id = $1 \
             and o.principal_id = memberships.owner_id and o.is_active = 1)"
        ));
    }
    conditions.contains(&[NAME], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("principal_id > {}", cursor.require(&[CellKind::Id])?.first().cloned());
    }
    let limit = query.limit.0;
    let most = conditions.bind(Cell::Int(i64::try_from(limit + 1).unwrap_or(i64::MAX)));
    let rest = format!("{} order by principal_id limit {most}", conditions.text);
    let rows: Vec<Membership> = snapshot.rows(&rest, &conditions.params).await?;
    let page = Page::of(rows, limit, |last: &Membership| vec![Cell::Id(last.principal_id.0)]);
    let mut views = Vec::with_capacity(page.data.len());
    for membership in &page.data {
        views.push(get::view(&mut snapshot, caller.organization, membership).await?);
    }
    Ok(Page { data: views, next: page.next }.respond(&uri))
}
