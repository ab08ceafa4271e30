//! Costs that come later, case by case, with figures by hand.

use std::sync::Arc;

use crate::costing::replay::work;
use crate::costing::tests::world::*;
use crate::costing::*;

/// A cost in a world, with all that its parts post: stock, and variance.
pub(super) fn posted(world: &World, cost: Place) -> (i64, i64) {
    let parts = world.parts_of(cost).into_iter().map(|part| part.place);
    let all: Vec<Legs> = parts.chain([cost]).map(|place| world.booked[&place].effect().legs).collect();
    let in_transit =
        |legs: &Legs| legs.iter().filter(|(leg, _)| matches!(leg, Leg::CounterOf(_))).map(|(_, x)| x).sum::<i64>();
    (all.iter().map(|legs| legs.stock() + in_transit(legs)).sum(), all.iter().map(Legs::variance).sum())
}

fn cost_of(receipt: Place, received: i64, amount: i64) -> Kind {
    Kind::Value { receipt, received: units(received), amount, split: Split::ByGoods }
}

#[test]
fn a_cost_of_goods_that_are_all_sold_is_put_on_no_others() {
    let mut world = World::of(&[Method::Average]);
    let first = world.post(0, day(2), 1, receipt(5, 5_000)).unwrap();
    world.post(0, day(3), 2, issue(5)).unwrap();
    world.post(0, day(4), 3, receipt(5, 5_000)).unwrap();
    let freight = world.post(0, day(5), 4, cost_of(first, 5, 10_000)).unwrap();
    assert_eq!((posted(&world, freight), world.state(0).value()), ((0, 10_000), 5_000));
    // 95 of 100 were sold: 5 of 100 of what came are there, and so of the cost.
    let mut world = World::of(&[Method::Average]);
    let first = world.post(0, day(2), 1, receipt(5, 5_000)).unwrap();
    world.post(0, day(2), 2, receipt(95, 95_000)).unwrap();
    world.post(0, day(3), 3, issue(95)).unwrap();
    let freight = world.post(0, day(5), 4, cost_of(first, 5, 10_000)).unwrap();
    assert_eq!((posted(&world, freight), world.state(0).value()), ((500, 9_500), 5_500));
    // What comes between and is told later takes nothing of it.
    let mut world = World::of(&[Method::Average]);
    let first = world.post(0, day(2), 1, receipt(5, 5_000)).unwrap();
    world.post(0, day(3), 2, issue(5)).unwrap();
    let freight = world.post(0, day(5), 3, cost_of(first, 5, 10_000)).unwrap();
    world.post(0, day(4), 4, receipt(5, 5_000)).unwrap();
    assert_eq!((posted(&world, freight), world.state(0).value()), ((0, 10_000), 5_000));
}

#[test]
fn a_cost_after_a_sale_at_average_is_shared_with_what_was_sold() {
    // 10 at 10.00 and 10 at 10.00, one of them sold, then 10.00 of the second ones: odoo 71458.
    let mut world = World::of(&[Method::Average]);
    world.post(0, day(1), 1, receipt(1, 1_000)).unwrap();
    let second = world.post(0, day(2), 2, receipt(9, 9_000)).unwrap();
    world.post(0, day(3), 3, issue(1)).unwrap();
    let freight = world.post(0, day(4), 4, cost_of(second, 9, 2_000)).unwrap();
    assert_eq!((posted(&world, freight), world.state(0).value()), ((1_800, 200), 10_800));
}

#[test]
fn a_cost_follows_a_transfer_that_is_told_before_or_after_it_and_back() {
    for is_late in [false, true] {
        let mut world = World::of(&[Method::Average, Method::Fifo]);
        let came = world.post(0, day(1), 1, receipt(10, 1_700)).unwrap();
        let go = |world: &mut World| {
            let out = world.movement(0, day(2), 2, 0, issue(10));
            let cost = Cost::From(Source::Whole(out.place));
            let into = world.movement(1, day(2), 2, 0, Kind::In { quantity: units(10), cost });
            let change =
                Change { posting_date: out.posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 };
            world.change(change).unwrap();
        };
        if !is_late {
            go(&mut world);
        }
        let freight = world.post(0, day(3), 3, cost_of(came, 10, 300)).unwrap();
        if is_late {
            assert_eq!(world.state(0).value(), 2_000);
            go(&mut world);
        }
        assert_eq!(posted(&world, freight), (300, 0));
        assert_eq!((world.state(0).value(), world.state(1).value()), (0, 2_000));
        world.void(freight).unwrap();
        assert_eq!((world.state(0).value(), world.state(1).value()), (0, 1_700));
    }
}

#[test]
fn goods_in_transit_keep_their_part_and_bring_it_along() {
    let mut world = World::of(&[Method::Average, Method::Average]);
    let came = world.post(0, day(1), 1, receipt(10, 1_700)).unwrap();
    let leaves = Kind::Out { quantity: units(10), beyond: Beyond::InTransit };
    let left = world.post(0, day(2), 2, leaves).unwrap();
    let freight = world.post(0, day(3), 3, cost_of(came, 10, 300)).unwrap();
    assert_eq!(posted(&world, freight), (300, 0));
    let source = || Source::Share { of: left, total: units(10) };
    let half = Kind::In { quantity: units(5), cost: Cost::From(source()) };
    let first = world.post(1, day(4), 4, half.clone()).unwrap();
    let second = world.post(1, day(5), 5, half.clone()).unwrap();
    assert_eq!((world.value_of(first), world.value_of(second), world.state(1).value()), (1_000, 1_000, 2_000));
    // It had come before, as is told now.
    world.void(first).unwrap();
    world.post(1, day(2), 6, half).unwrap();
    assert_eq!((posted(&world, freight), world.value_of(second), world.state(1).value()), ((300, 0), 1_000, 2_000));
}

#[test]
fn forty_invoices_of_one_piece_come_to_what_one_of_forty_does() {
    for (sold, worth) in [(20, 2_020), (21, 1_919)] {
        for method in [Method::Average, Method::Fifo] {
            let mut world = World::of(&[method]);
            let came = world.post(0, day(1), 1, receipt(40, 4_000)).unwrap();
            world.post(0, day(2), 2, issue(sold)).unwrap();
            for number in 3..43 {
                world.post(0, day(number), number, cost_of(came, 40, 1)).unwrap();
            }
            assert_eq!(world.state(0).value(), worth, "{method:?}");
        }
    }
}

#[test]
fn what_went_back_to_the_supplier_takes_no_part() {
    for method in [Method::Average, Method::Fifo] {
        let mut world = World::of(&[method]);
        let came = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
        let others = world.post(0, day(1), 2, receipt(10, 1_000)).unwrap();
        let back = |quantity| Kind::SupplierReturn {
            quantity: units(quantity),
            receipt: came,
            received: units(10),
            claim: None,
        };
        world.post(0, day(2), 3, back(5)).unwrap();
        let freight = world.post(0, day(3), 4, cost_of(came, 10, 300)).unwrap();
        assert_eq!(posted(&world, freight), (300, 0), "{method:?}");
        world.post(0, day(4), 5, back(5)).unwrap();
        let late = world.post(0, day(5), 6, cost_of(came, 10, 300)).unwrap();
        let of_others = world.post(0, day(6), 7, cost_of(others, 10, 300)).unwrap();
        assert_eq!((posted(&world, late), posted(&world, of_others)), ((0, 300), (300, 0)), "{method:?}");
    }
}

#[test]
fn a_cost_that_follows_goods_past_the_checkpoint_of_a_voided_movement_goes_with_its_own_void() {
    let enter = |with_cost: bool| {
        let mut world = World::of(&[Method::Fifo, Method::Average]);
        world.rules.checkpoint_every = 1;
        world.post(1, day(1), 1, receipt(4, 400)).unwrap();
        let came = world.post(0, day(2), 2, receipt(2, 1_000)).unwrap();
        let freight = with_cost.then(|| world.post(0, day(5), 3, cost_of(came, 2, 100)).unwrap());
        let wrong = world.post(1, day(7), 4, issue(1)).unwrap();
        world.post(1, day(9), 5, issue(1)).unwrap();
        // The checkpoint of the voided issue stays, between the goods that come and those that leave.
        world.void(wrong).unwrap();
        assert!(world.checkpoints[&pool(1)].contains_key(&wrong));
        let out = world.movement(0, day(3), 6, 0, issue(2));
        let cost = Cost::From(Source::Whole(out.place));
        let into = world.movement(1, day(3), 6, 0, Kind::In { quantity: units(2), cost });
        let insert = vec![out, into];
        world.change(Change { posting_date: insert[0].posting_date, insert, remove: Vec::new(), lines: 0 }).unwrap();
        if let Some(freight) = freight {
            // (400 + 1,000 + 100) · 5 / 6.
            assert_eq!((posted(&world, freight), world.state(1).value()), ((100, 0), 1_250));
            world.void(freight).unwrap();
        }
        assert!(prove(&world, None).values().all(PoolProof::holds));
        world
    };
    assert_eq!(enter(true).state(1), enter(false).state(1));
}

/// A world in which an earlier version had split a cost otherwise.
fn split_by_an_earlier_version(world: &mut World, cost: Place, stock: i64) {
    let amount = -world.booked[&cost].effect().legs.counter();
    let mut legs = Legs::default();
    for (leg, amount) in [(Leg::Stock(account(1)), stock), (Leg::Counter, -amount), (Leg::Variance, amount - stock)] {
        legs.add(leg, amount);
    }
    world.booked.get_mut(&cost).unwrap().by_date[0].1 = legs;
    let mut state = world.origins[&pool(0)].clone();
    for (place, movement) in &world.movements[&pool(0)] {
        state.apply(movement, world.booked[place].effect().was_fed(movement)).unwrap();
    }
    world.heads.get_mut(&pool(0)).unwrap().state = Arc::new(state);
}

#[test]
fn a_cost_that_an_earlier_version_split_keeps_what_it_posted_and_new_ones_follow_their_goods() {
    for method in [Method::Average, Method::Fifo] {
        let mut world = World::of(&[method, method]);
        let first = world.post(0, day(2), 1, receipt(5, 5_000)).unwrap();
        world.post(0, day(2), 2, receipt(5, 5_000)).unwrap();
        world.post(0, day(3), 3, issue(2)).unwrap();
        let old = Kind::Value { receipt: first, received: units(5), amount: 10_000, split: Split::AsPosted };
        let old = world.post(0, day(5), 4, old).unwrap();
        // By the former rule at average: as much of the pool as was received.
        split_by_an_earlier_version(&mut world, old, 10_000);
        assert!(prove(&world, None).values().all(PoolProof::holds), "{method:?}");
        let new = Kind::Value { receipt: first, received: units(5), amount: 1_000, split: Split::ByGoods };
        let new = world.post(0, day(6), 5, new).unwrap();
        let kept = if method == Method::Average { 800 } else { 600 };
        assert_eq!(posted(&world, new), (kept, 1_000 - kept), "{method:?}");
        // What is told later about the time before changes the new one alone.
        let late = world.post(0, day(1), 6, issue_of_owed(1)).unwrap();
        assert_eq!(posted(&world, old), (10_000, 0), "{method:?}");
        world.void(late).unwrap();
        assert_eq!((posted(&world, old), posted(&world, new)), ((10_000, 0), (kept, 1_000 - kept)), "{method:?}");
        let out = world.movement(0, day(4), 7, 0, issue(8));
        let cost = Cost::From(Source::Whole(out.place));
        let into = world.movement(1, day(4), 7, 0, Kind::In { quantity: units(8), cost });
        let posting_date = out.posting_date;
        world.change(Change { posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 }).unwrap();
        // Nothing is left where it was: what no goods can keep is the rest.
        assert_eq!((posted(&world, old), posted(&world, new)), ((0, 10_000), (kept, 1_000 - kept)), "{method:?}");
        assert!(prove(&world, None).values().all(PoolProof::holds), "{method:?}");
        world.void(new).unwrap();
        world.void(old).unwrap();
        assert!(prove(&world, None).values().all(PoolProof::holds), "{method:?}");
    }
}

fn issue_of_owed(quantity: i64) -> Kind {
    Kind::Out { quantity: units(quantity), beyond: Beyond::Owed { fallback: Ratio::new(1_000, 1) } }
}

#[test]
fn however_many_costs_a_change_concerns_each_movement_is_gone_over_once() {
    let many = std::env::var("COUNTINGHOUSE_MANY_COSTS").ok().and_then(|number| number.parse().ok()).unwrap_or(200);
    for method in [Method::Average, Method::Fifo] {
        let mut world = World::of(&[method]);
        world.page = 1_000;
        let mut first = None;
        for number in 1..=many {
            let came = world.post(0, day(2 * number), 4 * number, receipt(3, 300)).unwrap();
            world.post(0, day(2 * number), 4 * number + 1, issue(2)).unwrap();
            world.post(0, day(2 * number + 1), 4 * number + 2, cost_of(came, 3, 7)).unwrap();
            first = first.or(Some(came));
        }
        let movements = usize::try_from(3 * many).unwrap();
        let done = |world: &mut World, at: i64, kind: Kind| {
            work::begin();
            world.post(0, day(at), 4 * many + 10 + at, kind).unwrap();
            work::walked()
        };
        let last = done(&mut world, 2 * many + 5, cost_of(first.unwrap(), 3, 7));
        let late = done(&mut world, 1, receipt(3, 300));
        assert!(last <= movements && late <= movements + 1, "{method:?}: {last} and {late} of {movements}");
        assert!(prove(&world, None).values().all(PoolProof::holds), "{method:?}");
    }
}
