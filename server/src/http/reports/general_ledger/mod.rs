//! `GET /accounting/reports/general-ledger`: of every account its opening, each line with the balance behind it, and its
//! closing.

mod ledger;
pub mod sheet;

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{AccountType, EntryStatus, EntryType, Side};
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{AccountId, EntryId, JournalId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Date, Decimal, Sought};

use super::books::KnownAt;
use super::frame::{self, Frame};
use super::listing;
use crate::app::App;
use crate::http::accounts::below::known_in;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::DimensionValues;
use crate::http::formats::ReportFormat;
use crate::http::input::CodeText;
use crate::http::journal_entries::view::texts;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

pub use ledger::{Entered, Ledger, Listed, Place, Wanted};

domain::named_enum! {
    /// What a row of the general ledger is.
    LedgerRowKind {
        /// What an account has before the first day.
        Opening = "opening",
        /// A line.
        Line = "line",
        /// What it has after the last day, with the sums of its lines.
        Closing = "closing",
    }
}

crate::wire_enum! {
    LedgerRowKind = "LedgerRowKind",
}

crate::input! {
    /// Which accounts and days.
    pub struct GeneralLedgerQuery {
        /// The first day; that of the last day's fiscal year if absent.
        pub date_from: Option<Date>,
        /// The last day; today if absent.
        pub date_to: Option<Date>,
        /// Only this account or, for a group, all accounts below it.
        pub account_id: Option<Sought<AccountId>>,
        /// Only accounts with this code or a later one.
        pub code_from: Option<CodeText<32>>,
        /// Only accounts with this code or an earlier one, or a code that begins with it.
        pub code_to: Option<CodeText<32>>,
        /// Only accounts of this type.
        pub r#type: Option<AccountType>,
        /// Only lines with this value of a dimension, or a value below it: `dimension[costCenter]=D10`. Balances
        /// include only these lines.
        pub dimension: Option<DimensionValues>,
        /// Whether a value includes all values below it; true if absent.
        pub with_descendants: Option<bool>,
        /// Only lines without a value of this dimension.
        pub without_dimension: Option<DimensionCode>,
        /// Answers as the books were known at an instant, or at an event of the log such as `seq:1200`, including
        /// master data.
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
    /// The opening of an account, one of its lines, or its closing. Both halves of a void pair are included, marked by
    /// status and type.
    pub struct GeneralLedgerRow {
        pub row: Named<LedgerRowKind>,
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub normal_balance: Named<Side>,
        /// The entry of a line; null in other rows, as are all fields of an entry.
        pub entry_id: Option<Id<EntryId>>,
        pub number: Option<String>,
        pub sequence: Option<i64>,
        pub line_number: Option<i64>,
        pub date: Option<Day>,
        pub journal_id: Option<Id<JournalId>>,
        pub status: Option<Named<EntryStatus>>,
        pub entry_type: Option<Named<EntryType>>,
        pub description: Option<String>,
        pub reference: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        /// Dimension values by dimension code.
        pub dimensions: BTreeMap<String, String>,
        /// The line's own currency and amounts.
        pub currency: Option<CurrencyCode>,
        pub debit: Option<DecimalText>,
        pub credit: Option<DecimalText>,
        /// In base currency; in a closing row, the sum of all its lines.
        pub base_debit: Option<DecimalText>,
        pub base_credit: Option<DecimalText>,
        /// The account's balance after this row, in base currency, positive on its normal side.
        pub balance: DecimalText,
    }

    /// A page of the general ledger.
    pub struct GeneralLedgerView {
        pub date_from: Day,
        pub date_to: Day,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// By account code, then by date and sequence.
        pub data: Vec<GeneralLedgerRow>,
        pub next_cursor: Option<String>,
    }
}

/// Get the general ledger
///
/// For every account with a balance or a line: its opening, its lines by date and sequence with the running balance,
/// and its closing. Profit and loss accounts begin each fiscal year at 0.
#[utoipa::path(get, path = "/api/v1/accounting/reports/general-ledger", operation_id = "ReportsController_generalLedger",
    tag = "Reports", params(GeneralLedgerQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (GeneralLedgerView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn general_ledger(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ReportsRead).await?;
    let query: GeneralLedgerQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let days = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let filter = (query.dimension, query.with_descendants, query.without_dimension);
    let accounts = match &query.account_id {
        Some(id) => Some(known_in(&frame.books.chart(&mut snapshot).await?, id)?),
        None => None,
    };
    let wanted = Wanted {
        accounts,
        codes: (query.code_from.map(|code| code.0), query.code_to.map(|code| code.0)),
        account_type: query.r#type,
        dimensions: frame.books.dimensions(&mut snapshot, filter).await?,
        days,
        years_begin_at_zero: true,
    };
    let ledger = Ledger::read(&mut snapshot, &frame, wanted).await?;
    if let Some(format) = document {
        let journals = frame.journals(&mut snapshot).await?;
        drop(snapshot);
        let heading = frame.heading("general-ledger", "General ledger", Some(days), sheet::columns(&frame));
        return sheet::document(&app, format, heading, &frame, &ledger, &journals).await;
    }
    let mut place = match &query.cursor {
        Some(cursor) => ledger.place(cursor)?,
        None => Place::default(),
    };
    let rows = ledger.next(&mut snapshot, &mut place, query.limit.0).await?;
    let next_cursor = (rows.len() == query.limit.0 && !ledger.is_end(&place)).then(|| ledger.cursor(&frame, &place));
    let view = GeneralLedgerView {
        date_from: Day(days.0),
        date_to: Day(days.1),
        currency: CurrencyCode(frame.settings.base_currency),
        seq: frame.seq,
        data: rows.into_iter().map(|row| ledger_row(&frame, row)).collect(),
        next_cursor: next_cursor.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next_cursor.as_ref(), &uri))
}

fn ledger_row(frame: &Frame, Listed { account, entered, balance }: Listed<'_>) -> GeneralLedgerRow {
    let shown = if account.normal_balance == Side::Debit { balance } else { -balance };
    let mut row = GeneralLedgerRow {
        row: Named(LedgerRowKind::Opening),
        account_id: Id(account.id),
        code: account.code.clone(),
        name: account.name.clone(),
        normal_balance: Named(account.normal_balance),
        entry_id: None,
        number: None,
        sequence: None,
        line_number: None,
        date: None,
        journal_id: None,
        status: None,
        entry_type: None,
        description: None,
        reference: None,
        party_id: None,
        dimensions: BTreeMap::new(),
        currency: None,
        debit: None,
        credit: None,
        base_debit: None,
        base_credit: None,
        balance: frame.amount(shown),
    };
    match entered {
        Entered::Opening => {}
        Entered::Closing { debit, credit } => {
            row.row = Named(LedgerRowKind::Closing);
            row.base_debit = Some(frame.amount(debit));
            row.base_credit = Some(frame.amount(credit));
        }
        Entered::Line(line) => {
            let own = |units| Some(DecimalText(Decimal::from_units(units, line.currency.decimals())));
            row.row = Named(LedgerRowKind::Line);
            row.entry_id = Some(Id(line.entry));
            row.number = line.number;
            row.sequence = Some(line.sequence);
            row.line_number = Some(line.line_number);
            row.date = Some(Day(line.date));
            row.journal_id = Some(Id(line.journal));
            row.status = Some(Named(line.status));
            row.entry_type = Some(Named(line.entry_type));
            row.description = Some(line.line_description.unwrap_or(line.description));
            row.reference = line.reference;
            row.party_id = line.party.map(Id);
            row.dimensions = texts(&line.dimensions);
            row.currency = Some(CurrencyCode(line.currency));
            row.debit = own(line.debit);
            row.credit = own(line.credit);
            row.base_debit = Some(frame.amount(line.base_debit));
            row.base_credit = Some(frame.amount(line.base_credit));
        }
    }
    row
}
