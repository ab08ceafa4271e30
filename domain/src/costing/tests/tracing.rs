//! Where a cost came from and where a value went: by hand, and of any history.

use std::collections::BTreeMap;

use crate::costing::tests::scenario::{POOLS, Scenario};
use crate::costing::tests::world::*;
use crate::costing::trace::{Attribution, Direction, Extent, Role, Trace, TraceRow};
use crate::costing::*;

const FAR: Extent = Extent { rows: 10_000, levels: 100 };

fn trace_of(world: &World) -> Trace {
    let mut trace = Trace::default();
    for (key, origin) in &world.origins {
        trace.open(*key, origin.clone());
    }
    for (place, movement) in world.movements.values().flatten().collect::<BTreeMap<_, _>>() {
        trace.add(movement.clone(), world.booked[place].effect()).unwrap();
    }
    for (source, dependents) in &world.dependents {
        dependents.iter().for_each(|one| trace.tie(*source, one.place, one.tie));
    }
    trace
}

/// Level, role, seq of the movement, quantity and amount of each row; `~` where it is a proportion.
fn told(world: &World, place: Place, direction: Direction) -> Vec<String> {
    let text = |row: TraceRow| {
        let of = row.place.map_or_else(String::new, |place| place.seq.to_string());
        let quantity = row.quantity.map_or_else(String::new, |quantity| quantity.to_string());
        let about = if row.attribution == Attribution::Proportional { " ~" } else { "" };
        format!("{} {} {of} {quantity} {}{about}", row.level, row.role.name(), row.amount)
    };
    trace_of(world).rows(place, direction, FAR).unwrap().into_iter().map(text).collect()
}

#[test]
fn a_cost_is_told_receipt_by_receipt_with_what_came_later_and_a_value_use_by_use() {
    let mut world = World::of(&[Method::Fifo, Method::Fifo]);
    let first = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    world.post(0, day(2), 2, receipt(5, 700)).unwrap();
    let later = Kind::Value { receipt: first, received: units(10), amount: 50, split: Split::ByGoods };
    let freight = world.post(0, day(3), 3, later).unwrap();
    let issue_of_both = world.post(0, day(4), 4, issue(12)).unwrap();
    assert_eq!(
        told(&world, issue_of_both, Direction::Sources),
        ["0 line 4 12 1330", "1 from 1 10 1000", "1 from 3  50", "1 from 2 2 280"]
    );
    assert_eq!(told(&world, first, Direction::Uses), ["0 line 1 10 1000", "1 left 4 10 1000"]);
    assert_eq!(told(&world, freight, Direction::Uses), ["0 line 3  50", "1 left 4  50"]);

    // Received earlier, recorded later: the issue took other goods, and the trace shows those it took by now.
    world.post(0, day(0), 5, receipt(4, 40)).unwrap();
    assert_eq!(
        told(&world, issue_of_both, Direction::Sources),
        ["0 line 4 12 880", "1 from 5 4 40", "1 from 1 8 800", "1 from 3  40"]
    );
    assert_eq!(told(&world, first, Direction::Uses), ["0 line 1 10 1000", "1 left 4 8 800", "1 inStock 1 2 200"]);
}

#[test]
fn goods_are_followed_through_transfers_and_back_again() {
    let mut world = World::of(&[Method::Fifo, Method::Fifo]);
    let first = world.post(0, day(1), 1, receipt(3, 100)).unwrap();
    let second = world.post(0, day(2), 2, receipt(3, 200)).unwrap();
    let (out, into) = (Place::out(day(3), 3, 1), Place::into(day(3), 3, 1));
    let half = |pool_number, place, kind| Movement {
        place,
        occurred_at: place.at,
        pool: pool(pool_number),
        posting_date: date(day(3)),
        kind,
    };
    let arrives = Kind::In { quantity: units(4), cost: Cost::From(Source::Whole(out)) };
    let insert = vec![half(0, out, issue(4)), half(1, into, arrives)];
    world.change(Change { posting_date: date(day(3)), insert, remove: Vec::new(), lines: 0 }).unwrap();
    let sold = world.post(1, day(4), 4, issue(2)).unwrap();
    let source = Source::Share { of: sold, total: units(2) };
    let back = world.post(1, day(5), 5, Kind::In { quantity: units(1), cost: Cost::From(source) }).unwrap();
    assert_eq!(
        told(&world, sold, Direction::Sources),
        ["0 line 4 2 83", "1 from 3 2 83", "2 from 1 2 50 ~", "2 from 2  33 ~"]
    );
    assert_eq!(
        told(&world, second, Direction::Uses),
        [
            "0 line 2 3 200",
            "1 left 3 1 67",
            "2 left 4 1 33 ~",
            "3 arrived 5 1 16 ~",
            "4 inStock 5 1 16 ~",
            "3 remainder 4  17 ~",
            "2 inStock 3  34 ~",
            "1 inStock 2 2 133",
        ]
    );
    assert_eq!(told(&world, back, Direction::Sources)[1], "1 from 4 1 41 ~");
    assert_eq!(told(&world, first, Direction::Uses)[1], "1 left 3 3 100");
}

#[test]
fn goods_that_cannot_be_told_apart_are_told_in_proportion() {
    let mut world = World::of(&[Method::Average, Method::Standard]);
    let first = world.post(0, day(1), 1, receipt(2, 100)).unwrap();
    world.post(0, day(2), 2, receipt(4, 500)).unwrap();
    let sold = world.post(0, day(3), 3, issue(3)).unwrap();
    assert_eq!(told(&world, sold, Direction::Sources), ["0 line 3 3 300", "1 from 1 1 50 ~", "1 from 2 2 250 ~"]);
    assert_eq!(told(&world, first, Direction::Uses), ["0 line 1 2 100", "1 left 3 1 50 ~", "1 inStock 1 1 50 ~"]);
    // At standard the pool has the standard value, and the rest is a difference of price.
    let came = world.post(1, day(1), 4, receipt(10, 1_000)).unwrap();
    world.post(1, day(2), 5, issue(4)).unwrap();
    let told = told(&world, came, Direction::Uses);
    assert_eq!(told[0], "0 line 4 10 1000");
    assert!(told.last().unwrap().starts_with("1 variance"), "{told:?}");
}

#[test]
fn what_was_owed_is_settled_by_what_comes() {
    let mut world = World::of(&[Method::Fifo]);
    let beyond = Beyond::Owed { fallback: Ratio::new(10, 1) };
    let sold = world.post(0, day(1), 1, Kind::Out { quantity: units(3), beyond }).unwrap();
    let came = world.post(0, day(2), 2, receipt(5, 100)).unwrap();
    assert_eq!(told(&world, sold, Direction::Sources), ["0 line 1 3 30", "1 owed 1 3 30"]);
    assert_eq!(told(&world, came, Direction::Uses), ["0 line 2 5 100", "1 settled 1 3 60", "1 inStock 2 2 40"]);
}

#[test]
fn goods_are_followed_where_they_are_valued_together_with_others_or_apart() {
    let mut world = World::of(&[Method::Fifo, Method::Fifo, Method::Average]);
    let first = world.post(0, day(1), 1, receipt(3, 100)).unwrap();
    let second = world.post(1, day(2), 2, receipt(2, 200)).unwrap();
    let goes_over = |world: &mut World, (from, to), at: i64, leaves: Kind| {
        let out = world.movement(from, day(at), at, 1, leaves);
        let into = Kind::InAll { from: out.place, of: pool(from) };
        let into = world.movement(to, day(at), at, 1, into);
        let places = (out.place, into.place);
        world
            .change(Change { posting_date: date(day(at)), insert: vec![out, into], remove: Vec::new(), lines: 0 })
            .unwrap();
        places
    };
    let (left, came) = goes_over(&mut world, (0, 1), 3, Kind::OutAll);
    let sold = world.post(1, day(4), 4, issue(4)).unwrap();
    // Receipt by receipt, as if they had always been together.
    assert_eq!(told(&world, sold, Direction::Sources), ["0 line 4 4 200", "1 from 1 3 100", "1 from 2 1 100"]);
    assert_eq!(told(&world, first, Direction::Uses), ["0 line 1 3 100", "1 left 4 3 100"]);
    assert_eq!(told(&world, second, Direction::Uses), ["0 line 2 2 200", "1 left 4 1 100", "1 inStock 2 1 100"]);
    for (place, direction) in [(left, Direction::Sources), (came, Direction::Sources)] {
        assert_eq!(told(&world, place, direction), ["0 line 3 3 100", "1 from 1 3 100"]);
    }
    for place in [left, came] {
        assert_eq!(told(&world, place, Direction::Uses), ["0 line 3 3 100", "1 left 4 3 100"]);
    }
    // Split into a pool without layers: in proportion from there on.
    world.post(1, day(5), 5, receipt(1, 40)).unwrap();
    goes_over(&mut world, (1, 2), 6, Kind::OutPart { quantity: units(2) });
    let sold = world.post(2, day(7), 7, issue(1)).unwrap();
    assert_eq!(told(&world, sold, Direction::Sources), ["0 line 7 1 70", "1 from 2 1 50 ~", "1 from 5  20 ~"]);
    let uses = told(&world, second, Direction::Uses);
    assert_eq!(uses, ["0 line 2 2 200", "1 left 4 1 100", "1 left 7 1 50 ~", "1 inStock 6  50 ~"]);
}

#[test]
fn what_is_too_much_is_told_as_one_and_what_is_too_deep_is_marked() {
    let mut world = World::of(&[Method::Fifo]);
    let came = world.post(0, day(0), 1, receipt(9, 90)).unwrap();
    for number in 2..8 {
        world.post(0, day(number), number, issue(1)).unwrap();
    }
    let rows = trace_of(&world).rows(came, Direction::Uses, Extent { rows: 4, levels: 5 }).unwrap();
    let last = rows.last().unwrap();
    assert_eq!((rows.len(), last.role, last.quantity, last.amount), (4, Role::Others, Some(7), 70));
    let none = trace_of(&world).rows(came, Direction::Uses, Extent { rows: 9, levels: 0 }).unwrap();
    assert_eq!((none.len(), none[0].is_cut), (1, true));
}

/// Rows one level below another come to it, in every history that there can be.
#[test]
fn every_trace_of_any_history_sums_to_the_minor_unit() {
    let mut met: BTreeMap<Role, u32> = BTreeMap::new();
    for seed in 0..60 {
        let mut scenario = Scenario::new(seed);
        for _ in 0..60 {
            scenario.step();
        }
        let world = &scenario.world;
        let trace = trace_of(world);
        for movement in (0..POOLS).filter_map(|number| world.movements.get(&pool(number))).flat_map(BTreeMap::values) {
            for direction in Direction::ALL {
                let extent = Extent { rows: if seed % 4 == 0 { 6 } else { 2_000 }, levels: 12 };
                let rows = trace.rows(movement.place, *direction, extent).unwrap();
                let what = format!("seed {seed}, {movement:?}, {}: {rows:#?}", direction.name());
                rows.iter().for_each(|row| *met.entry(row.role).or_default() += 1);
                assert_sums(&rows, &what);
                let effect = world.booked[&movement.place].effect();
                let amount = match movement.kind {
                    Kind::ValuePart { .. } => -effect.legs.variance(),
                    _ => effect.handed_on(movement.place).value,
                };
                assert_eq!(rows[0].amount, amount, "{what}");
                let is_told = rows.len() > 1 || rows[0].is_cut || rows[0].amount == 0;
                let is_beginning = match (direction, movement.place.phase) {
                    (Direction::Sources, Phase::In) | (Direction::Uses, Phase::Out) => true,
                    _ if matches!(movement.kind, Kind::ValuePart { dispatch: Some(_), .. }) => true,
                    _ => is_told,
                };
                assert!(is_beginning, "{what}");
                assert_goods(&rows, &what);
            }
        }
    }
    for role in Role::ALL.iter().filter(|role| **role != Role::Rounding) {
        assert!(met.contains_key(role), "{role:?} was never met: {met:?}");
    }
}

/// The rows below each row that is not a leaf add up to it.
fn assert_sums(rows: &[TraceRow], what: &str) {
    for (at, row) in rows.iter().enumerate() {
        let below: Vec<&TraceRow> = rows[at + 1..].iter().take_while(|below| below.level > row.level).collect();
        let next: Vec<i64> = below.iter().filter(|one| one.level == row.level + 1).map(|one| one.amount).collect();
        assert!(next.is_empty() || next.iter().sum::<i64>() == row.amount, "row {at} of {what}");
        assert!(below.iter().all(|one| one.role != Role::Line), "{what}");
    }
}

/// The quantities of the uses, or of the sources, add up to the movement's quantity.
fn assert_goods(rows: &[TraceRow], what: &str) {
    let of_goods = |row: &&TraceRow| row.level == 1 && row.role != Role::Absorbed;
    let first: Vec<i64> = rows.iter().filter(of_goods).filter_map(|row| row.quantity).collect();
    let is_assembly = what.contains("Output") || rows.iter().any(|row| row.role == Role::Arrived);
    let is_all = first.is_empty() || is_assembly || rows[0].quantity == Some(first.iter().sum());
    assert!(is_all || rows[0].quantity.is_none(), "{what}");
}
