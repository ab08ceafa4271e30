//! `GET /.well-known/jwks.json`: the public keys of our tokens.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::commit;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::OpenObject;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// A JWK set (RFC 7517).
    pub struct JwksView {
        /// Ed25519 keys, by `kid`.
        pub keys: Vec<OpenObject>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Public);

/// Get the public keys of the tokens
///
/// The public halves of the keys that sign access tokens, for services that check our tokens themselves.
/// A key that signs nothing any more stays as long as its last token.
#[utoipa::path(get, path = "/.well-known/jwks.json", operation_id = "AuthController_jwks", tag = "Authentication",
    responses((status = 200, description = "The public keys that are valid now or soon", body = JwksView)))]
pub async fn jwks(State(app): State<App>, query: RawQuery) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    // A new key is published 10 minutes before it signs: half of that may be cached.
    let cached = [(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"))];
    Ok((cached, Json(app.auth.verifier.ring().jwks(commit::now()))).into_response())
}
