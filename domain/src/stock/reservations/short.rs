//! Reservations that are short: less is there than is promised, since a count did not find it, or since it was set apart.
//!
//! The rule: a lot or piece is for those who reserved it by name, everything else for the others; in each group whoever
//! reserved last goes short first. So what is available falls below 0 by no more than reservations are short. Nothing of
//! this is stored: goods that come, and reservations that end, make up for it at once.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reservation;
use crate::stock::reservations::available::{now, on_hand};
use crate::stock::reservations::keeping::ALL;
use crate::value::Instant;
use crate::value::id::{ItemId, ReservationId, WarehouseId};

/// An item in a warehouse.
pub type Goods = (ItemId, WarehouseId);

/// The quantity that each reservation lacks, in the item's smallest unit; those that lack nothing are not in it.
pub type Short = BTreeMap<ReservationId, i64>;

/// By how much reservations of these goods are short at an instant.
///
/// # Errors
/// `Missing` where something is not loaded.
pub fn of_goods(book: &Book, at: Instant, goods: &BTreeSet<Goods>) -> Result<Short, Stop> {
    require_all(book, goods.iter().map(|(item, warehouse)| Key::ReservedGoods(*item, *warehouse, ALL)).collect())?;
    let mut reserved = Vec::new();
    for (item, warehouse) in goods {
        if book.reserved_goods((*item, *warehouse, ALL))?.is_some_and(|row| row.quantity > 0) {
            reserved.push((*item, *warehouse));
        }
    }
    let keys = |(item, warehouse): &Goods| [Key::LevelsOf(*item, *warehouse), Key::ReservationsOf(*item, *warehouse)];
    require_all(book, reserved.iter().flat_map(keys).collect())?;
    let mut short = Short::new();
    for one in reserved {
        add(book, at, one, &mut short)?;
    }
    Ok(short)
}

/// Tells with facts of their own which reservations are short by more than before; their goods are already gone.
pub(crate) fn tell(book: &mut Book, ctx: &Context, goods: &BTreeSet<Goods>, before: &Short) -> Result<(), Stop> {
    for (id, lacking) in of_goods(book, ctx.now(), goods)? {
        if lacking > before.get(&id).copied().unwrap_or(0) {
            let reservation = book.reservation(id)?.ok_or_else(|| Stop::lost("reservations", id))?.clone();
            book.reservations.put(reservation.touched(ctx));
            book.record(ctx, FactKind::ReservationShort, id);
        }
    }
    Ok(())
}

fn add(book: &Book, at: Instant, goods: Goods, short: &mut Short) -> Result<(), Stop> {
    let (item, warehouse) = goods;
    let mut holding: Vec<&Reservation> =
        book.reservations_of(item, warehouse)?.filter(|row| row.holds(at) > 0).collect();
    // Ids are in the order in which reservations were made.
    holding.sort_by_key(|row| std::cmp::Reverse(row.id));
    let mut named: BTreeMap<[u8; 16], Vec<&Reservation>> = BTreeMap::new();
    let mut unnamed = Vec::new();
    for row in holding {
        match row.tracked_id() {
            ALL => unnamed.push(row),
            tracked => named.entry(tracked).or_default().push(row),
        }
    }
    let mut lacking_by_name = 0;
    for (tracked, rows) in named {
        let promised: i128 = rows.iter().map(|row| i128::from(row.holds(at))).sum();
        let lacking = promised - on_hand(book, at, (item, warehouse, tracked))?.on_hand.max(0);
        lacking_by_name += lacking.max(0);
        spread(short, at, &rows, lacking);
    }
    let lacking = -now(book, at, (item, warehouse, ALL), 0)?.available();
    spread(short, at, &unnamed, lacking - lacking_by_name);
    Ok(())
}

/// Each of these loses all that it holds, as long as something is lacking.
fn spread(short: &mut Short, at: Instant, rows: &[&Reservation], mut lacking: i128) {
    for row in rows {
        let lost = i128::from(row.holds(at)).min(lacking);
        if lost <= 0 {
            return;
        }
        lacking -= lost;
        short.insert(row.id, i64::try_from(lost).unwrap_or(i64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::reservations::release::ReleaseReservation;
    use crate::rows::{FactRow, StockStatus};
    use crate::stock::counts::new::Found;
    use crate::stock::counts::tests::{counted, found, new as new_count};
    use crate::stock::goods::tests::{assert_books_follow, stage};
    use crate::stock::reservations::new::NewReservation;
    use crate::stock::reservations::tests::{
        find, issue, issue_of, later, new, receive, reserve, set_status, with_lots,
    };
    use crate::testing::Stage;
    use crate::value::rejection::Code;
    use crate::value::{IdOrCode, Sought};

    /// Which reservations are short now, in the order in which they were made.
    fn short(stage: &Stage) -> Vec<(String, i64)> {
        let mut book = Book::new(stage.model.organization, None);
        let goods = stage.rows::<Reservation>().into_iter().map(|row| (row.item_id, row.warehouse_id)).collect();
        loop {
            let keys = match of_goods(&book, later(stage, 0), &goods) {
                Ok(short) => return short.into_iter().map(|(id, lacking)| (id.to_string(), lacking)).collect(),
                Err(Stop::Missing(key)) => vec![key],
                Err(Stop::MissingAll(keys)) => keys,
                Err(other) => panic!("{other:?}"),
            };
            for key in keys {
                book.fill(&key, &stage.model.load(&key.query())).expect("rows");
            }
        }
    }

    fn told(stage: &Stage) -> Vec<String> {
        let facts = stage.rows::<FactRow>().into_iter().filter(|fact| fact.kind == "reservation.short");
        facts.map(|fact| fact.subject).collect()
    }

    fn by_name(lot: &str, quantity: &str) -> NewReservation {
        NewReservation { lot: Some(IdOrCode::Code(lot.to_owned())), ..new("MILK", quantity) }
    }

    fn found_of(lot: &str, quantity: &str) -> Found {
        let mut line = found("MILK", quantity);
        line.goods.lot = Some(IdOrCode::Code(lot.to_owned()));
        line
    }

    #[test]
    fn a_count_posts_what_is_missing_and_who_reserved_last_goes_short_first() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "10");
        let orders = ["3", "4", "2"].map(|quantity| reserve(&mut stage, new("FIFO", quantity)).expect("reserved"));
        let [first, second, third] = orders;
        counted(&mut stage, new_count(), vec![found("FIFO", "4")]).expect("the shelf is what it is");
        assert_books_follow(&stage);
        // 9 are promised and 4 are there: the third waits for its 2, the second for 3 of its 4.
        assert_eq!(short(&stage), [(second.clone(), 3), (third.clone(), 2)]);
        assert_eq!(told(&stage), [second.clone(), third.clone()]);
        assert_eq!([&first, &second, &third].map(|id| find(&stage, id).version), [1, 2, 2]);
        // Nothing leaves without a reservation, and nothing more is promised.
        assert_eq!(stage.run(issue("FIFO", "1")).expect_err("short").code, Code::InsufficientStock);
        assert_eq!(reserve(&mut stage, new("FIFO", "1")).expect_err("short").code, Code::InsufficientStock);
        stage.run(issue_of(&first, "FIFO", "3")).expect("it is there for the first");
        assert_eq!(short(&stage), [(second.clone(), 3), (third.clone(), 2)]);
        // Goods that come are for those who waited longest.
        receive(&mut stage, "FIFO", "4");
        assert_eq!(short(&stage), [(third.clone(), 1)]);
        let release = ReleaseReservation { reservation: Sought::of(&second), reason: None, if_match: None };
        stage.run(release).expect("released");
        assert_eq!(short(&stage), []);
        assert_eq!(told(&stage).len(), 2, "only what becomes short is told");
    }

    #[test]
    fn a_lot_that_is_missing_is_missing_to_those_who_named_it_and_the_rest_to_the_others() {
        let mut stage = stage();
        with_lots(&mut stage, &["L-1", "L-2"]);
        let first = reserve(&mut stage, by_name("L-1", "6")).expect("by name");
        let any = reserve(&mut stage, new("MILK", "9")).expect("any");
        let last = reserve(&mut stage, by_name("L-1", "3")).expect("by name");
        let lines = vec![found_of("L-1", "7"), found_of("L-2", "10")];
        counted(&mut stage, new_count(), lines).expect("counted");
        // 9 of 7 are promised by name; the other lot still has what anybody wants.
        assert_eq!(short(&stage), [(last.clone(), 2)]);
        let lines = vec![found_of("L-1", "7"), found_of("L-2", "4")];
        counted(&mut stage, new_count(), lines).expect("counted");
        // 11 are there and 18 promised.
        assert_eq!(short(&stage), [(any.clone(), 5), (last.clone(), 2)]);
        assert_eq!(told(&stage), [last.clone(), any.clone()], "each once");
        assert!(short(&stage).iter().all(|(id, _)| *id != first));
        // What is held is nobody's, but for those who named it.
        set_status(&mut stage, "L-2", StockStatus::Hold);
        assert_eq!(short(&stage), [(any, 9), (last, 2)]);
    }

    #[test]
    fn what_is_over_is_short_of_nothing() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "10");
        let soon = later(&stage, 4);
        reserve(&mut stage, NewReservation { expires_at: Some(soon), ..new("FIFO", "9") }).expect("reserved");
        let stays = reserve(&mut stage, new("FIFO", "1")).expect("reserved");
        counted(&mut stage, new_count(), vec![found("FIFO", "0")]).expect("counted");
        assert_eq!(short(&stage), [(stays.clone(), 1)]);
        assert_eq!(told(&stage), [stays]);
    }
}
