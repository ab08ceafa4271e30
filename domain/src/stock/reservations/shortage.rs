//! `insufficient_stock` in words: how much there is, what of it the caller cannot have and why, and the ways out.
//!
//! The figures are those of the narrowest goods: of the place, lot or piece that a line names, or of all goods of the item
//! in the warehouse where others hold more of them. So `available` is always on hand, less held, less reserved, and the
//! caller can take that much.

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::pool_names::NONE;
use crate::stock::goods::posting::turnover::LevelKey;
use crate::stock::reservations::available::{self, Availability};
use crate::stock::reservations::keeping::{ALL, GoodsKey};
use crate::value::id::{LocationId, LotId, SerialId};
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Date, Decimal, Instant, limits};

/// What a line asks for of the goods of one place, where less is there.
pub(crate) struct Asked {
    pub key: LevelKey,
    /// How much of it is there for a movement of that day.
    pub there: i128,
    /// The day on which so little is there, where more is there now.
    pub date: Option<Date>,
    pub wanted: i128,
    /// The part of the reserved goods that is reserved for this line itself.
    pub own: i128,
}

/// Some goods, and how much of them the caller can have.
pub(super) struct Figures {
    pub on_hand: i128,
    pub held: i128,
    pub reserved: i128,
    pub wanted: i128,
}

impl Figures {
    pub(super) fn of(there: &Availability, wanted: i128) -> Self {
        Self { on_hand: there.on_hand, held: there.held(), reserved: there.reserved, wanted }
    }

    fn available(&self) -> i128 {
        (self.on_hand - self.held - self.reserved).max(0)
    }

    /// The rejection with these figures.
    fn told(&self, item: &Item, message: impl FnOnce(&dyn Fn(i128) -> String) -> String) -> Rejection {
        let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
        let text = |units: i128| Decimal { unscaled: units, scale: decimals }.to_string();
        Rejection::new(Code::InsufficientStock, message(&text))
            .with("itemId", item.id.to_string())
            .with("sku", item.sku.clone())
            .with("available", text(self.available()))
            .with("wanted", text(self.wanted))
            .with("onHand", text(self.on_hand.max(0)))
            .with("held", text(self.held))
            .with("reserved", text(self.reserved))
    }
}

/// What telling of too little at such places looks at first.
pub(crate) fn keys(places: impl Iterator<Item = LevelKey>) -> Vec<Key> {
    let mut keys = Vec::new();
    for (item, warehouse, location, lot, serial) in places {
        keys.push(Key::LevelsOf(item, warehouse));
        keys.extend([ALL, lot, serial].map(|tracked| Key::ReservedGoods(item, warehouse, tracked)));
        keys.extend((location != NONE).then_some(Key::Location(LocationId(location))));
        keys.extend((lot != NONE).then_some(Key::Lot(LotId(lot))));
        keys.extend((serial != NONE).then_some(Key::Serial(SerialId(serial))));
    }
    keys
}

/// The reservations that telling of too little at such places reads then.
pub(crate) fn reservations(book: &Book, places: impl Iterator<Item = LevelKey>) -> Result<Vec<Key>, Stop> {
    let mut keys = Vec::new();
    for (item, warehouse, ..) in places {
        if book.reserved_goods((item, warehouse, ALL))?.is_some_and(|row| row.quantity > 0) {
            keys.push(Key::ReservationsOf(item, warehouse));
        }
    }
    Ok(keys)
}

/// Less is there than a line asks for, or others hold so much of it that even less is available.
///
/// # Errors
/// `Missing` where something is not loaded.
pub(crate) fn too_little(book: &Book, at: Instant, asked: &Asked) -> Result<Rejection, Stop> {
    let (item_id, warehouse_id, _, lot, serial) = asked.key;
    require_all(book, keys(std::iter::once(asked.key)))?;
    let is_held = available::is_held(book, at, (item_id, warehouse_id, ALL), lot, serial)?;
    let wanted = i64::try_from(asked.wanted).unwrap_or(i64::MAX);
    let mut least = asked.there.max(0);
    let mut tightest = None;
    // Held goods leave by ways that need them not to be available, but for those that are reserved by name.
    let everything = (!is_held).then_some(ALL);
    for tracked in [lot, serial].into_iter().filter(|tracked| *tracked != ALL).chain(everything) {
        let goods = (item_id, warehouse_id, tracked);
        if book.reserved_goods(goods)?.is_none_or(|row| row.quantity == 0) {
            continue;
        }
        let there = available::now(book, at, goods, wanted)?;
        let mut figures = Figures::of(&there, asked.wanted);
        figures.reserved = (figures.reserved - asked.own).max(0);
        figures.held = if is_held { 0 } else { figures.held };
        if figures.available() < least {
            least = figures.available();
            tightest = Some((goods, figures));
        }
    }
    match tightest {
        Some((goods, figures)) => reserved(book, at, goods, &figures, is_held),
        None => at_the_place(book, asked),
    }
}

fn at_the_place(book: &Book, asked: &Asked) -> Result<Rejection, Stop> {
    let (item_id, warehouse_id, location, lot, serial) = asked.key;
    let item = book.item(item_id)?.ok_or_else(|| Stop::lost("items", item_id))?;
    let figures = Figures { on_hand: asked.there.max(0), held: 0, reserved: 0, wanted: asked.wanted };
    let place = place(book, asked.key)?;
    let on_day = asked.date.map_or_else(String::new, |date| format!("on {date} "));
    let mut rejection = figures.told(item, |text| {
        format!(
            "{on_day}{} of item {} would leave {place}, but only {} are there: receive or move goods first, or take less",
            text(asked.wanted),
            item.sku,
            text(figures.available())
        )
    });
    rejection = rejection.with("warehouseId", warehouse_id.to_string());
    if location != NONE {
        rejection = rejection.with("locationId", LocationId(location).to_string());
    }
    if lot != NONE {
        rejection = rejection.with("lotId", LotId(lot).to_string());
    }
    if serial != NONE {
        rejection = rejection.with("serialId", SerialId(serial).to_string());
    }
    if let Some(date) = asked.date {
        rejection = rejection.with("date", date);
    }
    Ok(rejection.offer(
        "availability",
        "See where the item is in stock",
        "GET",
        format!("/inventory/availability?itemId={item_id}"),
    ))
}

/// A place by the names of its warehouse, location, lot and piece.
///
/// # Errors
/// `Missing` where one of them is not loaded.
pub(crate) fn place(book: &Book, key: LevelKey) -> Result<String, Stop> {
    let (_, warehouse_id, location, lot, serial) = key;
    let warehouse = book.warehouse(warehouse_id)?.ok_or_else(|| Stop::lost("warehouses", warehouse_id))?;
    let mut place = format!("warehouse {}", warehouse.code);
    if location != NONE
        && let Some(location) = book.location(LocationId(location))?
    {
        place = format!("location {} of {place}", location.code);
    }
    if lot != NONE
        && let Some(lot) = book.lot(LotId(lot))?
    {
        place = format!("lot {} in {place}", lot.number);
    }
    if serial != NONE
        && let Some(piece) = book.serial(SerialId(serial))?
    {
        place = format!("piece {} in {place}", piece.number);
    }
    Ok(place)
}

/// Too little is available because others have reserved it. `is_held`: the goods are, and only those reserved by name are
/// in the way.
///
/// # Errors
/// `Missing` where the reservations are not loaded.
pub(super) fn reserved(
    book: &Book,
    at: Instant,
    goods: GoodsKey,
    figures: &Figures,
    is_held: bool,
) -> Result<Rejection, Stop> {
    let item = book.item(goods.0)?.ok_or_else(|| Stop::lost("items", goods.0))?;
    let warehouse = book.warehouse(goods.1)?.ok_or_else(|| Stop::lost("warehouses", goods.1))?;
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    let quantity = |units: i64| Decimal::from_units(units, decimals).to_string();
    let mut in_the_way = Vec::new();
    for reservation in book.reservations_of(goods.0, goods.1)? {
        let holds = reservation.holds(at);
        if holds > 0 && (goods.2 == ALL || reservation.tracked_id() == goods.2) {
            let told = vec![
                ("reservationId", reservation.id.to_string().into()),
                ("quantity", quantity(holds).into()),
                ("expiresAt", reservation.expires_at.into()),
                ("reference", reservation.reference.clone().into()),
            ];
            in_the_way.push((reservation.id, Value::Object(told)));
        }
    }
    let first = in_the_way.first().map(|(id, _)| *id);
    let mut in_the_way: Vec<Value> = in_the_way.into_iter().map(|(_, told)| told).collect();
    let count = i64::try_from(in_the_way.len()).unwrap_or(i64::MAX);
    in_the_way.truncate(limits::RESERVATIONS_LISTED);
    let what = format!("{}item {}", told_apart(book, goods)?, item.sku);
    let rejection = figures.told(item, |text| {
        let (wanted, available) = (text(figures.wanted), text(figures.available()));
        let (on_hand, reserved) = (text(figures.on_hand), text(figures.reserved));
        if is_held {
            return format!(
                "{wanted} of {what} would leave warehouse {}, but {reserved} of {on_hand} on hand are reserved, although \
                 they cannot be used now: take at most {available}, or release the reservation first",
                warehouse.code
            );
        }
        format!(
            "{wanted} of {what} are requested in warehouse {}, but only {available} are available: of {on_hand} on hand, \
             {} are held and {reserved} reserved; take less, give your own reservation, release one, or receive goods first",
            warehouse.code,
            text(figures.held)
        )
    });
    let found = format!("itemId={}&warehouseId={}", item.id, warehouse.id);
    let rejection = rejection
        .with("warehouseId", warehouse.id.to_string())
        .with("reservationCount", count)
        .with("reservations", Value::List(in_the_way))
        .offer(
            "reservations",
            "See the reservations in the way",
            "GET",
            format!("/inventory/reservations?{found}&status=active"),
        )
        .offer(
            "availability",
            "See other warehouses with stock",
            "GET",
            format!("/inventory/availability?itemId={}", item.id),
        );
    // Whose the goods are is plain where a lot or piece is named.
    Ok(match first.filter(|_| goods.2 != ALL) {
        Some(id) => rejection
            .offer("release", "Release the first of them", "POST", format!("/inventory/reservations/{id}/release"))
            .with_reason("Released for other use of the goods"),
        None => rejection,
    })
}

/// The lot or piece by name; empty for all goods.
fn told_apart(book: &Book, goods: GoodsKey) -> Result<String, Stop> {
    if goods.2 == ALL {
        return Ok(String::new());
    }
    let (lot, piece) = (Key::Lot(LotId(goods.2)), Key::Serial(SerialId(goods.2)));
    require_all(book, vec![lot, piece])?;
    if let Some(lot) = book.lot(LotId(goods.2))? {
        return Ok(format!("lot {} of ", lot.number));
    }
    Ok(book.serial(SerialId(goods.2))?.map_or_else(String::new, |piece| format!("piece {} of ", piece.number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::movements::create::CreateMovement;
    use crate::stock::goods::tests::{line, movement, stage};
    use crate::stock::reservations::tests::{issue, issue_of, new, receive, reserve};
    use crate::testing::Stage;
    use crate::value::movement_kind::MovementKind;

    /// What is told of on hand, held, reserved, available and wanted.
    fn figures(refused: &Rejection) -> [String; 5] {
        ["onHand", "held", "reserved", "available", "wanted"].map(|name| {
            match refused.context.iter().find(|(known, _)| *known == name) {
                Some((_, Value::Text(text))) => text.clone(),
                other => panic!("{name} is {other:?} in {refused:?}"),
            }
        })
    }

    fn refused(stage: &mut Stage, asked: CreateMovement) -> Rejection {
        let refused = stage.run(asked).expect_err("too much");
        assert_eq!(refused.code, Code::InsufficientStock, "{refused:?}");
        refused
    }

    #[test]
    fn one_shortage_has_one_code_and_what_it_calls_available_can_be_taken() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "371");
        reserve(&mut stage, new("FIFO", "4")).expect("reserved");
        for wanted in ["368", "371", "372", "1000"] {
            let told = refused(&mut stage, issue("FIFO", wanted));
            assert_eq!(figures(&told), ["371", "0", "4", "367", wanted], "{wanted}");
            let ways: Vec<_> = told.resolutions.iter().map(|way| way.rel).collect();
            assert_eq!(ways, ["reservations", "availability"], "{wanted}");
        }
        stage.run(issue("FIFO", "367")).expect("what is available");
        assert_eq!(figures(&refused(&mut stage, issue("FIFO", "1"))), ["4", "0", "4", "0", "1"]);
    }

    #[test]
    fn what_a_document_itself_has_reserved_is_available_to_it() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "10");
        let own = reserve(&mut stage, new("FIFO", "6")).expect("mine");
        reserve(&mut stage, new("FIFO", "3")).expect("of another");
        let with_more = |more: &str| {
            let mut asked = issue_of(&own, "FIFO", "6");
            asked.new.lines.push(line("FIFO", more, None));
            asked
        };
        for (more, wanted) in [("2", "8"), ("5", "11")] {
            let told = refused(&mut stage, with_more(more));
            assert_eq!(figures(&told), ["10", "0", "3", "7", wanted], "{told:?}");
        }
        stage.run(with_more("1")).expect("seven");
    }

    #[test]
    fn each_line_that_asks_for_too_much_is_told() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "5");
        receive(&mut stage, "AVG", "5");
        let lines = vec![line("FIFO", "6", None), line("AVG", "5", None), line("STD", "1", None)];
        let told = refused(&mut stage, movement(MovementKind::Issue, 9, lines));
        let pointers: Vec<_> = told.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers.len(), 2, "{told:?}");
        assert!(pointers.contains(&"/lines/0/quantity") && pointers.contains(&"/lines/2/quantity"), "{told:?}");
        assert!(told.detail.ends_with("(and 1 more: see errors)"), "{}", told.detail);
    }
}
