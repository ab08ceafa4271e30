//! `GET /warehouses/{id}/stock`: a summary of a warehouse.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::rows::{CostingScope, Organization, Warehouse};
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;
use domain::value::{Cell, Decimal};
use store::read::valuation::{self, ValuationFilter};
use store::read::warehouse_stock;

use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, DecimalText, Id};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip::find;

crate::output! {
    /// A summary of the stock of a warehouse.
    pub struct WarehouseStockView {
        pub warehouse_id: Id<WarehouseId>,
        pub code: String,
        /// The number of items in stock; each is a row of `/inventory/stock` with this `warehouseId`.
        pub items_on_hand: i64,
        /// The number of items of which more left than was there.
        pub items_owed: i64,
        /// The value of all stock; null without `costs:read`, and for a warehouse that shares its costs with others.
        pub value: Option<DecimalText>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The number of active reservations there.
        pub active_reservations: i64,
        /// The number of lines of two-step transfers on their way to it.
        pub in_transit_to: i64,
        /// The number of lines of two-step transfers that left it and have not arrived.
        pub in_transit_from: i64,
        /// The number of open counts.
        pub open_counts: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead).rejects(&[Code::WarehouseNotAssigned]);

/// Get a summary of a warehouse's stock
///
/// The number of items and their value, with reservations, goods in transit and open counts. Goods of the warehouses
/// below it are not included.
#[utoipa::path(get, path = "/api/v1/warehouses/{id}/stock", operation_id = "WarehousesController_stock",
    tag = "Warehouses", params(("id" = String, Path, description = "The warehouse")),
    responses((status = 200, description = "The stock", body = WarehouseStockView)))]
pub async fn stock(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<WarehouseId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let warehouse: Warehouse = find(&mut snapshot, caller.organization, &id).await?;
    caller.require_assigned(&mut snapshot, warehouse.id).await?;
    let own = [Cell::Id(caller.organization.0)];
    let mut settings: Vec<Organization> = snapshot.rows("where organization_id = $1", &own).await?;
    let base = settings.pop().ok_or_else(|| Problem::lost("organizations", caller.organization))?.base_currency;
    let there = warehouse_stock::read(&mut snapshot, caller.organization, warehouse.id, commit::now()).await?;
    let sees_value = warehouse.costing_scope == CostingScope::Warehouse
        && caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let value = if sees_value {
        let filter = ValuationFilter { warehouse: Some(warehouse.id), ..ValuationFilter::default() };
        let values = valuation::by_warehouse(&mut snapshot, caller.organization, &filter).await?;
        Some(DecimalText(Decimal { unscaled: values.into_values().sum(), scale: base.decimals() }))
    } else {
        None
    };
    let view = WarehouseStockView {
        warehouse_id: Id(warehouse.id),
        code: warehouse.code,
        items_on_hand: there.items_on_hand,
        items_owed: there.items_owed,
        value,
        currency: CurrencyCode(base),
        active_reservations: there.reservations,
        in_transit_to: there.in_transit_to,
        in_transit_from: there.in_transit_from,
        open_counts: there.open_counts,
    };
    Ok(axum::Json(view).into_response())
}
