//! Which state a movement was in at an earlier point of the log.

use domain::book::fact::FactKind;
use domain::rows::{MovementStatus, StockMovement};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};

use super::known_goods::GoodsThen;
use crate::{Fault, Snapshot};

/// `None` where it was not there yet.
pub async fn of_movement(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    now: &StockMovement,
    then: &GoodsThen,
) -> Result<Option<MovementStatus>, Fault> {
    if then.is_now {
        return Ok(Some(now.status));
    }
    if now.created_at > then.at {
        return Ok(None);
    }
    if now.seq.is_some_and(|seq| seq <= then.seq) {
        let is_voided = now.voided_at.is_some_and(|at| at <= then.at);
        return Ok(Some(if is_voided { MovementStatus::Voided } else { MovementStatus::Posted }));
    }
    // Its status before posting is in its own facts, the last of which by then.
    let sql =
        "select kind from facts where organization_id = $1 and seq <= $2 and subject = $3 order by seq desc limit 1";
    let params = [Cell::Id(organization.0), Cell::Int(then.seq), Cell::Text(now.id.to_string())];
    let rows = snapshot.query(sql, &params, &[CellKind::Text]).await?;
    let is_pending =
        matches!(rows.first().and_then(|cells| cells.first()), Some(Cell::Text(kind)) if is_submission(kind));
    Ok(Some(if is_pending { MovementStatus::PendingApproval } else { MovementStatus::Draft }))
}

fn is_submission(kind: &str) -> bool {
    kind == FactKind::MovementSubmitted.name()
}
