//! `GET /accounting/reports/changes-in-equity`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::changes_in_equity::{Component, changes_in_equity as report};
use domain::rows::Account;
use domain::value::cell::IsoDate;
use domain::value::id::AccountId;
use domain::value::permission::Permission;
use domain::value::{Currency, Decimal};
use store::read::dimensions::DimensionFilter;
use store::read::movements::Scope;
use store::read::trial_balance::{self as balances, TrialBalanceQuery};

use super::books::{Books, year_start};
use super::row::Columns;
use crate::app::App;
use crate::documents::table::{Cell, Heading, Row, RowKind, RowRanges, Table};
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::report_input! {
    /// Which statement of changes in equity.
    pub struct ChangesInEquityParameters {
        ..days,
        ..known_at_with_master_data,
        ..format_of_table,
    }
}

crate::report_output! {
    /// A component of equity, in base currency; a credit is positive. Or the results that no year-end closing moved into equity:
    /// then `accountId` and `code` are null.
    pub struct EquityRow {
        pub account_id: Option<Id<AccountId>>,
        pub code: Option<String> => "Account",
        pub name: String => "Name",
        pub opening: DecimalText => "Opening" (amount),
        /// What profit and loss came to.
        pub result: DecimalText => "Result" (amount),
        /// What year-end closings moved between the results and equity.
        pub closed: DecimalText => "Closing of years" (amount),
        /// Contributions of owners, and whatever else increased it.
        pub increase: DecimalText => "Increase" (amount),
        /// Distributions to owners, and whatever else decreased it: 0 or below.
        pub decrease: DecimalText => "Decrease" (amount),
        pub closing: DecimalText => "Closing" (amount),
    }

    /// The sums of all components.
    pub struct EquityTotals {
        pub opening: DecimalText,
        pub result: DecimalText,
        /// 0: a closing moves what is there.
        pub closed: DecimalText,
        pub increase: DecimalText,
        pub decrease: DecimalText,
        pub closing: DecimalText,
    }

    /// A statement of changes in equity.
    pub struct ChangesInEquityView {
        pub date_from: Day,
        pub date_to: Day,
        pub currency: CurrencyCode,
        /// Accounts by code, then the results that are not closed.
        pub data: Vec<EquityRow>,
        pub totals: EquityTotals,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the statement of changes in equity
///
/// Each component of equity from its opening to its closing (IAS 1.106). The closing of all is the equity of the balance sheet of
/// the last day. The result that no closing moved yet is a component of its own, so that closing a year changes no total.
#[utoipa::path(get, path = "/api/v1/accounting/reports/changes-in-equity",
    operation_id = "ReportsController_changesInEquity", tag = "Reports", params(ChangesInEquityParameters),
    responses((status = 200, description = "The statement", content(
        (ChangesInEquityView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn changes_in_equity(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ChangesInEquityParameters = query.decode()?;
    let document = formats::wanted(query.format, &headers);
    let books = Books::open(&mut snapshot, caller.organization, query.known_at).await?;
    let settings = books.settings(&mut snapshot).await?;
    let to = query.date_to.unwrap_or_else(|| books.today(&settings));
    let years = books.years(&mut snapshot).await?;
    let from = query.date_from.unwrap_or_else(|| year_start(&years, to));
    if from > to {
        return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than the last day"));
    }
    let asked = TrialBalanceQuery {
        year_start: year_start(&years, from),
        from,
        first_day: years.first().map(|year| year.start_date),
        scope: Scope { to, dimensions: DimensionFilter::default(), currency: None, known: books.entries() },
        include_voided: false,
        include_closing: true,
    };
    let all = balances::turnovers(&mut snapshot, caller.organization, &asked).await?;
    let before_closing = TrialBalanceQuery { include_closing: false, ..asked };
    let before_closing = balances::turnovers(&mut snapshot, caller.organization, &before_closing).await?;
    let chart = books.chart(&mut snapshot).await?;
    drop(snapshot);
    let report = report(&chart, &all, &before_closing);

    let base = settings.base_currency;
    let accounts = report.accounts.iter().map(|(place, component)| row(chart.get(*place), *component, base));
    let unclosed = (report.unclosed != Component::default()).then(|| row(None, report.unclosed, base));
    let total = row(None, report.total, base);
    let view = ChangesInEquityView {
        date_from: Day(from),
        date_to: Day(to),
        currency: CurrencyCode(base),
        data: accounts.chain(unclosed).collect(),
        totals: EquityTotals {
            opening: total.opening,
            result: total.result,
            closed: total.closed,
            increase: total.increase,
            decrease: total.decrease,
            closing: total.closing,
        },
        seq: books.seq,
    };
    match document {
        Some(format) => formats::document(&app, format, table(&view, &settings.name)).await,
        None => Ok(formats::json(view)),
    }
}

fn row(account: Option<&Account>, component: Component, base: Currency) -> EquityRow {
    let amount = |units| DecimalText(Decimal { unscaled: units, scale: base.decimals() });
    EquityRow {
        account_id: account.map(|account| Id(account.id)),
        code: account.map(|account| account.code.clone()),
        name: account.map_or_else(|| "Result, not closed".to_owned(), |account| account.name.clone()),
        opening: amount(component.opening),
        result: amount(component.result),
        closed: amount(component.closed),
        increase: amount(component.increase),
        decrease: amount(component.decrease),
        closing: amount(component.closing),
    }
}

/// The view as a table of the organization with this name.
fn table(view: &ChangesInEquityView, organization: &str) -> Table {
    let columns = Columns::<EquityRow>::of_amounts(view.totals.closing.0.scale);
    let mut lines = RowRanges::new();
    let mut rows = Vec::new();
    for (place, row) in (0..).zip(&view.data) {
        lines.add(place);
        rows.push(Row::new(RowKind::Line, columns.cells(row)));
    }
    let totals = &view.totals;
    let sum = |amount: DecimalText| Cell::sum(amount.0.unscaled, &lines);
    let total = vec![
        ("Opening", sum(totals.opening)),
        ("Result", sum(totals.result)),
        ("Closing of years", sum(totals.closed)),
        ("Increase", sum(totals.increase)),
        ("Decrease", sum(totals.decrease)),
        ("Closing", sum(totals.closing)),
    ];
    rows.push(Row::new(RowKind::Total, columns.total(total)));
    let (from, to) = (IsoDate(view.date_from.0), IsoDate(view.date_to.0));
    let subtitle = vec![
        organization.to_owned(),
        format!("{from} to {to}"),
        format!("Amounts in {}, as of event {} of the log", view.currency.0.code(), view.seq),
    ];
    let heading = Heading {
        file_name: format!("changes-in-equity-{from}-{to}"),
        title: "Changes in equity".to_owned(),
        subtitle,
        columns: columns.headings(),
        is_tree: false,
        paper: None,
    };
    Table { heading, rows }
}
