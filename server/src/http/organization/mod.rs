//! The organization of the token: its settings, read and merged.

mod get;
mod update;
mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

pub use get::find;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("OrganizationController_get", "/api/v1/organization", Access::Needs(Permission::OrganizationRead)),
    Operation::write(
        "OrganizationController_update",
        "PUT",
        "/api/v1/organization",
        Access::Needs(Permission::OrganizationUpdate),
    )
    .rejects(&[
        Code::ValuationAccountInUse,
        Code::StockIsNegative,
        Code::AccountNotUsable,
        Code::UnknownReference,
        Code::LimitReached,
        Code::FieldsConflict,
        Code::SecondPersonNeeded,
        Code::AmountOutOfRange,
        Code::AmountPrecision,
        Code::NotFound,
    ])
    .conditional()
    .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get::get, update::update))
}
