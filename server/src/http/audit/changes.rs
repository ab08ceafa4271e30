//! `GET /audit/changes`: what events changed, value by value, with what there was before.

mod difference;
mod history;
mod shape;
mod subject;
mod written;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::Code;
use domain::book::reach::Reach;
use domain::value::id::PrincipalId;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, CellKind, Date, Sought};
use serde_json::Value;
use store::Snapshot;
use store::read::trail::{self, TrailFilter, TrailLink};

use self::history::{History, Read};
use self::shape::Eyes;
use self::subject::Noun;
use crate::app::App;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::events::seen::{About, subject_is_seen};
use crate::http::events::view::needed;
use crate::http::input::Text;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::organization;
use crate::http::output::{At, Id};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::audit_trail::instants;

/// Events that one page of no certain record looks at.
const LOOKED_AT: i64 = 50_000;

crate::input! {
    /// Which changes.
    pub struct ChangeQuery {
        /// Only changes of the record with this id; without it, `audit:read` is needed.
        pub subject: Option<Text<1, 60>>,
        /// Only actions of this principal.
        pub actor: Option<Sought<PrincipalId>>,
        /// Only events of this type (`account.updated`) or noun (`account`).
        pub kind: Option<Text<1, 60>>,
        /// From the beginning of this day on, in the organization's time zone.
        pub date_from: Option<Date>,
        /// Up to the end of this day.
        pub date_to: Option<Date>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A value of a record that changed.
    pub struct ChangedValue {
        /// A JSON pointer into the record as the API answers it: `/lines/0/debit`.
        pub path: String,
        /// Null if there was nothing.
        pub before: Value,
        /// Null if nothing is left.
        pub after: Value,
    }

    /// An event with what it changed.
    pub struct ChangeView {
        pub seq: i64,
        pub at: At,
        pub actor: Id<PrincipalId>,
        pub actor_name: Option<String>,
        pub r#type: String,
        pub request_id: String,
        pub subject: String,
        /// Null if you may not read the subject, or have no access to its warehouses.
        pub changes: Option<Vec<ChangedValue>>,
        /// Whether more changed than the 500 values that are shown.
        pub is_cut: bool,
    }

    /// A page of changes. It may be short, and even empty, before the last one.
    pub struct ChangePage {
        /// The newest first.
        pub data: Vec<ChangeView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Read, Access::Login).rejects(&[Code::Forbidden, Code::NotFound]);

/// List changes with before and after
///
/// The newest first. Names and contacts of people and parties are not in the log; lines of counts are left out, as they keep
/// each recording themselves.
#[utoipa::path(get, path = "/api/v1/audit/changes", operation_id = "AuditController_changes", tag = "Audit",
    params(ChangeQuery), responses((status = 200, description = "A page", body = ChangePage)))]
pub async fn changes(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let query: ChangeQuery = query.decode()?;
    let organization = caller.organization;
    let rights = caller.rights(&mut snapshot).await?;
    let reach = caller.reach(&mut snapshot).await?;
    let subject = query.subject.map(|subject| subject.0);
    admit(rights, subject.as_deref())?;
    let settings = organization::find(&mut snapshot, organization).await?;
    let head = snapshot.seq(organization).await?;
    let (from, to) = instants(&settings.timezone, query.date_from, query.date_to)?;
    let first = match from {
        Some(from) => trail::last_before(&mut snapshot, organization, from, head).await?,
        None => 0,
    };
    let mut until = match to {
        Some(to) => trail::last_before(&mut snapshot, organization, to, head).await?,
        None => head,
    };
    if let Some(cursor) = &query.cursor
        && let [Cell::Int(seq)] = cursor.require(&[CellKind::Int])?
    {
        until = until.min(seq - 1);
    }
    let filter = TrailFilter {
        // A malformed id names nothing.
        actor: query.actor.map(|id| id.id().unwrap_or(PrincipalId([255; 16]))),
        kind: query.kind.map(|kind| kind.0),
        ..TrailFilter::default()
    };
    let eyes = Eyes { organization, rights, settings, base_url: app.base_url.clone() };
    let mut teller = Teller { eyes, reach, head, read: Read::default() };
    let limit = query.limit.0;
    let (mut data, next) = match &subject {
        Some(subject) => {
            let history = History::open(&mut snapshot, organization, subject, head, &mut teller.read).await?;
            let links = history.events(&mut snapshot, &filter, first, until, limit + 1).await?;
            let page = Page::of(links, limit, |link| vec![Cell::Int(link.seq)]);
            let kind = Noun::of(subject).map_or("", |(noun, _)| noun.name);
            if !page.data.is_empty() && !teller.sees(&mut snapshot, kind, subject, head).await? {
                return Err(Problem::not_found());
            }
            let is_allowed = rights.has(needed(kind));
            let mut told = Vec::with_capacity(page.data.len());
            for link in page.data {
                let changes = match is_allowed {
                    true => Some(teller.told(&mut snapshot, &history, &link).await?),
                    false => None,
                };
                told.push(view(link, changes));
            }
            (told, page.next)
        }
        None => {
            let after = first.max(until.saturating_sub(LOOKED_AT));
            let links = trail::newest(&mut snapshot, organization, &filter, after, until, limit + 1).await?;
            let mut page = Page::of(links, limit, |link| vec![Cell::Int(link.seq)]);
            if page.next.is_none() && after > first {
                page.next = Some(Cursor(vec![Cell::Int(after + 1)]));
            }
            let mut told = Vec::with_capacity(page.data.len());
            for link in page.data {
                let changes = teller.told_of_any(&mut snapshot, &link).await?;
                told.push(view(link, changes));
            }
            (told, page.next)
        }
    };
    called::fill(&mut snapshot, &caller, &mut data).await?;
    Ok(Page { data, next }.respond(&uri))
}

/// The caller may read the record, or the audit trail.
///
/// # Errors
/// 403 where neither is so.
fn admit(rights: PermissionSet, subject: Option<&str>) -> Result<(), Problem> {
    let needed = match subject.and_then(Noun::of) {
        Some((noun, _)) => needed(noun.name),
        None => Permission::AuditRead,
    };
    if rights.has(needed) || rights.has(Permission::AuditRead) { Ok(()) } else { Err(Problem::forbidden(needed)) }
}

/// What is told of events, to one reader.
struct Teller {
    eyes: Eyes,
    reach: Reach,
    head: i64,
    read: Read,
}

/// Changed values, and whether there are more.
type Changes = (Vec<ChangedValue>, bool);

impl Teller {
    /// What an event of a record changed of it.
    async fn told(
        &mut self,
        snapshot: &mut Snapshot,
        history: &History<'_>,
        link: &TrailLink,
    ) -> Result<Changes, Problem> {
        let own = self.eyes.organization;
        let Some(after) = self.read.written(snapshot, own, link, history.subject).await? else {
            return Ok((Vec::new(), false));
        };
        let before = history.before(snapshot, link.seq, &mut self.read).await?;
        let now = self.eyes.record(snapshot, &after).await?;
        let then = match &before {
            Some(before) => self.eyes.record(snapshot, before).await?,
            None => None,
        };
        let (mut changes, is_cut) = difference::between(then.as_ref(), now.as_ref());
        for (gtin, is_new) in after.labels() {
            let (path, gtin) = (format!("/gtins/{gtin}"), Value::String(gtin));
            let (before, after) = if is_new { (Value::Null, gtin) } else { (gtin, Value::Null) };
            changes.push(ChangedValue { path, before, after });
        }
        Ok((changes, is_cut))
    }

    /// As [`Self::told`], of an event about any record; `None` where the reader may not read that.
    async fn told_of_any(&mut self, snapshot: &mut Snapshot, link: &TrailLink) -> Result<Option<Changes>, Problem> {
        let is_allowed = self.eyes.rights.has(needed(&link.kind));
        if !is_allowed || !self.sees(snapshot, &link.kind, &link.subject, link.seq).await? {
            return Ok(None);
        }
        let (own, subject) = (self.eyes.organization, link.subject.as_str());
        let mut history = History::of_its_own(own, subject, self.head);
        let after = self.read.written(snapshot, own, link, subject).await?;
        let is_older = after.and_then(|after| after.instant("created_at")).is_some_and(|at| at != link.at.0);
        if is_older && history.before(snapshot, link.seq, &mut self.read).await?.is_none() {
            history = History::open(snapshot, own, subject, self.head, &mut self.read).await?;
        }
        self.told(snapshot, &history, link).await.map(Some)
    }

    /// Whether the reader acts in the warehouses of a record.
    async fn sees(&self, snapshot: &mut Snapshot, kind: &str, subject: &str, seq: i64) -> Result<bool, Problem> {
        let about = About { seq, kind, subject };
        subject_is_seen(snapshot, self.eyes.organization, &self.reach, &about).await
    }
}

impl Naming for ChangeView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.people.insert(self.actor.0);
    }

    fn name(&mut self, names: &Names) {
        self.actor_name = names.people.of(self.actor).name;
    }
}

fn view(link: TrailLink, told: Option<Changes>) -> ChangeView {
    let is_cut = told.as_ref().is_some_and(|told| told.1);
    ChangeView {
        seq: link.seq,
        at: At(link.at),
        actor: Id(link.actor),
        actor_name: None,
        r#type: link.kind,
        request_id: link.request_id,
        subject: link.subject,
        changes: told.map(|told| told.0),
        is_cut,
    }
}
