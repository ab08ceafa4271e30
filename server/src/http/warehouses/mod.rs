//! Warehouses: create, read, update by merge, delete if unused.

mod change_costing_scope;
mod create;
mod deactivation_check;
mod delete;
pub mod get;
mod list;
mod moved;
mod reclassify;
mod stock;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::ParentCycle,
    Code::ParentTooDeep,
    Code::ParentNotUsable,
    Code::WarehouseNotUsable,
    Code::AccountNotUsable,
    Code::UnknownReference,
    Code::LimitReached,
    Code::WarehouseIsDefault,
    Code::WarehouseNotAssigned,
    Code::NotFound,
    Code::WarehouseNotEmpty,
];
const UPDATING: &[Code] = &[
    Code::CodeTaken,
    Code::ParentCycle,
    Code::ParentTooDeep,
    Code::ParentNotUsable,
    Code::WarehouseNotUsable,
    Code::AccountNotUsable,
    Code::UnknownReference,
    Code::LimitReached,
    Code::WarehouseIsDefault,
    Code::WarehouseIsLastActive,
    Code::WarehouseInUse,
    Code::WarehouseNotEmpty,
    Code::WarehouseHasOpenWork,
    Code::ValuationAccountInUse,
    Code::StockIsNegative,
    Code::WarehouseNotAssigned,
    Code::VersionMismatch,
];

const RECLASSIFYING: &[Code] = &[
    Code::UnknownReference,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::OccurredInFuture,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::PoolFrozen,
    Code::ReplayTooLarge,
    Code::ValuationAccountInUse,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::JournalNotUsable,
    Code::WarehouseNotAssigned,
    Code::VersionMismatch,
    Code::NotFound,
];

const CHANGING_SCOPE: &[Code] = &[
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::BeforeScopeChange,
    Code::FieldsConflict,
    Code::OccurredInFuture,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::PoolTooLarge,
    Code::PoolFrozen,
    Code::ReplayTooLarge,
    Code::StockAccountNeeded,
    Code::StockIsNegative,
    Code::ValuationAccountInUse,
    Code::WouldGoNegative,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::JournalNotUsable,
    Code::VersionMismatch,
    Code::NotFound,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("WarehousesController_list", "/api/v1/warehouses", Access::Needs(Permission::WarehousesRead)),
    Operation::write(
        "WarehousesController_create",
        "POST",
        "/api/v1/warehouses",
        Access::Needs(Permission::WarehousesCreate),
    )
    .rejects(CREATING),
    Operation::read("WarehousesController_get", "/api/v1/warehouses/{id}", Access::Needs(Permission::WarehousesRead)),
    Operation::read(
        "WarehousesController_deactivationCheck",
        "/api/v1/warehouses/{id}/deactivation-check",
        Access::Needs(Permission::WarehousesRead),
    )
    .rejects(&[Code::WarehouseNotAssigned]),
    Operation::read(
        "WarehousesController_stock",
        "/api/v1/warehouses/{id}/stock",
        Access::Needs(Permission::ItemsRead),
    )
    .rejects(&[Code::WarehouseNotAssigned]),
    Operation::write(
        "WarehousesController_update",
        "PUT",
        "/api/v1/warehouses/{id}",
        Access::Needs(Permission::WarehousesUpdate),
    )
    .rejects(UPDATING)
    .conditional()
    .preferable(),
    Operation::write(
        "WarehousesController_delete",
        "DELETE",
        "/api/v1/warehouses/{id}",
        Access::Needs(Permission::WarehousesDelete),
    )
    .rejects(&[Code::WarehouseInUse, Code::WarehouseIsDefault, Code::WarehouseNotAssigned])
    .conditional(),
    Operation::write(
        "WarehousesController_reclassify",
        "POST",
        "/api/v1/warehouses/{id}/reclassify",
        Access::Needs(Permission::MovementsAdjust),
    )
    .rejects(RECLASSIFYING)
    .conditional()
    .preferable(),
    Operation::write(
        "WarehousesController_changeCostingScope",
        "POST",
        "/api/v1/warehouses/{id}/costing-scope",
        Access::Needs(Permission::MovementsAdjust),
    )
    .rejects(CHANGING_SCOPE)
    .conditional()
    .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(reclassify::reclassify))
        .routes(routes!(change_costing_scope::change_costing_scope))
        .routes(routes!(get::get, update::update, delete::delete))
        .routes(routes!(deactivation_check::deactivation_check))
        .routes(routes!(stock::stock))
}
