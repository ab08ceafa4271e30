//! Organizations of the login: the list, and a new one.

mod create;
mod get;
mod list;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("OrganizationsController_list", "/api/v1/organizations", Access::Login),
    Operation::read("OrganizationsController_get", "/api/v1/organizations/{id}", Access::Login),
    Operation::write("OrganizationsController_create", "POST", "/api/v1/organizations", Access::Login)
        .rejects(&[domain::Code::Forbidden, domain::Code::CodeTaken]),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(get::get))
}
