//! Which reservations are short now: the core's answer in a snapshot.

use std::collections::BTreeSet;

use domain::stock::reservations::short::{self, Goods, Short};
use domain::value::id::{OrganizationId, ReservationId};
use store::Snapshot;
use store::read::short_goods;

use crate::commit;
use crate::http::caller::asked;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;

/// By how much reservations of these goods are short.
pub async fn of_goods(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    goods: &BTreeSet<Goods>,
) -> Result<Short, Problem> {
    if goods.is_empty() {
        return Ok(Short::new());
    }
    let now = commit::now();
    asked(snapshot, organization, |book| short::of_goods(book, now, goods)).await
}

/// All reservations that are short.
pub async fn all(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Vec<ReservationId>, Problem> {
    let now = Frame::open(snapshot, organization, None, None).await?.moment();
    let goods = short_goods::list(snapshot, organization, now).await?;
    Ok(of_goods(snapshot, organization, &goods).await?.into_keys().collect())
}
