//! Rules of reservations, on the model: promised goods stay there until they are taken, given up or over.

use std::collections::BTreeMap;

use crate::batch::{Outcome, Work};
use crate::book::context::Actor;
use crate::commands::items::create::CreateItem;
use crate::commands::lots::create::CreateLot;
use crate::commands::lots::create::tests::tracked;
use crate::commands::lots::update::UpdateLot;
use crate::commands::movements::create::CreateMovement;
use crate::commands::movements::void::VoidMovement;
use crate::commands::reservations::create::CreateReservation;
use crate::commands::reservations::expire::ExpireReservation;
use crate::commands::reservations::release::ReleaseReservation;
use crate::commands::reservations::update::UpdateReservation;
use crate::commands::serials::create::CreateSerial;
use crate::rows::items::Item;
use crate::rows::replies::Item as Answer;
use crate::rows::reservations::*;
use crate::rows::{
    ActiveState, FactRow, Lot, LotChange, NegativeStock, PrincipalKind, SerialChange, StockLevel, StockStatus,
    Tracking, Warehouse, WarehouseKind, WarehouseStatus,
};
use crate::stock::goods::tests::{assert_books_follow, decimal, line, movement, stage};
use crate::stock::items::change::ItemChange;
use crate::stock::reservations::new::NewReservation;
use crate::testing::{ADMIN, Stage};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::BuiltInRole;
use crate::value::rejection::{Code, Rejection};
use crate::value::{IdOrCode, Instant, Json, Patch, Sought};

/// Seconds, of which every command of a stage takes one.
const SECOND: i64 = 1_000_000;

pub(crate) fn new(sku: &str, quantity: &str) -> NewReservation {
    NewReservation {
        item: IdOrCode::Code(sku.to_owned()),
        quantity: decimal(quantity),
        unit: None,
        warehouse: Some(IdOrCode::Code("MAIN".to_owned())),
        lot: None,
        serial: None,
        expires_at: None,
        reference: None,
        source: String::new(),
        external_id: None,
        metadata: "{}".to_owned(),
    }
}

pub(crate) fn reserve(stage: &mut Stage, new: NewReservation) -> Result<String, Rejection> {
    let done = stage.run(CreateReservation { new }).map(|reply| reply.subject);
    assert_sums(stage);
    done
}

fn run(stage: &mut Stage, command: CreateMovement) -> Result<String, Rejection> {
    let done = stage.run(command).map(|reply| reply.subject);
    assert_books_follow(stage);
    assert_sums(stage);
    done
}

fn void(stage: &mut Stage, movement: &str) -> Result<(), Rejection> {
    let reason = "a mistake".to_owned();
    let done = stage
        .run(VoidMovement { movement: Sought::of(movement), reason, reservations: Default::default(), if_match: None })
        .map(drop);
    assert_sums(stage);
    done
}

pub(crate) fn issue(sku: &str, quantity: &str) -> CreateMovement {
    movement(MovementKind::Issue, 9, vec![line(sku, quantity, None)])
}

/// An issue of reserved goods.
pub(crate) fn issue_of(reservation: &str, sku: &str, quantity: &str) -> CreateMovement {
    let mut made = issue(sku, quantity);
    made.new.lines[0].reservation = Some(Sought::of(reservation));
    made
}

pub(crate) fn receive(stage: &mut Stage, sku: &str, quantity: &str) -> String {
    run(stage, movement(MovementKind::Receipt, 2, vec![line(sku, quantity, Some("10.00"))])).expect("received")
}

pub(crate) fn find(stage: &Stage, id: &str) -> Reservation {
    stage.rows::<Reservation>().into_iter().find(|row| row.id.to_string() == id).expect("a reservation")
}

/// An instant some seconds after the last fact.
pub(super) fn later(stage: &Stage, seconds: i64) -> Instant {
    let last = stage.rows::<FactRow>().into_iter().map(|fact| fact.at).max().expect("facts");
    Instant(last.0 + seconds * SECOND)
}

/// Lets time pass: nothing but the clock moves.
fn wait(stage: &mut Stage, seconds: i64) {
    for _ in 0..seconds {
        let system = Actor { principal: ADMIN, kind: PrincipalKind::System, claimed_roles: None, scope: None };
        let _ = stage.envelope(system, Work::Many { atomic: false, commands: Vec::new() });
    }
}

fn told<'a>(rejection: &'a Rejection, name: &str) -> &'a crate::value::rejection::Value {
    &rejection.context.iter().find(|(key, _)| *key == name).expect("a value").1
}

/// The stored reserved quantity is the sum of the active reservations' holds.
pub(crate) fn assert_sums(stage: &Stage) {
    let mut sums: BTreeMap<_, i64> = BTreeMap::new();
    for row in stage.rows::<Reservation>().iter().filter(|row| row.status == ReservationStatus::Active) {
        for goods in row.goods() {
            *sums.entry(goods).or_default() += row.left();
        }
    }
    let kept = stage.rows::<ReservedGoods>().into_iter().filter(|row| row.quantity != 0);
    let kept: BTreeMap<_, i64> =
        kept.map(|row| ((row.item_id, row.warehouse_id, row.tracked_id), row.quantity)).collect();
    assert_eq!(sums, kept, "what is reserved is the sum of reservations");
    assert_named_are_there(stage);
}

/// The quantity reserved by name of each lot and piece is there.
fn assert_named_are_there(stage: &Stage) {
    let (at, levels) = (later(stage, 0), stage.rows::<StockLevel>());
    let mut named: BTreeMap<_, i64> = BTreeMap::new();
    for row in stage.rows::<Reservation>().iter().filter(|row| row.tracked_id() != [0; 16]) {
        *named.entry((row.item_id, row.warehouse_id, row.tracked_id())).or_default() += row.holds(at);
    }
    for ((item, warehouse, tracked), reserved) in named {
        let of = |level: &&StockLevel| {
            (level.item_id, level.warehouse_id) == (item, warehouse)
                && [level.lot_id, level.serial_id].contains(&tracked)
        };
        let there: i64 = levels.iter().filter(of).map(|level| level.quantity).sum();
        assert!(there >= reserved, "{reserved} are reserved by name and {there} are there");
    }
}

#[test]
fn what_is_reserved_leaves_by_a_line_that_names_it_and_by_no_other() {
    let mut stage = stage();
    receive(&mut stage, "FIFO", "10");
    let order = reserve(&mut stage, NewReservation { reference: Some("SO-1".into()), ..new("FIFO", "6") }).unwrap();
    // Quantity, with the reservation or without, outcome.
    let refused = run(&mut stage, issue("FIFO", "5")).expect_err("only 4 are free");
    assert_eq!(refused.code, Code::InsufficientStock);
    for (name, value) in [("available", "4"), ("wanted", "5"), ("onHand", "10"), ("held", "0"), ("reserved", "6")] {
        assert_eq!(told(&refused, name), &value.into(), "{name}");
    }
    assert!(told(&refused, "reservations").to_json().to_string().contains("SO-1"));
    run(&mut stage, issue("FIFO", "4")).expect("what is free");
    assert_eq!(run(&mut stage, issue("FIFO", "1")).expect_err("reserved").code, Code::InsufficientStock);
    let scrapped = movement(MovementKind::Scrap, 9, vec![line("FIFO", "1", None)]);
    assert_eq!(run(&mut stage, scrapped).expect_err("reserved").code, Code::InsufficientStock);
    let moved = movement(MovementKind::Transfer, 9, vec![line("FIFO", "1", None)]);
    assert_eq!(run(&mut stage, moved).expect_err("reserved").code, Code::InsufficientStock);
    let out = run(&mut stage, issue_of(&order, "FIFO", "2")).expect("a part");
    assert_eq!((find(&stage, &order).left(), find(&stage, &order).status), (4, ReservationStatus::Active));
    let refused = run(&mut stage, issue_of(&order, "FIFO", "5")).expect_err("4 are left");
    assert_eq!((refused.code, told(&refused, "left")), (Code::ReservationTooSmall, &"4".into()));
    let mut moved = movement(MovementKind::Transfer, 9, vec![line("FIFO", "4", None)]);
    moved.new.lines[0].reservation = Some(Sought::of(&order));
    let moved = run(&mut stage, moved).expect("the rest");
    let consumed = find(&stage, &order);
    assert_eq!(consumed.status, ReservationStatus::Consumed);
    assert_eq!(consumed.movement_id.map(|id| id.to_string()), Some(moved.clone()));
    let gone = run(&mut stage, issue_of(&order, "FIFO", "1")).expect_err("consumed");
    assert_eq!((gone.code, gone.errors[0].pointer.as_str()), (Code::ReservationNotActive, "/lines/0/reservationId"));
    // A void reserves the goods again.
    void(&mut stage, &moved).expect("voided");
    assert_eq!((find(&stage, &order).left(), find(&stage, &order).movement_id), (4, None));
    void(&mut stage, &out).expect("voided");
    assert_eq!((find(&stage, &order).left(), find(&stage, &order).status), (6, ReservationStatus::Active));
    assert_eq!(run(&mut stage, issue("FIFO", "1")).expect_err("reserved again").code, Code::InsufficientStock);
}

#[test]
fn no_more_is_promised_than_there_is_and_a_batch_counts_each_for_those_after_it() {
    let mut stage = stage();
    let receipt = receive(&mut stage, "FIFO", "10");
    assert_eq!(reserve(&mut stage, new("FIFO", "11")).expect_err("too much").code, Code::InsufficientStock);
    let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
    let commands = |quantities: [&str; 3]| {
        quantities.map(|quantity| CreateReservation { new: new("FIFO", quantity) }.into()).to_vec()
    };
    let all = stage.envelope(admin.clone(), Work::Many { atomic: true, commands: commands(["4", "4", "4"]) });
    let refused = stage.model.commit(&[all], true).unwrap().remove(0);
    assert!(matches!(refused, Outcome::Rejected(why) if why.code == Code::InsufficientStock));
    assert_eq!(stage.rows::<Reservation>(), []);
    let each = stage.envelope(admin, Work::Many { atomic: false, commands: commands(["4", "7", "6"]) });
    let Outcome::Done { items, .. } = stage.model.commit(&[each], false).unwrap().remove(0) else { panic!("refused") };
    let done: Vec<bool> = items.iter().map(|item| matches!(item, Answer::Done(_))).collect();
    assert_eq!(done, [true, false, true]);
    let refused = void(&mut stage, &receipt).expect_err("what came is promised");
    assert_eq!((refused.code, told(&refused, "available")), (Code::InsufficientStock, &"0".into()));
    receive(&mut stage, "FIFO", "5");
    let refused = void(&mut stage, &receipt).expect_err("what came is promised");
    assert_eq!((refused.code, told(&refused, "available")), (Code::InsufficientStock, &"5".into()));
    let several = movement(MovementKind::Issue, 9, vec![line("FIFO", "3", None), line("FIFO", "3", None)]);
    assert_eq!(run(&mut stage, several).expect_err("6 of 5").code, Code::InsufficientStock);
}

#[test]
fn a_reservation_holds_goods_until_its_instant_and_is_marked_once() {
    let mut stage = stage();
    receive(&mut stage, "FIFO", "5");
    let end = later(&stage, 4);
    let named = |id: &str| NewReservation { external_id: Some(id.to_owned()), ..new("FIFO", "5") };
    let order = reserve(&mut stage, NewReservation { expires_at: Some(end), ..named("A") }).expect("reserved");
    assert_eq!(run(&mut stage, issue("FIFO", "1")).expect_err("reserved").code, Code::InsufficientStock);
    let expire = |id: &str| ExpireReservation { reservation: Sought::of(id) };
    assert_eq!(stage.run(expire(&order)).expect("not yet").facts, None);
    // The very instant at which it ends, before anybody has marked it.
    let out = run(&mut stage, issue("FIFO", "2")).expect("its time is over");
    assert_eq!((find(&stage, &order).status, later(&stage, 0)), (ReservationStatus::Active, end));
    assert_eq!(run(&mut stage, issue_of(&order, "FIFO", "1")).expect_err("over").code, Code::ReservationNotActive);
    let release = ReleaseReservation { reservation: Sought::of(&order), reason: None, if_match: None };
    let over = stage.run(release).expect_err("over");
    assert_eq!((over.code, told(&over, "status")), (Code::ReservationNotActive, &"expired".into()));
    let system = Actor { principal: ADMIN, kind: PrincipalKind::System, claimed_roles: None, scope: None };
    assert!(stage.run_as(system.clone(), expire(&order)).expect("marked").facts.is_some());
    assert_eq!(stage.run_as(system, expire(&order)).expect("marked before").facts, None);
    assert_sums(&stage);
    // Its external id is free, and its goods are promised to others.
    void(&mut stage, &out).expect("voided");
    let soon = later(&stage, 3);
    let again = reserve(&mut stage, NewReservation { expires_at: Some(soon), ..named("A") }).expect("free again");
    assert_eq!(reserve(&mut stage, named("A")).expect_err("taken").code, Code::DuplicateExternalId);
    wait(&mut stage, 3);
    let third = reserve(&mut stage, named("A")).expect("nobody has marked the one before, and its time is over");
    assert_eq!(find(&stage, &again).status, ReservationStatus::Expired);
    assert_eq!(find(&stage, &third).status, ReservationStatus::Active);
}

#[test]
fn what_a_void_gives_back_after_the_end_holds_nothing() {
    let mut stage = stage();
    receive(&mut stage, "FIFO", "5");
    let end = later(&stage, 5);
    let whole = NewReservation { expires_at: Some(end), ..new("FIFO", "3") };
    let whole = reserve(&mut stage, whole).expect("reserved");
    let part = reserve(&mut stage, new("FIFO", "2")).expect("reserved");
    let mut both = issue("FIFO", "3");
    both.new.lines[0].reservation = Some(Sought::of(&whole));
    both.new.lines.push(crate::stock::goods::document::new::NewMovementLine {
        reservation: Some(Sought::of(&part)),
        ..line("FIFO", "1", None)
    });
    let both = run(&mut stage, both).expect("issued");
    let release =
        ReleaseReservation { reservation: Sought::of(&part), reason: Some("cancelled".into()), if_match: None };
    stage.run(release).expect("released");
    wait(&mut stage, 5);
    void(&mut stage, &both).expect("voided");
    let (whole, part) = (find(&stage, &whole), find(&stage, &part));
    assert_eq!((whole.status, whole.consumed_quantity), (ReservationStatus::Expired, 0));
    assert_eq!((part.status, part.consumed_quantity), (ReservationStatus::Released, 0));
    run(&mut stage, issue("FIFO", "5")).expect("all of it is free");
}

#[test]
fn a_lot_that_is_named_stays_for_who_named_it_and_what_is_held_is_nobodys() {
    let mut stage = stage();
    let milk = tracked(&mut stage, "MILK", Tracking::Lot);
    for number in ["L-1", "L-2"] {
        let fields = LotChange { number: Some(number.to_owned()), ..LotChange::default() };
        stage.run(CreateLot { item: Sought::of(&milk), fields }).expect("lot");
    }
    let of = |number: &str| Some(IdOrCode::Code(number.to_owned()));
    let from = |mut made: CreateMovement, number: &str| {
        made.new.lines[0].lot = of(number);
        made
    };
    for number in ["L-1", "L-2"] {
        let came = movement(MovementKind::Receipt, 2, vec![line("MILK", "5", Some("5.00"))]);
        run(&mut stage, from(came, number)).expect("received");
    }
    let any = reserve(&mut stage, new("MILK", "4")).expect("any lot");
    let first = reserve(&mut stage, NewReservation { lot: of("L-1"), ..new("MILK", "5") }).expect("that lot");
    assert_eq!(reserve(&mut stage, new("MILK", "2")).expect_err("1 is left").code, Code::InsufficientStock);
    let other = NewReservation { lot: of("L-1"), ..new("MILK", "1") };
    assert_eq!(reserve(&mut stage, other).expect_err("all of that lot").code, Code::InsufficientStock);
    let taken = run(&mut stage, from(issue_of(&any, "MILK", "1"), "L-1")).expect_err("that lot is promised");
    assert_eq!(taken.code, Code::InsufficientStock);
    assert_eq!(
        run(&mut stage, from(issue_of(&first, "MILK", "1"), "L-2")).expect_err("another lot").code,
        Code::FieldsConflict
    );
    run(&mut stage, from(issue_of(&any, "MILK", "4"), "L-2")).expect("of the other lot");
    run(&mut stage, from(issue_of(&first, "MILK", "5"), "L-1")).expect("its own");
    // One is left, which is put on hold: it is promised to nobody, and may be scrapped.
    let second = stage.rows::<Lot>().into_iter().find(|lot| lot.number == "L-2").expect("lot").id.to_string();
    let fields = LotChange { status: Some(StockStatus::Hold), ..LotChange::default() };
    let promised = reserve(&mut stage, new("MILK", "1")).expect("the last one");
    stage.run(UpdateLot { lot: Sought::of(&second), if_match: None, fields }).expect("held");
    let refused = reserve(&mut stage, new("MILK", "1")).expect_err("held");
    assert_eq!((told(&refused, "held"), told(&refused, "available")), (&"1".into(), &"0".into()));
    let named = NewReservation { lot: of("L-2"), ..new("MILK", "1") };
    assert_eq!(reserve(&mut stage, named).expect_err("on hold").code, Code::StockNotAvailable);
    let scrapped = movement(MovementKind::Scrap, 9, vec![line("MILK", "1", None)]);
    run(&mut stage, from(scrapped, "L-2")).expect("what is held takes nothing from anybody");
    assert_eq!(find(&stage, &promised).left(), 1);
}

/// An item with lots of 10 each, and how a line takes of one.
pub(super) fn with_lots(stage: &mut Stage, numbers: &[&str]) {
    let milk = tracked(stage, "MILK", Tracking::Lot);
    for number in numbers {
        let fields = LotChange { number: Some((*number).to_owned()), ..LotChange::default() };
        stage.run(CreateLot { item: Sought::of(&milk), fields }).expect("lot");
        let came = movement(MovementKind::Receipt, 2, vec![line("MILK", "10", Some("10.00"))]);
        run(stage, of_lot(came, number)).expect("received");
    }
}

fn of_lot(mut made: CreateMovement, number: &str) -> CreateMovement {
    made.new.lines[0].lot = Some(IdOrCode::Code(number.to_owned()));
    made
}

pub(super) fn set_status(stage: &mut Stage, number: &str, status: StockStatus) {
    let lot = stage.rows::<Lot>().into_iter().find(|lot| lot.number == number).expect("lot").id.to_string();
    let fields = LotChange { status: Some(status), ..LotChange::default() };
    stage.run(UpdateLot { lot: Sought::of(&lot), if_match: None, fields }).expect("changed");
}

#[test]
fn what_is_held_and_reserved_by_name_is_counted_once() {
    let mut stage = stage();
    with_lots(&mut stage, &["L-1", "L-2"]);
    let of = |number: &str| NewReservation { lot: Some(IdOrCode::Code(number.to_owned())), ..new("MILK", "4") };
    let named = reserve(&mut stage, of("L-1")).expect("of that lot");
    set_status(&mut stage, "L-1", StockStatus::Hold);
    let refused = reserve(&mut stage, new("MILK", "11")).expect_err("one lot may be used");
    for (name, value) in [("onHand", "20"), ("held", "6"), ("reserved", "4"), ("available", "10")] {
        assert_eq!(told(&refused, name), &value.into(), "{name}");
    }
    let rest = reserve(&mut stage, new("MILK", "10")).expect("all that may be used");
    assert_eq!(reserve(&mut stage, new("MILK", "1")).expect_err("all is promised").code, Code::InsufficientStock);
    // Both can be met once the lot may be used again.
    set_status(&mut stage, "L-1", StockStatus::Available);
    assert_eq!(reserve(&mut stage, new("MILK", "7")).expect_err("6 of it").code, Code::InsufficientStock);
    run(&mut stage, of_lot(issue_of(&named, "MILK", "4"), "L-1")).expect("its own");
    run(&mut stage, of_lot(issue_of(&rest, "MILK", "10"), "L-2")).expect("its own");
}

#[test]
fn what_is_held_leaves_but_for_what_is_reserved_by_name_until_that_is_released() {
    let leaves = |kind| of_lot(movement(kind, 9, vec![line("MILK", "7", None)]), "L-1");
    for (kind, status) in [
        (MovementKind::Scrap, StockStatus::Hold),
        (MovementKind::Scrap, StockStatus::Recalled),
        (MovementKind::Transfer, StockStatus::Quarantine),
    ] {
        let mut stage = stage();
        // With another lot, of which there is enough, and without.
        with_lots(&mut stage, if kind == MovementKind::Scrap { &["L-1"] } else { &["L-1", "L-2"] });
        let lot = Some(IdOrCode::Code("L-1".to_owned()));
        let named = reserve(&mut stage, NewReservation { lot, ..new("MILK", "4") }).expect("of that lot");
        set_status(&mut stage, "L-1", status);
        let refused = run(&mut stage, leaves(kind)).expect_err("6 are nobody's");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::InsufficientStock, "/lines/0/quantity"));
        assert!(refused.detail.contains("7 of lot L-1") && refused.detail.contains("take at most 6"), "{refused:?}");
        assert!(told(&refused, "reservations").to_json().to_string().contains(&named), "{refused:?}");
        let way = refused.resolutions.iter().find(|way| way.rel == "release").expect("a way out");
        assert_eq!((way.method, way.path.clone()), ("POST", format!("/inventory/reservations/{named}/release")));
        let mut rest = leaves(kind);
        rest.new.lines[0].quantity = Some(decimal("6"));
        run(&mut stage, rest).expect("what nobody has reserved");
        let mut last = leaves(kind);
        last.new.lines[0].quantity = Some(decimal("4"));
        assert_eq!(run(&mut stage, last.clone()).expect_err("reserved").code, Code::InsufficientStock);
        if kind == MovementKind::Transfer {
            last.new.lines[0].reservation = Some(Sought::of(&named));
        } else {
            let reason = Some("spoilt".to_owned());
            let release = ReleaseReservation { reservation: Sought::of(&named), reason, if_match: None };
            stage.run(release).expect("released");
        }
        run(&mut stage, last).expect("nobody waits for it");
        assert_eq!(stage.rows::<ReservedGoods>().iter().map(|row| row.quantity).sum::<i64>(), 0);
    }
}

#[test]
fn what_has_expired_is_promised_to_nobody_from_the_day_on_and_may_be_scrapped() {
    let mut stage = stage();
    let milk = tracked(&mut stage, "MILK", Tracking::Lot);
    let today = crate::testing::day();
    for (number, last) in [("OLD", today.yesterday().expect("a day")), ("NEW", today)] {
        let fields =
            LotChange { number: Some(number.to_owned()), expires_on: Patch::Set(last), ..LotChange::default() };
        stage.run(CreateLot { item: Sought::of(&milk), fields }).expect("lot");
        let mut came = movement(MovementKind::Receipt, 2, vec![line("MILK", "5", Some("5.00"))]);
        came.new.lines[0].lot = Some(IdOrCode::Code(number.to_owned()));
        run(&mut stage, came).expect("received");
    }
    let refused = reserve(&mut stage, new("MILK", "6")).expect_err("only one lot may be used");
    assert_eq!((told(&refused, "held"), told(&refused, "available")), (&"5".into(), &"5".into()));
    let of = |number: &str| NewReservation { lot: Some(IdOrCode::Code(number.to_owned())), ..new("MILK", "1") };
    let refused = reserve(&mut stage, of("OLD")).expect_err("expired yesterday");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::StockNotAvailable, "/lotNumber"));
    reserve(&mut stage, of("NEW")).expect("today is its last day");
    reserve(&mut stage, new("MILK", "4")).expect("the rest of it");
    let mut scrapped = movement(MovementKind::Scrap, 9, vec![line("MILK", "5", None)]);
    scrapped.new.lines[0].lot = Some(IdOrCode::Code("OLD".to_owned()));
    run(&mut stage, scrapped).expect("what has expired takes nothing from anybody");
}

#[test]
fn a_piece_is_reserved_by_its_number_and_goods_that_may_be_owed_are_not_taken_from_others() {
    let mut stage = stage();
    let fields = ItemChange {
        sku: Some("DRILL".to_owned()),
        name: Some("Drill".to_owned()),
        tracking: Some(Tracking::Serial),
        ..ItemChange::default()
    };
    let drill = stage.run(CreateItem { fields }).expect("item").subject;
    for number in ["P-1", "P-2"] {
        let fields = SerialChange { number: Some(number.to_owned()), ..SerialChange::default() };
        stage.run(CreateSerial { item: Sought::of(&drill), fields }).expect("piece");
        let mut came = movement(MovementKind::Receipt, 2, vec![line("DRILL", "1", Some("5.00"))]);
        came.new.lines[0].serial = Some(IdOrCode::Code(number.to_owned()));
        run(&mut stage, came).expect("received");
    }
    let piece = |number: &str| Some(IdOrCode::Code(number.to_owned()));
    let mine = reserve(&mut stage, NewReservation { serial: piece("P-1"), ..new("DRILL", "1") }).expect("that one");
    let out = |number: &str, reservation: Option<&str>| {
        let mut made = issue("DRILL", "1");
        made.new.lines[0].serial = piece(number);
        made.new.lines[0].reservation = reservation.map(Sought::of);
        made
    };
    assert_eq!(run(&mut stage, out("P-1", None)).expect_err("promised").code, Code::InsufficientStock);
    run(&mut stage, out("P-2", None)).expect("another one");
    run(&mut stage, out("P-1", Some(&mine))).expect("mine");

    let mut main = stage.rows::<Warehouse>().into_iter().find(|one| one.code == "MAIN").expect("warehouse");
    main.negative_stock = NegativeStock::Allow;
    stage.model.put(&main);
    receive(&mut stage, "FIFO", "2");
    let order = reserve(&mut stage, new("FIFO", "2")).expect("reserved");
    assert_eq!(reserve(&mut stage, new("FIFO", "1")).expect_err("not there").code, Code::InsufficientStock);
    assert_eq!(run(&mut stage, issue("FIFO", "1")).expect_err("promised").code, Code::InsufficientStock);
    run(&mut stage, issue_of(&order, "FIFO", "2")).expect("its own");
    run(&mut stage, issue("FIFO", "1")).expect("owed, and nobody waits for it");
}

#[test]
fn what_cannot_be_reserved_is_told_by_field() {
    let mut stage = stage();
    receive(&mut stage, "FIFO", "10");
    receive(&mut stage, "AVG", "10");
    let warehouses = stage.rows::<Warehouse>();
    let shop = warehouses.into_iter().find(|one| one.code == "SHOP").expect("warehouse");
    let as_shop = |kind, status| Warehouse { kind, status, ..shop.clone() };
    let mut average = stage.rows::<Item>().into_iter().find(|item| item.sku == "AVG").expect("item");
    average.status = ActiveState::Inactive;
    stage.model.put(&average);
    let base = || new("FIFO", "1");
    let in_shop = || NewReservation { warehouse: Some(IdOrCode::Code("shop".into())), ..base() };
    for (kind, status) in [
        (WarehouseKind::Quarantine, WarehouseStatus::Active),
        (WarehouseKind::Scrap, WarehouseStatus::Active),
        (WarehouseKind::InTransit, WarehouseStatus::Active),
        (WarehouseKind::Storage, WarehouseStatus::Inactive),
    ] {
        stage.model.put(&as_shop(kind, status));
        assert_eq!(reserve(&mut stage, in_shop()).expect_err("no goods").code, Code::WarehouseNotUsable);
    }
    for (made, code, pointer) in [
        (new("FIFO", "0"), Code::QuantityNotUsable, "/quantity"),
        (new("FIFO", "-1"), Code::QuantityNotUsable, "/quantity"),
        (new("FIFO", "0.5"), Code::QuantityPrecision, "/quantity"),
        (new("NOTHING", "1"), Code::UnknownReference, "/sku"),
        (new("AVG", "1"), Code::ItemNotUsable, "/sku"),
        (NewReservation { unit: Some("XCS".into()), ..base() }, Code::UnknownReference, "/unitCode"),
        (NewReservation { warehouse: by_code("NONE"), ..base() }, Code::UnknownReference, "/warehouseCode"),
        (NewReservation { lot: by_code("L-1"), ..base() }, Code::ItemNotTracked, "/lotNumber"),
        (NewReservation { expires_at: Some(Instant(1)), ..base() }, Code::ExpiryPassed, "/expiresAt"),
    ] {
        let refused = reserve(&mut stage, made).expect_err(pointer);
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, pointer));
        if code == Code::QuantityNotUsable {
            assert!(refused.detail.starts_with("a reservation must be for more than 0"), "{}", refused.detail);
        }
    }
    let clerk = Actor {
        principal: ADMIN,
        kind: PrincipalKind::Foreign,
        claimed_roles: Some(vec![BuiltInRole::Clerk]),
        scope: Some(BuiltInRole::Clerk.permissions()),
    };
    let refused = stage.run_as(clerk, CreateReservation { new: base() }).expect_err("may not");
    assert_eq!(refused.code, Code::Forbidden);
    let order = reserve(&mut stage, base()).expect("reserved");
    let mut received = movement(MovementKind::Receipt, 9, vec![line("FIFO", "1", Some("1.00"))]);
    received.new.lines[0].reservation = Some(Sought::of(&order));
    let refused = run(&mut stage, received).expect_err("nothing leaves");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/lines/0/reservationId"));
    let refused = run(&mut stage, issue_of("rsv_nothing", "FIFO", "1")).expect_err("unknown");
    assert_eq!(refused.code, Code::UnknownReference);
    stage.model.put(&as_shop(WarehouseKind::Storage, WarehouseStatus::Active));
    let mut elsewhere = issue_of(&order, "FIFO", "1");
    elsewhere.new.warehouse = by_code("SHOP");
    assert_eq!(run(&mut stage, elsewhere).expect_err("other goods").code, Code::FieldsConflict);
}

#[test]
fn a_reservation_changes_by_merge_and_is_released_once() {
    let mut stage = stage();
    receive(&mut stage, "FIFO", "10");
    let order = reserve(&mut stage, new("FIFO", "4")).expect("reserved");
    run(&mut stage, issue_of(&order, "FIFO", "2")).expect("a part");
    let update = |quantity: Option<&str>| UpdateReservation {
        reservation: Sought::of(&order),
        if_match: None,
        quantity: quantity.map(decimal),
        expires_at: Patch::Absent,
        reference: Patch::Absent,
        metadata: Patch::Absent,
    };
    // In all, outcome.
    for (quantity, code) in [
        ("2", Code::QuantityNotUsable),
        ("0", Code::QuantityNotUsable),
        ("11", Code::InsufficientStock),
        ("3.5", Code::QuantityPrecision),
        ("1000000000000001", Code::AmountOutOfRange),
    ] {
        assert_eq!(stage.run(update(Some(quantity))).expect_err(quantity).code, code, "{quantity}");
    }
    assert_eq!(stage.run(update(None)).expect("as it was").facts, None);
    assert_eq!(stage.run(update(Some("4"))).expect("as it was").facts, None);
    stage.run(update(Some("10"))).expect("all that is there");
    assert_sums(&stage);
    assert_eq!(run(&mut stage, issue("FIFO", "1")).expect_err("all is promised").code, Code::InsufficientStock);
    stage.run(update(Some("3"))).expect("less");
    let soon = later(&stage, 100);
    let more = UpdateReservation {
        expires_at: Patch::Set(soon),
        reference: Patch::Set("SO-2".to_owned()),
        metadata: Patch::Set(Json::parse(r#"{"a":1}"#).expect("json")),
        ..update(None)
    };
    stage.run(more).expect("changed");
    let row = find(&stage, &order);
    assert_eq!((row.left(), row.expires_at, row.reference.as_deref()), (1, Some(soon), Some("SO-2")));
    let past = UpdateReservation { expires_at: Patch::Set(Instant(1)), ..update(None) };
    assert_eq!(stage.run(past).expect_err("passed").code, Code::ExpiryPassed);
    let long = Json::Text("x".repeat(crate::value::limits::METADATA_BYTES));
    let long = Json::Object([("x".to_owned(), long)].into_iter().collect());
    let long = UpdateReservation { metadata: Patch::Set(long), ..update(None) };
    assert_eq!(stage.run(long).expect_err("too long").code, Code::LimitReached);
    let stale = UpdateReservation { if_match: Some(vec![1]), ..update(Some("5")) };
    assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);

    let release =
        || ReleaseReservation { reservation: Sought::of(&order), reason: Some("gone".into()), if_match: None };
    stage.run(release()).expect("released");
    assert_sums(&stage);
    let row = find(&stage, &order);
    assert_eq!((row.status, row.release_reason.as_deref()), (ReservationStatus::Released, Some("gone")));
    assert_eq!(stage.run(release()).expect_err("twice").code, Code::ReservationNotActive);
    assert_eq!(stage.run(update(Some("4"))).expect_err("released").code, Code::ReservationNotActive);
    let told = UpdateReservation { reference: Patch::Null, ..update(None) };
    stage.run(told).expect("what it was for may be told later");
    let lost = ReleaseReservation { reservation: Sought::of("rsv_x"), ..release() };
    assert_eq!(stage.run(lost).expect_err("unknown").code, Code::NotFound);
    let there: i64 = stage.rows::<StockLevel>().iter().map(|level| level.quantity).sum();
    assert_eq!(there, 8);
    run(&mut stage, issue("FIFO", "8")).expect("all is free");
}

fn by_code<I>(code: &str) -> Option<IdOrCode<I>> {
    Some(IdOrCode::Code(code.to_owned()))
}
