//! Any history, however its past is changed, leaves stock and books equal, and the same as costing from the beginning.

use std::collections::BTreeMap;

use crate::costing::tests::from_scratch::from_scratch;
use crate::costing::tests::met::Met;
use crate::costing::tests::scenario::{POOLS, Scenario, may_owe};
use crate::costing::tests::world::*;
use crate::costing::*;
use crate::value::Date;

/// The number of operations in each; refused ones come on top.
const OPERATIONS: u32 = 60;

/// Documents by which goods go from pool to pool and keep their cost.
const GOES_OVER: [&str; 5] = ["transfer", "change of scope", "told apart", "lots told apart", "lots joined"];

/// How many scenarios: 200, or as the long run says.
fn scenarios() -> u64 {
    std::env::var("COUNTINGHOUSE_TORTURE_SCENARIOS").ok().and_then(|number| number.parse().ok()).unwrap_or(200)
}

#[test]
fn any_change_of_the_past_leaves_stock_and_books_equal_and_as_if_it_had_always_been_so() {
    let mut met = Met::default();
    for seed in 0..scenarios() {
        let mut scenario = Scenario::new(seed);
        let (mut done, mut tries) = (0, 0);
        while done < OPERATIONS {
            tries += 1;
            assert!(tries < 100 * OPERATIONS, "seed {seed}: nothing can be done any more");
            let before: Vec<PoolState> = (0..POOLS).map(|number| scenario.world.state(number)).collect();
            let Some(step) = scenario.step() else { continue };
            met.note(&step, &before, &scenario);
            let Ok(outcome) = &step.answer else { continue };
            done += 1;
            let place = format!("seed {seed}, operation {done}, {}", step.what);
            assert_posted_in_balance(&step.change, outcome, &scenario, &place);
            assert_invariants(&scenario, &place);
            if done % 6 == 0 {
                assert_as_from_scratch(&mut scenario, &place);
            }
        }
    }
    println!("{met:#?}");
    met.assert_everything();
}

/// I4: the postings of one operation sum to zero, for each of its movements and for each date. A difference is posted
/// on the day of the posting it differs from, but not before its cause, and on no closed day.
fn assert_posted_in_balance(change: &Change, outcome: &Outcome, scenario: &Scenario, place: &str) {
    let world = &scenario.world;
    for effect in outcome.inserted.values() {
        assert_eq!(effect.legs.sum(), 0, "{place}");
    }
    let mut sums: BTreeMap<_, i64> = BTreeMap::new();
    for entry in &outcome.adjustments {
        *sums.entry((entry.date, entry.place)).or_default() += entry.amount;
        let first = world.open_from.map_or(change.posting_date, |open| open.max(change.posting_date));
        match world.movements.get(&entry.pool).and_then(|all| all.get(&entry.place)) {
            Some(movement) => assert_eq!(entry.date, movement.posting_date.max(first), "{place}"),
            None => assert!(entry.date >= first, "{place}"),
        }
    }
    assert!(sums.values().all(|sum| *sum == 0), "{place}");
}

fn assert_invariants(scenario: &Scenario, place: &str) {
    let world = &scenario.world;
    for number in 0..POOLS {
        let key = pool(number);
        let state = world.state(number);
        // I1: layers, pool and movements hold the same quantity; I2: and the same value.
        let (layers, deficits) = (state.layers(), state.deficits());
        assert!(layers.is_empty() || deficits.is_empty(), "{place}: {state:?}");
        let ((held, held_x), (owed, owed_x)) = (layers.sums(), deficits.sums());
        if !layers.is_empty() || !deficits.is_empty() {
            assert_eq!((state.quantity(), state.x()), (held - owed, held_x - owed_x), "{place}");
        }
        let live = world.movements.get(&key).into_iter().flat_map(BTreeMap::keys);
        assert_eq!(state.quantity(), live.map(|one| world.booked[one].quantity).sum::<i64>(), "{place}: pool {number}");
        // I3: nothing is worth nothing.
        assert!(state.quantity() != 0 || state.x() == 0, "{place}: {state:?}");
        // I6: nothing negative unless allowed.
        assert!(state.quantity() >= 0 || may_owe(number), "{place}: {state:?}");
        assert!(layers.iter().all(|(_, layer)| layer.quantity > 0 && layer.x >= 0), "{place}: {state:?}");
        assert!(deficits.iter().all(|(_, layer)| layer.quantity > 0 && layer.x >= 0), "{place}: {state:?}");
        assert!(state.quantity() < 0 || state.x() >= 0, "{place}: {state:?}");
        // Nothing is written down by more than it is worth.
        assert!((0..=state.x().max(0)).contains(&state.allowance()), "{place}: {state:?}");
    }
    assert_there_when_they_left(world, place);
    // I2, by pool and account: the books have the pool's value on its own account, and nothing on any other.
    let mut books: BTreeMap<(PoolKey, Leg), i64> = BTreeMap::new();
    for (key, of_pool) in &world.movements {
        for (leg, amount) in of_pool.keys().flat_map(|one| posted(&world.booked[one])) {
            if let Leg::Stock(_) | Leg::Allowance = leg {
                *books.entry((*key, leg)).or_default() += amount;
            }
        }
    }
    for number in 0..POOLS {
        let state = world.state(number);
        let on_account = books.remove(&(pool(number), Leg::Stock(state.account()))).unwrap_or(0);
        assert_eq!(on_account, state.value(), "{place}: pool {number}");
        let allowance = books.remove(&(pool(number), Leg::Allowance)).unwrap_or(0);
        assert_eq!(-allowance, state.written_down(), "{place}: pool {number}");
    }
    assert!(books.values().all(|amount| *amount == 0), "{place}: {books:?}");
    // Voided movements have posted nothing, and both halves of a transfer the same.
    for one in world.voided.keys() {
        assert_eq!(world.booked[one].effect(), Effect::default(), "{place}: {one:?}");
    }
    for document in scenario.documents.iter().filter(|one| GOES_OVER.contains(&one.what)) {
        let halves = document.movements.iter().filter(|one| one.changes_scope() || document.what == "transfer");
        let all = halves.flat_map(|one| posted(&world.booked[&one.place]));
        let counters = all.filter(|(leg, _)| *leg == Leg::Counter).map(|(_, amount)| amount);
        assert_eq!(counters.sum::<i64>(), 0, "{place}: {}", document.what);
    }
    assert_shares(scenario, place);
}

/// All that a movement has posted, on whichever day.
fn posted(booked: &Booked) -> impl Iterator<Item = (Leg, i64)> {
    booked.by_date.iter().flat_map(|(_, legs)| legs.iter())
}

/// I6, by when goods moved, whichever order their costs have.
fn assert_there_when_they_left(world: &World, place: &str) {
    for number in (0..POOLS).filter(|number| !may_owe(*number)) {
        let all: Vec<&Movement> = world.movements.get(&pool(number)).into_iter().flat_map(BTreeMap::values).collect();
        if all.iter().any(|one| one.changes_scope()) {
            continue;
        }
        let mut in_order = all;
        in_order.sort_by_key(|one| (one.occurred_at, one.place));
        let mut there = 0;
        for one in in_order {
            there += world.booked[&one.place].quantity;
            assert!(there >= 0, "{place}: pool {number} has {there} at {one:?}");
        }
    }
}

/// Shares never add up to more than the source, and to all of it when all was taken.
fn assert_shares(scenario: &Scenario, place: &str) {
    let world = &scenario.world;
    for document in &scenario.documents {
        let out = &document.movements[0];
        let Kind::Out { quantity, .. } = out.kind else { continue };
        let Some(takers) = world.dependents.get(&out.place) else { continue };
        let (mut left, mut value) = (quantity.get(), world.booked[&out.place].effect().handed_on(out.place).value);
        for dependent in takers {
            if let Tie::Share(quantity) = dependent.tie {
                left -= quantity;
                value -= world.booked[&dependent.place].effect().was_fed(world.at(dependent.place)).value;
            } else if dependent.tie == Tie::InTransit {
                value -= world.booked[&dependent.place].effect().legs.variance();
            }
        }
        assert!(left >= 0 && value >= 0 && (left > 0 || value == 0), "{place}: {left} left, worth {value}");
    }
}

/// I5: costing from the beginning gives the same layers and the same postings of each movement; with open months day by
/// day.
fn assert_as_from_scratch(scenario: &mut Scenario, place: &str) {
    let some_day = date(scenario.some_time());
    let world = &scenario.world;
    let again = from_scratch(world);
    for number in 0..POOLS {
        assert_eq!(world.state(number), again.states[&pool(number)], "{place}: pool {number}");
    }
    for (one, effect) in &again.effects {
        assert_eq!(&world.booked[one].effect(), effect, "{place}: {one:?}");
    }
    for proved in [prove(world, None), prove(world, Some(some_day))] {
        for (key, pool) in proved {
            assert!(pool.holds(), "{place}: {key:?} {:?}", pool.broken);
            assert!(scenario.is_late || pool.late.is_empty(), "{place}: {:?}", pool.late);
        }
    }
    if scenario.is_late {
        return;
    }
    let mut days: BTreeMap<(Date, Place, Leg), i64> = BTreeMap::new();
    for (one, booked) in &world.booked {
        for (date, legs) in &booked.by_date {
            legs.iter().for_each(|(leg, amount)| *days.entry((*date, *one, leg)).or_default() += amount);
        }
    }
    days.retain(|_, amount| *amount != 0);
    let mut as_if: BTreeMap<(Date, Place, Leg), i64> = BTreeMap::new();
    for movement in world.movements.values().flat_map(BTreeMap::values) {
        let legs = again.effects[&movement.place].legs.iter();
        as_if.extend(legs.map(|(leg, amount)| ((movement.posting_date, movement.place, leg), amount)));
    }
    assert_eq!(days, as_if, "{place}");
}
