//! Changes of controls: policies, duties, roles and places, proposed or made.

mod approve;
mod get;
mod list;
pub mod proposal;
mod reject;
pub mod view;
mod withdraw;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ControlChangesRead);
const DECIDE: Access = Access::Needs(Permission::ControlChangesApprove);

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ControlChangesController_list", "/api/v1/control-changes", READ),
    Operation::read("ControlChangesController_get", "/api/v1/control-changes/{id}", READ),
    Operation::write("ControlChangesController_approve", "POST", "/api/v1/control-changes/{id}/approve", DECIDE)
        .rejects(&[
            Code::ControlChangeNotOpen,
            Code::ControlChangeOutdated,
            Code::PersonRequired,
            Code::SeparationOfDuties,
            Code::CodeTaken,
            Code::UnknownReference,
            Code::LimitReached,
        ])
        .conditional()
        .preferable(),
    Operation::write("ControlChangesController_reject", "POST", "/api/v1/control-changes/{id}/reject", DECIDE)
        .rejects(&[Code::ControlChangeNotOpen, Code::PersonRequired, Code::SeparationOfDuties])
        .conditional()
        .preferable(),
    Operation::write("ControlChangesController_withdraw", "POST", "/api/v1/control-changes/{id}/withdraw", READ)
        .rejects(&[Code::ControlChangeNotOpen])
        .conditional()
        .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(get::get))
        .routes(routes!(approve::approve))
        .routes(routes!(reject::reject))
        .routes(routes!(withdraw::withdraw))
}
