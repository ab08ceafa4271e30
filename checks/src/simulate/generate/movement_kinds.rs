//! Fields of movements of other kinds than plain receipts and issues: invoices and costs of receipts, goods in transit
//! and assemblies, another value, method or account.

use domain::book::Query;
use domain::command::Command;
use domain::commands::lots::update::UpdateLot;
use domain::commands::movements::close::CloseTransfer;
use domain::commands::movements::receive::{Arrived, ReceiveTransfer};
use domain::commands::movements::void::VoidMovement;
use domain::commands::warehouses::change_costing_scope::ChangeCostingScope;
use domain::commands::warehouses::reclassify::ReclassifyWarehouse;
use domain::rows::items::Item;
use domain::rows::{
    CostingMethod, CostingScope, LotChange, MovementLine, MovementStatus, ReceivedLine, Row, StockMovement,
    StockStatus, Tracking, TransitLine,
};
use domain::stock::goods::document::new::{NewCharge, NewMovement, NewMovementLine, When};
use domain::value::id::{MovementId, WarehouseId};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::{Decimal, IdOrCode, Rate, Sought};

use super::credits;
use super::entries::number_use;
use super::goods::{coming, ours, usable_reason};
use super::movements::{any_movement, back, decimal, goods_line, line_of, lot, of_main};
use super::shelves::{bin, decimals, goods, lying, main_house, one_of};
use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::{KnownMovement, World};

/// Steps of the opening that chance would hardly ever play.
pub const SCENES: usize = 18;

/// Each of them; `None` when they are over.
pub fn scene(step: usize, world: &World) -> Option<Command> {
    let of_first = |command: &mut NewMovement| command.of_movement = Some(first(world, MovementKind::Receipt));
    Some(match step {
        0 => {
            let mut transfer = of_main(world, MovementKind::Transfer, goods_line(0, "9", None));
            transfer.new.mode = Some(TransferMode::TwoStep);
            transfer.new.to_warehouse = world.warehouses.get(1).map(|id| IdOrCode::Id(Sought::of(id)));
            transfer.into()
        }
        1 | 2 => receive(in_transit(world), Some("2")).into(),
        3 => close(in_transit(world)).into(),
        4 => receive(in_transit(world), None).into(),
        5 => {
            let mut invoice = of_main(world, MovementKind::SupplierInvoice, NewMovementLine::default());
            (invoice.new.lines, invoice.new.warehouse) = (Vec::new(), None);
            invoice.new.party = Some(IdOrCode::Code("Supplier 1".to_owned()));
            of_first(&mut invoice.new);
            invoice.into()
        }
        6 => {
            let mut freight = of_main(world, MovementKind::LandedCost, NewMovementLine::default());
            (freight.new.lines, freight.new.warehouse) = (Vec::new(), None);
            freight.new.amount = Some(decimal("7.77"));
            of_first(&mut freight.new);
            freight.into()
        }
        7 => reclassify(Sought::of(world.warehouses.first()?), "1250").into(),
        8 => {
            let movement = first(world, MovementKind::Reclassification);
            VoidMovement { movement, reason: "simulated".to_owned(), reservations: Default::default(), if_match: None }
                .into()
        }
        // The lot that moves is on hold for a moment.
        9 | 11 => {
            let status = Some(if step == 9 { StockStatus::Hold } else { StockStatus::Available });
            UpdateLot { lot: lot(world), if_match: None, fields: LotChange { status, ..LotChange::default() } }.into()
        }
        10 => {
            let line = NewMovementLine { lot: Some(IdOrCode::Code("L-1".to_owned())), ..goods_line(3, "1", None) };
            of_main(world, MovementKind::Issue, line).into()
        }
        // Before the goods that came there, then after them, and back.
        12 => {
            let occurred_at = Some(When::On(jiff::civil::date(2010, 1, 1)));
            ChangeCostingScope { occurred_at, ..change_scope(second(world)?, CostingScope::Organization) }.into()
        }
        13 => change_scope(second(world)?, CostingScope::Organization).into(),
        14 => change_scope(second(world)?, CostingScope::Warehouse).into(),
        // A zone holds nothing itself, and of a draft nothing moved.
        15 => {
            let line = NewMovementLine {
                location: Some(IdOrCode::Code("first".to_owned())),
                ..goods_line(0, "1", Some("1.00"))
            };
            of_main(world, MovementKind::Receipt, line).into()
        }
        16 => {
            let movement = world.movement_drafts.first()?.clone();
            VoidMovement {
                movement: Sought::of(&movement),
                reason: "simulated".to_owned(),
                reservations: Default::default(),
                if_match: None,
            }
            .into()
        }
        // Of what was invoiced above.
        17 => {
            let mut credit = of_main(world, MovementKind::SupplierCredit, NewMovementLine::default());
            credits::of_first(&mut credit.new);
            of_first(&mut credit.new);
            credit.into()
        }
        _ => return None,
    })
}

/// The first posted movement of a kind.
fn first(world: &World, kind: MovementKind) -> Sought<MovementId> {
    let rows = world.rows::<StockMovement>();
    let found = rows.into_iter().filter(|row| row.kind == kind && row.status == MovementStatus::Posted);
    found.min_by_key(|row| row.seq).map_or_else(Sought::default, |row| Sought::Id(row.id))
}

/// The first transfer in two steps.
fn in_transit(world: &World) -> Sought<MovementId> {
    let rows = world.rows::<StockMovement>();
    let found = rows.into_iter().filter(|row| row.transfer_mode == Some(TransferMode::TwoStep));
    found.min_by_key(|row| row.created_at).map_or_else(Sought::default, |row| Sought::Id(row.id))
}

/// The last transfer given up as lost.
pub fn last_close(world: &World) -> Option<String> {
    let rows = world.rows::<StockMovement>();
    let is_close =
        |row: &StockMovement| row.transfer_mode == Some(TransferMode::Close) && row.status == MovementStatus::Posted;
    rows.into_iter().filter(is_close).max_by_key(|row| row.seq).map(|row| row.id.to_string())
}

/// A transfer in two steps of which all is in transit yet.
pub fn untouched_dispatch(world: &World) -> Option<String> {
    let is_whole = |line: &TransitLine| line.is_open && line.received == 0 && line.lost == 0;
    let lines = world.rows::<TransitLine>().into_iter().filter(is_whole);
    lines.max_by_key(|line| line.movement_seq).map(|line| line.movement_id.to_string())
}

fn receive(movement: Sought<MovementId>, quantity: Option<&str>) -> ReceiveTransfer {
    let quantity = quantity.map(decimal);
    let lines = quantity.map(|_| Arrived { of_line: 1, quantity, location: None }).into_iter().collect();
    let description = String::new();
    let (reference, dimensions, costing) = (None, None, CostingPlace::InOrder);
    ReceiveTransfer { movement, if_match: None, occurred_at: None, costing, lines, reference, description, dimensions }
}

fn close(movement: Sought<MovementId>) -> CloseTransfer {
    let dimensions = Some(country());
    let (reason, reason_code, costing) = ("lost".to_owned(), None, CostingPlace::InOrder);
    CloseTransfer { movement, if_match: None, reason, reason_code, occurred_at: None, costing, dimensions }
}

fn reclassify(warehouse: Sought<WarehouseId>, code: &str) -> ReclassifyWarehouse {
    let to_account = IdOrCode::Code(code.to_owned());
    ReclassifyWarehouse { warehouse, if_match: None, to_account, occurred_at: None, description: String::new() }
}

/// The warehouse to which goods of the opening went.
fn second(world: &World) -> Option<Sought<WarehouseId>> {
    world.warehouses.get(1).map(|id| Sought::of(id))
}

fn change_scope(warehouse: Sought<WarehouseId>, to: CostingScope) -> ChangeCostingScope {
    ChangeCostingScope { warehouse, if_match: None, to, occurred_at: None, description: String::new() }
}

/// Receives, closes, reclassifies, or values goods with those of others.
pub fn any(random: &mut Random, world: &World) -> Command {
    match random.weighed(&[8, 16, 20, 56]) {
        0 => {
            let warehouse = id(random, &world.warehouses, &world.foreign);
            let occurred_at = random.maybe(15, |_| When::On(jiff::civil::date(2010, 5, 1)));
            let to = random.one(CostingScope::ALL);
            ChangeCostingScope { if_match: if_match(random), occurred_at, ..change_scope(warehouse, to) }.into()
        }
        1 => {
            let main = main_house(world).map(|house| Sought::Id(house.id));
            let warehouse = main.filter(|_| !random.chance(10));
            let warehouse = warehouse.unwrap_or_else(|| id(random, &world.warehouses, &world.foreign));
            let code = random.one(&["1200", "1200", "1250", "1250", "5000", "nothing"]);
            let occurred_at = random.maybe(60, some_day);
            ReclassifyWarehouse { if_match: if_match(random), occurred_at, ..reclassify(warehouse, code) }.into()
        }
        2 => {
            let (transfer, _) = on_its_way(random, world);
            let (occurred_at, costing) = second_step(random);
            let reason_code = random.maybe(40, |random| usable_reason(random, world, MovementKind::Transfer)).flatten();
            let if_match = if_match(random);
            CloseTransfer { if_match, occurred_at, costing, reason_code, ..close(transfer) }.into()
        }
        _ => {
            let (transfer, line) = on_its_way(random, world);
            let (occurred_at, costing) = second_step(random);
            let mut receive = ReceiveTransfer { occurred_at, costing, ..receive(transfer, None) };
            receive.if_match = if_match(random);
            receive.reference = random.maybe(30, |_| "waybill 7".to_owned());
            if let Some(line) = line.filter(|_| random.chance(60)) {
                receive.lines = vec![arrived(random, world, &line)];
            }
            receive.into()
        }
    }
}

/// Some of the goods of a line in transit come, at times into the bin; now and then more than that.
fn arrived(random: &mut Random, world: &World, line: &TransitLine) -> Arrived {
    let item = world.rows::<Item>().into_iter().find(|item| item.id == line.item_id);
    let (one, decimals) = item.map_or((1, 0), |item| (one_of(&item), decimals(&item)));
    let units = if line.left() > one { random.between(1, line.left() / one) * one } else { line.left() };
    let quantity = match random.below(14) {
        0 => Some(Decimal::from_units(units + 900 * one, decimals)),
        1 => Some(decimal("0")),
        2 => None,
        _ => Some(Decimal::from_units(units, decimals)),
    };
    let location = bin(world, line.to_warehouse_id).filter(|_| random.chance(30));
    Arrived { of_line: line.line_number, quantity, location }
}

/// When the second step of a transfer is, and where it stands in the order of costs: mostly now.
fn second_step(random: &mut Random) -> (Option<When>, CostingPlace) {
    match random.below(10) {
        0 => (Some(When::On(jiff::civil::date(2010, 5, 2))), CostingPlace::Prospective),
        1 => (Some(When::On(jiff::civil::date(2010, 11, 30))), CostingPlace::InOrder),
        _ => (None, CostingPlace::InOrder),
    }
}

fn some_day(random: &mut Random) -> When {
    let month = i8::try_from(random.between(5, 11)).unwrap_or(5);
    When::On(jiff::civil::date(2010, month, 20))
}

/// A transfer of which something is in transit, with the line; now and then another movement.
fn on_its_way(random: &mut Random, world: &World) -> (Sought<MovementId>, Option<TransitLine>) {
    let open: Vec<TransitLine> = world.rows::<TransitLine>().into_iter().filter(|line| line.is_open).collect();
    match random.pick(&open).filter(|_| !random.chance(6)) {
        Some(line) => (Sought::Id(line.movement_id), Some(line.clone())),
        None => (any_movement(random, world, false), None),
    }
}

/// The dimension that the account of adjustments requires.
pub fn country() -> String {
    r#"{"country":"UK"}"#.to_owned()
}

/// Gives a movement the fields that its kind needs.
pub fn complete(random: &mut Random, world: &World, new: &mut NewMovement) {
    use MovementKind as K;
    match new.kind {
        K::SupplierInvoice => invoice(random, world, new),
        K::SupplierCredit => credits::complete(random, world, new),
        K::LandedCost => freight(random, world, new),
        K::SupplierReturn => to_supplier(random, world, new),
        K::Revaluation | K::WriteDown => worth(random, world, new),
        K::StandardCostChange => standard(random, world, new),
        K::CostingChange => method(random, world, new),
        K::Assembly | K::Disassembly => made(random, world, new),
        _ => {}
    }
}

/// Some of the goods that left by an issue come back; `false` if none did.
pub fn return_known(random: &mut Random, world: &World, new: &mut NewMovement) -> bool {
    let issues: Vec<&KnownMovement> =
        world.movements.iter().filter(|known| known.kind == MovementKind::Issue).collect();
    let fresh: Vec<&KnownMovement> =
        issues.iter().filter(|known| !world.returned.contains(&known.id)).copied().collect();
    let known = if random.chance(85) { &fresh } else { &issues };
    let Some(issue) = random.pick(known) else { return false };
    let Some(line) = line_of(world, Some(&issue.id)) else { return false };
    new.of_movement = Some(Sought::of(&issue.id));
    new.lines = vec![back(random, world, &line)];
    // Not before it left.
    new.occurred_at = None;
    true
}

/// Lines of receipts that are neither invoiced nor sent back, with the lines of their movements.
fn received(world: &World) -> Vec<(ReceivedLine, MovementLine)> {
    received_where(world, |row| row.open() > 0)
}

/// Lines of receipts that are as asked for, with the lines of their movements.
pub(super) fn received_where(
    world: &World,
    is_wanted: impl Fn(&ReceivedLine) -> bool,
) -> Vec<(ReceivedLine, MovementLine)> {
    let rows = world.rows::<ReceivedLine>().into_iter().filter(is_wanted);
    let line = |row: &ReceivedLine| {
        let rows = world.model.load(&Query::row::<MovementLine>(&(row.movement_seq, row.line_number)));
        MovementLine::from_cells(rows.first()?).ok()
    };
    rows.filter_map(|row| line(&row).map(|line| (row, line))).collect()
}

/// Later than its subject: mostly now.
pub(super) fn later(random: &mut Random) -> Option<When> {
    random.maybe(30, |_| When::On(jiff::civil::date(2010, 11, 30)))
}

/// The invoice of a receipt: all that is open, or some of a line for another price, with charges.
fn invoice(random: &mut Random, world: &World, new: &mut NewMovement) {
    let open = received(world);
    let Some((row, line)) = random.pick(&open) else { return };
    new.of_movement = Some(Sought::Id(row.movement_id));
    new.occurred_at = later(random);
    new.warehouse = None;
    let party = row.party_id.map(IdOrCode::from);
    new.party = Some(party.unwrap_or_else(|| IdOrCode::Code("Supplier 1".to_owned())));
    new.exchange_rate = row.exchange_rate.and_then(|_| random.maybe(70, |_| Rate::parse("0.9").ok())).flatten();
    if random.chance(60) {
        let item = world.rows::<Item>().into_iter().find(|item| item.id == row.item_id);
        let decimals = item.map_or(0, |item| decimals(&item));
        let most = random.between(1, row.open());
        let quantity = random.maybe(60, |_| Decimal::from_units(most, decimals));
        let amount = random.maybe(70, |random| decimal(random.one(&["1.00", "10.00", "0.01", "333.33"])));
        let of_line = Some(line.line_number);
        new.lines = vec![NewMovementLine { amount, quantity, of_line, ..NewMovementLine::default() }];
    }
    new.reference = random.maybe(60, |random| format!("R{}", random.below(60)));
    new.number_use = number_use(random);
    new.due_date = random.maybe(40, |_| jiff::civil::date(2010, 12, 31));
    if random.chance(30) {
        let account = IdOrCode::Code("6000".to_owned());
        let amount = decimal(random.one(&["1.00", "2.50"]));
        new.charges = vec![NewCharge { account, amount, description: None }];
    }
}

/// A cost of receipts: spread over one, over several, or by hand.
fn freight(random: &mut Random, world: &World, new: &mut NewMovement) {
    let open = received(world);
    let (Some((one, _)), Some((other, _))) = (random.pick(&open), random.pick(&open)) else { return };
    new.occurred_at = later(random);
    new.warehouse = None;
    let amount = |random: &mut Random| Some(decimal(random.one(&["1.00", "7.77", "0.05", "-0.05"])));
    let about = |row: &ReceivedLine, amount| NewMovementLine {
        of_movement: Some(Sought::Id(row.movement_id)),
        of_line: Some(row.line_number),
        amount,
        ..NewMovementLine::default()
    };
    new.allow_beyond_value = random.chance(50);
    let is_twice = (one.movement_seq, one.line_number) == (other.movement_seq, other.line_number);
    let by = [SplitBy::Value, SplitBy::Quantity, SplitBy::Weight, SplitBy::Volume];
    match random.below(3) {
        0 => {
            new.lines = vec![about(one, amount(random))];
            if !is_twice {
                new.lines.push(about(other, amount(random)));
            }
            new.split_by = random.maybe(50, |_| SplitBy::Hand);
        }
        1 if !is_twice => {
            new.lines = vec![about(one, None), about(other, None)];
            new.amount = amount(random);
            new.split_by = random.maybe(80, |random| random.one(&by));
        }
        _ => {
            new.of_movement = Some(Sought::Id(one.movement_id));
            new.amount = amount(random);
            new.split_by = random.maybe(80, |random| random.one(&by));
        }
    }
}

/// Some received goods go back, of those still there.
fn to_supplier(random: &mut Random, world: &World, new: &mut NewMovement) {
    let there = lying(world);
    let on_hand = |line: &MovementLine| {
        there.iter().find(|lying| {
            let level = &lying.level;
            let place = line.location_id.map_or([0; 16], |id| id.0);
            let lot = line.lot_id.map_or([0; 16], |id| id.0);
            let piece = line.serial_id.map_or([0; 16], |id| id.0);
            (level.item_id, level.warehouse_id) == (line.item_id, line.warehouse_id)
                && (level.location_id, level.lot_id, level.serial_id) == (place, lot, piece)
        })
    };
    // Goods that may go back: those not invoiced, and then those that were.
    let left = |row: &ReceivedLine| row.open() + row.invoiced_quantity - row.invoiced_returned;
    let all = received_where(world, |row| left(row) > 0);
    let open: Vec<_> = all.iter().filter_map(|(row, line)| on_hand(line).map(|lying| (row, lying))).collect();
    let Some((row, lying)) = random.pick(&open) else { return };
    new.of_movement = Some(Sought::Id(row.movement_id));
    new.occurred_at = later(random);
    new.warehouse = None;
    let most = left(row).min(lying.level.quantity);
    let units = random.between(1, most);
    new.lines = vec![NewMovementLine { of_line: Some(row.line_number), ..lying.line(units) }];
}

/// Goods that have a value of their own are worth a little more or less.
fn worth(random: &mut Random, world: &World, new: &mut NewMovement) {
    let mut there = ours(random, world);
    if new.kind == MovementKind::Revaluation {
        there.retain(|lying| lying.item.costing_method != CostingMethod::Standard);
    }
    let Some(lying) = random.pick(&there) else { return };
    let is_specific = lying.item.costing_method == CostingMethod::Specific;
    let of = lying.line(1);
    let amount = Some(decimal(random.one(&["1.00", "0.01", "-0.01", "0.05", "3.33", "-1.00"])));
    let (lot, serial) = if is_specific { (of.lot, of.serial) } else { (None, None) };
    new.lines = vec![NewMovementLine { quantity: None, location: None, lot, serial, amount, ..of }];
    new.warehouse = None;
    new.offset_account = Some(IdOrCode::Code("5000".to_owned()));
    new.occurred_at = later(random);
}

fn standard(random: &mut Random, world: &World, new: &mut NewMovement) {
    let mut items = goods(world);
    items.retain(|item| item.costing_method == CostingMethod::Standard);
    let item = random.pick(&items).map(|item| IdOrCode::from(item.id));
    new.lines = vec![NewMovementLine { item, standard_cost: cost(random), ..NewMovementLine::default() }];
    new.warehouse = None;
}

/// Another method; lots and pieces seldom get costs of their own, which limits later requests about the time before.
fn method(random: &mut Random, world: &World, new: &mut NewMovement) {
    let items = goods(world);
    let Some(item) = random.pick(&items) else { return };
    let mut methods = vec![CostingMethod::Fifo, CostingMethod::Average, CostingMethod::Standard];
    if item.tracking != Tracking::None && random.chance(30) {
        methods = vec![CostingMethod::Specific];
    }
    methods.retain(|method| *method != item.costing_method);
    let to_method = random.pick(&methods).copied();
    let item = Some(IdOrCode::from(item.id));
    let standard_cost = if to_method == Some(CostingMethod::Standard) { cost(random) } else { None };
    new.lines = vec![NewMovementLine { item, to_method, standard_cost, ..NewMovementLine::default() }];
    new.warehouse = None;
    new.occurred_at = later(random);
}

fn cost(random: &mut Random) -> Option<Decimal> {
    Some(decimal(random.one(&["1.37", "2.5", "0.333333", "0"])))
}

/// Components, and an output.
fn made(random: &mut Random, world: &World, new: &mut NewMovement) {
    let mut there = ours(random, world);
    let main = main_house(world).map(|house| house.id);
    there.retain(|lying| Some(lying.level.warehouse_id) == main);
    let Some(first) = random.pick(&there).cloned() else { return };
    new.lines = vec![NewMovementLine { is_component: Some(true), ..first.some(random, 4) }];
    if let Some(second) = random.pick(&there).filter(|second| second.level != first.level && random.chance(60)) {
        new.lines.push(NewMovementLine { is_component: Some(true), ..second.some(random, 4) });
    }
    let mut outputs = goods(world);
    outputs.retain(|item| item.tracking != Tracking::Serial);
    for _ in 0..1 + random.below(2) {
        let Some(item) = random.pick(&outputs) else { break };
        let weight = Some(random.between(1, 3));
        let output = coming(random, world, item);
        new.lines.push(NewMovementLine { is_component: Some(false), weight, total_cost: None, ..output });
    }
    if random.chance(40) {
        new.amount = Some(decimal("1.00"));
        new.offset_account = Some(IdOrCode::Code("5000".to_owned()));
    }
    new.occurred_at = later(random);
}
