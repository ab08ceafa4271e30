//! Counts as they are answered.

use std::collections::BTreeMap;

use domain::rows::items::SCALE;
use domain::rows::{Count, CountStatus, MovementStatus, Organization, StockMovement};
use domain::value::id::{
    CountId, ItemCategoryId, ItemId, LocationId, MovementId, OrganizationId, PrincipalId, ReasonCodeId, WarehouseId,
};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, Currency, Decimal, TypedId, limits};
use store::Snapshot;
use store::read::by_id;
use store::read::late_movements::{self, LateMovement};

use super::blockers::CountBlockersView;
use super::overruns::{self, CountOverrunsView};
use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{At, Day, DecimalText, Id, Named, RawObject};
use crate::http::problem::Problem;

crate::output! {
    /// The differences that need no approval; null sets no limit.
    pub struct ToleranceView {
        /// In base units of each item.
        pub quantity: Option<DecimalText>,
        /// In percent of the expected quantity.
        pub percent: Option<DecimalText>,
        /// In base currency.
        pub value: Option<DecimalText>,
    }

    /// A movement that a count did not know.
    pub struct LateMovementView {
        pub id: Id<MovementId>,
        pub sequence: i64,
        pub kind: Named<MovementKind>,
        /// `posted` after the opening, or `voided` after it.
        pub status: Named<MovementStatus>,
        pub occurred_at: At,
        /// The call that shows the movement.
        pub href: String,
    }

    /// Movements of a count's goods that it did not know: they occurred before its snapshot and were recorded or voided
    /// after it was opened, within 200,000 events of the log. The expected quantities do not include them.
    pub struct LateMovementsView {
        pub count: i64,
        /// The first 20, in the order of the log.
        pub data: Vec<LateMovementView>,
    }

    /// A count, without its lines.
    pub struct CountView {
        pub id: Id<CountId>,
        pub status: Named<CountStatus>,
        pub warehouse_id: Id<WarehouseId>,
        /// Null for callers who may not read warehouses, like `warehouseName`.
        pub warehouse_code: Option<String>,
        pub warehouse_name: Option<String>,
        /// The bins and zones that it covers; an empty list is all.
        pub location_ids: Vec<Id<LocationId>>,
        /// The items that it covers; if there are no categories either, an empty list is all items.
        pub item_ids: Vec<Id<ItemId>>,
        pub category_ids: Vec<Id<ItemCategoryId>>,
        /// Whether the expected quantities are hidden from the people who count.
        pub is_blind: bool,
        pub tolerance: ToleranceView,
        /// The expected quantities are those that the books had for `snapshotAt` as of this event of the log.
        pub snapshot_seq: i64,
        /// The instant of the expected quantities: when the count was opened, or its `occurredAt`. Differences are posted
        /// as of it.
        pub snapshot_at: At,
        /// The day of that in the organization's time zone.
        pub snapshot_date: Day,
        pub reason_code_id: Option<Id<ReasonCodeId>>,
        /// Null for callers who may not read items.
        pub reason_code: Option<String>,
        pub description: String,
        pub reference: Option<String>,
        pub line_count: i64,
        /// Lines with a recorded quantity.
        pub counted_count: i64,
        /// Whether a difference exceeded the tolerance when the count was submitted.
        pub needs_approval: bool,
        /// The people who counted or submitted it.
        pub counted_by: Vec<Id<PrincipalId>>,
        /// Their names, in the same order.
        pub counted_by_names: Vec<Option<String>>,
        pub submitted_at: Option<At>,
        pub submitted_by: Option<Id<PrincipalId>>,
        /// The names of people are null after they were erased.
        pub submitted_by_name: Option<String>,
        pub approved_at: Option<At>,
        pub approved_by: Option<Id<PrincipalId>>,
        pub approved_by_name: Option<String>,
        /// When it was last sent back for recounting.
        pub sent_back_at: Option<At>,
        pub sent_back_by: Option<Id<PrincipalId>>,
        pub sent_back_by_name: Option<String>,
        pub sent_back_reason: Option<String>,
        pub cancelled_at: Option<At>,
        pub cancelled_by: Option<Id<PrincipalId>>,
        pub cancelled_by_name: Option<String>,
        pub cancel_reason: Option<String>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        pub posted_by_name: Option<String>,
        /// The movement of its differences; null if there is none.
        pub movement_id: Option<Id<MovementId>>,
        /// `voided` if the differences were taken back.
        pub movement_status: Option<Named<MovementStatus>>,
        /// What would refuse its posting now; null in lists, and unless it is submitted or approved.
        pub blockers: Option<CountBlockersView>,
        /// Movements of its goods that it did not know; null in lists, and if it was cancelled.
        pub late_movements: Option<LateMovementsView>,
        /// Later changes to the counted quantities that nobody has acknowledged yet.
        pub open_overruns: i64,
        /// All movements that were later posted or voided as of an instant before the posted count, and concern its
        /// goods; null in lists.
        pub overruns: Option<CountOverrunsView>,
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub created_by_name: Option<String>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    CountView {
        reference: Option<String> => "Reference",
        description: String => "Description",
        status: Named<CountStatus> => "Status",
        warehouse_code: Option<String> => "Warehouse",
        warehouse_name: Option<String> => "Warehouse name",
        snapshot_date: Day => "Date",
        snapshot_at: At => "As of",
        is_blind: bool => "Blind",
        line_count: i64 => "Lines",
        counted_count: i64 => "Counted",
        needs_approval: bool => "Needs approval",
        open_overruns: i64 => "Open overruns",
        reason_code: Option<String> => "Reason",
        submitted_by_name: Option<String> => "Submitted by",
        approved_by_name: Option<String> => "Approved by",
        posted_by_name: Option<String> => "Posted by",
        posted_at: Option<At> => "Posted at",
        created_by_name: Option<String> => "Created by",
        created_at: At => "Created at",
        id: Id<CountId> => "Id",
    }
}

/// Data for the views of counts that is not in their rows.
pub struct Beside {
    base: Currency,
    movements: BTreeMap<MovementId, MovementStatus>,
}

impl Beside {
    /// Reads it for these counts.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        counts: &[Count],
    ) -> Result<Self, Problem> {
        let ids = counts.iter().filter_map(|count| count.movement_id);
        let movements: Vec<StockMovement> = by_id::rows(snapshot, organization, ids).await?;
        let movements = movements.into_iter().map(|movement| (movement.id, movement.status)).collect();
        Ok(Self { base: base_currency(snapshot, organization).await?, movements })
    }

    /// Nothing but the currency of costs.
    #[must_use]
    pub fn none(base: Currency) -> Self {
        Self { base, movements: BTreeMap::new() }
    }

    /// The view of a count.
    #[must_use]
    pub fn view(&self, count: Count) -> CountView {
        let scaled =
            |units: Option<i64>, decimals| units.map(|units| DecimalText(Decimal::from_units(units, decimals)));
        CountView {
            id: Id(count.id),
            status: Named(count.status),
            warehouse_id: Id(count.warehouse_id),
            warehouse_code: None,
            warehouse_name: None,
            location_ids: ids(&count.locations),
            item_ids: ids(&count.items),
            category_ids: ids(&count.categories),
            is_blind: count.is_blind,
            tolerance: ToleranceView {
                quantity: scaled(count.tolerance_quantity, SCALE),
                percent: scaled(count.tolerance_percent, SCALE),
                value: scaled(count.tolerance_value, self.base.decimals()),
            },
            snapshot_seq: count.snapshot_seq,
            snapshot_at: At(count.snapshot_at),
            snapshot_date: Day(count.snapshot_date),
            reason_code_id: count.reason_code_id.map(Id),
            reason_code: None,
            description: count.description,
            reference: count.reference,
            line_count: count.line_count,
            counted_count: count.counted_count,
            needs_approval: count.needs_approval,
            counted_by: ids(&count.counted_by),
            counted_by_names: Vec::new(),
            submitted_at: count.submitted_at.map(At),
            submitted_by: count.submitted_by.map(Id),
            submitted_by_name: None,
            approved_at: count.approved_at.map(At),
            approved_by: count.approved_by.map(Id),
            approved_by_name: None,
            sent_back_at: count.sent_back_at.map(At),
            sent_back_by: count.sent_back_by.map(Id),
            sent_back_by_name: None,
            sent_back_reason: count.sent_back_reason,
            cancelled_at: count.cancelled_at.map(At),
            cancelled_by: count.cancelled_by.map(Id),
            cancelled_by_name: None,
            cancel_reason: count.cancel_reason,
            posted_at: count.posted_at.map(At),
            posted_by: count.posted_by.map(Id),
            posted_by_name: None,
            movement_id: count.movement_id.map(Id),
            movement_status: count.movement_id.and_then(|id| self.movements.get(&id)).copied().map(Named),
            blockers: None,
            late_movements: None,
            open_overruns: count.open_overruns,
            overruns: None,
            metadata: RawObject(count.metadata),
            version: count.version,
            created_at: At(count.created_at),
            created_by: Id(count.created_by),
            created_by_name: None,
            updated_at: At(count.updated_at),
            updated_by: Id(count.updated_by),
        }
    }
}

impl Naming for CountView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.warehouses.insert(self.warehouse_id.0);
        wanted.reasons.extend(self.reason_code_id.map(|id| id.0));
        let decided = [self.submitted_by, self.approved_by, self.sent_back_by, self.cancelled_by, self.posted_by];
        wanted.people.extend(decided.into_iter().flatten().chain([self.created_by]).map(|id| id.0));
        wanted.people.extend(self.counted_by.iter().map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        let warehouse = names.warehouses.of(self.warehouse_id);
        (self.warehouse_code, self.warehouse_name) = (warehouse.code, warehouse.name);
        self.reason_code = names.reasons.maybe(self.reason_code_id).code;
        self.submitted_by_name = names.people.maybe(self.submitted_by).name;
        self.approved_by_name = names.people.maybe(self.approved_by).name;
        self.sent_back_by_name = names.people.maybe(self.sent_back_by).name;
        self.cancelled_by_name = names.people.maybe(self.cancelled_by).name;
        self.posted_by_name = names.people.maybe(self.posted_by).name;
        self.created_by_name = names.people.of(self.created_by).name;
        self.counted_by_names = self.counted_by.iter().map(|id| names.people.of(*id).name).collect();
    }
}

impl CountView {
    /// With the movements that the count did not know.
    pub async fn with_late_movements(
        mut self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        count: &Count,
        base_url: &str,
    ) -> Result<Self, Problem> {
        if count.status == CountStatus::Cancelled {
            return Ok(self);
        }
        let (number, first) = late_movements::of_count(snapshot, organization, count, limits::LISTED).await?;
        let view = |late: LateMovement| LateMovementView {
            id: Id(late.id),
            sequence: late.sequence,
            kind: Named(late.kind),
            status: Named(late.status),
            occurred_at: At(late.occurred_at),
            href: format!("{base_url}/api/v1/inventory/movements/{}", late.id),
        };
        self.overruns = Some(overruns::of_count(snapshot, organization, count.id).await?);
        self.late_movements = Some(LateMovementsView { count: number, data: first.into_iter().map(view).collect() });
        Ok(self)
    }
}

/// The currency in which costs are.
pub(super) async fn base_currency(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Currency, Problem> {
    let own = [Cell::Id(organization.0)];
    let mut found: Vec<Organization> = snapshot.rows("where organization_id = $1", &own).await?;
    Ok(found.pop().ok_or_else(|| Problem::lost("organizations", organization))?.base_currency)
}

fn ids<I: TypedId>(text: &str) -> Vec<Id<I>> {
    text.split_whitespace().filter_map(I::parse).map(Id).collect()
}
