//! Proofs of stock, one at a time in this process: each reads all that ever moved, and has a connection of its own.

use std::time::Duration;

use domain::value::id::OrganizationId;
use store::audit::stock::{self, Proved, StockProof};
use store::{Database, Fault};
use tokio::sync::Semaphore;

/// Longest proof: a long look at the database keeps its log growing.
const LONGEST: Duration = Duration::from_secs(300);
/// How long a proof waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

static TURNS: Semaphore = Semaphore::const_new(1);

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum NotProved {
    /// Another proof takes too long.
    #[error("another proof of stock is running: try again later")]
    Busy,
    /// The database, or a proof that is too large.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A defect of the program.
    #[error("a proof of stock panicked: {0}")]
    Panicked(#[from] tokio::task::JoinError),
}

/// Proves the stock of an organization while writers go on.
///
/// # Errors
/// If another proof is under way, it takes too long or the database fails. Contradictions are in the proof.
pub async fn prove(database: &Database, organization: OrganizationId, what: Proved) -> Result<StockProof, NotProved> {
    let turn = tokio::time::timeout(PATIENCE, TURNS.acquire()).await;
    let turn = turn.ok().and_then(Result::ok).ok_or(NotProved::Busy)?;
    let database = database.clone();
    // A client who leaves does not end it: its turn is over when its work is.
    let proving = tokio::spawn(async move {
        let found = stock::prove_within(&database, organization, what, LONGEST).await;
        drop(turn);
        found
    });
    Ok(proving.await??)
}
