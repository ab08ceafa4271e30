//! `GET /accounting/reports/trial-balance`

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::trial_balance::{
    AlsoListed, Columns, TrialBalance, Turnover, standing, trial_balance as report,
};
use domain::rows::{Account, AccountType, FiscalYear};
use domain::value::id::{AccountId, FiscalYearId};
use domain::value::permission::Permission;
use domain::value::{Currency, CurrencyRef, Date, Decimal};
use store::read::figures::ResultOfYear;
use store::read::movements::Scope;
use store::read::trial_balance::{InCurrency, TrialBalanceQuery};

use super::books::{Books, year_start};
use super::trial_balance_figures::{ByCurrency, Earlier, Figures};
use super::trial_balance_sheet;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::currencies::get::of_parameter;
use crate::http::dimensions::filter::DimensionValues;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

domain::named_enum! {
    /// The treatment of the closing entry of the year in which the report ends.
    ClosingEntries {
        Exclude = "exclude",
        Include = "include",
    }
}

crate::wire_enum! {
    ClosingEntries = "ClosingEntries",
}

crate::report_input! {
    /// Which trial balance.
    pub struct TrialBalanceParameters {
        /// The last day; the opening is before the first day of its fiscal year. Today if nothing is given.
        pub as_of: Option<Date>,
        /// The first day of the movement; use it with `dateTo` instead of `asOf`.
        pub date_from: Option<Date>,
        /// The last day of the movement.
        pub date_to: Option<Date>,
        /// Whether to list accounts without balance and movement.
        pub include_zero: Option<bool>,
        /// Whether the movement includes both halves of void pairs; balances are the same either way.
        pub include_voided: Option<bool>,
        /// Whether the closing entry of the year counts. `exclude` if absent.
        pub closing: Option<ClosingEntries>,
        /// Only lines with this value of a dimension, or a value below it: `dimension[costCenter]=D10`. The report is
        /// summed from the lines, and its two sides need not be equal.
        pub dimension: Option<DimensionValues>,
        ..below_dimension,
        /// Whether to show each account's amounts by currency, in that currency and in base currency. Accounts that hold
        /// amounts worth nothing in base currency are listed, too.
        pub by_currency: Option<bool>,
        /// Only lines in this currency, in amounts of this currency. Its two sides need not be equal.
        pub currency: Option<CurrencyRef>,
        ..known_at_with_master_data,
        ..format_of_table,
    }
}

crate::report_output! {
    /// An account with its opening, movement and closing, in base currency; a group holds its descendants' sums. Or the
    /// result of an earlier year that no year-end closing moved into equity: then `fiscalYearId` names the year, and
    /// `accountId` and `code` are null.
    pub struct TrialBalanceRow {
        pub account_id: Option<Id<AccountId>>,
        pub fiscal_year_id: Option<Id<FiscalYearId>>,
        pub code: Option<String> => "Account",
        pub name: String => "Name",
        pub r#type: Named<AccountType> => "Type",
        pub is_group: bool,
        pub opening_debit: DecimalText => "Opening debit" (amount),
        pub opening_credit: DecimalText => "Opening credit" (amount),
        pub debit: DecimalText => "Debit" (amount),
        pub credit: DecimalText => "Credit" (amount),
        pub closing_debit: DecimalText => "Closing debit" (amount),
        pub closing_credit: DecimalText => "Closing credit" (amount),
        /// With `byCurrency=true`, the same by currency; else null.
        pub currencies: Option<Vec<TrialBalanceCurrency>>,
    }

    /// An account's amounts in one currency.
    pub struct TrialBalanceCurrency {
        pub currency: CurrencyCode,
        pub opening_debit: DecimalText,
        pub opening_credit: DecimalText,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub closing_debit: DecimalText,
        pub closing_credit: DecimalText,
        /// The same in base currency.
        pub base_opening_debit: DecimalText,
        pub base_opening_credit: DecimalText,
        pub base_debit: DecimalText,
        pub base_credit: DecimalText,
        pub base_closing_debit: DecimalText,
        pub base_closing_credit: DecimalText,
    }

    /// The sums over accounts that accept postings, and over the results of earlier years. Debits equal credits, unless the
    /// report is of a dimension or a currency.
    pub struct TrialBalanceTotals {
        pub opening_debit: DecimalText,
        pub opening_credit: DecimalText,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub closing_debit: DecimalText,
        pub closing_credit: DecimalText,
        /// Debit less credit of the rows with the results of earlier years.
        pub unclosed_result: DecimalText,
    }

    /// A trial balance.
    pub struct TrialBalanceView {
        pub as_of: Day,
        /// The first day of the movement.
        pub date_from: Day,
        /// The currency of all amounts outside `currencies`.
        pub currency: CurrencyCode,
        /// Accounts by code, then the results of earlier years.
        pub data: Vec<TrialBalanceRow>,
        pub totals: TrialBalanceTotals,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the trial balance
///
/// Opening, movement and closing of every account. With `asOf`, the opening is before the first day of its fiscal year,
/// where profit and loss accounts begin at 0; the result of each earlier year that is not closed has a row of its own.
/// Opening entries on the first day of the books are the opening of a report that begins with that day. On any other day,
/// a report opens with what the day before closed with. The closing entry of a year is left out of its movement unless
/// `closing=include` is given.
#[utoipa::path(get, path = "/api/v1/accounting/reports/trial-balance", operation_id = "ReportsController_trialBalance",
    tag = "Reports", params(TrialBalanceParameters),
    responses((status = 200, description = "The trial balance", content(
        (TrialBalanceView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn trial_balance(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: TrialBalanceParameters = query.decode()?;
    query.require_one_way()?;
    let document = formats::wanted(query.format, &headers);
    if document.is_some() && query.by_currency == Some(true) {
        let message =
            "a document shows the amounts of one currency: use a currency such as currency=USD, or format=json";
        return Err(Problem::violation("byCurrency", "not_with_a_document", message));
    }
    let books = Books::open(&mut snapshot, caller.organization, query.known_at).await?;
    let settings = books.settings(&mut snapshot).await?;
    let to = query.as_of.or(query.date_to).unwrap_or_else(|| books.today(&settings));
    if query.date_from.is_some_and(|from| from > to) {
        return Err(Problem::violation(
            "dateFrom",
            "out_of_range",
            "must not be later than the last day, which is today if dateTo is absent",
        ));
    }
    let wanted = (query.dimension, query.with_descendants, query.without_dimension);
    let dimensions = books.dimensions(&mut snapshot, wanted).await?;
    let years = books.years(&mut snapshot).await?;
    let year_start = year_start(&years, query.date_from.unwrap_or(to));
    let currency = match query.currency {
        Some(code) => Some(of_parameter(&mut snapshot, caller.organization, "currency", code).await?),
        None => None,
    };
    let asked = TrialBalanceQuery {
        year_start,
        from: query.date_from.unwrap_or(year_start),
        first_day: years.first().map(|year| year.start_date),
        scope: Scope { to, dimensions, currency, known: books.entries() },
        include_voided: query.include_voided.unwrap_or(false),
        include_closing: query.closing == Some(ClosingEntries::Include),
    };
    let chart = books.chart(&mut snapshot).await?;
    let by_currency = query.by_currency.unwrap_or(false);
    let own = caller.organization;
    let figures = Figures::read(&mut snapshot, own, &asked, by_currency).await?;
    let earlier = Earlier::read(&mut snapshot, own, &asked, &chart, &years, &figures.turnovers).await?;
    drop(snapshot);
    let currencies = figures.currencies.map(|currencies| Currencies::of(&chart, &currencies));
    let foreign = currencies.as_ref().map(Currencies::places).unwrap_or_default();
    let also = if query.include_zero == Some(true) { AlsoListed::All } else { AlsoListed::Places(&foreign) };
    let report = report(&chart, &figures.turnovers, &earlier.results(currency), also);

    let base = settings.base_currency;
    let shown = currency.unwrap_or(base);
    let amount = move |units| DecimalText(Decimal { unscaled: units, scale: shown.decimals() });
    let rows = report.rows.iter().map(|(place, columns)| {
        let currencies = currencies.as_ref().map(|currencies| currencies.rows(*place, base));
        row(Subject::Account(&chart[*place]), *columns, currencies, amount)
    });
    let results = report.results.iter().map(|(place, columns)| {
        let currencies = currencies.as_ref().map(|_| in_currencies(&earlier, *place, base));
        row(Subject::Result(earlier.years[*place]), *columns, currencies, amount)
    });
    let totals = report.totals;
    let view = TrialBalanceView {
        as_of: Day(to),
        date_from: Day(asked.from),
        currency: CurrencyCode(shown),
        data: rows.chain(results).collect(),
        totals: TrialBalanceTotals {
            opening_debit: amount(totals.opening_debit),
            opening_credit: amount(totals.opening_credit),
            debit: amount(totals.debit),
            credit: amount(totals.credit),
            closing_debit: amount(totals.closing_debit),
            closing_credit: amount(totals.closing_credit),
            unclosed_result: amount(report.unclosed_result),
        },
        seq: books.seq,
    };
    match document {
        Some(format) => formats::document(&app, format, trial_balance_sheet::table(&view, &settings.name)).await,
        None => Ok(formats::json(view)),
    }
}

impl TrialBalanceParameters {
    /// Either `asOf` or the two dates of a movement.
    fn require_one_way(&self) -> Result<(), Problem> {
        if self.as_of.is_some() && (self.date_from.is_some() || self.date_to.is_some()) {
            return Err(Problem::violation("asOf", "ambiguous", "give asOf, or dateFrom and dateTo, not both"));
        }
        Ok(())
    }
}

/// A trial balance of each currency, in that and in base currency; rows by the place of their account.
struct Currencies(BTreeMap<Currency, [BTreeMap<usize, Columns>; 2]>);

impl Currencies {
    fn of(chart: &[Account], found: &ByCurrency) -> Self {
        let rows = |report: TrialBalance| report.rows.into_iter().collect::<BTreeMap<_, _>>();
        let both = |accounts: &BTreeMap<AccountId, InCurrency>| {
            let part = |of: fn(&InCurrency) -> Turnover| {
                let turnovers = accounts.iter().map(|(account, both)| (*account, of(both))).collect();
                rows(report(chart, &turnovers, &[], AlsoListed::None))
            };
            [part(|both| both.own), part(|both| both.base)]
        };
        Self(found.iter().map(|(currency, accounts)| (*currency, both(accounts))).collect())
    }

    /// The places of all accounts that have amounts in any currency, whatever these are worth.
    fn places(&self) -> BTreeSet<usize> {
        self.0.values().flatten().flat_map(BTreeMap::keys).copied().collect()
    }

    fn rows(&self, place: usize, base: Currency) -> Vec<TrialBalanceCurrency> {
        let there = self.0.iter().filter(|(_, both)| both.iter().any(|rows| rows.contains_key(&place)));
        let rows = there.map(|(currency, [own, in_base])| {
            let columns = |rows: &BTreeMap<usize, Columns>| rows.get(&place).copied().unwrap_or_default();
            in_currency(*currency, columns(own), base, columns(in_base))
        });
        rows.collect()
    }
}

/// The result of an earlier year by currency.
fn in_currencies(earlier: &Earlier<'_>, place: usize, base: Currency) -> Vec<TrialBalanceCurrency> {
    let there = earlier.by_currency.iter().filter_map(|(currency, found)| Some((*currency, *found.get(place)?)));
    let rows = there.filter(|(_, found)| *found != ResultOfYear::default());
    rows.map(|(currency, found)| in_currency(currency, standing(found.own, 0, 0), base, standing(found.base, 0, 0)))
        .collect()
}

fn in_currency(currency: Currency, own: Columns, base: Currency, in_base: Columns) -> TrialBalanceCurrency {
    let amount = |units| DecimalText(Decimal { unscaled: units, scale: currency.decimals() });
    let base = |units| DecimalText(Decimal { unscaled: units, scale: base.decimals() });
    TrialBalanceCurrency {
        currency: CurrencyCode(currency),
        opening_debit: amount(own.opening_debit),
        opening_credit: amount(own.opening_credit),
        debit: amount(own.debit),
        credit: amount(own.credit),
        closing_debit: amount(own.closing_debit),
        closing_credit: amount(own.closing_credit),
        base_opening_debit: base(in_base.opening_debit),
        base_opening_credit: base(in_base.opening_credit),
        base_debit: base(in_base.debit),
        base_credit: base(in_base.credit),
        base_closing_debit: base(in_base.closing_debit),
        base_closing_credit: base(in_base.closing_credit),
    }
}

/// What the row of an earlier year's result is called.
pub(super) fn result_name(year: &FiscalYear) -> String {
    format!("Result of {}, not closed", year.name)
}

/// What a row is about.
enum Subject<'a> {
    Account(&'a Account),
    /// The result of an earlier year.
    Result(&'a FiscalYear),
}

fn row(
    subject: Subject<'_>,
    columns: Columns,
    currencies: Option<Vec<TrialBalanceCurrency>>,
    amount: impl Fn(i128) -> DecimalText,
) -> TrialBalanceRow {
    let (account, year) = match subject {
        Subject::Account(account) => (Some(account), None),
        Subject::Result(year) => (None, Some(year)),
    };
    TrialBalanceRow {
        account_id: account.map(|account| Id(account.id)),
        fiscal_year_id: year.map(|year| Id(year.id)),
        code: account.map(|account| account.code.clone()),
        name: match subject {
            Subject::Account(account) => account.name.clone(),
            Subject::Result(year) => result_name(year),
        },
        r#type: Named(account.map_or(AccountType::Equity, |account| account.account_type)),
        is_group: account.is_some_and(|account| account.is_group),
        opening_debit: amount(columns.opening_debit),
        opening_credit: amount(columns.opening_credit),
        debit: amount(columns.debit),
        credit: amount(columns.credit),
        closing_debit: amount(columns.closing_debit),
        closing_credit: amount(columns.closing_credit),
        currencies,
    }
}
