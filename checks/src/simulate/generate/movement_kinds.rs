//! What movements of other kinds say than goods that come and go: invoices and costs of receipts, goods in transit and made
//! of goods, another worth, method or account.

use domain::book::{Query, Row};
use domain::command::Command;
use domain::inventory::items::CostingMethod;
use domain::inventory::lots::StockStatus;
use domain::inventory::lots::change::LotChange;
use domain::inventory::lots::update::UpdateLot;
use domain::inventory::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::inventory::movements::change_scope::ChangeCostingScope;
use domain::inventory::movements::new::{NewCharge, NewMovement, NewMovementLine, Ref, When};
use domain::inventory::movements::reclassify::ReclassifyWarehouse;
use domain::inventory::movements::transit::{Arrived, CloseTransfer, ReceiveTransfer};
use domain::inventory::movements::void::VoidMovement;
use domain::inventory::movements::{MovementStatus, StockMovement};
use domain::ledger::draft::{AccountRef, PartyRef};
use domain::value::TypedId;
use domain::value::id::MovementId;
use domain::warehouses::CostingScope;

use super::movements::{GOODS, back, decimal, goods_line, line_of, lot, main_warehouse, of_main};
use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Steps of the opening that chance would hardly ever play.
pub const SCENES: usize = 15;

/// Each of them; `None` when they are over.
pub fn scene(step: usize, world: &World) -> Option<Command> {
    let of_first = |command: &mut NewMovement| command.of_movement = Some(first(world, MovementKind::Receipt));
    Some(match step {
        0 => {
            let mut transfer = of_main(world, MovementKind::Transfer, goods_line(0, "9", None));
            transfer.new.mode = Some(TransferMode::TwoStep);
            transfer.new.to_warehouse = world.warehouses.get(1).cloned().map(Ref::Id);
            transfer.into()
        }
        1 | 2 => receive(in_transit(world), Some("2")).into(),
        3 => close(in_transit(world)).into(),
        4 => receive(in_transit(world), None).into(),
        5 => {
            let mut invoice = of_main(world, MovementKind::SupplierInvoice, NewMovementLine::default());
            (invoice.new.lines, invoice.new.warehouse) = (Vec::new(), None);
            invoice.new.party = Some(PartyRef::Name("Supplier 1".to_owned()));
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
        7 => reclassify(world.warehouses.first()?.clone(), "1250").into(),
        8 => {
            let movement = first(world, MovementKind::Reclassification);
            VoidMovement { movement, reason: "simulated".to_owned(), if_match: None }.into()
        }
        // The lot that moves is on hold for a moment.
        9 | 11 => {
            let status = Some(if step == 9 { StockStatus::Hold } else { StockStatus::Available });
            UpdateLot { lot: lot(world), if_match: None, fields: LotChange { status, ..LotChange::default() } }.into()
        }
        10 => {
            let line = NewMovementLine { lot: Some(Ref::Code("L-1".to_owned())), ..goods_line(3, "1", None) };
            of_main(world, MovementKind::Issue, line).into()
        }
        // Before the goods that came there, then after them, and back.
        12 => {
            let occurred_at = Some(When::On(jiff::civil::date(2010, 1, 1)));
            ChangeCostingScope { occurred_at, ..change_scope(second(world)?, CostingScope::Organization) }.into()
        }
        13 => change_scope(second(world)?, CostingScope::Organization).into(),
        14 => change_scope(second(world)?, CostingScope::Warehouse).into(),
        _ => return None,
    })
}

/// The first posted movement of a kind.
fn first(world: &World, kind: MovementKind) -> String {
    let rows = world.rows::<StockMovement>();
    let found = rows.into_iter().filter(|row| row.kind == kind && row.status == MovementStatus::Posted);
    found.min_by_key(|row| row.seq).map_or_else(String::new, |row| row.id.to_string())
}

/// The first transfer in two steps.
fn in_transit(world: &World) -> String {
    let rows = world.rows::<StockMovement>();
    let found = rows.into_iter().filter(|row| row.transfer_mode == Some(TransferMode::TwoStep));
    found.min_by_key(|row| row.created_at).map_or_else(String::new, |row| row.id.to_string())
}

fn receive(movement: String, quantity: Option<&str>) -> ReceiveTransfer {
    let quantity = quantity.map(decimal);
    let lines = quantity.map(|_| Arrived { of_line: 1, quantity, location: None }).into_iter().collect();
    let description = String::new();
    let (reference, dimensions, costing) = (None, None, CostingPlace::InOrder);
    ReceiveTransfer { movement, if_match: None, occurred_at: None, costing, lines, reference, description, dimensions }
}

fn close(movement: String) -> CloseTransfer {
    let dimensions = Some(country());
    let (reason, reason_code, costing) = ("lost".to_owned(), None, CostingPlace::InOrder);
    CloseTransfer { movement, if_match: None, reason, reason_code, occurred_at: None, costing, dimensions }
}

fn reclassify(warehouse: String, code: &str) -> ReclassifyWarehouse {
    let to_account = AccountRef::Code(code.to_owned());
    ReclassifyWarehouse { warehouse, if_match: None, to_account, occurred_at: None, description: String::new() }
}

/// The warehouse to which goods of the opening went.
fn second(world: &World) -> Option<String> {
    world.warehouses.get(1).cloned()
}

fn change_scope(warehouse: String, to: CostingScope) -> ChangeCostingScope {
    ChangeCostingScope { warehouse, if_match: None, to, occurred_at: None, description: String::new() }
}

/// Receives, closes, reclassifies, or values goods with those of others.
pub fn any(random: &mut Random, world: &World) -> Command {
    if random.chance(8) {
        let warehouse = id(random, &world.warehouses, &world.foreign);
        let occurred_at = random.maybe(15, |_| When::On(jiff::civil::date(2010, 5, 1)));
        let to = random.one(CostingScope::ALL);
        let if_match = if_match(random);
        return ChangeCostingScope { if_match, occurred_at, ..change_scope(warehouse, to) }.into();
    }
    if random.chance(12) {
        let warehouse = if random.chance(10) {
            id(random, &world.warehouses, &world.foreign)
        } else {
            main_warehouse(world).unwrap_or_default()
        };
        let code = random.one(&["1200", "1200", "1250", "1250", "5000", "nothing"]);
        return ReclassifyWarehouse { if_match: if_match(random), ..reclassify(warehouse, code) }.into();
    }
    let transfer = of_kind(random, world, |row| row.transfer_mode == Some(TransferMode::TwoStep));
    let is_late = random.chance(10);
    let costing = if is_late { CostingPlace::Prospective } else { CostingPlace::InOrder };
    let occurred_at = is_late.then(|| When::On(jiff::civil::date(2010, 5, 2)));
    if random.chance(25) {
        return CloseTransfer { if_match: if_match(random), occurred_at, costing, ..close(transfer) }.into();
    }
    let quantity = random.maybe(60, |random| random.one(&["1", "1", "2", "0", "0.5", "900"]));
    ReceiveTransfer { if_match: if_match(random), occurred_at, costing, ..receive(transfer, quantity) }.into()
}

/// A posted movement of some kind; some other one where none is met soon, and now and then anyway.
fn of_kind(random: &mut Random, world: &World, is_meant: impl Fn(&StockMovement) -> bool) -> String {
    for _ in 0..12 {
        let Some((id, _)) = random.pick(&world.movements).cloned() else { break };
        let rows = MovementId::parse(&id).map(|id| world.model.load(&Query::row::<StockMovement>(&(id,))));
        let row = rows.and_then(|rows| StockMovement::from_cells(rows.first()?).ok());
        if row.is_some_and(|row| is_meant(&row)) || random.chance(1) {
            return id;
        }
    }
    id(random, &[], &world.foreign)
}

/// What the account of adjustments asks for.
pub fn country() -> String {
    r#"{"country":"UK"}"#.to_owned()
}

/// Gives a movement what its kind asks for; now and then something that it does not.
pub fn adapt(random: &mut Random, world: &World, new: &mut NewMovement) {
    use MovementKind as K;
    match new.kind {
        K::Transfer if random.chance(40) => new.mode = Some(TransferMode::TwoStep),
        K::SupplierReturn | K::SupplierInvoice | K::LandedCost => of_receipt(random, world, new),
        K::Revaluation | K::WriteDown => {
            new.lines = vec![said(random)];
            new.lines[0].amount =
                Some(decimal(random.one(&["1.00", "0.01", "-0.01", "-1.00", "3.33", "0.00", "900.00"])));
            new.offset_account = random.maybe(95, |_| AccountRef::Code("5000".to_owned()));
        }
        K::StandardCostChange => {
            new.lines = vec![NewMovementLine { standard_cost: cost(random), ..said(random) }];
            if random.chance(85) {
                new.lines[0].item = Some(Ref::Code(GOODS[2].0.to_owned()));
            }
            (new.warehouse, new.currency) = (None, None);
        }
        K::CostingChange => {
            let to_method = random.maybe(97, |random| random.one(CostingMethod::ALL));
            new.lines = vec![NewMovementLine { to_method, standard_cost: cost(random), ..said(random) }];
            (new.warehouse, new.currency) = (None, None);
        }
        K::Assembly | K::Disassembly => made(random, new),
        _ => {}
    }
    if random.chance(50) {
        new.dimensions = country();
    }
    if random.chance(1) {
        new.amount = Some(decimal("1.00"));
    }
    if random.chance(1) {
        new.due_date = Some(jiff::civil::date(2010, 12, 31));
    }
}

fn cost(random: &mut Random) -> Option<domain::value::Decimal> {
    random.maybe(90, |random| decimal(random.one(&["1.37", "2.5", "0.333333", "0", "0.0000001"])))
}

/// A line of one of the usual items that says nothing else.
fn said(random: &mut Random) -> NewMovementLine {
    let index = random.weighed(&[30, 30, 20, 2]);
    NewMovementLine { item: Some(Ref::Code(GOODS[index].0.to_owned())), ..NewMovementLine::default() }
}

fn of_receipt(random: &mut Random, world: &World, new: &mut NewMovement) {
    let receipt = of_kind(random, world, |row| row.kind == MovementKind::Receipt);
    let line = line_of(world, Some(&receipt));
    let rows = MovementId::parse(&receipt).map(|id| world.model.load(&Query::row::<StockMovement>(&(id,))));
    let row = rows.and_then(|rows| StockMovement::from_cells(rows.first()?).ok());
    new.of_movement = Some(receipt);
    new.occurred_at = random.maybe(30, |_| When::On(jiff::civil::date(2010, 11, 30)));
    if new.kind == MovementKind::SupplierReturn {
        new.lines = line.iter().map(|line| back(random, line)).collect();
        (new.warehouse, new.currency, new.exchange_rate) = (None, None, None);
        return;
    }
    (new.warehouse, new.lines) = (None, Vec::new());
    new.offset_account = None;
    if new.kind == MovementKind::LandedCost {
        new.amount = random.maybe(95, |random| decimal(random.one(&["1.00", "7.77", "-0.05", "0.00"])));
        new.split_by = random.maybe(40, |random| random.one(SplitBy::ALL));
        return;
    }
    new.party = row.as_ref().and_then(|row| row.party_id).map(|party| PartyRef::Id(party.to_string()));
    if new.party.is_none() {
        new.party = random.maybe(97, |_| PartyRef::Name("Supplier 1".to_owned()));
    }
    new.currency = None;
    let base = row.is_none_or(|row| row.exchange_rate.is_none());
    new.exchange_rate = if base { None } else { domain::value::Rate::parse("0.9").ok() };
    if random.chance(50) {
        let amount = random.maybe(70, |random| decimal(random.one(&["1.00", "10.00", "0.01", "333.33"])));
        let quantity = random.maybe(50, |random| decimal(random.one(&["1", "2", "70"])));
        new.lines = vec![NewMovementLine { amount, quantity, of_line: Some(1), ..NewMovementLine::default() }];
    }
    if random.chance(25) {
        let account = AccountRef::Code(random.one(&["6000", "6000", "nothing"]).to_owned());
        let amount = decimal(random.one(&["1.00", "-0.50"]));
        new.charges = vec![NewCharge { account, amount, description: None }];
    }
}

/// Components, and what is made of them.
fn made(random: &mut Random, new: &mut NewMovement) {
    let part = |index: usize, quantity: &str, is_component: bool, weight: Option<i64>| NewMovementLine {
        is_component: Some(is_component),
        weight,
        ..goods_line(index, quantity, None)
    };
    new.lines = vec![part(0, "1", true, None), part(1, "2", true, None)];
    new.lines.truncate(1 + random.below(2));
    new.lines.push(part(2, "1", false, random.maybe(90, |_| 2)));
    if random.chance(50) {
        new.lines.push(part(5, "1", false, Some(1)));
    }
    if random.chance(4) {
        new.lines.reverse();
    }
    new.currency = None;
    new.amount = random.maybe(40, |_| decimal("1.00"));
    new.offset_account = random.maybe(90, |_| AccountRef::Code("5000".to_owned()));
}
