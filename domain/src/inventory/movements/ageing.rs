//! Ages of goods from their rows: of a pool as it is kept now, or as the books had it at the end of a day.

use std::collections::BTreeMap;

use super::history::{key_of, leg_of, standard, state_of};
use super::rows::{Pool, PoolLayer, PoolMovement, ValueEntry};
use super::stored;
use crate::inventory::costing::ageing::{Ages, ages, first_in_first_out};
use crate::inventory::costing::{Effect, Kind, Legs, Place, PoolState};
use crate::value::{BadCell, Date};

/// The ages of what a pool holds now. `layers` are all of it; `came` is what came to it, the latest first, as far as it
/// holds so much: only of one without layers.
#[must_use]
pub fn ages_now(pool: &Pool, layers: &[PoolLayer], came: &[PoolMovement]) -> Ages {
    let state = state_of(pool, layers.iter());
    ages(&state, pool.value, came.iter().map(|row| (row.place, row.quantity)))
}

/// The ages of what a pool held at the end of a day, by posting date: of its movements until then, in order, voided ones, too,
/// and of all that was posted for them until then. Its value is what the books had on that day.
///
/// What was voided later was there on that day. Where the movements of the day alone cannot be costed, as when goods came
/// that were posted later, what came first is taken to have left first.
///
/// # Errors
/// Where what is stored cannot be read.
pub fn ages_on(pool: &Pool, movements: &[PoolMovement], entries: &[ValueEntry], day: Date) -> Result<Ages, BadCell> {
    let mut legs: BTreeMap<Place, Legs> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.date <= day) {
        legs.entry(entry.place).or_default().add(leg_of(entry), entry.amount);
    }
    let worth: i64 = legs.values().map(Legs::stock).sum();
    let first = standard(pool.first_standard, pool.per_unit);
    let mut state = PoolState::new(pool.first_method.into(), pool.first_account_id, first);
    let (mut quantity, mut came, mut is_costed) = (0, Vec::new(), true);
    for row in movements.iter().filter(|row| row.posting_date <= day) {
        let legs = legs.remove(&row.place).unwrap_or_default();
        if row.is_voided && legs.is_empty() {
            continue;
        }
        let movement = stored::movement(row, key_of(pool))?;
        let moved = if row.is_voided { moved(&movement.kind) } else { row.quantity };
        quantity += moved;
        if moved > 0 {
            came.push((row.place, moved));
        }
        let effect = Effect { quantity: moved, legs };
        is_costed = is_costed && state.apply(&movement, effect.was_fed(row.place)).is_ok();
    }
    let came = came.into_iter().rev();
    let is_whole = is_costed && state.quantity() == quantity;
    Ok(if is_whole { ages(&state, worth, came) } else { first_in_first_out(quantity, worth, came) })
}

/// How much a voided movement had moved.
fn moved(kind: &Kind) -> i64 {
    match kind {
        Kind::In { quantity, .. } => quantity.get(),
        Kind::Out { quantity, .. } | Kind::SupplierReturn { quantity, .. } => -quantity.get(),
        _ => 0,
    }
}
