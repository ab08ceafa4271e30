//! `GET /accounting/reports/voids`: entries that were taken back: voids, reversals and corrections, with who, when and
//! why.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::EntryStatus;
use domain::value::Date;
use domain::value::id::{EntryId, PrincipalId};
use domain::value::permission::Permission;
use store::read::stretch::Stretch;
use store::read::undone::{self, Undoing};

use super::frame::{self, Frame, LAST_DAY};
use super::listing::{self, ROWS_AT_ONCE};
use super::row::Columns;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{At, Day, DecimalText, Id, Named};
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

crate::report_input! {
    /// Which of them.
    pub struct VoidsQuery {
        /// The first date of the voiding, reversing or correcting entry.
        pub date_from: Option<Date>,
        /// The last accounting date.
        pub date_to: Option<Date>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// An entry that voids, reverses or corrects another one.
    pub struct VoidsRow {
        pub kind: Named<UndoneBy> => "Kind",
        /// The mirror, reversal or correction.
        pub entry_id: Id<EntryId>,
        pub sequence: i64,
        pub number: Option<String> => "Number",
        pub date: Day => "Date",
        /// `voided` if this entry was itself taken back.
        pub status: Named<EntryStatus> => "Status",
        /// Its debits, in base currency.
        pub amount: DecimalText => "Amount" (amount),
        pub reason: Option<String> => "Reason",
        pub at: At => "At",
        pub by: Id<PrincipalId> => "By",
        /// Whether it reverses or corrects an entry of a closed period.
        pub prior_period_adjustment: bool => "Prior period",
        /// The entry that it voids, reverses or corrects.
        pub original_entry_id: Id<EntryId>,
        pub original_number: Option<String> => "Original",
        pub original_date: Day => "Original date",
        pub original_description: String => "Original description",
        pub original_by: Id<PrincipalId> => "Original by",
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

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

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
    let mut snapshot = caller.read(&app).await?;
    let query: VoidsQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let (from, to) = (query.date_from.unwrap_or(Date::ZERO), query.date_to.unwrap_or(LAST_DAY));
    if let Some(format) = document {
        drop(snapshot);
        let shown = query.date_from.zip(query.date_to);
        let columns = Columns::of(&frame);
        let heading = frame.heading("voids", "Voids, reversals and corrections", shown, columns.headings());
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
                draft.push(columns.line(&row(&frame, one))).await?;
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

/// The way of undoing, and the undone entry.
fn kind(one: &Undoing) -> (UndoneBy, EntryId) {
    match (one.voids, one.reverses, one.corrects) {
        (Some(original), _, _) => (UndoneBy::Void, original),
        (None, Some(original), _) => (UndoneBy::Reversal, original),
        (None, None, original) => (UndoneBy::Correction, original.unwrap_or(one.entry)),
    }
}

fn row(frame: &Frame, one: Undoing) -> VoidsRow {
    let (kind, original) = kind(&one);
    crate::answered! { VoidsRow of one {
        sequence, number, date, status, reason, at, by, prior_period_adjustment,
        kind: kind,
        entry_id: one.entry,
        original_entry_id: original,
        original_number: one.undone_number,
        original_date: one.undone_date,
        original_description: one.undone_description,
        original_by: one.undone_by;
        amount: frame.amount(one.total_debit),
    } }
}
