//! `GET /accounting/reports/cash-flow`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::Figures;
use domain::ledger::reports::cash_flow::{CashFlowFigures, cash_flow as report, is_cash, standard};
use domain::ledger::reports::mapping::mapped;
use domain::rows::{MappingKind, Side};
use domain::value::Sought;
use domain::value::id::StatementMappingId;
use domain::value::permission::Permission;
use store::read::figures::{self, Entries, Span};
use store::read::movements::Scope;

use super::books::Books;
use super::columns::{self, AskedDays, StatementColumn};
use super::mapping;
use super::statement::{self, StatementLayoutRow};
use super::statement_sheet::{Of, StatementSheet, Total};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::statement_mappings::view::UnmappedAccount;

crate::report_input! {
    /// Which cash flow.
    pub struct CashFlowParameters {
        ..compared_days,
        /// The statement mapping for the layout, of kind `cashFlow`; standard sections if absent.
        pub mapping: Option<Sought<StatementMappingId>>,
        /// Whether to list accounts without movement.
        pub include_zero: Option<bool>,
        ..known_at_with_master_data,
        ..format_of_statement,
    }
}

crate::output! {
    /// Sums of the whole report, one per column, positive if cash came in.
    pub struct CashFlowTotals {
        /// Revenue less expenses, with which operating activities begin.
        pub result: Vec<DecimalText>,
        pub operating: Vec<DecimalText>,
        pub investing: Vec<DecimalText>,
        pub financing: Vec<DecimalText>,
        /// Accounts in no section of the mapping; 0 without a mapping.
        pub unmapped: Vec<DecimalText>,
        /// The sum of all activities.
        pub change: Vec<DecimalText>,
        /// Cash and bank before the first day, including opening entries of these days.
        pub opening_cash: Vec<DecimalText>,
        pub closing_cash: Vec<DecimalText>,
        /// The movement of the cash accounts less `change`: 0.
        pub difference: Vec<DecimalText>,
    }

    /// A cash flow in base currency.
    pub struct CashFlowView {
        pub date_from: Day,
        pub date_to: Day,
        pub currency: CurrencyCode,
        pub columns: Vec<StatementColumn>,
        pub data: Vec<StatementLayoutRow>,
        pub totals: CashFlowTotals,
        /// The statement mapping that gives the layout.
        pub mapping_id: Option<Id<StatementMappingId>>,
        /// Accounts that are in no section of the mapping; they are shown in the section `unmapped`.
        pub unmapped: Vec<UnmappedAccount>,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the cash flow
///
/// By the indirect method: from the result to the change in cash. Cash is the accounts of the subtypes `cash` and
/// `bank`. `accumulatedDepreciation` is an adjustment for non-cash items, `fixedAsset` and loans granted are investing,
/// loans taken and equity are financing, and everything else is a change in working capital. A statement mapping can
/// change this. Opening and closing entries are not cash flows.
#[utoipa::path(get, path = "/api/v1/accounting/reports/cash-flow", operation_id = "ReportsController_cashFlow",
    tag = "Reports", params(CashFlowParameters),
    responses((status = 200, description = "The cash flow", body = CashFlowView)))]
pub async fn cash_flow(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: CashFlowParameters = query.decode()?;
    let books = Books::open(&mut snapshot, caller.organization, query.known_at).await?;
    let settings = books.settings(&mut snapshot).await?;
    let calendar = columns::calendar(&books, &mut snapshot).await?;
    let asked = AskedDays {
        date_from: query.date_from,
        date_to: query.date_to,
        period: query.period_id,
        year: query.fiscal_year_id,
    };
    let asked = asked.days(&calendar, || books.today(&settings))?;
    let days = columns::spans(&calendar, asked, query.compare_with.as_ref())?;
    let chart = books.chart(&mut snapshot).await?;
    if !chart.iter().any(|account| is_cash(account) && !account.is_group) {
        let message = "no account has the subtype cash or bank: give it to your cash and bank accounts, or use the \
             balance sheet";
        return Err(Problem::violation("", "not_exact", message));
    }
    let scope = Scope {
        to: days.iter().map(|days| days.to).max().unwrap_or(asked.to),
        dimensions: Default::default(),
        currency: None,
        known: books.entries(),
    };
    let mut spans = Vec::new();
    for days in &days {
        let own = |entries| Span { from: Some(days.from), to: days.to, entries };
        spans.push(own(Entries::Flow));
        spans.push(own(Entries::Opening));
        let before = days.from.yesterday().unwrap_or(days.from);
        spans.push(Span { from: None, to: before, entries: Entries::All });
    }
    let nets = figures::nets(&mut snapshot, caller.organization, &scope, &spans).await?;
    let wanted = mapping::asked(&books, &mut snapshot, query.mapping, MappingKind::CashFlow).await?;
    drop(snapshot);
    let laid_out = wanted.as_ref().map_or_else(|| standard(&chart), |wanted| mapped(wanted, &chart));
    let report = report(&chart, &laid_out, &split(nets), days.len(), query.include_zero.unwrap_or(false));
    let (mapping_id, title, unmapped) = mapping::told(wanted.as_ref(), "Cash flow", &laid_out.unmapped, &chart);
    let base = settings.base_currency;
    let amounts = |units: &[i128]| statement::amounts(units, base);
    let columns = days.iter().enumerate();
    let view = CashFlowView {
        mapping_id,
        unmapped,
        date_from: Day(asked.from),
        date_to: Day(asked.to),
        currency: CurrencyCode(base),
        columns: columns.map(|(place, days)| StatementColumn::of_days(place, Some(days.from), days.to)).collect(),
        data: statement::rows(&report.rows, &chart, &laid_out.layout.sections, &["Result".to_owned()], base),
        totals: CashFlowTotals {
            result: amounts(&report.result),
            operating: amounts(&report.operating),
            investing: amounts(&report.investing),
            financing: amounts(&report.financing),
            unmapped: amounts(&report.unmapped),
            change: amounts(&report.change),
            opening_cash: amounts(&report.opening_cash),
            closing_cash: amounts(&report.closing_cash),
            difference: amounts(&report.difference),
        },
        seq: books.seq,
    };
    let Some(format) = formats::wanted(query.format, &headers) else { return Ok(formats::json(view)) };
    let sheet = StatementSheet {
        name: "cash-flow",
        title: &title,
        settings: &settings,
        columns: &view.columns,
        rows: (&view.data, &report.rows),
        chart: &chart,
        sections: &laid_out.layout.sections,
        totals: &[
            Total { title: "Change in cash", amounts: &view.totals.change, of: Of::Rows(Side::Credit, |_| true) },
            Total { title: "Cash at the beginning", amounts: &view.totals.opening_cash, of: Of::Nothing },
            Total { title: "Cash at the end", amounts: &view.totals.closing_cash, of: Of::Totals(&[0, 1]) },
        ],
        seq: view.seq,
    };
    formats::document(&app, format, sheet.table()).await
}

/// For each column three sums were read: flow, opening entries, and the balance before.
fn split(nets: Figures) -> CashFlowFigures {
    let mut figures = CashFlowFigures::default();
    for (account, sums) in nets {
        let moved = sums.chunks_exact(3).map(|sums| sums[0]).collect();
        let opening = sums.chunks_exact(3).map(|sums| sums[1] + sums[2]).collect();
        figures.moved.insert(account, moved);
        figures.opening.insert(account, opening);
    }
    figures
}
