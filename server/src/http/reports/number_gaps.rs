//! `GET /accounting/reports/number-gaps`: every number of every series looked at; there must be no gap.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::number_gaps::{NumberFault, NumberGaps, Numbered};
use domain::rows::{Journal, NumberSeries};
use domain::value::Cell;
use domain::value::counted;
use domain::value::id::{JournalId, OrganizationId};
use domain::value::permission::Permission;
use store::read::posted;
use store::read::stretch::Stretch;

use super::frame::Frame;
use super::listing::ROWS_AT_ONCE;
use crate::app::App;
use crate::documents::table::{Cell as Shown, Column, Row, RowKind, Table};
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

domain::named_enum! {
    /// The fault of a number.
    NumberFaultKind {
        /// Places of the organization's series that no entry has.
        MissingSequences = "missingSequences",
        /// Numbers of a journal that no entry has.
        MissingNumbers = "missingNumbers",
        /// A number that is not the one that was next in its journal, or not one of its pattern.
        WrongNumber = "wrongNumber",
    }
}

crate::wire_enum! {
    NumberFaultKind = "NumberFaultKind",
}

crate::report_input! {
    /// At which point of the log.
    pub struct NumberGapsQuery {
        ..known_at,
        ..format_of_table,
    }
}

crate::output! {
    /// One series of numbers.
    pub struct NumberSeriesRow {
        pub journal_id: Id<JournalId>,
        pub journal_code: String,
        /// The year or month of the series, as the journal restarts; empty if it never restarts.
        pub bucket: String,
        /// Number of entries in it.
        pub count: i64,
        /// The last position assigned; equal to the count if nothing is missing.
        pub last: i64,
    }

    /// A fault in a series.
    pub struct NumberFaultRow {
        pub kind: Named<NumberFaultKind>,
        /// Null for the organization's series.
        pub journal_id: Option<Id<JournalId>>,
        pub bucket: Option<String>,
        /// The entry's position in the organization's series, if the fault concerns one entry.
        pub sequence: Option<i64>,
        /// The first missing number, or the number that was expected.
        pub first: String,
        /// The last missing number, or the number found instead; null if there is none.
        pub last: Option<String>,
    }

    /// All series and their faults.
    pub struct NumberGapsView {
        /// Whether no number is missing or wrong.
        pub holds: bool,
        /// The number of entries checked; the last position of the organization's series if there is no fault.
        pub entries: i64,
        /// The number of faults; the first 1,000 are listed.
        pub fault_count: i64,
        pub faults: Vec<NumberFaultRow>,
        /// By journal and bucket.
        pub series: Vec<NumberSeriesRow>,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Look for gaps in numbers
///
/// Checks the number of every posted entry against its journal's pattern, and the organization's one series. There must
/// be no faults.
#[utoipa::path(get, path = "/api/v1/accounting/reports/number-gaps", operation_id = "ReportsController_numberGaps",
    tag = "Reports", params(NumberGapsQuery),
    responses((status = 200, description = "The series and their faults", content(
        (NumberGapsView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn number_gaps(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: NumberGapsQuery = query.decode()?;
    let document = formats::wanted(query.format, &headers);
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let journals: Vec<Journal> = frame.books.rows(&mut snapshot).await?;
    // How far the series were counted is known of now alone: of an earlier point there are the entries.
    let counted: Vec<NumberSeries> = if frame.books.entries().is_none() {
        snapshot.rows("where organization_id = $1", &[Cell::Id(frame.organization.0)]).await?
    } else {
        Vec::new()
    };
    let mut gaps = NumberGaps::new(journals.clone());
    drop(snapshot);
    look(&app, frame.organization, frame.until, &mut gaps).await?;
    gaps.finish(&counted, frame.until);
    let view = view(&frame, &journals, &gaps);
    match document {
        Some(format) => formats::document(&app, format, table(&frame, &view)).await,
        None => Ok(formats::json(view)),
    }
}

/// Looks at all entries, a stretch at a time.
async fn look(app: &App, organization: OrganizationId, until: i64, gaps: &mut NumberGaps) -> Result<(), Problem> {
    let mut after = 0;
    loop {
        let mut snapshot = app.database.snapshot().await?;
        let entries = posted::entries(&mut snapshot, organization, Stretch { after, until }, ROWS_AT_ONCE).await?;
        drop(snapshot);
        for entry in &entries {
            after = entry.sequence;
            let (sequence, journal, date) = (entry.sequence, entry.journal, entry.date);
            gaps.look(Numbered { sequence, journal, date, number: entry.number.as_deref() });
        }
        if entries.len() < ROWS_AT_ONCE {
            return Ok(());
        }
    }
}

fn view(frame: &Frame, journals: &[Journal], gaps: &NumberGaps) -> NumberGapsView {
    let code = |id: JournalId| {
        let journal = journals.iter().find(|journal| journal.id == id);
        journal.map(|journal| journal.code.clone()).unwrap_or_default()
    };
    let mut series: Vec<NumberSeriesRow> = gaps
        .series()
        .iter()
        .map(|((journal, bucket), series)| NumberSeriesRow {
            journal_id: Id(*journal),
            journal_code: code(*journal),
            bucket: bucket.clone(),
            count: series.count,
            last: series.last,
        })
        .collect();
    series.sort_by(|one, other| (&one.journal_code, &one.bucket).cmp(&(&other.journal_code, &other.bucket)));
    NumberGapsView {
        holds: gaps.found() == 0,
        entries: gaps.count(),
        fault_count: gaps.found(),
        faults: gaps.faults().iter().map(fault_row).collect(),
        series,
        seq: frame.seq,
    }
}

fn fault_row(fault: &NumberFault) -> NumberFaultRow {
    match fault {
        NumberFault::MissingSequences(first, last) => NumberFaultRow {
            kind: Named(NumberFaultKind::MissingSequences),
            journal_id: None,
            bucket: None,
            sequence: None,
            first: first.to_string(),
            last: Some(last.to_string()),
        },
        NumberFault::MissingNumbers { journal, bucket, first, last } => NumberFaultRow {
            kind: Named(NumberFaultKind::MissingNumbers),
            journal_id: Some(Id(*journal)),
            bucket: Some(bucket.clone()),
            sequence: None,
            first: first.clone(),
            last: Some(last.clone()),
        },
        NumberFault::WrongNumber { sequence, journal, number, wanted } => NumberFaultRow {
            kind: Named(NumberFaultKind::WrongNumber),
            journal_id: Some(Id(*journal)),
            bucket: None,
            sequence: Some(*sequence),
            first: wanted.clone(),
            last: number.clone(),
        },
    }
}

fn table(frame: &Frame, view: &NumberGapsView) -> Table {
    let columns = vec![
        Column::text("What"),
        Column::text("Series"),
        Column::integer("Entries"),
        Column::integer("Last place"),
        Column::text("From"),
        Column::text("To"),
    ];
    let mut heading = frame.heading("number-gaps", "Gaps in numbers", None, columns);
    let found = if view.holds {
        format!("{} checked: no number is missing or wrong", counted(view.entries, "entry", "entries"))
    } else {
        let entries = counted(view.entries, "entry", "entries");
        format!("{entries} checked: {}", counted(view.fault_count, "fault", "faults"))
    };
    heading.subtitle.push(found);
    let faults = view.faults.iter().map(|fault| {
        let series = fault.bucket.clone().or(fault.sequence.map(|sequence| format!("entry {sequence}")));
        Row::line(vec![
            Shown::text(fault.kind.0.name()),
            Shown::maybe(series),
            Shown::Empty,
            Shown::Empty,
            Shown::text(&fault.first),
            Shown::maybe(fault.last.clone()),
        ])
    });
    let series = view.series.iter().map(|series| {
        Row::line(vec![
            Shown::text("series"),
            Shown::text(format!("{} {}", series.journal_code, series.bucket).trim()),
            Shown::Integer(series.count),
            Shown::Integer(series.last),
        ])
    });
    let total = Row::new(RowKind::Total, vec![Shown::text("all"), Shown::Empty, Shown::Integer(view.entries)]);
    Table { heading, rows: faults.chain(series).chain([total]).collect() }
}
