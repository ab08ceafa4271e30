//! `GET /accounting/reports/voids`: what was taken back: voids, reversals and corrections, with who, when and why.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::EntryStatus;
use domain::value::Date;
use domain::value::id::{EntryId, PrincipalId};
use domain::value::permission::Permission;
use store::read::stretch::Stretch;
use store::read::undone::{self, Undoing};

use super::books::KnownAt;
use super::frame::{self, Frame, LAST_DAY};
use super::listing::{self, ROWS_AT_ONCE};
use crate::app::App;
use crate::documents::table::{Cell as Shown, Column, Row};
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::output::{At, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

domain::named_enum! {
    /// In which way an entry was taken back.
    UndoneBy {
        /// By a mirror on its own date.
        Void = "void",
        /// By a reversal, which leaves it posted.
        Reversal = "reversal",
        /// By an entry that replaces it, or that posts the difference.
        Correction = "correction",
    }
}

crate::wire_enum! {
    UndoneBy = "UndoneBy",
}

crate::input! {
    /// Which of them.
    pub struct VoidsQuery {
        /// The first date of the voiding, reversing or correcting entry.
        pub date_from: Option<Date>,
        /// The last accounting date.
        pub date_to: Option<Date>,
        /// Answers as the books were known at an instant, or at an event of the log such as `seq:1200`.
        pub known_at: Option<KnownAt>,
        /// `json` (the default), or a whole document as `csv`, `xlsx` or `print`; takes precedence over `Accept`.
        pub format: Option<ReportFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// An entry that voids, reverses or corrects another one.
    pub struct VoidsRow {
        pub kind: Named<UndoneBy>,
        /// The mirror, reversal or correction.
        pub entry_id: Id<EntryId>,
        pub sequence: i64,
        pub number: Option<String>,
        pub date: Day,
        /// `voided` if this entry was itself taken back.
        pub status: Named<EntryStatus>,
        /// Its debits, in base currency.
        pub amount: DecimalText,
        pub reason: Option<String>,
        pub at: At,
        pub by: Id<PrincipalId>,
        /// Whether it reverses or corrects an entry of a closed period.
        pub prior_period_adjustment: bool,
        /// The entry that it voids, reverses or corrects.
        pub original_entry_id: Id<EntryId>,
        pub original_number: Option<String>,
        pub original_date: Day,
        pub original_description: String,
        pub original_by: Id<PrincipalId>,
    }

    /// A page of entries that were taken back.
    pub struct VoidsView {
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// In order of posting.
        pub data: Vec<VoidsRow>,
        pub next_cursor: Option<String>,
    }
}

/// List voids, reversals and corrections
///
/// Both entries of each pair, with who posted which, when and why.
#[utoipa::path(get, path = "/api/v1/accounting/reports/voids", operation_id = "ReportsController_voids",
    tag = "Reports", params(VoidsQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (VoidsView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn voids(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ReportsRead).await?;
    let query: VoidsQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let (from, to) = (query.date_from.unwrap_or(Date::ZERO), query.date_to.unwrap_or(LAST_DAY));
    if let Some(format) = document {
        drop(snapshot);
        let shown = query.date_from.zip(query.date_to);
        let heading = frame.heading("voids", "Voids, reversals and corrections", shown, columns(&frame));
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after = 0;
        loop {
            let mut snapshot = app.database.snapshot().await?;
            let stretch = Stretch { after, until: frame.until };
            let found = undone::list(&mut snapshot, frame.organization, from, to, stretch, ROWS_AT_ONCE).await?;
            drop(snapshot);
            let Some(last) = found.last() else { break };
            after = last.sequence;
            for one in found {
                draft.push(Row::line(cells(&frame, one))).await?;
            }
        }
        return formats::finish(draft).await;
    }
    let after = Frame::place(query.cursor.as_ref())?.unwrap_or(0);
    let limit = query.limit.0;
    let stretch = Stretch { after, until: frame.until };
    let mut found = undone::list(&mut snapshot, frame.organization, from, to, stretch, limit + 1).await?;
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(|last| frame.cursor(last.sequence));
    let view = VoidsView {
        seq: frame.seq,
        data: found.into_iter().map(|one| row(&frame, one)).collect(),
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// In which way, and what.
fn kind(one: &Undoing) -> (UndoneBy, EntryId) {
    match (one.voids, one.reverses, one.corrects) {
        (Some(original), _, _) => (UndoneBy::Void, original),
        (None, Some(original), _) => (UndoneBy::Reversal, original),
        (None, None, original) => (UndoneBy::Correction, original.unwrap_or(one.entry)),
    }
}

fn row(frame: &Frame, one: Undoing) -> VoidsRow {
    let (kind, original) = kind(&one);
    VoidsRow {
        kind: Named(kind),
        entry_id: Id(one.entry),
        sequence: one.sequence,
        number: one.number,
        date: Day(one.date),
        status: Named(one.status),
        amount: frame.amount(one.total_debit),
        reason: one.reason,
        at: At(one.at),
        by: Id(one.by),
        prior_period_adjustment: one.prior_period_adjustment,
        original_entry_id: Id(original),
        original_number: one.undone_number,
        original_date: Day(one.undone_date),
        original_description: one.undone_description,
        original_by: Id(one.undone_by),
    }
}

fn columns(frame: &Frame) -> Vec<Column> {
    vec![
        Column::text("Kind"),
        Column::text("Number"),
        Column::date("Date"),
        Column::text("Status"),
        Column::amount("Amount", frame.decimals()),
        Column::text("Reason"),
        Column::text("At"),
        Column::text("By"),
        Column::text("Prior period"),
        Column::text("Original"),
        Column::date("Original date"),
        Column::text("Original description"),
        Column::text("Original by"),
    ]
}

fn cells(frame: &Frame, one: Undoing) -> Vec<Shown> {
    let row = row(frame, one);
    vec![
        Shown::text(row.kind.0.name()),
        Shown::maybe(row.number),
        Shown::Date(row.date.0),
        Shown::text(row.status.0.name()),
        Shown::Amount(row.amount.0.unscaled),
        Shown::maybe(row.reason),
        Shown::text(row.at.0.to_string()),
        Shown::text(row.by.0.to_string()),
        Shown::text(if row.prior_period_adjustment { "yes" } else { "" }),
        Shown::maybe(row.original_number),
        Shown::Date(row.original_date.0),
        Shown::text(row.original_description),
        Shown::text(row.original_by.0.to_string()),
    ]
}
