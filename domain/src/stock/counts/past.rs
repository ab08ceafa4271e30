//! Counts as of an instant that has passed: the quantities that were in the books for it.
//!
//! They are the present ones, less what has come since, plus what has left since.

use std::collections::BTreeMap;

use crate::book::context::Context;
use crate::book::days::{day_of, end_of_day};
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::StockLevel;
use crate::rows::pool_names::NONE;
use crate::stock::counts::scope::{Place, Scope, too_much};
use crate::stock::goods::document::new::When;
use crate::stock::goods::posting::turnover::{LevelKey, Turnover, turn_over};
use crate::value::id::{LocationId, WarehouseId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Instant, limits};

/// The instant as of which the goods were counted; `None` is now. A day means its end, and today means now.
pub(crate) fn instant(book: &Book, ctx: &Context, when: Option<When>) -> Result<Option<Instant>, Stop> {
    let then = match when {
        None => return Ok(None),
        Some(When::At(then)) => then,
        Some(When::On(date)) if date == day_of(book, ctx.now())? => return Ok(None),
        Some(When::On(date)) => Instant(end_of_day(&book.organization()?.timezone, date).0 - 1),
    };
    if then <= ctx.now() {
        return Ok(Some(then));
    }
    let message = "nothing can have been counted in the future: give an instant or day that has passed";
    Err(Rejection::new(Code::OccurredInFuture, message).at("/occurredAt").with("now", ctx.now()).into())
}

/// The goods in the places of a count as they were at an instant, by their places.
pub(crate) fn levels(
    book: &Book,
    scope: &Scope,
    warehouse: WarehouseId,
    places: &[Place],
    then: Instant,
) -> Result<Vec<StockLevel>, Stop> {
    let now = scope.levels(book, warehouse, places)?;
    let mut there: BTreeMap<LevelKey, i128> = BTreeMap::new();
    for level in now {
        let place = (level.item_id, level.warehouse_id, level.location_id, level.lot_id, level.serial_id);
        there.insert(place, i128::from(level.quantity));
    }
    for (place, moved) in moved_since(book, scope, warehouse, then)? {
        *there.entry(place).or_default() -= moved;
    }
    there.retain(|_, quantity| *quantity != 0);
    if there.len() > limits::LINES_PER_COUNT {
        return Err(too_much().into());
    }
    let mut found = Vec::with_capacity(there.len());
    for ((item_id, warehouse_id, location_id, lot_id, serial_id), quantity) in there {
        let quantity = i64::try_from(quantity).map_err(|_| Stop::lost("stock_levels", item_id))?;
        found.push(StockLevel { item_id, warehouse_id, location_id, lot_id, serial_id, quantity });
    }
    found.sort_by_key(|level| (level.location_id, level.item_id, level.lot_id, level.serial_id));
    Ok(found)
}

/// What has come to the places of a count since an instant, less what has left them.
fn moved_since(book: &Book, scope: &Scope, warehouse: WarehouseId, then: Instant) -> Result<Turnover, Stop> {
    let Some(movements) = book.movements_after(then)? else { return Err(too_long_ago().into()) };
    let seqs: Vec<i64> = movements.filter_map(|movement| movement.seq).collect();
    require_all(book, seqs.iter().map(|seq| Key::MovementLines(*seq)).collect())?;
    let mut moved = Turnover::new();
    for seq in seqs {
        book.movement_lines(seq)?.iter().for_each(|line| turn_over(&mut moved, line, 1));
    }
    moved.retain(|place, quantity| place.1 == warehouse && *quantity != 0);
    let located = |place: &LevelKey| Some(LocationId(place.2)).filter(|location| location.0 != NONE);
    let mut wanted: Vec<Key> = moved.keys().map(|place| Key::Item(place.0)).collect();
    wanted.extend(moved.keys().filter_map(located).map(Key::Location));
    require_all(book, wanted)?;
    let mut in_scope = Turnover::new();
    for (place, quantity) in moved {
        let item = book.item(place.0)?.ok_or_else(|| Stop::lost("items", place.0))?;
        if scope.holds(book, item, located(&place))? {
            in_scope.insert(place, quantity);
        }
    }
    Ok(in_scope)
}

fn too_long_ago() -> Rejection {
    let most = limits::MOVEMENTS_SINCE_COUNT;
    let message = format!(
        "more than {most} movements have occurred since, which is the limit: give a later instant, or adjust the goods \
         by movements of kind adjustment"
    );
    Rejection::new(Code::LimitReached, message).at("/occurredAt").with("limit", most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::counts::open::OpenCount;
    use crate::rows::items::Item;
    use crate::rows::{CountLine, Entry, StockMovement};
    use crate::stock::counts::new::NewCount;
    use crate::stock::counts::tests::{cancel, counted, found, new, opened, stocked, stored};
    use crate::stock::goods::tests::{assert_books_follow, balances, line, movement, void};
    use crate::testing::Stage;
    use crate::value::IdOrCode;
    use crate::value::movement_kind::MovementKind;
    use jiff::civil::date;

    /// A count as of a day of January 2010.
    fn on(day: i8) -> NewCount {
        NewCount { occurred_at: Some(When::On(date(2010, 1, day))), ..new() }
    }

    fn moved(stage: &mut Stage, kind: MovementKind, day: i8, quantity: &str, cost: Option<&str>) -> String {
        stage.run(movement(kind, day, vec![line("FIFO", quantity, cost)])).expect("moved").subject
    }

    /// The expected quantities of a count that is opened and cancelled again, by sku.
    fn expected(stage: &mut Stage, new: NewCount) -> BTreeMap<String, i64> {
        let items: BTreeMap<_, _> = stage.rows::<Item>().into_iter().map(|item| (item.id, item.sku)).collect();
        let count = opened(stage, new);
        stage.run(cancel(&count)).expect("cancelled");
        let lines = stage.rows::<CountLine>().into_iter().filter(|line| line.count_id.to_string() == count);
        lines.map(|line| (items[&line.item_id].clone(), line.expected)).collect()
    }

    #[test]
    fn what_is_expected_is_what_was_there_then_whatever_came_or_left_since() {
        // 100 and 10 came on the 5th.
        let mut stage = stocked();
        moved(&mut stage, MovementKind::Issue, 10, "30", None);
        moved(&mut stage, MovementKind::Transfer, 15, "5", None);
        moved(&mut stage, MovementKind::Receipt, 20, "7", Some("14.00"));
        let mistake = moved(&mut stage, MovementKind::Issue, 21, "9", None);
        void(&mut stage, &mistake).expect("voided");
        moved(&mut stage, MovementKind::Issue, 25, "72", None);
        let shop = |new: NewCount| NewCount { warehouse: Some(IdOrCode::Code("SHOP".to_owned())), ..new };
        for (day, fifo, in_shop) in
            [(4, 0, 0), (5, 100, 0), (9, 100, 0), (10, 70, 0), (15, 65, 5), (20, 72, 5), (25, 0, 5)]
        {
            let there = expected(&mut stage, on(day));
            assert_eq!(there.get("FIFO").copied().unwrap_or(0), fifo, "on the {day}th");
            assert_eq!(there.contains_key("AVG"), day > 4, "on the {day}th");
            assert_eq!(expected(&mut stage, shop(on(day))).get("FIFO").copied().unwrap_or(0), in_shop, "{day}");
        }
        // Nothing is there now, and there is a line for what was.
        assert_eq!(expected(&mut stage, new()), BTreeMap::from([("AVG".to_owned(), 10)]));
    }

    #[test]
    fn a_day_means_its_end_today_means_now_and_the_future_is_refused() {
        let mut stage = stocked();
        let count = opened(&mut stage, on(12));
        let row = stored(&stage, &count);
        assert_eq!(row.snapshot_at.to_string(), "2010-01-12T23:59:59.999999Z");
        assert_eq!(row.snapshot_date, date(2010, 1, 12));
        assert!(row.created_at > row.snapshot_at);
        let shop =
            |when| NewCount { warehouse: Some(IdOrCode::Code("SHOP".to_owned())), occurred_at: Some(when), ..new() };
        let today = opened(&mut stage, shop(When::On(date(2010, 12, 1))));
        let row = stored(&stage, &today);
        assert_eq!(row.snapshot_at, row.created_at);
        stage.run(cancel(&today)).expect("cancelled");
        let later = Instant(row.created_at.0 + 60_000_000);
        for when in [When::On(date(2010, 12, 2)), When::At(later), When::On(crate::value::limits::LAST_DAY)] {
            let refused = stage.run(OpenCount { new: shop(when) }).expect_err("in the future");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::OccurredInFuture, "/occurredAt"));
        }
    }

    #[test]
    fn a_movement_at_the_very_instant_is_part_of_what_is_expected() {
        let mut stage = stocked();
        let noon = Instant(1_263_124_800_000_000);
        let mut issue = movement(MovementKind::Issue, 10, vec![line("FIFO", "30", None)]);
        issue.new.occurred_at = Some(When::At(noon));
        stage.run(issue).expect("issued");
        for (micros, wanted) in [(-1, 100), (0, 70), (1, 70)] {
            let at = NewCount { occurred_at: Some(When::At(Instant(noon.0 + micros))), ..new() };
            assert_eq!(expected(&mut stage, at)["FIFO"], wanted, "{micros}");
        }
    }

    #[test]
    fn the_difference_is_posted_for_that_day_and_what_moved_since_goes_on_from_it() {
        let mut stage = stocked();
        moved(&mut stage, MovementKind::Issue, 20, "30", None);
        let count = counted(&mut stage, on(12), vec![found("FIFO", "96"), found("AVG", "10")]).expect("counted");
        let row = stored(&stage, &count);
        let posted =
            stage.rows::<StockMovement>().into_iter().find(|one| Some(one.id) == row.movement_id).expect("one");
        assert_eq!((posted.occurred_at, posted.posting_date), (Some(row.snapshot_at), Some(date(2010, 1, 12))));
        let entry = stage.rows::<Entry>().into_iter().find(|one| Some(one.id) == posted.entry_id).expect("entry");
        assert_eq!(entry.date, date(2010, 1, 12));
        // 4 of 2.50 are lost, 30 of 2.50 were sold, 66 of 2.50 and 33.30 are there.
        let sums = balances(&stage);
        assert_eq!((sums["5100"], sums["5000"], sums["1200"]), (1000, 7500, 16500 + 3330));
        assert_books_follow(&stage);
    }

    #[test]
    fn goods_that_were_lost_then_cannot_have_been_sold_since() {
        let mut stage = stocked();
        moved(&mut stage, MovementKind::Issue, 20, "98", None);
        let refused = counted(&mut stage, on(12), vec![found("FIFO", "96"), found("AVG", "10")]).expect_err("sold");
        assert_eq!(refused.code, Code::WouldGoNegative);
    }

    #[test]
    fn a_day_of_a_closed_period_is_refused_and_a_day_before_all_years() {
        let mut stage = stocked();
        stage.close_periods();
        let refused = counted(&mut stage, on(12), vec![found("FIFO", "96"), found("AVG", "10")]).expect_err("closed");
        assert_eq!(refused.code, Code::PeriodClosed);
        let mut stage = stocked();
        let long_ago = NewCount { occurred_at: Some(When::On(date(2009, 12, 31))), ..new() };
        let refused = counted(&mut stage, long_ago, vec![found("FIFO", "1")]).expect_err("no year");
        assert_eq!(refused.code, Code::NoPeriod);
    }
}
