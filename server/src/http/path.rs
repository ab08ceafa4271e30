//! Ids in paths: a malformed one is answered like an unknown one, and only when it is that check's turn.

use std::fmt;
use std::marker::PhantomData;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use domain::value::{Sought, TypedId};
use serde::de::{Deserialize, Deserializer, Visitor};

use super::problem::Problem;

/// An id of a path, as in `Path(PathId(id)): Path<PathId<LotId>>`; standing alone it is the `{id}`.
#[derive(Clone, Debug)]
pub struct PathId<T>(pub Sought<T>);

impl<T: TypedId> PathId<T> {
    /// The id.
    ///
    /// # Errors
    /// 404, as for an id that nobody has.
    pub fn id(&self) -> Result<T, Problem> {
        Ok(self.0.require()?)
    }
}

impl<'de, T: TypedId> Deserialize<'de> for PathId<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Texts(PhantomData))
    }
}

/// Takes any text.
struct Texts<T>(PhantomData<T>);

impl<T: TypedId> Visitor<'_> for Texts<T> {
    type Value = PathId<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(PathId(Sought::of(text)))
    }
}

impl<T: TypedId, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        // A path that is no UTF-8 has no ids.
        let params = RawPathParams::from_request_parts(parts, state).await.ok();
        let named = params.as_ref().and_then(|params| params.iter().find(|(name, _)| *name == "id"));
        Ok(Self(named.map_or_else(Sought::default, |(_, text)| Sought::of(text))))
    }
}
