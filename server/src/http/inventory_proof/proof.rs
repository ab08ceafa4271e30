//! `GET /inventory/proof`: stock and books, costed anew from the beginning, compared, and signed.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::Date;
use domain::value::id::OrganizationId;
use domain::value::permission::Permission;
use store::Snapshot;
use store::audit::stock::{KnownThen, Proved};
use store::read::known::head_at;

use super::signed;
use super::view::{ProofSummaryView, ProofView, SignedProofView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::RawQuery;
use crate::http::reports::books::KnownAt;
use crate::http::reports::frame::Frame;
use crate::proving::{self, NotProved};

crate::report_input! {
    /// The scope of a proof.
    pub struct ProofQuery {
        /// Movements that occurred by the end of this day; all if absent.
        pub as_of: Option<Date>,
        ..known_at,
    }
}

pub(super) const OPERATION: Operation =
    Operation::read(Permission::ReportsRead).rejects(&[Code::WarehouseNotAssigned]).faults(&[ServerCode::Overloaded]);

/// Prove stock against the books
///
/// Costs all movements from the beginning, up to the end of a day or in total, and compares the result with the
/// postings, with the lines of the books and with the current stock. It reads one snapshot of the database, while
/// writers go on. The answer names the end of the log for which it holds and is signed: `signature.value` is the
/// Ed25519 signature, in base64url, of `proof` as canonical JSON (keys sorted, no spaces), by the key of
/// `/.well-known/jwks.json` that `signature.keyId` names. The other members are for reading: they give a summary of the proof
/// and list every invariant that was checked. With `knownAt`, it proves what was known then and never changes: the
/// movements, the entries and the end of the log of that time, costed now from the beginning. The current stock is
/// compared only without `knownAt`. Also needs `costs:read` and access to all warehouses. One proof runs at a time.
#[utoipa::path(get, path = "/api/v1/inventory/proof", operation_id = "InventoryController_proof", tag = "Proof of stock",
    params(ProofQuery), responses((status = 200, description = "The proof, whatever its result", body = SignedProofView)))]
pub async fn proof(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    if !caller.rights(&mut snapshot).await?.has(Permission::CostsRead) {
        return Err(Problem::forbidden(Permission::CostsRead));
    }
    caller.require_everywhere(&mut snapshot).await?;
    let query: ProofQuery = query.decode()?;
    let what = Proved { as_of: query.as_of, known: known(&mut snapshot, caller.organization, query.known_at).await? };
    drop(snapshot);
    let found = proving::prove(&app.database, caller.organization, what).await?;
    let mut snapshot = app.database.snapshot().await?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let view = ProofView::of(&mut snapshot, &frame, &found).await?;
    drop(snapshot);
    let body = signed::document(&app, &view, &ProofSummaryView::of(&view, &found))?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response())
}

/// The point of the log that is asked for.
async fn known(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    known_at: Option<KnownAt>,
) -> Result<Option<KnownThen>, Problem> {
    if known_at.is_none() {
        return Ok(None);
    }
    let frame = Frame::open(snapshot, organization, known_at, None).await?;
    let head = head_at(snapshot, organization, frame.seq).await?.ok_or_else(|| Problem::lost("facts", frame.seq))?;
    Ok(Some(KnownThen { head, timezone: frame.settings.timezone }))
}

impl From<NotProved> for Problem {
    fn from(reason: NotProved) -> Self {
        match reason {
            NotProved::Busy => Self::overloaded(5),
            NotProved::Fault(fault) => fault.into(),
            NotProved::Panicked(error) => Self::internal(&error),
        }
    }
}
