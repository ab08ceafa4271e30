//! Recurring entries: templates with the days on which they make entries.

mod create;
mod delete;
mod get;
mod list;
mod occurrences;
mod run;
mod skip;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::journal_entries::POSTING;
use super::operations::{Access, Operation, joined};
use crate::app::App;

const DELETING: &[Code] = &[Code::RecurringEntryInUse];
const SKIPPING: &[Code] = &[Code::OccurrenceNotDue];

/// The noun's rows in the table of operations. A template is refused for the same reasons as its entries would be.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "RecurringEntriesController_list",
        "/api/v1/accounting/recurring-entries",
        Access::Needs(Permission::RecurringEntriesRead),
    ),
    Operation::write(
        "RecurringEntriesController_create",
        "POST",
        "/api/v1/accounting/recurring-entries",
        Access::Needs(Permission::RecurringEntriesManage),
    )
    .rejects(POSTING),
    Operation::read(
        "RecurringEntriesController_get",
        "/api/v1/accounting/recurring-entries/{id}",
        Access::Needs(Permission::RecurringEntriesRead),
    ),
    Operation::write(
        "RecurringEntriesController_update",
        "PUT",
        "/api/v1/accounting/recurring-entries/{id}",
        Access::Needs(Permission::RecurringEntriesManage),
    )
    .rejects(POSTING)
    .conditional()
    .preferable(),
    Operation::write(
        "RecurringEntriesController_delete",
        "DELETE",
        "/api/v1/accounting/recurring-entries/{id}",
        Access::Needs(Permission::RecurringEntriesManage),
    )
    .rejects(DELETING)
    .conditional(),
    Operation::read(
        "RecurringEntriesController_occurrences",
        "/api/v1/accounting/recurring-entries/{id}/occurrences",
        Access::Needs(Permission::RecurringEntriesRead),
    ),
    Operation::write(
        "RecurringEntriesController_run",
        "POST",
        "/api/v1/accounting/recurring-entries/{id}/run",
        Access::Needs(Permission::RecurringEntriesManage),
    )
    .rejects(RUNNING),
    Operation::write(
        "RecurringEntriesController_skip",
        "POST",
        "/api/v1/accounting/recurring-entries/{id}/skip",
        Access::Needs(Permission::RecurringEntriesManage),
    )
    .rejects(SKIPPING),
];

const RUNNING: &[Code] = &joined::<{ POSTING.len() + 1 }>(POSTING, &[Code::OccurrenceNotDue]);

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update, delete::delete))
        .routes(routes!(occurrences::occurrences))
        .routes(routes!(run::run))
        .routes(routes!(skip::skip))
}

#[cfg(test)]
mod tests;
