//! A movement of goods as it is answered.

use std::collections::{BTreeMap, BTreeSet};

use domain::costing::{Phase, Place};
use domain::rows::items::Item;
use domain::rows::movement_drafts::decode_charges;
use domain::rows::{
    Charge, ItemShown, LegKind, MovementLine, MovementStatus, Organization, ReceivedLine, Shown, StockMovement,
    TransitLine, ValueEntry,
};
use domain::value::id::{
    AccountId, EntryId, ItemId, LocationId, MovementId, OrganizationId, PartyId, PoolId, PrincipalId, ReasonCodeId,
    WarehouseId,
};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, Currency, Decimal, TypedId};
use store::Snapshot;
use store::read::{by_id, value_entries};

use super::line_view::{self, MovementLineView};
use super::warnings::MovementWarningView;
use crate::http::called::{Names, Naming, Wanted};
use crate::http::counts::overruns::CountOverrunView;
use crate::http::journal_entries::view::texts;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RateText, RawObject};
use crate::http::problem::Problem;

crate::output! {
    /// A charge on an invoice or a credit note besides goods.
    pub struct ChargeView {
        pub account_id: Id<AccountId>,
        pub account_code: Option<String>,
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
        /// Null for callers who may not read parties, like `partyName`.
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub reason_code_id: Option<Id<ReasonCodeId>>,
        /// Null for callers who may not read items.
        pub reason_code: Option<String>,
        pub offset_account_id: Option<Id<AccountId>>,
        /// Null for callers who may not read accounts, like all codes of accounts.
        pub offset_account_code: Option<String>,
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
        pub to_account_code: Option<String>,
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
        /// The names of people are null after they were erased.
        pub voided_by_name: Option<String>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        pub posted_by_name: Option<String>,
        /// Everyone who created, edited or submitted it as a draft; empty if it was posted at once.
        pub prepared_by: Vec<Id<PrincipalId>>,
        /// The time of the submission that is waiting for approval, or was approved.
        pub submitted_at: Option<At>,
        pub submitted_by: Option<Id<PrincipalId>>,
        pub submitted_by_name: Option<String>,
        pub approved_at: Option<At>,
        pub approved_by: Option<Id<PrincipalId>>,
        pub approved_by_name: Option<String>,
        /// The time of the last rejection, if any.
        pub rejected_at: Option<At>,
        pub rejected_by: Option<Id<PrincipalId>>,
        pub rejected_by_name: Option<String>,
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
        pub created_by_name: Option<String>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
        pub updated_by_name: Option<String>,
    }
}

/// Data for movements that is not in their rows.
pub struct Beside {
    items: BTreeMap<ItemId, ItemShown>,
    /// The names of items, if they were read and the caller may read them.
    item_names: BTreeMap<ItemId, String>,
    base: Currency,
    pub(super) sees_costs: bool,
    /// The movements that lines are about, by their place in the log.
    pub(super) movements: BTreeMap<i64, MovementId>,
    /// The journal entries that the movement made.
    entries: Vec<EntryId>,
    /// The destinations of goods that left in two steps, by the number of their line.
    pub(super) destinations: BTreeMap<i64, (WarehouseId, Option<LocationId>)>,
    /// The lines whose cost is provisional, by their place in the log.
    pub(super) provisional: BTreeSet<(i64, i64)>,
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
        let named = rows.iter().filter(|_| rights.has(Permission::ItemsRead));
        let item_names = named.map(|item| (item.id, item.name.clone())).collect();
        let shown = |Item { id, sku, quantity_decimals, .. }| (id, ItemShown { id, sku, quantity_decimals });
        let found = rows.into_iter().map(shown).collect();
        let mut organizations: Vec<Organization> = snapshot.rows("where organization_id = $1", &[own]).await?;
        let base = organizations.pop().ok_or_else(|| Problem::lost("organizations", organization))?.base_currency;
        Ok(Self { items: found, item_names, sees_costs: rights.has(Permission::CostsRead), ..Self::none(base) })
    }

    /// The values known from the decision.
    pub fn known(shown: Shown) -> Self {
        let items = shown.items.into_iter().map(|item| (item.id, item)).collect();
        Self { items, sees_costs: shown.rights.has(Permission::CostsRead), ..Self::none(shown.base) }
    }

    fn none(base: Currency) -> Self {
        let (items, item_names) = (BTreeMap::new(), BTreeMap::new());
        let (movements, destinations) = (BTreeMap::new(), BTreeMap::new());
        let (entries, provisional) = (Vec::new(), BTreeSet::new());
        Self { items, item_names, base, sees_costs: false, movements, entries, destinations, provisional }
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

    /// With the lines of receipts among these whose cost no invoice has settled.
    pub fn settled_by(self, received: &[ReceivedLine]) -> Self {
        let open = received.iter().filter(|row| row.is_provisional && row.cleared_quantity < row.quantity);
        Self { provisional: open.map(|row| (row.movement_seq, row.line_number)).collect(), ..self }
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

    /// The name of an item, if it was read.
    pub fn item_name(&self, item: ItemId) -> Option<String> {
        self.item_names.get(&item).cloned()
    }

    /// An amount in base currency.
    pub(super) fn money(&self, units: i64) -> DecimalText {
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
        let lines = line_view::views(&movement, lines, costs, beside)?;
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
            party_code: None,
            party_name: None,
            reason_code_id: movement.reason_code_id.map(Id),
            reason_code: None,
            offset_account_id: movement.offset_account_id.map(Id),
            offset_account_code: None,
            of_movement_id: movement.of_movement_id.map(Id),
            mode: movement.transfer_mode.map(Named),
            due_date: movement.due_date.map(Day),
            split_by: movement.split_by.map(Named),
            allow_beyond_value: movement.allows_beyond_value,
            amount: movement.amount.filter(|_| beside.sees_costs).map(|units| in_currency(units, movement.currency)),
            to_account_id: movement.to_account_id.map(Id),
            to_account_code: None,
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
            voided_by_name: None,
            posted_at: movement.posted_at.map(At),
            posted_by: movement.posted_by.map(Id),
            posted_by_name: None,
            prepared_by: movement.prepared_by.split_whitespace().filter_map(PrincipalId::parse).map(Id).collect(),
            submitted_at: movement.submitted_at.map(At),
            submitted_by: movement.submitted_by.map(Id),
            submitted_by_name: None,
            approved_at: movement.approved_at.map(At),
            approved_by: movement.approved_by.map(Id),
            approved_by_name: None,
            rejected_at: movement.rejected_at.map(At),
            rejected_by: movement.rejected_by.map(Id),
            rejected_by_name: None,
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
            created_by_name: None,
            updated_at: At(movement.updated_at),
            updated_by: Id(movement.updated_by),
            updated_by_name: None,
        })
    }
}

/// An amount in this currency.
pub(super) fn in_currency(units: i64, currency: Currency) -> DecimalText {
    DecimalText(Decimal::from_units(units, currency.decimals()))
}

fn charged(charge: Charge, currency: Currency) -> ChargeView {
    let amount = in_currency(charge.amount, currency);
    ChargeView { account_id: Id(charge.account_id), account_code: None, amount, description: charge.description }
}

impl Naming for MovementView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.parties.extend(self.party_id.map(|id| id.0));
        wanted.reasons.extend(self.reason_code_id.map(|id| id.0));
        wanted.accounts.extend([self.offset_account_id, self.to_account_id].into_iter().flatten().map(|id| id.0));
        wanted.accounts.extend(self.charges.iter().map(|charge| charge.account_id.0));
        let decided = [self.voided_by, self.posted_by, self.submitted_by, self.approved_by, self.rejected_by];
        let always = [Some(self.created_by), Some(self.updated_by)];
        wanted.people.extend(decided.into_iter().chain(always).flatten().map(|id| id.0));
        self.lines.iter().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
        self.reason_code = names.reasons.maybe(self.reason_code_id).code;
        self.offset_account_code = names.accounts.maybe(self.offset_account_id).code;
        self.to_account_code = names.accounts.maybe(self.to_account_id).code;
        for charge in &mut self.charges {
            charge.account_code = names.accounts.of(charge.account_id).code;
        }
        self.voided_by_name = names.people.maybe(self.voided_by).name;
        self.posted_by_name = names.people.maybe(self.posted_by).name;
        self.submitted_by_name = names.people.maybe(self.submitted_by).name;
        self.approved_by_name = names.people.maybe(self.approved_by).name;
        self.rejected_by_name = names.people.maybe(self.rejected_by).name;
        self.created_by_name = names.people.of(self.created_by).name;
        self.updated_by_name = names.people.of(self.updated_by).name;
        self.lines.iter_mut().for_each(|line| line.name(names));
    }
}
