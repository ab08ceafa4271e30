//! Whether lots or pieces of an item have costs of their own at a place of the order. That begins and ends with its
//! method, and a late document uses the answer at its own place.

use crate::book::stop::Stop;
use crate::costing::Place;
use crate::rows::items::Item;
use crate::rows::valuations::Valuations;
use crate::rows::{CostingMethod, Pool};
use crate::value::Instant;
use crate::value::rejection::{Code, Rejection};

/// The places at which it began or ended, in order.
fn places(item: &Item) -> Result<Vec<Place>, Stop> {
    Ok(Valuations::of(item)?.told_apart())
}

/// Whether each lot or piece has its own cost now.
pub(crate) fn is_now(item: &Item) -> bool {
    item.costing_method == CostingMethod::Specific
}

/// Whether the item's last such change is by the document of that place in the log.
pub(crate) fn is_last_change(item: &Item, seq: i64) -> Result<bool, Stop> {
    Ok(places(item)?.last().is_some_and(|last| last.seq == seq))
}

/// Whether each lot or piece had its own cost at a place of the order, and where that has changed next.
pub(crate) fn at(item: &Item, place: Place) -> Result<(bool, Option<Place>), Stop> {
    let valuations = Valuations::of(item)?;
    let next = valuations.told_apart().into_iter().find(|change| place < *change);
    Ok((valuations.at(place).method == CostingMethod::Specific, next))
}

/// Refuses goods that come, leave or come back at a place before lots or pieces got pools of their own: the quantity of
/// each is known only for the goods there at the time. After a merge of pools, late goods simply go along with the
/// rest.
pub(crate) fn require_movable(item: &Item, place: Place) -> Result<(), Stop> {
    let since: Vec<Place> = places(item)?.into_iter().filter(|change| place < *change).collect();
    match since.as_slice() {
        [] => Ok(()),
        [_] if !is_now(item) => Ok(()),
        [until, ..] => Err(before_change(item, until.at).into()),
    }
}

/// Refuses a pool that the next change did not take along: it was empty then, or came to be later.
pub(crate) fn require_taken_along(item: &Item, pool: Option<&Pool>, place: Place) -> Result<(), Stop> {
    let (_, Some(until)) = at(item, place)? else { return Ok(()) };
    match pool.and_then(|pool| pool.last_place) {
        Some(last) if last >= until => Ok(()),
        _ => Err(before_change(item, until.at).into()),
    }
}

/// Refuses a change of all goods of an item at a place since which they moved to other pools.
pub(crate) fn require_unchanged_since(item: &Item, place: Place) -> Result<(), Stop> {
    match at(item, place)? {
        (_, None) => Ok(()),
        (_, Some(until)) => Err(before_change(item, until.at).into()),
    }
}

/// The refusal for a document that would have to stand before a change of tracking or scope, and cannot.
pub(super) fn before_change(item: &Item, changed_at: Instant) -> Rejection {
    let message = format!(
        "the costing of item {} by lot or piece changed at {changed_at}, and the stock at that moment is fixed: have \
         it costed now (costing: prospective), or give a later occurredAt",
        item.sku
    );
    Rejection::new(Code::BeforeScopeChange, message)
        .at("/occurredAt")
        .with("itemId", item.id.to_string())
        .with("changedAt", changed_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::valuations::ValuationChange;

    #[test]
    fn goods_are_told_apart_from_one_change_to_the_next() {
        let stage = crate::stock::goods::tests::stage();
        let first = stage.rows::<Item>().remove(0);
        let place = |second: i64| Place::out(Instant(second), 1, 0);
        let changed = |item: &Item, to: CostingMethod, second: i64| {
            let change = ValuationChange { place: place(second), line: 1, method: Some(to), standard: None };
            Valuations::of(item).expect("readable").with(change).written(item.clone())
        };
        let apart = changed(&first, CostingMethod::Specific, 10);
        let joined = changed(&apart, CostingMethod::Average, 20);
        for (item, second, is_apart, until, can_move) in [
            (&first, 5, false, None, true),
            (&apart, 5, false, Some(10), false),
            (&apart, 10, true, None, true),
            (&joined, 5, false, Some(10), false),
            (&joined, 15, true, Some(20), true),
            (&joined, 20, false, None, true),
        ] {
            let place = place(second).after();
            let found = at(item, place).expect("readable");
            assert_eq!(found, (is_apart, until.map(|second| Place::out(Instant(second), 1, 0))), "{second}");
            assert_eq!(require_movable(item, place).is_ok(), can_move, "{second}");
        }
        let damaged = Item { valuations: vec![9], ..first };
        assert!(at(&damaged, place(1)).is_err() && require_movable(&damaged, place(1)).is_err());
    }
}
