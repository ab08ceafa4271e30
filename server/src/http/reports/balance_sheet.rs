//! `GET /accounting/reports/balance-sheet`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::access::Permission;
use domain::ledger::reports::Figures;
use domain::ledger::reports::balance_sheet::{YearResult, balance_sheet as report, standard};
use domain::ledger::reports::mapping::mapped;
use domain::ledger::statement_mappings::MappingKind;
use domain::ledger::{Account, AccountType, FiscalYear};
use domain::value::Date;
use domain::value::id::StatementMappingId;
use store::Snapshot;
use store::read::figures::{self, Entries, Span};
use store::read::movements::Scope;

use super::books::{Books, KnownAt};
use super::columns::{self, Comparisons, StatementColumn};
use super::mapping;
use super::statement::{self, StatementLayoutRow};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::input::Ref;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::statement_mappings::view::UnmappedAccount;

crate::input! {
    /// Which balance sheet.
    pub struct BalanceSheetParameters {
        /// The day; today where absent.
        pub as_of: Option<Date>,
        /// A column for each of these, separated by commas: `previousPeriod` (its last day), `previousYear` (the same
        /// day), or a day as `2010-03-31`. One that is named again goes another step back.
        pub compare_with: Option<Comparisons>,
        /// The statement mapping in which it is laid out; its kind is `balanceSheet`. Standard sections where absent.
        pub mapping: Option<Ref<StatementMappingId>>,
        /// Whether accounts without balance are listed.
        pub include_zero: Option<bool>,
        /// What the books knew at an instant, or at an event of the log as `seq:1200`, master data included.
        pub known_at: Option<KnownAt>,
        /// JSON where neither this nor `Accept` says otherwise.
        pub format: Option<ReportFormat>,
    }
}

crate::output! {
    /// Sums of the whole report, one per column.
    pub struct BalanceSheetTotals {
        pub assets: Vec<DecimalText>,
        pub liabilities: Vec<DecimalText>,
        /// With the results of years that are not closed.
        pub equity: Vec<DecimalText>,
        pub liabilities_and_equity: Vec<DecimalText>,
        /// Assets less liabilities and equity: 0.
        pub difference: Vec<DecimalText>,
    }

    /// A balance sheet in base currency.
    pub struct BalanceSheetView {
        pub as_of: Day,
        pub currency: CurrencyCode,
        pub columns: Vec<StatementColumn>,
        pub data: Vec<StatementLayoutRow>,
        pub totals: BalanceSheetTotals,
        /// Whether assets are liabilities and equity in every column.
        pub is_balanced: bool,
        /// The statement mapping in which it is laid out.
        pub mapping_id: Option<Id<StatementMappingId>>,
        /// Accounts that no section of the mapping names. They are in the section `unmapped`.
        pub unmapped: Vec<UnmappedAccount>,
        /// As of which event of the log this holds.
        pub seq: i64,
    }
}

/// Get the balance sheet
///
/// What there is and whose it is at the end of a day, by type and subtype of account and within them by the account tree.
/// Equity shows the computed result of every fiscal year that no closing entry moved there by that day. It takes no filter
/// of dimensions: lines of one entry may have different values, and the sheet would not balance. The trial balance and
/// the profit and loss take them.
#[utoipa::path(get, path = "/api/v1/accounting/reports/balance-sheet", operation_id = "ReportsController_balanceSheet",
    tag = "Reports", params(BalanceSheetParameters),
    responses((status = 200, description = "The balance sheet", body = BalanceSheetView)))]
pub async fn balance_sheet(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ReportsRead).await?;
    let query: BalanceSheetParameters = query.decode()?;
    let books = Books::open(&mut snapshot, caller.organization, query.known_at).await?;
    let settings = books.settings(&mut snapshot).await?;
    let calendar = columns::calendar(&books, &mut snapshot).await?;
    let as_of = query.as_of.unwrap_or_else(|| books.today(&settings));
    let days = columns::days(&calendar, as_of, query.compare_with.as_ref())?;
    let chart = books.chart(&mut snapshot).await?;
    let mut found = Found::new(&chart, &calendar.years, days.len());
    for (column, day) in days.iter().enumerate() {
        found.read(&mut snapshot, (&books, &caller), column, *day).await?;
    }
    let wanted = mapping::asked(&books, &mut snapshot, query.mapping, MappingKind::BalanceSheet).await?;
    drop(snapshot);
    let laid_out = wanted.as_ref().map_or_else(|| standard(&chart), |wanted| mapped(wanted, &chart));
    let report =
        report(&chart, &laid_out, &found.figures, &found.results, days.len(), query.include_zero.unwrap_or(false));
    let base = settings.base_currency;
    let both: Vec<i128> = report.liabilities.iter().zip(&report.equity).map(|(one, other)| one + other).collect();
    let titles: Vec<String> = report.results.iter().map(|year| format!("Result of {year}")).collect();
    let (mapping_id, title, unmapped) = mapping::told(wanted.as_ref(), "Balance sheet", &laid_out.unmapped, &chart);
    let view = BalanceSheetView {
        mapping_id,
        unmapped,
        as_of: Day(as_of),
        currency: CurrencyCode(base),
        columns: days.iter().enumerate().map(|(place, day)| StatementColumn::of_days(place, None, *day)).collect(),
        data: statement::rows(&report.rows, (&chart, &laid_out.layout.sections), &titles, base),
        is_balanced: report.difference.iter().all(|difference| *difference == 0),
        totals: BalanceSheetTotals {
            assets: statement::amounts(&report.assets, base),
            liabilities: statement::amounts(&report.liabilities, base),
            equity: statement::amounts(&report.equity, base),
            liabilities_and_equity: statement::amounts(&both, base),
            difference: statement::amounts(&report.difference, base),
        },
        seq: books.seq,
    };
    let Some(format) = formats::wanted(query.format, &headers) else { return Ok(formats::json(view)) };
    let totals: [statement::Total<'_>; 2] =
        [("Total assets", &view.totals.assets), ("Total liabilities and equity", &view.totals.liabilities_and_equity)];
    let shown = (view.columns.as_slice(), view.data.as_slice(), totals.as_slice());
    let table = statement::table(("balance-sheet", &title), &settings, shown, view.seq);
    formats::document(&app, format, table).await
}

/// What was found, column by column.
struct Found<'a> {
    chart: &'a [Account],
    years: &'a [FiscalYear],
    columns: usize,
    figures: Figures,
    results: Vec<YearResult>,
}

impl<'a> Found<'a> {
    fn new(chart: &'a [Account], years: &'a [FiscalYear], columns: usize) -> Self {
        let results =
            years.iter().map(|year| YearResult { year: year.name.clone(), figures: vec![0; columns] }).collect();
        Self { chart, years, columns, figures: Figures::new(), results }
    }

    /// Balances up to a day, and what each year's result comes to by then.
    async fn read(
        &mut self,
        snapshot: &mut Snapshot,
        (books, caller): (&Books, &Caller),
        column: usize,
        day: Date,
    ) -> Result<(), Problem> {
        let mut spans = vec![Span { from: None, to: day, entries: Entries::All }];
        spans.extend(self.years.iter().map(|year| Span {
            from: Some(year.start_date),
            to: year.end_date.min(day),
            entries: Entries::All,
        }));
        let scope = Scope { to: day, dimensions: Default::default(), currency: None, known: books.entries() };
        let nets = figures::nets(snapshot, caller.organization, &scope, &spans).await?;
        for account in self.chart {
            let Some((balance, by_year)) = nets.get(&account.id).and_then(|nets| nets.split_first()) else { continue };
            if matches!(account.account_type, AccountType::Revenue | AccountType::Expense) {
                for (result, net) in self.results.iter_mut().zip(by_year) {
                    result.figures[column] += net;
                }
            } else {
                self.figures.entry(account.id).or_insert_with(|| vec![0; self.columns])[column] = *balance;
            }
        }
        Ok(())
    }
}
