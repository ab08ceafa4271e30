//! Lines of counts as they are answered: in an open blind count, people who count do not see what they are to find out.

use std::collections::BTreeMap;

use domain::rows::items::Item;
use domain::rows::recordings::decode_recordings;
use domain::rows::{Count, CountLine, CountStatus, Location, Lot, Serial};
use domain::value::id::{ItemId, LocationId, LotId, OrganizationId, PrincipalId, ReasonCodeId, SerialId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Currency, Decimal, Instant};
use store::Snapshot;
use store::read::by_id;

use super::view::base_currency;
use crate::http::called::{Names, Naming, Wanted};
use crate::http::entered::EnteredView;
use crate::http::output::{At, DecimalText, Id};
use crate::http::problem::Problem;

crate::output! {
    /// A recorded quantity.
    pub struct RecordingView {
        pub quantity: DecimalText,
        /// The quantity as entered.
        pub entered: Option<EnteredView>,
        /// The part that was added to what was recorded before; null if the whole was stated.
        pub added: Option<DecimalText>,
        pub at: At,
        pub by: Id<PrincipalId>,
    }

    /// A line of a count. Quantities are in the item's base unit.
    pub struct CountLineView {
        pub line_number: i64,
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub unit_code: String,
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String>,
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String>,
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String>,
        /// The quantity in the books at the snapshot; null while it is hidden from the caller.
        pub expected: Option<DecimalText>,
        /// The quantity found, by the last recording; null if nothing was recorded. If a blind count was sent back,
        /// people who count see only what was recorded since, here and in the next fields.
        pub counted: Option<DecimalText>,
        /// Counted less expected; null if one of them is null.
        pub difference: Option<DecimalText>,
        pub counted_at: Option<At>,
        pub counted_by: Option<Id<PrincipalId>>,
        /// All recordings, oldest first.
        pub recordings: Vec<RecordingView>,
        pub reason_code_id: Option<Id<ReasonCodeId>>,
        /// Null for callers who may not read items.
        pub reason_code: Option<String>,
        /// The stated total cost of a gain; null without `costs:read`.
        pub total_cost: Option<DecimalText>,
        pub note: Option<String>,
        /// Whether the difference exceeded the tolerance when the count was submitted. Null if the expected quantity is
        /// hidden, or if the tolerance is a value and the caller does not have `costs:read`.
        pub is_beyond: Option<bool>,
        /// The line of the movement that posted the difference.
        pub movement_line: Option<i64>,
    }
}

/// Data for the views of lines that is not in their rows.
pub struct BesideLines {
    base: Currency,
    items: BTreeMap<ItemId, Item>,
    locations: BTreeMap<LocationId, String>,
    lots: BTreeMap<LotId, String>,
    serials: BTreeMap<SerialId, String>,
    hides_expected: bool,
    /// Recordings up to this instant are hidden, too.
    hidden_until: Option<Instant>,
    /// Whether the count's tolerance is by value.
    is_of_value: bool,
    sees_costs: bool,
}

impl BesideLines {
    /// Reads it for lines of a count.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        rights: PermissionSet,
        count: &Count,
        lines: &[CountLine],
    ) -> Result<Self, Problem> {
        let items: Vec<Item> = by_id::rows(snapshot, organization, lines.iter().map(|line| line.item_id)).await?;
        let locations: Vec<Location> =
            by_id::rows(snapshot, organization, lines.iter().filter_map(|line| line.location_id)).await?;
        let lots: Vec<Lot> = by_id::rows(snapshot, organization, lines.iter().filter_map(|line| line.lot_id)).await?;
        let serials: Vec<Serial> =
            by_id::rows(snapshot, organization, lines.iter().filter_map(|line| line.serial_id)).await?;
        Ok(Self {
            base: base_currency(snapshot, organization).await?,
            items: items.into_iter().map(|item| (item.id, item)).collect(),
            locations: locations.into_iter().map(|location| (location.id, location.code)).collect(),
            lots: lots.into_iter().map(|lot| (lot.id, lot.number)).collect(),
            serials: serials.into_iter().map(|serial| (serial.id, serial.number)).collect(),
            hides_expected: counts_blind(count, rights),
            hidden_until: hidden_until(count, rights),
            is_of_value: count.tolerance_value.is_some(),
            sees_costs: rights.has(Permission::CostsRead),
        })
    }

    /// The view of a line.
    ///
    /// # Errors
    /// Where its recordings are damaged.
    pub fn view(&self, line: CountLine) -> Result<CountLineView, Problem> {
        let item = self.items.get(&line.item_id);
        let decimals = item.map_or(0, |item| u8::try_from(item.quantity_decimals).unwrap_or(0));
        let quantity = |units: i64| DecimalText(Decimal::from_units(units, decimals));
        let recordings = decode_recordings(&line.recordings)
            .map_err(|bad| Problem::unreadable("count_lines", line.item_id, &bad))?;
        let money = |units| DecimalText(Decimal::from_units(units, self.base.decimals()));
        let is_hidden = |at: Instant| self.hidden_until.is_some_and(|until| at <= until);
        let is_seen = !line.counted_at.is_some_and(is_hidden);
        Ok(CountLineView {
            line_number: line.line_number,
            item_id: Id(line.item_id),
            sku: item.map_or_else(String::new, |item| item.sku.clone()),
            name: item.map_or_else(String::new, |item| item.name.clone()),
            unit_code: item.map_or_else(String::new, |item| item.unit_code.clone()),
            location_id: line.location_id.map(Id),
            location_code: line.location_id.and_then(|id| self.locations.get(&id).cloned()),
            lot_id: line.lot_id.map(Id),
            lot_number: line.lot_id.and_then(|id| self.lots.get(&id).cloned()),
            serial_id: line.serial_id.map(Id),
            serial_number: line.serial_id.and_then(|id| self.serials.get(&id).cloned()),
            expected: (!self.hides_expected).then(|| quantity(line.expected)),
            difference: line.difference().filter(|_| !self.hides_expected).map(quantity),
            counted: line.counted.filter(|_| is_seen).map(quantity),
            counted_at: line.counted_at.filter(|_| is_seen).map(At),
            counted_by: line.counted_by.filter(|_| is_seen).map(Id),
            recordings: recordings
                .into_iter()
                .filter(|one| !is_hidden(one.at))
                .map(|one| RecordingView {
                    quantity: quantity(one.quantity),
                    entered: EnteredView::of(&one.entered),
                    added: one.added.map(quantity),
                    at: At(one.at),
                    by: Id(one.by),
                })
                .collect(),
            reason_code_id: line.reason_code_id.filter(|_| is_seen).map(Id),
            reason_code: None,
            total_cost: line.total_cost.filter(|_| is_seen && self.sees_costs).map(money),
            note: line.note.filter(|_| is_seen),
            is_beyond: (!self.hides_expected && (self.sees_costs || !self.is_of_value)).then_some(line.is_beyond),
            movement_line: line.movement_line,
        })
    }
}

impl Naming for CountLineView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.reasons.extend(self.reason_code_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        self.reason_code = names.reasons.maybe(self.reason_code_id).code;
    }
}

/// Whether a person with these rights counts blind: they may not see what is expected.
fn counts_blind(count: &Count, rights: PermissionSet) -> bool {
    count.is_blind && count.status == CountStatus::Open && !rights.has(Permission::CountsApprove)
}

/// Up to when recordings are hidden from a person with these rights: a blind count that was sent back is counted again
/// without knowing what was found before.
pub(super) fn hidden_until(count: &Count, rights: PermissionSet) -> Option<Instant> {
    count.sent_back_at.filter(|_| counts_blind(count, rights))
}
