//! Journals (books) with their number series.

mod create;
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

const CREATING: &[Code] = &[Code::CodeTaken, Code::JournalNotUsable, Code::LimitReached, Code::NotFound];
const UPDATING: &[Code] = &[Code::CodeTaken, Code::JournalNotUsable, Code::JournalInUse];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("JournalsController_list", "/api/v1/accounting/journals", Access::Needs(Permission::JournalsRead)),
    Operation::write(
        "JournalsController_create",
        "POST",
        "/api/v1/accounting/journals",
        Access::Needs(Permission::JournalsManage),
    )
    .rejects(CREATING),
    Operation::read(
        "JournalsController_get",
        "/api/v1/accounting/journals/{id}",
        Access::Needs(Permission::JournalsRead),
    ),
    Operation::write(
        "JournalsController_update",
        "PUT",
        "/api/v1/accounting/journals/{id}",
        Access::Needs(Permission::JournalsManage),
    )
    .rejects(UPDATING)
    .conditional()
    .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(get::get, update::update))
}

#[cfg(test)]
mod tests;
