//! `GET /me/preferences`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use store::operational::preferences as stored;

use super::wire::Preferences;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::RawObject;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// Get my preferences
///
/// What the caller stored in this organization; an empty object before that.
#[utoipa::path(get, path = "/api/v1/me/preferences", operation_id = "MeController_preferences", tag = "Own settings",
    responses((status = 200, description = "The preferences", body = Preferences)))]
pub async fn preferences(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let NoQuery {} = query.decode()?;
    let found = stored::get(&mut snapshot, caller.organization, caller.actor.principal).await?;
    let (content, version) = found.map_or(("{}".to_owned(), 0), |found| (found.content, found.version));
    Ok(([etag(version)], axum::Json(RawObject(content))).into_response())
}
