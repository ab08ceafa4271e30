//! Ids in paths: a malformed one is answered like an unknown one, and only when it is that check's turn.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use domain::value::TypedId;

use super::problem::Problem;

/// The `{id}` of the path.
#[derive(Clone, Copy, Debug)]
pub struct PathId<T>(Option<T>);

impl<T: TypedId> PathId<T> {
    /// The id.
    ///
    /// # Errors
    /// 404, as for an id that nobody has.
    pub fn id(self) -> Result<T, Problem> {
        self.0.ok_or_else(Problem::not_found)
    }
}

impl<T: TypedId, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        // A path that is no UTF-8 has no ids.
        let params = RawPathParams::from_request_parts(parts, state).await.ok();
        let text =
            params.and_then(|params| params.iter().find(|(name, _)| *name == "id").map(|(_, text)| text.to_owned()));
        Ok(Self(text.and_then(|text| T::parse(&text))))
    }
}
