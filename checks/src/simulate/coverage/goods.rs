//! Movements in a run after its opening: their posted kinds and ways, each of which chance must have met.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::Query;
use domain::model::Model;
use domain::rows::{
    CountLine, MovementLine, MovementStatus, Organization, Row, StockMovement, Warehouse, WarehouseKind,
};
use domain::value::id::WarehouseId;
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};

/// Kinds that chance does not void: goods that are on an account by now are reclassified back instead.
const NOT_VOIDED: &[MovementKind] = &[MovementKind::Reclassification];

/// Goods came to a warehouse for the first time before a change of their method or standard cost, entered after it.
const CAUGHT_UP: &str = "a change with a line for goods that came to light later";

/// Counts by case.
#[derive(Clone, Debug, Default)]
pub struct Goods(BTreeMap<String, usize>);

impl Goods {
    /// Adds the movements of an organization after a place in its log.
    pub fn note(&mut self, model: &Model, after: i64) {
        let base = rows::<Organization>(model).pop().map(|organization| organization.base_currency);
        let houses: BTreeMap<WarehouseId, WarehouseKind> =
            rows::<Warehouse>(model).into_iter().map(|house| (house.id, house.kind)).collect();
        let mut of: BTreeMap<i64, Vec<MovementLine>> = BTreeMap::new();
        for line in rows::<MovementLine>(model) {
            of.entry(line.movement_seq).or_default().push(line);
        }
        for movement in rows::<StockMovement>(model) {
            let Some(seq) = movement.seq.filter(|seq| *seq > after) else { continue };
            self.document(&movement, Some(movement.currency) != base);
            let lines = of.get(&seq).map(Vec::as_slice).unwrap_or_default();
            self.lines(&movement, lines, &houses);
        }
        let counted = rows::<CountLine>(model).into_iter().filter(|line| line.movement_line.is_some());
        self.add("a line of a count with a difference that was posted", counted.count());
    }

    /// Adds another run's counts.
    pub fn add_all(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }

    /// The cases that were never met.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let missing = wanted().into_iter().filter(|name| self.0.get(name).is_none_or(|count| *count == 0));
        missing.map(|name| format!("never posted: {name}")).collect()
    }

    fn add(&mut self, name: &str, count: usize) {
        *self.0.entry(name.to_owned()).or_default() += count;
    }

    fn met(&mut self, name: &str, is_met: bool) {
        self.add(name, usize::from(is_met));
    }

    fn document(&mut self, movement: &StockMovement, is_foreign: bool) {
        let kind = movement.kind.name();
        self.met(kind, true);
        self.met(&format!("void of {kind}"), movement.status == MovementStatus::Voided);
        if let Some(mode) = movement.transfer_mode {
            self.met(&of_mode(mode), true);
            self.met(&format!("void of {}", of_mode(mode)), movement.status == MovementStatus::Voided);
        }
        if let Some(by) = movement.split_by {
            self.met(&of_split(by), true);
        }
        let is_prospective = movement.costing == CostingPlace::Prospective && movement.costed_at.is_some();
        self.met("a prospective one", is_prospective);
        if is_foreign {
            self.met(&format!("{kind} in another currency"), true);
        }
        self.met("charges", !movement.charges.is_empty());
        self.met("a due date", movement.due_date.is_some());
        self.met("a reason", movement.reason_code_id.is_some());
        self.met("one that was a draft", !movement.prepared_by.is_empty());
        self.met("one that was approved", movement.approved_at.is_some());
        let is_receive = movement.transfer_mode == Some(TransferMode::Receive);
        let is_close = movement.transfer_mode == Some(TransferMode::Close);
        self.met("a receive with a reference", is_receive && movement.reference.is_some());
        self.met("a close with a reason code", is_close && movement.reason_code_id.is_some());
        let is_late = movement.occurred_at.zip(movement.posted_at).is_some_and(|(one, other)| one.0 < other.0);
        self.met("a reclassification of the past", movement.kind == MovementKind::Reclassification && is_late);
        let is_touched = movement.posted_at.is_some_and(|posted| posted < movement.updated_at);
        let has_caught_up = is_touched && movement.status == MovementStatus::Posted;
        self.met(CAUGHT_UP, movement.kind.changes_valuation() && has_caught_up);
    }

    fn lines(
        &mut self,
        movement: &StockMovement,
        lines: &[MovementLine],
        houses: &BTreeMap<WarehouseId, WarehouseKind>,
    ) {
        for line in lines {
            self.met("a line in a bin", line.location_id.is_some() || line.to_location_id.is_some());
            self.met("a line of a lot", line.lot_id.is_some());
            self.met("a line of a piece", line.serial_id.is_some());
            self.met("a line of a reservation", line.reservation_id.is_some());
            for house in [Some(line.warehouse_id), line.to_warehouse_id].into_iter().flatten() {
                self.met(&in_kind(houses.get(&house).copied().unwrap_or(WarehouseKind::Storage)), true);
            }
            let is_theirs = houses.get(&line.warehouse_id) == Some(&WarehouseKind::ConsignmentIn);
            self.met("goods of others that were used", is_theirs && movement.kind == MovementKind::Issue);
        }
        let places: BTreeSet<WarehouseId> = lines.iter().map(|line| line.warehouse_id).collect();
        let receipts: BTreeSet<i64> = lines.iter().filter_map(|line| line.of_seq).collect();
        let is_landed = movement.kind == MovementKind::LandedCost;
        self.met("lines in several warehouses", places.len() > 1 && movement.kind.moves_goods());
        self.met("a landed cost of several receipts", is_landed && receipts.len() > 1);
    }
}

/// All that must be met.
fn wanted() -> Vec<String> {
    let kinds = MovementKind::ALL.iter().map(|kind| kind.name().to_owned());
    let voided = MovementKind::ALL.iter().filter(|kind| !NOT_VOIDED.contains(kind));
    let voids = voided.map(|kind| format!("void of {}", kind.name()));
    let modes = TransferMode::ALL.iter().flat_map(|mode| [of_mode(*mode), format!("void of {}", of_mode(*mode))]);
    let splits = SplitBy::ALL.iter().map(|by| of_split(*by));
    let houses = WarehouseKind::ALL.iter().filter(|kind| **kind != WarehouseKind::InTransit).map(|kind| in_kind(*kind));
    let rest = [
        "a prospective one",
        "receipt in another currency",
        "supplierInvoice in another currency",
        "charges",
        "a due date",
        "a reason",
        "one that was a draft",
        "one that was approved",
        "a receive with a reference",
        "a close with a reason code",
        "a reclassification of the past",
        "a line in a bin",
        "a line of a lot",
        "a line of a piece",
        "a line of a reservation",
        "goods of others that were used",
        "lines in several warehouses",
        "a landed cost of several receipts",
        "a line of a count with a difference that was posted",
        CAUGHT_UP,
    ];
    kinds.chain(voids).chain(modes).chain(splits).chain(houses).chain(rest.map(str::to_owned)).collect()
}

fn of_mode(mode: TransferMode) -> String {
    format!("transfer with mode {}", mode.name())
}

fn of_split(by: SplitBy) -> String {
    format!("split by {}", by.name())
}

fn in_kind(kind: WarehouseKind) -> String {
    format!("in a warehouse of kind {}", kind.name())
}

fn rows<R: Row>(model: &Model) -> Vec<R> {
    let rows = model.load(&Query::all::<R>());
    rows.iter().map(|cells| R::from_cells(cells).unwrap_or_else(|bad| panic!("{bad}"))).collect()
}
