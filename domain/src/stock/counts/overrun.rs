//! Overrun counts: a movement is posted or voided with an instant before a posted count that counted its goods.
//!
//! Every such count is reported, however many there are: rows in the same fact name them. If the organization lets
//! counts hold, the first count after the movement stays right: the same commit adjusts the goods back at the count's
//! instant, so later counts are not affected.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Count, CountLine, CountOverrun, CountStatus, MovementStatus, Recorded, StockMovement};
use crate::stock::counts::scope::Scope;
use crate::stock::counts::state::touched;
use crate::stock::goods::document::found::blank as blank_movement;
use crate::stock::goods::posting::post as post_checked;
use crate::stock::goods::posting::turnover::{LevelKey, Turnover};
use crate::value::Instant;
use crate::value::id::{CountId, ItemId, LocationId, LotId, MovementId, SerialId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::Rejection;

/// The `source` of the movements by which counts hold. Nobody else can record a movement of their kind.
const HOLDS: &str = "countHolds";

/// No location, lot or serial; as the scope of a count, the whole warehouse.
const NONE: [u8; 16] = [0; 16];

/// Notes the posted counts that are overrun by a movement just posted or voided. `turnover` is its change of stock by
/// place. The caller records the fact.
pub(crate) fn note(book: &mut Book, ctx: &Context, movement: &StockMovement, turnover: &Turnover) -> Result<(), Stop> {
    let is_void = movement.status == MovementStatus::Voided;
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
        for id in counts_of(book, key, occurred_at)? {
            let Some(count) = counts.get(&id) else { continue };
            // A count's own movement is the counted difference itself; if that is voided, the count no longer stands.
            let is_own = !is_void && movement.kind == MovementKind::CountAdjustment && count.snapshot_at == occurred_at;
            if is_own || was_taken_back(book, count)? || is_void && never_knew(movement, count) {
                continue;
            }
            let Some((line_number, counted)) = found(book, count, key)? else { continue };
            let before = quantity_now(book, count, key, counted)?;
            let adjusts = holds && !(is_void && is_undone(book, count, key, movement)?);
            let adjusted_by = adjusts.then(|| *adjusting.entry(count.id).or_insert_with(|| ctx.ids.next()));
            let (item_id, _, location_id, lot_id, serial_id) = key;
            book.count_overruns.put(CountOverrun {
                count_id: count.id,
                item_id,
                location_id,
                lot_id,
                serial_id,
                movement_id: movement.id,
                is_void,
                line_number,
                counted,
                change,
                quantity: if adjusts { before } else { before.saturating_add(change) },
                adjusted_by,
                noted_at: ctx.at,
                noted_by: ctx.actor.principal,
                acknowledged_at: None,
                acknowledged_by: None,
            });
            let stored = book.stock_count(count.id)?.ok_or_else(Rejection::not_found)?.clone();
            let open_overruns = stored.open_overruns + i64::from(!adjusts);
            let version = stored.version;
            let is_first = version == count.version;
            let noted = Count { open_overruns, ..stored };
            book.stock_counts.put(if is_first { touched(ctx, noted) } else { noted });
            if adjusts {
                break;
            }
        }
    }
    Ok(())
}

/// Writes the fact of a movement that was posted or voided, and then adjusts the counts that hold against it.
pub(crate) fn record(book: &mut Book, ctx: &Context, kind: FactKind, movement: MovementId) -> Result<Recorded, Stop> {
    let recorded = book.record(ctx, kind, movement);
    hold(book, ctx, movement, kind == FactKind::MovementVoided)?;
    Ok(recorded)
}

/// Posts the adjustments that let the counts noted by `note` hold: one per count, as of its own instant.
pub(crate) fn hold(book: &mut Book, ctx: &Context, movement: MovementId, is_void: bool) -> Result<(), Stop> {
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
        let named = |id: [u8; 16]| Some(id).filter(|id| *id != NONE);
        let back = |row: &CountOverrun| DraftLine {
            location_id: named(row.location_id).map(LocationId),
            lot_id: named(row.lot_id).map(LotId),
            serial_id: named(row.serial_id).map(SerialId),
            ..DraftLine::of(row.item_id, row.change.saturating_neg(), count.warehouse_id)
        };
        let drafts: Vec<DraftLine> = rows.iter().map(back).collect();
        let warehouse = book.warehouse(count.warehouse_id)?.ok_or_else(Rejection::not_found)?;
        let adjustment = StockMovement {
            id,
            occurred_at: Some(count.snapshot_at),
            description: format!("Adjustment to keep the count of {}", warehouse.code),
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

/// The posted counts, from this instant on, that were of something that moved.
fn counts_after(
    book: &Book,
    movement: &StockMovement,
    occurred_at: Instant,
    moved: &[(LevelKey, i64)],
) -> Result<BTreeMap<CountId, Count>, Stop> {
    let warehouses: BTreeSet<WarehouseId> = moved.iter().map(|(key, _)| key.1).collect();
    require_all(book, warehouses.iter().map(|id| Key::PostedCounts(*id, occurred_at)).collect())?;
    let mut counted = Vec::new();
    for (key, _) in moved {
        // Most that is brought in late is of a warehouse where nothing was counted since.
        if book.is_counted_from(key.1, occurred_at)? {
            counted.push(*key);
        }
    }
    let ranges = counted.iter().flat_map(|key| abouts(*key).map(|about| Key::CountedFrom(key.1, about, occurred_at)));
    require_all(book, ranges.collect())?;
    let mut found: BTreeMap<CountId, BTreeSet<ItemId>> = BTreeMap::new();
    for key in counted {
        for id in counts_of(book, key, occurred_at)? {
            found.entry(id).or_default().insert(key.0);
        }
    }
    require_all(book, found.keys().map(|id| Key::Count(*id)).collect())?;
    let mut counts = BTreeMap::new();
    let mut keys = Vec::new();
    for (id, items) in found {
        let count = book.stock_count(id)?.ok_or_else(|| Stop::lost("counts", id))?;
        if count.status == CountStatus::Posted && count.movement_id != Some(movement.id) {
            keys.push(Key::CountOverruns(id));
            keys.extend(count.movement_id.map(Key::Movement));
            keys.extend(items.into_iter().map(|item| Key::CountLinesOfItem(id, item)));
            counts.insert(id, count.clone());
        }
    }
    require_all(book, keys)?;
    Ok(counts)
}

/// The keys under which counts of these goods are found: the item, the bin, the warehouse.
fn abouts((item, _, location, _, _): LevelKey) -> [[u8; 16]; 3] {
    [item.0, location, NONE]
}

/// The counts of these goods from this instant on, in any status, nearest first.
fn counts_of(book: &Book, key: LevelKey, from: Instant) -> Result<Vec<CountId>, Stop> {
    if !book.is_counted_from(key.1, from)? {
        return Ok(Vec::new());
    }
    let mut found = BTreeSet::new();
    for about in abouts(key) {
        found.extend(book.counted_from(key.1, about, from)?.map(|row| (row.snapshot_at, row.count_id)));
    }
    Ok(found.into_iter().map(|(_, id)| id).collect())
}

/// The quantity that a count stated for these goods, with its line; `None` if they are outside its scope.
///
/// A count can be submitted only when each line has a quantity (0 for goods that were not counted), and unexpected
/// goods in its scope become lines when they are found. So a posted count states a quantity for its whole scope, be
/// that a warehouse, bins, items or categories: goods without a line were not there.
fn found(book: &Book, count: &Count, key: LevelKey) -> Result<Option<(Option<i64>, i64)>, Stop> {
    let line = book.count_lines_of_item(count.id, key.0)?.find(|line| lies_there(line, key));
    if let Some(line) = line {
        return Ok(line.counted.map(|counted| (Some(line.line_number), counted)));
    }
    let location = Some(LocationId(key.2)).filter(|location| location.0 != NONE);
    // Which items and bins it was of stands with it. Of items in some places, the places are as they are today.
    Ok(Scope::of(count).has_place(book, location)?.then_some((None, 0)))
}

/// Whether a movement changed these goods when it was posted and the count did not hold then: without the movement, the
/// books are nearer to the counted quantity.
fn is_undone(book: &Book, count: &Count, key: LevelKey, movement: &StockMovement) -> Result<bool, Stop> {
    let (item, _, location, lot, serial) = key;
    let is_own = |row: &CountOverrun| {
        row.movement_id == movement.id
            && !row.is_void
            && row.adjusted_by.is_none()
            && (row.item_id, row.location_id, row.lot_id, row.serial_id) == (item, location, lot, serial)
    };
    Ok(book.count_overruns_of(count.id)?.any(is_own))
}

/// Whether a movement was posted during the count, before the count was posted, for an instant before its snapshot. The
/// count never knew of it, so its quantities are right again without the movement.
fn never_knew(movement: &StockMovement, count: &Count) -> bool {
    movement.seq.is_some_and(|seq| seq > count.snapshot_seq) && movement.posted_at < count.posted_at
}

/// Whether the count's adjustment was voided since.
fn was_taken_back(book: &Book, count: &Count) -> Result<bool, Stop> {
    let Some(id) = count.movement_id else { return Ok(false) };
    Ok(book.movement(id)?.is_some_and(|movement| movement.status == MovementStatus::Voided))
}

fn lies_there(line: &CountLine, (item, _, location, lot, serial): LevelKey) -> bool {
    line.item_id == item
        && line.location_id.map_or(NONE, |id| id.0) == location
        && line.lot_id.map_or(NONE, |id| id.0) == lot
        && line.serial_id.map_or(NONE, |id| id.0) == serial
}

/// The quantity in the books at the instant of a count, before the movement that is being noted.
fn quantity_now(book: &Book, count: &Count, key: LevelKey, counted: i64) -> Result<i64, Stop> {
    let goods = (key.0, key.2, key.3, key.4);
    let is_of_goods = |row: &&CountOverrun| {
        (row.item_id, row.location_id, row.lot_id, row.serial_id) == goods && row.adjusted_by.is_none()
    };
    Ok(book.count_overruns_of(count.id)?.filter(is_of_goods).fold(counted, |sum, row| sum.saturating_add(row.change)))
}

/// No line of the request is at fault where a count cannot hold.
fn without_pointers(stop: Stop) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    rejection.errors.clear();
    rejection.detail = format!("the quantity of a later count cannot be kept: {}", rejection.detail);
    Stop::Rejected(rejection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::stock::counts::tests::{counted, found, new, opened, post, stocked, stored, submit};
    use crate::stock::goods::tests::{line, movement, void};
    use crate::testing::Stage;
    use crate::value::IdOrCode;

    /// A posted count of the shop, where nothing lies.
    fn nothing_found(stage: &mut Stage) -> String {
        let shop = crate::stock::counts::new::NewCount { warehouse: Some(IdOrCode::Code("shop".to_owned())), ..new() };
        let count = opened(stage, shop);
        stage.run(submit(&count, false)).expect("submitted");
        stage.run(post(&count)).expect("posted");
        count
    }

    fn late_receipt(stage: &mut Stage) -> MovementId {
        let mut late = movement(MovementKind::Receipt, 6, vec![line("FIFO", "3", Some("9.00"))]);
        late.new.warehouse = Some(IdOrCode::Code("shop".to_owned()));
        let id = stage.run(late).expect("received").subject;
        stage.rows::<StockMovement>().into_iter().find(|row| row.id.to_string() == id).expect("stored").id
    }

    #[test]
    fn all_counts_are_told_however_many_there_are_and_where_they_hold_the_first_one_does() {
        let mut stage = stocked();
        let counts: Vec<String> = (0..150).map(|_| nothing_found(&mut stage)).collect();
        let of_main = counted(&mut stage, new(), vec![found("FIFO", "100"), found("AVG", "10")]).expect("counted");
        let late = late_receipt(&mut stage);
        let rows = stage.rows::<CountOverrun>();
        let told: BTreeSet<String> = rows.iter().map(|row| row.count_id.to_string()).collect();
        assert_eq!(told, counts.iter().cloned().collect());
        assert!(rows.iter().all(|row| (row.line_number, row.counted, row.change, row.quantity) == (None, 0, 3, 3)));
        assert!(counts.iter().all(|count| stored(&stage, count).open_overruns == 1));
        assert_eq!(stored(&stage, &of_main).open_overruns, 0);

        // The movement that the counts did not hold against is voided, and all of them are right again.
        stage.run(UpdateOrganization { counts_hold: Some(true), ..UpdateOrganization::default() }).expect("set");
        void(&mut stage, &late.to_string()).expect("voided");
        let (taken_back, first): (Vec<CountOverrun>, Vec<CountOverrun>) =
            stage.rows::<CountOverrun>().into_iter().partition(|row| row.is_void);
        assert_eq!((taken_back.len(), first.len()), (150, 150));
        assert!(taken_back.iter().all(|row| (row.quantity, row.adjusted_by) == (0, None)));

        let another = late_receipt(&mut stage);
        let held: Vec<CountOverrun> =
            stage.rows::<CountOverrun>().into_iter().filter(|row| row.movement_id == another).collect();
        assert_eq!((held.len(), held[0].count_id.to_string(), held[0].quantity), (1, counts[0].clone(), 0));
        assert!(held[0].adjusted_by.is_some());
    }

    #[test]
    fn a_movement_that_a_count_never_knew_is_taken_back_without_a_word() {
        let mut stage = stocked();
        stage.run(UpdateOrganization { counts_hold: Some(true), ..UpdateOrganization::default() }).expect("set");
        let count = opened(
            &mut stage,
            crate::stock::counts::new::NewCount { warehouse: Some(IdOrCode::Code("shop".to_owned())), ..new() },
        );
        let unknown = late_receipt(&mut stage);
        stage.run(submit(&count, false)).expect("submitted");
        stage.run(post(&count)).expect("posted");
        void(&mut stage, &unknown.to_string()).expect("voided");
        assert_eq!(stage.rows::<CountOverrun>(), []);
        assert_eq!(stored(&stage, &count).open_overruns, 0);
    }
}
