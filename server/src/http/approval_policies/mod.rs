//! Approval policies: which entries and movements of goods a second person approves before they are posted.

mod create;
mod delete;
mod get;
mod list;
mod update;
mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ApprovalPoliciesRead);
const MANAGE: Access = Access::Needs(Permission::ApprovalPoliciesManage);
const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::FieldsConflict,
    Code::AmountPrecision,
    Code::AmountOutOfRange,
    Code::LimitReached,
    Code::NotFound,
];
const UPDATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::FieldsConflict,
    Code::AmountPrecision,
    Code::AmountOutOfRange,
    Code::LimitReached,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ApprovalPoliciesController_list", "/api/v1/accounting/approval-policies", READ),
    Operation::write("ApprovalPoliciesController_create", "POST", "/api/v1/accounting/approval-policies", MANAGE)
        .rejects(CREATING),
    Operation::read("ApprovalPoliciesController_get", "/api/v1/accounting/approval-policies/{id}", READ),
    Operation::write("ApprovalPoliciesController_update", "PUT", "/api/v1/accounting/approval-policies/{id}", MANAGE)
        .rejects(UPDATING)
        .conditional()
        .preferable(),
    Operation::write(
        "ApprovalPoliciesController_delete",
        "DELETE",
        "/api/v1/accounting/approval-policies/{id}",
        MANAGE,
    )
    .rejects(&[Code::LimitReached])
    .conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(
        get::get,
        update::update,
        delete::delete
    ))
}
