//! Keeps the results of costing: movements of pools, their ties, and the present contents of the pools.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Effect, Head, Kind, Layers, Movement, Outcome, Place, PoolKey};
use crate::rows::pool_names::name_of;
use crate::rows::{CostShares, Pool, PoolCheckpoint, PoolLayer, PoolMovement, PoolTie, costing_cells};
use crate::stock::goods::posting::history::{pool_at, pool_of};
use crate::value::Date;
use crate::value::id::PoolId;

/// The document that causes a change.
pub(crate) struct Caused {
    /// Its place in the log.
    pub seq: i64,
    pub posting_date: Date,
}

/// Writes new movements of pools with their ties. What a part of an earlier document posts is an adjustment of that.
pub(crate) fn insert(book: &mut Book, caused: &Caused, movements: &[Movement], outcome: &Outcome) -> Result<(), Stop> {
    for movement in movements {
        let pool_id = pool_of(book, movement.pool)?.id;
        let nothing = Effect::default();
        let effect = match outcome.inserted.get(&movement.place) {
            Some(effect) => effect,
            None if matches!(movement.kind, Kind::ValuePart { .. }) => &nothing,
            None => return Err(Stop::lost_at("pool_movements", movement.place)),
        };
        let shares = costing_cells::encode_shares(&effect.shares);
        if shares.is_some() {
            note_shares(book, caused, pool_id, movement.place, shares.clone());
        }
        book.pool_movements.put(PoolMovement {
            pool_id,
            place: movement.place,
            posting_date: movement.posting_date,
            occurred_at: movement.is_prospective().then_some(movement.occurred_at),
            kind: costing_cells::encode_kind(&movement.kind),
            quantity: effect.quantity,
            is_voided: false,
            cause_seq: movement.place.seq,
            shares,
            written_down: effect.written_down,
            own_account_id: None,
            own_counter_account_id: None,
            own_amount: None,
            own_entry_sequence: None,
        });
        for (source, tie) in movement.depends_on() {
            let (name, quantity) = tie.stored();
            let source_pool_id = pool_at(book, source)?.ok_or_else(|| Stop::lost_at("movement_lines", source))?;
            book.pool_ties.put(PoolTie {
                source,
                place: movement.place,
                source_pool_id,
                pool_id,
                tie: name.to_owned(),
                quantity,
                is_voided: false,
            });
        }
    }
    Ok(())
}

/// Keeps what falls to each layer of a later cost from here on.
fn note_shares(book: &mut Book, caused: &Caused, pool_id: PoolId, place: Place, shares: Option<Vec<u8>>) {
    book.cost_shares.put(CostShares { pool_id, place, cause_seq: caused.seq, date: caused.posting_date, shares });
}

/// A movement of a pool, which is there.
fn stored(book: &Book, pool_id: PoolId, place: Place) -> Result<PoolMovement, Stop> {
    let row = book.pool_movement(pool_id, place)?;
    Ok(row.ok_or_else(|| Stop::lost_at("pool_movements", (pool_id, place)))?.clone())
}

/// Marks movements of pools that were taken away, with their ties.
pub(crate) fn remove(book: &mut Book, caused: &Caused, movements: &[Movement]) -> Result<(), Stop> {
    for movement in movements {
        let pool_id = pool_of(book, movement.pool)?.id;
        let row = stored(book, pool_id, movement.place)?;
        if row.shares.is_some() {
            note_shares(book, caused, pool_id, movement.place, None);
        }
        book.pool_movements.put(PoolMovement { quantity: 0, shares: None, written_down: 0, is_voided: true, ..row });
        for (source, _) in movement.depends_on() {
            let ties = book.pool_ties(source, pool_id)?.filter(|tie| tie.place == movement.place).cloned();
            for tie in ties.collect::<Vec<_>>() {
                book.pool_ties.put(PoolTie { is_voided: true, ..tie });
            }
        }
    }
    Ok(())
}

/// Writes the present contents of the pools, and their checkpoints.
pub(crate) fn pools(book: &mut Book, caused: &Caused, outcome: &Outcome) -> Result<(), Stop> {
    for (key, head) in &outcome.heads {
        let pool = pool_of(book, *key)?.clone();
        layers(book, pool.id, head.as_ref())?;
        book.pools.put(with_head(pool, head.as_ref()));
    }
    for (key, checkpoint) in &outcome.checkpoints {
        let pool_id = book.pool_by_name(name_of(*key))?.ok_or_else(|| Stop::lost_at("pools", key.item))?;
        // Those that it replaces were looked at by the replay; a new one is new for certain.
        book.pool_checkpoints.put(PoolCheckpoint {
            pool_id,
            place: checkpoint.place,
            state: costing_cells::encode_state(&checkpoint.state),
        });
    }
    for (place, quantity) in &outcome.quantities {
        let pool = pool_at(book, *place)?.ok_or_else(|| Stop::lost_at("movement_lines", place))?;
        let row = stored(book, pool, *place)?;
        book.pool_movements.put(PoolMovement { quantity: *quantity, ..row });
    }
    for ((key, place), shares) in &outcome.shares {
        let pool = id_of(book, *key)?;
        let row = stored(book, pool, *place)?;
        let shares = costing_cells::encode_shares(shares);
        note_shares(book, caused, pool, *place, shares.clone());
        book.pool_movements.put(PoolMovement { shares, ..row });
    }
    for ((key, place), written_down) in &outcome.written_down {
        let pool = id_of(book, *key)?;
        let row = stored(book, pool, *place)?;
        book.pool_movements.put(PoolMovement { written_down: *written_down, ..row });
    }
    Ok(())
}

fn with_head(pool: Pool, head: Option<&Head>) -> Pool {
    let Some(head) = head else {
        return Pool {
            last_place: None,
            since_checkpoint: 0,
            method: pool.first_method,
            account_id: pool.first_account_id,
            standard: pool.first_standard,
            quantity: 0,
            value: 0,
            x_whole: 0,
            x_millionths: 0,
            last_cost_value: None,
            last_cost_quantity: None,
            written_down: 0,
            allowance_whole: 0,
            allowance_millionths: 0,
            ..pool
        };
    };
    let state = &head.state;
    let (x_whole, x_millionths) = costing_cells::halves(state.x());
    let (last_cost_value, last_cost_quantity) = state.last_cost().map(|cost| cost.pair()).unzip();
    let (allowance_whole, allowance_millionths) = costing_cells::halves(state.allowance());
    Pool {
        written_down: state.written_down(),
        allowance_whole,
        allowance_millionths,
        last_place: Some(head.place),
        since_checkpoint: i64::from(head.since_checkpoint),
        method: state.method().into(),
        account_id: state.account(),
        standard: state.standard().map(|standard| costing_cells::standard_pair(standard).0),
        quantity: state.quantity(),
        value: state.value(),
        x_whole,
        x_millionths,
        last_cost_value,
        last_cost_quantity,
        ..pool
    }
}

/// Writes the layers that differ from those that are kept.
fn layers(book: &mut Book, pool_id: PoolId, head: Option<&Head>) -> Result<(), Stop> {
    let none = Layers::default();
    let now = [
        (false, head.map_or(&none, |head| head.state.layers())),
        (true, head.map_or(&none, |head| head.state.deficits())),
    ];
    for (is_owed, layers) in now {
        let mut before: BTreeMap<Place, PoolLayer> =
            book.pool_layers(pool_id, is_owed)?.map(|row| (row.place, row.clone())).collect();
        for (place, layer) in layers.iter() {
            let (x_whole, x_millionths) = costing_cells::halves(layer.x);
            let row = PoolLayer { pool_id, is_owed, place: *place, quantity: layer.quantity, x_whole, x_millionths };
            if before.remove(place).as_ref() != Some(&row) {
                book.pool_layers.put(row);
            }
        }
        for place in before.into_keys() {
            book.pool_layers.set((pool_id, is_owed, place), None);
        }
    }
    Ok(())
}

/// The pools of these keys, for hints and messages.
pub(crate) fn id_of(book: &Book, key: PoolKey) -> Result<PoolId, Stop> {
    Ok(pool_of(book, key)?.id)
}
