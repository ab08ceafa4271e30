//! Costing judged by the textbook: FIFO and moving average in exact fractions, written from their definitions alone.

use crate::costing::tests::dice::Dice;
use crate::costing::tests::world::*;
use crate::costing::*;

/// A fraction in lowest terms, its denominator above 0.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fraction {
    top: i128,
    bottom: i128,
}

impl Fraction {
    fn new(top: i128, bottom: i128) -> Self {
        let (mut one, mut other) = (top.abs(), bottom);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Self { top: top / one.max(1), bottom: bottom / one.max(1) }
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)
    }

    fn times(self, top: i64, bottom: i64) -> Self {
        let other = Self::new(i128::from(top), i128::from(bottom));
        Self::new(self.top * other.top, self.bottom * other.bottom)
    }

    /// Whether a whole number is at most a half and n millionths away.
    fn is_near(self, whole: i64, n: i128) -> bool {
        let gap = (i128::from(whole) * self.bottom - self.top).abs();
        2 * gap * MILLION <= self.bottom * (MILLION + 2 * n)
    }
}

const MILLION: i128 = 1_000_000;

/// Goods that came, and the part of them still there.
struct Lot {
    value: i64,
    received: i64,
    left: i64,
}

/// The value of the stock by the book.
enum Textbook {
    /// Each lot at its own price; the oldest leaves first.
    Fifo(Vec<Lot>),
    /// One price for all: value over quantity, anew with each receipt.
    Average { value: Fraction, quantity: i64 },
}

impl Textbook {
    fn receive(&mut self, quantity: i64, value: i64) {
        match self {
            Self::Fifo(lots) => lots.push(Lot { value, received: quantity, left: quantity }),
            Self::Average { value: held, quantity: all } => {
                (*held, *all) = (held.plus(Fraction::new(i128::from(value), 1)), *all + quantity);
            }
        }
    }

    fn issue(&mut self, mut quantity: i64) {
        match self {
            Self::Fifo(lots) => {
                for lot in lots.iter_mut() {
                    let takes = quantity.min(lot.left);
                    lot.left -= takes;
                    quantity -= takes;
                }
            }
            Self::Average { value, quantity: all } => {
                *value = value.times(*all - quantity, *all);
                *all -= quantity;
            }
        }
    }

    fn value(&self) -> Fraction {
        match self {
            Self::Fifo(lots) => lots.iter().fold(Fraction::new(0, 1), |sum, lot| {
                sum.plus(Fraction::new(i128::from(lot.value), 1).times(lot.left, lot.received))
            }),
            Self::Average { value, .. } => *value,
        }
    }
}

#[test]
fn stock_is_worth_what_the_textbook_says_to_half_a_cent_and_a_millionth_per_issue() {
    for seed in 0..400 {
        for method in [Method::Fifo, Method::Average] {
            let mut dice = Dice(seed);
            let mut world = World::of(&[method]);
            let mut textbook = match method {
                Method::Fifo => Textbook::Fifo(Vec::new()),
                _ => Textbook::Average { value: Fraction::new(0, 1), quantity: 0 },
            };
            let mut issues = 0;
            for seq in 1..=16 {
                let there = world.state(0).quantity();
                if there == 0 || dice.one_in(3) {
                    let (quantity, value) = (dice.between(1, 15), dice.between(0, 5_000));
                    world.post(0, day(seq), seq, receipt(quantity, value)).unwrap();
                    textbook.receive(quantity, value);
                } else {
                    let quantity = dice.between(1, there.min(12));
                    world.post(0, day(seq), seq, issue(quantity)).unwrap();
                    textbook.issue(quantity);
                    issues += 1;
                }
                let (ours, theirs) = (world.state(0).value(), textbook.value());
                assert!(theirs.is_near(ours, issues), "seed {seed}, {method:?}, {seq}: {ours} is not {theirs:?}");
            }
        }
    }
}
