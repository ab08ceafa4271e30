//! `GET /accounting/matches/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Match;
use domain::value::Sought;
use domain::value::id::MatchId;
use domain::value::permission::Permission;
use store::Snapshot;
use store::read::matches;

use super::view::MatchView;
use crate::app::App;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// Get a match
///
/// With the lines that it settles and what it settles of each.
#[utoipa::path(get, path = "/api/v1/accounting/matches/{id}", operation_id = "MatchesController_get",
    tag = "Open items", params(("id" = String, Path, description = "The match")),
    responses((status = 200, description = "The match", body = MatchView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<MatchId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, &caller, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the match with this wire id.
pub async fn read(snapshot: &mut Snapshot, caller: &Caller, id: &Sought<MatchId>) -> Result<MatchView, Problem> {
    let organization = caller.organization;
    let made = round_trip::find::<Match, _>(snapshot, organization, id).await?;
    let items = matches::items(snapshot, organization, &[made.id]).await?.remove(&made.id).unwrap_or_default();
    let base = base_currency(snapshot, organization).await?;
    called::filled(snapshot, caller, MatchView::of(made, &items, base)).await
}
