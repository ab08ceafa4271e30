//! Statement mappings: the sections in which an organization reads its balance sheet, profit and loss and cash flow.

mod create;
mod delete;
mod get;
mod list;
mod unmapped;
mod update;
pub mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::AccountsRead);
const MANAGE: Access = Access::Needs(Permission::AccountsManage);
const CREATING: &[Code] =
    &[Code::CodeTaken, Code::AccountClaimedTwice, Code::SectionInvalid, Code::LimitReached, Code::NotFound];
const UPDATING: &[Code] = &[Code::CodeTaken, Code::AccountClaimedTwice, Code::SectionInvalid];

crate::wire_enum! {
    domain::rows::MappingKind = "StatementMappingKind",
}

crate::wire_enum! {
    domain::rows::Activity = "CashFlowActivity",
}

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("StatementMappingsController_list", "/api/v1/accounting/statement-mappings", READ),
    Operation::write("StatementMappingsController_create", "POST", "/api/v1/accounting/statement-mappings", MANAGE)
        .rejects(CREATING),
    Operation::read("StatementMappingsController_get", "/api/v1/accounting/statement-mappings/{id}", READ),
    Operation::read(
        "StatementMappingsController_unmapped",
        "/api/v1/accounting/statement-mappings/{id}/unmapped",
        READ,
    ),
    Operation::write("StatementMappingsController_update", "PUT", "/api/v1/accounting/statement-mappings/{id}", MANAGE)
        .rejects(UPDATING)
        .conditional()
        .preferable(),
    Operation::write(
        "StatementMappingsController_delete",
        "DELETE",
        "/api/v1/accounting/statement-mappings/{id}",
        MANAGE,
    )
    .conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update, delete::delete))
        .routes(routes!(unmapped::unmapped))
}
