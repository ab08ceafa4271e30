//! Goods in transit hold the accounts by which they are valued: where they left, where they come to, and meanwhile.
//!
//! Goods on their way stay on the account that took them when they left, and leave that very account when they come or
//! are lost. So settings may name another one for the next transfers at any time, and the account itself stays usable
//! until all have come.

use std::collections::BTreeSet;

use crate::book::in_transit::InTransit;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::{Account, TransitLine};
use crate::stock::valued::{Revalued, Valuing, too_many};
use crate::value::id::{ItemCategoryId, MovementId};
use crate::value::limits;
use crate::value::rejection::{Code, Rejection, Value};

/// Requires that no goods in transit would be valued on another account where they left, or where they come to.
pub(super) fn require_arrived(
    book: &Book,
    revalued: Revalued<'_>,
    goods: &[InTransit],
    category_after: impl Fn(&Item) -> Option<ItemCategoryId>,
    pointer: &str,
) -> Result<(), Stop> {
    let Revalued { before, after } = revalued;
    let (lines, is_cut) = first_lines(book, goods, limits::LISTED)?;
    require_all(book, lines.iter().map(|line| Key::Item(line.item_id)).collect())?;
    let mut transfers = BTreeSet::new();
    for line in &lines {
        let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
        let is_moved = [line.warehouse_id, line.to_warehouse_id].into_iter().any(|id| {
            let places = before.warehouses.get(&id).zip(after.warehouses.get(&id));
            places.is_some_and(|(old, now)| {
                before.account(item.category_id, old) != after.account(category_after(item), now)
            })
        });
        if is_moved {
            transfers.insert(line.movement_id);
        }
    }
    let message = "goods valued by it are in transit: first receive the transfers, or close them";
    match refusal(&transfers, message) {
        Some(rejection) => Err(rejection.at(pointer).into()),
        None if is_cut => Err(too_many(pointer).into()),
        None => Ok(()),
    }
}

/// Refuses a change of an account that is impossible while goods are in transit on it, or to a place where they will be
/// valued on it.
pub(super) fn require_none_in_transit(book: &Book, account: &Account, pointer: &str) -> Result<(), Stop> {
    if let Some(rejection) = in_transit_on(book, account)? {
        return Err(rejection.at(pointer).into());
    }
    require_none_to(book, account, pointer)
}

/// Why an account stays on which goods in transit are; `None` where none are.
pub(crate) fn in_transit_on(book: &Book, account: &Account) -> Result<Option<Rejection>, Stop> {
    let lines = book.in_transit(InTransit::On(account.id), limits::LISTED)?;
    let transfers = lines.map(|line| line.movement_id).collect();
    let message =
        format!("goods in transit are on account {}: first receive the transfers, or close them", account.code);
    Ok(refusal(&transfers, &message))
}

/// Requires that no goods in transit will be valued on an account once they have come.
fn require_none_to(book: &Book, account: &Account, pointer: &str) -> Result<(), Stop> {
    let now = Valuing::now(book)?;
    let there = now.warehouses.keys().filter(|id| now.may_value_on(account.id, **id));
    let coming: Vec<InTransit> = there.copied().map(InTransit::To).collect();
    let (lines, is_cut) = first_lines(book, &coming, limits::POOLS_LOOKED_AT)?;
    let mut transfers = BTreeSet::new();
    for some in lines.chunks(limits::LISTED * 25) {
        require_all(book, some.iter().map(|line| Key::Item(line.item_id)).collect())?;
        for line in some {
            let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
            let to = now.warehouses.get(&line.to_warehouse_id);
            if to.and_then(|to| now.account(item.category_id, to)) == Some(account.id) {
                transfers.insert(line.movement_id);
            }
        }
        if transfers.len() >= limits::LISTED {
            break;
        }
    }
    let code = &account.code;
    let message =
        format!("goods in transit would arrive on account {code}: first receive the transfers, or close them");
    match refusal(&transfers, &message) {
        Some(rejection) => Err(rejection.at(pointer).into()),
        None if is_cut => Err(too_many(pointer).into()),
        None => Ok(()),
    }
}

/// The first lines by which each of these goods are in transit, and whether there may be more.
fn first_lines(book: &Book, goods: &[InTransit], most: usize) -> Result<(Vec<TransitLine>, bool), Stop> {
    require_all(book, goods.iter().map(|goods| book.transit_key(*goods, most)).collect())?;
    let (mut lines, mut is_cut) = (Vec::new(), false);
    for goods in goods {
        let found: Vec<TransitLine> = book.in_transit(*goods, most)?.cloned().collect();
        is_cut |= found.len() >= most;
        lines.extend(found);
    }
    Ok((lines, is_cut))
}

/// The refusal, with the first transfers and a look at the first of them; `None` where there are none.
fn refusal(transfers: &BTreeSet<MovementId>, message: &str) -> Option<Rejection> {
    let first = transfers.first()?;
    let listed = transfers.iter().take(limits::LISTED).map(|id| id.to_string().into()).collect();
    let rejection = Rejection::new(Code::ValuationAccountInUse, message).with("movementIds", Value::List(listed));
    Some(rejection.offer("transfer", "See the first transfer", "GET", format!("/inventory/movements/{first}")))
}
