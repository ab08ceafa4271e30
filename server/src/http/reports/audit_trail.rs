//! `GET /accounting/reports/audit-trail`: who did what and when, from the log, with the hashes that prove it.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::PrincipalName;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::Permission;
use domain::value::{Cell, Date, Instant, Sought};
use jiff::tz::TimeZone;
use std::collections::BTreeMap;
use store::Snapshot;
use store::read::trail::{self, TrailFilter, TrailLink};

use super::frame::{self, Frame};
use super::listing::{self, ROWS_AT_ONCE};
use super::row::{Columns, Measures};
use crate::app::App;
use crate::documents::table::Cell as Shown;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::Text;
use crate::http::journal_entries::view::hex;
use crate::http::operations::Operation;
use crate::http::output::{At, Id};
use crate::http::page::Sort;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

/// Events that one page looks at; where too few of them fit the page is short, and the next one goes on.
const LOOKED_AT_PER_PAGE: i64 = 50_000;

crate::report_input! {
    /// Which events.
    pub struct AuditTrailQuery {
        /// Only actions of this principal.
        pub actor: Option<Sought<PrincipalId>>,
        /// Only events of this type (`journalEntry.voided`) or noun (`journalEntry`).
        pub kind: Option<Text<1, 60>>,
        /// Only events about the subject with this id.
        pub subject: Option<Text<1, 60>>,
        /// From the beginning of this day on, in the organization's time zone.
        pub date_from: Option<Date>,
        /// Up to the end of this day.
        pub date_to: Option<Date>,
        /// `seq` (the default), or `-seq`: the newest first.
        pub sort: Option<Sort>,
        ..page,
    }
}

crate::report_output! {
    /// One event of the log.
    pub struct AuditTrailRow {
        pub seq: i64 => "Event",
        pub at: At => "At",
        pub actor: Id<PrincipalId> => "Actor",
        /// The actor's name, unless there is none or it was erased.
        pub actor_name: Option<String> => "Name",
        /// `journalEntry.voided` and the like.
        pub kind: String,
        /// The same in words: `journal entry voided`.
        pub action: String => "Action",
        /// The id of the subject.
        pub subject: String => "Subject",
        pub request_id: String => "Request",
        /// Large events come in consecutive parts, from 1.
        pub part: i64 => "Part" (by part),
        pub parts: i64,
        /// The hash of the event before it, in hex.
        pub previous_hash: String,
        /// SHA-256 in hex over this event and the hash before it.
        pub hash: String => "Hash",
    }

    /// A page of the audit trail. It may be short, and even empty, before the last one.
    pub struct AuditTrailView {
        /// The last event of the log when the report began; later events are not in it.
        pub seq: i64,
        /// In the order of the log, or as `sort` says.
        pub data: Vec<AuditTrailRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::AuditRead);

/// Read the audit trail
///
/// Who did what and when, with the position and the hashes of each event: `GET /audit/head` and `GET /events` show the
/// same ones, and `countinghouse verify` recomputes them.
#[utoipa::path(get, path = "/api/v1/accounting/reports/audit-trail", operation_id = "ReportsController_auditTrail",
    tag = "Reports", params(AuditTrailQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (AuditTrailView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn audit_trail(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: AuditTrailQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, None, query.cursor.as_ref()).await?;
    let (before, until) = stretch(&mut snapshot, &frame, query.date_from, query.date_to).await?;
    let filter = TrailFilter {
        // A malformed id names nothing.
        actor: query.actor.map(|id| id.id().unwrap_or(PrincipalId([255; 16]))),
        kind: query.kind.map(|kind| kind.0),
        subject: query.subject.map(|subject| subject.0),
        descending: match &query.sort {
            Some(sort) => sort.among(&["seq"])?.1,
            None => false,
        },
    };
    let mut walk = Walk::through(before, until, filter.descending);
    let names = names(&mut snapshot, frame.organization).await?;
    if let Some(format) = document {
        drop(snapshot);
        let columns = Columns::of(&frame);
        let days = query.date_from.zip(query.date_to);
        let heading = frame.heading("audit-trail", "Audit trail", days, columns.headings());
        let mut draft = formats::begin(&app, format, heading).await?;
        while !walk.is_over() {
            let mut snapshot = app.database.snapshot().await?;
            let found = walk.step(&mut snapshot, frame.organization, &filter, ROWS_AT_ONCE).await?;
            drop(snapshot);
            for link in found {
                draft.push(columns.line(&row(link, &names))).await?;
            }
        }
        return formats::finish(draft).await;
    }
    if let Some(place) = Frame::place(query.cursor.as_ref())? {
        walk.go_on_from(place);
    }
    let found = walk.step(&mut snapshot, frame.organization, &filter, query.limit.0).await?;
    let next = (!walk.is_over()).then(|| frame.cursor(walk.at));
    let view = AuditTrailView {
        seq: frame.seq,
        data: found.into_iter().map(|link| row(link, &names)).collect(),
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// A way through a stretch of the log, forwards or backwards.
struct Walk {
    /// Behind this link.
    after: i64,
    /// Up to this one.
    until: i64,
    descending: bool,
    /// The last link that was looked at.
    at: i64,
}

impl Walk {
    fn through(after: i64, until: i64, descending: bool) -> Self {
        Self { after, until, descending, at: if descending { until + 1 } else { after } }
    }

    /// Goes on behind a link that was looked at.
    fn go_on_from(&mut self, place: i64) {
        self.at = if self.descending { place.min(self.at) } else { place.max(self.at) };
    }

    fn is_over(&self) -> bool {
        if self.descending { self.at <= self.after + 1 } else { self.at >= self.until }
    }

    /// The next links, at most so many, of those that are looked at together.
    async fn step(
        &mut self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        filter: &TrailFilter,
        most: usize,
    ) -> Result<Vec<TrailLink>, Problem> {
        let (after, until) = if self.descending {
            let until = self.at - 1;
            (self.after.max(until.saturating_sub(LOOKED_AT_PER_PAGE)), until)
        } else {
            (self.at, self.until.min(self.at.saturating_add(LOOKED_AT_PER_PAGE)))
        };
        let found = trail::links(snapshot, organization, filter, after, until, most).await?;
        let end = if self.descending { after + 1 } else { until };
        self.at = found.last().filter(|_| found.len() == most).map_or(end, |last| last.seq);
        Ok(found)
    }
}

/// The stretch of the log that these days have: behind the first, up to the second.
async fn stretch(
    snapshot: &mut Snapshot,
    frame: &Frame,
    from: Option<Date>,
    to: Option<Date>,
) -> Result<(i64, i64), Problem> {
    let (from, to) = instants(&frame.settings.timezone, from, to)?;
    let before = match from {
        Some(instant) => trail::last_before(snapshot, frame.organization, instant, frame.seq).await?,
        None => 0,
    };
    let until = match to {
        Some(instant) => trail::last_before(snapshot, frame.organization, instant, frame.seq).await?,
        None => frame.seq,
    };
    Ok((before, until))
}

/// When these days begin and are over, in this zone; `None` where nobody says.
///
/// # Errors
/// 400 where the first is later than the last.
pub fn instants(
    timezone: &str,
    from: Option<Date>,
    to: Option<Date>,
) -> Result<(Option<Instant>, Option<Instant>), Problem> {
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than dateTo"));
    }
    let begins = |day: Date| {
        let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
        day.to_zoned(zone).map(|at| Instant(at.timestamp().as_microsecond())).ok()
    };
    // Behind the last day of the calendar nothing begins any more.
    Ok((from.and_then(begins), to.and_then(|day| day.tomorrow().ok()).and_then(begins)))
}

/// The names of principals, if they were not erased.
pub(super) async fn names(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<BTreeMap<PrincipalId, String>, Problem> {
    let names: Vec<PrincipalName> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    Ok(names.into_iter().map(|row| (row.principal_id, row.name)).collect())
}

fn row(link: TrailLink, names: &BTreeMap<PrincipalId, String>) -> AuditTrailRow {
    crate::answered! { AuditTrailRow of link {
        seq, at, actor, subject, request_id, part, parts,
        kind: link.kind;
        actor_name: names.get(&link.actor).cloned(),
        action: words(&link.kind),
        previous_hash: hex(&link.previous_hash),
        hash: hex(&link.hash),
    } }
}

/// `fiscalYear.softClosed` as `fiscal year soft closed`.
fn words(kind: &str) -> String {
    let mut words = String::with_capacity(kind.len() + 4);
    for letter in kind.chars() {
        match letter {
            '.' => words.push(' '),
            letter if letter.is_ascii_uppercase() => {
                words.push(' ');
                words.push(letter.to_ascii_lowercase());
            }
            letter => words.push(letter),
        }
    }
    words
}

/// Which part of a large event a row is.
fn part(row: &AuditTrailRow, _: &Measures) -> Shown {
    Shown::text(if row.parts == 1 { String::new() } else { format!("{} of {}", row.part, row.parts) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_of_event_reads_as_words() {
        assert_eq!(words("journalEntry.voided"), "journal entry voided");
        assert_eq!(words("period.softClosed"), "period soft closed");
    }
}
