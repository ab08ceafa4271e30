//! `POST /views`

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::limits;
use store::operational::saved_views::{self, SavedView};

use super::view::SavedViewView;
use super::wire::{self, SavedViewInput};
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::context::RequestContext;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::http::writing::set;
use crate::identity::fresh_id;

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login)
    .rejects(&[Code::Forbidden, Code::CodeTaken, Code::LimitReached])
    .faults(&[ServerCode::StorageFull]);

/// Save a view
///
/// Filters, order and columns of a screen under a name, for the caller or for all members. A member saves up to 200 in an
/// organization. Views are no part of the books.
#[utoipa::path(post, path = "/api/v1/views", operation_id = "ViewsController_create", tag = "Own settings",
    request_body = SavedViewInput, responses((status = 201, description = "Saved", body = SavedViewView)))]
pub async fn create(
    State(app): State<App>,
    caller: Caller,
    context: RequestContext,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let NoQuery {} = query.decode()?;
    let input: SavedViewInput = body.decode()?;
    let (organization, owner, now) = (caller.organization, caller.actor.principal, commit::now());
    let own = saved_views::of_owner(&mut snapshot, organization, owner).await?;
    drop(snapshot);
    let view = SavedView {
        organization_id: organization,
        id: fresh_id::new(),
        owner_id: owner,
        name: input.name.0,
        screen: input.screen.0,
        query: input.query.map(|query| query.0).unwrap_or_default(),
        columns: input.columns.map(wire::stored),
        is_shared: input.is_shared.unwrap_or(false),
        version: 1,
        created_at: now,
        updated_at: now,
    };
    let same = own.iter().find(|other| (&other.screen, &other.name) == (&view.screen, &view.name));
    if same.is_some() {
        return Err(wire::name_taken(&view, same));
    }
    if own.len() >= limits::VIEWS {
        let detail =
            format!("you have {} saved views, which is the limit: delete one that you no longer need", own.len());
        let limit = i64::try_from(limits::VIEWS).unwrap_or(i64::MAX);
        return Err(Problem::new(Code::LimitReached, detail).with("limit", limit));
    }
    if !saved_views::add(&app.database, &view).await? {
        return Err(wire::name_taken(&view, None));
    }
    let place = context.href(&format!("/views/{}", view.id));
    let mut response = (StatusCode::CREATED, axum::Json(SavedViewView::of(view, owner)?)).into_response();
    set(response.headers_mut(), LOCATION, &place);
    Ok(response)
}
