//! The latest proof of stock of each organization, by the sweep that any node may make.

use domain::value::CellValue;
use domain::value::Instant;
use domain::value::id::OrganizationId;

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// What the latest sweep found.
    LatestProof in "stock_proofs" key 1 {
        organization_id: OrganizationId,
        /// When it ended.
        at: Instant,
        /// The last event of the log that it saw.
        seq: i64,
        holds: bool,
        /// What does not hold, each counted.
        failure_count: i64,
    }
}

/// Keeps a proof, unless a later one is kept.
pub async fn keep(database: &Database, proof: &LatestProof) -> Result<(), Fault> {
    let sql = format!(
        "insert into stock_proofs ({}) {} on conflict (organization_id) do update set at = excluded.at, \
         seq = excluded.seq, holds = excluded.holds, failure_count = excluded.failure_count \
         where stock_proofs.at <= excluded.at",
        LatestProof::columns(),
        LatestProof::values()
    );
    database.operational(&sql, &proof.cells(), &[]).await.map(drop)
}

/// The latest proof; `None` before the first.
pub async fn get(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Option<LatestProof>, Fault> {
    let sql = format!("select {} from stock_proofs where organization_id = $1", LatestProof::columns());
    LatestProof::read_one(&snapshot.query(&sql, &[organization.to_cell()], LatestProof::KINDS).await?)
}
