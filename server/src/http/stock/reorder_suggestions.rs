//! `GET /inventory/reorder-suggestions`: what should be ordered, and how much.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::access::{Permission, Reach};
use domain::inventory::items::SCALE;
use domain::limits;
use domain::value::id::{ItemId, OrganizationId, PartyId, WarehouseId};
use domain::value::{Cell, CellKind, Json, TypedId};
use domain::warehouses::Warehouse;
use store::Snapshot;
use store::read::availability::{self, LowItem};
use store::read::stock;

use super::{named, quantity, sheet};
use crate::app::App;
use crate::commit;
use crate::documents::table::{Cell as Shown, Column, Row};
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::input::Ref;
use crate::http::output::{DecimalText, Id};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 2_000;

crate::input! {
    /// For which warehouse.
    pub struct ReorderQuery {
        /// What this warehouse alone has; all warehouses together where absent.
        pub warehouse_id: Option<Ref<WarehouseId>>,
        /// `json` (the default), or a whole document as `csv`, `xlsx` or `print`; wins over `Accept`.
        pub format: Option<ReportFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// Where the page begins.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// An item that has come down to its reorder point, in its base unit.
    pub struct ReorderRow {
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub on_hand: DecimalText,
        pub held: DecimalText,
        pub reserved: DecimalText,
        pub available: DecimalText,
        pub reorder_point: DecimalText,
        pub min_quantity: Option<DecimalText>,
        pub max_quantity: Option<DecimalText>,
        /// What is missing to the most that should be in stock; where the item has none, to the least or to its reorder point,
        /// whichever is more.
        pub suggested_quantity: DecimalText,
        /// The base unit.
        pub unit_code: String,
        /// Days between ordering it and having it.
        pub lead_time_days: Option<i64>,
        /// Who sent the last receipt of it, where one names its supplier.
        pub supplier_id: Option<Id<PartyId>>,
        /// With `warehouseId`: the warehouses that resupply it, as it names them, with what each has available.
        pub resupply_from: Vec<ResupplySource>,
    }

    /// A warehouse from which goods may come.
    pub struct ResupplySource {
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String,
        pub available: DecimalText,
    }

    /// A page of suggestions.
    pub struct ReorderView {
        /// Null for all warehouses together.
        pub warehouse_id: Option<Id<WarehouseId>>,
        /// As of which event of the log this page holds.
        pub seq: i64,
        /// By sku.
        pub data: Vec<ReorderRow>,
        pub next_cursor: Option<String>,
    }
}

/// List what should be ordered
///
/// Active items of which no more is available than their reorder point, with what is missing to their most. Goods that are
/// held or reserved do not count as available.
#[utoipa::path(get, path = "/api/v1/inventory/reorder-suggestions", operation_id = "StockController_reorderSuggestions",
    tag = "Stock", params(ReorderQuery),
    responses((status = 200, description = "A page, or the whole as a document", content(
        (ReorderView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn reorder_suggestions(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ItemsRead).await?;
    let query: ReorderQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, (None, None)).await?;
    let warehouse = named(query.warehouse_id, |id| id.0).map(WarehouseId);
    let (own, now) = (caller.organization, commit::now());
    let reach = caller.reach(&mut snapshot).await?;
    let sources = Sources::read(&mut snapshot, own, (warehouse, &reach)).await?;
    if let Some(format) = document {
        let decimals = stock::most_decimals(&mut snapshot, own).await?;
        let heading = sheet::heading(&frame, "reorder-suggestions", "Reorder suggestions", None, columns(decimals));
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after: Option<String> = None;
        loop {
            let page = (after.as_deref(), ROWS_AT_ONCE);
            let rows = availability::low_items(&mut snapshot, own, (warehouse, &reach), now, page).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(|row| row.item.sku_key.clone());
            for row in rows {
                let shown = sources.shown(&mut snapshot, row).await?;
                draft.push(Row::line(cells(shown, decimals))).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Text])? {
            [Cell::Text(sku)] => Some(sku.as_str()),
            _ => None,
        },
        None => None,
    };
    let rows =
        availability::low_items(&mut snapshot, own, (warehouse, &reach), now, (after, query.limit.0 + 1)).await?;
    let page = Page::of(rows, query.limit.0, |row| vec![Cell::Text(row.item.sku_key.clone())]);
    let mut data = Vec::with_capacity(page.data.len());
    for row in page.data {
        data.push(sources.shown(&mut snapshot, row).await?);
    }
    let view = ReorderView {
        warehouse_id: warehouse.map(Id),
        seq: frame.seq,
        data,
        next_cursor: page.next.as_ref().map(Cursor::text),
    };
    Ok(listing::json(view, page.next.as_ref(), &uri))
}

/// Where goods of one warehouse may come from.
struct Sources {
    organization: OrganizationId,
    warehouses: Vec<WarehouseId>,
    /// What others have is not told.
    reach: Reach,
}

impl Sources {
    async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        (warehouse, reach): (Option<WarehouseId>, &Reach),
    ) -> Result<Self, Problem> {
        let none = Self { organization, warehouses: Vec::new(), reach: reach.clone() };
        let Some(id) = warehouse else { return Ok(none) };
        let params = [Cell::Id(organization.0), Cell::Id(id.0)];
        let found: Vec<Warehouse> = snapshot.rows("where organization_id = $1 and id = $2", &params).await?;
        let named = found.first().and_then(|warehouse| Json::parse(&warehouse.resupply_from).ok());
        let Some(Json::List(ids)) = named else { return Ok(none) };
        let id = |id: &Json| if let Json::Text(text) = id { WarehouseId::parse(text) } else { None };
        Ok(Self { warehouses: ids.iter().filter_map(id).collect(), ..none })
    }

    async fn shown(&self, snapshot: &mut Snapshot, row: LowItem) -> Result<ReorderRow, Problem> {
        let decimals = row.item.quantity_decimals;
        let mut resupply_from = Vec::new();
        if !self.warehouses.is_empty() {
            let filter = availability::AvailabilityFilter {
                item: Some(row.item.id),
                reach: self.reach.clone(),
                ..Default::default()
            };
            let page = (None, limits::WAREHOUSES);
            let all = availability::by_warehouse(snapshot, self.organization, &filter, commit::now(), page);
            let mut there: BTreeMap<WarehouseId, ResupplySource> = BTreeMap::new();
            for one in all.await? {
                let available = quantity(one.figures.available(), decimals);
                let (warehouse_id, warehouse_code) = (Id(one.warehouse_id), one.warehouse_code);
                there.insert(one.warehouse_id, ResupplySource { warehouse_id, warehouse_code, available });
            }
            resupply_from.extend(self.warehouses.iter().filter_map(|id| there.remove(id)));
        }
        let own = |measure: i64| i128::from(measure) / 10_i128.pow(u32::from(SCALE.saturating_sub(decimals)));
        let (point, least) = (own(row.reorder_point), row.min_quantity.map(own));
        let target = row.max_quantity.map(own).unwrap_or_else(|| least.unwrap_or(0).max(point));
        let available = row.figures.available();
        Ok(ReorderRow {
            item_id: Id(row.item.id),
            sku: row.item.sku,
            name: row.item.name,
            on_hand: quantity(row.figures.on_hand, decimals),
            held: quantity(row.figures.held, decimals),
            reserved: quantity(row.figures.reserved, decimals),
            available: quantity(available, decimals),
            reorder_point: quantity(point, decimals),
            min_quantity: least.map(|least| quantity(least, decimals)),
            max_quantity: row.max_quantity.map(|most| quantity(own(most), decimals)),
            suggested_quantity: quantity((target - available).max(0), decimals),
            unit_code: row.item.unit_code,
            lead_time_days: row.lead_time_days,
            supplier_id: row.supplier.map(Id),
            resupply_from,
        })
    }
}

fn columns(decimals: u8) -> Vec<Column> {
    let mut columns = vec![Column::text("Sku"), Column::text("Name")];
    let figures = ["On hand", "Held", "Reserved", "Available", "Reorder point", "Maximum", "Suggested"];
    columns.extend(figures.map(|header| Column::amount(header, decimals)));
    columns.extend([
        Column::text("Unit"),
        Column::integer("Lead time in days"),
        Column::text("Supplier"),
        Column::text("Resupply from"),
    ]);
    columns
}

fn cells(row: ReorderRow, decimals: u8) -> Vec<Shown> {
    let mut cells = vec![Shown::text(row.sku), Shown::text(row.name)];
    let figures = [row.on_hand, row.held, row.reserved, row.available, row.reorder_point];
    cells.extend(figures.map(|figure| sheet::quantity(figure, decimals)));
    cells.push(row.max_quantity.map_or(Shown::Empty, |most| sheet::quantity(most, decimals)));
    cells.push(sheet::quantity(row.suggested_quantity, decimals));
    let sources: Vec<String> = row.resupply_from.into_iter().map(|source| source.warehouse_code).collect();
    cells.extend([
        Shown::text(row.unit_code),
        row.lead_time_days.map_or(Shown::Empty, Shown::Integer),
        Shown::maybe(row.supplier_id.map(|id| id.0.to_string())),
        Shown::text(sources.join(", ")),
    ]);
    cells
}
