//! Ages of goods from their rows: of a pool as it is kept now, or as the books had it at some time.

use std::collections::BTreeMap;

use crate::costing::ageing::{Ages, ages};
use crate::costing::origins::Origins;
use crate::costing::{Effect, Fed, Kind, Layers, Legs, Movement, Place, PoolKey, PoolState};
use crate::rows::{Pool, PoolLayer, PoolMovement, ValueEntry, costing_cells};
use crate::stock::goods::posting::history::{add_to, key_of, standard, state_of};
use crate::value::BadCell;

/// The ages of a pool's present goods. `layers` are all of it; `came` is its receipts, the latest first, until they
/// cover its quantity: only for a pool without layers.
#[must_use]
pub fn ages_now(pool: &Pool, layers: &[PoolLayer], came: &[PoolMovement]) -> Ages {
    let state = state_of(pool, layers.iter());
    ages(&state, pool.value, came.iter().map(|row| (row.place, row.quantity)))
}

/// A pool with its movements in order that were in effect at some time, and all that was posted for them until then. Those that
/// were taken back since are marked as voided.
#[derive(Clone, Debug)]
pub struct AgedPool {
    pub pool: Pool,
    pub movements: Vec<PoolMovement>,
    pub entries: Vec<ValueEntry>,
}

/// The ages of the goods of pools of one item at some time. The value of each is that in the books then.
///
/// If the movements of the time cannot be costed alone, for example because goods came that were posted later, the
/// oldest goods are assumed to have left first. Goods that came from others of these pools are as old as they were there.
pub fn ages_then(pools: &[AgedPool]) -> Result<Vec<Ages>, BadCell> {
    let mut order: Vec<(Place, usize, &PoolMovement)> = Vec::new();
    for (number, aged) in pools.iter().enumerate() {
        order.extend(aged.movements.iter().map(|row| (row.place, number, row)));
    }
    order.sort_unstable_by_key(|(place, number, _)| (*place, *number));
    let mut told: Vec<Told> = pools.iter().map(Told::of).collect();
    let mut handed_over: BTreeMap<Place, (i64, Layers)> = BTreeMap::new();
    let mut origins = Origins::default();
    for (place, number, row) in order {
        if let (Some(told), Some(aged)) = (told.get_mut(number), pools.get(number)) {
            let movement = costing_cells::movement(row, key_of(&aged.pool))?;
            let moved = told.add(place, row, &movement, &mut handed_over)?;
            origins.add(&movement, moved, told.layers());
        }
    }
    let each = told.into_iter().zip(pools);
    Ok(each.map(|(told, aged)| told.ages(&origins, key_of(&aged.pool))).collect())
}

/// A pool on its way.
struct Told {
    state: PoolState,
    worth: i64,
    legs: BTreeMap<Place, Legs>,
    quantity: i64,
    is_costed: bool,
}

impl Told {
    fn of(aged: &AgedPool) -> Self {
        let mut legs: BTreeMap<Place, Legs> = BTreeMap::new();
        for entry in &aged.entries {
            add_to(legs.entry(entry.place).or_default(), entry);
        }
        let pool = &aged.pool;
        let first = standard(pool.first_standard, pool.per_unit);
        let state = PoolState::new(pool.first_method.into(), pool.first_account_id, first);
        let worth = legs.values().map(Legs::stock).sum();
        Self { state, worth, legs, quantity: 0, is_costed: true }
    }

    fn add(
        &mut self,
        place: Place,
        row: &PoolMovement,
        movement: &Movement,
        handed_over: &mut BTreeMap<Place, (i64, Layers)>,
    ) -> Result<i64, BadCell> {
        let (mut layers, mut moved) = (Layers::default(), row.quantity);
        if row.is_voided {
            moved = moved_by(&movement.kind);
        }
        match &movement.kind {
            Kind::OutAll | Kind::OutPart { .. } => {
                let there = self.state.quantity();
                moved = if movement.kind == Kind::OutAll { -there } else { moved };
                handed_over.insert(place, (-moved, self.state.handed_over(&movement.kind)));
            }
            Kind::InAll { from, .. } => {
                if let Some((quantity, of_others)) = handed_over.remove(from) {
                    (moved, layers) = (quantity, of_others);
                }
            }
            Kind::In { .. }
            | Kind::Out { .. }
            | Kind::SupplierReturn { .. }
            | Kind::Lost { .. }
            | Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => {}
        }
        self.quantity += moved;
        let legs = self.legs.remove(&place).unwrap_or_default();
        let shares = costing_cells::decode_shares(row.shares.as_deref())?;
        let written_down = legs.allowance().abs();
        let effect = Effect { quantity: moved, legs, shares, written_down };
        let fed = effect.was_fed(movement);
        let fed = if layers.is_empty() { fed } else { Fed { layers, ..fed } };
        self.is_costed = self.is_costed && self.state.apply_as_posted(movement, fed, &effect.legs).is_ok();
        Ok(moved)
    }

    /// The layers that are kept, as far as the movements can be costed.
    fn layers(&self) -> Option<&Layers> {
        Some(self.state.layers()).filter(|_| self.is_costed && self.state.has_layers())
    }

    fn ages(self, origins: &Origins, pool: PoolKey) -> Ages {
        let is_whole = self.is_costed && self.state.quantity() == self.quantity;
        origins.ages(pool, Some(&self.state).filter(|_| is_whole), self.quantity, self.worth)
    }
}

/// How much a voided movement had moved.
fn moved_by(kind: &Kind) -> i64 {
    match kind {
        Kind::In { quantity, .. } => quantity.get(),
        Kind::Out { quantity, .. } | Kind::SupplierReturn { quantity, .. } => -quantity.get(),
        Kind::OutPart { quantity } => -quantity.get(),
        Kind::InAll { .. }
        | Kind::OutAll
        | Kind::Lost { .. }
        | Kind::Value { .. }
        | Kind::ValuePart { .. }
        | Kind::Revalue { .. }
        | Kind::WriteDown { .. }
        | Kind::Reclassify { .. }
        | Kind::ChangeMethod { .. }
        | Kind::ChangeStandard { .. } => 0,
    }
}
