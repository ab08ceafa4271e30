//! `GET /audit/head`: how far the log has come, for proofs.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::permission::Permission;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::journal_entries::view::hex;
use crate::http::operations::Operation;
use crate::http::output::At;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// The last link of the log's chain. Anyone who keeps it can prove later that nothing before it was changed.
    pub struct AuditHead {
        /// The last event.
        pub seq: i64,
        pub at: At,
        /// SHA-256 in hex over the last event and all before it.
        pub hash: String,
        /// The last posted entry's position in the organization's gapless series.
        pub entry_sequence: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AuditRead);

/// Get the head of the log
///
/// The number and the hash of the latest fact. Whoever keeps them can prove later that nothing before them was changed.
#[utoipa::path(get, path = "/api/v1/audit/head", operation_id = "AuditController_head", tag = "Audit",
    responses((status = 200, description = "The head", body = AuditHead)))]
pub async fn head(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let head = snapshot.head(caller.organization).await?.ok_or_else(|| Problem::lost("heads", caller.organization))?;
    let view = AuditHead { seq: head.seq, at: At(head.at), hash: hex(&head.hash), entry_sequence: head.entry_sequence };
    Ok(axum::Json(view).into_response())
}
