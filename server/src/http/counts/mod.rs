//! Counts of what is in stock: opened, recorded line by line, submitted, approved where need be, and posted.

mod accuracy;
mod acknowledge_overruns;
mod approve;
mod cancel;
mod get;
mod lines;
mod list;
mod open;
pub mod overruns;
mod post;
mod record;
mod send_back;
mod submit;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::formats;
use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::CountsRead);
const RECORD: Access = Access::Needs(Permission::CountsRecord);
const APPROVE: Access = Access::Needs(Permission::CountsApprove);
const COLLECTION: &str = "/api/v1/inventory/counts";
const ONE: &str = "/api/v1/inventory/counts/{id}";
const LINES: &str = "/api/v1/inventory/counts/{id}/lines";

const OPENING: &[Code] = &[
    Code::UnknownReference,
    Code::MovementIncomplete,
    Code::WarehouseNotUsable,
    Code::WarehouseNotAssigned,
    Code::ReasonNotUsable,
    Code::AmountOutOfRange,
    Code::QuantityPrecision,
    Code::CountOverlaps,
    Code::LimitReached,
    Code::NotFound,
];
const RECORDING: &[Code] = &[
    Code::CountState,
    Code::UnknownReference,
    Code::NotInCount,
    Code::QuantityNotUsable,
    Code::QuantityPrecision,
    Code::UnitConversionInexact,
    Code::MovementIncomplete,
    Code::ItemNotTracked,
    Code::FieldsConflict,
    Code::LocationNotUsable,
    Code::ReasonNotUsable,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::LimitReached,
];
const POSTING: &[Code] = &[
    Code::CountState,
    Code::ReasonNotUsable,
    Code::WarehouseNotUsable,
    Code::SerialInStock,
    Code::CostRequired,
    Code::WouldGoNegative,
    Code::NoKnownCost,
    Code::PoolFrozen,
    Code::PoolTooLarge,
    Code::ReplayTooLarge,
    Code::BeforeScopeChange,
    Code::StockAccountNeeded,
    Code::ValuationAccountInUse,
    Code::AmountOutOfRange,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::JournalNotUsable,
    Code::DimensionRequired,
    Code::InsufficientStock,
];

/// A step of one count.
const fn step(id: &'static str, path: &'static str, access: Access) -> Operation {
    Operation::write(id, "POST", path, access).conditional().preferable()
}

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("CountsController_list", COLLECTION, READ),
    Operation::write("CountsController_open", "POST", COLLECTION, RECORD).rejects(OPENING),
    Operation::read("CountsController_accuracy", "/api/v1/inventory/counts/accuracy", READ).faults(formats::FAULTS),
    Operation::read("CountsController_get", ONE, READ),
    Operation::read("CountsController_lines", LINES, READ),
    Operation::write("CountsController_record", "POST", LINES, RECORD).rejects(RECORDING).conditional(),
    step("CountsController_submit", "/api/v1/inventory/counts/{id}/submit", RECORD).rejects(&[
        Code::CountState,
        Code::CountIncomplete,
        Code::LimitReached,
    ]),
    step("CountsController_approve", "/api/v1/inventory/counts/{id}/approve", APPROVE).rejects(&[
        Code::CountState,
        Code::PersonRequired,
        Code::SeparationOfDuties,
    ]),
    step("CountsController_sendBack", "/api/v1/inventory/counts/{id}/send-back", APPROVE).rejects(&[Code::CountState]),
    step("CountsController_cancel", "/api/v1/inventory/counts/{id}/cancel", APPROVE).rejects(&[Code::CountState]),
    step("CountsController_acknowledgeOverruns", "/api/v1/inventory/counts/{id}/acknowledge-overruns", APPROVE)
        .rejects(&[Code::CountState]),
    step("CountsController_post", "/api/v1/inventory/counts/{id}/post", APPROVE).rejects(POSTING),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, open::open))
        .routes(routes!(accuracy::accuracy))
        .routes(routes!(get::get))
        .routes(routes!(lines::lines, record::record))
        .routes(routes!(submit::submit))
        .routes(routes!(approve::approve))
        .routes(routes!(send_back::send_back))
        .routes(routes!(cancel::cancel))
        .routes(routes!(post::post))
        .routes(routes!(acknowledge_overruns::acknowledge_overruns))
}
