//! Later costs judged by a program of fractions that knows receipts, issues, transfers and returns in the order of time, and of
//! each place how much there is of each receipt: nothing of pools, replays and places in an order.

use std::collections::BTreeMap;

use crate::costing::Method;
use crate::costing::tests::dice::Dice;

/// A fraction in lowest terms, its denominator above 0. Numbers that are too large are refused: `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fraction {
    pub(super) top: i128,
    pub(super) bottom: i128,
}

pub(super) const ZERO: Fraction = Fraction { top: 0, bottom: 1 };

/// The standard cost of one piece, in minor units, that `World` gives.
const STANDARD: Fraction = Fraction { top: 6_172_839, bottom: 5_000_000 };

impl Fraction {
    pub(super) fn of(top: i64, bottom: i64) -> Self {
        Self::new(i128::from(top), i128::from(bottom))
    }

    fn new(top: i128, bottom: i128) -> Self {
        let (mut one, mut other) = (top.abs(), bottom);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Self { top: top / one.max(1), bottom: bottom / one.max(1) }
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        let (one, two) = (Self::new(self.top, other.bottom), Self::new(other.top, self.bottom));
        Some(Self::new(one.top.checked_mul(two.top)?, one.bottom.checked_mul(two.bottom)?))
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let top = self.top.checked_mul(other.bottom)?.checked_add(other.top.checked_mul(self.bottom)?)?;
        Some(Self::new(top, self.bottom.checked_mul(other.bottom)?))
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { top: -other.top, ..other })
    }

    pub(super) fn over(self, other: Self) -> Option<Self> {
        if other.top < 0 {
            return self.times(Self { top: -other.bottom, bottom: -other.top });
        }
        self.times(Self { top: other.bottom, bottom: other.top })
    }

    fn is_below(self, other: Self) -> Option<bool> {
        Some(self.minus(other)?.top < 0)
    }
}

/// How much of each receipt, by its number.
type Vector = BTreeMap<usize, Fraction>;

/// Goods that came together: how many, of which receipts, and what they are worth.
#[derive(Clone, Debug)]
struct Lot {
    /// Which receipt alone, where it is one.
    receipt: Option<usize>,
    quantity: i64,
    of: Vector,
    worth: Fraction,
}

impl Lot {
    /// Takes so many; of one receipt first, where one is named.
    fn take(&mut self, quantity: i64, first: Option<usize>) -> Option<Self> {
        let (mut wanted, mut all) = (Fraction::of(quantity, 1), Fraction::of(self.quantity, 1));
        let part = wanted.over(all)?;
        let worth = self.worth.times(part)?;
        let mut of = Vector::new();
        if let Some(first) = first
            && let Some(there) = self.of.get(&first).copied()
        {
            let own = if there.is_below(wanted)? { there } else { wanted };
            (wanted, all) = (wanted.minus(own)?, all.minus(there)?);
            of.insert(first, own);
        }
        for (receipt, there) in self.of.iter().filter(|(receipt, _)| Some(**receipt) != first) {
            of.insert(*receipt, if wanted.top == 0 { ZERO } else { there.times(wanted)?.over(all)? });
        }
        for (receipt, taken) in &of {
            self.of.insert(*receipt, self.of[receipt].minus(*taken)?);
        }
        self.of.retain(|_, there| there.top != 0);
        of.retain(|_, there| there.top != 0);
        (self.quantity, self.worth) = (self.quantity - quantity, self.worth.minus(worth)?);
        Some(Self { receipt: self.receipt, quantity, of, worth })
    }

    fn join(&mut self, other: &Self) -> Option<()> {
        self.quantity += other.quantity;
        self.worth = self.worth.plus(other.worth)?;
        for (receipt, more) in &other.of {
            let there = self.of.get(receipt).copied().unwrap_or(ZERO);
            self.of.insert(*receipt, there.plus(*more)?);
        }
        self.receipt = None;
        Some(())
    }
}

fn nothing() -> Lot {
    Lot { receipt: None, quantity: 0, of: Vector::new(), worth: ZERO }
}

/// What happened; others are named by their number.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Receipt { place: u8, quantity: i64, value: i64 },
    Issue { place: u8, quantity: i64 },
    Transfer { from: u8, to: u8, quantity: i64 },
    Dispatch { place: u8, quantity: i64 },
    Arrival { dispatch: usize, place: u8, quantity: i64 },
    Loss { dispatch: usize, quantity: i64 },
    Return { issue: usize, place: u8, quantity: i64 },
    Back { receipt: usize, quantity: i64 },
    Cost { receipt: usize, amount: i64 },
}

/// Where goods are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Where {
    At(u8),
    InTransit(usize),
}

/// The book of fractions.
#[derive(Default)]
pub(super) struct Judge {
    pub(super) methods: Vec<Method>,
    places: BTreeMap<u8, Vec<Lot>>,
    /// What left and did not come anywhere.
    left: BTreeMap<usize, Lot>,
    /// What was issued, at its cost.
    pub(super) issued: BTreeMap<usize, Fraction>,
    pub(super) received: BTreeMap<usize, (u8, i64)>,
    returned: BTreeMap<usize, i64>,
    pub(super) events: Vec<Event>,
    /// What of each cost is kept where.
    pub(super) kept: BTreeMap<(usize, Where), Fraction>,
}

impl Judge {
    pub(super) fn quantity(&self, place: u8) -> i64 {
        self.places.get(&place).into_iter().flatten().map(|lot| lot.quantity).sum()
    }

    fn put(&mut self, place: u8, lot: Lot) -> Option<()> {
        let lots = self.places.entry(place).or_default();
        match lots.first_mut() {
            Some(all) if matches!(self.methods[usize::from(place)], Method::Average | Method::Standard) => {
                all.join(&lot)?
            }
            _ => lots.push(lot),
        }
        if self.methods[usize::from(place)] == Method::Standard {
            for lot in lots {
                lot.worth = STANDARD.times(Fraction::of(lot.quantity, 1))?;
            }
        }
        Some(())
    }

    fn take(&mut self, place: u8, mut quantity: i64, first: Option<usize>) -> Option<Lot> {
        let mut taken = nothing();
        let lots = self.places.entry(place).or_default();
        let is_fifo = matches!(self.methods[usize::from(place)], Method::Fifo | Method::Specific);
        let own = lots.iter().position(|lot| is_fifo && first.is_some() && lot.receipt == first);
        for at in own.into_iter().chain(0..lots.len()) {
            let part = quantity.min(lots[at].quantity);
            if part > 0 {
                let lot = lots[at].take(part, first)?;
                taken.join(&lot)?;
                quantity -= part;
            }
        }
        lots.retain(|lot| lot.quantity > 0);
        assert_eq!(quantity, 0, "more left than was there");
        Some(taken)
    }

    fn add(&mut self, event: Event) -> Option<()> {
        let number = self.events.len();
        self.events.push(event.clone());
        match event {
            Event::Receipt { place, quantity, value } => {
                self.received.insert(number, (place, quantity));
                let of = Vector::from([(number, Fraction::of(quantity, 1))]);
                self.put(place, Lot { receipt: Some(number), quantity, of, worth: Fraction::of(value, 1) })?;
            }
            Event::Issue { place, quantity } | Event::Dispatch { place, quantity } => {
                let lot = self.take(place, quantity, None)?;
                if matches!(event, Event::Issue { .. }) {
                    self.issued.insert(number, lot.worth);
                }
                self.left.insert(number, lot);
            }
            Event::Transfer { from, to, quantity } => {
                let lot = self.take(from, quantity, None)?;
                self.put(to, Lot { receipt: None, ..lot })?;
            }
            Event::Arrival { dispatch: of, place, quantity } | Event::Return { issue: of, place, quantity } => {
                let lot = self.left.get_mut(&of)?.take(quantity, None)?;
                self.put(place, Lot { receipt: None, ..lot })?;
            }
            Event::Loss { dispatch, quantity } => {
                self.left.get_mut(&dispatch)?.take(quantity, None)?;
            }
            Event::Back { receipt, quantity } => {
                self.take(self.received[&receipt].0, quantity, Some(receipt))?;
                *self.returned.entry(receipt).or_default() += quantity;
            }
            Event::Cost { receipt, amount } => self.cost(number, receipt, amount)?,
        }
        Some(())
    }

    /// Each place keeps of the cost as much as it has of the receipt, of all that did not go back to the supplier.
    fn cost(&mut self, number: usize, receipt: usize, amount: i64) -> Option<()> {
        let mut there = ZERO;
        let in_transit = |number: &usize| matches!(self.events[*number], Event::Dispatch { .. });
        let on_hand = self.places.values().flatten();
        for lot in on_hand.chain(self.left.iter().filter(|(number, _)| in_transit(number)).map(|(_, lot)| lot)) {
            there = there.plus(lot.of.get(&receipt).copied().unwrap_or(ZERO))?;
        }
        let base = self.received[&receipt].1 - self.returned.get(&receipt).copied().unwrap_or(0);
        let base = if Fraction::of(base, 1).is_below(there)? { there } else { Fraction::of(base, 1) };
        if base.top == 0 {
            return Some(());
        }
        let in_transit: Vec<usize> = self.left.keys().copied().filter(in_transit).collect();
        let each = Fraction::of(amount, 1).over(base)?;
        let mut kept = Vec::new();
        // At standard goods are worth what the standard says.
        let methods = &self.methods;
        for (place, lots) in
            self.places.iter_mut().filter(|(place, _)| methods[usize::from(**place)] != Method::Standard)
        {
            kept.extend(lots.iter_mut().map(|lot| (Where::At(*place), lot)));
        }
        for (of, lot) in &mut self.left {
            if in_transit.contains(of) {
                kept.push((Where::InTransit(*of), lot));
            }
        }
        for (place, lot) in kept {
            if let Some(own) = lot.of.get(&receipt) {
                let share = each.times(*own)?;
                lot.worth = lot.worth.plus(share)?;
                let sum = self.kept.entry((number, place)).or_insert(ZERO);
                *sum = sum.plus(share)?;
            }
        }
        Some(())
    }

    pub(super) fn worth(&self, place: u8) -> Option<Fraction> {
        self.places.get(&place).into_iter().flatten().try_fold(ZERO, |sum, lot| sum.plus(lot.worth))
    }
}

/// A history that can be, in the order of time.
pub(super) fn history(seed: u64) -> Option<Judge> {
    let mut dice = Dice(seed);
    let usual = [Method::Average, Method::Average, Method::Average, Method::Fifo, Method::Specific, Method::Standard];
    let methods = (0..3).map(|_| dice.pick(&usual).unwrap()).collect();
    let mut judge = Judge { methods, ..Judge::default() };
    // Goods from a place at standard are worth so little that a price that falls would take them below nothing.
    let least = if judge.methods.contains(&Method::Standard) { 0 } else { -100 };
    while judge.events.len() < 16 {
        let place = u8::try_from(dice.between(0, 2)).unwrap();
        let there = judge.quantity(place);
        let numbers = |is: &dyn Fn(&Event) -> bool| -> Vec<usize> {
            (0..judge.events.len()).filter(|number| is(&judge.events[*number])).collect()
        };
        let receipts = numbers(&|event| matches!(event, Event::Receipt { .. }));
        let dispatches = numbers(&|event| matches!(event, Event::Dispatch { .. }));
        let issues = numbers(&|event| matches!(event, Event::Issue { .. }));
        let mut of_left = |all: &[usize]| -> Option<(usize, i64)> {
            let of = dice.pick(all)?;
            let most = judge.left.get(&of)?.quantity;
            (most > 0).then(|| (of, dice.between(1, most)))
        };
        let (arriving, coming_back) = (of_left(&dispatches), of_left(&issues));
        let event = match dice.between(0, 11) {
            0 | 1 => Some(Event::Receipt { place, quantity: dice.between(1, 8), value: dice.between(1_000, 9_000) }),
            2 | 3 if there > 0 => Some(Event::Issue { place, quantity: dice.between(1, there) }),
            4 if there > 0 => {
                let to = (place + 1 + u8::try_from(dice.between(0, 1)).unwrap()) % 3;
                Some(Event::Transfer { from: place, to, quantity: dice.between(1, there) })
            }
            5 if there > 0 => Some(Event::Dispatch { place, quantity: dice.between(1, there) }),
            6 => arriving.map(|(dispatch, quantity)| Event::Arrival { dispatch, place, quantity }),
            7 if dice.one_in(3) => arriving.map(|(dispatch, quantity)| Event::Loss { dispatch, quantity }),
            8 => coming_back.map(|(issue, quantity)| Event::Return { issue, place, quantity }),
            9 => dice.pick(&receipts).and_then(|receipt| {
                let (place, received) = judge.received[&receipt];
                let most = received - judge.returned.get(&receipt).copied().unwrap_or(0);
                let most = most.min(judge.quantity(place));
                (most > 0).then(|| Event::Back { receipt, quantity: dice.between(1, most) })
            }),
            10 | 11 => dice.pick(&receipts).map(|receipt| Event::Cost { receipt, amount: dice.between(least, 1_000) }),
            _ => None,
        };
        if let Some(event) = event {
            judge.add(event)?;
        }
    }
    Some(judge)
}
