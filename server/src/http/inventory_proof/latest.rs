//! `GET /inventory/proof/latest`: what the service's own proof of stock found last.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::id::OrganizationId;
use domain::value::permission::Permission;
use store::Snapshot;
use store::operational::stock_proofs;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{At, Day};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::today;

crate::output! {
    /// The latest proof of stock by the service. All members are null before the first.
    pub struct LatestProofView {
        pub holds: Option<bool>,
        /// When it ended.
        pub at: Option<At>,
        /// The day that it was in the organization's time zone: it covers all that occurred by then.
        pub as_of: Option<Day>,
        /// The last event of the log at that time.
        pub seq: Option<i64>,
        pub failure_count: Option<i64>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// Get the result of the latest proof of stock
///
/// The service proves all stock a minute after its start and then every day. This reads what it found, and proves nothing.
#[utoipa::path(get, path = "/api/v1/inventory/proof/latest", operation_id = "InventoryController_latestProof",
    tag = "Proof of stock", responses((status = 200, description = "The result", body = LatestProofView)))]
pub async fn latest(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    Ok(axum::Json(LatestProofView::read(&mut snapshot, caller.organization).await?).into_response())
}

impl LatestProofView {
    /// What it found.
    pub async fn read(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Self, Problem> {
        let Some(proof) = stock_proofs::get(snapshot, organization).await? else {
            return Ok(Self { holds: None, at: None, as_of: None, seq: None, failure_count: None });
        };
        Ok(Self {
            holds: Some(proof.holds),
            at: Some(At(proof.at)),
            as_of: today::of(snapshot, organization, proof.at).await?.map(Day),
            seq: Some(proof.seq),
            failure_count: Some(proof.failure_count),
        })
    }
}
