//! `GET /accounting/reports/cash-flow`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::Figures;
use domain::ledger::reports::cash_flow::entries::{FlowNote, Noted};
use domain::ledger::reports::cash_flow::{CashFlowFigures, Looked, cash_flow as report, is_cash, standard};
use domain::ledger::reports::mapping::mapped;
use domain::rows::{Account, MappingKind, Side};
use domain::value::id::{EntryId, StatementMappingId};
use domain::value::permission::Permission;
use domain::value::{Currency, Decimal, Sought};
use store::read::figures::{self, Entries, Span};
use store::read::flow_entries::{self, FlowQuery};
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
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
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

crate::wire_enum! {
    FlowNote = "CashFlowNote",
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
        /// The effect of exchange rates on cash itself, which is in no activity (IAS 7.28, ASC 830-230-45).
        pub exchange: Vec<DecimalText>,
        /// Cash that opening entries within the days brought in.
        pub brought_in: Vec<DecimalText>,
        /// Cash and bank before the first day, including opening entries of that day if it is the first of the books.
        pub opening_cash: Vec<DecimalText>,
        /// Cash at the beginning, with `change`, `exchange` and `broughtIn`.
        pub closing_cash: Vec<DecimalText>,
        /// The movement of the cash accounts less `change` and `exchange`: 0.
        pub difference: Vec<DecimalText>,
    }

    /// An entry that its accounts alone would put into the wrong activity.
    pub struct CashFlowNoteView {
        pub entry_id: Id<EntryId>,
        pub number: String,
        pub date: Day,
        /// What of it is in no activity, or what is taken for a gain or loss.
        pub amount: DecimalText,
        pub note: Named<FlowNote>,
    }

    /// A cash flow in base currency.
    pub struct CashFlowView {
        pub date_from: Day,
        pub date_to: Day,
        pub currency: CurrencyCode,
        pub columns: Vec<StatementColumn>,
        pub data: Vec<StatementLayoutRow>,
        pub totals: CashFlowTotals,
        /// Entries that moved no cash (IAS 7.43), and those that could be told otherwise, by date.
        pub notes: Vec<CashFlowNoteView>,
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
/// change this. Where the accounts of an entry do not tell, its other lines do: a fixed asset that was sold is investing
/// with its proceeds, and its gain or loss is taken out of operating; what moved no cash is in neither; what was bought on
/// credit is investing on the day on which a matched payment paid it; exchange on cash has a line of its own. `notes` lists
/// these entries where it matters. Opening and closing entries are not cash flows.
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
    let chart: Vec<Account> = chart.into_iter().map(|account| settings.told(account)).collect();
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
    let laid_out = wanted.as_ref().map_or_else(|| standard(&chart), |wanted| mapped(wanted, &chart));
    let first_day = calendar.years.first().map(|year| year.start_date);
    let begins: Vec<bool> = days.iter().map(|days| Some(days.from) == first_day).collect();
    let entries = FlowQuery {
        accounts: &Looked::of(&chart, &laid_out),
        from: days.iter().map(|days| days.from).min().unwrap_or(asked.from),
        to: scope.to,
        known: books.entries_at(),
    };
    let entries = flow_entries::entries(&mut snapshot, caller.organization, &entries).await?;
    drop(snapshot);
    let days_of = days.iter().map(|days| (days.from, days.to)).collect();
    let figures = CashFlowFigures { entries, days: days_of, ..split(nets, &begins) };
    let report = report(&chart, &laid_out, &figures, days.len(), query.include_zero.unwrap_or(false));
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
        data: statement::rows(&report.rows, &chart, &laid_out.layout.sections, &report.titles, base),
        notes: report.noted.iter().map(|noted| note(noted, base)).collect(),
        totals: CashFlowTotals {
            result: amounts(&report.result),
            operating: amounts(&report.operating),
            investing: amounts(&report.investing),
            financing: amounts(&report.financing),
            unmapped: amounts(&report.unmapped),
            change: amounts(&report.change),
            exchange: amounts(&report.exchange),
            brought_in: amounts(&report.brought_in),
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
            Total { title: "Effect of exchange rates on cash", amounts: &view.totals.exchange, of: Of::Nothing },
            Total { title: "Brought in by opening entries", amounts: &view.totals.brought_in, of: Of::Nothing },
            Total { title: "Cash at the beginning", amounts: &view.totals.opening_cash, of: Of::Nothing },
            Total { title: "Cash at the end", amounts: &view.totals.closing_cash, of: Of::Totals(&[0, 1, 2, 3]) },
        ],
        seq: view.seq,
    };
    formats::document(&app, format, sheet.table()).await
}

fn note(noted: &Noted, base: Currency) -> CashFlowNoteView {
    CashFlowNoteView {
        entry_id: Id(noted.entry),
        number: noted.number.clone(),
        date: Day(noted.date),
        amount: DecimalText(Decimal { unscaled: noted.amount, scale: base.decimals() }),
        note: Named(noted.note),
    }
}

/// For each column three sums were read: flow, opening entries, and the balance before. Opening entries are balances from
/// before where the books begin with the column.
fn split(nets: Figures, begins: &[bool]) -> CashFlowFigures {
    let mut figures = CashFlowFigures::default();
    for (account, sums) in nets {
        let moved = sums.chunks_exact(3).map(|sums| sums[0]).collect();
        let columns = || sums.chunks_exact(3).zip(begins);
        let opening = columns().map(|(sums, begins)| if *begins { sums[1] + sums[2] } else { sums[2] }).collect();
        let brought_in = columns().map(|(sums, begins)| if *begins { 0 } else { sums[1] }).collect();
        figures.moved.insert(account, moved);
        figures.opening.insert(account, opening);
        figures.brought_in.insert(account, brought_in);
    }
    figures
}
