//! The values of a dimension.

mod create;
mod delete;
mod get;
mod list;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] =
    &[Code::CodeTaken, Code::UnknownReference, Code::ParentTooDeep, Code::DimensionNotUsable, Code::LimitReached];
const UPDATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::ParentCycle,
    Code::ParentTooDeep,
    Code::DimensionNotUsable,
    Code::DimensionInUse,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "DimensionValuesController_list",
        "/api/v1/accounting/dimensions/{id}/values",
        Access::Needs(Permission::DimensionsRead),
    ),
    Operation::write(
        "DimensionValuesController_create",
        "POST",
        "/api/v1/accounting/dimensions/{id}/values",
        Access::Needs(Permission::DimensionsManage),
    )
    .rejects(CREATING),
    Operation::read(
        "DimensionValuesController_get",
        "/api/v1/accounting/dimensions/{id}/values/{valueId}",
        Access::Needs(Permission::DimensionsRead),
    ),
    Operation::write(
        "DimensionValuesController_update",
        "PUT",
        "/api/v1/accounting/dimensions/{id}/values/{valueId}",
        Access::Needs(Permission::DimensionsManage),
    )
    .rejects(UPDATING)
    .conditional()
    .preferable(),
    Operation::write(
        "DimensionValuesController_delete",
        "DELETE",
        "/api/v1/accounting/dimensions/{id}/values/{valueId}",
        Access::Needs(Permission::DimensionsManage),
    )
    .rejects(&[Code::DimensionInUse])
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
