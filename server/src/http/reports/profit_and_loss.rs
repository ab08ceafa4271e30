//! `GET /accounting/reports/profit-and-loss`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ledger::reports::Figures;
use domain::ledger::reports::comparison::Days;
use domain::ledger::reports::mapping::mapped;
use domain::ledger::reports::profit_and_loss::{profit_and_loss as report, standard};
use domain::rows::{Account, MappingKind, Side};
use domain::value::Sought;
use domain::value::id::{AccountId, StatementMappingId};
use domain::value::permission::Permission;
use store::Snapshot;
use store::read::figures::{self, Entries, Span};
use store::read::movements::Scope;

use super::books::Books;
use super::columns::{self, AskedDays, ColumnKind, ColumnsBy, StatementColumn};
use super::mapping;
use super::statement::{self, StatementLayoutRow};
use super::statement_sheet::{Of, StatementSheet, Total};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::DimensionValues;
use crate::http::formats;
use crate::http::journal_entries::view::texts;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::statement_mappings::view::UnmappedAccount;

crate::report_input! {
    /// Which profit and loss.
    pub struct ProfitAndLossParameters {
        ..compared_days,
        /// A column for each value of a dimension (`dimension:costCenter`) or each currency of the lines (`currency`),
        /// and one for all. Amounts are in base currency. Cannot be combined with `compareWith`.
        pub columns_by: Option<ColumnsBy>,
        /// Only lines with this value of a dimension, or a value below it: `dimension[costCenter]=D10`.
        pub dimension: Option<DimensionValues>,
        ..below_dimension,
        /// The statement mapping for the layout, of kind `profitAndLoss`; standard sections if absent.
        pub mapping: Option<Sought<StatementMappingId>>,
        /// Whether to list accounts without movement.
        pub include_zero: Option<bool>,
        ..known_at_with_master_data,
        ..format_of_statement,
    }
}

crate::output! {
    /// Sums of the whole report, one per column.
    pub struct ProfitAndLossTotals {
        /// All accounts of type revenue.
        pub revenue: Vec<DecimalText>,
        /// All accounts of type expense.
        pub expenses: Vec<DecimalText>,
        /// Revenue less expenses: a profit is positive.
        pub result: Vec<DecimalText>,
    }

    /// A profit and loss in base currency.
    pub struct ProfitAndLossView {
        pub date_from: Day,
        pub date_to: Day,
        pub currency: CurrencyCode,
        pub columns: Vec<StatementColumn>,
        pub data: Vec<StatementLayoutRow>,
        pub totals: ProfitAndLossTotals,
        /// The statement mapping that gives the layout.
        pub mapping_id: Option<Id<StatementMappingId>>,
        /// Accounts that are in no section of the mapping; they are shown in the section `unmapped`.
        pub unmapped: Vec<UnmappedAccount>,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the profit and loss
///
/// Revenue and expenses of the given days, by type and subtype of account and within them by the account tree. The
/// year-end closing is left out. Voided entries and their mirrors cancel out.
#[utoipa::path(get, path = "/api/v1/accounting/reports/profit-and-loss", operation_id = "ReportsController_profitAndLoss",
    tag = "Reports", params(ProfitAndLossParameters),
    responses((status = 200, description = "The profit and loss", body = ProfitAndLossView)))]
pub async fn profit_and_loss(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ProfitAndLossParameters = query.decode()?;
    if query.compare_with.is_some() && query.columns_by.is_some() {
        let message = "compareWith and columnsBy cannot be combined: use one of them";
        return Err(Problem::violation("columnsBy", "not_exact", message));
    }
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
    let spans = columns::spans(&calendar, asked, query.compare_with.as_ref())?;
    let wanted = (query.dimension, query.with_descendants, query.without_dimension);
    let scope = Scope {
        to: spans.iter().map(|span| span.to).max().unwrap_or(asked.to),
        dimensions: books.dimensions(&mut snapshot, wanted).await?,
        currency: None,
        known: books.entries(),
    };
    let split = Split { books: &books, caller: &caller, scope: &scope, days: asked };
    let (columns, figures) = match &query.columns_by {
        Some(by) => split.read(&mut snapshot, by).await?,
        None => {
            let days = spans.iter().map(|days| span(*days)).collect::<Vec<_>>();
            let figures = figures::nets(&mut snapshot, caller.organization, &scope, &days).await?;
            let columns = spans.iter().enumerate();
            (columns.map(|(place, days)| StatementColumn::of_days(place, Some(days.from), days.to)).collect(), figures)
        }
    };
    let chart = books.chart(&mut snapshot).await?;
    let wanted = mapping::asked(&books, &mut snapshot, query.mapping, MappingKind::ProfitAndLoss).await?;
    drop(snapshot);
    let (layout, unmapped) = match &wanted {
        Some(wanted) => {
            let mapped = mapped(wanted, &chart);
            (mapped.layout, mapped.unmapped)
        }
        None => {
            let told: Vec<Account> = chart.iter().cloned().map(|account| settings.told(account)).collect();
            (standard(&told), Vec::new())
        }
    };
    let report = report(&chart, &layout, &figures, columns.len(), query.include_zero.unwrap_or(false));
    let base = settings.base_currency;
    let (mapping_id, title, unmapped) = mapping::told(wanted.as_ref(), "Profit and loss", &unmapped, &chart);
    let view = ProfitAndLossView {
        mapping_id,
        unmapped,
        date_from: Day(asked.from),
        date_to: Day(asked.to),
        currency: CurrencyCode(base),
        data: statement::rows(&report.rows, &chart, &layout.sections, &[], base),
        totals: ProfitAndLossTotals {
            revenue: statement::amounts(&report.revenue, base),
            expenses: statement::amounts(&report.expenses, base),
            result: statement::amounts(&report.result, base),
        },
        columns,
        seq: books.seq,
    };
    let Some(format) = formats::wanted(query.format, &headers) else { return Ok(formats::json(view)) };
    let sheet = StatementSheet {
        name: "profit-and-loss",
        title: &title,
        settings: &settings,
        columns: &view.columns,
        rows: (&view.data, &report.rows),
        chart: &chart,
        sections: &layout.sections,
        totals: &[Total { title: "Result", amounts: &view.totals.result, of: Of::Rows(Side::Credit, |_| true) }],
        seq: view.seq,
    };
    formats::document(&app, format, sheet.table()).await
}

fn span(days: Days) -> Span {
    Span { from: Some(days.from), to: days.to, entries: Entries::WithoutClosing }
}

/// The figures of one span in parts.
struct Split<'a> {
    books: &'a Books,
    caller: &'a Caller,
    scope: &'a Scope,
    days: Days,
}

impl Split<'_> {
    /// A column for each part, where every line is in exactly one, and one for all.
    async fn read(&self, snapshot: &mut Snapshot, by: &ColumnsBy) -> Result<(Vec<StatementColumn>, Figures), Problem> {
        let (organization, span) = (self.caller.organization, span(self.days));
        // Parts by name; those of no value have none and come last.
        let mut parts: BTreeMap<(bool, Option<String>), BTreeMap<AccountId, i128>> = BTreeMap::new();
        let mut kind = ColumnKind::Currency;
        match by {
            ColumnsBy::Currency => {
                let found = figures::nets_by_currency(snapshot, organization, self.scope, &[span]).await?;
                for (currency, nets) in found {
                    let nets = nets.into_iter().map(|(account, nets)| (account, nets.iter().sum())).collect();
                    parts.insert((false, Some(currency.code().to_owned())), nets);
                }
            }
            ColumnsBy::Dimension(code) => {
                columns::require_dimension(self.books, snapshot, code).await?;
                kind = ColumnKind::Value;
                parts.insert((true, None), BTreeMap::new());
                for (text, nets) in figures::nets_by_dimensions(snapshot, organization, self.scope, &span).await? {
                    let value = texts(&text).remove(code.as_str());
                    let part = parts.entry((value.is_none(), value)).or_default();
                    nets.into_iter().for_each(|(account, net)| *part.entry(account).or_default() += net);
                }
            }
        }
        let mut figures = Figures::new();
        let width = parts.len() + 1;
        for (place, nets) in parts.values().enumerate() {
            for (account, net) in nets {
                let own = figures.entry(*account).or_insert_with(|| vec![0; width]);
                own[place] += net;
                own[width - 1] += net;
            }
        }
        let named = parts.into_keys().map(|(without, value)| (if without { ColumnKind::None } else { kind }, value));
        let all = named.chain([(ColumnKind::Total, None)]);
        let column = |(kind, value)| StatementColumn::of_value(kind, value, Some(self.days.from), self.days.to);
        Ok((all.map(column).collect(), figures))
    }
}
