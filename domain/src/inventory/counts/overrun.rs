//! Counts that are overrun: what a movement changes, posted or voided, before the instant of a posted count that counted it.
//!
//! Whoever does it is told by rows in the same fact. Where the organization lets counts hold, the first count after the movement
//! stays right: the same commit adjusts the goods back at the count's instant, so that later counts see nothing of it.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::{Count, CountLine, CountOverrun};
use super::state::touched;
use crate::book::{Book, Key, Recorded};
use crate::context::Context;
use crate::fact::FactKind;
use crate::inventory::movement_kind::MovementKind;
use crate::inventory::movements::{
    DraftLine, LevelKey, MovementStatus, StockMovement, Turnover, blank_movement, post_checked, require_all,
};
use crate::limits;
use crate::rejection::Rejection;
use crate::stop::Stop;
use crate::value::Instant;
use crate::value::id::{LocationId, MovementId, WarehouseId};

/// The `source` of the movements by which counts hold. Nobody else can record a movement of their kind.
const HOLDS: &str = "countHolds";

/// Notes which posted counts a movement overruns that was just posted, or voided: `turnover` is what it changed of what lies where.
/// The fact is the caller's.
pub(in crate::inventory) fn note(
    book: &mut Book,
    ctx: &Context,
    movement: &StockMovement,
    (turnover, is_void): (&Turnover, bool),
) -> Result<(), Stop> {
    let Some(occurred_at) = movement.occurred_at else { return Ok(()) };
    let holds_a_count = movement.kind == MovementKind::CountAdjustment && movement.source == HOLDS;
    if !is_void && (occurred_at >= ctx.at || holds_a_count) {
        return Ok(());
    }
    let moved: Vec<(LevelKey, i64)> = turnover
        .iter()
        .filter_map(|(key, change)| Some((*key, i64::try_from(*change).ok().filter(|change| *change != 0)?)))
        .collect();
    let counts = counts_after(book, movement, occurred_at, &moved)?;
    let holds = book.organization()?.counts_hold;
    let mut adjusting: BTreeMap<_, MovementId> = BTreeMap::new();
    for (key, change) in moved {
        for count in counts.iter().filter(|count| count.warehouse_id == key.1) {
            // A count's own movement is what it found; and what was taken back was never found.
            let is_own = !is_void && movement.kind == MovementKind::CountAdjustment && count.snapshot_at == occurred_at;
            if is_own || was_taken_back(book, count)? {
                continue;
            }
            let found = book.count_lines_of_item(count.id, key.0)?.find(|line| lies_there(line, key));
            let Some((line, counted)) = found.and_then(|line| Some((line.line_number, line.counted?))) else {
                continue;
            };
            let before = quantity_now(book, count, (line, counted))?;
            let adjusted_by = holds.then(|| *adjusting.entry(count.id).or_insert_with(|| ctx.ids.next()));
            book.count_overruns.put(CountOverrun {
                count_id: count.id,
                line_number: line,
                movement_id: movement.id,
                is_void,
                item_id: key.0,
                counted,
                change,
                quantity: if holds { before } else { before.saturating_add(change) },
                adjusted_by,
                noted_at: ctx.at,
                noted_by: ctx.actor.principal,
                acknowledged_at: None,
                acknowledged_by: None,
            });
            let stored = book.stock_count(count.id)?.ok_or_else(Rejection::not_found)?.clone();
            let open_overruns = stored.open_overruns + i64::from(!holds);
            let version = stored.version;
            let is_first = version == count.version;
            let noted = Count { open_overruns, ..stored };
            book.stock_counts.put(if is_first { touched(ctx, noted) } else { noted });
            if holds {
                break;
            }
        }
    }
    Ok(())
}

/// Writes the fact of a movement that was posted or voided, and then adjusts the counts that hold against it.
pub(in crate::inventory) fn record(
    book: &mut Book,
    ctx: &Context,
    kind: FactKind,
    movement: MovementId,
) -> Result<Recorded, Stop> {
    let recorded = book.record(ctx, kind, movement);
    hold(book, ctx, movement, kind == FactKind::MovementVoided)?;
    Ok(recorded)
}

/// Posts what lets the counts hold that `note` found for a movement: for each count one adjustment, as of its own instant.
pub(super) fn hold(book: &mut Book, ctx: &Context, movement: MovementId, is_void: bool) -> Result<(), Stop> {
    let mut adjusting: BTreeMap<MovementId, Vec<CountOverrun>> = BTreeMap::new();
    for row in book.count_overruns.values().filter(|row| row.movement_id == movement && row.is_void == is_void) {
        if let Some(id) = row.adjusted_by {
            adjusting.entry(id).or_default().push(row.clone());
        }
    }
    let base = book.organization()?.base_currency;
    for (id, rows) in adjusting {
        let Some(first) = rows.first() else { continue };
        let count = book.stock_count(first.count_id)?.ok_or_else(Rejection::not_found)?.clone();
        require_all(book, rows.iter().map(|row| Key::Item(row.item_id)).collect())?;
        let mut drafts = Vec::with_capacity(rows.len());
        for row in &rows {
            let mut lines = book.count_lines_of_item(count.id, row.item_id)?;
            let line = lines.find(|line| line.line_number == row.line_number).ok_or_else(Rejection::not_found)?;
            drafts.push(DraftLine {
                location_id: line.location_id,
                lot_id: line.lot_id,
                serial_id: line.serial_id,
                ..DraftLine::of(row.item_id, row.change.saturating_neg(), count.warehouse_id)
            });
        }
        let warehouse = book.warehouse(count.warehouse_id)?.ok_or_else(Rejection::not_found)?;
        let adjustment = StockMovement {
            id,
            occurred_at: Some(count.snapshot_at),
            description: format!("The count of {} holds", warehouse.code),
            reference: count.reference.clone(),
            source: HOLDS.to_owned(),
            line_count: i64::try_from(drafts.len()).unwrap_or(i64::MAX),
            ..blank_movement(ctx, MovementKind::CountAdjustment, base)
        };
        let posted = post_checked(book, ctx, adjustment, &drafts, None).map_err(without_pointers)?;
        book.record(ctx, FactKind::MovementPosted, posted.id);
    }
    Ok(())
}

/// The posted counts of the warehouses that something moved in, from this instant on, nearest first.
fn counts_after(
    book: &Book,
    movement: &StockMovement,
    occurred_at: Instant,
    moved: &[(LevelKey, i64)],
) -> Result<Vec<Count>, Stop> {
    let warehouses: BTreeSet<WarehouseId> = moved.iter().map(|(key, _)| key.1).collect();
    require_all(book, warehouses.iter().map(|id| Key::PostedCounts(*id, occurred_at)).collect())?;
    let mut counts = Vec::new();
    for warehouse in warehouses {
        let names = |count: &&Count| {
            let is_of_any = count.items.is_empty() || !count.categories.is_empty();
            let named = |id: &str| moved.iter().any(|(key, _)| key.1 == warehouse && key.0.to_string() == id);
            count.movement_id != Some(movement.id) && (is_of_any || count.items.split_whitespace().any(named))
        };
        let mut own: Vec<Count> = book.posted_counts_from(warehouse, occurred_at)?.filter(names).cloned().collect();
        own.sort_by_key(|count| (count.snapshot_at, count.id));
        own.truncate(limits::COUNTS_TOLD);
        counts.extend(own);
    }
    let mut keys = Vec::new();
    for count in &counts {
        keys.push(Key::CountOverruns(count.id));
        keys.extend(count.movement_id.map(Key::Movement));
        let items: BTreeSet<_> =
            moved.iter().filter(|(key, _)| key.1 == count.warehouse_id).map(|(key, _)| key.0).collect();
        keys.extend(items.into_iter().map(|item| Key::CountLinesOfItem(count.id, item)));
    }
    require_all(book, keys)?;
    Ok(counts)
}

/// Whether what the count found was taken back since.
fn was_taken_back(book: &Book, count: &Count) -> Result<bool, Stop> {
    let Some(id) = count.movement_id else { return Ok(false) };
    Ok(book.movement(id)?.is_some_and(|movement| movement.status == MovementStatus::Voided))
}

fn lies_there(line: &CountLine, (item, _, location, lot, serial): LevelKey) -> bool {
    line.item_id == item
        && line.location_id.unwrap_or(LocationId([0; 16])).0 == location
        && line.lot_id.map_or([0; 16], |id| id.0) == lot
        && line.serial_id.map_or([0; 16], |id| id.0) == serial
}

/// What the books have for the instant of a count, before the movement that is noted now.
fn quantity_now(book: &Book, count: &Count, (line, counted): (i64, i64)) -> Result<i64, Stop> {
    let is_of_line = |row: &&CountOverrun| row.line_number == line && row.adjusted_by.is_none();
    Ok(book.count_overruns_of(count.id)?.filter(is_of_line).fold(counted, |sum, row| sum.saturating_add(row.change)))
}

/// No line of the request is at fault where a count cannot hold.
fn without_pointers(stop: Stop) -> Stop {
    match stop {
        Stop::Rejected(mut rejection) => {
            rejection.errors.clear();
            rejection.detail = format!("a count after it is to hold, and cannot: {}", rejection.detail);
            Stop::Rejected(rejection)
        }
        missing => missing,
    }
}
