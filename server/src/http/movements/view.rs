//! A movement of goods as it is answered.

use std::collections::BTreeMap;

use domain::costing::{Phase, Place};
use domain::rows::items::Item;
use domain::rows::movement_drafts::{DraftLine, decode_charges, decode_drafts};
use domain::rows::{
    Charge, CostingMethod, ItemShown, LegKind, MovementLine, MovementStatus, Organization, Shown, StockMovement,
    TransitLine, ValueEntry,
};
use domain::value::id::{
    AccountId, EntryId, ItemId, LocationId, LotId, MovementId, OrganizationId, PartyId, PoolId, PrincipalId,
    ReasonCodeId, ReservationId, SerialId, WarehouseId,
};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, Currency, Decimal, TypedId};
use store::Snapshot;
use store::read::{by_id, value_entries};

use super::brought::{self, BroughtLotView, BroughtSerialView};
use super::warnings::MovementWarningView;
use super::wire::AssemblyRole;
use crate::http::counts::overruns::CountOverrunView;
use crate::http::entered::EnteredView;
use crate::http::journal_entries::view::texts;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RateText, RawObject};
use crate::http::problem::Problem;

crate::output! {
    /// A line of a movement.
    pub struct MovementLineView {
        pub line_number: i64,
        pub item_id: Id<ItemId>,
        pub sku: String,
        /// In the item's base unit: above 0 into the warehouse, below 0 out of it.
        pub quantity: DecimalText,
        /// The quantity as entered; null for a line that was made by posting.
        pub entered: Option<EnteredView>,
        pub warehouse_id: Id<WarehouseId>,
        pub location_id: Option<Id<LocationId>>,
        pub to_warehouse_id: Option<Id<WarehouseId>>,
        pub to_location_id: Option<Id<LocationId>>,
        pub lot_id: Option<Id<LotId>>,
        pub serial_id: Option<Id<SerialId>>,
        /// For a draft: the lot or piece that posting will create.
        pub lot: Option<BroughtLotView>,
        pub serial: Option<BroughtSerialView>,
        /// The stated cost, in the movement's currency.
        pub total_cost: Option<DecimalText>,
        /// For a receipt: whether its cost was not given, so that `totalCost` is provisional until its invoice settles
        /// it.
        pub provisional_cost: bool,
        /// Its present cost, in base currency, with all changes by later documents. Null without `costs:read`, for a
        /// draft, and if the goods stay in one pool.
        pub cost: Option<DecimalText>,
        /// The account of its other side.
        pub counter_account_id: Option<Id<AccountId>>,
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

    /// A charge on an invoice or a credit note besides goods.
    pub struct ChargeView {
        pub account_id: Id<AccountId>,
        pub amount: DecimalText,
        pub description: Option<String>,
    }

    /// A movement of goods.
    pub struct MovementView {
        pub id: Id<MovementId>,
        pub kind: Named<MovementKind>,
        pub status: Named<MovementStatus>,
        /// Its position in the log, which orders movements of the same instant; null for a draft.
        pub sequence: Option<i64>,
        pub occurred_at: Option<At>,
        /// Its position in the order of costs.
        pub costing: Named<CostingPlace>,
        /// The instant at which it is costed; null if that is `occurredAt`.
        pub costed_at: Option<At>,
        /// The date of its entry; null for a draft.
        pub posting_date: Option<Day>,
        /// The currency of `totalCost`.
        pub currency: CurrencyCode,
        pub exchange_rate: Option<RateText>,
        pub party_id: Option<Id<PartyId>>,
        pub reason_code_id: Option<Id<ReasonCodeId>>,
        pub offset_account_id: Option<Id<AccountId>>,
        pub of_movement_id: Option<Id<MovementId>>,
        /// For a transfer.
        pub mode: Option<Named<TransferMode>>,
        /// The day on which the invoice or the credit note is due.
        pub due_date: Option<Day>,
        /// How a landed cost or a credit note is spread.
        pub split_by: Option<Named<SplitBy>>,
        /// For a landed cost: whether it may take more than the goods are worth.
        pub allow_beyond_value: bool,
        /// The landed cost or the credit that is spread, or the cost that an assembly absorbs, in the movement's currency.
        pub amount: Option<DecimalText>,
        /// The new valuation account of the goods.
        pub to_account_id: Option<Id<AccountId>>,
        pub charges: Vec<ChargeView>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        pub dimensions: BTreeMap<String, String>,
        /// Its journal entry; null if the goods cost nothing.
        pub entry_id: Option<Id<EntryId>>,
        /// All entries that it made, in order: its own, those that adjust the costs of other movements, and their
        /// mirrors.
        pub journal_entry_ids: Vec<Id<EntryId>>,
        /// The mirror entry, if the movement was voided.
        pub void_entry_id: Option<Id<EntryId>>,
        pub void_reason: Option<String>,
        pub voided_at: Option<At>,
        pub voided_by: Option<Id<PrincipalId>>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        /// Everyone who created, edited or submitted it as a draft; empty if it was posted at once.
        pub prepared_by: Vec<Id<PrincipalId>>,
        /// The time of the submission that is waiting for approval, or was approved.
        pub submitted_at: Option<At>,
        pub submitted_by: Option<Id<PrincipalId>>,
        pub approved_at: Option<At>,
        pub approved_by: Option<Id<PrincipalId>>,
        /// The time of the last rejection, if any.
        pub rejected_at: Option<At>,
        pub rejected_by: Option<Id<PrincipalId>>,
        pub rejection_reason: Option<String>,
        /// The currency of `cost`.
        pub base_currency: CurrencyCode,
        pub lines: Vec<MovementLineView>,
        /// What there is to know about its goods by the present dates of their lots: each day counts in the time zone of
        /// the goods' warehouse. Empty once it is voided; lists leave it out.
        pub warnings: Vec<MovementWarningView>,
        /// The posted counts whose past it changed when it was posted or voided, item by item: the first 100. Empty in
        /// lists.
        pub overrun_counts: Vec<CountOverrunView>,
        /// Their number. 0 in lists.
        pub overrun_counts_total: i64,
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

/// Data for movements that is not in their rows.
pub struct Beside {
    items: BTreeMap<ItemId, ItemShown>,
    base: Currency,
    sees_costs: bool,
    /// The movements that lines are about, by their place in the log.
    movements: BTreeMap<i64, MovementId>,
    /// The journal entries that the movement made.
    entries: Vec<EntryId>,
    /// The destinations of goods that left in two steps, by the number of their line.
    destinations: BTreeMap<i64, (WarehouseId, Option<LocationId>)>,
}

impl Beside {
    /// Reads it for lines of these items.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        rights: PermissionSet,
        items: impl Iterator<Item = ItemId>,
    ) -> Result<Self, Problem> {
        let own = Cell::Id(organization.0);
        let rows: Vec<Item> = by_id::rows(snapshot, organization, items).await?;
        let shown = |Item { id, sku, quantity_decimals, .. }| (id, ItemShown { id, sku, quantity_decimals });
        let found = rows.into_iter().map(shown).collect();
        let mut organizations: Vec<Organization> = snapshot.rows("where organization_id = $1", &[own]).await?;
        let base = organizations.pop().ok_or_else(|| Problem::lost("organizations", organization))?.base_currency;
        Ok(Self { items: found, sees_costs: rights.has(Permission::CostsRead), ..Self::none(base) })
    }

    /// The values known from the decision.
    pub fn known(shown: Shown) -> Self {
        let items = shown.items.into_iter().map(|item| (item.id, item)).collect();
        Self { items, sees_costs: shown.rights.has(Permission::CostsRead), ..Self::none(shown.base) }
    }

    fn none(base: Currency) -> Self {
        let (items, movements, destinations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { items, base, sees_costs: false, movements, entries: Vec::new(), destinations }
    }

    /// With the entries that a movement made, and the subjects of its lines.
    pub fn with(self, entries: Vec<EntryId>, movements: BTreeMap<i64, MovementId>) -> Self {
        Self { entries, movements, ..self }
    }

    /// With where its lines go in two steps.
    pub fn going(self, lines: &[TransitLine]) -> Self {
        let to = |line: &TransitLine| (line.line_number, (line.to_warehouse_id, line.to_location_id));
        Self { destinations: lines.iter().map(to).collect(), ..self }
    }

    /// A quantity as the item is counted.
    pub fn quantity(&self, item: ItemId, units: i64) -> DecimalText {
        let decimals = self.items.get(&item).map_or(0, |item| item.quantity_decimals);
        DecimalText(Decimal::from_units(units, u8::try_from(decimals).unwrap_or(0)))
    }

    /// The sku of an item.
    pub fn sku(&self, item: ItemId) -> String {
        self.items.get(&item).map_or_else(String::new, |item| item.sku.clone())
    }

    fn money(&self, units: i64) -> DecimalText {
        DecimalText(Decimal::from_units(units, self.base.decimals()))
    }
}

/// The postings for lines, by pool and place.
pub type Costs = BTreeMap<(PoolId, Place), i64>;

/// Sums value entries of a movement on the goods' own accounts; for goods lost in transit, which are in no pool, the
/// loss; for costs of goods in transit, the part that those keep.
pub fn costs(movement: &StockMovement, entries: &[ValueEntry]) -> Costs {
    let mut sums = Costs::new();
    let is_lost = movement.transfer_mode == Some(TransferMode::Close);
    let leg = if is_lost { LegKind::Variance } else { LegKind::Stock };
    let is_cost = movement.kind.is_of_receipts();
    for entry in entries.iter().filter(|entry| entry.leg == leg || is_cost && entry.leg == LegKind::CounterOf) {
        *sums.entry((entry.pool_id, entry.place)).or_default() += entry.amount;
    }
    sums
}

/// Where the pool movements of a line stand: its own, else where a transfer comes to.
pub fn places(movement: &StockMovement, line: &MovementLine) -> Option<(PoolId, Place)> {
    let at = movement.costed_at.or(movement.occurred_at)?;
    let number = u32::try_from(line.line_number).ok()?;
    if let (0, Some(pool)) = (line.quantity, line.to_pool_id) {
        return Some((pool, Place::into(at, line.movement_seq, number)));
    }
    let comes_in = line.quantity >= 0 || line.pool_id.is_none();
    let phase = if comes_in { Phase::In } else { Phase::Out };
    let pool = line.pool_id.or(line.to_pool_id)?;
    Some((pool, Place { at, seq: line.movement_seq, line: number, phase }))
}

/// The postings for all lines of a movement, read.
pub async fn read_costs(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movement: &StockMovement,
    lines: &[MovementLine],
) -> Result<Costs, Problem> {
    let places: Vec<(PoolId, Place)> = lines.iter().filter_map(|line| places(movement, line)).collect();
    Ok(costs(movement, &value_entries::at(snapshot, organization, &places, i64::MAX).await?))
}

impl MovementView {
    /// The view of a movement: of its lines, or of those that its draft keeps. Which counts it overran is the caller's to add.
    pub fn of(
        movement: StockMovement,
        lines: &[MovementLine],
        costs: &Costs,
        beside: &Beside,
    ) -> Result<Self, Problem> {
        let lines = if movement.seq.is_none() {
            let drafts = decode_drafts(&movement.draft_lines)
                .map_err(|bad| Problem::unreadable("movements", movement.id, &bad))?;
            (1..).zip(&drafts).map(|(number, draft)| drafted(number, draft, &movement, beside)).collect()
        } else {
            lines.iter().map(|line| posted(line, &movement, costs, beside)).collect()
        };
        let charges =
            decode_charges(&movement.charges).map_err(|bad| Problem::unreadable("movements", movement.id, &bad))?;
        let charges = if beside.sees_costs { charges } else { Vec::new() };
        Ok(Self {
            id: Id(movement.id),
            kind: Named(movement.kind),
            status: Named(movement.status),
            sequence: movement.seq,
            occurred_at: movement.occurred_at.map(At),
            costing: Named(movement.costing),
            costed_at: movement.costed_at.map(At),
            posting_date: movement.posting_date.map(Day),
            currency: CurrencyCode(movement.currency),
            exchange_rate: movement.exchange_rate.map(RateText),
            party_id: movement.party_id.map(Id),
            reason_code_id: movement.reason_code_id.map(Id),
            offset_account_id: movement.offset_account_id.map(Id),
            of_movement_id: movement.of_movement_id.map(Id),
            mode: movement.transfer_mode.map(Named),
            due_date: movement.due_date.map(Day),
            split_by: movement.split_by.map(Named),
            allow_beyond_value: movement.allows_beyond_value,
            amount: movement.amount.filter(|_| beside.sees_costs).map(|units| in_currency(units, movement.currency)),
            to_account_id: movement.to_account_id.map(Id),
            charges: charges.into_iter().map(|charge| charged(charge, movement.currency)).collect(),
            description: movement.description,
            reference: movement.reference,
            source: movement.source,
            external_id: movement.external_id,
            dimensions: texts(&movement.dimensions),
            entry_id: movement.entry_id.map(Id),
            journal_entry_ids: beside.entries.iter().copied().map(Id).collect(),
            void_entry_id: movement.void_entry_id.map(Id),
            void_reason: movement.void_reason,
            voided_at: movement.voided_at.map(At),
            voided_by: movement.voided_by.map(Id),
            posted_at: movement.posted_at.map(At),
            posted_by: movement.posted_by.map(Id),
            prepared_by: movement.prepared_by.split_whitespace().filter_map(PrincipalId::parse).map(Id).collect(),
            submitted_at: movement.submitted_at.map(At),
            submitted_by: movement.submitted_by.map(Id),
            approved_at: movement.approved_at.map(At),
            approved_by: movement.approved_by.map(Id),
            rejected_at: movement.rejected_at.map(At),
            rejected_by: movement.rejected_by.map(Id),
            rejection_reason: movement.rejection_reason,
            base_currency: CurrencyCode(beside.base),
            lines,
            warnings: Vec::new(),
            overrun_counts: Vec::new(),
            overrun_counts_total: 0,
            metadata: RawObject(movement.metadata),
            version: movement.version,
            created_at: At(movement.created_at),
            created_by: Id(movement.created_by),
            updated_at: At(movement.updated_at),
            updated_by: Id(movement.updated_by),
        })
    }
}

fn in_currency(units: i64, currency: Currency) -> DecimalText {
    DecimalText(Decimal::from_units(units, currency.decimals()))
}

fn charged(charge: Charge, currency: Currency) -> ChargeView {
    let amount = in_currency(charge.amount, currency);
    ChargeView { account_id: Id(charge.account_id), amount, description: charge.description }
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
        quantity: beside.quantity(line.item_id, line.quantity),
        entered: EnteredView::of(&line.entered),
        warehouse_id: Id(line.warehouse_id),
        location_id: line.location_id.map(Id),
        to_warehouse_id: line.to_warehouse_id.or(destination.map(|to| to.0)).map(Id),
        to_location_id: line.to_location_id.or(destination.and_then(|to| to.1)).map(Id),
        lot_id: line.lot_id.map(Id),
        serial_id: line.serial_id.map(Id),
        lot: None,
        serial: None,
        total_cost,
        provisional_cost: line.is_provisional,
        amount,
        cost: cost.filter(|_| beside.sees_costs).map(|units| beside.money(units)),
        counter_account_id: line.counter_account_id.map(Id),
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
        quantity: beside.quantity(draft.item_id, quantity),
        entered: EnteredView::of(&draft.entered),
        warehouse_id: Id(draft.warehouse_id),
        location_id: draft.location_id.map(Id),
        to_warehouse_id: draft.to_warehouse_id.map(Id),
        to_location_id: draft.to_location_id.map(Id),
        lot_id: draft.lot_id.map(Id),
        serial_id: draft.serial_id.map(Id),
        lot,
        serial,
        total_cost,
        provisional_cost: false,
        amount,
        cost: None,
        counter_account_id: None,
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
