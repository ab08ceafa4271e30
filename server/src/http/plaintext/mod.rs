//! The books as a journal of plain-text accounting.

mod export;

use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[Operation::read(
    "PlainTextController_export",
    "/api/v1/accounting/export",
    Access::Needs(Permission::JournalEntriesRead),
)];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export::export))
}
