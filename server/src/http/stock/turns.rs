//! `GET /inventory/reports/turns`: how fast goods turn, and which of them matter most.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::Code;
use domain::stock::turns::{AbcClass, DAYS_DECIMALS, TURNS_DECIMALS, Thresholds, Turnover, classes, ratio};
use domain::value::id::{ItemCategoryId, ItemId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Date, Sought};
use store::Snapshot;
use store::read::known_goods::GoodsThen;
use store::read::stock::StockItem;
use store::read::valuation::{self, ValuationFilter};
use store::read::{turns, valuation_then};

use super::{goods_then, named};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Row, RowKind, RowRanges};
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::Whole;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::in_column::number;
use crate::http::reports::listing;
use crate::http::reports::row::Columns;

/// Percent of all costs that class A reaches, and that A and B reach.
const THRESHOLDS: (i64, i64) = (80, 95);
/// Decimals of percents.
const PERCENT_DECIMALS: u8 = 2;

crate::wire_enum! {
    AbcClass = "AbcClass",
}

crate::report_input! {
    /// Which goods, and over which days.
    pub struct TurnsQuery {
        /// The first day; that of the last day's fiscal year if absent.
        pub date_from: Option<Date>,
        /// The last day, by posting date; today if absent.
        pub date_to: Option<Date>,
        ..known_at,
        /// The cumulative percentage of cost up to which items are in class A; 80 if absent.
        pub class_a: Option<Whole<1, 100>>,
        /// The cumulative percentage of cost up to which items are in class B; 95 if absent.
        pub class_b: Option<Whole<1, 100>>,
        /// Only goods in this warehouse. Goods of warehouses that share their costs belong to none of them.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only items directly in this category; classes are computed among them.
        pub category_id: Option<Sought<ItemCategoryId>>,
        ..page,
    }
}

crate::report_output! {
    /// The stock turns of an item.
    pub struct TurnsRow {
        /// From 1, by cost of goods, then by SKU.
        pub rank: i64 => "Rank",
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        /// The cost of issues less returns, with all later changes on these days.
        pub cost_of_goods: DecimalText => "Cost of goods" (amount),
        /// At the end of the day before the first.
        pub opening_value: DecimalText => "Opening value" (amount),
        /// At the end of the last day.
        pub closing_value: DecimalText => "Closing value" (amount),
        /// The mean of both, rounded half up.
        pub average_value: DecimalText => "Average value" (amount),
        /// Cost of goods divided by the mean value, with 2 decimals, rounded half up. Null if the mean is not above 0.
        pub turns: Option<DecimalText> => "Turns" (decimals TURNS_DECIMALS),
        /// The number of days for which the mean value lasts at this rate, with 1 decimal, rounded half up. Null if
        /// nothing was sold.
        pub days_on_hand: Option<DecimalText> => "Days on hand" (decimals DAYS_DECIMALS),
        /// The share of this and all items before it in the cost of all goods, in percent with 2 decimals, rounded half
        /// up.
        pub cumulative_percent: Option<DecimalText> => "Cumulative percent" (decimals PERCENT_DECIMALS),
        pub abc_class: Named<AbcClass> => "Class",
    }

    /// A page of items by cost of goods.
    pub struct TurnsView {
        pub date_from: Day,
        pub date_to: Day,
        /// The number of days.
        pub days: i64,
        pub class_a: i64,
        pub class_b: i64,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By cost of goods, largest first. Items without cost and value are left out.
        pub data: Vec<TurnsRow>,
        /// The total of all pages, as are the next three.
        pub total_cost_of_goods: DecimalText,
        pub total_opening_value: DecimalText,
        pub total_closing_value: DecimalText,
        pub turns: Option<DecimalText>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::CostsRead).rejects(&[Code::WarehouseNotAssigned]);

/// Get turns and ABC classes
///
/// For each item, the cost of goods sold, the value before and after, the number of turns, and the class: A up to the
/// item that reaches 80 percent of all costs, B up to 95 percent, C for the others. With `knownAt`, the answer is as
/// known then; ask for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/reports/turns", operation_id = "StockController_turns", tag = "Stock",
    params(TurnsQuery), responses((status = 200, description = "A page, or the whole report as a document", content(
        (TurnsView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn turns(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: TurnsQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let (from, to) = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let a = query.class_a.map_or(THRESHOLDS.0, |Whole(percent)| percent);
    let b = query.class_b.map_or(THRESHOLDS.1.max(a), |Whole(percent)| percent);
    if a > b {
        return Err(Problem::violation("classA", "out_of_range", "must not exceed classB"));
    }
    let warehouse = named(query.warehouse_id, |id| id.0).map(WarehouseId);
    caller.require_all_of(&mut snapshot, warehouse).await?;
    let filter = ValuationFilter {
        warehouse,
        category: named(query.category_id, |id| id.0).map(ItemCategoryId),
        ..ValuationFilter::default()
    };
    let days = i64::from(from.until(to).map_or(0, |span| span.get_days())) + 1;
    let report = Report { days: (from, to, days), thresholds: Thresholds { a, b }, filter, frame };
    let ranked = report.ranked(&mut snapshot).await?;
    if let Some(format) = document {
        return report.document(&app, &ranked, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Int])? {
            [Cell::Int(rank)] => usize::try_from(*rank).map_err(|_| Cursor::of_another_list())?,
            _ => return Err(Cursor::of_another_list()),
        },
        None => 0,
    };
    let until = ranked.len().min(after.saturating_add(query.limit.0));
    let next = (until < ranked.len()).then(|| Cursor(vec![Cell::Int(i64::try_from(until).unwrap_or(i64::MAX))]));
    let all = total(&ranked);
    let rows = report.rows(&ranked);
    let view = TurnsView {
        date_from: Day(from),
        date_to: Day(to),
        days,
        class_a: a,
        class_b: b,
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: rows.skip(after.min(until)).take(until.saturating_sub(after)).collect(),
        total_cost_of_goods: report.frame.amount(all.cost),
        total_opening_value: report.frame.amount(all.opening),
        total_closing_value: report.frame.amount(all.closing),
        turns: all.turns().map(DecimalText),
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The report in the making.
struct Report {
    /// First and last, and how many they are.
    days: (Date, Date, i64),
    thresholds: Thresholds,
    filter: ValuationFilter,
    frame: Frame,
}

impl Report {
    /// All items that had a cost or a value, by cost of goods.
    async fn ranked(&self, snapshot: &mut Snapshot) -> Result<Vec<(StockItem, Turnover)>, Problem> {
        let (from, to, _) = self.days;
        let whose = self.frame.organization;
        let then = match self.frame.books.entries() {
            None => None,
            Some(_) => Some(goods_then(snapshot, &self.frame).await?),
        };
        let opening = match from.yesterday().ok() {
            Some(day) => self.worth(snapshot, day, then.as_ref()).await?,
            None => BTreeMap::new(),
        };
        let closing = self.worth(snapshot, to, then.as_ref()).await?;
        let seq = self.frame.seq;
        let costs = turns::cost_of_goods(snapshot, whose, from, to, self.filter.warehouse, seq).await?;
        let value = |of: &BTreeMap<ItemId, i128>, id| of.get(&id).copied().unwrap_or(0);
        let items = match &then {
            Some(point) => turns::items_then(snapshot, whose, self.filter.category, point).await?,
            None => turns::items(snapshot, whose, self.filter.category).await?,
        };
        let turnover = |item: StockItem| {
            let id = item.id;
            let turnover =
                Turnover { opening: value(&opening, id), closing: value(&closing, id), cost: value(&costs, id) };
            (item, turnover)
        };
        let mut all: Vec<(StockItem, Turnover)> = items.into_iter().map(turnover).collect();
        all.retain(|(_, turnover)| *turnover != Turnover::default());
        all.sort_by(|(one, own), (other, its)| its.cost.cmp(&own.cost).then_with(|| one.sku_key.cmp(&other.sku_key)));
        Ok(all)
    }

    /// The value of each item at the end of a day.
    async fn worth(
        &self,
        snapshot: &mut Snapshot,
        day: Date,
        then: Option<&GoodsThen>,
    ) -> Result<BTreeMap<ItemId, i128>, Problem> {
        let filter = ValuationFilter { as_of: Some(day), ..self.filter.clone() };
        let whose = self.frame.organization;
        let Some(point) = then else { return Ok(valuation::by_item(snapshot, whose, &filter).await?) };
        let found = valuation_then::read(snapshot, whose, &filter, point).await?;
        Ok(found.items.into_iter().map(|row| (row.item.id, row.value)).collect())
    }

    fn rows(&self, ranked: &[(StockItem, Turnover)]) -> impl Iterator<Item = TurnsRow> {
        let costs: Vec<i128> = ranked.iter().map(|(_, turnover)| turnover.cost).collect();
        let all: i128 = costs.iter().map(|cost| (*cost).max(0)).sum();
        let mut reached = 0;
        let classes = classes(&costs, self.thresholds);
        let row = move |(rank, ((item, turnover), class)): (i64, (&(StockItem, Turnover), AbcClass))| {
            reached += turnover.cost.max(0);
            TurnsRow {
                rank,
                item_id: Id(item.id),
                sku: item.sku.clone(),
                name: item.name.clone(),
                cost_of_goods: self.frame.amount(turnover.cost),
                opening_value: self.frame.amount(turnover.opening),
                closing_value: self.frame.amount(turnover.closing),
                average_value: self.frame.amount(turnover.average()),
                turns: turnover.turns().map(DecimalText),
                days_on_hand: turnover.days_on_hand(self.days.2).map(DecimalText),
                cumulative_percent: ratio(reached.saturating_mul(100), all, PERCENT_DECIMALS).map(DecimalText),
                abc_class: Named(class),
            }
        };
        (1..).zip(ranked.iter().zip(classes)).map(row)
    }

    async fn document(
        &self,
        app: &App,
        ranked: &[(StockItem, Turnover)],
        format: DocumentFormat,
    ) -> Result<Response, Problem> {
        let (from, to, _) = self.days;
        let columns = Columns::of(&self.frame);
        let heading = self.frame.heading("stock-turns", "Turns of stock", Some((from, to)), columns.headings());
        let mut draft = formats::begin(app, format, heading).await?;
        let mut lines = RowRanges::new();
        for row in self.rows(ranked) {
            lines.add(draft.next_row());
            draft.push(columns.line(&row)).await?;
        }
        let all = total(ranked);
        let cells = columns.total(vec![
            ("Cost of goods", Shown::sum(all.cost, &lines)),
            ("Opening value", Shown::sum(all.opening, &lines)),
            ("Closing value", Shown::sum(all.closing, &lines)),
            ("Turns", number(&all.turns().map(DecimalText), TURNS_DECIMALS)),
        ]);
        draft.push(Row::new(RowKind::Total, cells)).await?;
        formats::finish(draft).await
    }
}

fn total(ranked: &[(StockItem, Turnover)]) -> Turnover {
    ranked.iter().fold(Turnover::default(), |all, (_, one)| Turnover {
        opening: all.opening + one.opening,
        closing: all.closing + one.closing,
        cost: all.cost + one.cost,
    })
}
