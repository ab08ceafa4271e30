//! Random documents on a world: any kind, at any time of the past, on any method; voids, receiving again, closed months.

use std::sync::Arc;

use crate::costing::tests::dice::Dice;
use crate::costing::tests::world::*;
use crate::costing::*;
use crate::value::Instant;

/// A document, to build upon.
#[derive(Clone)]
pub struct Document {
    pub what: &'static str,
    pub at: Instant,
    pub movements: Vec<Movement>,
}

pub struct Scenario {
    pub dice: Dice,
    pub world: World,
    pub documents: Vec<Document>,
    /// Whether months are closed: days are then not comparable.
    pub is_late: bool,
    /// The number of smallest quantities, and of minor units, that make one: in some histories so many that pools come
    /// near their limits.
    scale: (i64, i64),
    now: Instant,
    /// When the document at hand occurs.
    occurred_at: Instant,
    seq: i64,
}

pub const POOLS: u8 = 9;

/// Pools of one lot or piece each.
const LOTS: [u8; 3] = [5, 7, 8];

/// Pools in which more may leave than there is.
pub fn may_owe(pool: u8) -> bool {
    matches!(pool, 1 | 3 | 4)
}

/// The outcome of a step.
pub struct Step {
    pub what: &'static str,
    pub change: Change,
    pub answer: Result<Outcome, Refusal>,
}

impl Scenario {
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let (fifo, average, standard, lot) = (Method::Fifo, Method::Average, Method::Standard, Method::Specific);
        let mut world = World::of(&[fifo, fifo, average, average, standard, lot, average, lot, lot]);
        world.page = usize::try_from(dice.between(1, 5)).unwrap();
        let most = if dice.one_in(2) { 1 } else { 9 };
        world.rules.checkpoint_every = u32::try_from(dice.between(1, most)).unwrap();
        let is_late = dice.one_in(3);
        let scale = if dice.one_in(8) { (1_000_000_000_000, 10_000_000_000) } else { (1, 1) };
        Self { dice, world, documents: Vec::new(), is_late, scale, now: day(0), occurred_at: day(0), seq: 0 }
    }

    /// Any time until now.
    pub fn some_time(&mut self) -> Instant {
        Instant(self.dice.between(0, self.now.0))
    }

    /// Where a new document stands: often now, often any time since `least`. It occurs there; now and then before, where it is
    /// costed now.
    fn at(&mut self, least: Instant) -> Instant {
        self.now.0 += self.dice.between(0, 3 * DAY_US);
        self.occurred_at = self.now;
        if self.dice.one_in(2) {
            return self.now;
        }
        self.occurred_at = Instant(self.dice.between(least.0.min(self.now.0), self.now.0));
        if self.dice.one_in(6) { self.now } else { self.occurred_at }
    }

    fn pool(&mut self) -> u8 {
        u8::try_from(self.dice.between(0, i64::from(POOLS) - 1)).unwrap()
    }

    fn other_pool(&mut self, than: u8) -> u8 {
        (than + 1 + u8::try_from(self.dice.between(0, i64::from(POOLS) - 2)).unwrap()) % POOLS
    }

    fn quantity(&mut self) -> Quantity {
        let most = if self.dice.one_in(9) { 300 } else { 9 };
        self.up_to(1, most)
    }

    fn up_to(&mut self, least: i64, most: i64) -> Quantity {
        units(self.dice.between(least * self.scale.0, most * self.scale.0))
    }

    fn value(&mut self) -> i64 {
        let most = if self.dice.one_in(6) { 3 } else { 20_000 * self.scale.1 };
        self.dice.between(0, most)
    }

    /// An amount of either sign.
    fn amount(&mut self) -> i64 {
        self.dice.between(-9_000 * self.scale.1, 9_000 * self.scale.1)
    }

    fn ratio(&mut self) -> Option<Ratio> {
        Ratio::new(self.dice.between(0, 5_000), self.dice.between(1, 7)).filter(|_| !self.dice.one_in(3))
    }

    fn out(&mut self, pool: u8) -> Kind {
        let beyond = if may_owe(pool) { Beyond::Owed { fallback: self.ratio() } } else { Beyond::Refused };
        Kind::Out { quantity: self.quantity(), beyond }
    }

    /// A line of an earlier document of this kind.
    fn earlier(&mut self, what: &[&str], number: usize) -> Option<Movement> {
        let of_kind: Vec<&Document> = self.documents.iter().filter(|one| what.contains(&one.what)).collect();
        self.dice.pick(&of_kind).map(|one| one.movements[number].clone())
    }

    /// Takes one step; `None` where there was nothing to build upon.
    pub fn step(&mut self) -> Option<Step> {
        if self.is_late && self.dice.one_in(12) {
            let open = date(Instant(self.dice.between(0, self.now.0)));
            self.world.open_from = Some(self.world.open_from.map_or(open, |before| before.max(open)));
        }
        let least = Instant(0);
        match self.dice.between(0, 27) {
            0..=4 => {
                let (at, pool) = (self.at(least), self.pool());
                let kind = Kind::In { quantity: self.up_to(1, 60), cost: Cost::Given(self.value()) };
                self.post("receipt", at, vec![(pool, kind)])
            }
            5..=8 => {
                let (at, pool) = (self.at(least), self.pool());
                let kind = self.out(pool);
                self.post("issue", at, vec![(pool, kind)])
            }
            9 => {
                let (at, pool) = (self.at(least), self.pool());
                let kind = Kind::In { quantity: self.quantity(), cost: Cost::Present { fallback: self.ratio() } };
                self.post("found", at, vec![(pool, kind)])
            }
            10 | 11 => {
                let (at, pool) = (self.at(least), self.pool());
                let (to, quantity) = (self.other_pool(pool), self.quantity());
                let out = Place::out(at, self.seq + 1, 0);
                let into = Kind::In { quantity, cost: Cost::From(Source::Whole(out)) };
                self.post("transfer", at, vec![(pool, Kind::Out { quantity, beyond: Beyond::Refused }), (to, into)])
            }
            12 => {
                let (at, pool) = (self.at(least), self.pool());
                let quantity = self.up_to(2, 30);
                self.post("dispatch", at, vec![(pool, Kind::Out { quantity, beyond: Beyond::InTransit })])
            }
            13..=15 => self.share(),
            16 => self.supplier_return(),
            17 => self.landed_cost(),
            18 => {
                let came = self.earlier(&["receipt"], 0)?;
                let (at, amount) = (self.at(came.place.at), self.amount());
                let line = self.later_cost(&came, amount)?;
                self.post("price difference", at, vec![line])
            }
            19 => {
                let (at, pool) = (self.at(least), self.pool());
                let amount = self.amount();
                self.post("revaluation", at, vec![(pool, Kind::Revalue { amount })])
            }
            20 => self.assembly(),
            21 => self.change_of_valuation(),
            22 if !self.dice.one_in(3) => self.void(),
            22 => {
                let (at, pool) = (self.at(least), self.pool());
                let to = self.other_pool(pool);
                let out = Place::out(at, self.seq + 1, 0);
                let into = Kind::InAll { from: out, of: crate::costing::tests::world::pool(pool) };
                if self.dice.one_in(3) {
                    return self.post("change of scope", at, vec![(pool, Kind::OutAll), (to, into)]);
                }
                let there = self.world.state(pool).quantity().max(1);
                let quantity = units(self.dice.between(1, there));
                self.post("told apart", at, vec![(pool, Kind::OutPart { quantity }), (to, into)])
            }
            23 => self.receive_again(),
            24 => {
                let (at, pool) = (self.at(least), self.pool());
                let amount = self.amount();
                self.post("write-down", at, vec![(pool, Kind::WriteDown { amount })])
            }
            26 => self.tell_lots_apart(),
            27 => self.join_lots(),
            _ => self.void(),
        }
    }

    fn supplier_return(&mut self) -> Option<Step> {
        let came = self.earlier(&["receipt"], 0)?;
        let Kind::In { quantity: received, .. } = came.kind else { return None };
        let at = self.at(came.place.at);
        let quantity = units(self.dice.between(1, received.get().min(6 * self.scale.0)));
        // Some of them were invoiced, dearer or cheaper than they came.
        let claim = (quantity.get() % 3 == 0).then_some(quantity.get().min(1_000_000) * 7);
        let kind = Kind::SupplierReturn { quantity, receipt: came.place, received, claim };
        let pool = self.holder(&came);
        self.post("supplier return", at, vec![(pool, kind)])
    }

    /// Costs of receipts in addition to their price, one or several of any pools, spread by that.
    fn landed_cost(&mut self) -> Option<Step> {
        let receipts = self.dice.between(1, 3);
        let came: Vec<Movement> = (0..receipts).map(|_| self.earlier(&["receipt"], 0)).collect::<Option<_>>()?;
        let at = self.at(came.iter().map(|one| one.place.at).max()?);
        let prices: Vec<i128> = came.iter().map(price).collect();
        let parts = amount::spread(i128::from(self.value()), &prices);
        let lines = came.iter().zip(parts).map(|(one, part)| self.later_cost(one, i64::try_from(part).unwrap()));
        let lines = lines.collect::<Option<_>>()?;
        self.post("landed cost", at, lines)
    }

    /// A cost of a receipt that is known later.
    fn later_cost(&mut self, receipt: &Movement, amount: i64) -> Option<(u8, Kind)> {
        let Kind::In { quantity: received, .. } = receipt.kind else { return None };
        Some((number(receipt), Kind::Value { receipt: receipt.place, received, amount, split: Split::ByGoods }))
    }

    /// A pool that has goods of a receipt: that to which they came, or one to which they went over from there.
    fn holder(&mut self, receipt: &Movement) -> u8 {
        let has_some = |pool: &u8| self.world.state(*pool).layers().get(receipt.place).is_some();
        let there: Vec<u8> = (0..POOLS).filter(has_some).collect();
        self.dice.pick(&there).unwrap_or(number(receipt))
    }

    /// A change to specific costs: each lot takes its part of a pool, the last one the rest, and nothing stays.
    fn tell_lots_apart(&mut self) -> Option<Step> {
        let (at, pool) = (self.at(Instant(0)), self.pool());
        let mut left = self.world.state(pool).quantity();
        if LOTS.contains(&pool) || left <= 0 {
            return None;
        }
        let mut lines = Vec::new();
        for (number, lot) in (0..).zip(LOTS) {
            let part = if lot == LOTS[2] { left } else { self.dice.between(0, left) };
            left -= part;
            let Some(quantity) = Quantity::new(part) else { continue };
            let out = Place::out(at, self.seq + 1, number * 2);
            // Lines without goods keep their numbers.
            while lines.len() < usize::try_from(number * 2).unwrap() {
                lines.push((lot, Kind::Revalue { amount: 0 }));
            }
            lines.push((pool, Kind::OutPart { quantity }));
            lines.push((lot, Kind::InAll { from: out, of: crate::costing::tests::world::pool(pool) }));
        }
        self.post("lots told apart", at, lines)
    }

    /// A change from specific costs: all lots go to one pool, which is valued by another method from there on.
    fn join_lots(&mut self) -> Option<Step> {
        let (at, to) = (self.at(Instant(0)), self.pool());
        if LOTS.contains(&to) {
            return None;
        }
        let cost = StandardCost::new(i128::from(self.dice.between(0, 900_000_000)), 10);
        let method = self.dice.pick(&[Method::Fifo, Method::Average, Method::Standard])?;
        let mut lines = vec![(to, Kind::ChangeMethod { to: method, standard: cost })];
        for (number, lot) in (0..).zip(LOTS) {
            let out = Place::out(at, self.seq + 1, 1 + number * 2);
            lines.push((lot, Kind::OutAll));
            lines.push((to, Kind::InAll { from: out, of: crate::costing::tests::world::pool(lot) }));
        }
        self.post("lots joined", at, lines)
    }

    /// A part of the dispatched or issued goods comes, or a part of the goods in transit is lost.
    fn share(&mut self) -> Option<Step> {
        let is_dispatch = self.dice.one_in(2);
        let out = self.earlier(&[if is_dispatch { "dispatch" } else { "issue" }], 0)?;
        let Kind::Out { quantity: total, .. } = out.kind else { return None };
        let least = if self.dice.one_in(12) { Instant(0) } else { out.place.at };
        let at = self.at(least);
        let to = if self.dice.one_in(2) { number(&out) } else { self.pool() };
        let part = if self.dice.one_in(3) {
            self.left_of(&out, total)
        } else {
            self.dice.between(1, total.get().min(9 * self.scale.0))
        };
        let quantity = Quantity::new(part)?;
        let source = Source::Share { of: out.place, total };
        if is_dispatch && self.dice.one_in(4) {
            return self.post("loss", at, vec![(to, Kind::Lost { quantity, source })]);
        }
        self.post("share", at, vec![(to, Kind::In { quantity, cost: Cost::From(source) })])
    }

    fn left_of(&self, out: &Movement, total: Quantity) -> i64 {
        let share = |dependent: &Dependent| if let Tie::Share(quantity) = dependent.tie { quantity } else { 0 };
        total.get() - self.world.dependents.get(&out.place).into_iter().flatten().map(share).sum::<i64>()
    }

    fn assembly(&mut self) -> Option<Step> {
        let at = self.at(Instant(0));
        let mut lines = Vec::new();
        for _ in 0..self.dice.between(1, 3) {
            lines.push((self.pool(), Kind::Out { quantity: self.quantity(), beyond: Beyond::Refused }));
        }
        let outputs = usize::try_from(self.dice.between(1, 3)).unwrap();
        let components = (0..).zip(&lines).map(|(line, _)| Place::out(at, self.seq + 1, line)).collect();
        let weights = (0..outputs).map(|_| self.dice.between(0, 5)).collect();
        let assembly = Arc::new(Assembly::new(components, self.value(), weights)?);
        for number in 0..outputs {
            let cost = Cost::From(Source::Output { assembly: assembly.clone(), number });
            lines.push((self.pool(), Kind::In { quantity: self.quantity(), cost }));
        }
        self.post("assembly", at, lines)
    }

    fn change_of_valuation(&mut self) -> Option<Step> {
        let (at, mut pool) = (self.at(Instant(0)), self.pool());
        let cost = StandardCost::new(i128::from(self.dice.between(0, 900_000_000)), 10);
        let kind = match self.dice.between(0, 3) {
            0 | 1 => Kind::Reclassify { to: account(u8::try_from(self.dice.between(1, 3)).unwrap()) },
            2 => {
                let has_standard = |pool: &u8| self.world.state(*pool).method() == Method::Standard;
                let at_standard: Vec<u8> = (0..POOLS).filter(has_standard).collect();
                pool = self.dice.pick(&at_standard).unwrap_or(pool);
                Kind::ChangeStandard { to: cost? }
            }
            _ => {
                let to = self.dice.pick(&[Method::Fifo, Method::Average, Method::Standard, Method::Specific])?;
                Kind::ChangeMethod { to, standard: cost }
            }
        };
        self.post("change of valuation", at, vec![(pool, kind)])
    }

    /// Voids a receipt and posts it with another price when it came, often the last one of its pool, too, in one step.
    fn receive_again(&mut self) -> Option<Step> {
        let first = self.earlier(&["receipt"], 0)?;
        let mut remove = vec![first.clone()];
        if self.dice.one_in(2) {
            let receipts = self.documents.iter().filter(|one| one.what == "receipt").map(|one| &one.movements[0]);
            let later = receipts.filter(|one| one.pool == first.pool && one.place > first.place);
            remove.extend(later.max_by_key(|one| one.place).cloned());
        }
        self.seq += 1;
        let mut insert = Vec::new();
        for (line, came) in (0..).zip(&remove) {
            let Kind::In { quantity, .. } = came.kind else { return None };
            let kind = Kind::In { quantity, cost: Cost::Given(self.value()) };
            let again = self.world.movement(number(came), came.place.at, self.seq, line, kind);
            insert.push(Movement { occurred_at: came.occurred_at, ..again });
        }
        let change = Change { posting_date: self.world.posting_date(first.place.at), insert, remove, lines: 0 };
        let step = self.take("received again", change);
        if step.answer.is_ok() {
            for one in &step.change.insert {
                self.documents.push(Document { what: "receipt", at: one.place.at, movements: vec![one.clone()] });
            }
        }
        Some(step)
    }

    fn void(&mut self) -> Option<Step> {
        let one = self.dice.pick(&self.documents)?;
        let change = Change {
            posting_date: self.world.posting_date(one.at),
            insert: Vec::new(),
            remove: one.movements,
            lines: 0,
        };
        Some(self.take("void", change))
    }

    fn post(&mut self, what: &'static str, at: Instant, lines: Vec<(u8, Kind)>) -> Option<Step> {
        self.seq += 1;
        let occurred_at = self.occurred_at;
        let new =
            |(line, (pool, kind))| Movement { occurred_at, ..self.world.movement(pool, at, self.seq, line, kind) };
        let insert: Vec<Movement> = (0..).zip(lines).map(new).collect();
        let change = Change { posting_date: self.world.posting_date(at), insert, remove: Vec::new(), lines: 0 };
        let step = self.take(if occurred_at < at { "prospective" } else { what }, change);
        if step.answer.is_ok() {
            self.documents.push(Document { what, at, movements: step.change.insert.clone() });
        }
        Some(step)
    }

    fn take(&mut self, what: &'static str, change: Change) -> Step {
        let answer = self.world.change(change.clone());
        if answer.is_ok() {
            self.documents.retain(|one| !change.remove.contains(&one.movements[0]));
        }
        Step { what, change, answer }
    }
}

/// The pool of a movement.
pub fn number(movement: &Movement) -> u8 {
    movement.pool.item[0]
}

fn price(receipt: &Movement) -> i128 {
    if let Kind::In { cost: Cost::Given(value), .. } = receipt.kind { i128::from(value) } else { 0 }
}
