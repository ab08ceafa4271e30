//! The feed of events: the log as everyone may see it.

mod cursor;
mod data;
mod list;
mod log;
mod seen;
mod stream;
mod streams;
mod view;

pub use cursor::FeedCursor;

use axum::Extension;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use super::problem::ServerCode;
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("EventsController_list", "/api/v1/events", Access::Needs(Permission::EventsRead))
        .faults(&[ServerCode::FeedRewound, ServerCode::TooManyStreams]),
    Operation::read("EventsController_stream", "/api/v1/events/stream", Access::Needs(Permission::EventsRead))
        .faults(&[ServerCode::FeedRewound, ServerCode::TooManyStreams]),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(stream::stream))
        .layer(Extension(streams::Streams::default()))
}

#[cfg(test)]
mod tests;
