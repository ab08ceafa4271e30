//! `GET /users`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::Membership;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::Snapshot;
use store::read::Conditions;

use super::view::{Shown, UserView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::input::Search;
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which users.
    pub struct UserQuery {
        /// Only active users, or only inactive ones.
        pub is_active: Option<bool>,
        /// Text in name or username.
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
    /// A page of users.
    pub struct UserPage {
        pub data: Vec<UserView>,
        pub next_cursor: Option<String>,
    }
}

/// What a member is called in the organization; and by their login, if there is no name for them.
const NAME: &str = "(select n.name from principal_names as n \
     where n.organization_id = $1 and n.principal_id = memberships.principal_id)";
const USERNAME: &str = "(select l.username from logins as l where l.principal_id = memberships.principal_id)";
const DISPLAY_NAME: &str = "(select l.display_name from logins as l where l.principal_id = memberships.principal_id \
     and not exists (select 1 from principal_names as n \
       where n.organization_id = $1 and n.principal_id = memberships.principal_id))";

pub(super) const OPERATION: Operation = Operation::report(Permission::UsersRead);

/// List users
///
/// The members of the organization with their roles.
#[utoipa::path(get, path = "/api/v1/users", operation_id = "UsersController_list", tag = "Users",
    params(UserQuery), responses((status = 200, description = "A page", body = UserPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let snapshot = caller.read(&app).await?;
    let query: UserQuery = query.decode()?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for UserQuery {
    type Row = UserView;
    const TITLE: &'static str = "Users";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<UserView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        conditions.text.push_str(" and kind in ('user', 'foreign')");
        conditions.equal("is_active", self.is_active.map(|is_active| is_active.to_cell()));
        conditions.contains(&[NAME, USERNAME, DISPLAY_NAME], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            conditions.when("principal_id > {}", cursor.require(&[CellKind::Id])?.first().cloned());
        }
        let limit = self.limit.0;
        let most = conditions.bind(Cell::Int(i64::try_from(limit + 1).unwrap_or(i64::MAX)));
        let rest = format!("{} order by principal_id limit {most}", conditions.text);
        let rows: Vec<Membership> = snapshot.rows(&rest, &conditions.params).await?;
        let page = Page::of(rows, limit, |last: &Membership| vec![Cell::Id(last.principal_id.0)]);
        let mut views = Vec::with_capacity(page.data.len());
        for membership in &page.data {
            let shown = Shown::read(snapshot, caller.organization, membership.principal_id).await?;
            views.push(UserView::of(membership, shown));
        }
        Ok(Page { data: views, next: page.next })
    }
}
