//! `GET /accounting/accounts/{id}/statement`: every line with the balance after it.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Account, Organization, Side};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, OrganizationId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Currency, Date, Decimal, Sought};
use store::Snapshot;
use store::read::dimensions::DimensionFilter;
use store::read::matches;
use store::read::statement::{self, Day, InCurrency, Span, Stated, StatementLine};

use super::below::accounts_of;
use super::statement_view::{Beside, StatementRow, StatementView};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::DimensionValues;
use crate::http::formats;
use crate::http::journal_entries::accounts::of_posted;
use crate::http::matches::list::of_party;
use crate::http::operations::Operation;
use crate::http::output::{self, CurrencyCode, DecimalText, Id, Named};
use crate::http::page::{Cursor, linked};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{Frame, LAST_DAY, whole};
use crate::http::reports::general_ledger::{EARLIEST, Ledger, Wanted, sheet};

crate::report_input! {
    /// Which days of an account.
    pub struct StatementQuery {
        /// The first day; the first with lines if absent.
        pub date_from: Option<Date>,
        /// The last day; the last with lines if absent.
        pub date_to: Option<Date>,
        /// Only lines with this value of a dimension, or a value below it: `dimension[costCenter]=D10`. Balances and
        /// totals include only these lines.
        pub dimension: Option<DimensionValues>,
        /// Only lines of this party. Balances and totals include only these lines.
        pub party_id: Option<Sought<PartyId>>,
        ..below_dimension,
        ..known_at_with_master_data,
        ..page_of_lines,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get an account's statement
///
/// Lines by date and sequence with the running balance, for the requested days only. The statement of a group has the
/// lines of all accounts below it; as a document it has a section for each of them.
#[utoipa::path(get, path = "/api/v1/accounting/accounts/{id}/statement", operation_id = "AccountsController_statement",
    tag = "Accounts", params(("id" = String, Path, description = "The account"), StatementQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (StatementView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn statement(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<AccountId>>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: StatementQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let (from, to) = (query.date_from.unwrap_or(Date::MIN), query.date_to.unwrap_or(Date::MAX));
    if query.date_from.is_some() && query.date_to.is_some() && from > to {
        return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than dateTo"));
    }
    let after = match &query.cursor {
        Some(cursor) => Some(place(cursor)?),
        None => None,
    };
    let organization = caller.organization;
    let frame = Frame::open(&mut snapshot, organization, query.known_at, None).await?;
    let wanted = (query.dimension, query.with_descendants, query.without_dimension);
    let mut filter = frame.books.dimensions(&mut snapshot, wanted).await?;
    filter.parties = of_party(&mut snapshot, organization, query.party_id).await?;
    let chart = frame.books.chart(&mut snapshot).await?;
    let id = id.require()?;
    let account = chart.iter().find(|account| account.id == id).cloned().ok_or_else(Problem::not_found)?;
    let accounts = accounts_of(&chart, account.id);
    if let Some(format) = formats::wanted(query.format, &headers) {
        whole(query.cursor.as_ref())?;
        let (from, to) = (query.date_from, query.date_to);
        let whole = Whole { account, accounts, dimensions: filter, from, to };
        return document(&app, snapshot, format, frame, whole).await;
    }
    // Days are ISO text in the database, which orders only years of four digits.
    let to = to.min(LAST_DAY);
    let days = match frame.books.entries() {
        Some(then) => statement::days_then(&mut snapshot, organization, &accounts, to, &filter, then).await?,
        None => statement::days(&mut snapshot, organization, &accounts, to, &filter).await?,
    };
    let sums = Sums::of(&days, from);
    let span = Span { year_start: EARLIEST, from: from.max(EARLIEST), to };
    let entries = frame.books.entries();
    let figures =
        statement::in_currencies(&mut snapshot, organization, Some(&accounts), span, &filter, entries).await?;
    let own = foreign(&figures, frame.settings.base_currency);
    let limit = query.limit.0;
    let stated = Stated { accounts: &accounts, filter: &filter, until: frame.until };
    let mut lines = read(&mut snapshot, organization, stated, &days, from, after, limit + 1).await?;
    let more = lines.len() > limit;
    lines.truncate(limit);

    let side = |net: i128| if account.normal_balance == Side::Debit { net } else { -net };
    let amount = |units: i128| frame.amount(units);
    let own_amount = |units: i128| own.map(|currency| in_currency(side(units), currency));
    let (mut balance, mut own_balance) = match after {
        Some(place) => {
            let earlier = Sums::of(&days, place.0);
            let (base, own) = statement::sum_within_day(&mut snapshot, organization, &accounts, place, &filter).await?;
            (earlier.opening + base, earlier.own_opening + own)
        }
        None => (sums.opening, sums.own_opening),
    };
    let next_cursor = lines.last().filter(|_| more).map(|last| {
        let cells =
            vec![Cell::Text(IsoDate(last.date).to_string()), Cell::Int(last.sequence), Cell::Int(last.line_number)];
        Cursor(cells).text(&uri)
    });
    let mut sequences: Vec<i64> = lines.iter().map(|line| line.sequence).collect();
    sequences.sort_unstable();
    sequences.dedup();
    let keeps_open_items = chart.iter().any(|one| one.is_reconcilable && accounts.contains(&one.id));
    let settled = match frame.books.entries() {
        _ if !keeps_open_items => BTreeMap::new(),
        None => matches::settled(&mut snapshot, organization, &sequences).await?,
        Some(_) => matches::settled_then(&mut snapshot, organization, &sequences, frame.books.instant()).await?,
    };
    let beside = Beside {
        base: frame.settings.base_currency,
        accounts: chart.iter().map(|account| (account.id, account)).collect(),
        journals: &frame.journals(&mut snapshot).await?,
        touched: &of_posted(&mut snapshot, organization, &sequences).await?,
        settled: &settled,
    };
    let data = lines.into_iter().map(|line| {
        balance += i128::from(line.base_debit) - i128::from(line.base_credit);
        own_balance += i128::from(line.debit) - i128::from(line.credit);
        StatementRow { own_balance: own_amount(own_balance), ..beside.row(line, amount(side(balance))) }
    });
    let mut data: Vec<StatementRow> = data.collect();
    called::fill(&mut snapshot, &caller, &mut data).await?;
    let view = StatementView {
        data,
        account_id: Id(account.id),
        code: account.code,
        name: account.name,
        normal_balance: Named(account.normal_balance),
        currency: CurrencyCode(frame.settings.base_currency),
        date_from: query.date_from.map(output::Day),
        date_to: query.date_to.map(output::Day),
        opening_balance: amount(side(sums.opening)),
        total_debit: amount(sums.debit),
        total_credit: amount(sums.credit),
        closing_balance: amount(side(sums.opening + sums.debit - sums.credit)),
        own_currency: own.map(CurrencyCode),
        own_opening_balance: own_amount(sums.own_opening),
        own_total_debit: own.map(|currency| in_currency(sums.own_debit, currency)),
        own_total_credit: own.map(|currency| in_currency(sums.own_credit, currency)),
        own_closing_balance: own_amount(sums.own_opening + sums.own_debit - sums.own_credit),
        seq: frame.seq,
        next_cursor: next_cursor.clone(),
    };
    Ok(linked(formats::json(view), next_cursor.as_deref(), &uri))
}

/// A statement that is made as a whole.
struct Whole {
    account: Account,
    /// The account and those below it.
    accounts: Vec<AccountId>,
    dimensions: DimensionFilter,
    from: Option<Date>,
    to: Option<Date>,
}

/// The whole statement as a document.
async fn document(
    app: &App,
    mut snapshot: Snapshot,
    format: DocumentFormat,
    frame: Frame,
    whole: Whole,
) -> Result<Response, Problem> {
    let Whole { account, accounts, dimensions, from, to } = whole;
    let days = (from.unwrap_or(Date::MIN), to.unwrap_or(LAST_DAY));
    let wanted = Wanted {
        accounts: Some(accounts),
        codes: (None, None),
        account_type: None,
        dimensions,
        days,
        years_begin_at_zero: false,
    };
    let ledger = Ledger::read(&mut snapshot, &frame, wanted).await?;
    let columns = sheet::columns(&mut snapshot, &frame, format).await?;
    drop(snapshot);
    let shown = from.zip(to);
    let title = format!("Statement of {} {}", account.code, account.name);
    let heading = frame.heading(&format!("statement-{}", account.code), &title, shown, columns.headings());
    sheet::document(app, format, heading, &frame, &ledger, columns).await
}

/// The base currency of the books.
pub async fn base_currency(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Currency, Problem> {
    let rows: Vec<Organization> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    rows.first().map(|settings| settings.base_currency).ok_or_else(|| Problem::lost("organizations", organization))
}

/// The foreign currency of all these figures, where they have one.
fn foreign(figures: &[InCurrency], base: Currency) -> Option<Currency> {
    let first = figures.first()?.currency;
    (first != base && figures.iter().all(|one| one.currency == first)).then_some(first)
}

/// An amount in a currency.
fn in_currency(units: i128, currency: Currency) -> DecimalText {
    DecimalText(Decimal { unscaled: units, scale: currency.decimals() })
}

/// The sums of the days before a date, and of those from it on.
#[derive(Default)]
struct Sums {
    opening: i128,
    debit: i128,
    credit: i128,
    /// The same in the lines' own currency, where they have one.
    own_opening: i128,
    own_debit: i128,
    own_credit: i128,
}

impl Sums {
    fn of(days: &[Day], from: Date) -> Self {
        let mut sums = Self::default();
        for day in days {
            if day.date < from {
                sums.opening += day.debit - day.credit;
                sums.own_opening += day.own_debit - day.own_credit;
            } else {
                sums.debit += day.debit;
                sums.credit += day.credit;
                sums.own_debit += day.own_debit;
                sums.own_credit += day.own_credit;
            }
        }
        sums
    }
}

/// The place behind which a page begins: date, sequence, line number.
fn place(cursor: &Cursor) -> Result<(Date, i64, i64), Problem> {
    match cursor.require(&[CellKind::Text, CellKind::Int, CellKind::Int])? {
        [date, Cell::Int(sequence), Cell::Int(line)] => {
            Ok((Date::from_cell(date).map_err(|_| Cursor::of_another_list())?, *sequence, *line))
        }
        _ => Err(Cursor::of_another_list()),
    }
}

/// Reads day by day, more days at once as long as they are thin, until the page is full.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    stated: Stated<'_>,
    days: &[Day],
    from: Date,
    after: Option<(Date, i64, i64)>,
    most: usize,
) -> Result<Vec<StatementLine>, Problem> {
    let first = after.map_or(from, |place| place.0.max(from));
    let mut days = &days[days.partition_point(|day| day.date < first)..];
    let mut lines = Vec::new();
    let mut together = 1;
    while lines.len() < most && !days.is_empty() {
        let (now, later) = days.split_at(together.min(days.len()));
        let (first, last) = (now[0].date, now[now.len() - 1].date);
        let behind = after.unwrap_or((first, 0, 0));
        let left = most - lines.len();
        lines.extend(statement::lines(snapshot, organization, stated, first, last, behind, left).await?);
        days = later;
        together *= 2;
    }
    Ok(lines)
}
