//! The resource in the answer to a change, where the client prefers to get it (`Prefer: return=representation`).

use axum::response::Response;
use serde::Serialize;
use store::Snapshot;

use super::problem::Problem;
use super::writing::{Done, Writing};

impl Writing {
    /// The resource as it reads after the change; `None` where the client did not ask for it, and in a preview.
    ///
    /// # Errors
    /// Those of the read.
    pub async fn preferred<T>(
        &self,
        done: &Done,
        read: impl AsyncFnOnce(&mut Snapshot) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        if !done.wants_body() {
            return Ok(None);
        }
        let mut snapshot = self.app.database.snapshot().await?;
        read(&mut snapshot).await.map(Some)
    }

    /// The answer to a change: 204, or 200 with the resource where the client prefers to get it.
    ///
    /// # Errors
    /// Those of the read.
    pub async fn changed<T: Serialize>(
        &self,
        done: Done,
        read: impl AsyncFnOnce(&mut Snapshot) -> Result<T, Problem>,
    ) -> Result<Response, Problem> {
        let view = self.preferred(&done, read).await?;
        done.changed(view)
    }
}
