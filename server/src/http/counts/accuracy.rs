//! `GET /inventory/counts/accuracy`: how accurate the books were, with losses and gains.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::value::id::{CountId, ItemId, OrganizationId, ReasonCodeId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Date, Decimal, Sought, TypedId};
use store::Snapshot;
use store::read::counted::{self, Counted, CountedFilter};
use store::read::known_goods::GoodsThen;

use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Row, RowKind};
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::row::Columns;
use crate::http::stock::goods_then;

/// Lines that are read at once.
const LINES_AT_ONCE: usize = 10_000;
/// Decimals of a percentage.
const PERCENT_DECIMALS: u8 = 2;

domain::named_enum! {
    /// The grouping of rows in the accuracy of counts.
    CountAccuracyBy {
        /// An item, with its quantities.
        Item = "item",
        Warehouse = "warehouse",
        /// Why lines differ; only those that do. Differences without a reason are one row, without an id.
        Reason = "reason",
    }
}

crate::wire_enum! {
    CountAccuracyBy = "CountAccuracyBy",
}

crate::report_input! {
    /// The counts, and the grouping of their lines.
    pub struct CountAccuracyQuery {
        /// `item` (the default), `warehouse` or `reason`.
        pub by: Option<CountAccuracyBy>,
        /// The first snapshot day; the first day of the fiscal year if absent.
        pub date_from: Option<Date>,
        /// The last snapshot day; today if absent.
        pub date_to: Option<Date>,
        /// Only counts of this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only lines of this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only lines with this reason, or of a count with it.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        ..known_at,
        ..format,
    }
}

crate::report_output! {
    /// Counted lines and their differences. Amounts are in base currency, as in the books, and null without
    /// `costs:read`.
    pub struct CountAccuracyRow {
        pub item_id: Option<Id<ItemId>>,
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub reason_code_id: Option<Id<ReasonCodeId>>,
        /// SKU of the item, or code of the group.
        pub code: Option<String> => "Sku",
        pub lines: i64 => "Lines",
        /// Lines on which exactly the expected quantity was found.
        pub right_lines: i64 => "Right lines",
        /// The percentage of exact lines, with 2 decimals.
        pub accuracy: DecimalText => "Accuracy %" (decimals PERCENT_DECIMALS),
        /// Quantity found less quantity expected, in the item's base unit; null if the items do not add up.
        pub net_difference: Option<DecimalText> => "Net difference" (quantity),
        /// The same, with gains and losses added up.
        pub absolute_difference: Option<DecimalText> => "Absolute difference" (quantity),
        pub unit_code: Option<String> => "Unit",
        /// The value of goods found but not expected.
        pub gain: Option<DecimalText> => "Gain" (amount),
        /// The value of goods expected but not found: shrinkage.
        pub loss: Option<DecimalText> => "Loss" (amount),
        /// Gain less loss.
        pub net_value: Option<DecimalText> => "Net value" (amount),
    }

    /// The accuracy of the books.
    pub struct CountAccuracyView {
        pub by: Named<CountAccuracyBy>,
        pub date_from: Day,
        pub date_to: Day,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes.
        pub seq: i64,
        /// Counts that were posted and not voided.
        pub counts: i64,
        /// By code.
        pub data: Vec<CountAccuracyRow>,
        /// Totals of all rows.
        pub total: CountAccuracyRow,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::CountsRead);

/// Get the accuracy of counts, and shrinkage
///
/// For counts that were posted and whose movement was not voided, by the day of their snapshot.
#[utoipa::path(get, path = "/api/v1/inventory/counts/accuracy", operation_id = "CountsController_accuracy",
    tag = "Counts", params(CountAccuracyQuery),
    responses((status = 200, description = "The report, also as a document", content(
        (CountAccuracyView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn accuracy(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: CountAccuracyQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, None)?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let days = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let filter = CountedFilter {
        days,
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
        reach: caller.reach(&mut snapshot).await?,
        item: named(query.item_id, |id| id.0).map(ItemId),
        reason: named(query.reason_code_id, |id| id.0).map(ReasonCodeId),
        known_at: then.at,
    };
    let by = query.by.unwrap_or(CountAccuracyBy::Item);
    let found = read(&mut snapshot, caller.organization, &then, &filter, by).await?;
    let sees_costs = caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let report = Report { by, frame, days, sees_costs };
    let decimals = then.most_decimals(&mut snapshot, caller.organization).await?;
    match document {
        Some(format) => report.document(&app, format, &found, decimals).await,
        None => Ok(formats::json(report.view(found))),
    }
}

/// The bytes of an id that a filter names; a malformed one names nothing.
fn named<T: TypedId>(id: Option<Sought<T>>, bytes: impl Fn(T) -> [u8; 16]) -> Option<[u8; 16]> {
    id.map(|id| id.id().map_or([255; 16], bytes))
}

/// The key by which lines are summed: a code for the order, then an id.
type Key = (String, [u8; 16]);

/// The sums of lines.
#[derive(Clone, Default)]
struct Sum {
    code: Option<String>,
    unit_code: Option<String>,
    decimals: u8,
    lines: i64,
    right: i64,
    net: i128,
    absolute: i128,
    gain: i128,
    loss: i128,
}

impl Sum {
    fn add(&mut self, line: &Counted, value: i128) {
        let difference = line.difference();
        self.lines += 1;
        self.right += i64::from(difference == 0);
        self.net += difference;
        self.absolute += difference.abs();
        self.gain += value.max(0);
        self.loss += (-value).max(0);
    }
}

/// All that was found.
#[derive(Default)]
struct Found {
    counts: i64,
    groups: BTreeMap<Key, Sum>,
    total: Sum,
}

async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    then: &GoodsThen,
    filter: &CountedFilter,
    by: CountAccuracyBy,
) -> Result<Found, Problem> {
    let mut found = Found::default();
    let mut after: Option<(CountId, i64)> = None;
    loop {
        let lines = counted::list(snapshot, organization, filter, after, LINES_AT_ONCE).await?;
        let lines = counted::as_called(lines, then)?;
        let values = counted::values(snapshot, organization, &lines, then.seq).await?;
        for line in &lines {
            found.counts += i64::from(after.is_none_or(|(count, _)| count != line.count));
            after = Some((line.count, line.line_number));
            let value = line.pool.and_then(|place| values.get(&place)).copied().unwrap_or(0);
            found.total.add(line, value);
            if by == CountAccuracyBy::Reason && line.difference() == 0 {
                continue;
            }
            let (key, code, unit) = group(by, line);
            let sum = found.groups.entry(key).or_default();
            (sum.code, sum.unit_code, sum.decimals) = (code, unit, line.item.quantity_decimals);
            sum.add(line, value);
        }
        if lines.len() < LINES_AT_ONCE {
            return Ok(found);
        }
    }
}

/// The group of a line: its key, its code, and the unit of its quantities where they add up.
fn group(by: CountAccuracyBy, line: &Counted) -> (Key, Option<String>, Option<String>) {
    match by {
        CountAccuracyBy::Item => {
            let item = &line.item;
            ((item.sku_key.clone(), item.id.0), Some(item.sku.clone()), Some(item.unit_code.clone()))
        }
        CountAccuracyBy::Warehouse => {
            let (id, code) = &line.warehouse;
            ((code.clone(), id.0), Some(code.clone()), None)
        }
        CountAccuracyBy::Reason => match &line.reason {
            Some((id, code)) => ((code.clone(), id.0), Some(code.clone()), None),
            None => ((String::new(), [0; 16]), None, None),
        },
    }
}

/// The report in the making.
struct Report {
    by: CountAccuracyBy,
    frame: Frame,
    days: (Date, Date),
    sees_costs: bool,
}

impl Report {
    fn view(self, found: Found) -> CountAccuracyView {
        CountAccuracyView {
            by: Named(self.by),
            date_from: Day(self.days.0),
            date_to: Day(self.days.1),
            currency: CurrencyCode(self.frame.settings.base_currency),
            seq: self.frame.seq,
            counts: found.counts,
            total: self.row(None, &found.total),
            data: found.groups.iter().map(|((_, id), sum)| self.row(Some(*id), sum)).collect(),
        }
    }

    fn row(&self, id: Option<[u8; 16]>, sum: &Sum) -> CountAccuracyRow {
        let id = id.filter(|id| *id != [0; 16]);
        let of = |by| id.filter(|_| self.by == by);
        let quantity = |units: i128| DecimalText(Decimal { unscaled: units, scale: sum.decimals });
        let money = |units: i128| self.sees_costs.then(|| self.frame.amount(units));
        CountAccuracyRow {
            item_id: of(CountAccuracyBy::Item).map(|id| Id(ItemId(id))),
            warehouse_id: of(CountAccuracyBy::Warehouse).map(|id| Id(WarehouseId(id))),
            reason_code_id: of(CountAccuracyBy::Reason).map(|id| Id(ReasonCodeId(id))),
            code: sum.code.clone(),
            lines: sum.lines,
            right_lines: sum.right,
            accuracy: DecimalText(Decimal { unscaled: percent(sum), scale: PERCENT_DECIMALS }),
            net_difference: sum.unit_code.as_ref().map(|_| quantity(sum.net)),
            absolute_difference: sum.unit_code.as_ref().map(|_| quantity(sum.absolute)),
            unit_code: sum.unit_code.clone(),
            gain: money(sum.gain),
            loss: money(sum.loss),
            net_value: money(sum.gain - sum.loss),
        }
    }

    async fn document(
        &self,
        app: &App,
        format: DocumentFormat,
        found: &Found,
        decimals: u8,
    ) -> Result<Response, Problem> {
        let columns = Columns::of(&self.frame).quantities(decimals).first_called(match self.by {
            CountAccuracyBy::Item => "Sku",
            CountAccuracyBy::Warehouse => "Warehouse",
            CountAccuracyBy::Reason => "Reason",
        });
        let heading = self.frame.heading("count-accuracy", "Accuracy of counts", Some(self.days), columns.headings());
        let mut draft = formats::begin(app, format, heading).await?;
        for ((_, id), sum) in &found.groups {
            draft.push(columns.line(&self.row(Some(*id), sum))).await?;
        }
        let mut total = columns.cells(&self.row(None, &found.total));
        if let Some(first) = total.first_mut() {
            *first = Shown::text("Total");
        }
        draft.push(Row::new(RowKind::Total, total)).await?;
        formats::finish(draft).await
    }
}

/// Right lines of a hundred, with 2 decimals, cut: 100.00 says that all were right.
fn percent(sum: &Sum) -> i128 {
    if sum.lines == 0 { 10_000 } else { i128::from(sum.right) * 10_000 / i128::from(sum.lines) }
}
