//! Movements of goods: mostly of a few items that are always there, so that their histories grow, at any time of the year
//! and back-dated; now and then with something wrong.

use domain::book::Query;
use domain::command::Command;
use domain::commands::items::create::CreateItem;
use domain::commands::journal_entries::void::VoidEntry;
use domain::commands::locations::create::CreateLocation;
use domain::commands::lots::create::CreateLot;
use domain::commands::lots::delete::DeleteLot;
use domain::commands::movements::cost::{CostMovement, LineCost};
use domain::commands::movements::create::CreateMovement;
use domain::commands::movements::delete::DeleteMovement;
use domain::commands::movements::post::PostMovement;
use domain::commands::movements::update::UpdateMovement;
use domain::commands::movements::void::VoidMovement;
use domain::commands::organization::update::UpdateOrganization;
use domain::commands::serials::delete::DeleteSerial;
use domain::commands::stock::set::SetStock;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::rows::items::Item;
use domain::rows::{
    AccountSubtype, AccountType, ControlFor, CostingMethod, LocationKind, Lot, LotChange, MovementLine, Row, Serial,
    StockMovement, Tracking, WarehouseKind,
};
use domain::stock::goods::document::new::{NewMovement, NewMovementLine, When};
use domain::stock::items::change::ItemChange;
use domain::stock::locations::change::LocationChange;
use domain::stock::reservations::consuming::TakenReservations;
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::id::{EntryId, ItemId, LotId, MovementId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::units::{UnitCode, UnitConversion};
use domain::value::{Decimal, IdOrCode, Patch, Sought, TypedId};

use super::chart::account_of;
use super::movement_kinds as kinds;
use super::shelves::{decimals, main_house, one_of, open_houses};
use super::{consigned, goods, id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;
use domain::commands::accounts::create::CreateAccount;

/// Items of the opening: sku, method, tracking, decimals.
pub(super) const GOODS: [(&str, CostingMethod, Tracking, i64); 6] = [
    ("goods-fifo", CostingMethod::Fifo, Tracking::None, 0),
    ("goods-average", CostingMethod::Average, Tracking::None, 3),
    ("goods-standard", CostingMethod::Standard, Tracking::None, 0),
    ("goods-lot", CostingMethod::Specific, Tracking::Lot, 0),
    ("goods-piece", CostingMethod::Fifo, Tracking::Serial, 0),
    ("goods-new", CostingMethod::Fifo, Tracking::None, 0),
];

/// Accounts of the opening.
pub(super) const ACCOUNTS: [(&str, AccountType, AccountSubtype, Option<ControlFor>); 8] = [
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

/// The rows that movements need, and the first of them. `None` when that is over.
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
            weight_kg: Patch::Set(decimal("0.25")),
            volume_m3: Patch::Set(decimal("0.001")),
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
            CreateLot { item: Sought::of(&of_goods(3)?), fields }.into()
        }
        1 => {
            let fields = domain::rows::SerialChange { number: Some("P-1".to_owned()), ..Default::default() };
            domain::commands::serials::create::CreateSerial { item: Sought::of(&of_goods(4)?), fields }.into()
        }
        2 => {
            let (code, kind) = (Some("bin".to_owned()), Some(LocationKind::Bin));
            let fields = LocationChange { code, kind, ..LocationChange::default() };
            CreateLocation { warehouse: Sought::of(world.warehouses.first()?), fields }.into()
        }
        3 => accounts(world),
        4 => first(world, true).into(),
        5 => first(world, false).into(),
        // Scenes that chance would hardly ever play: a piece that comes twice, the deletion of used rows, more back
        // than out.
        6 | 7 => of_main(world, MovementKind::Receipt, piece_line()).into(),
        8 => {
            let line =
                NewMovementLine { lot: Some(IdOrCode::Code("L-1".to_owned())), ..goods_line(3, "9", Some("9.00")) };
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
        14 => VoidMovement {
            movement: last_out(world),
            reason: "simulated".to_owned(),
            reservations: Default::default(),
            if_match: None,
        }
        .into(),
        which => return kinds::scene(which.checked_sub(15)?, world),
    })
}

/// A movement of the first warehouse on a day of spring.
pub(super) fn of_main(world: &World, kind: MovementKind, line: NewMovementLine) -> CreateMovement {
    let mut new = movement(kind, vec![line]);
    new.warehouse = world.warehouses.first().map(|id| IdOrCode::Id(Sought::of(id)));
    new.occurred_at = Some(When::On(jiff::civil::date(2010, 4, 1)));
    CreateMovement { new }
}

pub(super) fn goods_line(index: usize, quantity: &str, cost: Option<&str>) -> NewMovementLine {
    NewMovementLine { total_cost: cost.map(decimal), ..line(&IdOrCode::Code(GOODS[index].0.to_owned()), quantity) }
}

fn piece_line() -> NewMovementLine {
    NewMovementLine { serial: Some(IdOrCode::Code("P-1".to_owned())), ..goods_line(4, "1", Some("5.00")) }
}

/// The lot that moves.
pub(super) fn lot(world: &World) -> Sought<LotId> {
    let found = world.rows::<Lot>().into_iter().find(|lot| lot.number == "L-1");
    found.map_or_else(Sought::default, |lot| Sought::Id(lot.id))
}

/// The last issue.
fn last_out(world: &World) -> Sought<MovementId> {
    let found = world.movements.iter().rev().find(|known| known.kind == MovementKind::Issue);
    found.map_or_else(Sought::default, |known| Sought::of(&known.id))
}

/// Names the accounts of stock, which chance takes away at times.
pub(super) fn accounts(world: &World) -> Command {
    let named = |code: &str| {
        let found = world.accounts.iter().find(|account| account.code == code);
        found.map_or(Patch::Absent, |account| Patch::Set(Sought::of(&account.id)))
    };
    UpdateOrganization {
        valuation_account_id: named("1200"),
        cogs_account_id: named("5000"),
        adjustment_account_id: named("5000"),
        in_transit_account_id: named("1250"),
        ..UpdateOrganization::default()
    }
    .into()
}

/// The entry of a posted movement.
fn owned_entry(random: &mut Random, world: &World) -> Sought<EntryId> {
    let movement = random.pick(&world.movements).and_then(|known| MovementId::parse(&known.id));
    let rows = movement.map(|id| world.model.load(&Query::row::<StockMovement>(&(id,)))).unwrap_or_default();
    let movement = rows.first().and_then(|cells| StockMovement::from_cells(cells).ok());
    movement.and_then(|movement| movement.entry_id).map_or_else(Sought::default, Sought::Id)
}

/// The piece that moves.
fn piece(world: &World) -> Sought<SerialId> {
    let found = world.rows::<Serial>().into_iter().find(|piece| piece.number == "P-1");
    found.map_or_else(Sought::default, |piece| Sought::Id(piece.id))
}

/// The warehouse in which most goods lie.
pub(super) fn main_warehouse(world: &World) -> Option<Sought<WarehouseId>> {
    main_house(world).map(|house| Sought::Id(house.id))
}

/// The first movements: one that is posted, and a draft that stays.
fn first(world: &World, post: bool) -> CreateMovement {
    let line =
        NewMovementLine { total_cost: Some(decimal("100.00")), ..line(&IdOrCode::Code(GOODS[0].0.to_owned()), "40") };
    let mut new = movement(MovementKind::Receipt, vec![line]);
    new.warehouse = world.warehouses.first().map(|id| IdOrCode::Id(Sought::of(id)));
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

pub(super) fn line(item: &IdOrCode<ItemId>, quantity: &str) -> NewMovementLine {
    NewMovementLine { item: Some(item.clone()), quantity: Some(decimal(quantity)), ..NewMovementLine::default() }
}

/// Records, posts, deletes, voids, receives or closes one.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[66, 8, 2, 12, 2, 1, 1, 9, 3, 5, 2]) {
        0 => CreateMovement { new: goods::any(random, world) }.into(),
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
        8 if random.chance(25) => state_costs(random, world).into(),
        8 => edit(random, world).into(),
        9 => consigned::any(random, world),
        10 if random.chance(70) => set(random).into(),
        10 => house(world).into(),
        _ => {
            let movement = to_void(random, world);
            let reservations = if random.chance(30) { TakenReservations::LetGo } else { TakenReservations::HoldAgain };
            VoidMovement { movement, reason: "simulated".to_owned(), reservations, if_match: if_match(random) }.into()
        }
    }
}

/// Stock as somebody finds it, sometimes with a look at it before that may be out of date.
fn set(random: &mut Random) -> SetStock {
    let index = random.between(0, 2);
    let line = goods_line(usize::try_from(index).unwrap_or(0), &random.between(0, 40).to_string(), None);
    let expected = random.maybe(20, |random| decimal(&random.between(0, 40).to_string()));
    SetStock { new: NewMovement { lines: vec![line], ..NewMovement::of(MovementKind::Adjustment) }, expected }
}

/// A warehouse of a kind that few have, so that goods go there.
fn house(world: &mut World) -> CreateWarehouse {
    let kinds =
        [WarehouseKind::Scrap, WarehouseKind::Quarantine, WarehouseKind::ConsignmentOut, WarehouseKind::ThirdParty];
    let open = open_houses(world);
    let has = |kind: &WarehouseKind| open.iter().any(|house| house.kind == *kind);
    let missing = kinds.into_iter().find(|kind| !has(kind));
    let kind = missing.unwrap_or(WarehouseKind::Storage);
    let name = Some(format!("house-{}", world.number()));
    CreateWarehouse { fields: WarehouseChange { code: name.clone(), name, kind: Some(kind), ..Default::default() } }
}

/// Mostly one on which nothing depends yet: the last one of any kind.
fn to_void(random: &mut Random, world: &World) -> Sought<MovementId> {
    if random.chance(12)
        && let Some(close) = kinds::last_close(world)
    {
        return Sought::of(&close);
    }
    if random.chance(8)
        && let Some(dispatch) = kinds::untouched_dispatch(world)
    {
        return Sought::of(&dispatch);
    }
    let kind = random.one(MovementKind::ALL);
    let mut of_kind = world.movements.iter().skip(1).filter(|known| known.kind == kind);
    // A warehouse whose goods are on the account by now is reclassified back instead.
    let last = if kind == MovementKind::Reclassification { of_kind.next() } else { of_kind.next_back() };
    match last.filter(|_| random.chance(75)) {
        Some(known) => Sought::of(&known.id),
        None => any_movement(random, world, false),
    }
}

/// A draft with something else in it: lines of its kind, or of another one.
fn edit(random: &mut Random, world: &mut World) -> UpdateMovement {
    let movement = any_movement(random, world, true);
    let of_draft = movement.id().map(|id| world.model.load(&Query::row::<StockMovement>(&(id,))));
    let draft = of_draft.and_then(|rows| StockMovement::from_cells(rows.first()?).ok());
    let kind = draft.map_or(MovementKind::Receipt, |draft| draft.kind);
    let like = goods::of_kind(random, world, kind);
    UpdateMovement {
        movement,
        if_match: if_match(random),
        kind: random.maybe(10, |random| if random.chance(80) { kind } else { random.one(MovementKind::ALL) }),
        occurred_at: like.occurred_at.map_or(Patch::Null, Patch::Set),
        description: random.maybe(50, |random| format!("edited {}", random.below(3))),
        reference: if random.chance(20) { Patch::Set("4711".to_owned()) } else { Patch::Absent },
        number_use: super::entries::number_use(random),
        party: if random.chance(10) { Patch::Null } else { Patch::Absent },
        external_id: if random.chance(10) { Patch::Set("twice".to_owned()) } else { Patch::Absent },
        warehouse: random.maybe(5, |random| IdOrCode::Id(id(random, &world.warehouses, &world.foreign))),
        lines: random.maybe(40, |_| like.lines.into_iter().map(Into::into).collect()),
        ..UpdateMovement::default()
    }
}

/// What the first lines of a draft cost; now and then of one that is no receipt, or of a line that is not there.
fn state_costs(random: &mut Random, world: &mut World) -> CostMovement {
    let costs = (1..=random.between(1, 2)).map(|line_number| LineCost {
        line_number,
        total_cost: Decimal::from_units(random.between(0, 90_000), if random.chance(5) { 3 } else { 2 }),
    });
    let costs = costs.collect();
    CostMovement { movement: any_movement(random, world, true), if_match: if_match(random), costs }
}

/// Mostly a draft or a posted one, as it is asked for; now and then one that is something else.
pub(super) fn any_movement(random: &mut Random, world: &World, is_draft: bool) -> Sought<MovementId> {
    let posted: Vec<String> = world.movements.iter().skip(1).map(|known| known.id.clone()).collect();
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

/// The first line of a posted movement.
pub(super) fn line_of(world: &World, movement: Option<&str>) -> Option<MovementLine> {
    let id = MovementId::parse(movement?)?;
    let rows = world.model.load(&Query::row::<StockMovement>(&(id,)));
    let seq = StockMovement::from_cells(rows.first()?).ok()?.seq?;
    let rows = world.model.load(&Query::row::<MovementLine>(&(seq, 1)));
    MovementLine::from_cells(rows.first()?).ok()
}

/// Comes back: mostly a part of it, at times more than went.
pub(super) fn back(random: &mut Random, world: &World, of: &MovementLine) -> NewMovementLine {
    let rows = world.model.load(&Query::row::<Item>(&(of.item_id,)));
    let item = rows.first().and_then(|cells| Item::from_cells(cells).ok());
    let (one, decimals) = item.map_or((1, 0), |item| (one_of(&item), decimals(&item)));
    let whole = of.quantity.abs();
    let most = if whole > one { random.between(1, whole / one) * one } else { whole };
    let units = if random.chance(5) { whole + one } else { most };
    NewMovementLine {
        item: Some(IdOrCode::from(of.item_id)),
        quantity: Some(Decimal::from_units(units, decimals)),
        lot: of.lot_id.map(IdOrCode::from),
        serial: of.serial_id.map(IdOrCode::from),
        ..NewMovementLine::default()
    }
}
