//! Later costs judged by a program of fractions that knows receipts, issues, transfers and returns in the order of time, and of
//! each place how much there is of each receipt: nothing of pools, replays and places in an order.

use std::collections::BTreeMap;

use crate::costing::tests::dice::Dice;
use crate::costing::tests::world::*;
use crate::costing::*;

/// A fraction in lowest terms, its denominator above 0. Numbers that are too large are refused: `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fraction {
    top: i128,
    bottom: i128,
}

const ZERO: Fraction = Fraction { top: 0, bottom: 1 };

impl Fraction {
    fn of(top: i64, bottom: i64) -> Self {
        Self::new(i128::from(top), i128::from(bottom))
    }

    fn new(top: i128, bottom: i128) -> Self {
        let (mut one, mut other) = (top.abs(), bottom);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Self { top: top / one.max(1), bottom: bottom / one.max(1) }
    }

    fn times(self, other: Self) -> Option<Self> {
        let (one, two) = (Self::new(self.top, other.bottom), Self::new(other.top, self.bottom));
        Some(Self::new(one.top.checked_mul(two.top)?, one.bottom.checked_mul(two.bottom)?))
    }

    fn plus(self, other: Self) -> Option<Self> {
        let top = self.top.checked_mul(other.bottom)?.checked_add(other.top.checked_mul(self.bottom)?)?;
        Some(Self::new(top, self.bottom.checked_mul(other.bottom)?))
    }

    fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { top: -other.top, ..other })
    }

    fn over(self, other: Self) -> Option<Self> {
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
enum Event {
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
enum Where {
    At(u8),
    InTransit(usize),
}

/// The book of fractions.
struct Judge {
    methods: Vec<Method>,
    places: BTreeMap<u8, Vec<Lot>>,
    /// What left and did not come anywhere.
    left: BTreeMap<usize, Lot>,
    received: BTreeMap<usize, (u8, i64)>,
    returned: BTreeMap<usize, i64>,
    events: Vec<Event>,
    /// What of each cost is kept where.
    kept: BTreeMap<(usize, Where), Fraction>,
}

impl Judge {
    fn quantity(&self, place: u8) -> i64 {
        self.places.get(&place).into_iter().flatten().map(|lot| lot.quantity).sum()
    }

    fn put(&mut self, place: u8, lot: Lot) -> Option<()> {
        let lots = self.places.entry(place).or_default();
        match lots.first_mut() {
            Some(all) if self.methods[usize::from(place)] == Method::Average => all.join(&lot)?,
            _ => lots.push(lot),
        }
        Some(())
    }

    fn take(&mut self, place: u8, mut quantity: i64, first: Option<usize>) -> Option<Lot> {
        let mut taken = nothing();
        let lots = self.places.entry(place).or_default();
        let is_fifo = self.methods[usize::from(place)] == Method::Fifo;
        let own = lots.iter().position(|lot| is_fifo && first.is_some() && lot.receipt == first);
        for at in own.into_iter().chain(0..lots.len()) {
            let part = quantity.min(lots[at].quantity);
            if part > 0 {
                let lot = lots[at].take(part, first.filter(|_| !is_fifo))?;
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
        for (place, lots) in &mut self.places {
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

    fn worth(&self, place: u8) -> Option<Fraction> {
        self.places.get(&place).into_iter().flatten().try_fold(ZERO, |sum, lot| sum.plus(lot.worth))
    }
}

/// A history that can be, in the order of time.
fn history(seed: u64) -> Option<Judge> {
    let mut dice = Dice(seed);
    let methods = (0..3).map(|_| if dice.one_in(3) { Method::Fifo } else { Method::Average }).collect();
    let (places, left, kept) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (received, returned) = (BTreeMap::new(), BTreeMap::new());
    let mut judge = Judge { methods, places, left, received, returned, events: Vec::new(), kept };
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
            10 | 11 => dice.pick(&receipts).map(|receipt| Event::Cost { receipt, amount: dice.between(-100, 1_000) }),
            _ => None,
        };
        if let Some(event) = event {
            judge.add(event)?;
        }
    }
    Some(judge)
}

/// The place in the order at which an event moves goods, or names them.
fn stands(number: usize, events: &[Event]) -> Place {
    let at = i64::try_from(number).unwrap();
    match events[number] {
        Event::Issue { .. } | Event::Dispatch { .. } | Event::Back { .. } => Place::out(day(at), at + 1, 0),
        _ => Place::into(day(at), at + 1, 0),
    }
}

/// An event as movements; `None` where what it is about was not entered yet.
fn movements(number: usize, events: &[Event], judge: &Judge, world: &World) -> Option<Vec<Movement>> {
    let (at, place) = (i64::try_from(number).unwrap(), stands(number, events));
    let entered = |of: usize| world.booked.contains_key(&stands(of, events)).then(|| stands(of, events));
    let total = |of: usize| match events[of] {
        Event::Receipt { quantity, .. } | Event::Issue { quantity, .. } | Event::Dispatch { quantity, .. } => {
            units(quantity)
        }
        _ => unreachable!("nobody shares it"),
    };
    let one = |place: u8, kind: Kind| Some(vec![world.movement(place, day(at), at + 1, 0, kind)]);
    let share = |of: usize| Some(Source::Share { of: entered(of)?, total: total(of) });
    match events[number] {
        Event::Receipt { place, quantity, value } => one(place, receipt(quantity, value)),
        Event::Issue { place, quantity } => one(place, issue(quantity)),
        Event::Dispatch { place, quantity } => {
            one(place, Kind::Out { quantity: units(quantity), beyond: Beyond::InTransit })
        }
        Event::Transfer { from, to, quantity } => {
            let out = world.movement(from, day(at), at + 1, 0, issue(quantity));
            let cost = Cost::From(Source::Whole(out.place));
            let into = world.movement(to, day(at), at + 1, 0, Kind::In { quantity: units(quantity), cost });
            Some(vec![out, into])
        }
        Event::Arrival { dispatch: of, place, quantity } | Event::Return { issue: of, place, quantity } => {
            one(place, Kind::In { quantity: units(quantity), cost: Cost::From(share(of)?) })
        }
        Event::Loss { dispatch, quantity } => {
            let Event::Dispatch { place, .. } = events[dispatch] else { return None };
            one(place, Kind::Lost { quantity: units(quantity), source: share(dispatch)? })
        }
        Event::Back { receipt, quantity } => {
            let kind = Kind::SupplierReturn {
                quantity: units(quantity),
                receipt: entered(receipt)?,
                received: total(receipt),
            };
            one(judge.received[&receipt].0, kind)
        }
        Event::Cost { receipt, amount } => {
            assert!(place > entered(receipt)?);
            one(
                judge.received[&receipt].0,
                Kind::Value { receipt: entered(receipt)?, received: total(receipt), amount },
            )
        }
    }
}

/// The history entered in an order: those that cannot be yet are tried again later. `None` where some never can be.
fn enter(judge: &Judge, order: Vec<usize>) -> Option<World> {
    let mut world = World::of(&judge.methods);
    world.rules.checkpoint_every = 4;
    let mut waiting = order;
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|number| {
            let Some(insert) = movements(*number, &judge.events, judge, &world) else { return true };
            let change = Change { posting_date: insert[0].posting_date, insert, remove: Vec::new(), lines: 0 };
            world.change(change).is_err()
        });
        if waiting.len() == before {
            // Of several that need each other none can be the first.
            return None;
        }
    }
    Some(world)
}

/// What every cost keeps in every place, in minor units × 10^6.
fn kept(judge: &Judge, world: &World) -> BTreeMap<(usize, Where), i128> {
    let mut found = BTreeMap::new();
    for (number, event) in judge.events.iter().enumerate() {
        let Event::Cost { receipt, .. } = event else { continue };
        let cost = stands(number, &judge.events);
        found.insert((number, Where::At(judge.received[receipt].0)), world.booked[&cost].shares.sums().1);
        for part in world.parts_of(cost) {
            let spot = match part.kind {
                Kind::ValuePart { dispatch: Some(dispatch), .. } => {
                    Where::InTransit(usize::try_from(dispatch.seq - 1).unwrap())
                }
                _ => Where::At(part.pool.item[0]),
            };
            let before = found.insert((number, spot), world.booked[&part.place].shares.sums().1);
            assert_eq!(before, None, "two parts in {spot:?}");
        }
    }
    found.retain(|_, x| *x != 0);
    found
}

#[test]
fn a_later_cost_goes_where_its_goods_are_to_the_millionth_in_whatever_order_all_of_it_is_entered() {
    let (mut costs, mut in_transit, mut elsewhere, mut judged) = (0, 0, 0, 0);
    for seed in 0..500 {
        let Some(judge) = history(seed) else { continue };
        let mut dice = Dice(seed + 1_000_000);
        let in_time: Vec<usize> = (0..judge.events.len()).collect();
        let mut shuffled = Vec::new();
        let mut rest = in_time.clone();
        while !rest.is_empty() {
            let at = usize::try_from(dice.between(0, i64::try_from(rest.len()).unwrap() - 1)).unwrap();
            shuffled.push(rest.remove(at));
        }
        let world = enter(&judge, in_time).unwrap();
        let Some(other) = enter(&judge, shuffled) else { continue };
        judged += 1;
        let (ours, others) = (kept(&judge, &world), kept(&judge, &other));
        assert_eq!(ours, others, "seed {seed}: {:#?}", judge.events);
        for spot in judge.kept.keys().chain(ours.keys()) {
            let (x, exact) = (ours.get(spot).copied().unwrap_or(0), judge.kept.get(spot).copied().unwrap_or(ZERO));
            let gap = (x * exact.bottom - exact.top * 1_000_000).abs();
            assert!(gap <= 2 * exact.bottom, "seed {seed}, {spot:?}: {x} and not {exact:?} of {:#?}", judge.events);
            costs += 1;
            in_transit += i32::from(matches!(spot.1, Where::InTransit(_)) && x != 0);
        }
        for place in 0..3 {
            let (state, exact) = (world.state(place), judge.worth(place).unwrap());
            assert_eq!(state, other.state(place), "seed {seed}");
            assert_eq!(state.quantity(), judge.quantity(place));
            elsewhere += i32::from(state.quantity() > 0);
            // What goes from place to place is whole minor units, each of which may be half of one off.
            let gap = (i128::from(state.value()) * exact.bottom - exact.top).abs();
            assert!(gap <= 4 * exact.bottom, "seed {seed}, {place}: {} and not {exact:?}", state.value());
        }
        for (key, proof) in prove(&other, None) {
            assert!(proof.holds(), "seed {seed}, {key:?}: {:?} of {:#?}", proof.broken, judge.events);
        }
    }
    assert!(judged > 400 && costs > 1_000 && in_transit > 50 && elsewhere > 500, "{judged} {costs} {in_transit}");
}

/// A cost in a world, with all that its parts post: stock, and variance.
fn posted(world: &World, cost: Place) -> (i64, i64) {
    let parts = world.parts_of(cost).into_iter().map(|part| part.place);
    let all: Vec<Legs> = parts.chain([cost]).map(|place| world.booked[&place].effect().legs).collect();
    let in_transit =
        |legs: &Legs| legs.iter().filter(|(leg, _)| matches!(leg, Leg::CounterOf(_))).map(|(_, x)| x).sum::<i64>();
    (all.iter().map(|legs| legs.stock() + in_transit(legs)).sum(), all.iter().map(Legs::variance).sum())
}

fn cost_of(receipt: Place, received: i64, amount: i64) -> Kind {
    Kind::Value { receipt, received: units(received), amount }
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
        let back = |quantity| Kind::SupplierReturn { quantity: units(quantity), receipt: came, received: units(10) };
        world.post(0, day(2), 3, back(5)).unwrap();
        let freight = world.post(0, day(3), 4, cost_of(came, 10, 300)).unwrap();
        assert_eq!(posted(&world, freight), (300, 0), "{method:?}");
        world.post(0, day(4), 5, back(5)).unwrap();
        let late = world.post(0, day(5), 6, cost_of(came, 10, 300)).unwrap();
        let of_others = world.post(0, day(6), 7, cost_of(others, 10, 300)).unwrap();
        assert_eq!((posted(&world, late), posted(&world, of_others)), ((0, 300), (300, 0)), "{method:?}");
    }
}
