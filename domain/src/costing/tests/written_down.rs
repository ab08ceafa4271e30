//! Write-downs judged by fractions: each movement takes so large a part of the allowance as its cost is of the stock's.

use std::collections::BTreeMap;

use crate::costing::Method;
use crate::costing::tests::dice::Dice;
use crate::costing::tests::judge::{Fraction, ZERO};
use crate::costing::tests::world::*;
use crate::costing::*;

/// Goods at one price, and how many are left of them.
#[derive(Clone)]
struct Lot {
    quantity: i64,
    worth: Fraction,
}

/// A warehouse by the book: its goods, and what they are written down by.
#[derive(Clone, Default)]
struct Shelf {
    is_average: bool,
    lots: Vec<Lot>,
    allowance: Option<Fraction>,
    /// Its fractions have grown beyond the numbers of the machine: of such a history the book says nothing.
    is_lost: bool,
}

impl Shelf {
    fn allowance(&self) -> Fraction {
        self.allowance.unwrap_or(ZERO)
    }

    fn keep(&mut self, allowance: Option<Fraction>) {
        self.is_lost |= allowance.is_none();
        self.allowance = allowance.or(self.allowance);
    }

    fn quantity(&self) -> i64 {
        self.lots.iter().map(|lot| lot.quantity).sum()
    }

    fn worth(&self) -> Fraction {
        self.lots.iter().fold(ZERO, |sum, lot| sum.plus(lot.worth).unwrap())
    }

    fn put(&mut self, lot: Lot, allowance: Fraction) {
        self.keep(self.allowance().plus(allowance));
        match self.lots.first_mut() {
            Some(all) if self.is_average => {
                (all.quantity, all.worth) = (all.quantity + lot.quantity, all.worth.plus(lot.worth).unwrap());
            }
            _ => self.lots.push(lot),
        }
    }

    /// The cost of goods that leave, and what of it was written down.
    fn take(&mut self, mut quantity: i64) -> (Fraction, Fraction) {
        let (worth, mut cost) = (self.worth(), ZERO);
        for lot in &mut self.lots {
            let part = quantity.min(lot.quantity);
            if part > 0 {
                let taken = lot.worth.times(Fraction::of(part, lot.quantity)).unwrap();
                cost = cost.plus(taken).unwrap();
                (lot.quantity, lot.worth) = (lot.quantity - part, lot.worth.minus(taken).unwrap());
                quantity -= part;
            }
        }
        self.lots.retain(|lot| lot.quantity > 0);
        let share = match cost {
            ZERO => ZERO,
            _ => self.allowance().times(cost.over(worth).unwrap()).unwrap(),
        };
        self.keep(self.allowance().minus(share));
        (cost, share)
    }
}

/// Whether an amount is a fraction to half a minor unit and a millionth for each of so many roundings.
fn is_near(fraction: Fraction, amount: i64, roundings: i128) -> bool {
    let gap = fraction.minus(Fraction::of(amount, 1)).unwrap();
    2 * gap.top.abs() * 1_000_000 <= gap.bottom * (1_000_000 + 2 * roundings)
}

#[test]
fn goods_that_leave_take_their_share_of_a_write_down_by_the_book_in_whatever_order_it_is_entered() {
    let mut compared = 0;
    for seed in 0..1_000 {
        let mut dice = Dice(seed);
        let methods = [Method::Fifo, Method::Average];
        let mut shelves: Vec<Shelf> =
            methods.iter().map(|method| Shelf { is_average: *method == Method::Average, ..Shelf::default() }).collect();
        // What each document does, to be entered in the order of time and in another one.
        let mut documents: Vec<Vec<(u8, Kind)>> = Vec::new();
        let mut costs: BTreeMap<usize, (Fraction, Fraction)> = BTreeMap::new();
        for number in 0..14 {
            let at = dice.between(0, 1);
            let (here, there) = (u8::try_from(at).unwrap(), u8::try_from(1 - at).unwrap());
            let on_hand = shelves[usize::from(here)].quantity();
            let choice = if on_hand == 0 { 0 } else { dice.between(0, 4) };
            let quantity = dice.between(1, on_hand.clamp(1, 9));
            let out = Place::out(day(number), number + 1, 0);
            documents.push(match choice {
                0 | 1 => {
                    let (quantity, value) = (dice.between(1, 20), dice.between(0, 9_000));
                    shelves[usize::from(here)].put(Lot { quantity, worth: Fraction::of(value, 1) }, ZERO);
                    vec![(here, receipt(quantity, value))]
                }
                2 => {
                    costs.insert(documents.len(), shelves[usize::from(here)].take(quantity));
                    vec![(here, issue(quantity))]
                }
                3 => {
                    let (cost, share) = shelves[usize::from(here)].take(quantity);
                    // What goes over is whole cents, as the books have it: the gap stays behind, and is below a cent.
                    costs.insert(documents.len(), (cost, share));
                    shelves[usize::from(there)].put(Lot { quantity, worth: cost }, share);
                    let into = Kind::In { quantity: units(quantity), cost: Cost::From(Source::Whole(out)) };
                    vec![(here, issue(quantity)), (there, into)]
                }
                _ => {
                    let shelf = &mut shelves[usize::from(here)];
                    let room = shelf.worth().minus(shelf.allowance()).unwrap();
                    let amount = dice.between(0, i64::try_from(room.top / room.bottom).unwrap());
                    shelf.keep(shelf.allowance().plus(Fraction::of(amount, 1)));
                    vec![(here, Kind::WriteDown { amount })]
                }
            });
        }
        if shelves.iter().any(|shelf| shelf.is_lost) {
            continue;
        }
        let enter = |world: &mut World, number: usize| {
            let (at, seq) = (day(i64::try_from(number).unwrap()), i64::try_from(number).unwrap() + 1);
            let lines = documents[number].iter().cloned();
            let insert = lines.map(|(pool, kind)| world.movement(pool, at, seq, 0, kind)).collect();
            world.change(Change { posting_date: date(at), insert, remove: Vec::new(), lines: 0 })
        };
        let mut in_order = World::of(&methods);
        for number in 0..documents.len() {
            enter(&mut in_order, number).unwrap();
        }
        for (number, shelf) in (0..).zip(&shelves) {
            let state = in_order.state(number);
            let all = 3 * 14;
            assert!(
                is_near(shelf.allowance(), state.written_down(), all * 500_000),
                "seed {seed}: {:?} {state:?}",
                shelf.allowance()
            );
        }
        for (number, (cost, share)) in &costs {
            let movement = in_order.movement(
                documents[*number][0].0,
                day(*number as i64),
                *number as i64 + 1,
                0,
                documents[*number][0].1.clone(),
            );
            let legs = in_order.booked[&movement.place].effect().legs;
            let is_moved = documents[*number].len() == 2;
            let slack = 14 * 500_000;
            assert!(
                is_near(cost.minus(*share).unwrap(), legs.counter(), slack),
                "seed {seed}, {number}: {legs:?} {is_moved}"
            );
        }
        // Entered in another order: goods first, so that nothing lacks, then the rest as the dice fall.
        let mut shuffled = World::of(&methods);
        let is_receipt = |number: &usize| matches!(documents[*number][0].1, Kind::In { .. });
        let (first, mut rest): (Vec<usize>, Vec<usize>) = (0..documents.len()).partition(is_receipt);
        first.iter().for_each(|number| drop(enter(&mut shuffled, *number).unwrap()));
        for _ in 0..300 {
            let Some(number) = dice.pick(&rest) else { break };
            // A transfer may lack what another one brings: it is entered later.
            if enter(&mut shuffled, number).is_ok() {
                rest.retain(|one| *one != number);
            }
        }
        if !rest.is_empty() {
            // Two transfers, to and fro, with an issue of the same goods after them: neither can be entered without the other.
            continue;
        }
        compared += 1;
        for number in 0..2 {
            assert_eq!(shuffled.state(number), in_order.state(number), "seed {seed}, pool {number}");
        }
        for (place, booked) in &in_order.booked {
            assert_eq!(shuffled.booked[place].effect(), booked.effect(), "seed {seed}, {place:?}");
        }
    }
    assert!(compared > 850, "{compared} were compared");
}

/// IAS 2.34: the carrying amount is the expense; what was expensed before is not again.
#[test]
fn ten_for_100_written_down_by_40_cost_60_in_all_when_they_are_sold() {
    for method in [Method::Fifo, Method::Average] {
        let mut world = World::of(&[method, method]);
        world.post(0, day(1), 1, receipt(10, 10_000)).unwrap();
        world.post(0, day(2), 2, Kind::WriteDown { amount: 4_000 }).unwrap();
        let half = world.post(0, day(3), 3, issue(5)).unwrap();
        let rest = world.post(0, day(4), 4, issue(5)).unwrap();
        for sold in [half, rest] {
            let legs = world.booked[&sold].effect().legs;
            assert_eq!((legs.stock(), legs.allowance(), legs.counter()), (-5_000, 2_000, 3_000), "{method:?}");
        }
        assert_eq!(world.state(0).written_down(), 0);
    }
}

#[test]
fn a_write_down_goes_along_with_goods_that_are_moved_and_comes_back_with_those_that_are_returned() {
    let mut world = World::of(&[Method::Average, Method::Fifo]);
    world.post(0, day(1), 1, receipt(10, 10_000)).unwrap();
    world.post(0, day(2), 2, Kind::WriteDown { amount: 4_000 }).unwrap();
    let out = Place::out(day(3), 3, 0);
    let into = Kind::In { quantity: units(4), cost: Cost::From(Source::Whole(out)) };
    let insert = vec![world.movement(0, day(3), 3, 0, issue(4)), world.movement(1, day(3), 3, 0, into)];
    world.change(Change { posting_date: date(day(3)), insert, remove: Vec::new(), lines: 0 }).unwrap();
    assert_eq!((world.state(0).written_down(), world.state(1).written_down()), (2_400, 1_600));
    let sold = world.post(1, day(4), 4, issue(4)).unwrap();
    assert_eq!(world.booked[&sold].effect().legs.counter(), 2_400);
    let source = Source::Share { of: sold, total: units(4) };
    let back = world.post(0, day(5), 5, Kind::In { quantity: units(1), cost: Cost::From(source) }).unwrap();
    let legs = world.booked[&back].effect().legs;
    assert_eq!((legs.stock(), legs.allowance(), legs.counter()), (1_000, -400, -600));
    assert_eq!(world.state(0).written_down(), 2_800);
}

#[test]
fn a_write_down_that_goods_sold_before_it_leave_no_room_for_is_not_posted() {
    let mut world = World::of(&[Method::Fifo]);
    world.post(0, day(1), 1, receipt(10, 10_000)).unwrap();
    let down = world.post(0, day(5), 2, Kind::WriteDown { amount: 6_000 }).unwrap();
    world.post(0, day(3), 3, issue(7)).unwrap();
    assert_eq!((world.state(0).value(), world.state(0).written_down()), (3_000, 3_000));
    world.void(down).unwrap();
    assert_eq!(world.state(0).written_down(), 0);
}
