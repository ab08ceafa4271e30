//! `GET /accounting/reports/balance-sheet`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::Figures;
use domain::ledger::reports::balance_sheet::{YearResult, balance_sheet as report, standard};
use domain::ledger::reports::mapping::mapped;
use domain::rows::{Account, AccountType, FiscalYear, MappingKind, Side};
use domain::value::id::{OrganizationId, StatementMappingId};
use domain::value::permission::Permission;
use domain::value::{Date, Sought};
use store::Snapshot;
use store::read::figures;
use store::read::movements::Scope;

use super::books::{Books, year_start};
use super::columns::{self, ColumnKind, ColumnsBy, Comparisons, StatementColumn};
use super::mapping;
use super::statement::{self, StatementLayoutRow};
use super::statement_sheet::{Of, StatementSheet, Total};
use super::trial_balance::ClosingEntries;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::statement_mappings::view::UnmappedAccount;

crate::report_input! {
    /// Which balance sheet.
    pub struct BalanceSheetParameters {
        /// The day; today if absent.
        pub as_of: Option<Date>,
        /// A column for each of these, separated by commas: `previousPeriod` (its last day), `previousYear` (the same
        /// day), or a day such as `2010-03-31`. Repeat a name to go another step back.
        pub compare_with: Option<Comparisons>,
        /// `currency`: a column for each currency of the lines, and one for all. Amounts are in base currency. Cannot
        /// be combined with `compareWith`.
        pub columns_by: Option<ColumnsBy>,
        /// The statement mapping for the layout, of kind `balanceSheet`; standard sections if absent.
        pub mapping: Option<Sought<StatementMappingId>>,
        /// Whether to list accounts without a balance.
        pub include_zero: Option<bool>,
        /// Whether the closing entry of the year counts. `exclude` if absent: the result of a year is shown on a line of
        /// its own on the last day of that year, closed or not, as in the trial balance.
        pub closing: Option<ClosingEntries>,
        ..known_at_with_master_data,
        ..format_of_statement,
    }
}

crate::output! {
    /// Sums of the whole report, one per column.
    pub struct BalanceSheetTotals {
        pub assets: Vec<DecimalText>,
        pub liabilities: Vec<DecimalText>,
        /// Includes the results of years that are not closed.
        pub equity: Vec<DecimalText>,
        pub liabilities_and_equity: Vec<DecimalText>,
        /// Assets less liabilities and equity: 0. For lines in one currency, it is the amount exchanged into and out of
        /// it.
        pub difference: Vec<DecimalText>,
    }

    /// A balance sheet in base currency.
    pub struct BalanceSheetView {
        pub as_of: Day,
        pub currency: CurrencyCode,
        pub columns: Vec<StatementColumn>,
        pub data: Vec<StatementLayoutRow>,
        pub totals: BalanceSheetTotals,
        /// Whether assets equal liabilities and equity in every column that is not for one currency.
        pub is_balanced: bool,
        /// The statement mapping that gives the layout.
        pub mapping_id: Option<Id<StatementMappingId>>,
        /// Accounts that are in no section of the mapping; they are shown in the section `unmapped`.
        pub unmapped: Vec<UnmappedAccount>,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the balance sheet
///
/// Assets, liabilities and equity at the end of a day, by type and subtype of account and within them by the account
/// tree. Equity shows the computed result of every fiscal year that no closing entry had moved there by that day, and that of
/// the year in which the day lies, closed or not, unless `closing=include` is given. There
/// is no filter by dimension: lines of one entry can have different values, and the sheet would not balance. The trial
/// balance and the profit and loss have that filter. Columns by currency need not balance on their own; their
/// `difference` says by how much.
#[utoipa::path(get, path = "/api/v1/accounting/reports/balance-sheet", operation_id = "ReportsController_balanceSheet",
    tag = "Reports", params(BalanceSheetParameters),
    responses((status = 200, description = "The balance sheet", body = BalanceSheetView)))]
pub async fn balance_sheet(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: BalanceSheetParameters = query.decode()?;
    query.require_exact()?;
    let books = Books::open(&mut snapshot, caller.organization, query.known_at).await?;
    let settings = books.settings(&mut snapshot).await?;
    let calendar = columns::calendar(&books, &mut snapshot).await?;
    let as_of = query.as_of.unwrap_or_else(|| books.today(&settings));
    let days = columns::days(&calendar, as_of, query.compare_with.as_ref())?;
    let chart = books.chart(&mut snapshot).await?;
    let asked = Asked {
        books: &books,
        organization: caller.organization,
        chart: &chart,
        years: &calendar.years,
        closing: query.closing,
    };
    let (columns, found) = match query.columns_by {
        Some(_) => asked.by_currency(&mut snapshot, as_of).await?,
        None => asked.by_day(&mut snapshot, &days).await?,
    };
    let wanted = mapping::asked(&books, &mut snapshot, query.mapping, MappingKind::BalanceSheet).await?;
    drop(snapshot);
    let laid_out = wanted.as_ref().map_or_else(|| standard(&chart), |wanted| mapped(wanted, &chart));
    let report =
        report(&chart, &laid_out, &found.figures, &found.results, columns.len(), query.include_zero.unwrap_or(false));
    let base = settings.base_currency;
    let both: Vec<i128> = report.liabilities.iter().zip(&report.equity).map(|(one, other)| one + other).collect();
    let titles: Vec<String> = report.results.iter().map(|year| format!("Result of {year}")).collect();
    let (mapping_id, title, unmapped) = mapping::told(wanted.as_ref(), "Balance sheet", &laid_out.unmapped, &chart);
    let view = BalanceSheetView {
        mapping_id,
        unmapped,
        as_of: Day(as_of),
        currency: CurrencyCode(base),
        data: statement::rows(&report.rows, &chart, &laid_out.layout.sections, &titles, base),
        is_balanced: columns.iter().zip(&report.difference).all(|(column, difference)| {
            // An entry may have lines in several currencies.
            column.kind.0 == ColumnKind::Currency || *difference == 0
        }),
        columns,
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
    let sheet = StatementSheet {
        name: "balance-sheet",
        title: &title,
        settings: &settings,
        columns: &view.columns,
        rows: (&view.data, &report.rows),
        chart: &chart,
        sections: &laid_out.layout.sections,
        totals: &[
            Total { title: "Total assets", amounts: &view.totals.assets, of: Of::Rows(Side::Debit, is_asset) },
            Total {
                title: "Total liabilities and equity",
                amounts: &view.totals.liabilities_and_equity,
                of: Of::Rows(Side::Credit, |account| !is_asset(account)),
            },
        ],
        seq: view.seq,
    };
    formats::document(&app, format, sheet.table()).await
}

impl BalanceSheetParameters {
    /// Columns that together are the sheet.
    fn require_exact(&self) -> Result<(), Problem> {
        let message = match (&self.columns_by, &self.compare_with) {
            (Some(ColumnsBy::Dimension(_)), _) => {
                "lines of one entry can have different values of a dimension: use columnsBy=currency, or the profit \
                 and loss by dimension"
            }
            (Some(_), Some(_)) => "compareWith and columnsBy cannot be combined: use one of them",
            _ => return Ok(()),
        };
        Err(Problem::violation("columnsBy", "not_exact", message))
    }
}

fn is_asset(account: Option<&Account>) -> bool {
    account.is_some_and(|account| account.account_type == AccountType::Asset)
}

/// The request for balances.
struct Asked<'a> {
    books: &'a Books,
    organization: OrganizationId,
    chart: &'a [Account],
    years: &'a [FiscalYear],
    closing: Option<ClosingEntries>,
}

impl Asked<'_> {
    /// A column for each day.
    async fn by_day(&self, snapshot: &mut Snapshot, days: &[Date]) -> Result<(Vec<StatementColumn>, Found), Problem> {
        let mut found = Found::new(self.years, days.len());
        for (column, day) in days.iter().enumerate() {
            let nets = figures::nets_by_year(
                snapshot,
                self.organization,
                &self.scope(*day),
                &self.begins(),
                self.without_closing(*day),
            )
            .await?;
            found.add(self.chart, column, &nets);
        }
        let columns = days.iter().enumerate().map(|(place, day)| StatementColumn::of_days(place, None, *day));
        Ok((columns.collect(), found))
    }

    /// A column for each currency, where every line is in exactly one, and one for all.
    async fn by_currency(&self, snapshot: &mut Snapshot, day: Date) -> Result<(Vec<StatementColumn>, Found), Problem> {
        let parts = figures::nets_by_currency_and_year(
            snapshot,
            self.organization,
            &self.scope(day),
            &self.begins(),
            self.without_closing(day),
        )
        .await?;
        let parts: BTreeMap<&str, &Figures> = parts.iter().map(|(currency, nets)| (currency.code(), nets)).collect();
        let mut found = Found::new(self.years, parts.len() + 1);
        for (column, nets) in parts.values().enumerate() {
            found.add(self.chart, column, nets);
            found.add(self.chart, parts.len(), nets);
        }
        let column = |kind, value| StatementColumn::of_value(kind, value, None, day);
        let mut columns: Vec<StatementColumn> =
            parts.keys().map(|code| column(ColumnKind::Currency, Some((*code).to_owned()))).collect();
        columns.push(column(ColumnKind::Total, None));
        Ok((columns, found))
    }

    fn scope(&self, day: Date) -> Scope {
        Scope { to: day, dimensions: Default::default(), currency: None, known: self.books.entries() }
    }

    /// From which day on closing entries do not count in a column of this day: those of its own year.
    fn without_closing(&self, day: Date) -> Option<Date> {
        match self.closing.unwrap_or(ClosingEntries::Exclude) {
            ClosingEntries::Exclude => Some(year_start(self.years, day)),
            ClosingEntries::Include => None,
        }
    }

    /// On which days the years begin: nothing is posted between two years.
    fn begins(&self) -> Vec<Date> {
        self.years.iter().map(|year| year.start_date).collect()
    }
}

/// The results by column: balances, and the result of each year.
struct Found {
    columns: usize,
    figures: Figures,
    results: Vec<YearResult>,
}

impl Found {
    fn new(years: &[FiscalYear], columns: usize) -> Self {
        let results =
            years.iter().map(|year| YearResult { year: year.name.clone(), figures: vec![0; columns] }).collect();
        Self { columns, figures: Figures::new(), results }
    }

    /// Adds the balances of accounts before the first year and in each to a column.
    fn add(&mut self, chart: &[Account], column: usize, nets: &Figures) {
        for account in chart {
            let Some(nets) = nets.get(&account.id) else { continue };
            if matches!(account.account_type, AccountType::Revenue | AccountType::Expense) {
                for (result, net) in self.results.iter_mut().zip(&nets[1..]) {
                    result.figures[column] += net;
                }
            } else {
                self.figures.entry(account.id).or_insert_with(|| vec![0; self.columns])[column] +=
                    nets.iter().sum::<i128>();
            }
        }
    }
}
