//! Organizations of the login: the list, and a new one.

mod create;
mod get;
mod leave;
mod list;
mod resume;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use super::problem::ServerCode;
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("OrganizationsController_list", "/api/v1/organizations", Access::Login),
    Operation::read("OrganizationsController_get", "/api/v1/organizations/{id}", Access::Login),
    Operation::write("OrganizationsController_create", "POST", "/api/v1/organizations", Access::Login).rejects(&[
        domain::value::rejection::Code::Forbidden,
        domain::value::rejection::Code::CodeTaken,
        domain::value::rejection::Code::LimitReached,
    ]),
    Operation::action(
        "OrganizationsController_leave",
        "DELETE",
        "/api/v1/organizations/{id}/membership",
        Access::Login,
    )
    .rejects(&[domain::value::rejection::Code::Forbidden, domain::value::rejection::Code::LastAdmin])
    .faults(&[ServerCode::StorageFull, ServerCode::OutcomeUnknown]),
    Operation::action("OrganizationsController_resume", "POST", "/api/v1/resume", Access::Login)
        .rejects(&[domain::value::rejection::Code::Forbidden])
        .faults(&[ServerCode::StorageFull]),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get))
        .routes(routes!(leave::leave))
        .routes(routes!(resume::resume))
}
