//! Which events tell of warehouses in which the reader does not act: of those he learns that they happened, and no more.

use domain::access::Reach;
use domain::book::Book;
use domain::inventory::movements;
use domain::settings::FactRow;
use domain::stop::Stop;
use domain::value::TypedId;
use domain::value::id::{CountId, FrozenPoolId, MovementId, OrganizationId, ReservationId};
use store::Snapshot;

use crate::http::caller::asked;
use crate::http::problem::Problem;

/// Whether the data of an event is for somebody who acts in these warehouses.
///
/// # Errors
/// Where the snapshot fails.
pub async fn is_seen(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    reach: &Reach,
    fact: &FactRow,
) -> Result<bool, Problem> {
    if *reach == Reach::Everywhere {
        return Ok(true);
    }
    asked(snapshot, organization, |book| subject_is_seen(book, reach, fact)).await
}

/// What is gone is seen no more: where it was is not known.
fn subject_is_seen(book: &Book, reach: &Reach, fact: &FactRow) -> Result<bool, Stop> {
    let subject = &fact.subject;
    Ok(match fact.kind.split('.').next().unwrap_or_default() {
        "movement" => match MovementId::parse(subject) {
            Some(id) => match book.movement(id)? {
                Some(movement) => movements::is_seen(book, reach, movement)?,
                None => false,
            },
            None => false,
        },
        "reservation" => match ReservationId::parse(subject) {
            Some(id) => book.reservation(id)?.is_some_and(|found| reach.has(found.warehouse_id)),
            None => false,
        },
        "count" => match CountId::parse(subject) {
            Some(id) => book.stock_count(id)?.is_some_and(|found| reach.has(found.warehouse_id)),
            None => false,
        },
        "pool" => match FrozenPoolId::parse(subject) {
            Some(id) => {
                let found = book.frozen_pool(id)?;
                found.is_some_and(|found| found.warehouse_id.is_none_or(|warehouse| reach.has(warehouse)))
            }
            None => false,
        },
        _ => true,
    })
}
