//! What waits: documents that are not posted yet, proposals, counts that go on. Few among all that was posted.

use domain::book::reach::Reach;
use domain::rows::{ControlChange, Count, Entry, EntryStatus, MovementStatus, Row, StockMovement};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, CellValue, Instant};

use super::Conditions;
use crate::{Fault, Snapshot};

/// The entries in this status, the last changed first: those that somebody prepared, or all.
pub async fn entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    status: EntryStatus,
    of: Option<PrincipalId>,
    most: usize,
) -> Result<Vec<Entry>, Fault> {
    unposted(organization, "sequence", &status.to_cell(), of).page(snapshot, LAST_CHANGED, most).await
}

/// The movements in this status, the last changed first: those that somebody prepared, or all.
pub async fn movements(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    status: MovementStatus,
    of: Option<PrincipalId>,
    most: usize,
) -> Result<Vec<StockMovement>, Fault> {
    unposted(organization, "seq", &status.to_cell(), of).page(snapshot, LAST_CHANGED, most).await
}

/// Counts that are not over, in these warehouses.
pub async fn counts(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    reach: &Reach,
    most: usize,
) -> Result<Vec<Count>, Fault> {
    let mut query = open_counts(organization);
    query.within("warehouse_id", reach);
    query.page(snapshot, "id", most).await
}

/// Changes of controls that may still be decided.
pub async fn control_changes(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    now: Instant,
    most: usize,
) -> Result<Vec<ControlChange>, Fault> {
    let mut query = Conditions::new(organization);
    query.when("status = 'proposed' and expires_at > {}", Some(now.to_cell()));
    query.page(snapshot, "id", most).await
}

/// How many rows of a table that wait there are, up to this many.
pub async fn number<R: Row>(snapshot: &mut Snapshot, query: Conditions, most: usize) -> Result<i64, Fault> {
    let Conditions { text, mut params } = query;
    params.push(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let place = params.len();
    let sql = format!("select count(*) from (select 1 from {} {text} limit ${place}) as counted", R::TABLE.name);
    let found = snapshot.query(&sql, &params, &[domain::value::CellKind::Int]).await?;
    match found.first().and_then(|row| row.first()) {
        Some(Cell::Int(number)) => Ok(*number),
        _ => Err(Fault::Corrupt("a number of rows is none".to_owned())),
    }
}

/// Counts that are not over.
#[must_use]
pub fn open_counts(organization: OrganizationId) -> Conditions {
    let mut query = Conditions::new(organization);
    // An index of its own has their ids.
    query.text.push_str(" and id in (select id from counts where organization_id = $1 and is_open = 1)");
    query
}

const LAST_CHANGED: &str = "updated_at desc, id";

/// Rows without a place in their series yet, which its index finds.
#[must_use]
pub fn unposted(organization: OrganizationId, place: &str, status: &Cell, of: Option<PrincipalId>) -> Conditions {
    let mut query = Conditions::new(organization);
    query.equal("status", Some(status.clone()));
    query.text.push_str(&format!(" and {place} is null"));
    if let Some(of) = of {
        let (own, listed) = (query.bind(of.to_cell()), query.bind(Cell::Text(format!("%{of}%"))));
        query.text.push_str(&format!(" and (created_by = {own} or prepared_by like {listed})"));
    }
    query
}
