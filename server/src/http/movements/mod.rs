//! Movements of goods: they come, leave, move and are adjusted, each with its journal entry.

mod approve;
mod batch;
pub mod brought;
mod close;
mod cost_trace;
mod create;
mod delete;
mod get;
pub mod list;
mod post;
mod receive;
mod reject;
mod submit;
mod trace_rows;
mod update;
pub mod view;
mod void;
pub mod wire;
mod withdraw;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::BodyLimit;
use super::formats;
use super::journal_entries::BATCH_BYTES;
use super::operations::{Access, Operation, joined};
use crate::app::App;

const READ: Access = Access::Needs(Permission::MovementsRead);
const DRAFT: Access = Access::Needs(Permission::MovementsDraft);
const COLLECTION: &str = "/api/v1/inventory/movements";
const ONE: &str = "/api/v1/inventory/movements/{id}";

/// The refusals of posting goods, for any caller.
const POSTED: &[Code] = &[
    Code::OccurredInFuture,
    Code::MovementIncomplete,
    Code::MovementNotPosted,
    Code::MovementAlreadyVoided,
    Code::QuantityNotUsable,
    Code::QuantityPrecision,
    Code::UnitConversionInexact,
    Code::ItemNotUsable,
    Code::ItemNotTracked,
    Code::WarehouseNotUsable,
    Code::LocationNotUsable,
    Code::ReasonNotUsable,
    Code::StockNotAvailable,
    Code::SerialInStock,
    Code::TransferToItself,
    Code::CostRequired,
    Code::CostNotAllowed,
    Code::WouldGoNegative,
    Code::InsufficientStock,
    Code::ReservationNotActive,
    Code::ReservationTooSmall,
    Code::NoKnownCost,
    Code::PoolFrozen,
    Code::PoolTooLarge,
    Code::ReplayTooLarge,
    Code::TakesTooMuch,
    Code::BeforeItsSource,
    Code::BeforeScopeChange,
    Code::StockAccountNeeded,
    Code::ValuationAccountInUse,
    Code::FieldsConflict,
    Code::UnknownReference,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::AccountNotUsable,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::ConversionConflict,
    Code::RateMissing,
    Code::DimensionRequired,
    Code::DimensionNotUsable,
    Code::NothingInTransit,
    Code::NothingToValue,
    Code::FxGainLossAccountNeeded,
    Code::WarehouseNotAssigned,
];
/// The refusals of posting goods, in whatever way it is requested.
const POSTING: &[Code] = &joined::<{ POSTED.len() + 6 }>(
    POSTED,
    &[
        Code::PostingDateDerived,
        Code::MovementNotDraft,
        Code::ApprovalRequired,
        Code::DuplicateExternalId,
        Code::VersionMismatch,
        Code::NotFound,
    ],
);
/// The refusals of rewriting a draft.
const EDITING: &[Code] = &[
    Code::MovementNotDraft,
    Code::MovementIncomplete,
    Code::QuantityNotUsable,
    Code::QuantityPrecision,
    Code::UnitConversionInexact,
    Code::ItemNotUsable,
    Code::ItemNotTracked,
    Code::WarehouseNotUsable,
    Code::LocationNotUsable,
    Code::ReasonNotUsable,
    Code::StockNotAvailable,
    Code::TransferToItself,
    Code::CostRequired,
    Code::CostNotAllowed,
    Code::ReservationNotActive,
    Code::ReservationTooSmall,
    Code::TakesTooMuch,
    Code::FieldsConflict,
    Code::UnknownReference,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::ConversionConflict,
    Code::DuplicateExternalId,
    Code::VersionMismatch,
    Code::WarehouseNotAssigned,
];
/// The refusals of submitting a draft: those of posting it, except for those that depend on stock.
const SUBMITTING: &[Code] = &[
    Code::MovementNotDraft,
    Code::OccurredInFuture,
    Code::MovementIncomplete,
    Code::MovementNotPosted,
    Code::MovementAlreadyVoided,
    Code::ItemNotUsable,
    Code::ItemNotTracked,
    Code::WarehouseNotUsable,
    Code::LocationNotUsable,
    Code::ReasonNotUsable,
    Code::StockNotAvailable,
    Code::QuantityNotUsable,
    Code::TransferToItself,
    Code::CostRequired,
    Code::CostNotAllowed,
    Code::FieldsConflict,
    Code::UnknownReference,
    Code::AmountOutOfRange,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::WarehouseNotAssigned,
];
/// The refusals of approving, which posts.
const APPROVING: &[Code] = &joined::<{ POSTED.len() + 3 }>(
    POSTED,
    &[Code::MovementNotPending, Code::PersonRequired, Code::SeparationOfDuties],
);

/// A step of approval.
const fn step(id: &'static str, path: &'static str, permission: Permission) -> Operation {
    Operation::write(id, "POST", path, Access::Needs(permission)).conditional().preferable()
}

const VOIDING: &[Code] = &[
    Code::SeparationOfDuties,
    Code::WarehouseNotUsable,
    Code::LocationNotUsable,
    Code::MovementIncomplete,
    Code::MovementNotPosted,
    Code::MovementAlreadyVoided,
    Code::MovementHasDependents,
    Code::MovementNotVoidable,
    Code::PoolFrozen,
    Code::WouldGoNegative,
    Code::InsufficientStock,
    Code::SerialInStock,
    Code::ReplayTooLarge,
    Code::BeforeScopeChange,
    Code::NoKnownCost,
    Code::CostRequired,
    Code::TakesTooMuch,
    Code::EntryHasMatchedLines,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::NoPeriod,
    Code::AmountOutOfRange,
    Code::StockAccountNeeded,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::JournalNotUsable,
    Code::WarehouseNotAssigned,
    Code::VersionMismatch,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("MovementsController_list", COLLECTION, READ),
    Operation::write("MovementsController_create", "POST", COLLECTION, DRAFT).rejects(POSTING),
    Operation::write("MovementsController_batch", "POST", "/api/v1/inventory/movements/batch", DRAFT).rejects(POSTING),
    Operation::read("MovementsController_get", ONE, READ),
    Operation::read(
        "MovementsController_costTrace",
        "/api/v1/inventory/movements/{id}/cost-trace",
        Access::Needs(Permission::CostsRead),
    )
    .rejects(&[Code::LimitReached, Code::NotTraceable, Code::StoredDataDamaged, Code::WarehouseNotAssigned])
    .faults(formats::FAULTS),
    Operation::write("MovementsController_update", "PUT", ONE, DRAFT).rejects(EDITING).conditional().preferable(),
    Operation::write("MovementsController_delete", "DELETE", ONE, DRAFT)
        .rejects(&[Code::MovementNotDraft, Code::WarehouseNotAssigned])
        .conditional(),
    Operation::write(
        "MovementsController_post",
        "POST",
        "/api/v1/inventory/movements/{id}/post",
        Access::Needs(Permission::MovementsPost),
    )
    .rejects(POSTING)
    .conditional()
    .preferable(),
    step("MovementsController_submit", "/api/v1/inventory/movements/{id}/submit", Permission::MovementsDraft)
        .rejects(SUBMITTING),
    step("MovementsController_withdraw", "/api/v1/inventory/movements/{id}/withdraw", Permission::MovementsDraft)
        .rejects(&[Code::MovementNotPending]),
    step("MovementsController_approve", "/api/v1/inventory/movements/{id}/approve", Permission::MovementsApprove)
        .rejects(APPROVING),
    step("MovementsController_reject", "/api/v1/inventory/movements/{id}/reject", Permission::MovementsApprove)
        .rejects(&[Code::MovementNotPending, Code::WarehouseNotAssigned]),
    Operation::write(
        "MovementsController_void",
        "POST",
        "/api/v1/inventory/movements/{id}/void",
        Access::Needs(Permission::MovementsVoid),
    )
    .rejects(VOIDING)
    .conditional()
    .preferable(),
    Operation::write(
        "MovementsController_receive",
        "POST",
        "/api/v1/inventory/movements/{id}/receive",
        Access::Needs(Permission::MovementsPost),
    )
    .rejects(POSTING)
    .conditional(),
    Operation::write(
        "MovementsController_close",
        "POST",
        "/api/v1/inventory/movements/{id}/close",
        Access::Needs(Permission::MovementsAdjust),
    )
    .rejects(POSTING)
    .conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    let batch = OpenApiRouter::new().routes(routes!(batch::batch)).layer(axum::Extension(BodyLimit(BATCH_BYTES)));
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update, delete::delete))
        .routes(routes!(cost_trace::cost_trace))
        .routes(routes!(post::post))
        .routes(routes!(submit::submit))
        .routes(routes!(withdraw::withdraw))
        .routes(routes!(approve::approve))
        .routes(routes!(reject::reject))
        .routes(routes!(void::void))
        .routes(routes!(receive::receive))
        .routes(routes!(close::close))
        .merge(batch)
}
