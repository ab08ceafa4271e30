//! Accounts: the chart, and each account's statement.

pub mod below;
mod create;
mod delete;
mod get;
mod list;
pub mod statement;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::formats::FAULTS;
use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::ParentNotUsable,
    Code::ParentTooDeep,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::UnknownReference,
    Code::DimensionNotUsable,
    Code::LimitReached,
    Code::NotFound,
];
const UPDATING: &[Code] = &[
    Code::ValuationAccountInUse,
    Code::CodeTaken,
    Code::ParentNotUsable,
    Code::ParentTooDeep,
    Code::ParentCycle,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::UnknownReference,
    Code::DimensionNotUsable,
    Code::AccountFrozen,
    Code::AccountInUse,
    Code::LimitReached,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("AccountsController_list", "/api/v1/accounting/accounts", Access::Needs(Permission::AccountsRead)),
    Operation::write(
        "AccountsController_create",
        "POST",
        "/api/v1/accounting/accounts",
        Access::Needs(Permission::AccountsManage),
    )
    .rejects(CREATING),
    Operation::read(
        "AccountsController_get",
        "/api/v1/accounting/accounts/{id}",
        Access::Needs(Permission::AccountsRead),
    ),
    Operation::write(
        "AccountsController_update",
        "PUT",
        "/api/v1/accounting/accounts/{id}",
        Access::Needs(Permission::AccountsManage),
    )
    .rejects(UPDATING)
    .conditional()
    .preferable(),
    Operation::read(
        "AccountsController_statement",
        "/api/v1/accounting/accounts/{id}/statement",
        Access::Needs(Permission::ReportsRead),
    )
    .faults(FAULTS),
    Operation::write(
        "AccountsController_delete",
        "DELETE",
        "/api/v1/accounting/accounts/{id}",
        Access::Needs(Permission::AccountsManage),
    )
    .rejects(&[Code::AccountInUse, Code::ValuationAccountInUse])
    .conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update, delete::delete))
        .routes(routes!(statement::statement))
}

#[cfg(test)]
mod tests;
