//! Follows parts from pool to pool: the sources of a cost, down to the first receipts, and the uses of a value.

use std::collections::BTreeMap;

use crate::costing::amount::posted;
use crate::costing::trace::Contradiction;
use crate::costing::trace::ledger::{Handed, Ledger, Step};
use crate::costing::trace::scaled::scaled;
use crate::costing::{Assembly, Cost, Effect, Kind, Movement, Phase, Place, PoolKey, PoolState, Source, Tie};
use crate::named_enum;

named_enum! {
    /// Which way a trace goes.
    Direction {
        /// Back: where a cost came from.
        Sources = "sources",
        /// Forward: where a value went.
        Uses = "uses",
    }

    /// The role of an amount in a trace.
    Role {
        /// The line itself.
        Line = "line",
        /// It came from this movement: goods, a cost that came later, another valuation.
        From = "from",
        /// More left than there was, at the latest cost until goods came; or that cost changed meanwhile.
        Owed = "owed",
        /// The amount that an assembly absorbed, other than its components.
        Absorbed = "absorbed",
        /// It left with this movement.
        Left = "left",
        /// Of the goods that left, this movement brought some elsewhere or back.
        Arrived = "arrived",
        /// Of the goods that left, no movement brought these on: they are in transit, or gone.
        Remainder = "remainder",
        /// It replaced goods that this movement had taken before they were there.
        Settled = "settled",
        /// It is there.
        InStock = "inStock",
        /// It went to the account of differences: its goods are gone, or are valued at standard.
        Variance = "variance",
        /// It was lost on its way.
        Lost = "lost",
        /// The rest of rounded shares.
        Rounding = "rounding",
        /// All others, which are too many to be listed one by one.
        Others = "others",
    }

    /// How well a row is known.
    Attribution {
        /// These goods, and no others.
        Exact = "exact",
        /// A share of goods of several movements, which cannot be told apart.
        Proportional = "proportional",
    }
}

/// One amount of a trace. Those one level below it, up to the next of its own level, come to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceRow {
    /// 0 for the line itself.
    pub level: u32,
    pub role: Role,
    /// Of which movement it tells: whose goods came or left, or in whose pool it is.
    pub place: Option<Place>,
    /// In the item's smallest unit; `None` for a value without goods, and where it is unknown.
    pub quantity: Option<i64>,
    /// In minor units.
    pub amount: i64,
    pub attribution: Attribution,
    /// Whether there is more below it than is shown.
    pub is_cut: bool,
}

/// A movement whose pool was not put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing(pub Place);

/// Pools by which costs are traced.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    ledgers: BTreeMap<PoolKey, Ledger>,
    pools: BTreeMap<Place, PoolKey>,
    /// By movement, who has its value from it.
    ties: BTreeMap<Place, Vec<Place>>,
    /// Goods that left a pool for another one, and have not arrived there yet.
    handed: BTreeMap<Place, Handed>,
    parts: usize,
}

/// How far a trace goes.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Rows in all.
    pub rows: usize,
    /// Levels below the line.
    pub levels: u32,
}

/// A row in the making, as a part of its whole parent.
struct Part {
    role: Role,
    place: Option<Place>,
    quantity: Option<i64>,
    amount: i64,
    is_exact: bool,
    /// Whether its quantity is of another item than its parent's.
    is_other_item: bool,
}

impl Trace {
    /// A pool before its first movement.
    pub fn open(&mut self, pool: PoolKey, origin: PoolState) {
        self.ledgers.insert(pool, Ledger::new(origin));
    }

    /// The next movement of a pool that was in effect, with all that it had posted, and what fell to the goods of the pool.
    /// If goods go from pool to pool with their parts, the movements of all these pools are added in the order of places;
    /// otherwise each pool is added as a whole.
    ///
    /// # Errors
    /// If movements and postings do not make one history: the stored data are damaged, or only a part of them was read
    /// that never was complete.
    pub fn add(&mut self, movement: Movement, posted: Effect) -> Result<(), Contradiction> {
        let (place, pool) = (movement.place, movement.pool);
        let handed = match movement.kind {
            Kind::InAll { from, .. } => self.handed.remove(&from),
            Kind::In { .. }
            | Kind::Out { .. }
            | Kind::SupplierReturn { .. }
            | Kind::OutAll
            | Kind::OutPart { .. }
            | Kind::Lost { .. }
            | Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => None,
        };
        let Some(ledger) = self.ledgers.get_mut(&pool) else { return Ok(()) };
        let before = ledger.parts();
        if let Some(handed) = ledger.add(movement, posted, handed.as_ref())? {
            self.handed.insert(place, handed);
        }
        self.parts += ledger.parts() - before;
        self.pools.insert(place, pool);
        Ok(())
    }

    /// The number of stored parts, which decides on a trace's memory and time.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.parts
    }

    /// A tie of a movement to the one that it needs, as given by `Movement::depends_on`; in any order.
    pub fn tie(&mut self, source: Place, taker: Place, tie: Tie) {
        if tie != Tie::Layer {
            let takers = self.ties.entry(source).or_default();
            if let Err(at) = takers.binary_search(&taker) {
                takers.insert(at, taker);
            }
        }
    }

    /// The movement at a place, and all that its amount is made of or became.
    pub fn rows(&self, place: Place, direction: Direction, extent: Extent) -> Result<Vec<TraceRow>, Missing> {
        let line = self.step(place)?.1.part(Role::Line, place, true);
        let mut walk = Walk { trace: self, direction, extent, rows: Vec::new(), promised: 0 };
        walk.push(&line, 0)?;
        Ok(walk.rows)
    }

    fn step(&self, place: Place) -> Result<(&Ledger, &Step), Missing> {
        let ledger = self.pools.get(&place).and_then(|pool| self.ledgers.get(pool)).ok_or(Missing(place))?;
        Ok((ledger, ledger.steps.get(&place).ok_or(Missing(place))?))
    }

    /// The sources of a movement's amount; empty for one that is a beginning itself.
    fn sources(&self, place: Place) -> Result<Vec<Part>, Missing> {
        let (_, step) = self.step(place)?;
        if place.phase == Phase::Out {
            let mut parts: Vec<Part> = Vec::with_capacity(step.took.len());
            for (part, amount) in by_source(&step.took) {
                parts.push(Part::of(Role::From, Some(part.of), part.quantity, amount, step.is_exact));
            }
            let (quantity, amount) = step.owed;
            let owed = Part::of(Role::Owed, Some(place), quantity, amount, true);
            return Ok(parts.into_iter().chain(Some(owed).filter(|_| quantity != 0)).collect());
        }
        match source_of(&step.movement) {
            None => Ok(Vec::new()),
            Some(Source::Whole(of)) if is_one_line(of, place) => self.sources(of),
            Some(Source::Whole(of)) => Ok(vec![step.part(Role::From, of, true)]),
            Some(Source::Share { of, .. }) => Ok(vec![step.part(Role::From, of, false)]),
            Some(Source::Output { assembly, .. }) => self.components(step, &assembly),
        }
    }

    /// The components of an assembly and the absorbed amount, as far as they are in one output.
    fn components(&self, output: &Step, assembly: &Assembly) -> Result<Vec<Part>, Missing> {
        let mut parts = Vec::new();
        for component in assembly.components() {
            parts.push(self.step(*component)?.1.part(Role::From, *component, true));
        }
        if assembly.absorbed() != 0 {
            parts.push(Part::of(Role::Absorbed, None, 0, assembly.absorbed(), true));
        }
        share_out(&mut parts, output.amount());
        Ok(parts)
    }

    /// The uses of a movement's amount; empty if it was not passed on.
    fn uses(&self, place: Place) -> Result<Vec<Part>, Missing> {
        let (_, step) = self.step(place)?;
        if place.phase == Phase::Out { self.brought_on(step) } else { self.became(step) }
    }

    /// The movements that brought on goods that left, and the rest of those goods.
    fn brought_on(&self, step: &Step) -> Result<Vec<Part>, Missing> {
        let place = step.movement.place;
        let takers = self.ties.get(&place).map_or(&[][..], Vec::as_slice);
        if let [one] = takers
            && is_one_line(*one, place)
        {
            return self.uses(*one);
        }
        let (mut parts, mut is_assembly) = (Vec::new(), false);
        for taker in takers {
            let (_, taking) = self.step(*taker)?;
            if let Kind::ValuePart { .. } = taking.movement.kind {
                parts.push(Part::of(Role::From, Some(*taker), 0, -taking.amount(), true));
                continue;
            }
            is_assembly |= matches!(source_of(&taking.movement), Some(Source::Output { .. }));
            let role = if let Kind::Lost { .. } = taking.movement.kind { Role::Lost } else { Role::Arrived };
            parts.push(taking.part(role, *taker, taking.goods() == step.goods()));
        }
        if is_assembly {
            share_out(&mut parts, step.amount());
        } else if !parts.is_empty() {
            let quantity = step.effect.quantity.abs() - parts.iter().filter_map(|part| part.quantity).sum::<i64>();
            let amount = step.amount() - parts.iter().map(|part| part.amount).sum::<i64>();
            if (quantity, amount) != (0, 0) {
                parts.push(Part::of(Role::Remainder, Some(place), quantity, amount, false));
            }
        }
        Ok(parts)
    }

    /// The uses of incoming goods: the movements that took them, and the goods still there. Goods that went from pool
    /// to pool and stayed where they were are followed there; for such a change itself, the uses of all goods that came
    /// by it are shown.
    fn became(&self, step: &Step) -> Result<Vec<Part>, Missing> {
        let place = step.movement.place;
        let is_lost = matches!(step.movement.kind, Kind::Lost { .. });
        let is_change = step.movement.changes_scope();
        let is_asked =
            |part: &crate::costing::trace::parts::Part| part.of == place || (is_change && part.via == Some(place));
        let (mut parts, mut x) = (Vec::new(), step.brought);
        let mut variance = step.effect.legs.variance();
        if let Kind::ValuePart { dispatch, .. } = step.movement.kind {
            // What goods in transit are worth is told where they come.
            if dispatch.is_some() {
                return Ok(parts);
            }
            variance = 0;
        }
        let mut left = step.amount() - variance;
        if let Kind::Value { .. } = step.movement.kind {
            for part in self.ties.get(&place).into_iter().flatten() {
                let elsewhere = self.step(*part)?.1.part(Role::Arrived, *part, true);
                variance -= elsewhere.amount;
                parts.extend(Some(elsewhere).filter(|elsewhere| elsewhere.amount != 0));
            }
        }
        let mut tell = |x: &mut i128, taken: i128| {
            let amount = posted(*x) - posted(*x - taken);
            *x -= taken;
            left -= amount;
            amount
        };
        for (issue, settled) in &step.settled {
            parts.push(Part::of(Role::Settled, *issue, settled.quantity, tell(&mut x, settled.x), true));
        }
        let mut pools = vec![(step.movement.pool, place)];
        let mut next = 0;
        let mut rests: Vec<(Place, i64, i128, bool)> = Vec::new();
        while let Some((pool, came)) = pools.get(next).copied() {
            next += 1;
            let Some(ledger) = self.ledgers.get(&pool) else { continue };
            for taker in ledger.takers.get(&place).into_iter().flatten() {
                let Some(taking) = ledger.steps.get(taker) else { continue };
                if taking.movement.changes_scope() && !is_change {
                    let (arrival, arrived) = self.arrival(*taker)?;
                    for (issue, part) in arrived.settled_of.iter().filter(|(_, part)| part.of == place) {
                        parts.push(Part::of(Role::Settled, *issue, part.quantity, tell(&mut x, part.x), false));
                    }
                    if !pools.iter().any(|(known, _)| *known == arrived.movement.pool) {
                        pools.push((arrived.movement.pool, arrival));
                    }
                    continue;
                }
                let (mut quantity, mut taken) = (0, 0);
                for (part, _) in taking.took.iter().filter(|(part, _)| is_asked(part)) {
                    (quantity, taken) = (quantity + part.quantity, taken + part.x);
                }
                parts.push(Part::of(Role::Left, Some(*taker), quantity, tell(&mut x, taken), taking.is_exact));
            }
            let (quantity, rest, is_exact) = ledger.rest(is_asked);
            if quantity != 0 || rest != 0 {
                rests.push((came, quantity, rest, is_exact));
            }
        }
        for (came, quantity, rest, is_exact) in rests {
            let amount = tell(&mut x, rest);
            parts.push(Part::of(Role::InStock, Some(came), quantity, amount, is_exact));
        }
        if variance != 0 {
            let role = if is_lost { Role::Lost } else { Role::Variance };
            parts.push(Part::of(role, Some(place), 0, variance, true));
        }
        if left != 0 {
            // Owed goods have another value from here on; no goods move.
            let is_of_owed = matches!(step.movement.kind, Kind::ChangeMethod { .. } | Kind::ChangeStandard { .. });
            let role = if is_of_owed && step.brought == 0 { Role::Owed } else { Role::Rounding };
            parts.push(Part::of(role, Some(place), 0, left, true));
        }
        Ok(parts)
    }

    /// Whether goods came at a place from another pool with their parts.
    fn is_arrival(&self, place: Place) -> Result<bool, Missing> {
        Ok(matches!(self.step(place)?.1.movement.kind, Kind::InAll { .. }))
    }

    /// Where goods came that left a pool at a change.
    fn arrival(&self, left: Place) -> Result<(Place, &Step), Missing> {
        let takers = self.ties.get(&left).map_or(&[][..], Vec::as_slice);
        // One movement takes all of it.
        let arrival = takers.first().copied().unwrap_or(left.after());
        Ok((arrival, self.step(arrival)?.1))
    }
}

/// The goods taken, by source, in whatever way they came.
fn by_source(took: &[(crate::costing::trace::parts::Part, i64)]) -> Vec<(crate::costing::trace::parts::Part, i64)> {
    let mut all: Vec<(crate::costing::trace::parts::Part, i64)> = Vec::with_capacity(took.len());
    let mut known: BTreeMap<Place, usize> = BTreeMap::new();
    for (part, amount) in took {
        let at = *known.entry(part.of).or_insert(all.len());
        match all.get_mut(at) {
            Some((one, sum)) => {
                one.quantity += part.quantity;
                *sum += amount;
            }
            None => all.push((*part, *amount)),
        }
    }
    all
}

impl Part {
    /// A part of the same item; a quantity of 0 is none.
    fn of(role: Role, place: Option<Place>, quantity: i64, amount: i64, is_exact: bool) -> Self {
        let quantity = Some(quantity).filter(|quantity| *quantity != 0);
        Self { role, place, quantity, amount, is_exact, is_other_item: false }
    }
}

/// Parts of other items as far as they are in a total: a quantity is shown if all of it is.
fn share_out(parts: &mut [Part], total: i64) {
    let amounts: Vec<i64> = parts.iter().map(|part| part.amount).collect();
    for (part, amount) in parts.iter_mut().zip(scaled(total, &amounts)) {
        let is_exact = part.amount == amount;
        let quantity = part.quantity.filter(|_| is_exact);
        *part = Part { amount, quantity, is_exact, is_other_item: true, ..*part };
    }
}

impl Step {
    /// The amount that is traced: the cost of goods that left, or the value of goods that came.
    fn amount(&self) -> i64 {
        if let Kind::ValuePart { .. } = self.movement.kind {
            return -self.effect.legs.variance();
        }
        self.effect.handed_on(self.movement.place).value
    }

    /// How much moved, where anything did.
    fn goods(&self) -> Option<i64> {
        let quantity = match self.movement.kind {
            Kind::Lost { quantity, .. } => quantity.get(),
            Kind::In { .. }
            | Kind::InAll { .. }
            | Kind::Out { .. }
            | Kind::SupplierReturn { .. }
            | Kind::OutAll
            | Kind::OutPart { .. }
            | Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => self.effect.quantity.abs(),
        };
        Some(quantity).filter(|quantity| *quantity != 0)
    }

    /// All of it as a part that tells of another movement.
    fn part(&self, role: Role, of: Place, is_exact: bool) -> Part {
        Part::of(role, Some(of), self.goods().unwrap_or(0), self.amount(), is_exact)
    }
}

/// The movement that a value is from; goods that go back to the supplier have theirs from their layers.
fn source_of(movement: &Movement) -> Option<Source> {
    match &movement.kind {
        Kind::In { cost: Cost::From(source), .. } | Kind::Lost { source, .. } => Some(source.clone()),
        Kind::InAll { from: of, .. } | Kind::ValuePart { of, .. } => Some(Source::Whole(*of)),
        Kind::In { .. }
        | Kind::Out { .. }
        | Kind::SupplierReturn { .. }
        | Kind::OutAll
        | Kind::OutPart { .. }
        | Kind::Value { .. }
        | Kind::Revalue { .. }
        | Kind::WriteDown { .. }
        | Kind::Reclassify { .. }
        | Kind::ChangeMethod { .. }
        | Kind::ChangeStandard { .. } => None,
    }
}

/// Whether both are halves of one line.
fn is_one_line(one: Place, other: Place) -> bool {
    (one.seq, one.line) == (other.seq, other.line)
}

/// A trace on its way.
struct Walk<'a> {
    trace: &'a Trace,
    direction: Direction,
    extent: Extent,
    rows: Vec<TraceRow>,
    /// Rows of levels above that are still to come.
    promised: usize,
}

impl Walk<'_> {
    /// A row, and all below it.
    fn push(&mut self, part: &Part, level: u32) -> Result<(), Missing> {
        let attribution = if part.is_exact { Attribution::Exact } else { Attribution::Proportional };
        let at = self.rows.len();
        let Part { role, place, quantity, amount, .. } = *part;
        self.rows.push(TraceRow { level, role, place, quantity, amount, attribution, is_cut: false });
        let goes_on = matches!(role, Role::Line | Role::From | Role::Left | Role::Arrived);
        let Some(place) = place.filter(|_| goes_on) else { return Ok(()) };
        // From a change, another movement has only the change of value; its goods are from elsewhere.
        let is_difference = role == Role::From && quantity.is_none() && self.trace.is_arrival(place)?;
        if is_difference {
            return Ok(());
        }
        let mut parts = match self.direction {
            Direction::Sources => self.trace.sources(place)?,
            Direction::Uses => self.trace.uses(place)?,
        };
        if parts.is_empty() {
            return Ok(());
        }
        let room = self.extent.rows.saturating_sub(self.rows.len() + self.promised);
        if level >= self.extent.levels || room < 2 {
            self.rows[at].is_cut = true;
            return Ok(());
        }
        self.fit(&mut parts, part)?;
        gather(&mut parts, room);
        self.promised += parts.len();
        for part in &parts {
            self.promised -= 1;
            self.push(part, level + 1)?;
        }
        Ok(())
    }

    /// Converts parts of a whole movement to parts of the traced share.
    fn fit(&self, parts: &mut Vec<Part>, whole: &Part) -> Result<(), Missing> {
        let amounts: Vec<i64> = parts.iter().map(|part| part.amount).collect();
        let is_all = amounts.iter().map(|amount| i128::from(*amount)).sum::<i128>() == i128::from(whole.amount);
        let goods = match whole.place {
            Some(place) => self.trace.step(place)?.1.goods(),
            None => None,
        };
        let quantities: Vec<i64> = parts.iter().map(|part| part.quantity.unwrap_or(0)).collect();
        let told = scaled(whole.amount, weights(&amounts, &quantities, whole.amount));
        let quantities = match whole.quantity {
            _ if is_all && whole.quantity == goods => Some(quantities),
            Some(quantity) if !parts.iter().any(|part| part.is_other_item) => Some(scaled(quantity, &quantities)),
            _ => None,
        };
        let left = i128::from(whole.amount) - told.iter().map(|amount| i128::from(*amount)).sum::<i128>();
        for (at, (part, amount)) in parts.iter_mut().zip(told).enumerate() {
            let quantity = quantities.as_ref().and_then(|all| all.get(at)).copied().filter(|quantity| *quantity != 0);
            let is_one = amounts.len() == 1;
            *part = Part { amount, quantity, is_exact: part.is_exact && whole.is_exact && (is_all || is_one), ..*part };
        }
        if let Some(amount) = i64::try_from(left).ok().filter(|left| *left != 0) {
            parts.push(Part::of(Role::Rounding, None, 0, amount, true));
        }
        Ok(())
    }
}

/// The weights for spreading an amount: the amounts of the parts, or their quantities if the amounts sum to 0, as for
/// goods that were revalued down to 0.
fn weights<'a>(amounts: &'a [i64], quantities: &'a [i64], whole: i64) -> &'a [i64] {
    let come_to_nothing = whole != 0 && amounts.iter().map(|amount| i128::from(*amount)).sum::<i128>() == 0;
    if come_to_nothing { quantities } else { amounts }
}

/// No more parts than there is room for: the last ones are one.
fn gather(parts: &mut Vec<Part>, room: usize) {
    if parts.len() <= room {
        return;
    }
    let others = parts.split_off(room - 1);
    let of_one_item = others.iter().filter(|part| !part.is_other_item);
    let quantity = of_one_item.filter_map(|part| part.quantity).sum();
    let amount = others.iter().map(|part| part.amount).sum();
    parts.push(Part::of(Role::Others, None, quantity, amount, false));
}
