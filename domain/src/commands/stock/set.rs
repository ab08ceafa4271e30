//! Sets the stock on hand of an item to a quantity: the difference is an adjustment, posted in the same commit.
//!
//! The caller may say which quantity they expect to find. Two callers who both read 7 and want 6 then take one piece, not
//! two: the second is refused, reads again, and decides anew.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::commands::movements::create::CreateMovement;
use crate::rows::Reply;
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::stock::goods::document::hints;
use crate::stock::goods::document::new::{NewMovement, NewMovementLine};
use crate::stock::goods::document::resolve::{goods, warehouse_pointer};
use crate::value::Decimal;
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// No goods.
const NOTHING: Decimal = Decimal { unscaled: 0, scale: 0 };

/// The quantity that is to be on hand.
#[derive(Clone, Debug)]
pub struct SetStock {
    /// The adjustment, with one line whose quantity is the one that is to be on hand, 0 or more. Where the line names a
    /// location, lot or piece, it is about the goods there alone.
    pub new: NewMovement,
    /// The quantity that the caller expects to find, in the unit of the line.
    pub expected: Option<Decimal>,
}

impl Decide for SetStock {
    const PERMISSION: Permission = Permission::MovementsAdjust;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        hints::hint(book, &self.new, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.set(book, ctx).map_err(of_the_only_line)
    }
}

impl SetStock {
    fn set(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let Some(line) = self.new.lines.first() else { return Err(Rejection::not_found().into()) };
        let (found, wanted) = in_base_units(book, line, line.quantity.unwrap_or(NOTHING))?;
        require_assigned(book, ctx, found.warehouse_id, &warehouse_pointer(line.warehouse.as_ref()))?;
        let there = on_hand(book, &found)?;
        let item = book.item(found.item_id)?.ok_or_else(|| Stop::lost("items", found.item_id))?.clone();
        if let Some(expected) = self.expected {
            let (_, expected) = in_base_units(book, line, expected)?;
            if expected != there {
                return Err(unexpected(&item, expected, there).into());
            }
        }
        let change = wanted.checked_sub(there).ok_or_else(|| {
            let message = "the quantity is too large for one warehouse: give a smaller one";
            Rejection::new(Code::AmountOutOfRange, message).at("/quantity")
        })?;
        if change == 0 {
            return Ok(Reply::new(item.id, item.version, Default::default()));
        }
        let quantity = Some(Decimal::from_units(change, decimals(&item)));
        let line = NewMovementLine { quantity, unit: None, ..line.clone() };
        let new = NewMovement { kind: MovementKind::Adjustment, post: true, lines: vec![line], ..self.new.clone() };
        CreateMovement { new }.decide(book, ctx)
    }
}

/// The goods of the line, and a quantity of them in the item's smallest unit.
fn in_base_units(book: &Book, line: &NewMovementLine, quantity: Decimal) -> Result<(DraftLine, i64), Stop> {
    // No line moves 0 pieces: the goods are found by a line of one.
    let is_none = quantity.unscaled == 0;
    let one = Decimal { unscaled: 1, scale: 0 };
    let asked = NewMovementLine { quantity: Some(if is_none { one } else { quantity }), ..line.clone() };
    let mut faults = Vec::new();
    let found = goods(book, &asked, &mut faults)?;
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let found = found.ok_or_else(Rejection::not_found)?;
    let units = if is_none { 0 } else { found.quantity };
    Ok((found, units))
}

/// The quantity on hand of these goods: in the whole warehouse where the line names no location, and of all lots and
/// pieces where it names none.
fn on_hand(book: &Book, line: &DraftLine) -> Result<i64, Stop> {
    let (lot, serial) = line.told_apart();
    let is_of = |asked: [u8; 16], stored: [u8; 16]| asked == [0; 16] || asked == stored;
    let location = line.location_id.map_or([0; 16], |id| id.0);
    let levels = book.levels_of(line.item_id, line.warehouse_id)?.filter(|level| {
        is_of(location, level.location_id) && is_of(lot, level.lot_id) && is_of(serial, level.serial_id)
    });
    let sum: i128 = levels.map(|level| i128::from(level.quantity)).sum();
    i64::try_from(sum).map_err(|_| Rejection::new(Code::AmountOutOfRange, "more is on hand than can be counted").into())
}

fn decimals(item: &Item) -> u8 {
    u8::try_from(item.quantity_decimals).unwrap_or(0)
}

/// Somebody else moved these goods since the caller looked.
fn unexpected(item: &Item, expected: i64, there: i64) -> Rejection {
    let text = |units: i64| Decimal::from_units(units, decimals(item)).to_string();
    let (expected, there) = (text(expected), text(there));
    let message = format!(
        "{there} of item {} are on hand, not {expected} as expected: look at the stock again, then send the quantity that \
         is right now",
        item.sku
    );
    Rejection::new(Code::StockNotAsExpected, message)
        .with("itemId", item.id.to_string())
        .with("sku", item.sku.clone())
        .with("expectedQuantity", expected)
        .with("onHand", there)
        .at("/expectedQuantity")
        .offer("stock", "See the stock", "GET", format!("/inventory/stock?itemId={}", item.id))
}

/// A refusal of the adjustment, whose only line stands in the body itself.
fn of_the_only_line(stop: Stop) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in &mut rejection.errors {
        if let Some(rest) = error.pointer.strip_prefix("/lines/0") {
            error.pointer = rest.to_owned();
        }
    }
    Stop::Rejected(rejection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock::goods::tests::{assert_books_follow, decimal, line, movement, stage};
    use crate::stock::reservations::tests::{new as reservation, reserve};
    use crate::testing::Stage;
    use crate::value::rejection::Value;

    fn set(quantity: &str, expected: Option<&str>) -> SetStock {
        let mut made = movement(MovementKind::Adjustment, 9, vec![line("FIFO", quantity, None)]).new;
        made.occurred_at = None;
        SetStock { new: made, expected: expected.map(decimal) }
    }

    /// 12 pieces that cost 10.00 together and 6 that cost 30.00.
    fn filled() -> Stage {
        let mut stage = stage();
        for (quantity, cost) in [("12", "10.00"), ("6", "30.00")] {
            let receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", quantity, Some(cost))]);
            stage.run(receipt).expect("received");
        }
        stage
    }

    fn on_hand_now(stage: &Stage) -> i64 {
        stage.rows::<crate::rows::StockLevel>().iter().map(|level| level.quantity).sum()
    }

    #[test]
    fn stock_is_set_to_a_quantity_and_the_books_follow_the_difference() {
        let mut stage = filled();
        stage.run(set("5", Some("18"))).expect("set");
        assert_eq!(on_hand_now(&stage), 5);
        assert_books_follow(&stage);
        stage.run(set("7", None)).expect("set without a look");
        assert_eq!(on_hand_now(&stage), 7);
        stage.run(set("0", Some("7"))).expect("nothing is left");
        assert_eq!(on_hand_now(&stage), 0);
        assert_books_follow(&stage);
    }

    #[test]
    fn the_quantity_that_is_there_already_writes_nothing() {
        let mut stage = filled();
        let reply = stage.run(set("18", Some("18"))).expect("the same");
        assert_eq!((reply.facts, reply.subject.starts_with("item_")), (None, true));
    }

    #[test]
    fn the_second_of_two_who_saw_the_same_stock_is_refused_and_told_what_is_there() {
        let mut stage = filled();
        stage.run(set("17", Some("18"))).expect("the first");
        let refused = stage.run(set("17", Some("18"))).expect_err("the second");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::StockNotAsExpected, "/expectedQuantity"));
        let told = |name| refused.context.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
        assert_eq!((told("onHand"), told("expectedQuantity")), (Some(Value::from("17")), Some(Value::from("18"))));
        assert_eq!(on_hand_now(&stage), 17);
    }

    #[test]
    fn reserved_goods_are_not_set_away() {
        let mut stage = filled();
        reserve(&mut stage, reservation("FIFO", "4")).expect("reserved");
        let refused = stage.run(set("3", None)).expect_err("4 are promised");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::InsufficientStock, "/quantity"));
        stage.run(set("4", None)).expect("all but those");
    }

    #[test]
    fn a_refusal_points_into_the_body_and_not_at_a_line() {
        let mut stage = filled();
        let mut unknown = set("3", None);
        unknown.new.lines[0] = line("NONE", "3", None);
        let refused = stage.run(unknown).expect_err("no such item");
        assert_eq!(refused.errors[0].pointer, "/sku");
        let refused = stage.run(set("3.5", None)).expect_err("whole pieces");
        assert_eq!(refused.errors[0].pointer, "/quantity");
    }
}
