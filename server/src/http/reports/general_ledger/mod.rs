//! `GET /accounting/reports/general-ledger`: of every account its opening, each line with the balance after it, and its
//! closing.

mod ledger;
pub mod sheet;

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{AccountType, EntryStatus, EntryType, Side};
use domain::value::id::{AccountId, EntryId, JournalId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Currency, Decimal, Sought};
use store::read::dimensions::DimensionFilter;

use super::frame::{self, Frame};
use super::listing;
use super::row::{Measures, called};
use crate::app::App;
use crate::documents::table::Cell as Shown;
use crate::http::accounts::below::known_in;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::DimensionValues;
use crate::http::input::{CodeText, List};
use crate::http::journal_entries::view::texts;
use crate::http::matches::list::of_party;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named, RateText};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

pub use ledger::{EARLIEST, Entered, Ledger, Listed, Place, Wanted};

domain::named_enum! {
    /// The kind of a row of the general ledger.
    LedgerRowKind {
        /// The balance of an account before the first day.
        Opening = "opening",
        /// A line.
        Line = "line",
        /// Its balance after the last day, with the sums of its lines.
        Closing = "closing",
    }
}

crate::wire_enum! {
    LedgerRowKind = "LedgerRowKind",
}

/// Accounts that one report names.
const ACCOUNTS: usize = 50;

crate::report_input! {
    /// Which accounts and days.
    pub struct GeneralLedgerQuery {
        ..days,
        /// Only this account or, for a group, all accounts below it; several are separated by commas.
        pub account_id: Option<List<Sought<AccountId>, 1, ACCOUNTS>>,
        /// Only accounts with this code or a later one.
        pub code_from: Option<CodeText<32>>,
        /// Only accounts with this code or an earlier one, or a code that begins with it.
        pub code_to: Option<CodeText<32>>,
        /// Deprecated: use `kind`.
        pub r#type: Option<AccountType>,
        /// Only lines with this value of a dimension, or a value below it: `dimension[costCenter]=D10`. Balances
        /// include only these lines.
        pub dimension: Option<DimensionValues>,
        /// Only lines of this party. Balances include only these lines.
        pub party_id: Option<Sought<PartyId>>,
        ..below_dimension,
        ..known_at_with_master_data,
        ..page,
    }
}

crate::report_output! {
    /// The opening of an account, one of its lines, or its closing. Both halves of a void pair are included, marked by
    /// status and type.
    pub struct GeneralLedgerRow {
        pub row: Named<LedgerRowKind>,
        pub account_id: Id<AccountId>,
        pub code: String => "Account",
        pub name: String => "Name",
        pub normal_balance: Named<Side>,
        /// The entry of a line; null in other rows, as are all fields of an entry.
        pub entry_id: Option<Id<EntryId>>,
        pub number: Option<String> => "Number",
        pub sequence: Option<i64>,
        pub line_number: Option<i64>,
        pub date: Option<Day> => "Date" (at 3),
        pub journal_id: Option<Id<JournalId>> => "Journal",
        pub status: Option<Named<EntryStatus>> => "Status",
        pub entry_type: Option<Named<EntryType>> => "Type" (at 6),
        pub description: Option<String> => "Description",
        pub reference: Option<String> => "Reference",
        pub party_id: Option<Id<PartyId>>,
        /// As the party is called now, also with `knownAt`.
        pub party_name: Option<String> => "Party" (by party),
        pub due_date: Option<Day> => "Due",
        /// Dimension values by dimension code.
        pub dimensions: BTreeMap<String, String> => "Dimensions",
        /// The line's own currency and amounts. In the other rows of an account with lines in one foreign currency
        /// alone, that currency.
        pub currency: Option<CurrencyCode> => "Currency",
        /// Units of base currency per unit of the line's; null in base currency, or if the base amount was given.
        pub exchange_rate: Option<RateText> => "Rate",
        pub debit: Option<DecimalText> => "Debit in currency" (own side),
        pub credit: Option<DecimalText> => "Credit in currency" (own side),
        /// The balance in the foreign currency of all lines of the account; null if they have another or several.
        pub own_balance: Option<DecimalText> => "Balance in currency" (number),
        /// In base currency; in a closing row, the sum of all its lines.
        pub base_debit: Option<DecimalText> => "Debit" (side),
        pub base_credit: Option<DecimalText> => "Credit" (side),
        /// The account's balance after this row, in base currency, positive on its normal side.
        pub balance: DecimalText => "Balance" (amount),
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

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

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
    let mut snapshot = caller.read(&app).await?;
    let query: GeneralLedgerQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let days = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let filter = (query.dimension, query.with_descendants, query.without_dimension);
    let accounts = match &query.account_id {
        Some(ids) => {
            let chart = frame.books.chart(&mut snapshot).await?;
            let named: Vec<Vec<AccountId>> = ids.0.iter().map(|id| known_in(&chart, id)).collect::<Result<_, _>>()?;
            Some(named.concat())
        }
        None => None,
    };
    let parties = of_party(&mut snapshot, caller.organization, query.party_id).await?;
    let wanted = Wanted {
        accounts,
        codes: (query.code_from.map(|code| code.0), query.code_to.map(|code| code.0)),
        account_type: query.r#type,
        dimensions: DimensionFilter { parties, ..frame.books.dimensions(&mut snapshot, filter).await? },
        days,
        years_begin_at_zero: true,
    };
    let ledger = Ledger::read(&mut snapshot, &frame, wanted).await?;
    if let Some(format) = document {
        let columns = sheet::columns(&mut snapshot, &frame, format).await?;
        drop(snapshot);
        let heading = frame.heading("general-ledger", "General ledger", Some(days), columns.headings());
        return sheet::document(&app, format, heading, &frame, &ledger, columns).await;
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

fn ledger_row(frame: &Frame, Listed { account, entered, balance, own }: Listed<'_>) -> GeneralLedgerRow {
    let sign = if account.normal_balance == Side::Debit { 1 } else { -1 };
    let in_own = |currency: Currency, units| DecimalText(Decimal { unscaled: units, scale: currency.decimals() });
    let row = GeneralLedgerRow {
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
        party_name: None,
        due_date: None,
        dimensions: BTreeMap::new(),
        currency: own.map(|(currency, _)| CurrencyCode(currency)),
        exchange_rate: None,
        debit: None,
        credit: None,
        own_balance: own.map(|(currency, units)| in_own(currency, sign * units)),
        base_debit: None,
        base_credit: None,
        balance: frame.amount(sign * balance),
    };
    match entered {
        Entered::Opening => row,
        Entered::Closing { debit, credit, in_own: sums } => GeneralLedgerRow {
            row: Named(LedgerRowKind::Closing),
            debit: own.zip(sums).map(|((currency, _), sums)| in_own(currency, sums.debit)),
            credit: own.zip(sums).map(|((currency, _), sums)| in_own(currency, sums.credit)),
            base_debit: Some(frame.amount(debit)),
            base_credit: Some(frame.amount(credit)),
            ..row
        },
        Entered::Line(line) => {
            let own = |units: i64| Some(in_own(line.currency, units.into()));
            GeneralLedgerRow {
                row: Named(LedgerRowKind::Line),
                entry_id: Some(Id(line.entry)),
                number: line.number,
                sequence: Some(line.sequence),
                line_number: Some(line.line_number),
                date: Some(Day(line.date)),
                journal_id: Some(Id(line.journal)),
                status: Some(Named(line.status)),
                entry_type: Some(Named(line.entry_type)),
                description: Some(line.line_description.unwrap_or(line.description)),
                reference: line.reference,
                party_id: line.party.map(Id),
                party_name: line.party_name,
                due_date: line.due.map(Day),
                exchange_rate: line.exchange_rate.map(RateText),
                dimensions: texts(&line.dimensions),
                currency: Some(CurrencyCode(line.currency)),
                debit: own(line.debit),
                credit: own(line.credit),
                base_debit: Some(frame.amount(line.base_debit)),
                base_credit: Some(frame.amount(line.base_credit)),
                ..row
            }
        }
    }
}

/// The name of the party, or its id if the name was erased.
fn party(row: &GeneralLedgerRow, _: &Measures) -> Shown {
    called(row.party_name.as_ref(), row.party_id)
}
