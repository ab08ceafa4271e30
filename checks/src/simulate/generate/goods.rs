//! Movements that are sound: goods that are there, in their units, on the right accounts. `faults` spoils some of them.
use domain::rows::items::Item;
use domain::rows::{ActiveState, Brought, LotChange, ReasonCode, SerialChange, Tracking, Warehouse, WarehouseKind};
use domain::stock::goods::document::new::{NewMovement, NewMovementLine, When};
use domain::stock::held::{holds_its_goods, is_taken_for_use};
use domain::value::id::ReasonCodeId;
use domain::value::movement_kind::{CostingPlace, MovementKind, TransferMode};
use domain::value::{IdOrCode, Instant, Patch, Rate};

use super::movement_kinds::{self as kinds, country};
use super::movements::decimal;
use super::shelves::{self, Lying};
use super::{faults, reservations};
use crate::simulate::random::Random;
use crate::simulate::world::{GOODS, World};

/// How often each kind is generated.
const KINDS: [(MovementKind, usize); 18] = [
    (MovementKind::Receipt, 30),
    (MovementKind::Issue, 20),
    (MovementKind::Transfer, 16),
    (MovementKind::Opening, 5),
    (MovementKind::Adjustment, 6),
    (MovementKind::Return, 8),
    (MovementKind::SupplierReturn, 6),
    (MovementKind::SupplierInvoice, 8),
    (MovementKind::SupplierCredit, 6),
    (MovementKind::LandedCost, 8),
    (MovementKind::Scrap, 4),
    (MovementKind::InternalUse, 4),
    (MovementKind::Revaluation, 4),
    (MovementKind::WriteDown, 4),
    (MovementKind::Assembly, 5),
    (MovementKind::Disassembly, 4),
    (MovementKind::StandardCostChange, 2),
    (MovementKind::CostingChange, 2),
];

/// Movements of a hundred that something is wrong with.
const SPOILT: usize = 25;

/// A movement that is sound as far as it can be seen, or one with one thing wrong.
pub fn any(random: &mut Random, world: &World) -> NewMovement {
    let weights: Vec<usize> = KINDS.iter().map(|(_, weight)| *weight).collect();
    let (kind, _) = KINDS[random.weighed(&weights)];
    let mut new = of_kind(random, world, kind);
    if random.chance(SPOILT) {
        faults::spoil(random, world, &mut new);
    }
    new
}

/// A sound movement of a kind.
pub fn of_kind(random: &mut Random, world: &World, kind: MovementKind) -> NewMovement {
    use MovementKind as K;
    let mut new = NewMovement { occurred_at: when(random, world, kind), ..NewMovement::of(kind) };
    new.warehouse = shelves::main_house(world).map(|house| IdOrCode::from(house.id));
    new.dimensions = country();
    new.post = !random.chance(8);
    match kind {
        K::Receipt | K::Opening => come(random, world, &mut new),
        K::Adjustment if random.chance(50) => come(random, world, &mut new),
        K::Return if random.chance(70) && kinds::return_known(random, world, &mut new) => {}
        K::Return => come(random, world, &mut new),
        K::Issue | K::Scrap | K::InternalUse | K::Adjustment => leave(random, world, &mut new),
        K::Transfer => go_on(random, world, &mut new),
        _ => kinds::complete(random, world, &mut new),
    }
    if random.chance(6) && !matches!(kind, K::CostingChange | K::StandardCostChange) {
        new.costing = CostingPlace::Prospective;
    }
    new.external_id = random.maybe(8, |random| format!("M-{}", random.any()));
    new
}

/// Receipts are mostly early in the year, issues late, so that they can be posted. Some are now.
fn when(random: &mut Random, world: &World, kind: MovementKind) -> Option<When> {
    use MovementKind as K;
    let comes = matches!(kind, K::Receipt | K::Opening);
    let first = match random.below(20) {
        0..=3 => return None,
        4..=8 if !comes => return None,
        9..=11 => return Some(When::At(Instant(world.clock - random.between(1, 1_000_000_000_000)))),
        12..=16 if comes => 1,
        12..=17 => 9,
        _ => 3,
    };
    let part = |number: i64| i8::try_from(number).unwrap_or(1);
    let last = if comes { 6.max(first + 3) } else { 11 };
    let (month, day) = (random.between(first, last), random.between(1, 28));
    Some(When::On(jiff::civil::date(2010, part(month), part(day))))
}

/// Goods come, one to three lines.
fn come(random: &mut Random, world: &World, new: &mut NewMovement) {
    let house = shelves::main_house(world);
    let items = shelves::goods(world);
    let mut lines = Vec::new();
    for _ in 0..1 + random.below(3) {
        let Some(item) = random.pick(&items) else { break };
        let mut line = coming(random, world, item);
        let is_given = matches!(new.kind, MovementKind::Receipt | MovementKind::Opening);
        if !is_given && random.chance(50) && !item.sku.ends_with("new") {
            line.total_cost = None;
        }
        // Who receives does not always know the price.
        if new.kind == MovementKind::Receipt && random.chance(10) {
            line.total_cost = None;
        }
        if let Some(house) = house.as_ref().filter(|_| random.chance(15)) {
            line.location = shelves::bin(world, house.id);
        }
        lines.push(line);
    }
    if lines.len() > 1 && random.chance(15) {
        let others = owned(world, false);
        lines[0].warehouse = random.pick(&others).map(|house| IdOrCode::from(house.id));
        lines[0].location = None;
    }
    new.lines = lines;
    match new.kind {
        MovementKind::Receipt => {
            new.party = random.maybe(60, |random| IdOrCode::Code(format!("Supplier {}", random.below(9))));
            if random.chance(25) {
                new.currency = Some(random.one(&["USD", "USD", "EUR"]).to_owned());
                new.exchange_rate = random.maybe(60, |_| Rate::parse("0.8").ok()).flatten();
            }
        }
        MovementKind::Adjustment => give_reason(random, world, new),
        _ => {}
    }
}

/// A line of goods that come, at some cost; of a lot or piece that is new, or of a lot that is there.
pub fn coming(random: &mut Random, world: &World, item: &Item) -> NewMovementLine {
    let much = if item.tracking == Tracking::Serial { 1 } else { random.between(1, 40) };
    let cost = random.one(&["10.00", "0.01", "3.33", "7.77", "100.00", "0.00"]);
    let mut line = NewMovementLine {
        item: Some(IdOrCode::from(item.id)),
        quantity: Some(decimal(&much.to_string())),
        total_cost: Some(decimal(cost)),
        ..NewMovementLine::default()
    };
    match item.tracking {
        Tracking::None => line.unit = random.maybe(4, |_| "XCS".to_owned()).filter(|_| item.quantity_decimals == 3),
        Tracking::Lot => {
            line.lot = shelves::lot_of(random, world, item).filter(|_| random.chance(75));
            if line.lot.is_none() {
                let number = random.below(9);
                let expires_on = Patch::Set(jiff::civil::date(2011, 6, 30));
                // A lot is always told with the same days.
                let is_best_early = number < 3;
                let best_before =
                    if is_best_early { Patch::Set(jiff::civil::date(2010, 6, 30)) } else { Patch::Absent };
                let number = Some(format!("L-{number}"));
                line.brought =
                    Some(Brought::Lot(LotChange { number, best_before, expires_on, ..LotChange::default() }));
            }
        }
        Tracking::Serial => {
            let number = Some(format!("P-{}", random.any()));
            line.brought = Some(Brought::Serial(SerialChange { number, ..SerialChange::default() }));
        }
    }
    line
}

/// Goods that lie in warehouses of ours that take movements: mostly in the main one.
pub fn ours(random: &mut Random, world: &World) -> Vec<Lying> {
    let mut all = shelves::lying(world);
    let main = shelves::main_house(world).map(|house| house.id);
    let houses: Vec<_> = owned(world, true).into_iter().map(|house| house.id).collect();
    all.retain(|lying| lying.item.sku.starts_with(GOODS) && houses.contains(&lying.level.warehouse_id));
    if random.chance(75) {
        let of_main: Vec<Lying> = all.iter().filter(|lying| Some(lying.level.warehouse_id) == main).cloned().collect();
        return if of_main.is_empty() { all } else { of_main };
    }
    all
}

/// Goods that may leave by a movement of this kind; now and then held ones among them.
pub fn free(random: &mut Random, world: &World, kind: MovementKind, mut all: Vec<Lying>) -> Vec<Lying> {
    if is_taken_for_use(kind, -1) && !random.chance(4) {
        let houses = world.rows::<Warehouse>().into_iter().filter(|house| holds_its_goods(house.kind));
        let held: Vec<_> = houses.map(|house| house.id).collect();
        all.retain(|lying| !held.contains(&lying.level.warehouse_id));
    }
    all
}

/// Warehouses that take goods of ours and value them; the main one among them or not.
fn owned(world: &World, with_main: bool) -> Vec<Warehouse> {
    let main = shelves::main_house(world).map(|house| house.id);
    let fits = |house: &Warehouse| {
        !matches!(house.kind, WarehouseKind::Scrap | WarehouseKind::InTransit) && (with_main || Some(house.id) != main)
    };
    shelves::open_houses(world).into_iter().filter(fits).collect()
}

/// Goods of a few places leave.
fn leave(random: &mut Random, world: &World, new: &mut NewMovement) {
    let from = ours(random, world);
    let from = free(random, world, new.kind, from);
    new.lines = taken(random, &from);
    match new.kind {
        MovementKind::Issue if random.chance(25) => reservations::take(random, world, new),
        MovementKind::InternalUse => new.offset_account = Some(IdOrCode::Code("5000".to_owned())),
        MovementKind::Adjustment => {
            for line in &mut new.lines {
                line.quantity = line.quantity.map(|much| domain::value::Decimal { unscaled: -much.unscaled, ..much });
            }
            give_reason(random, world, new);
        }
        _ => give_reason(random, world, new),
    }
    if random.chance(50) {
        // The lines are enough.
        new.warehouse = None;
    }
}

/// Lines of one to three places, each once.
fn taken(random: &mut Random, from: &[Lying]) -> Vec<NewMovementLine> {
    let mut left: Vec<&Lying> = from.iter().collect();
    let mut lines = Vec::new();
    for _ in 0..1 + random.weighed(&[60, 30, 10]) {
        if left.is_empty() {
            break;
        }
        lines.push(left.swap_remove(random.below(left.len())).some(random, 6));
    }
    lines
}

/// Goods go from one warehouse to another, or into the bin.
fn go_on(random: &mut Random, world: &World, new: &mut NewMovement) {
    let from = ours(random, world);
    let Some(first) = random.pick(&from).cloned() else { return };
    let here = first.level.warehouse_id;
    new.warehouse = Some(IdOrCode::from(here));
    let bin = shelves::bin(world, here).filter(|_| first.level.location_id == [0; 16] && random.chance(15));
    if let Some(bin) = bin {
        let mut line = first.some(random, 6);
        line.to_location = Some(bin);
        new.lines = vec![line];
        return;
    }
    let of_one: Vec<Lying> = from.into_iter().filter(|lying| lying.level.warehouse_id == here).collect();
    new.lines = taken(random, &of_one);
    if random.chance(45) {
        new.mode = Some(TransferMode::TwoStep);
    } else if random.chance(30) {
        new.mode = Some(TransferMode::Direct);
    }
    let to: Vec<Warehouse> = shelves::open_houses(world).into_iter().filter(|house| house.id != here).collect();
    // Most go between few, so that goods come back.
    let near = to.get(..to.len().min(3)).unwrap_or_default();
    let is_special = |house: &&Warehouse| house.kind != WarehouseKind::Storage;
    let mut special: Vec<Warehouse> = to.iter().filter(is_special).cloned().collect();
    // Each kind as often as any other, however many there are of it.
    let mut kinds: Vec<WarehouseKind> = special.iter().map(|house| house.kind).collect();
    kinds.sort_by_key(|kind| kind.name());
    kinds.dedup();
    if let Some(kind) = random.pick(&kinds).copied() {
        special.retain(|house| house.kind == kind);
    }
    let to: &[Warehouse] = match random.below(10) {
        0 | 1 if !special.is_empty() => &special,
        2..=7 => near,
        _ => &to,
    };
    let Some(to) = random.pick(to) else { return };
    let named = Some(IdOrCode::from(to.id));
    if random.chance(25) {
        new.lines.iter_mut().for_each(|line| line.to_warehouse.clone_from(&named));
    } else {
        new.to_warehouse = named;
    }
    if random.chance(10) && new.mode.is_none() {
        reservations::take(random, world, new);
    }
}

/// At times a reason that the kind may have, and that names no account of its own.
pub fn give_reason(random: &mut Random, world: &World, new: &mut NewMovement) {
    if !random.chance(25) {
        return;
    }
    new.reason = usable_reason(random, world, new.kind);
}

/// A reason in use that fits a kind.
pub fn usable_reason(random: &mut Random, world: &World, kind: MovementKind) -> Option<IdOrCode<ReasonCodeId>> {
    let fits = |reason: &ReasonCode| {
        reason.status == ActiveState::Active
            && reason.account_id.is_none()
            && (reason.kinds.is_empty() || reason.kinds.split(' ').any(|name| name == kind.name()))
    };
    let reasons: Vec<ReasonCode> = world.rows::<ReasonCode>().into_iter().filter(fits).collect();
    Some(IdOrCode::from(random.pick(&reasons)?.id))
}
