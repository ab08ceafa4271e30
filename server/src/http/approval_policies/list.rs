//! `GET /accounting/approval-policies`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{ApprovalPolicy, ApprovalSubject};
use domain::value::id::JournalId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::read::Conditions;

use super::view::ApprovalPolicyView;
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::journals::wire::{JournalCode, filtered};
use crate::http::operations::Operation;
use crate::http::organization;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which approval policies.
    pub struct ApprovalPolicyQuery {
        /// Only policies that apply to this.
        pub applies_to: Option<ApprovalSubject>,
        /// Only policies of this journal; policies for all journals are left out.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode>,
        /// Only active ones, or only inactive ones.
        pub is_active: Option<bool>,
        /// Text in the name.
        pub q: Option<Search>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of approval policies.
    pub struct ApprovalPolicyPage {
        pub data: Vec<ApprovalPolicyView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ApprovalPoliciesRead);

/// List approval policies by name
#[utoipa::path(get, path = "/api/v1/accounting/approval-policies", operation_id = "ApprovalPoliciesController_list",
    tag = "Approval policies", params(ApprovalPolicyQuery),
    responses((status = 200, description = "A page", body = ApprovalPolicyPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ApprovalPolicyQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let mut conditions = Conditions::new(caller.organization);
    let journal = filtered(&mut snapshot, caller.organization, query.journal_id, query.journal_code).await?;
    conditions.equal("journal_id", journal.map(|id| id.to_cell()));
    conditions.equal("applies_to", query.applies_to.map(|subject| subject.to_cell()));
    conditions.equal("is_active", query.is_active.map(|active| active.to_cell()));
    conditions.contains(&["name"], query.q.as_deref());
    if let Some(cursor) = &query.cursor {
        conditions.when("name > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<ApprovalPolicy> = conditions.page(&mut snapshot, "name", query.limit.0 + 1).await?;
    let base = organization::find(&mut snapshot, caller.organization).await?.base_currency;
    let page = Page::of(rows, query.limit.0, |policy: &ApprovalPolicy| vec![Cell::Text(policy.name.clone())]);
    let mut page = page.map(|policy| ApprovalPolicyView::of(policy, base));
    called::fill(&mut snapshot, &caller, &mut page.data).await?;
    Ok(page.respond(&uri))
}
