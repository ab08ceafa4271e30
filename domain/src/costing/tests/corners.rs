//! Combinations that random histories hardly draw, and numbers at their limits.

use std::sync::Arc;

use crate::costing::tests::from_scratch::from_scratch;
use crate::costing::tests::world::*;
use crate::costing::*;
use crate::value::limits;

const MOST: i64 = limits::POOL_VALUE_MINOR;

fn at_standard(extended: i128) -> World {
    let mut world = World::of(&[Method::Standard]);
    let origin = PoolState::new(Method::Standard, account(1), StandardCost::new(extended, 1));
    world.origins.insert(pool(0), origin);
    world
}

fn owed(quantity: i64, fallback: Option<Ratio>) -> Kind {
    Kind::Out { quantity: units(quantity), beyond: Beyond::Owed { fallback } }
}

#[test]
fn goods_that_leave_and_come_at_once_were_there_also_where_all_is_as_it_was_after_it() {
    let mut world = World::of(&[Method::Average]);
    world.rules.checkpoint_every = 1;
    for seq in [1, 2] {
        world.post(0, day(seq), seq, receipt(5, 500)).unwrap();
    }
    // Eight left on day 5, which costs know of on day 20: two are there from then on.
    world.post_prospectively(0, day(5), day(20), 3, issue(8)).unwrap();
    for seq in 12..=14 {
        world.post(0, day(seq), seq, receipt(5, 500)).unwrap();
    }
    let insert = vec![world.movement(0, day(10), 30, 0, issue(5)), world.movement(0, day(10), 30, 1, receipt(5, 500))];
    let place = insert[0].place;
    let refused =
        world.change(Change { posting_date: date(day(10)), insert, remove: Vec::new(), lines: 0 }).unwrap_err();
    assert_eq!(refused, Refusal::WouldGoNegative { place, lacks: 3, later: Vec::new() });
}

#[test]
fn what_counted_as_there_by_a_change_of_scope_is_asked_for_again_where_that_is_voided() {
    for brought in [0, 10] {
        let mut world = World::of(&[Method::Average, Method::Average]);
        if brought > 0 {
            world.post(0, day(1), 1, receipt(brought, 500)).unwrap();
        }
        world.post(1, day(7), 2, receipt(10, 500)).unwrap();
        let out = world.movement(0, day(10), 3, 0, Kind::OutAll);
        let into = world.movement(1, day(10), 3, 0, Kind::InAll { from: out.place, of: pool(0) });
        let change = Change { posting_date: out.posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 };
        world.change(change.clone()).unwrap();
        // It left on day 5, from wherever its goods were then.
        let place = world.post_prospectively(1, day(5), day(20), 4, issue(4)).unwrap();
        let void = Change { insert: Vec::new(), remove: change.insert, ..change };
        let refused = world.change(void).unwrap_err();
        assert_eq!(refused, Refusal::WouldGoNegative { place, lacks: 4, later: Vec::new() }, "{brought} brought");
    }
}

#[test]
fn another_standard_cost_values_what_is_owed_also_where_goods_come_before_it_later() {
    let mut world = at_standard(20_000_000);
    let out = world.post(0, day(2), 1, owed(5, None)).unwrap();
    let to = StandardCost::new(30_000_000, 1).unwrap();
    let change = world.post(0, day(3), 2, Kind::ChangeStandard { to }).unwrap();
    assert_eq!((world.value_of(out), world.value_of(change), world.state(0).value()), (-100, -50, -150));
    world.post(0, day(1), 3, receipt(8, 7)).unwrap();
    assert_eq!((world.value_of(out), world.value_of(change), world.state(0).value()), (-100, 30, 90));
}

#[test]
fn what_was_owed_at_standard_is_settled_by_another_method_against_its_change() {
    let mut world = at_standard(20_000_000);
    world.post(0, day(1), 1, owed(5, None)).unwrap();
    let to = Kind::ChangeMethod { to: Method::Fifo, standard: None };
    let change = world.post(0, day(2), 2, to).unwrap();
    assert_eq!((world.value_of(change), world.state(0).value()), (0, -100));
    let came = world.post(0, day(3), 3, receipt(6, 180)).unwrap();
    let legs: Vec<_> = world.booked[&came].effect().legs.iter().collect();
    assert_eq!(legs, [(Leg::Stock(account(1)), 130), (Leg::Counter, -180), (Leg::CounterOf(change), 50)]);
    assert_eq!((world.state(0).quantity(), world.state(0).value()), (1, 30));
}

#[test]
fn a_return_of_goods_that_were_owed_costs_what_the_issue_was_posted_at() {
    let mut world = World::of(&[Method::Fifo]);
    let out = world.post(0, day(1), 1, owed(4, Ratio::new(100, 1))).unwrap();
    world.post(0, day(2), 2, receipt(4, 800)).unwrap();
    let back = Kind::In { quantity: units(2), cost: Cost::From(Source::Share { of: out, total: units(4) }) };
    let back = world.post(0, day(3), 3, back).unwrap();
    assert_eq!((world.value_of(out), world.value_of(back), world.state(0).value()), (-400, 200, 200));
    // Nothing is owed any more where goods came before, and the return costs its part of that.
    world.post(0, day(0), 4, receipt(4, 600)).unwrap();
    assert_eq!((world.value_of(out), world.value_of(back)), (-600, 300));
    assert_eq!(world.state(0), from_scratch(&world).states[&pool(0)]);
}

#[test]
fn an_assembly_out_of_a_pool_into_the_same_one_keeps_its_value_whatever_came_before() {
    for method in [Method::Fifo, Method::Average] {
        let mut world = World::of(&[method]);
        world.post(0, day(1), 1, receipt(3, 1_000)).unwrap();
        let out = world.movement(0, day(5), 2, 0, issue(2));
        let assembly = Arc::new(Assembly::new(vec![out.place], 0, vec![0, 0]).unwrap());
        let output = |number| Kind::In {
            quantity: units(1),
            cost: Cost::From(Source::Output { assembly: assembly.clone(), number }),
        };
        let insert = vec![out, world.movement(0, day(5), 2, 1, output(0)), world.movement(0, day(5), 2, 2, output(1))];
        world.change(Change { posting_date: date(day(5)), insert, remove: Vec::new(), lines: 0 }).unwrap();
        assert_eq!((world.state(0).quantity(), world.state(0).value()), (3, 1_000));
        world.post(0, day(0), 3, receipt(2, 1)).unwrap();
        assert_eq!((world.state(0).quantity(), world.state(0).value()), (5, 1_001));
        assert_eq!(world.state(0), from_scratch(&world).states[&pool(0)]);
    }
}

#[test]
fn a_pool_that_holds_as_much_as_it_may_is_exact_to_the_minor_unit() {
    for method in [Method::Fifo, Method::Average, Method::Specific] {
        let mut world = World::of(&[method]);
        let came = world.post(0, day(1), 1, receipt(MOST, MOST - 1)).unwrap();
        let out = world.post(0, day(2), 2, issue(MOST / 3)).unwrap();
        let share = |quantity| Source::Share { of: out, total: units(quantity) };
        let back = Kind::In { quantity: units(7), cost: Cost::From(share(MOST / 3)) };
        world.post(0, day(3), 3, back).unwrap();
        for (seq, amount) in [(4, MOST), (5, -MOST)] {
            let later = Kind::Value { receipt: came, received: units(MOST), amount, split: Split::ByGoods };
            let answer = world.post(0, day(4), seq, later);
            // A rise does not fit in addition to the goods there; a fall leaves nothing below 0.
            assert_eq!(answer.is_err(), amount > 0, "{method:?}: {answer:?}");
        }
        assert!(world.state(0).value() >= 0, "{method:?}");
        let sent =
            Kind::SupplierReturn { quantity: units(MOST / 2), receipt: came, received: units(MOST), claim: None };
        let sent = world.post(0, day(5), 6, sent).unwrap();
        assert_eq!(world.booked[&sent].effect().legs.counter(), (MOST - 1) / 2, "{method:?}");
        world.post(0, day(6), 7, issue(world.state(0).quantity())).unwrap();
        assert_eq!((world.state(0).quantity(), world.state(0).x()), (0, 0), "{method:?}");
        let stock: i64 = world.booked.values().map(|one| one.effect().legs.stock()).sum();
        assert_eq!(stock, 0, "{method:?}");
    }
}

#[test]
fn what_is_beyond_the_limits_is_refused_whatever_is_multiplied_on_the_way() {
    let highest = Ratio::new(MOST, 1);
    // method, movements one after the other, why the last of them is refused
    let cases: [(Method, &[Kind], &str); 8] = [
        (Method::Fifo, &[owed(limits::POOL_QUANTITY, highest)], "pool_too_large"),
        (Method::Average, &[owed(2, highest)], "pool_too_large"),
        (Method::Average, &[owed(1, highest), owed(1, highest)], "pool_too_large"),
        (Method::Average, &[receipt(1, MOST), found(limits::POOL_QUANTITY, None)], "amount_out_of_range"),
        (Method::Fifo, &[found(limits::POOL_QUANTITY, highest)], "amount_out_of_range"),
        (Method::Fifo, &[receipt(1, MOST), receipt(1, 1)], "pool_too_large"),
        (Method::Standard, &[receipt(limits::POOL_QUANTITY, 1)], "pool_too_large"),
        (Method::Standard, &[receipt(2, 1), highest_standard()], "pool_too_large"),
    ];
    for (method, kinds, code) in cases {
        let mut world = World::of(&[method]);
        let (last, before) = kinds.split_last().unwrap();
        let mut seq = 0;
        for kind in before {
            seq += 1;
            world.post(0, day(seq), seq, kind.clone()).unwrap();
        }
        let refused = world.post(0, day(seq + 1), seq + 1, last.clone()).unwrap_err();
        assert_eq!(refused.code(), code, "{method:?}: {kinds:?}");
    }
}

fn found(quantity: i64, fallback: Option<Ratio>) -> Kind {
    Kind::In { quantity: units(quantity), cost: Cost::Present { fallback } }
}

fn highest_standard() -> Kind {
    Kind::ChangeStandard { to: StandardCost::new(i128::from(MOST) * amount::MINOR, 1).unwrap() }
}

#[test]
fn components_that_cost_more_together_than_a_pool_holds_make_nothing() {
    let mut world = World::of(&[Method::Fifo, Method::Average, Method::Fifo]);
    for number in [0, 1] {
        world.post(number, day(1), i64::from(number) + 1, receipt(1, MOST)).unwrap();
    }
    let mut insert = vec![world.movement(0, day(2), 3, 0, issue(1)), world.movement(1, day(2), 3, 1, issue(1))];
    let places = insert.iter().map(|one| one.place).collect();
    let assembly = Arc::new(Assembly::new(places, MOST, vec![MOST]).unwrap());
    let output = Kind::In { quantity: units(1), cost: Cost::From(Source::Output { assembly, number: 0 }) };
    insert.push(world.movement(2, day(2), 3, 2, output));
    let refused =
        world.change(Change { posting_date: date(day(2)), insert, remove: Vec::new(), lines: 0 }).unwrap_err();
    assert_eq!(refused.code(), "amount_out_of_range");
}
