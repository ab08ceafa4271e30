//! `GET /accounting/reports/journal`: every posted entry with its lines, in the order of the series or of the numbers.

mod sheet;

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{EntryStatus, EntryType};
use domain::value::id::{AccountId, EntryId, JournalId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Decimal, Sought};
use store::read::journal::{self as lines_of, JournalLine, JournalPlace, JournalQuery};

use super::frame::{self, Frame, carried_amount};
use super::listing;
use super::row::{Measures, called};
use crate::app::App;
use crate::documents::table::Cell as Shown;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::DimensionValues;
use crate::http::journal_entries::view::texts;
use crate::http::journals::wire::{JournalCode, filtered};
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named, RateText};
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

domain::named_enum! {
    /// In which order the journal is read.
    JournalOrder {
        /// That of the organization's series: in which entries were posted.
        Sequence = "sequence",
        /// By journal and number.
        Number = "number",
    }
}

crate::wire_enum! {
    JournalOrder = "JournalOrder",
}

crate::report_input! {
    /// Which entries, in which order.
    pub struct JournalReportQuery {
        ..days,
        /// Only entries of this journal.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode>,
        /// `sequence` (the default), the order of posting; or `number`, by journal and number.
        pub order: Option<JournalOrder>,
        /// Only lines with this value of a dimension, or a value below it: `dimension[costCenter]=D10`. The remaining
        /// lines of an entry need not balance.
        pub dimension: Option<DimensionValues>,
        ..below_dimension,
        ..known_at_with_master_data,
        ..page_of_lines,
    }
}

crate::report_output! {
    /// A line of the journal with its entry. Both halves of a void pair are included, marked by status, type and links.
    pub struct JournalRow {
        pub entry_id: Id<EntryId>,
        pub sequence: i64 => "Sequence",
        pub number: Option<String> => "Number",
        pub date: Day => "Date",
        pub journal_id: Id<JournalId>,
        pub journal_code: String => "Journal",
        pub status: Named<EntryStatus> => "Status",
        pub entry_type: Named<EntryType> => "Type" (at 5),
        /// The entry of which this is the mirror.
        pub voids_entry_id: Option<Id<EntryId>>,
        /// The mirror entry, if it was voided.
        pub voided_by_entry_id: Option<Id<EntryId>>,
        pub description: String => "Description",
        pub reference: Option<String> => "Reference",
        pub line_number: i64 => "Line",
        pub account_id: Id<AccountId>,
        pub account_code: String => "Account",
        pub account_name: String => "Name",
        pub line_description: Option<String> => "Line description",
        pub party_id: Option<Id<PartyId>>,
        /// As the party is called now, also with `knownAt`.
        pub party_name: Option<String> => "Party" (by party),
        pub due_date: Option<Day> => "Due",
        /// Dimension values by dimension code.
        pub dimensions: BTreeMap<String, String> => "Dimensions",
        /// The line's own currency and amounts.
        pub currency: CurrencyCode => "Currency",
        /// Units of base currency per unit of the line's; null in base currency, or if the base amount was given.
        pub exchange_rate: Option<RateText> => "Rate",
        pub debit: DecimalText => "Debit in currency" (own side),
        pub credit: DecimalText => "Credit in currency" (own side),
        /// The same in base currency.
        pub base_debit: DecimalText => "Debit" (side),
        pub base_credit: DecimalText => "Credit" (side),
        /// The sum of all debits of the report up to this line, in base currency.
        pub carried_debit: DecimalText,
        pub carried_credit: DecimalText,
    }

    /// A page of the journal.
    pub struct JournalReportView {
        pub date_from: Day,
        pub date_to: Day,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// The amount carried over from the preceding pages, in base currency.
        pub brought_forward_debit: DecimalText,
        pub brought_forward_credit: DecimalText,
        pub data: Vec<JournalRow>,
        pub next_cursor: Option<String>,
    }
}

/// The sums of the lines so far, in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Carried {
    debit: i128,
    credit: i128,
}

impl Carried {
    fn add(&mut self, line: &JournalLine) {
        self.debit += i128::from(line.base_debit);
        self.credit += i128::from(line.base_credit);
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the journal
///
/// Every line of every posted entry, including void pairs: a journal has no gaps. Sums are carried from page to page.
#[utoipa::path(get, path = "/api/v1/accounting/reports/journal", operation_id = "ReportsController_journal",
    tag = "Reports", params(JournalReportQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (JournalReportView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn journal(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: JournalReportQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let days = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let filter = (query.dimension, query.with_descendants, query.without_dimension);
    let wanted = JournalQuery {
        journal: filtered(&mut snapshot, caller.organization, query.journal_id, query.journal_code).await?,
        from: days.0,
        to: days.1,
        dimensions: frame.books.dimensions(&mut snapshot, filter).await?,
        until: frame.until,
        by_number: query.order == Some(JournalOrder::Number),
    };
    let names =
        Names { journals: frame.journals(&mut snapshot).await?, accounts: frame.accounts(&mut snapshot).await? };
    if let Some(format) = document {
        let columns = sheet::columns(&mut snapshot, &frame, format).await?;
        drop(snapshot);
        let heading = frame.heading("journal", "Journal", Some(days), columns.headings());
        return sheet::document(&app, format, heading, &frame, &names, &wanted, columns).await;
    }
    let (after, brought) = match &query.cursor {
        Some(cursor) => place(cursor).map(|(place, carried)| (Some(place), carried))?,
        None => (None, Carried::default()),
    };
    let limit = query.limit.0;
    let mut lines = lines_of::lines(&mut snapshot, frame.organization, &wanted, after.as_ref(), limit + 1).await?;
    let more = lines.len() > limit;
    lines.truncate(limit);
    let last = lines.last().filter(|_| more).map(|last| last.place.clone());
    let mut carried = brought;
    let rows = lines.into_iter().map(|line| {
        carried.add(&line);
        row(&frame, &names, line, carried)
    });
    let data = rows.collect();
    let next = last.map(|last| cursor(&frame, &last, carried));
    let view = JournalReportView {
        date_from: Day(days.0),
        date_to: Day(days.1),
        currency: CurrencyCode(frame.settings.base_currency),
        seq: frame.seq,
        brought_forward_debit: frame.amount(brought.debit),
        brought_forward_credit: frame.amount(brought.credit),
        data,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The names of journals and accounts.
struct Names {
    journals: BTreeMap<JournalId, String>,
    accounts: BTreeMap<AccountId, (String, String)>,
}

fn row(frame: &Frame, names: &Names, line: JournalLine, carried: Carried) -> JournalRow {
    let own = |units| DecimalText(Decimal::from_units(units, line.currency.decimals()));
    let (account_code, account_name) = names.accounts.get(&line.account).cloned().unwrap_or_default();
    crate::answered! { JournalRow of line {
        number, date, status, entry_type, description, reference, line_description, party_name, due_date, currency, exchange_rate,
        entry_id: line.entry,
        sequence: line.place.sequence,
        journal_id: line.journal,
        voids_entry_id: line.voids,
        voided_by_entry_id: line.voided_by,
        line_number: line.place.line_number,
        account_id: line.account,
        party_id: line.party;
        account_code, account_name,
        journal_code: names.journals.get(&line.journal).cloned().unwrap_or_default(),
        dimensions: texts(&line.dimensions),
        debit: own(line.debit),
        credit: own(line.credit),
        base_debit: frame.amount(line.base_debit),
        base_credit: frame.amount(line.base_credit),
        carried_debit: frame.amount(carried.debit),
        carried_credit: frame.amount(carried.credit),
    } }
}

/// The name of the party, or its id if the name was erased.
fn party(row: &JournalRow, _: &Measures) -> Shown {
    called(row.party_name.as_ref(), row.party_id)
}

fn cursor(frame: &Frame, place: &JournalPlace, carried: Carried) -> Cursor {
    Cursor(vec![
        Cell::Int(frame.seq),
        Cell::Text(place.code.clone()),
        Cell::Text(place.bucket.clone()),
        Cell::Int(place.sequence),
        Cell::Int(place.line_number),
        Cell::Text(carried.debit.to_string()),
        Cell::Text(carried.credit.to_string()),
    ])
}

fn place(cursor: &Cursor) -> Result<(JournalPlace, Carried), Problem> {
    use CellKind::{Int, Text};
    match cursor.require(&[Int, Text, Text, Int, Int, Text, Text])? {
        [
            _,
            Cell::Text(code),
            Cell::Text(bucket),
            Cell::Int(sequence),
            Cell::Int(line_number),
            Cell::Text(debit),
            Cell::Text(credit),
        ] => {
            let carried = Carried { debit: carried_amount(debit)?, credit: carried_amount(credit)? };
            let (code, bucket) = (code.clone(), bucket.clone());
            Ok((JournalPlace { code, bucket, sequence: *sequence, line_number: *line_number }, carried))
        }
        _ => Err(Cursor::of_another_list()),
    }
}
