//! Reservations: goods that are promised before they leave.

mod batch;
mod create;
mod get;
mod list;
mod release;
mod update;
pub mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::BodyLimit;
use super::journal_entries::BATCH_BYTES;
use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ReservationsRead);
const MANAGE: Access = Access::Needs(Permission::ReservationsManage);
const COLLECTION: &str = "/api/v1/inventory/reservations";
const ONE: &str = "/api/v1/inventory/reservations/{id}";

const RESERVING: &[Code] = &[
    Code::InsufficientStock,
    Code::ExpiryPassed,
    Code::DuplicateExternalId,
    Code::UnknownReference,
    Code::MovementIncomplete,
    Code::QuantityNotUsable,
    Code::QuantityPrecision,
    Code::UnitConversionInexact,
    Code::ItemNotUsable,
    Code::ItemNotTracked,
    Code::StockNotAvailable,
    Code::WarehouseNotUsable,
    Code::WarehouseNotAssigned,
    Code::AmountOutOfRange,
    Code::NotFound,
];
const UPDATING: &[Code] = &[
    Code::InsufficientStock,
    Code::ReservationNotActive,
    Code::ExpiryPassed,
    Code::QuantityNotUsable,
    Code::QuantityPrecision,
    Code::AmountOutOfRange,
    Code::LimitReached,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ReservationsController_list", COLLECTION, READ),
    Operation::write("ReservationsController_create", "POST", COLLECTION, MANAGE).rejects(RESERVING),
    Operation::write("ReservationsController_batch", "POST", "/api/v1/inventory/reservations/batch", MANAGE)
        .rejects(RESERVING),
    Operation::read("ReservationsController_get", ONE, READ),
    Operation::write("ReservationsController_update", "PUT", ONE, MANAGE).rejects(UPDATING).conditional().preferable(),
    Operation::write("ReservationsController_release", "POST", "/api/v1/inventory/reservations/{id}/release", MANAGE)
        .rejects(&[Code::ReservationNotActive])
        .conditional()
        .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    let batch = OpenApiRouter::new().routes(routes!(batch::batch)).layer(axum::Extension(BodyLimit(BATCH_BYTES)));
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update))
        .routes(routes!(release::release))
        .merge(batch)
}
