//! Movements of goods: mostly of a few items that are always there, so that their histories grow, at any time of the year
//! and back-dated; now and then with something wrong.

use domain::book::{Query, Row};
use domain::command::Command;
use domain::inventory::items::change::ItemChange;
use domain::inventory::items::create::CreateItem;
use domain::inventory::items::{CostingMethod, Item, Tracking};
use domain::inventory::locations::LocationKind;
use domain::inventory::locations::change::LocationChange;
use domain::inventory::locations::create::CreateLocation;
use domain::inventory::lots::Lot;
use domain::inventory::lots::change::LotChange;
use domain::inventory::lots::create::CreateLot;
use domain::inventory::lots::delete::DeleteLot;
use domain::inventory::movement_kind::{CostingPlace, MovementKind};
use domain::inventory::movements::brought::Brought;
use domain::inventory::movements::create::CreateMovement;
use domain::inventory::movements::delete::DeleteMovement;
use domain::inventory::movements::new::{NewMovement, NewMovementLine, Ref, When};
use domain::inventory::movements::post::PostMovement;
use domain::inventory::movements::update::UpdateMovement;
use domain::inventory::movements::void::VoidMovement;
use domain::inventory::movements::{MovementLine, StockMovement};
use domain::inventory::serials::Serial;
use domain::inventory::serials::change::SerialChange;
use domain::inventory::serials::delete::DeleteSerial;
use domain::inventory::units::{UnitCode, UnitConversion};
use domain::ledger::draft::{AccountRef, PartyRef};
use domain::ledger::void_entry::VoidEntry;
use domain::ledger::{AccountSubtype, AccountType, ControlFor};
use domain::settings::update_organization::UpdateOrganization;
use domain::value::id::MovementId;
use domain::value::{Decimal, Instant, Patch, TypedId};
use domain::warehouses::{Warehouse, WarehouseStatus};

use super::chart::account_of;
use super::movement_kinds as kinds;
use super::{consigned, id, if_match, reservations};
use crate::simulate::random::Random;
use crate::simulate::world::World;
use domain::ledger::create_account::CreateAccount;

/// Items of the opening: sku, method, tracking, decimals.
pub(super) const GOODS: [(&str, CostingMethod, Tracking, u8); 6] = [
    ("goods-fifo", CostingMethod::Fifo, Tracking::None, 0),
    ("goods-average", CostingMethod::Average, Tracking::None, 3),
    ("goods-standard", CostingMethod::Standard, Tracking::None, 0),
    ("goods-lot", CostingMethod::Specific, Tracking::Lot, 0),
    ("goods-piece", CostingMethod::Fifo, Tracking::Serial, 0),
    ("goods-new", CostingMethod::Fifo, Tracking::None, 0),
];

/// Accounts of the opening.
const ACCOUNTS: [(&str, AccountType, AccountSubtype, Option<ControlFor>); 8] = [
    ("2150", AccountType::Liability, AccountSubtype::GoodsReceivedNotInvoiced, None),
    ("3900", AccountType::Equity, AccountSubtype::OpeningBalance, None),
    ("5900", AccountType::Expense, AccountSubtype::CostVariance, None),
    ("1250", AccountType::Asset, AccountSubtype::Inventory, Some(ControlFor::Stock)),
    ("2055", AccountType::Liability, AccountSubtype::Payable, Some(ControlFor::Payable)),
    ("1170", AccountType::Asset, AccountSubtype::SupplierReturns, None),
    ("2015", AccountType::Liability, AccountSubtype::LandedCostClearing, None),
    ("1290", AccountType::Asset, AccountSubtype::StockAllowance, None),
];

/// Steps of the opening.
pub const OPENING: usize = ACCOUNTS.len() + GOODS.len() + 15 + kinds::SCENES;

/// What movements need, and the first of them. `None` when that is over.
pub fn opening(step: usize, world: &World) -> Option<Command> {
    if let Some((code, account_type, subtype, control_for)) = ACCOUNTS.get(step) {
        let (subtype, control_for) = (Some(*subtype), *control_for);
        return Some(CreateAccount { subtype, control_for, ..account_of(code, *account_type) }.into());
    }
    let step = step - ACCOUNTS.len();
    if let Some((sku, method, tracking, decimals)) = GOODS.get(step) {
        let fields = ItemChange {
            sku: Some((*sku).to_owned()),
            name: Some((*sku).to_owned()),
            costing_method: Some(*method),
            tracking: Some(*tracking),
            quantity_decimals: Some(*decimals),
            units: Patch::Set(case().into_iter().collect()),
            fallback_cost: if *sku == "goods-new" { Patch::Absent } else { Patch::Set(decimal("1.37")) },
            ..ItemChange::default()
        };
        return Some(CreateItem { fields }.into());
    }
    let of_goods = |index: usize| {
        let found = world.rows::<Item>().into_iter().find(|item| item.sku == GOODS[index].0);
        found.map(|item| item.id.to_string())
    };
    Some(match step - GOODS.len() {
        0 => {
            let fields = LotChange { number: Some("L-1".to_owned()), ..LotChange::default() };
            CreateLot { item: of_goods(3)?, fields }.into()
        }
        1 => {
            let fields = domain::inventory::serials::change::SerialChange {
                number: Some("P-1".to_owned()),
                ..Default::default()
            };
            domain::inventory::serials::create::CreateSerial { item: of_goods(4)?, fields }.into()
        }
        2 => {
            let (code, kind) = (Some("bin".to_owned()), Some(LocationKind::Bin));
            let fields = LocationChange { code, kind, ..LocationChange::default() };
            CreateLocation { warehouse: world.warehouses.first()?.clone(), fields }.into()
        }
        3 => accounts(world),
        4 => first(world, true).into(),
        5 => first(world, false).into(),
        // Scenes that chance would hardly ever play: a piece that comes twice, what moved and shall go, more back than out.
        6 | 7 => of_main(world, MovementKind::Receipt, piece_line()).into(),
        8 => {
            let line = NewMovementLine { lot: Some(Ref::Code("L-1".to_owned())), ..goods_line(3, "9", Some("9.00")) };
            of_main(world, MovementKind::Receipt, line).into()
        }
        9 => DeleteLot { lot: lot(world), if_match: None }.into(),
        10 => DeleteSerial { serial: piece(world), if_match: None }.into(),
        11 => of_main(world, MovementKind::Issue, goods_line(0, "5", None)).into(),
        which @ (12 | 13) => {
            let mut back =
                of_main(world, MovementKind::Return, goods_line(0, if which == 12 { "6" } else { "1" }, None));
            back.new.of_movement = Some(last_out(world));
            back.into()
        }
        14 => VoidMovement { movement: last_out(world), reason: "simulated".to_owned(), if_match: None }.into(),
        which => return kinds::scene(which.checked_sub(15)?, world),
    })
}

/// A movement of the first warehouse on a day of spring.
pub(super) fn of_main(world: &World, kind: MovementKind, line: NewMovementLine) -> CreateMovement {
    let mut new = movement(kind, vec![line]);
    new.warehouse = world.warehouses.first().cloned().map(Ref::Id);
    new.occurred_at = Some(When::On(jiff::civil::date(2010, 4, 1)));
    CreateMovement { new }
}

pub(super) fn goods_line(index: usize, quantity: &str, cost: Option<&str>) -> NewMovementLine {
    NewMovementLine { total_cost: cost.map(decimal), ..line(&Ref::Code(GOODS[index].0.to_owned()), quantity) }
}

fn piece_line() -> NewMovementLine {
    NewMovementLine { serial: Some(Ref::Code("P-1".to_owned())), ..goods_line(4, "1", Some("5.00")) }
}

/// The lot that moves.
pub(super) fn lot(world: &World) -> String {
    let found = world.rows::<Lot>().into_iter().find(|lot| lot.number == "L-1");
    found.map_or_else(String::new, |lot| lot.id.to_string())
}

/// The last issue.
fn last_out(world: &World) -> String {
    world.movements.iter().rev().find(|(_, is_out)| *is_out).map_or_else(String::new, |(id, _)| id.clone())
}

/// Names the accounts of stock, which chance takes away at times.
fn accounts(world: &World) -> Command {
    let named = |code: &str| {
        let found = world.accounts.iter().find(|account| account.code == code);
        found.map_or(Patch::Absent, |account| Patch::Set(account.id.clone()))
    };
    UpdateOrganization {
        valuation_account: named("1200"),
        cogs_account: named("5000"),
        adjustment_account: named("6000"),
        in_transit_account: named("1250"),
        ..UpdateOrganization::default()
    }
    .into()
}

/// The entry of a posted movement.
fn owned_entry(random: &mut Random, world: &World) -> String {
    let movement = random.pick(&world.movements).and_then(|(id, _)| MovementId::parse(id));
    let rows = movement.map(|id| world.model.load(&Query::row::<StockMovement>(&(id,)))).unwrap_or_default();
    let movement = rows.first().and_then(|cells| StockMovement::from_cells(cells).ok());
    movement.and_then(|movement| movement.entry_id).map_or_else(String::new, |id| id.to_string())
}

/// The piece that moves.
fn piece(world: &World) -> String {
    let found = world.rows::<Serial>().into_iter().find(|piece| piece.number == "P-1");
    found.map_or_else(String::new, |piece| piece.id.to_string())
}

/// The first warehouse that takes movements.
pub(super) fn main_warehouse(world: &World) -> Option<String> {
    let found = world.rows::<Warehouse>().into_iter().find(|warehouse| warehouse.status == WarehouseStatus::Active);
    found.map(|warehouse| warehouse.id.to_string())
}

/// The first movements: one that is posted, and a draft that stays.
fn first(world: &World, post: bool) -> CreateMovement {
    let line = NewMovementLine { total_cost: Some(decimal("100.00")), ..line(&Ref::Code(GOODS[0].0.to_owned()), "40") };
    let mut new = movement(MovementKind::Receipt, vec![line]);
    new.warehouse = world.warehouses.first().cloned().map(Ref::Id);
    new.occurred_at = Some(When::On(jiff::civil::date(2010, 2, 1)));
    new.post = post;
    CreateMovement { new }
}

fn case() -> Option<UnitConversion> {
    UnitConversion::new(UnitCode::parse("XCS").ok()?, 1, 3)
}

pub(super) fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn movement(kind: MovementKind, lines: Vec<NewMovementLine>) -> NewMovement {
    NewMovement { lines, ..NewMovement::of(kind) }
}

pub(super) fn line(item: &Ref, quantity: &str) -> NewMovementLine {
    NewMovementLine { item: Some(item.clone()), quantity: Some(decimal(quantity)), ..NewMovementLine::default() }
}

/// Records, posts, deletes, voids, receives or closes one.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[60, 8, 2, 14, 2, 1, 1, 6, 3, 6]) {
        0 => CreateMovement { new: new(random, world) }.into(),
        1 => {
            let movement = any_movement(random, world, true);
            PostMovement { movement, if_match: if_match(random) }.into()
        }
        2 => {
            // The first one stays, so that each read has something to show.
            let movement = id(random, world.movement_drafts.get(1..).unwrap_or_default(), &world.foreign);
            DeleteMovement { movement, if_match: if_match(random) }.into()
        }
        4 => accounts(world),
        // Neither goes alone.
        5 => VoidEntry { entry: owned_entry(random, world), reason: "simulated".to_owned(), if_match: None }.into(),
        6 => DeleteSerial { serial: piece(world), if_match: None }.into(),
        7 => kinds::any(random, world),
        8 => edit(random, world).into(),
        9 => consigned::any(random, world),
        _ => {
            let movement = any_movement(random, world, false);
            VoidMovement { movement, reason: "simulated".to_owned(), if_match: if_match(random) }.into()
        }
    }
}

/// A draft with something else in it; lines of what it was, or of what it is not.
fn edit(random: &mut Random, world: &mut World) -> UpdateMovement {
    let movement = any_movement(random, world, true);
    let of_draft = MovementId::parse(&movement).map(|id| world.model.load(&Query::row::<StockMovement>(&(id,))));
    let draft = of_draft.and_then(|rows| StockMovement::from_cells(rows.first()?).ok());
    let kind = draft.map_or(MovementKind::Receipt, |draft| draft.kind);
    UpdateMovement {
        movement,
        if_match: if_match(random),
        kind: random.maybe(10, |random| if random.chance(80) { kind } else { random.one(MovementKind::ALL) }),
        occurred_at: when(random, world).map_or(Patch::Null, Patch::Set),
        description: random.maybe(50, |random| format!("edited {}", random.below(3))),
        reference: if random.chance(20) { Patch::Set("4711".to_owned()) } else { Patch::Absent },
        party: if random.chance(20) { Patch::Null } else { Patch::Absent },
        external_id: if random.chance(20) { Patch::Set("twice".to_owned()) } else { Patch::Absent },
        warehouse: random.maybe(10, |random| Ref::Id(id(random, &world.warehouses, &world.foreign))),
        lines: random.maybe(40, |random| vec![new_line(random, world, kind).into()]),
        ..UpdateMovement::default()
    }
}

/// Mostly a draft or a posted one, as it is asked for; now and then one that is something else.
fn any_movement(random: &mut Random, world: &World, is_draft: bool) -> String {
    let posted: Vec<String> = world.movements.iter().skip(1).map(|(id, _)| id.clone()).collect();
    let drafts = world.movement_drafts.get(1..).unwrap_or_default();
    let known = match random.below(20) {
        0 => &world.voided_movements,
        2 if !is_draft => &world.returned,
        1 if is_draft => &posted,
        1 => drafts,
        _ if is_draft => drafts,
        _ => &posted,
    };
    id(random, known, &world.foreign)
}

fn new(random: &mut Random, world: &mut World) -> NewMovement {
    use MovementKind as K;
    let kinds =
        [K::Receipt, K::Receipt, K::Issue, K::Issue, K::Issue, K::Transfer, K::Adjustment, K::Return, K::Opening];
    let kind = match random.below(30) {
        0..=5 => random.one(MovementKind::ALL),
        6 => random.one(&[K::Scrap, K::InternalUse]),
        _ => random.one(&kinds),
    };
    let lines = (0..1 + random.below(3)).map(|_| new_line(random, world, kind)).collect();
    let mut new = movement(kind, lines);
    let main = main_warehouse(world);
    new.warehouse = match random.below(12) {
        0 => None,
        1 => Some(Ref::Id(id(random, &world.warehouses, &world.foreign))),
        _ => main.clone().map(Ref::Id),
    };
    if kind == K::Transfer || random.chance(1) {
        let others = world.warehouses.get(1..3).unwrap_or_default();
        new.to_warehouse =
            Some(Ref::Id(if random.chance(4) { main.unwrap_or_default() } else { id(random, others, &world.foreign) }));
    }
    new.occurred_at = when(random, world);
    if random.chance(8) {
        new.costing = CostingPlace::Prospective;
    }
    new.posting_date = random.maybe(2, |_| jiff::civil::date(2010, 3, 3));
    new.post = !random.chance(12);
    new.party = random.maybe(20, |random| match random.below(8) {
        0 => PartyRef::Id(id(random, &[], &world.foreign)),
        _ => PartyRef::Name(format!("Supplier {}", random.below(9))),
    });
    if random.chance(12) {
        new.currency = Some(random.one(&["USD", "USD", "EUR", "GBP", "XXX"]).to_owned());
        new.exchange_rate =
            random.maybe(60, |_| domain::value::Rate::parse("0.8").unwrap_or_else(|why| panic!("{why}")));
    }
    new.reason = random.maybe(12, |random| Ref::Id(id(random, &world.reason_codes, &world.foreign)));
    if random.chance(if kind == K::InternalUse { 80 } else { 4 }) {
        let code = random.one(&["5000", "5000", "6000", "1200", "nothing"]);
        new.offset_account = Some(AccountRef::Code(code.to_owned()));
    }
    if kind == K::Return && random.chance(70) || random.chance(1) {
        let out: Vec<String> = world.movements.iter().filter(|(_, is_out)| *is_out).map(|(id, _)| id.clone()).collect();
        new.of_movement =
            Some(if random.chance(90) { id(random, &out, &world.foreign) } else { any_movement(random, world, false) });
        if let Some(line) = line_of(world, new.of_movement.as_deref()).filter(|_| random.chance(85)) {
            new.lines = vec![back(random, &line)];
        }
    }
    kinds::adapt(random, world, &mut new);
    if matches!(kind, K::Issue | K::Transfer) && random.chance(20) || random.chance(1) {
        reservations::take(random, world, &mut new);
    }
    new.external_id =
        random.maybe(10, |random| if random.chance(30) { "twice".to_owned() } else { format!("M-{}", random.any()) });
    new
}

/// The first line of a posted movement.
pub(super) fn line_of(world: &World, movement: Option<&str>) -> Option<MovementLine> {
    let id = MovementId::parse(movement?)?;
    let rows = world.model.load(&Query::row::<StockMovement>(&(id,)));
    let seq = StockMovement::from_cells(rows.first()?).ok()?.seq?;
    let rows = world.model.load(&Query::row::<MovementLine>(&(seq, 1)));
    MovementLine::from_cells(rows.first()?).ok()
}

/// Comes back: mostly a part of it, at times more than went.
pub(super) fn back(random: &mut Random, of: &MovementLine) -> NewMovementLine {
    let item = Ref::Id(of.item_id.to_string());
    let whole = of.quantity.abs();
    // Quantities of the generator are whole, whatever decimals an item has.
    let most = if whole >= 1_000 { whole / 1_000 } else { whole };
    let beyond = i64::from(random.chance(15));
    let quantity = if beyond == 1 { most + 1 } else { random.between(1, most) };
    NewMovementLine {
        lot: of.lot_id.map(|id| Ref::Id(id.to_string())),
        serial: of.serial_id.map(|id| Ref::Id(id.to_string())),
        ..line(&item, &quantity.to_string())
    }
}

/// Mostly some time of the year 2010, on any day of it; sometimes now, in the future, or before the books begin.
fn when(random: &mut Random, world: &World) -> Option<When> {
    match random.below(40) {
        0 => Some(When::At(Instant(world.clock + 90_000_000_000))),
        1 => Some(When::On(jiff::civil::date(2004, 1, 1))),
        2..=6 => None,
        7..=12 => Some(When::At(Instant(world.clock - random.between(1, 20_000_000_000_000)))),
        _ => {
            let (month, day) = (random.between(1, 11), random.between(1, 28));
            let part = |number: i64| i8::try_from(number).unwrap_or(1);
            Some(When::On(jiff::civil::date(2010, part(month), part(day))))
        }
    }
}

/// A line with something of goods.
pub(super) fn new_line(random: &mut Random, world: &World, kind: MovementKind) -> NewMovementLine {
    let index = random.weighed(&[30, 26, 14, 14, 8, 4]);
    let item = match random.below(40) {
        0 => Ref::Code("nothing".to_owned()),
        1..=3 => Ref::Id(id(random, &world.items, &world.foreign)),
        _ => Ref::Code(GOODS[index].0.to_owned()),
    };
    let is_piece = GOODS[index].2 == Tracking::Serial;
    let comes_in = matches!(kind, MovementKind::Receipt | MovementKind::Opening);
    let much = if comes_in { random.between(1, 40) } else { random.between(1, 9) };
    let text = match random.below(60) {
        0 => "0".to_owned(),
        1 => "-1".to_owned(),
        2 => "0.0001".to_owned(),
        3 => "1000000000000001".to_owned(),
        _ if is_piece => "1".to_owned(),
        _ if kind == MovementKind::Adjustment && random.chance(50) => format!("-{much}"),
        _ => much.to_string(),
    };
    let mut line = line(&item, &text);
    line.unit = random.maybe(5, |random| random.one(&["XCS", "XCS", "KGM"]).to_owned());
    if comes_in && !random.chance(2) || random.chance(4) {
        let cost = random.one(&["10.00", "0.01", "3.33", "7.77", "100.00", "0.00"]);
        line.total_cost = Some(decimal(if random.chance(2) { "0.001" } else { cost }));
    }
    if GOODS[index].2 == Tracking::Lot && !random.chance(3) {
        line.lot = Some(Ref::Code(random.one(&["L-1", "L-1", "L-1", "nothing"]).to_owned()));
    }
    if is_piece && !random.chance(3) {
        line.serial = Some(Ref::Code("P-1".to_owned()));
    }
    let number = Some(format!("L-{}", random.below(4)));
    match GOODS[index].2 {
        Tracking::Lot if comes_in && random.chance(25) => {
            let expires_on = Patch::Set(jiff::civil::date(2011, 6, if random.chance(90) { 30 } else { 29 }));
            line.lot = None;
            line.brought = Some(Brought::Lot(LotChange { number, expires_on, ..LotChange::default() }));
        }
        Tracking::Serial if comes_in && random.chance(25) => {
            let number = Some(format!("P-{}", random.any()));
            line.serial = None;
            line.brought = Some(Brought::Serial(SerialChange { number, ..SerialChange::default() }));
        }
        _ if random.chance(1) => line.brought = Some(Brought::Lot(LotChange { number, ..LotChange::default() })),
        _ => {}
    }
    if random.chance(2) {
        line.lot = Some(Ref::Id(id(random, &world.lots, &world.foreign)));
    }
    if random.chance(8) {
        line.location = Some(Ref::Code(random.one(&["bin", "bin", "first", "nothing"]).to_owned()));
    }
    if kind == MovementKind::Transfer && random.chance(8) {
        line.to_location = Some(Ref::Code("bin".to_owned()));
    }
    line.of_line = random.maybe(2, |random| random.between(1, 3));
    line
}
