//! `GET /inventory/items/{id}/series`: quantity and value of an item over time.

use axum::Json;
use axum::extract::{Path, State};
use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::value::id::{ItemId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Date, Decimal, Sought};
use store::read::item_series::{self, Change};

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::matches::list::known;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::Frame;
use crate::http::round_trip;
use crate::http::series::{self, SeriesStep};

crate::input! {
    /// Which days, how far apart, and where.
    pub struct ItemSeriesQuery {
        /// The first day; that of the last day's fiscal year if absent.
        pub date_from: Option<Date>,
        /// The last day; today if absent.
        pub date_to: Option<Date>,
        /// `day`, `week` (to its Sunday) or `month`, the default.
        pub step: Option<SeriesStep>,
        /// Only goods in this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
    }
}

crate::output! {
    /// The stock of an item at the end of a day.
    pub struct StockPoint {
        pub date: Day,
        /// In the base unit.
        pub quantity: DecimalText,
        /// Null without `costs:read`, with `warehouseId`, and for callers who act in some warehouses alone.
        pub value: Option<DecimalText>,
    }

    /// The stock of an item over time, by posting date.
    pub struct ItemSeries {
        pub item_id: Id<ItemId>,
        pub unit_code: String,
        /// The base currency, in which values are given.
        pub currency: CurrencyCode,
        /// The last event of the log that it includes.
        pub seq: i64,
        pub points: Vec<StockPoint>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// Get an item's stock over time
///
/// Quantity and value at the end of each step and on the last day, by posting date. At most 400 points.
#[utoipa::path(get, path = "/api/v1/inventory/items/{id}/series", operation_id = "ItemsController_series", tag = "Items",
    params(("id" = String, Path, description = "The item"), ItemSeriesQuery),
    responses((status = 200, description = "The series", body = ItemSeries)))]
pub async fn series(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ItemId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Json<ItemSeries>, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let organization = caller.organization;
    let query: ItemSeriesQuery = query.decode_in(&mut snapshot, organization).await?;
    let item = round_trip::find::<Item, _>(&mut snapshot, organization, &id).await?;
    let frame = Frame::open(&mut snapshot, organization, None, None).await?;
    let (from, to) = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let ends = query.step.unwrap_or(SeriesStep::Month).ends(from, to)?;
    let (reach, rights) = (caller.reach(&mut snapshot).await?, caller.rights(&mut snapshot).await?);
    let warehouse = query.warehouse_id.map(known);
    let changes = item_series::quantities(&mut snapshot, organization, item.id, warehouse, &reach, to).await?;
    let quantities = at(&changes, &ends);
    let is_whole = warehouse.is_none() && reach == Reach::Everywhere;
    let values = match is_whole && rights.has(Permission::CostsRead) {
        true => Some(at(&item_series::values(&mut snapshot, organization, item.id, to).await?, &ends)),
        false => None,
    };
    let scale = u8::try_from(item.quantity_decimals).unwrap_or(0);
    let point = |(place, (end, quantity)): (usize, (&Date, i128))| StockPoint {
        date: Day(*end),
        quantity: DecimalText(Decimal { unscaled: quantity, scale }),
        value: values.as_ref().and_then(|values| values.get(place)).map(|value| frame.amount(*value)),
    };
    Ok(Json(ItemSeries {
        item_id: Id(item.id),
        unit_code: item.unit_code,
        currency: CurrencyCode(frame.settings.base_currency),
        seq: frame.seq,
        points: ends.iter().zip(quantities).enumerate().map(point).collect(),
    }))
}

fn at(changes: &[Change], ends: &[Date]) -> Vec<i128> {
    let changes: Vec<(Date, i128)> = changes.iter().map(|change| (change.date, change.by)).collect();
    series::sums(&changes, ends)
}
