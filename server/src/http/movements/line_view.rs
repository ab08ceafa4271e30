//! A line of a movement of goods as it is answered.

use domain::rows::movement_drafts::{DraftLine, decode_drafts};
use domain::rows::{CostingMethod, MovementLine, StockMovement};
use domain::value::Decimal;
use domain::value::id::{AccountId, ItemId, LocationId, LotId, MovementId, ReservationId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;

use super::brought::{self, BroughtLotView, BroughtSerialView};
use super::view::{Beside, Costs, in_currency, places};
use super::wire::AssemblyRole;
use crate::http::called::{Names, Naming, Wanted};
use crate::http::entered::EnteredView;
use crate::http::output::{DecimalText, Id, Named};
use crate::http::problem::Problem;

crate::output! {
    /// A line of a movement.
    pub struct MovementLineView {
        pub line_number: i64,
        pub item_id: Id<ItemId>,
        pub sku: String,
        /// Null for callers who may not read items.
        pub item_name: Option<String>,
        /// In the item's base unit: above 0 into the warehouse, below 0 out of it.
        pub quantity: DecimalText,
        /// The quantity as entered; null for a line that was made by posting.
        pub entered: Option<EnteredView>,
        pub warehouse_id: Id<WarehouseId>,
        /// Null for callers who may not read warehouses, like all codes of warehouses and locations.
        pub warehouse_code: Option<String>,
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String>,
        pub to_warehouse_id: Option<Id<WarehouseId>>,
        pub to_warehouse_code: Option<String>,
        pub to_location_id: Option<Id<LocationId>>,
        pub to_location_code: Option<String>,
        pub lot_id: Option<Id<LotId>>,
        /// Null for callers who may not read items, like `serialNumber`.
        pub lot_number: Option<String>,
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String>,
        /// For a draft: the lot or piece that posting will create.
        pub lot: Option<BroughtLotView>,
        pub serial: Option<BroughtSerialView>,
        /// The stated cost, in the movement's currency.
        pub total_cost: Option<DecimalText>,
        /// For a receipt: whether no cost was given, and `totalCost` is provisional because its invoice has not settled
        /// it yet.
        pub provisional_cost: bool,
        /// Its present cost, in base currency, with all changes by later documents. Null without `costs:read`, for a
        /// draft, and if the goods stay in one pool.
        pub cost: Option<DecimalText>,
        /// The account of its other side.
        pub counter_account_id: Option<Id<AccountId>>,
        pub counter_account_code: Option<String>,
        /// The change in value, the write-down or the invoiced amount, in the movement's currency.
        pub amount: Option<DecimalText>,
        /// The movement that it takes back or refers to; also the movement that brought the goods of others that it
        /// buys, passes on or sends back. Null in a draft if it is the document's.
        pub of_movement_id: Option<Id<MovementId>>,
        /// The position of that movement in the log; null for a draft.
        pub of_sequence: Option<i64>,
        /// The line of that movement, and the quantity taken from it.
        pub of_line: Option<i64>,
        pub of_quantity: Option<DecimalText>,
        /// The reservation from which it took its quantity.
        pub reservation_id: Option<Id<ReservationId>>,
        /// For an assembly or disassembly: whether the goods go in or come out.
        pub role: Option<Named<AssemblyRole>>,
        /// The share of an output of an assembly.
        pub weight: Option<i64>,
        /// The new cost of a base unit.
        pub standard_cost: Option<DecimalText>,
        /// The new costing method of the item.
        pub costing_method: Option<Named<CostingMethod>>,
        pub description: Option<String>,
    }
}

/// The lines of a movement as they are answered: those that it has, or those that its draft keeps.
pub fn views(
    movement: &StockMovement,
    lines: &[MovementLine],
    costs: &Costs,
    beside: &Beside,
) -> Result<Vec<MovementLineView>, Problem> {
    if movement.seq.is_some() {
        return Ok(lines.iter().map(|line| posted(line, movement, costs, beside)).collect());
    }
    let drafts =
        decode_drafts(&movement.draft_lines).map_err(|bad| Problem::unreadable("movements", movement.id, &bad))?;
    Ok((1..).zip(&drafts).map(|(number, draft)| drafted(number, draft, movement, beside)).collect())
}

impl Naming for MovementLineView {
    fn ask(&self, wanted: &mut Wanted) {
        // Most often it is read with the SKU.
        wanted.items.extend(self.item_name.is_none().then_some(self.item_id.0));
        wanted.warehouses.insert(self.warehouse_id.0);
        wanted.warehouses.extend(self.to_warehouse_id.map(|id| id.0));
        wanted.locations.extend([self.location_id, self.to_location_id].into_iter().flatten().map(|id| id.0));
        wanted.lots.extend(self.lot_id.map(|id| id.0));
        wanted.serials.extend(self.serial_id.map(|id| id.0));
        wanted.accounts.extend(self.counter_account_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        self.item_name = self.item_name.take().or_else(|| names.items.of(self.item_id).name);
        self.warehouse_code = names.warehouses.of(self.warehouse_id).code;
        self.location_code = names.locations.maybe(self.location_id).code;
        self.to_warehouse_code = names.warehouses.maybe(self.to_warehouse_id).code;
        self.to_location_code = names.locations.maybe(self.to_location_id).code;
        self.lot_number = names.lots.maybe(self.lot_id).code;
        self.serial_number = names.serials.maybe(self.serial_id).code;
        self.counter_account_code = names.accounts.maybe(self.counter_account_id).code;
    }
}

/// The amount of a line as `totalCost` if goods move by it, else as `amount`; neither for callers who may not see
/// costs.
fn said(amount: Option<i64>, movement: &StockMovement, beside: &Beside) -> (Option<DecimalText>, Option<DecimalText>) {
    let said = amount.filter(|_| beside.sees_costs).map(|units| in_currency(units, movement.currency));
    if movement.kind.moves_goods() { (said, None) } else { (None, said) }
}

fn posted(line: &MovementLine, movement: &StockMovement, costs: &Costs, beside: &Beside) -> MovementLineView {
    let cost = places(movement, line).map(|place| costs.get(&place).copied().unwrap_or(0));
    // The cost of goods has no sign, whichever way they moved; a change of their value has one.
    let cost = cost.map(|cost| if movement.kind.moves_goods() { cost.abs() } else { cost });
    // The price of goods of others is in their owner's currency, and the movement is in another one.
    let is_of_others = movement.kind.moves_goods() && line.is_of_others();
    let (total_cost, amount) = said(if is_of_others { line.base_amount } else { line.amount }, movement, beside);
    let destination = beside.destinations.get(&line.line_number);
    MovementLineView {
        line_number: line.line_number,
        item_id: Id(line.item_id),
        sku: beside.sku(line.item_id),
        item_name: beside.item_name(line.item_id),
        quantity: beside.quantity(line.item_id, line.quantity),
        entered: EnteredView::of(&line.entered),
        warehouse_id: Id(line.warehouse_id),
        warehouse_code: None,
        location_id: line.location_id.map(Id),
        location_code: None,
        to_warehouse_id: line.to_warehouse_id.or(destination.map(|to| to.0)).map(Id),
        to_warehouse_code: None,
        to_location_id: line.to_location_id.or(destination.and_then(|to| to.1)).map(Id),
        to_location_code: None,
        lot_id: line.lot_id.map(Id),
        lot_number: None,
        serial_id: line.serial_id.map(Id),
        serial_number: None,
        lot: None,
        serial: None,
        total_cost,
        provisional_cost: beside.provisional.contains(&(line.movement_seq, line.line_number)),
        amount,
        cost: cost.filter(|_| beside.sees_costs).map(|units| beside.money(units)),
        counter_account_id: line.counter_account_id.map(Id),
        counter_account_code: None,
        of_movement_id: line.of_seq.and_then(|seq| beside.movements.get(&seq)).copied().map(Id),
        of_sequence: line.of_seq,
        of_line: line.of_line,
        of_quantity: line.of_quantity.map(|quantity| beside.quantity(line.item_id, quantity)),
        role: role(movement.kind, line.quantity),
        weight: line.weight,
        standard_cost: standard_cost(line.standard_cost, beside),
        costing_method: line.to_method.map(Named),
        reservation_id: line.reservation_id.map(Id),
        description: line.description.clone(),
    }
}

/// The role of a line in an assembly: goods that leave go into it.
fn role(kind: MovementKind, quantity: i64) -> Option<Named<AssemblyRole>> {
    let role = if quantity < 0 { AssemblyRole::Component } else { AssemblyRole::Output };
    matches!(kind, MovementKind::Assembly | MovementKind::Disassembly).then_some(Named(role))
}

fn standard_cost(cost: Option<i64>, beside: &Beside) -> Option<DecimalText> {
    cost.filter(|_| beside.sees_costs).map(|cost| DecimalText(Decimal::from_units(cost, 6)))
}

fn drafted(number: i64, draft: &DraftLine, movement: &StockMovement, beside: &Beside) -> MovementLineView {
    let about_other = movement.kind.is_of_receipts();
    let quantity = draft.shown_quantity(movement.kind);
    let (total_cost, amount) = said(draft.amount, movement, beside);
    let (lot, serial) = brought::shown(draft.brought.as_ref());
    MovementLineView {
        line_number: number,
        item_id: Id(draft.item_id),
        sku: beside.sku(draft.item_id),
        item_name: beside.item_name(draft.item_id),
        quantity: beside.quantity(draft.item_id, quantity),
        entered: EnteredView::of(&draft.entered),
        warehouse_id: Id(draft.warehouse_id),
        warehouse_code: None,
        location_id: draft.location_id.map(Id),
        location_code: None,
        to_warehouse_id: draft.to_warehouse_id.map(Id),
        to_warehouse_code: None,
        to_location_id: draft.to_location_id.map(Id),
        to_location_code: None,
        lot_id: draft.lot_id.map(Id),
        lot_number: None,
        serial_id: draft.serial_id.map(Id),
        serial_number: None,
        lot,
        serial,
        total_cost,
        provisional_cost: false,
        amount,
        cost: None,
        counter_account_id: None,
        counter_account_code: None,
        of_movement_id: draft.of_movement_id.map(Id),
        of_sequence: None,
        of_line: draft.of_line,
        of_quantity: about_other.then(|| beside.quantity(draft.item_id, draft.quantity)),
        role: role(movement.kind, draft.quantity),
        weight: draft.weight,
        standard_cost: standard_cost(draft.standard_cost, beside),
        costing_method: draft.to_method.map(Named),
        reservation_id: draft.reservation_id.map(Id),
        description: draft.description.clone(),
    }
}
