//! `GET /me/inbox`: what waits for the caller, of whatever kind.

mod costs;
mod gathered;

use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::CellKind;
use domain::value::id::PrincipalId;

use self::gathered::{Gathered, gathered, place};
use crate::app::App;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::organization;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, Page, PageLimit, linked};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

domain::named_enum! {
    /// Why something is in an inbox, in the order of the inbox.
    InboxKind {
        /// The caller may decide it.
        Approve = "approve",
        /// The caller's work came back.
        Rejected = "rejected",
        /// A scheduled reversal is due and was not posted.
        Reversal = "reversal",
        /// A receipt waits for what its goods cost, which the caller may say.
        Cost = "cost",
        /// The caller began it.
        Draft = "draft",
        /// The caller's work waits for others.
        Submitted = "submitted",
    }
}

domain::named_enum! {
    /// What waits.
    InboxSubject {
        JournalEntry = "journalEntry",
        Movement = "movement",
        Count = "count",
        ControlChange = "controlChange",
    }
}

crate::wire_enum! {
    InboxKind = "InboxKind",
    InboxSubject = "InboxSubject",
}

crate::input! {
    /// What of the inbox.
    pub struct InboxQuery {
        /// Only what is there for this reason.
        pub kind: Option<InboxKind>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// Something that waits.
    pub struct InboxItem {
        /// Why it is here.
        pub kind: Named<InboxKind>,
        pub subject_type: Named<InboxSubject>,
        /// The id of what waits.
        pub subject: String,
        pub version: i64,
        /// Or its reference.
        pub number: Option<String>,
        pub title: String,
        /// The total of an entry, in base currency.
        pub amount: Option<DecimalText>,
        pub currency: Option<CurrencyCode>,
        pub date: Option<Day>,
        /// When it began to wait.
        pub at: At,
        /// Who submitted, rejected, proposed or last changed it.
        pub by: Id<PrincipalId>,
        pub by_name: Option<String>,
        /// Why it came back.
        pub reason: Option<String>,
        /// What the caller may do: `approve`, `reject`, `sendBack`, `withdraw`, `edit`, `submit`, `delete`, `post`, `reverse`, `cost`.
        pub allowed: Vec<String>,
        /// The rule that keeps the caller from approving, as in `context.rule` of that refusal.
        pub held_by: Option<String>,
        /// The same in words.
        pub held_reason: Option<String>,
    }

    /// How much waits for which reason.
    pub struct InboxCounts {
        pub approve: i64,
        pub rejected: i64,
        pub reversal: i64,
        pub cost: i64,
        pub draft: i64,
        pub submitted: i64,
    }

    /// A page of the inbox.
    pub struct InboxPage {
        pub counts: InboxCounts,
        /// Whether there is more than was counted: 500 of each kind of record are looked at.
        pub is_cut: bool,
        /// By reason, in the order of `counts`; of each the oldest first.
        pub data: Vec<InboxItem>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login).rejects(&[Code::Forbidden]);

/// Get my inbox
///
/// What waits for the caller's decision, with separation of duties applied; their drafts, what came back to them, what they
/// sent to others; scheduled reversals that could not be posted; and receipts whose costs they may state.
#[utoipa::path(get, path = "/api/v1/me/inbox", operation_id = "MeController_inbox", tag = "Own settings",
    params(InboxQuery), responses((status = 200, description = "A page", body = InboxPage)))]
pub async fn inbox(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let query: InboxQuery = query.decode()?;
    let rights = caller.rights(&mut snapshot).await?;
    let settings = organization::find(&mut snapshot, caller.organization).await?;
    let Gathered { mut items, is_cut } = gathered(&mut snapshot, &caller, rights, &settings).await?;
    let number = |kind| i64::try_from(items.iter().filter(|item| item.kind.0 == kind).count()).unwrap_or(i64::MAX);
    let counts = InboxCounts {
        approve: number(InboxKind::Approve),
        rejected: number(InboxKind::Rejected),
        reversal: number(InboxKind::Reversal),
        cost: number(InboxKind::Cost),
        draft: number(InboxKind::Draft),
        submitted: number(InboxKind::Submitted),
    };
    items.retain(|item| query.kind.is_none_or(|kind| kind == item.kind.0));
    let key = |item: &InboxItem| (item.kind.0 as i64, item.at.0, item.subject.clone());
    items.sort_by_cached_key(key);
    if let Some(cursor) = &query.cursor {
        let last = cursor.require(&[CellKind::Int, CellKind::Int, CellKind::Text])?.to_vec();
        let behind = items.iter().position(|item| place(item) > last).unwrap_or(items.len());
        items.drain(..behind);
    }
    items.truncate(query.limit.0 + 1);
    let mut page = Page::of(items, query.limit.0, place);
    called::fill(&mut snapshot, &caller, &mut page.data).await?;
    let next = page.next.map(|cursor| cursor.text(&uri));
    let view = InboxPage { counts, is_cut, data: page.data, next_cursor: next.clone() };
    Ok(linked(axum::Json(view).into_response(), next.as_deref(), &uri))
}

impl Naming for InboxItem {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.people.insert(self.by.0);
    }

    fn name(&mut self, names: &Names) {
        self.by_name = names.people.of(self.by).name;
    }
}
