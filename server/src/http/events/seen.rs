//! Events of warehouses in which the reader does not act: they learn that these happened, and no more.

use domain::book::Book;
use domain::book::reach::Reach;
use domain::book::stop::Stop;
use domain::rows::FactRow;
use domain::stock::goods::document::assigned;
use domain::value::id::{MovementId, OrganizationId};
use domain::value::{BadCell, TypedId};
use store::Snapshot;

use crate::http::caller::asked;
use crate::http::problem::Problem;

/// Whether the data of an event is for somebody who acts in these warehouses.
pub async fn is_seen(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    reach: &Reach,
    fact: &FactRow,
) -> Result<bool, Problem> {
    subject_is_seen(snapshot, organization, reach, &About { seq: fact.seq, kind: &fact.kind, subject: &fact.subject })
        .await
}

/// What an event is about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Its place in the log.
    pub seq: i64,
    /// `movement.posted`, or the noun alone.
    pub kind: &'a str,
    /// The id of the subject.
    pub subject: &'a str,
}

/// As [`is_seen`], of the subject alone.
pub async fn subject_is_seen(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    reach: &Reach,
    fact: &About<'_>,
) -> Result<bool, Problem> {
    if *reach == Reach::Everywhere {
        return Ok(true);
    }
    asked(snapshot, organization, |book| is_in_reach(book, reach, fact)).await
}

/// A deleted row is no longer shown: its place is unknown.
fn is_in_reach(book: &Book, reach: &Reach, fact: &About<'_>) -> Result<bool, Stop> {
    let kind = fact.kind.split_once('.').map_or(fact.kind, |(noun, _)| noun);
    Ok(match kind {
        "movement" => match book.movement(subject::<MovementId>(fact)?)? {
            Some(movement) => assigned::is_seen(book, reach, movement)?,
            None => false,
        },
        "reservation" => book.reservation(subject(fact)?)?.is_some_and(|found| reach.has(found.warehouse_id)),
        "count" => book.stock_count(subject(fact)?)?.is_some_and(|found| reach.has(found.warehouse_id)),
        "pool" => {
            let found = book.frozen_pool(subject(fact)?)?;
            found.is_some_and(|found| found.warehouse_id.is_none_or(|warehouse| reach.has(warehouse)))
        }
        _ => true,
    })
}

/// The subject of an event, by its id.
fn subject<I: TypedId>(fact: &About<'_>) -> Result<I, Stop> {
    let bad = || BadCell { wanted: "the subject of an event", found: "another text".to_owned() };
    I::parse(fact.subject).ok_or_else(|| Stop::unreadable("facts", fact.seq, &bad()))
}
