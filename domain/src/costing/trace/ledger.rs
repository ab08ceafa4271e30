//! One pool from its beginning: which goods each of its movements took.

use std::collections::BTreeMap;

use crate::costing::amount::{MINOR, posted};
use crate::costing::scope::whole;
use crate::costing::trace::parts::{Bag, Part};
use crate::costing::{Effect, Fed, Kind, Layer, Layers, Method, Movement, Phase, Place, PoolState, Refusal};

/// A pool with the effect of every movement on it.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    state: PoolState,
    /// By layer; all in one where no layers are kept.
    bags: BTreeMap<Place, Bag>,
    pub(super) steps: BTreeMap<Place, Step>,
    /// By movement, who took of it, in order.
    pub(super) takers: BTreeMap<Place, Vec<Place>>,
    parts: usize,
}

/// The effect of one movement.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub movement: Movement,
    pub effect: Effect,
    /// The goods on hand that it took, by source, with their value in whole minor units.
    pub took: Vec<(Part, i64)>,
    /// Whether that is exact: no goods of several movements were mixed.
    pub is_exact: bool,
    /// The quantity it took beyond the stock, and its value in whole minor units.
    pub owed: (i64, i64),
    /// The part that settled owed goods, by debtor; `None` at standard, where debtors are not distinguished.
    pub settled: Vec<(Option<Place>, Layer)>,
    /// The same by source, for goods that came from another pool with their parts.
    pub settled_of: Vec<(Option<Place>, Part)>,
    /// The total that it brought, with the settled part: minor units × 10^6.
    pub brought: i128,
}

/// Goods on their way to another pool: the quantity, their layers, and the parts of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Handed {
    quantity: i64,
    layers: Layers,
    parts: Vec<(Place, Part)>,
}

/// Why movements and their postings do not make one history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// A movement cannot be.
    Refused(Refusal),
    /// A movement changed the value of its pool by something else than was posted for it.
    Posted {
        /// Which movement.
        place: Place,
        /// By how much it changed the value, in minor units.
        worth: i64,
        /// The posted amount.
        posted: i64,
    },
}

/// The only layer of a pool that keeps none.
const ONE: Place = Place::FIRST;

impl Ledger {
    /// A pool before its first movement.
    pub(super) fn new(origin: PoolState) -> Self {
        Self { state: origin, bags: BTreeMap::new(), steps: BTreeMap::new(), takers: BTreeMap::new(), parts: 0 }
    }

    /// The next movement of the pool that was in effect, with all its postings, and the goods handed over to it.
    /// Returns the goods that it hands over itself.
    pub(super) fn add(
        &mut self,
        movement: Movement,
        posted: Effect,
        handed: Option<&Handed>,
    ) -> Result<Option<Handed>, Contradiction> {
        let (place, before) = (movement.place, self.state.clone());
        let hands_on = before.handed_over(&movement.kind);
        let mut effect = Effect { quantity: 0, ..posted };
        let mut fed = effect.was_fed(&movement);
        if let Some(handed) = handed {
            fed = Fed { quantity: handed.quantity, layers: handed.layers.clone(), ..fed };
        }
        let done = self.state.apply_as_posted(&movement, fed, &effect.legs).map_err(Contradiction::Refused)?;
        let (worth, posted) = (done.legs.stock(), effect.legs.stock());
        if worth != posted {
            return Err(Contradiction::Posted { place, worth, posted });
        }
        (effect.quantity, effect.shares) = (done.quantity, done.shares);
        let quantity = -effect.quantity;
        let mut step = Step {
            movement,
            effect,
            took: Vec::new(),
            is_exact: true,
            owed: (0, 0),
            settled: Vec::new(),
            settled_of: Vec::new(),
            brought: 0,
        };
        let mut parts = Vec::new();
        match &step.movement.kind {
            Kind::In { .. } => self.bring(&before, &mut step),
            Kind::InAll { .. } => self.bring_all(&before, &mut step, handed),
            Kind::Out { .. } | Kind::OutAll | Kind::OutPart { .. } => parts = self.take(&before, None, &mut step),
            Kind::SupplierReturn { receipt, .. } => parts = self.take(&before, Some(*receipt), &mut step),
            Kind::Value { .. } | Kind::ValuePart { .. } => step.brought = self.add_cost(&before, &step.effect, place),
            Kind::Revalue { .. } | Kind::ChangeStandard { .. } => step.brought = self.revalue(place),
            Kind::ChangeMethod { .. } => step.brought = self.change_method(place),
            Kind::Lost { .. } | Kind::WriteDown { .. } | Kind::Reclassify { .. } => {}
        }
        for (part, _) in &step.took {
            for source in std::iter::once(part.of).chain(part.via) {
                let takers = self.takers.entry(source).or_default();
                if takers.last() != Some(&place) {
                    takers.push(place);
                }
            }
        }
        self.parts += 1 + parts.len() + self.bags.get(&ONE).map_or(0, |bag| bag.iter().count() / 16);
        let is_handed_on = step.movement.changes_scope() && place.phase == Phase::Out;
        self.steps.insert(place, step);
        Ok(is_handed_on.then_some(Handed { quantity, layers: hands_on, parts }))
    }

    /// The number of stored parts, which decides on a trace's memory and time.
    pub(super) fn parts(&self) -> usize {
        self.parts
    }

    /// The rest of the selected parts: quantity, extended value, and whether they are kept separate from others.
    pub(super) fn rest(&self, is_asked: impl Fn(&Part) -> bool) -> (i64, i128, bool) {
        let (mut quantity, mut x, mut is_exact) = (0, 0, true);
        for bag in self.bags.values() {
            for part in bag.iter().filter(|part| is_asked(part)) {
                (quantity, x) = (quantity + part.quantity, x + part.x);
                is_exact &= bag.is_of_one();
            }
        }
        (quantity, x, is_exact)
    }

    fn has_layers(&self) -> bool {
        matches!(self.state.method(), Method::Fifo | Method::Specific)
    }

    /// Goods come: owed goods are settled first, the rest is a layer, or joins the others.
    fn bring(&mut self, before: &PoolState, step: &mut Step) {
        let place = step.movement.place;
        let (was, is) = (held(before), held(&self.state));
        let stays = Layer { quantity: is.quantity - was.quantity, x: is.x - was.x };
        let settles = step.effect.quantity - stays.quantity;
        if before.method() == Method::Standard {
            step.brought = self.state.x() - before.x();
            if settles > 0 {
                step.settled.push((None, Layer { quantity: settles, x: step.brought - stays.x }));
            }
        } else {
            step.brought = i128::from(step.effect.brought()) * MINOR;
            let mut came = Layer { quantity: step.effect.quantity, x: step.brought };
            for (issue, owed) in before.deficits().iter() {
                let left = self.state.deficits().get(*issue).map_or(0, |layer| layer.quantity);
                let quantity = owed.quantity - left;
                if quantity == 0 {
                    break;
                }
                step.settled.push((Some(*issue), Layer { quantity, x: came.take(quantity) }));
            }
        }
        if stays.quantity > 0 || stays.x != 0 {
            let layer = if self.has_layers() { place } else { ONE };
            self.bags.entry(layer).or_default().add(Part {
                of: place,
                via: None,
                quantity: stays.quantity,
                x: stays.x,
            });
        }
    }

    /// Goods come from another pool with their parts there. Owed goods are settled first.
    fn bring_all(&mut self, before: &PoolState, step: &mut Step, handed: Option<&Handed>) {
        let place = step.movement.place;
        let none = Handed::default();
        let handed = handed.unwrap_or(&none);
        let value = step.effect.brought();
        let keeps_layers = !handed.layers.is_empty() && self.has_layers();
        let came: Vec<(Place, Layer)> = match keeps_layers {
            true => whole(&handed.layers, value),
            false if step.effect.quantity == 0 => Vec::new(),
            false => vec![(place, Layer { quantity: step.effect.quantity, x: i128::from(value) * MINOR })],
        };
        step.brought = came.iter().map(|(_, layer)| layer.x).sum();
        let mut owed: Vec<(Place, i64)> =
            before.deficits().iter().map(|(issue, owed)| (*issue, owed.quantity)).collect();
        if before.method() == Method::Standard {
            owed =
                Some((Place::FIRST, (-before.quantity()).max(0))).filter(|(_, owed)| *owed > 0).into_iter().collect();
        }
        owed.reverse();
        for (receipt, mut layer) in came {
            let mut bag = Bag::default();
            let own = handed.parts.iter().filter(|(of, _)| !keeps_layers || *of == receipt);
            own.for_each(|(_, part)| bag.add(Part { via: None, ..*part }));
            let mut bag = bag.brought_by(place, layer.x);
            while layer.quantity > 0
                && let Some((issue, left)) = owed.last_mut()
            {
                let quantity = layer.quantity.min(*left);
                let taken = Layer { quantity, x: layer.take(quantity) };
                let issue = Some(*issue).filter(|issue| *issue != Place::FIRST);
                step.settled.push((issue, taken));
                step.settled_of.extend(bag.take(quantity, taken.x).into_iter().map(|part| (issue, part)));
                *left -= quantity;
                if *left == 0 {
                    owed.pop();
                }
            }
            let key = match (keeps_layers, self.has_layers()) {
                (true, _) => receipt,
                (false, true) => place,
                (false, false) => ONE,
            };
            if layer.quantity > 0 {
                self.bags.entry(key).or_default().add_all(bag);
            }
        }
        if before.method() == Method::Standard {
            // Their value here is the standard value: the rest is a difference of its own.
            let gap = held(&self.state).x - self.bags.get(&ONE).map_or(0, |bag| bag.sums().1);
            self.add_value(ONE, place, gap);
        }
    }

    /// Goods leave: of one layer first, where one is named, then of all in order. Returns the parts by layer.
    fn take(&mut self, before: &PoolState, first: Option<Place>, step: &mut Step) -> Vec<(Place, Part)> {
        let (was, is) = (held(before), held(&self.state));
        let mut parts = Vec::new();
        if self.has_layers() {
            if let Some(receipt) = first {
                self.take_of_layer(receipt, step, &mut parts);
            }
            if step.movement.changes_scope() {
                for layer in self.bags.keys().copied().collect::<Vec<_>>() {
                    self.take_of_layer(layer, step, &mut parts);
                }
            }
            while let Some(oldest) = self.bags.keys().next().copied()
                && self.take_of_layer(oldest, step, &mut parts)
            {}
        } else if let Some(bag) = self.bags.get_mut(&ONE) {
            step.is_exact = bag.is_of_one();
            let taken = bag.take(was.quantity - is.quantity, was.x - is.x);
            parts = taken.into_iter().map(|part| (ONE, part)).collect();
            if is.quantity == 0 {
                self.bags.remove(&ONE);
            }
        }
        let mut x = before.x();
        for part in together(&parts) {
            let value = posted(x) - posted(x - part.x);
            x -= part.x;
            step.took.push((part, value));
        }
        let owed = -step.effect.quantity - (was.quantity - is.quantity);
        step.owed = (owed, posted(x) - posted(self.state.x()));
        parts
    }

    /// Takes from one layer; returns whether nothing is left of it.
    fn take_of_layer(&mut self, layer: Place, step: &mut Step, parts: &mut Vec<(Place, Part)>) -> bool {
        let Some(bag) = self.bags.get_mut(&layer) else { return false };
        let (quantity, x) = bag.sums();
        let left = self.state.layers().get(layer).unwrap_or(Layer { quantity: 0, x: 0 });
        if left.quantity == quantity {
            return false;
        }
        step.is_exact &= bag.is_of_one();
        parts.extend(bag.take(quantity - left.quantity, x - left.x).into_iter().map(|part| (layer, part)));
        if left.quantity == 0 {
            self.bags.remove(&layer);
        }
        left.quantity == 0
    }

    /// What goods keep of a cost that came later, layer by layer; answers all of it.
    fn add_cost(&mut self, before: &PoolState, effect: &Effect, of: Place) -> i128 {
        let kept = self.state.x() - before.x();
        if !self.has_layers() {
            self.add_value(ONE, of, kept);
            return kept;
        }
        for (layer, _) in effect.shares.iter() {
            let x = |state: &PoolState| state.layers().get(*layer).map_or(0, |one| one.x);
            self.add_value(*layer, of, x(&self.state) - x(before));
        }
        kept
    }

    /// A value comes without goods, to one layer.
    fn add_value(&mut self, layer: Place, of: Place, x: i128) {
        if x != 0 {
            self.bags.entry(layer).or_default().add(Part { of, via: None, quantity: 0, x });
        }
    }

    /// Gives every layer its present value; returns the increase.
    fn revalue(&mut self, of: Place) -> i128 {
        let is_one = !self.has_layers();
        let one = held(&self.state);
        let mut all = 0;
        for (layer, bag) in &mut self.bags {
            let is = if is_one { one.x } else { self.state.layers().get(*layer).map_or(0, |layer| layer.x) };
            let more = is - bag.sums().1;
            all += more;
            if more != 0 {
                bag.add(Part { of, via: None, quantity: 0, x: more });
            }
        }
        all
    }

    /// The goods on hand become one layer, or no layers are kept from here on.
    fn change_method(&mut self, place: Place) -> i128 {
        let layers = self.state.layers();
        let is_kept = self.bags.keys().all(|layer| layers.get(*layer).is_some());
        if !is_kept || !self.has_layers() {
            let mut all = Bag::default();
            std::mem::take(&mut self.bags).into_values().for_each(|bag| all.add_all(bag));
            let layer = if self.has_layers() { place } else { ONE };
            if held(&self.state).quantity > 0 {
                self.bags.insert(layer, all);
            }
        }
        self.revalue(place)
    }
}

/// The goods on hand, without those owed.
fn held(state: &PoolState) -> Layer {
    let is_owing = state.quantity() <= 0 || !state.deficits().is_empty();
    if is_owing { Layer { quantity: 0, x: 0 } } else { Layer { quantity: state.quantity(), x: state.x() } }
}

/// Parts of one movement, which came the same way, as one, in the order in which they were taken.
fn together(parts: &[(Place, Part)]) -> Vec<Part> {
    let mut places: BTreeMap<(Place, Option<Place>), usize> = BTreeMap::new();
    let mut all: Vec<Part> = Vec::with_capacity(parts.len());
    for (_, part) in parts {
        let at = *places.entry((part.of, part.via)).or_insert(all.len());
        match all.get_mut(at) {
            Some(one) => {
                one.quantity += part.quantity;
                one.x += part.x;
            }
            None => all.push(*part),
        }
    }
    all
}
