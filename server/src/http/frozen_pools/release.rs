//! `POST /inventory/frozen-pools/{id}/release`: goods move again, once nothing is wrong with them.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::frozen_pools::release::{Finding, ReleasePool};
use domain::value::id::FrozenPoolId;
use store::audit::stock::Proved;

use super::get;
use super::view::FrozenPoolView;
use crate::http::input::Reason;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::{Problem, ServerCode};
use crate::http::writing::Writing;
use crate::proving;

crate::input! {
    /// Why goods may move again.
    pub struct ReleaseFrozenInput {
        pub reason: Reason = "rebuilt from the log, and counted",
    }
}

pub(super) const OPERATION: Operation = Operation::of::<ReleasePool>()
    .alone()
    .rejects(&[Code::PoolNotFrozen, Code::InvariantBroken, Code::WarehouseNotAssigned])
    .faults(&[ServerCode::Overloaded])
    .conditional()
    .preferable();

/// Release frozen goods
///
/// Proves the stock first, like `GET /inventory/proof`: the goods are not released while something is wrong with them.
/// One proof runs at a time.
#[utoipa::path(post, path = "/api/v1/inventory/frozen-pools/{id}/release", operation_id = "FrozenPoolsController_release",
    tag = "Frozen pools", request_body = ReleaseFrozenInput, params(("id" = String, Path, description = "The frozen \
         goods")),
    responses((status = 204, description = "Released"), (status = 200, description = "Released, with `Prefer: return=representation`", body = FrozenPoolView)))]
pub async fn release(Path(PathId(id)): Path<PathId<FrozenPoolId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReleaseFrozenInput = writing.body().await?;
    // A proof reads every movement: nobody runs one without the right, or for a row that does not exist.
    let mut snapshot = writing.caller.read(&writing.app).await?;
    get::read(&mut snapshot, &writing.caller, &id).await?;
    drop(snapshot);
    let proof = proving::prove(&writing.app.database, writing.caller.organization, Proved::default()).await?;
    let found = proof.faulty.into_iter().map(|faulty| Finding {
        item: faulty.item,
        warehouse: faulty.warehouse,
        invariant: faulty.invariant,
    });
    let command = ReleasePool {
        frozen_pool: id.clone(),
        reason: input.reason.0,
        found: found.collect(),
        if_match: writing.if_match.clone(),
    };
    let done = writing.run(command).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, &writing.caller, &id).await).await
}
