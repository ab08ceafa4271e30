//! Each rule of a movement's postings, by its numbers.

use std::sync::Arc;

use crate::costing::tests::world::*;
use crate::costing::*;

const STOCK: Leg = Leg::Stock(crate::value::id::AccountId([1; 16]));

fn legs(world: &World, place: Place) -> Vec<(Leg, i64)> {
    world.booked[&place].effect().legs.iter().collect()
}

fn owed(quantity: i64, each: i64) -> Kind {
    Kind::Out { quantity: units(quantity), beyond: Beyond::Owed { fallback: Ratio::new(each, 1) } }
}

fn from(quantity: i64, source: Source) -> Kind {
    Kind::In { quantity: units(quantity), cost: Cost::From(source) }
}

/// A world with one pool of a method, and the same goods in two receipts: 4 for 100, 6 for 300.
fn two_receipts(method: Method) -> World {
    let mut world = World::of(&[method, Method::Average]);
    world.post(0, day(1), 1, receipt(4, 100)).unwrap();
    world.post(0, day(2), 2, receipt(6, 300)).unwrap();
    world
}

#[test]
fn the_oldest_debt_is_settled_first_and_each_difference_goes_to_its_own_issue() {
    let mut world = World::of(&[Method::Average]);
    let first = world.post(0, day(1), 1, owed(2, 100)).unwrap();
    let second = world.post(0, day(2), 2, owed(3, 200)).unwrap();
    // The second issue is valued at the fallback, too: nothing has come yet.
    assert_eq!(
        (legs(&world, first), legs(&world, second)),
        (vec![(STOCK, -200), (Leg::Counter, 200)], vec![(STOCK, -600), (Leg::Counter, 600)],)
    );
    let third = world.post(0, day(3), 3, receipt(4, 1_000)).unwrap();
    assert_eq!(
        legs(&world, third),
        [(STOCK, 600), (Leg::Counter, -1_000), (Leg::CounterOf(first), 300), (Leg::CounterOf(second), 100),]
    );
    assert_eq!((world.state(0).quantity(), world.state(0).value()), (-1, -200));
    // Goods owed after others came are valued at the cost of those.
    let fourth = world.post(0, day(4), 4, owed(1, 7)).unwrap();
    assert_eq!(legs(&world, fourth), [(STOCK, -250), (Leg::Counter, 250)]);
}

#[test]
fn at_standard_what_is_owed_has_its_cost_and_settles_without_difference() {
    let mut world = World::of(&[Method::Standard]);
    world.post(0, day(1), 1, owed(100, 1)).unwrap();
    assert_eq!(world.state(0).value(), -123);
    let came = world.post(0, day(2), 2, receipt(100, 90)).unwrap();
    assert_eq!(legs(&world, came), [(STOCK, 123), (Leg::Counter, -90), (Leg::Variance, -33)]);
}

#[test]
fn a_lot_with_a_cost_of_its_own_never_owes() {
    let mut world = World::of(&[Method::Specific]);
    world.post(0, day(1), 1, receipt(1, 70)).unwrap();
    assert_eq!(world.post(0, day(2), 2, owed(2, 7)).unwrap_err().code(), "would_go_negative_at");
}

#[test]
fn which_goods_leave_first_is_the_methods() {
    for (method, cost) in [(Method::Fifo, 150), (Method::Specific, 150), (Method::Average, 200)] {
        let mut world = two_receipts(method);
        let out = world.post(0, day(3), 3, issue(5)).unwrap();
        assert_eq!(legs(&world, out), [(STOCK, -cost), (Leg::Counter, cost)], "{method:?}");
    }
}

#[test]
fn a_revaluation_is_spread_by_value_down_to_nothing() {
    // amount, value of the pool then, cost of four of it
    for (amount, worth, cost) in [(400, 800, 200), (-200, 200, 50), (1, 401, 100), (-400, 0, 0), (-9_000, 0, 0)] {
        let mut world = two_receipts(Method::Fifo);
        world.post(0, day(3), 3, Kind::Revalue { amount }).unwrap();
        assert_eq!(world.state(0).value(), worth, "{amount}");
        let out = world.post(0, day(4), 4, issue(4)).unwrap();
        assert_eq!(world.value_of(out), -cost, "{amount}");
    }
    let mut world = World::of(&[Method::Fifo]);
    let none = world.post(0, day(1), 1, Kind::Revalue { amount: 5 }).unwrap();
    assert!(legs(&world, none).is_empty());
    for seq in [2, 3] {
        world.post(0, day(seq), seq, receipt(seq, 0)).unwrap();
    }
    world.post(0, day(4), 4, Kind::Revalue { amount: 100 }).unwrap();
    assert_eq!(world.state(0).layers().iter().map(|(_, layer)| layer.x).collect::<Vec<_>>(), [40_000_000, 60_000_000]);
}

#[test]
fn goods_in_transit_are_received_in_exact_shares_the_last_with_the_rest_and_what_is_lost_is_variance() {
    let mut world = World::of(&[Method::Average, Method::Fifo]);
    world.post(0, day(1), 1, receipt(3, 1_000)).unwrap();
    let of = world.post(0, day(2), 2, issue(3)).unwrap();
    let share = || Source::Share { of, total: units(3) };
    let came: Vec<Place> =
        [3, 4].into_iter().map(|seq| world.post(1, day(seq), seq, from(1, share())).unwrap()).collect();
    let lost = world.post(1, day(5), 5, Kind::Lost { quantity: units(1), source: share() }).unwrap();
    assert_eq!(came.iter().map(|place| world.value_of(*place)).collect::<Vec<_>>(), [333, 333]);
    assert_eq!(legs(&world, lost), [(Leg::Counter, -334), (Leg::Variance, 334)]);
    let too_much = world.post(1, day(6), 6, from(1, share()));
    assert_eq!(too_much, Err(Refusal::TakesTooMuch { of, place: Place::into(day(6), 6, 0), left: 0 }));
    let too_early = world.post(1, day(1), 7, from(1, share()));
    assert_eq!(too_early, Err(Refusal::BeforeItsSource { of, place: Place::into(day(1), 7, 0) }));
    // One that is taken away leaves its turn to the next ones.
    world.void(came[0]).unwrap();
    world.post(1, day(7), 8, from(1, share())).unwrap();
    assert_eq!([came[1], lost].map(|place| world.booked[&place].effect().legs.counter()), [-333, -333]);
    assert_eq!(world.state(1).value(), 667);
}

#[test]
fn what_comes_back_costs_what_it_cost_when_it_left() {
    let mut world = two_receipts(Method::Fifo);
    let of = world.post(0, day(3), 3, issue(4)).unwrap();
    world.post(0, day(4), 4, from(2, Source::Share { of, total: units(4) })).unwrap();
    // The cheap ones are a layer of their own now, behind the dear ones.
    let out = world.post(0, day(5), 5, issue(7)).unwrap();
    assert_eq!((world.value_of(of), world.value_of(out)), (-100, -325));
}

#[test]
fn an_assembly_is_worth_its_components_and_what_it_absorbs_by_weight() {
    let mut world = two_receipts(Method::Fifo);
    world.origins.insert(pool(2), PoolState::new(Method::Standard, account(1), StandardCost::new(30_000_000, 1)));
    let components = vec![world.movement(0, day(3), 3, 0, issue(5))];
    let places = components.iter().map(|one| one.place).collect();
    let assembly = Arc::new(Assembly::new(places, 50, vec![2, 1]).unwrap());
    let output = |number| Source::Output { assembly: assembly.clone(), number };
    let mut insert = components;
    insert.push(world.movement(1, day(3), 3, 1, from(1, output(0))));
    insert.push(world.movement(2, day(3), 3, 2, from(1, output(1))));
    let places: Vec<Place> = insert.iter().map(|one| one.place).collect();
    world.change(Change { posting_date: date(day(3)), insert, remove: Vec::new(), lines: 0 }).unwrap();
    // 150 of components and 50 absorbed are 133 and 67; one of them at a standard of 30.
    assert_eq!(legs(&world, places[1]), [(STOCK, 133), (Leg::Counter, -133)]);
    assert_eq!(legs(&world, places[2]), [(STOCK, 30), (Leg::Counter, -67), (Leg::Variance, 37)]);
    // A component that turns out dearer makes the outputs dearer.
    world.post(0, day(0), 4, receipt(5, 500)).unwrap();
    assert_eq!([places[1], places[2]].map(|place| world.booked[&place].effect().legs.counter()), [-367, -183]);
    for (components, absorbed, weights) in [
        (vec![], 0, vec![1]),
        (vec![places[0]], -1, vec![1]),
        (vec![places[0]], 0, vec![]),
        (vec![places[0]], 0, vec![-1]),
    ] {
        assert_eq!(Assembly::new(components, absorbed, weights), None);
    }
}

#[test]
fn another_method_takes_what_is_there_at_its_value_and_standard_at_its_cost() {
    // from, to, worth then, cost of five then
    let cases = [
        (Method::Fifo, Method::Average, 400, 200),
        (Method::Average, Method::Fifo, 400, 200),
        (Method::Fifo, Method::Specific, 400, 150),
        (Method::Fifo, Method::Standard, 300, 150),
        (Method::Average, Method::Standard, 300, 150),
    ];
    for (from, to, worth, cost) in cases {
        let mut world = two_receipts(from);
        let standard = StandardCost::new(30_000_000, 1);
        let change = world.post(0, day(3), 3, Kind::ChangeMethod { to, standard }).unwrap();
        assert_eq!((world.state(0).value(), world.value_of(change)), (worth, worth - 400), "{from:?} to {to:?}");
        let out = world.post(0, day(4), 4, issue(5)).unwrap();
        assert_eq!(world.value_of(out), -cost, "{from:?} to {to:?}");
    }
    let mut world = World::of(&[Method::Fifo]);
    let none = Kind::ChangeMethod { to: Method::Standard, standard: None };
    assert_eq!(world.post(0, day(1), 1, none).unwrap_err().code(), "no_known_cost");
}

#[test]
fn a_change_of_scope_moves_all_there_is_then_also_what_comes_before_it_later() {
    let mut world = two_receipts(Method::Fifo);
    let out = world.movement(0, day(3), 3, 0, Kind::OutAll);
    let into = world.movement(1, day(3), 3, 0, Kind::InAll { from: out.place, of: pool(0) });
    let places = [out.place, into.place];
    world
        .change(Change { posting_date: out.posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 })
        .unwrap();
    let early = world.movement(0, day(0), 4, 0, receipt(1, 7));
    let posting_date = early.posting_date;
    let outcome = world.change(Change { posting_date, insert: vec![early], remove: Vec::new(), lines: 0 }).unwrap();
    assert_eq!(outcome.quantities.into_iter().collect::<Vec<_>>(), [(places[0], -11), (places[1], 11)]);
    assert_eq!((world.state(0).quantity(), world.state(1).quantity(), world.state(1).value()), (0, 11, 407));
}

#[test]
fn goods_that_change_their_scope_keep_their_layers_whose_values_sum_to_what_was_posted() {
    let mut world = World::of(&[Method::Fifo, Method::Fifo]);
    let first = world.post(0, day(1), 1, receipt(3, 1_000)).unwrap();
    let second = world.post(1, day(2), 2, receipt(4, 900)).unwrap();
    let third = world.post(0, day(3), 3, receipt(2, 500)).unwrap();
    world.post(0, day(4), 4, issue(1)).unwrap();
    let over = |world: &mut World, seq: i64, kind: Kind| {
        let out = world.movement(0, day(seq), seq, 0, kind);
        let into = world.movement(1, day(seq), seq, 0, Kind::InAll { from: out.place, of: pool(0) });
        world
            .change(Change { posting_date: out.posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 })
            .unwrap();
    };
    // Half of 2 and half of 2: 333.333333 and 250, for which 584 of 1,167 are posted.
    over(&mut world, 5, Kind::OutPart { quantity: units(2) });
    let held = |world: &World| {
        let state = world.state(1);
        let layers: Vec<(Place, i64, i128)> =
            state.layers().iter().map(|(place, layer)| (*place, layer.quantity, layer.x)).collect();
        (layers, state.value())
    };
    let apart = vec![(first, 1, 333_333_333), (second, 4, 900_000_000), (third, 1, 250_666_667)];
    assert_eq!((held(&world), world.state(0).value()), ((apart, 1_484), 583));
    over(&mut world, 6, Kind::OutAll);
    let (layers, value) = held(&world);
    assert_eq!(
        (layers.iter().map(|one| (one.0, one.1)).collect::<Vec<_>>(), value),
        (vec![(first, 2), (second, 4), (third, 2)], 2_067)
    );
}

#[test]
fn the_part_of_a_later_cost_that_stays_is_found_anew_when_goods_left_before_it() {
    let mut world = World::of(&[Method::Fifo]);
    let came = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    let value = Kind::Value { receipt: came, received: units(10), amount: 90, split: Split::ByGoods };
    let landed = world.post(0, day(5), 2, value).unwrap();
    assert_eq!(legs(&world, landed), [(STOCK, 90), (Leg::Counter, -90)]);
    world.post(0, day(3), 3, issue(4)).unwrap();
    assert_eq!(legs(&world, landed), [(STOCK, 54), (Leg::Counter, -90), (Leg::Variance, 36)]);
}
