//! `GET /accounting/reports/late-entries`: entries that came into the books after the time to which they belong.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::ledger::reports::late_entries::{LateReason, Posted, USUAL_DAYS, reasons};
use domain::rows::{EntryStatus, EntryType, Period, PeriodChange};
use domain::value::Date;
use domain::value::id::{EntryId, JournalId, PeriodId, PrincipalId};
use domain::value::permission::Permission;
use store::Snapshot;
use store::read::posted::{self, PostedEntry};
use store::read::stretch::Stretch;

use super::frame::{self, Frame, LAST_DAY};
use super::listing::{self, ROWS_AT_ONCE};
use super::row::Columns;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::Whole;
use crate::http::operations::Operation;
use crate::http::output::{At, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

/// Entries that one page looks at; where too few of them are late the page is short, and the next one goes on.
const LOOKED_AT_PER_PAGE: usize = 20_000;

crate::wire_enum! {
    LateReason = "LateReason",
}

crate::report_input! {
    /// The entries that count as late.
    pub struct LateEntriesQuery {
        /// The first accounting date.
        pub date_from: Option<Date>,
        /// The last accounting date.
        pub date_to: Option<Date>,
        /// The number of days by which an entry can be dated back without counting as late; 30 if absent.
        pub days: Option<Whole<0, 3_660>>,
        ..known_at_with_master_data,
        ..page,
    }
}

crate::report_output! {
    /// A late entry.
    pub struct LateEntryRow {
        /// The reasons why it is late: `afterPeriodEnd`, `afterSoftClose`, `backdated`, `priorPeriodAdjustment`.
        pub reasons: Vec<Named<LateReason>> => "Reasons",
        pub entry_id: Id<EntryId>,
        pub sequence: i64,
        pub number: Option<String> => "Number",
        pub journal_id: Id<JournalId>,
        pub date: Day => "Date",
        pub period_id: Option<Id<PeriodId>>,
        pub posted_at: At => "Posted at",
        pub posted_by: Id<PrincipalId> => "Posted by",
        pub status: Named<EntryStatus> => "Status",
        pub entry_type: Named<EntryType> => "Type",
        pub description: String => "Description",
        /// Its debits, in base currency.
        pub amount: DecimalText => "Amount" (amount),
    }

    /// A page of late entries. It may be short, and even empty, before the last one.
    pub struct LateEntriesView {
        pub days: i64,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// In order of posting.
        pub data: Vec<LateEntryRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// List late entries
///
/// Entries that were posted after the last day of their period, while it was soft-closed, or dated back by more than a
/// number of days; and adjustments of prior periods.
#[utoipa::path(get, path = "/api/v1/accounting/reports/late-entries", operation_id = "ReportsController_lateEntries",
    tag = "Reports", params(LateEntriesQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (LateEntriesView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn late_entries(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: LateEntriesQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let measure = Measure {
        days: query.days.map_or(USUAL_DAYS, |days| days.0),
        dates: (query.date_from.unwrap_or(Date::ZERO), query.date_to.unwrap_or(LAST_DAY)),
        calendar: Calendar::read(&mut snapshot, &frame).await?,
    };
    if let Some(format) = document {
        drop(snapshot);
        let shown = query.date_from.zip(query.date_to);
        let columns = Columns::of(&frame);
        let heading = frame.heading("late-entries", "Late entries", shown, columns.headings());
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after = 0;
        loop {
            let mut snapshot = app.database.snapshot().await?;
            let stretch = Stretch { after, until: frame.until };
            let found = posted::entries(&mut snapshot, frame.organization, stretch, ROWS_AT_ONCE).await?;
            drop(snapshot);
            let Some(last) = found.last() else { break };
            after = last.sequence;
            for row in found.into_iter().filter_map(|entry| measure.late(&frame, entry)) {
                draft.push(columns.line(&row)).await?;
            }
        }
        return formats::finish(draft).await;
    }
    let mut after = Frame::place(query.cursor.as_ref())?.unwrap_or(0);
    let (mut data, mut looked_at, mut is_end) = (Vec::new(), 0, false);
    while data.len() < query.limit.0 && looked_at < LOOKED_AT_PER_PAGE && !is_end {
        let found =
            posted::entries(&mut snapshot, frame.organization, Stretch { after, until: frame.until }, ROWS_AT_ONCE)
                .await?;
        is_end = found.len() < ROWS_AT_ONCE;
        looked_at += found.len();
        for entry in found {
            if data.len() == query.limit.0 {
                is_end = false;
                break;
            }
            after = entry.sequence;
            data.extend(measure.late(&frame, entry));
        }
    }
    let next = (!is_end && after < frame.until).then(|| frame.cursor(after));
    let view = LateEntriesView {
        days: measure.days,
        seq: frame.seq,
        data,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// Periods and their history.
struct Calendar {
    periods: BTreeMap<PeriodId, Period>,
    changes: BTreeMap<PeriodId, Vec<PeriodChange>>,
}

impl Calendar {
    async fn read(snapshot: &mut Snapshot, frame: &Frame) -> Result<Self, Problem> {
        let periods: Vec<Period> = frame.books.rows(snapshot).await?;
        let changed: Vec<PeriodChange> = frame.books.rows(snapshot).await?;
        let mut changes: BTreeMap<PeriodId, Vec<PeriodChange>> = BTreeMap::new();
        for change in changed {
            changes.entry(change.period_id).or_default().push(change);
        }
        Ok(Self { periods: periods.into_iter().map(|period| (period.id, period)).collect(), changes })
    }
}

/// The measure of lateness.
struct Measure {
    days: i64,
    dates: (Date, Date),
    calendar: Calendar,
}

impl Measure {
    /// The entry's row, where it is late.
    fn late(&self, frame: &Frame, entry: PostedEntry) -> Option<LateEntryRow> {
        if entry.date < self.dates.0 || entry.date > self.dates.1 {
            return None;
        }
        let posted = Posted {
            date: entry.date,
            at: entry.posted_at,
            on: frame.day(entry.posted_at),
            prior_period_adjustment: entry.prior_period_adjustment,
        };
        let period = entry.period.and_then(|id| self.calendar.periods.get(&id));
        let changes = entry.period.and_then(|id| self.calendar.changes.get(&id));
        let reasons = reasons(posted, period, changes.into_iter().flatten(), self.days);
        (!reasons.is_empty()).then(|| {
            crate::answered! { LateEntryRow of entry {
                sequence, number, date, posted_at, posted_by, status, entry_type, description,
                entry_id: entry.id,
                journal_id: entry.journal,
                period_id: entry.period;
                reasons: reasons.into_iter().map(Named).collect(),
                amount: frame.amount(entry.total_debit),
            } }
        })
    }
}
