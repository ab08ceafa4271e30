//! A world in memory that stores the results of replay and serves them to the next one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::costing::*;
use crate::value::id::{AccountId, WarehouseId};
use crate::value::{Date, Instant};

pub const DAY_US: i64 = 86_400_000_000;

/// A stop: the history was asked for something that it does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLoaded;

#[derive(Clone, Default)]
pub struct World {
    pub origins: BTreeMap<PoolKey, PoolState>,
    pub movements: BTreeMap<PoolKey, BTreeMap<Place, Movement>>,
    pub voided: BTreeMap<Place, Movement>,
    /// Of voided movements, too: theirs come to zero.
    pub booked: BTreeMap<Place, Booked>,
    pub heads: BTreeMap<PoolKey, Head>,
    pub checkpoints: BTreeMap<PoolKey, BTreeMap<Place, Arc<PoolState>>>,
    pub dependents: BTreeMap<Place, Vec<Dependent>>,
    /// The first open day.
    pub open_from: Option<Date>,
    /// Movements per answer.
    pub page: usize,
    pub rules: Rules,
    pub is_deaf: bool,
}

pub fn pool(number: u8) -> PoolKey {
    PoolKey { item: [number; 16], scope: Scope::Warehouse(WarehouseId([1; 16])), tracked: None }
}

pub fn account(number: u8) -> AccountId {
    AccountId([number; 16])
}

pub fn date(at: Instant) -> Date {
    let days = i32::try_from(at.0.div_euclid(DAY_US)).unwrap();
    jiff::civil::date(2024, 1, 1).checked_add(jiff::Span::new().days(days)).unwrap()
}

pub fn day(number: i64) -> Instant {
    Instant(number * DAY_US)
}

pub fn units(quantity: i64) -> Quantity {
    Quantity::new(quantity).unwrap()
}

pub fn receipt(quantity: i64, value: i64) -> Kind {
    Kind::In { quantity: units(quantity), cost: Cost::Given(value) }
}

pub fn issue(quantity: i64) -> Kind {
    Kind::Out { quantity: units(quantity), beyond: Beyond::Refused }
}

impl World {
    /// A world of empty pools, numbered from 0.
    pub fn of(methods: &[Method]) -> Self {
        let mut world = Self { page: 3, ..Self::default() };
        for (number, method) in (0..).zip(methods) {
            let standard = (*method == Method::Standard).then(|| StandardCost::new(12_345_678, 10).unwrap());
            world.origins.insert(pool(number), PoolState::new(*method, account(1), standard));
        }
        world
    }

    /// The date on which a document that occurs then is posted.
    pub fn posting_date(&self, at: Instant) -> Date {
        self.open_from.map_or(date(at), |open| date(at).max(open))
    }

    /// One line of a document.
    pub fn movement(&self, number: u8, at: Instant, seq: i64, line: u32, kind: Kind) -> Movement {
        let leaves =
            matches!(kind, Kind::Out { .. } | Kind::OutAll | Kind::OutPart { .. } | Kind::SupplierReturn { .. });
        let place = if leaves { Place::out(at, seq, line) } else { Place::into(at, seq, line) };
        Movement { place, occurred_at: at, pool: pool(number), posting_date: self.posting_date(at), kind }
    }

    /// Posts a movement that occurred at one time and is costed at another.
    pub fn post_prospectively(
        &mut self,
        number: u8,
        occurred_at: Instant,
        costed_at: Instant,
        seq: i64,
        kind: Kind,
    ) -> Result<Place, Refusal> {
        let movement = Movement { occurred_at, ..self.movement(number, costed_at, seq, 0, kind) };
        let (place, posting_date) = (movement.place, movement.posting_date);
        self.change(Change { posting_date, insert: vec![movement], remove: Vec::new(), lines: 0 }).map(|_| place)
    }

    /// Posts one movement.
    pub fn post(&mut self, number: u8, at: Instant, seq: i64, kind: Kind) -> Result<Place, Refusal> {
        let movement = self.movement(number, at, seq, 0, kind);
        let place = movement.place;
        let posting_date = movement.posting_date;
        self.change(Change { posting_date, insert: vec![movement], remove: Vec::new(), lines: 0 }).map(|_| place)
    }

    /// A movement in effect.
    pub fn at(&self, place: Place) -> &Movement {
        self.movements.values().find_map(|of_pool| of_pool.get(&place)).unwrap()
    }

    /// The parts of a later cost.
    pub fn parts_of(&self, cost: Place) -> Vec<Movement> {
        let all = self.dependents.get(&cost).into_iter().flatten();
        let parts = all.filter(|one| matches!(one.tie, Tie::Part | Tie::PartInTransit));
        parts.map(|one| self.at(one.place).clone()).collect()
    }

    /// Takes one movement away.
    pub fn void(&mut self, place: Place) -> Result<Outcome, Refusal> {
        let movement = self.at(place).clone();
        self.change(Change {
            posting_date: movement.posting_date,
            insert: Vec::new(),
            remove: vec![movement],
            lines: 0,
        })
    }

    /// Makes a change and stores its result; a refused one leaves no trace. Later costs go with their parts.
    pub fn change(&mut self, mut change: Change) -> Result<Outcome, Refusal> {
        let parts = change.remove.iter().flat_map(|one| self.parts_of(one.place)).collect::<Vec<_>>();
        change.remove.extend(parts);
        change.lines = change.insert.iter().map(|one| one.place.line).max().unwrap_or(0);
        let outcome = match replay(self, change.clone(), self.rules) {
            Ok(outcome) => outcome,
            Err(Halt::Refused(refusal)) => return Err(refusal),
            Err(Halt::Stop(_)) => unreachable!("everything is here"),
        };
        for movement in &change.remove {
            self.movements.get_mut(&movement.pool).unwrap().remove(&movement.place);
            let booked = self.booked.get_mut(&movement.place).unwrap();
            (booked.quantity, booked.shares, booked.written_down) = (0, Layers::default(), 0);
            self.voided.insert(movement.place, movement.clone());
            for all in self.dependents.values_mut() {
                all.retain(|dependent| dependent.place != movement.place);
            }
        }
        for movement in change.insert.into_iter().chain(outcome.parts.iter().cloned()) {
            let inserted = outcome.inserted.get(&movement.place).cloned();
            let Effect { quantity, legs, shares, written_down } = inserted.unwrap_or_default();
            let by_date = if legs.is_empty() { Vec::new() } else { vec![(movement.posting_date, legs)] };
            self.booked.insert(movement.place, Booked { quantity, by_date, shares, written_down, allowance: None });
            for (of, tie) in movement.depends_on() {
                let dependent = Dependent { place: movement.place, pool: movement.pool, tie };
                self.dependents.entry(of).or_default().push(dependent);
            }
            self.movements.entry(movement.pool).or_default().insert(movement.place, movement);
        }
        for (place, quantity) in &outcome.quantities {
            self.booked.get_mut(place).unwrap().quantity = *quantity;
        }
        for ((_, place), shares) in &outcome.shares {
            self.booked.get_mut(place).unwrap().shares = shares.clone();
        }
        for ((_, place), written_down) in &outcome.written_down {
            self.booked.get_mut(place).unwrap().written_down = *written_down;
        }
        for entry in &outcome.adjustments {
            let by_date = &mut self.booked.get_mut(&entry.place).unwrap().by_date;
            match by_date.iter_mut().find(|(date, _)| *date == entry.date) {
                Some((_, legs)) => legs.add(entry.leg, entry.amount),
                None => {
                    let mut legs = Legs::default();
                    legs.add(entry.leg, entry.amount);
                    by_date.push((entry.date, legs));
                }
            }
        }
        for (pool, head) in &outcome.heads {
            match head {
                Some(head) => self.heads.insert(*pool, head.clone()),
                None => self.heads.remove(pool),
            };
        }
        for (pool, checkpoint) in &outcome.checkpoints {
            self.checkpoints.entry(*pool).or_default().insert(checkpoint.place, checkpoint.state.clone());
        }
        Ok(outcome)
    }

    /// The present contents of a pool.
    pub fn state(&self, number: u8) -> PoolState {
        let key = pool(number);
        self.heads.get(&key).map_or_else(|| self.origins[&key].clone(), |head| (*head.state).clone())
    }

    /// By how much a movement changed its pool's value.
    pub fn value_of(&self, place: Place) -> i64 {
        self.booked[&place].effect().legs.stock()
    }
}

impl History for World {
    type Stop = NotLoaded;

    fn origin(&self, pool: PoolKey) -> Result<PoolState, NotLoaded> {
        self.origins.get(&pool).cloned().ok_or(NotLoaded)
    }

    fn head(&self, pool: PoolKey) -> Result<Option<Head>, NotLoaded> {
        Ok(self.heads.get(&pool).cloned())
    }

    fn checkpoint_before(&self, pool: PoolKey, place: Place) -> Result<Option<Checkpoint>, NotLoaded> {
        let found = self.checkpoints.get(&pool).and_then(|all| all.range(..place).next_back());
        Ok(found.map(|(place, state)| Checkpoint { place: *place, state: state.clone() }))
    }

    fn checkpoint_from(&self, pool: PoolKey, place: Place) -> Result<Option<Checkpoint>, NotLoaded> {
        let found = self.checkpoints.get(&pool).and_then(|all| all.range(place..).next());
        Ok(found.map(|(place, state)| Checkpoint { place: *place, state: state.clone() }))
    }

    fn movements_after(&self, pool: PoolKey, place: Option<Place>) -> Result<Vec<Recorded>, NotLoaded> {
        use std::ops::Bound::{Excluded, Unbounded};
        if self.is_deaf {
            return Err(NotLoaded);
        }
        let from = place.map_or(Unbounded, Excluded);
        let all = self.movements.get(&pool).into_iter().flat_map(|all| all.range((from, Unbounded)));
        let recorded = |(place, movement): (&Place, &Movement)| Recorded {
            movement: movement.clone(),
            effect: self.booked[place].effect(),
            is_needed: self.dependents.get(place).is_some_and(|all| !all.is_empty()),
        };
        Ok(all.take(self.page).map(recorded).collect())
    }

    fn moved_after(&self, pool: PoolKey, place: Place) -> Result<Vec<Moved>, NotLoaded> {
        let recorded = self.movements_after(pool, Some(place))?;
        Ok(recorded.iter().map(|one| Moved::of(&one.movement, one.effect.quantity)).collect())
    }

    fn booked(&self, place: Place) -> Result<Booked, NotLoaded> {
        self.booked.get(&place).cloned().ok_or(NotLoaded)
    }

    fn dependents(&self, place: Place, _: PoolKey) -> Result<Vec<Dependent>, NotLoaded> {
        Ok(self.dependents.get(&place).cloned().unwrap_or_default())
    }

    fn pool_of(&self, place: Place) -> Result<PoolKey, NotLoaded> {
        Ok(self.at(place).pool)
    }

    fn later_costs(&self, pool: PoolKey, after: Place) -> Result<Vec<LaterCost>, NotLoaded> {
        let all = self.movements.get(&pool).into_iter().flat_map(|all| all.range(after.after()..));
        Ok(all
            .filter_map(|(place, movement)| match movement.kind {
                Kind::Value { receipt, .. } => {
                    Some(LaterCost { place: *place, pool, receipt, receipt_pool: self.at(receipt).pool })
                }
                Kind::ValuePart { of, receipt, .. } => {
                    Some(LaterCost { place: of, pool: self.at(of).pool, receipt, receipt_pool: self.at(receipt).pool })
                }
                _ => None,
            })
            .collect())
    }

    fn last_line(&self, of: Place) -> Result<u32, NotLoaded> {
        let all = self.movements.values().flat_map(BTreeMap::keys).chain(self.voided.keys());
        Ok(all.filter(|place| place.seq == of.seq).map(|place| place.line).max().unwrap_or(0))
    }

    fn open_date(&self, date: Date) -> Result<Date, NotLoaded> {
        Ok(self.open_from.map_or(date, |open| date.max(open)))
    }
}

/// Proves a world as of a day, or as it is.
pub fn prove(world: &World, as_of: Option<Date>) -> BTreeMap<PoolKey, PoolProof> {
    let mut proof = Proof::new(as_of);
    for (key, origin) in &world.origins {
        proof.open(*key, origin.clone());
    }
    let live = world.movements.values().flatten().map(|(place, movement)| (*place, (movement, false)));
    let voided = world.voided.iter().map(|(place, movement)| (*place, (movement, true)));
    for (place, (movement, is_voided)) in live.chain(voided).collect::<BTreeMap<_, _>>() {
        if as_of.is_none_or(|as_of| date(place.at) <= as_of) {
            if matches!(movement.kind, Kind::In { .. }) {
                proof.follow(place);
            }
            proof.add(movement, is_voided, &world.booked[&place]);
        }
    }
    if as_of.is_none() {
        for (key, head) in &world.heads {
            proof.compare(*key, &head.state);
        }
    }
    proof.finish()
}
