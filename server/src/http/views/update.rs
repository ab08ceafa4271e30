//! `PUT /views/{id}`

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::id::ViewId;
use store::Fault;
use store::operational::saved_views::{self, SavedView};

use super::get;
use super::wire::{self, SavedViewChange};
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::conditional::{Tags, etag};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::path::PathId;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};

/// How often a change is tried again that names no version, while others change the view.
const TRIES: usize = 5;

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login)
    .rejects(&[Code::Forbidden, Code::CodeTaken])
    .faults(&[ServerCode::StorageFull])
    .conditional();

/// Change a saved view
///
/// Only its owner can. Fields that are absent stay.
#[utoipa::path(put, path = "/api/v1/views/{id}", operation_id = "ViewsController_update", tag = "Own settings",
    params(("id" = String, Path, description = "The view")), request_body = SavedViewChange,
    responses((status = 204, description = "Changed")))]
pub async fn update(
    State(app): State<App>,
    caller: Caller,
    id: PathId<ViewId>,
    query: RawQuery,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<Response, Problem> {
    drop(caller.enter(&app).await?);
    let NoQuery {} = query.decode()?;
    let change: SavedViewChange = body.decode()?;
    let if_match = Tags::if_match(&headers)?;
    for _ in 0..TRIES {
        let found = get::find(&mut app.database.snapshot().await?, &caller, &id).await?;
        if found.owner_id != caller.actor.principal {
            let detail = "only its owner changes a view: save one of your own with POST /api/v1/views";
            return Err(Problem::new(Code::Forbidden, detail));
        }
        if_match.require(found.version)?;
        let changed = change.clone().apply(&found);
        if changed == found {
            return Ok((StatusCode::NO_CONTENT, [etag(found.version)]).into_response());
        }
        let changed = SavedView { version: found.version + 1, updated_at: commit::now(), ..changed };
        match saved_views::change(&app.database, &changed).await {
            Ok(true) => return Ok((StatusCode::NO_CONTENT, [etag(changed.version)]).into_response()),
            Ok(false) => {}
            Err(Fault::Constraint(_)) => return Err(taken(&app, &changed).await?),
            Err(fault) => return Err(fault.into()),
        }
    }
    Err(Problem::overloaded(1))
}

async fn taken(app: &App, view: &SavedView) -> Result<Problem, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let own = saved_views::of_owner(&mut snapshot, view.organization_id, view.owner_id).await?;
    let same = own.iter().find(|other| (&other.screen, &other.name) == (&view.screen, &view.name));
    Ok(wire::name_taken(view, same))
}
