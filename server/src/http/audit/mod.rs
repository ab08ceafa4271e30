//! The audit of the log, and the security log.

mod head;
mod security_events;

use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("AuditController_head", "/api/v1/audit/head", Access::Needs(Permission::AuditRead)),
    Operation::read(
        "AuditController_securityEvents",
        "/api/v1/audit/security-events",
        Access::Needs(Permission::AuditRead),
    ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(head::head)).routes(routes!(security_events::list))
}
