//! `PUT /me/preferences`

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::Code;
use store::operational::preferences as stored;

use super::wire::Preferences;
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::conditional::{Tags, etag};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};

/// Bytes of the body.
const MOST_BYTES: usize = 65_536;
/// How often a write is tried again that names no version, while others write.
const TRIES: usize = 5;

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login)
    .rejects(&[Code::Forbidden])
    .faults(&[ServerCode::StorageFull])
    .conditional()
    .body_bytes(MOST_BYTES);

/// Set my preferences
///
/// Stores any JSON object up to 64 KiB for the caller in this organization, in place of the one before. They are no part
/// of the books.
#[utoipa::path(put, path = "/api/v1/me/preferences", operation_id = "MeController_setPreferences", tag = "Own settings",
    request_body = Preferences, responses((status = 204, description = "Stored")))]
pub async fn set_preferences(
    State(app): State<App>,
    caller: Caller,
    query: RawQuery,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<Response, Problem> {
    drop(caller.enter(&app).await?);
    let NoQuery {} = query.decode()?;
    let content = body.decode::<Preferences>()?.0.to_string();
    let if_match = Tags::if_match(&headers)?;
    for _ in 0..TRIES {
        let (organization, principal) = (caller.organization, caller.actor.principal);
        let found = stored::get(&mut app.database.snapshot().await?, organization, principal).await?;
        let version = found.as_ref().map_or(0, |found| found.version);
        if_match.require(version)?;
        if found.is_some_and(|found| found.content == content) {
            return Ok((StatusCode::NO_CONTENT, [etag(version)]).into_response());
        }
        let next = stored::Preferences {
            organization_id: organization,
            principal_id: principal,
            content: content.clone(),
            version: version + 1,
            updated_at: commit::now(),
        };
        if stored::set(&app.database, &next).await? {
            return Ok((StatusCode::NO_CONTENT, [etag(next.version)]).into_response());
        }
    }
    Err(Problem::overloaded(1))
}
