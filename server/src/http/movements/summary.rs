//! A movement of goods as a list shows it.

use domain::rows::{MovementStatus, StockMovement};
use domain::value::id::{EntryId, MovementId, PartyId, PrincipalId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Currency, Decimal};

use super::goods::{About, MovementItem};
use super::line_view::MovementLineView;
use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RawObject};

crate::output! {
    /// A movement in a list; with its lines if they are included.
    pub struct MovementSummary {
        pub id: Id<MovementId>,
        pub kind: Named<MovementKind>,
        pub status: Named<MovementStatus>,
        pub sequence: Option<i64>,
        pub occurred_at: Option<At>,
        pub posting_date: Option<Day>,
        /// Null if its lines are in several, like `toWarehouseId`.
        pub warehouse_id: Option<Id<WarehouseId>>,
        /// Null for callers who may not read warehouses, like all codes and names of them.
        pub warehouse_code: Option<String>,
        pub warehouse_name: Option<String>,
        /// Where a transfer goes.
        pub to_warehouse_id: Option<Id<WarehouseId>>,
        pub to_warehouse_code: Option<String>,
        pub to_warehouse_name: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        /// Null for callers who may not read parties, like `partyName`.
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        pub line_count: i64,
        /// The items of its first lines, two at most.
        pub items: Vec<MovementItem>,
        /// The number of all its items.
        pub item_count: i64,
        /// What its goods cost, as their lines show it: gains less losses of an adjustment, and what came out of an
        /// assembly. Null without `costs:read`, for a draft, if the goods stay in one pool, and, unless lines are
        /// included, behind the first 2,000 lines of a page.
        pub value: Option<DecimalText>,
        /// Of `value`.
        pub base_currency: CurrencyCode,
        /// Its lines, with `include=lines`; otherwise null.
        pub lines: Option<Vec<MovementLineView>>,
        pub of_movement_id: Option<Id<MovementId>>,
        pub entry_id: Option<Id<EntryId>>,
        pub void_entry_id: Option<Id<EntryId>>,
        pub void_reason: Option<String>,
        pub metadata: RawObject,
        /// The time of the submission that is waiting for approval, or was approved.
        pub submitted_at: Option<At>,
        pub submitted_by: Option<Id<PrincipalId>>,
        /// The names of people are null after they were erased.
        pub submitted_by_name: Option<String>,
        /// The reason for the last rejection, if any.
        pub rejection_reason: Option<String>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        pub posted_by_name: Option<String>,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub created_by_name: Option<String>,
        pub updated_at: At,
        pub version: i64,
    }
}

crate::list_columns! {
    MovementSummary {
        sequence: Option<i64> => "Number",
        posting_date: Option<Day> => "Posting date",
        occurred_at: Option<At> => "Occurred at",
        kind: Named<MovementKind> => "Kind",
        status: Named<MovementStatus> => "Status",
        warehouse_code: Option<String> => "Warehouse",
        warehouse_name: Option<String> => "Warehouse name",
        to_warehouse_code: Option<String> => "To warehouse",
        to_warehouse_name: Option<String> => "To warehouse name",
        party_code: Option<String> => "Party",
        party_name: Option<String> => "Party name",
        description: String => "Description",
        reference: Option<String> => "Reference",
        line_count: i64 => "Lines",
        item_count: i64 => "Items",
        value: Option<DecimalText> => "Value" (amount),
        base_currency: CurrencyCode => "Currency",
        source: String => "Source",
        external_id: Option<String> => "External id",
        void_reason: Option<String> => "Void reason",
        created_by_name: Option<String> => "Created by",
        created_at: At => "Created at",
        posted_by_name: Option<String> => "Posted by",
        posted_at: Option<At> => "Posted at",
        id: Id<MovementId> => "Id",
    }
}

impl Naming for MovementSummary {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.parties.extend(self.party_id.map(|id| id.0));
        wanted.warehouses.extend([self.warehouse_id, self.to_warehouse_id].into_iter().flatten().map(|id| id.0));
        let people = [self.submitted_by, self.posted_by, Some(self.created_by)];
        wanted.people.extend(people.into_iter().flatten().map(|id| id.0));
        self.items.iter().for_each(|item| item.ask(wanted));
        self.lines.iter().flatten().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
        let (from, to) = (names.warehouses.maybe(self.warehouse_id), names.warehouses.maybe(self.to_warehouse_id));
        (self.warehouse_code, self.warehouse_name) = (from.code, from.name);
        (self.to_warehouse_code, self.to_warehouse_name) = (to.code, to.name);
        self.submitted_by_name = names.people.maybe(self.submitted_by).name;
        self.posted_by_name = names.people.maybe(self.posted_by).name;
        self.created_by_name = names.people.of(self.created_by).name;
        self.items.iter_mut().for_each(|item| item.name(names));
        self.lines.iter_mut().flatten().for_each(|line| line.name(names));
    }
}

/// A movement in a list, still without names and lines. Its value is in minor units of base currency.
pub(super) fn summary(movement: StockMovement, about: About, value: Option<i128>, base: Currency) -> MovementSummary {
    MovementSummary {
        id: Id(movement.id),
        kind: Named(movement.kind),
        status: Named(movement.status),
        sequence: movement.seq,
        occurred_at: movement.occurred_at.map(At),
        posting_date: movement.posting_date.map(Day),
        warehouse_id: about.warehouse.map(Id),
        warehouse_code: None,
        warehouse_name: None,
        to_warehouse_id: about.destination.map(Id),
        to_warehouse_code: None,
        to_warehouse_name: None,
        party_id: movement.party_id.map(Id),
        party_code: None,
        party_name: None,
        description: movement.description,
        reference: movement.reference,
        source: movement.source,
        external_id: movement.external_id,
        line_count: movement.line_count,
        items: about.items(),
        item_count: about.item_count,
        value: value.map(|unscaled| DecimalText(Decimal { unscaled, scale: base.decimals() })),
        base_currency: CurrencyCode(base),
        lines: None,
        of_movement_id: movement.of_movement_id.map(Id),
        entry_id: movement.entry_id.map(Id),
        void_entry_id: movement.void_entry_id.map(Id),
        void_reason: movement.void_reason,
        metadata: RawObject(movement.metadata),
        submitted_at: movement.submitted_at.map(At),
        submitted_by: movement.submitted_by.map(Id),
        submitted_by_name: None,
        rejection_reason: movement.rejection_reason,
        posted_at: movement.posted_at.map(At),
        posted_by: movement.posted_by.map(Id),
        posted_by_name: None,
        created_at: At(movement.created_at),
        created_by: Id(movement.created_by),
        created_by_name: None,
        updated_at: At(movement.updated_at),
        version: movement.version,
    }
}
