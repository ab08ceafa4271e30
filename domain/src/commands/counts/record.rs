//! Records counted quantities: of expected lines, and of goods that were not expected. The last recording counts; one that is
//! added counts together with what was recorded before, so that two people can count one bin.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Count, CountLine, CountStatus, Recording, Reply};
use crate::stock::counts::lines::{blank, counted_goods};
use crate::stock::counts::new::{CountMode, Found};
use crate::stock::counts::recordings;
use crate::stock::counts::scope::Scope;
use crate::stock::counts::separation::note_counter;
use crate::stock::counts::state::{self, require_count, require_status};
use crate::stock::goods::document::bins::{Passing, check_bin};
use crate::stock::goods::document::hints::hint_line;
use crate::stock::goods::document::new::{Header, NewMovementLine};
use crate::stock::goods::document::resolve::line::Resolving;
use crate::stock::goods::document::resolve::reason_named;
use crate::stock::goods::document::rules::{check_tracking, unusable_reason};
use crate::stock::goods::new_lots::make_of_lines;
use crate::value::id::{CountId, ReasonCodeId};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{IdOrCode, Sought, limits};

/// Records the counted quantities of some lines.
#[derive(Clone, Debug)]
pub struct RecordCount {
    pub count: Sought<CountId>,
    pub lines: Vec<Found>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

/// A counted quantity, resolved.
struct Resolved {
    draft: DraftLine,
    reason: Option<ReasonCodeId>,
    mode: CountMode,
}

impl Decide for RecordCount {
    const PERMISSION: Permission = Permission::CountsRecord;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes]);
        let Some(id) = self.count.id() else { return };
        keys.push(Key::Count(id));
        for found in &self.lines {
            match found.line_number {
                Some(number) => {
                    keys.push(Key::CountLine(id, number));
                    if let Ok(Some(line)) = book.count_line(id, number) {
                        keys.extend([Key::Item(line.item_id), Key::CountLinesOfItem(id, line.item_id)]);
                        hint_line(book, &goods_of(line, &found.goods), keys);
                    }
                }
                None => {
                    hint_line(book, &found.goods, keys);
                }
            }
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut count = require_count(book, ctx, &self.count)?;
        require_version(self.if_match.as_deref(), count.version)?;
        require_status(&count, &[CountStatus::Open])?;
        let by_goods = self.lines.iter().enumerate().filter(|(_, found)| found.line_number.is_none());
        let goods = by_goods.map(|(index, found)| (index, &found.goods));
        make_of_lines(book, ctx, MovementKind::CountAdjustment, goods)?;
        let found = self.resolve(book, &count)?;
        let lines = found.iter().map(|found| Key::CountLinesOfItem(count.id, found.draft.item_id)).collect();
        require_all(book, lines)?;
        for (index, found) in found.into_iter().enumerate() {
            note(book, ctx, &mut count, index, found)?;
        }
        note_counter(book, ctx, &mut count)?;
        Ok(state::change(book, ctx, count, FactKind::CountRecorded))
    }
}

impl RecordCount {
    /// All lines by id and in smallest units; all that is wrong comes in one answer.
    fn resolve(&self, book: &Book, count: &Count) -> Result<Vec<Resolved>, Stop> {
        let numbers = self.lines.iter().filter_map(|found| found.line_number);
        require_all(book, numbers.map(|number| Key::CountLine(count.id, number)).collect())?;
        let currency = book.organization()?.base_currency;
        let mut faults = Vec::new();
        let mut resolved = Vec::with_capacity(self.lines.len());
        for (index, found) in self.lines.iter().enumerate() {
            let goods = match found.line_number {
                None => found.goods.clone(),
                Some(number) => match book.count_line(count.id, number)? {
                    Some(line) => goods_of(line, &found.goods),
                    None => {
                        let message = format!("the count has no line {number}: it has {}", count.line_count);
                        let at = format!("/lines/{index}/lineNumber");
                        faults.push(Fault::new(at, Code::UnknownReference, message));
                        continue;
                    }
                },
            };
            let kind = MovementKind::CountAdjustment;
            let header = Header { warehouse: Some(count.warehouse_id), ..Header::default() };
            let line = Resolving { book, index, kind, currency, header };
            let reason = named_reason(book, index, found.reason.as_ref(), &mut faults)?;
            let Some(draft) = line.line(&goods, &mut faults)? else { continue };
            check(book, index, &draft, &mut faults)?;
            resolved.push(Resolved { draft, reason, mode: found.mode });
        }
        Rejection::of_errors(faults).map_or(Ok(resolved), |rejection| Err(rejection.into()))
    }
}

/// Goods and place of a line, with the quantity that was found.
fn goods_of(line: &CountLine, found: &NewMovementLine) -> NewMovementLine {
    NewMovementLine {
        item: Some(IdOrCode::from(line.item_id)),
        location: line.location_id.map(IdOrCode::from),
        lot: line.lot_id.map(IdOrCode::from),
        serial: line.serial_id.map(IdOrCode::from),
        ..found.clone()
    }
}

fn named_reason(
    book: &Book,
    index: usize,
    sent: Option<&IdOrCode<ReasonCodeId>>,
    faults: &mut Vec<Fault>,
) -> Result<Option<ReasonCodeId>, Stop> {
    let below = format!("/lines/{index}");
    let reason = reason_named(book, sent, &below, faults)?;
    if let Some(id) = reason
        && let Some(reason) = book.reason_code(id)?
    {
        let why = unusable_reason(reason, MovementKind::CountAdjustment);
        let at = format!("{below}/reasonCodeId");
        faults.extend(why.map(|message| Fault::new(at, Code::ReasonNotUsable, message)));
    }
    Ok(reason)
}

/// The line names the lot or piece that its item is traced by; none of a piece is possible, too.
fn check(book: &Book, index: usize, draft: &DraftLine, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?;
    let found = DraftLine { quantity: draft.quantity.max(1), ..draft.clone() };
    check_tracking(index, item, MovementKind::CountAdjustment, &found, faults);
    Ok(())
}

/// Notes the counted quantity on the line of these goods, which is new if they were not expected.
fn note(book: &mut Book, ctx: &Context, count: &mut Count, index: usize, found: Resolved) -> Result<(), Stop> {
    let draft = &found.draft;
    let place = (draft.location_id, draft.lot_id, draft.serial_id);
    let known = book
        .count_lines_of_item(count.id, draft.item_id)?
        .find(|line| (line.location_id, line.lot_id, line.serial_id) == place)
        .cloned();
    let mut line = match known {
        Some(line) => line,
        None => unexpected(book, count, index, draft)?,
    };
    if line.counted.is_none() {
        count.counted_count += 1;
    }
    // Who counts again without seeing what was found before does not see what was noted on it either.
    let is_afresh = count.is_blind && count.sent_back_at.is_some() && line.counted_at <= count.sent_back_at;
    let (quantity, added) = match found.mode {
        CountMode::Replace => (draft.quantity, None),
        CountMode::Add => {
            let before = if is_afresh { 0 } else { line.counted.unwrap_or(0) };
            (sum(book, index, draft, before)?, Some(draft.quantity))
        }
    };
    let recording = Recording { quantity, entered: draft.entered.clone(), at: ctx.at, by: ctx.actor.principal, added };
    recordings::add(&mut line, &recording)?;
    line.reason_code_id = found.reason.or(line.reason_code_id);
    line.total_cost = draft.amount.or(line.total_cost);
    line.note = draft.description.clone().or(line.note.filter(|_| !is_afresh));
    book.count_lines.put(line);
    Ok(())
}

/// What is there with the quantity that is added: as if it had been recorded at once.
fn sum(book: &Book, index: usize, draft: &DraftLine, before: i64) -> Result<i64, Stop> {
    let at = format!("/lines/{index}/quantity");
    let sum = before.checked_add(draft.quantity).filter(|sum| *sum <= limits::POOL_QUANTITY);
    let Some(quantity) = sum else {
        let message = "with what was recorded before, this is more than a quantity can be: check both";
        return Err(Rejection::new(Code::AmountOutOfRange, message).at(at).into());
    };
    let mut faults = Vec::new();
    check(book, index, &DraftLine { quantity, ..draft.clone() }, &mut faults)?;
    Rejection::of_errors(faults).map_or(Ok(quantity), |rejection| Err(rejection.into()))
}

/// The new line of goods that were not expected.
fn unexpected(book: &mut Book, count: &mut Count, index: usize, draft: &DraftLine) -> Result<CountLine, Stop> {
    let item: &Item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?;
    let warehouse = book.warehouse(count.warehouse_id)?.ok_or_else(|| Stop::lost("warehouses", count.warehouse_id))?;
    let mut faults = Vec::new();
    let pointer = format!("/lines/{index}/locationId");
    check_bin(book, warehouse, draft.location_id, pointer, Passing::COUNTED, &mut faults)?;
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let scope = Scope::of(count);
    if !scope.holds(book, item, draft.location_id)? {
        let message = format!("item {} in this place is not part of the count: count it in another one", item.sku);
        return Err(Rejection::new(Code::NotInCount, message).at(format!("/lines/{index}")).into());
    }
    let most = i64::try_from(limits::LINES_PER_COUNT).unwrap_or(i64::MAX);
    if count.line_count >= most {
        let message = format!("a count can have at most {most} lines: count the rest in another one");
        return Err(Rejection::new(Code::LimitReached, message).at(format!("/lines/{index}")).into());
    }
    count.line_count += 1;
    // An item or a bin may be of it that was not when it was opened.
    let goods = counted_goods(count, scope.place_of(draft.item_id, draft.location_id));
    let is_known = book
        .counted_from(goods.warehouse_id, goods.about_id, goods.snapshot_at)?
        .any(|known| known.count_id == count.id);
    if !is_known {
        book.counted_goods.put(goods);
    }
    Ok(CountLine {
        location_id: draft.location_id,
        lot_id: draft.lot_id,
        serial_id: draft.serial_id,
        ..blank(count.id, count.line_count, draft.item_id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::counts::send_back::SendBackCount;
    use crate::rows::recordings::decode_recordings;
    use crate::stock::counts::new::NewCount;
    use crate::stock::counts::tests::{found, new, opened, stocked, stored, submit};
    use crate::testing::Stage;

    fn added(sku: &str, quantity: &str) -> Found {
        Found { mode: CountMode::Add, ..found(sku, quantity) }
    }

    fn record(count: &str, lines: Vec<Found>) -> RecordCount {
        RecordCount { count: Sought::of(count), lines, if_match: None }
    }

    fn apples(stage: &Stage, count: &str) -> CountLine {
        let of = |line: &CountLine| line.count_id.to_string() == count && line.expected == 100;
        stage.rows::<CountLine>().into_iter().find(of).expect("line")
    }

    #[test]
    fn what_is_added_counts_together_with_what_was_recorded_before() {
        let mut stage = stocked();
        let count = opened(&mut stage, new());
        for (lines, counted) in [
            (vec![added("FIFO", "30")], 30),
            (vec![added("FIFO", "40"), added("FIFO", "5")], 75),
            (vec![found("FIFO", "60")], 60),
            (vec![added("FIFO", "0")], 60),
            (vec![added("FIFO", "38")], 98),
        ] {
            stage.run(record(&count, lines)).expect("recorded");
            assert_eq!(apples(&stage, &count).counted, Some(counted));
        }
        let kept = decode_recordings(&apples(&stage, &count).recordings).expect("bytes");
        let kept: Vec<(i64, Option<i64>)> = kept.iter().map(|one| (one.quantity, one.added)).collect();
        assert_eq!(kept, [(30, Some(30)), (70, Some(40)), (75, Some(5)), (60, None), (60, Some(0)), (98, Some(38))]);
        assert_eq!(stored(&stage, &count).counted_count, 1);
    }

    #[test]
    fn a_sum_that_no_quantity_can_be_is_refused() {
        let mut stage = stocked();
        let count = opened(&mut stage, new());
        let most = limits::POOL_QUANTITY.to_string();
        stage.run(record(&count, vec![found("FIFO", &most)])).expect("recorded");
        let refused = stage.run(record(&count, vec![added("FIFO", "1")])).expect_err("too much");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::AmountOutOfRange, "/lines/0/quantity"));
    }

    #[test]
    fn who_counts_again_without_seeing_the_first_time_adds_to_nothing() {
        let mut stage = stocked();
        let count = opened(&mut stage, NewCount { is_blind: true, ..new() });
        stage.run(record(&count, vec![found("FIFO", "90"), found("AVG", "10")])).expect("recorded");
        stage.run(submit(&count, false)).expect("submitted");
        let again = SendBackCount { count: Sought::of(&count), reason: "look again".to_owned(), if_match: None };
        stage.run(again).expect("sent back");
        for (lines, counted) in [(vec![added("FIFO", "50")], 50), (vec![added("FIFO", "48")], 98)] {
            stage.run(record(&count, lines)).expect("recorded");
            assert_eq!(apples(&stage, &count).counted, Some(counted));
        }
    }
}
