//! `GET /inventory/reports/ageing`: stock by the time since it came.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::Code;
use domain::book::reach::Reach;
use domain::costing::ageing::{AgeBasis, Ages};
use domain::rows::{Pool, Warehouse};
use domain::value::id::{ItemCategoryId, ItemId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Date, Instant, Sought};
use store::Snapshot;
use store::read::known_goods::GoodsThen;
use store::read::stock::most_decimals;
use store::read::valuation::{self, ValuationFilter, Valued};
use store::read::valuation_then::{self, ValuationThen};

use super::{ages, comparable, found_by, goods_then, named, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Column, Row, RowKind, RowRanges};
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::Text;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::aged_open_items::bounds;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::in_column::number;
use crate::http::reports::listing;
use crate::http::reports::row::Columns;

/// Items that are read at once where a document is made.
const ITEMS_AT_ONCE: usize = 500;

crate::wire_enum! {
    AgeBasis = "AgeBasis",
}

crate::report_input! {
    /// Which goods, and by which ages.
    pub struct AgeingQuery {
        /// At the end of this day, by posting date, from which ages are counted; now if absent.
        pub as_of: Option<Date>,
        ..known_at,
        /// Days at which a bucket ends, ascending: `30,60,90` if absent.
        pub buckets: Option<Text<1, 100>>,
        /// Only the item with this SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only goods in this warehouse. Goods of warehouses that share their costs belong to none of them.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only items directly in this category.
        pub category_id: Option<Sought<ItemCategoryId>>,
        ..format,
        /// The number of items on the page; each has a row for every warehouse in which it has a value.
        pub limit: PageLimit,
        ..cursor,
    }
}

crate::report_output! {
    /// Stock of one age.
    pub struct AgeBucket {
        pub quantity: DecimalText,
        pub value: DecimalText,
    }

    /// An item in a warehouse by age.
    pub struct AgeingRow {
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub unit_code: String => "Unit" (at 4),
        /// Null if warehouses share their costs.
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub warehouse_code: Option<String> => "Warehouse",
        /// `layers`: each receipt tells the age of its goods. `firstInFirstOut`: goods of several receipts cannot be
        /// told apart (moving average, standard), so the oldest are assumed to have left first, and all have the same
        /// unit value.
        pub basis: Named<AgeBasis> => "Basis",
        pub quantity: DecimalText => "Quantity" (quantity),
        pub value: DecimalText => "Value" (amount),
        /// One for each label. With `owed`, they add up to the quantity and the value.
        pub buckets: Vec<AgeBucket>,
        /// Goods without an age: they left before they arrived. Below 0.
        pub owed: AgeBucket,
    }

    /// A page of stock by age.
    pub struct AgeingView {
        /// The day from which ages are counted.
        pub as_of: Day,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// The labels of the buckets, in days: `0-30`, `31-60` …
        pub labels: Vec<String>,
        /// By SKU, then by warehouse.
        pub data: Vec<AgeingRow>,
        /// The total of all pages; it equals the total of the valuation.
        pub total_value: DecimalText,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::report(Permission::CostsRead).rejects(&[Code::LimitReached, Code::WarehouseNotAssigned]);

/// Get the stock by age
///
/// Quantity and value by item and warehouse, by the number of days since the goods arrived: by layer if layers are kept
/// (FIFO, specific), otherwise as if the oldest goods had left first. Transferred goods keep their age, also in transit;
/// that of goods whose costing method changed counts from the change. The total equals the valuation on the same day.
/// With `knownAt`, the answer is as known then; ask for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/reports/ageing", operation_id = "StockController_ageing", tag = "Stock",
    params(AgeingQuery), responses((status = 200, description = "A page, or the whole report as a document", content(
        (AgeingView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn ageing(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: AgeingQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let warehouse = named(query.warehouse_id, |id| id.0).map(WarehouseId);
    caller.require_all_of(&mut snapshot, warehouse).await?;
    let filter = ValuationFilter {
        as_of: comparable(query.as_of),
        warehouse,
        reach: Reach::Everywhere,
        category: named(query.category_id, |id| id.0).map(ItemCategoryId),
        sku_key: found_by(query.sku),
        non_zero: true,
    };
    let day = filter.as_of.unwrap_or_else(|| frame.books.today(&frame.settings));
    let bounds = bounds(query.buckets.as_deref())?;
    let then = match frame.books.entries() {
        None => None,
        Some(_) => {
            let point = goods_then(&mut snapshot, &frame).await?;
            let found = valuation_then::read(&mut snapshot, caller.organization, &filter, &point).await?;
            Some((point, found))
        }
    };
    let report = Report { bounds, filter, day, then, frame };
    if let Some(format) = document {
        return report.document(&app, snapshot, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Text])? {
            [Cell::Text(code)] => Some(code.clone()),
            _ => return Err(Cursor::of_another_list()),
        },
        None => None,
    };
    let (data, next) = report.page(&mut snapshot, after, query.limit.0).await?;
    let view = AgeingView {
        as_of: Day(report.day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        labels: labels(&report.bounds),
        data,
        total_value: report.frame.amount(report.total(&mut snapshot).await?),
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The report in the making.
struct Report {
    bounds: Vec<i64>,
    filter: ValuationFilter,
    day: Date,
    /// The stock at an earlier point of the log.
    then: Option<(GoodsThen, ValuationThen)>,
    frame: Frame,
}

/// The stock of an item in one warehouse.
struct Sums {
    basis: AgeBasis,
    /// Quantity and value by bucket; the last one has no age.
    buckets: Vec<(i128, i128)>,
}

impl Report {
    /// The rows of the next items after a sku in lower case, and where the next page begins.
    async fn page(
        &self,
        snapshot: &mut Snapshot,
        after: Option<String>,
        most: usize,
    ) -> Result<(Vec<AgeingRow>, Option<Cursor>), Problem> {
        let whose = self.frame.organization;
        let mut items = match &self.then {
            Some((_, then)) => then.behind(after.as_deref(), most + 1),
            None => valuation::items(snapshot, whose, &self.filter, None, after.as_deref(), most + 1).await?,
        };
        let more = items.len() > most;
        items.truncate(most);
        let next = items.last().filter(|_| more).map(|last| Cursor(vec![Cell::Text(last.item.sku_key.clone())]));
        Ok((self.rows(snapshot, &items).await?, next))
    }

    async fn rows(&self, snapshot: &mut Snapshot, items: &[Valued]) -> Result<Vec<AgeingRow>, Problem> {
        let ids: Vec<ItemId> = items.iter().map(|valued| valued.item.id).collect();
        let known = self.then.as_ref().map(|(point, _)| (point.seq, point.at));
        let found = ages::read(snapshot, self.frame.organization, &ids, &self.filter, known).await?;
        let mut sums: BTreeMap<(ItemId, [u8; 16]), Sums> = BTreeMap::new();
        for (pool, ages) in &found {
            self.add(&mut sums, pool, ages);
        }
        let own = Cell::Id(self.frame.organization.0);
        let warehouses: Vec<Warehouse> = snapshot.rows("where organization_id = $1", &[own]).await?;
        let mut codes: BTreeMap<WarehouseId, String> = BTreeMap::new();
        for row in warehouses {
            let now = (row.id, row.code);
            codes.extend([match &self.then {
                Some((point, _)) => point.warehouse(now).map_err(|bad| Problem::damaged(&bad))?,
                None => now,
            }]);
        }
        let mut rows = Vec::with_capacity(sums.len());
        for valued in items {
            let from = (valued.item.id, [0; 16]);
            let mut own: Vec<AgeingRow> = sums
                .range(from..=(valued.item.id, [255; 16]))
                .filter(|(_, sums)| sums.buckets.iter().any(|bucket| *bucket != (0, 0)))
                .map(|((_, scope), sums)| self.row(valued, WarehouseId(*scope), sums, &codes))
                .collect();
            own.sort_by(|one, other| one.warehouse_code.cmp(&other.warehouse_code));
            rows.extend(own);
        }
        Ok(rows)
    }

    fn add(&self, sums: &mut BTreeMap<(ItemId, [u8; 16]), Sums>, pool: &Pool, ages: &Ages) {
        let none = || Sums { basis: AgeBasis::Layers, buckets: vec![(0, 0); self.bounds.len() + 2] };
        let sums = sums.entry((pool.item_id, pool.scope_id)).or_insert_with(none);
        if ages.basis == AgeBasis::FirstInFirstOut {
            sums.basis = ages.basis;
        }
        let parts = ages.parts.iter().map(|part| (self.bucket(part.place.at), part.quantity, part.value));
        let owed = std::iter::once((self.bounds.len() + 1, ages.owed.0, ages.owed.1));
        for (at, quantity, value) in parts.chain(owed) {
            if let Some(bucket) = sums.buckets.get_mut(at) {
                *bucket = (bucket.0 + i128::from(quantity), bucket.1 + i128::from(value));
            }
        }
    }

    /// The bucket of goods that came then.
    fn bucket(&self, came: Instant) -> usize {
        let age = self.frame.day(came).until(self.day).map_or(0, |span| i64::from(span.get_days()));
        self.bounds.iter().position(|last| age <= *last).unwrap_or(self.bounds.len())
    }

    fn row(
        &self,
        valued: &Valued,
        warehouse: WarehouseId,
        sums: &Sums,
        codes: &BTreeMap<WarehouseId, String>,
    ) -> AgeingRow {
        let item = &valued.item;
        let bucket = |(units, value): &(i128, i128)| AgeBucket {
            quantity: quantity(*units, item.quantity_decimals),
            value: self.frame.amount(*value),
        };
        let all = sums.buckets.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        let (owed, aged) = sums.buckets.split_last().unwrap_or((&(0, 0), &[]));
        let named = codes.get(&warehouse);
        AgeingRow {
            item_id: Id(item.id),
            sku: item.sku.clone(),
            name: item.name.clone(),
            unit_code: item.unit_code.clone(),
            warehouse_id: named.map(|_| Id(warehouse)),
            warehouse_code: named.cloned(),
            basis: Named(sums.basis),
            quantity: quantity(all.0, item.quantity_decimals),
            value: self.frame.amount(all.1),
            buckets: aged.iter().map(bucket).collect(),
            owed: bucket(owed),
        }
    }

    /// The value of all stock, over all pages.
    async fn total(&self, snapshot: &mut Snapshot) -> Result<i128, Problem> {
        if let Some((_, then)) = &self.then {
            return Ok(then.by_account.values().sum());
        }
        let found = valuation::by_account(snapshot, self.frame.organization, &self.filter).await?;
        Ok(found.values().sum())
    }

    async fn document(&self, app: &App, mut snapshot: Snapshot, format: DocumentFormat) -> Result<Response, Problem> {
        let decimals = match &self.then {
            Some((point, _)) => point.most_decimals(&mut snapshot, self.frame.organization).await?,
            None => most_decimals(&mut snapshot, self.frame.organization).await?,
        };
        let columns = Columns::of(&self.frame).quantities(decimals);
        let mut heading = sheet::heading(&self.frame, "stock-ageing", "Ages of stock", Some(self.day), &columns);
        heading.columns.extend(self.of_buckets(decimals));
        let mut draft = formats::begin(app, format, heading).await?;
        let (mut after, mut lines) = (None, RowRanges::new());
        let mut totals = vec![0_i128; self.bounds.len() + 2];
        loop {
            let (rows, next) = self.page(&mut snapshot, after, ITEMS_AT_ONCE).await?;
            for row in rows {
                lines.add(draft.next_row());
                let values = row.buckets.iter().chain(std::iter::once(&row.owed)).map(|bucket| bucket.value.0.unscaled);
                totals.iter_mut().zip(values).for_each(|(total, value)| *total += value);
                draft.push(Row::line(cells(&columns, &row, decimals))).await?;
            }
            after = match next.and_then(|cursor| cursor.0.into_iter().next()) {
                Some(Cell::Text(code)) => Some(code),
                _ => break,
            };
        }
        let total = Shown::sum(totals.iter().sum::<i128>(), &lines);
        let mut cells = columns.total(vec![("Value", total)]);
        for total in totals {
            cells.extend([Shown::Empty, Shown::sum(total, &lines)]);
        }
        draft.push(Row::new(RowKind::Total, cells)).await?;
        formats::finish(draft).await
    }

    /// The columns of the buckets, two for each.
    fn of_buckets(&self, of_quantity: u8) -> Vec<Column> {
        let of_value = self.frame.decimals();
        let labels = labels(&self.bounds).into_iter().chain(["owed".to_owned()]);
        let both = |label: String| {
            [
                Column::amount(format!("Quantity {label}"), of_quantity),
                Column::amount(format!("Value {label}"), of_value),
            ]
        };
        labels.flat_map(both).collect()
    }
}

/// The labels of the buckets, by days.
fn labels(bounds: &[i64]) -> Vec<String> {
    let mut first = 0;
    let mut labels = Vec::with_capacity(bounds.len() + 1);
    for last in bounds {
        labels.push(format!("{first}-{last}"));
        first = last + 1;
    }
    labels.push(format!("{first}+"));
    labels
}

/// What a row says in the columns, and then bucket by bucket.
fn cells(columns: &Columns<AgeingRow>, row: &AgeingRow, decimals: u8) -> Vec<Shown> {
    let mut cells = columns.cells(row);
    for bucket in row.buckets.iter().chain([&row.owed]) {
        cells.extend([number(&bucket.quantity, decimals), Shown::Amount(bucket.value.0.unscaled)]);
    }
    cells
}
