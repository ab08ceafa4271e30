//! `GET /accounting/accounts`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Account, AccountSubtype, AccountType};
use domain::value::id::AccountId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::Conditions;

use super::view::AccountView;
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
    /// Which accounts.
    pub struct AccountQuery {
        /// Deprecated: use `kind`.
        pub r#type: Option<AccountType>,
        /// Only accounts of this subtype.
        pub subtype: Option<AccountSubtype>,
        /// Only the record with this code.
        pub code: Option<CodeText<32>>,
        /// Only accounts directly below this group.
        pub parent_id: Option<Sought<AccountId>>,
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
    /// A page of accounts.
    pub struct AccountPage {
        pub data: Vec<AccountView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::AccountsRead);

/// List accounts by code
#[utoipa::path(get, path = "/api/v1/accounting/accounts", operation_id = "AccountsController_list", tag = "Accounts",
    params(AccountQuery), responses((status = 200, description = "A page", body = AccountPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: AccountQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for AccountQuery {
    type Row = AccountView;
    const TITLE: &'static str = "Accounts";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<AccountView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        conditions.equal("account_type", self.r#type.map(|kind| kind.to_cell()));
        conditions.equal("subtype", self.subtype.map(|subtype| subtype.to_cell()));
        conditions.equal("code", self.code.map(|code| Cell::Text(code.0)));
        // A malformed id names nothing, and nothing stands below it.
        conditions.equal("parent_id", self.parent_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
        conditions.equal("is_active", self.is_active.map(|active| active.to_cell()));
        conditions.contains(&["code", "name"], self.q.as_deref());
        if let Some(cursor) = &self.cursor {
            conditions.when("code > {}", cursor.require(&[CellKind::Text])?.first().cloned());
        }
        let rows: Vec<Account> = conditions.page(snapshot, "code", self.limit.0 + 1).await?;
        let page = Page::of(rows, self.limit.0, |account: &Account| vec![Cell::Text(account.code.clone())]);
        Ok(page.map(AccountView::from))
    }
}
