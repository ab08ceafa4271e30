//! The rows of counts: the goods counted and their places, and line by line the expected and the counted quantity.

use crate::value::id::{
    CountId, ItemId, LocationId, LotId, MovementId, PrincipalId, ReasonCodeId, SerialId, WarehouseId,
};
use crate::value::{Date, Instant};
use crate::{named_enum, rows};

named_enum! {
    /// Where a count stands.
    CountStatus {
        /// Quantities are being recorded.
        Open = "open",
        /// A difference waits for approval.
        Submitted = "submitted",
        /// It may be posted: somebody approved it, or no difference needs that.
        Approved = "approved",
        Posted = "posted",
        Cancelled = "cancelled",
    }
}

rows! {
    /// A count of a warehouse, or of some of its locations, items or categories.
    Count in "counts" (114 v 1, Books) key { id: CountId } {
        status: CountStatus,
        /// Open, submitted or approved: no other count may have its goods.
        is_open: bool,
        warehouse_id: WarehouseId,
        /// Wire ids of the locations in its scope, separated by blanks; empty is all. Zones stand for their bins.
        locations: String,
        /// Wire ids of the items that it is of; with no categories either, empty is all.
        items: String,
        /// Wire ids of the categories whose items it is of, with the categories below.
        categories: String,
        /// The last event included in the expected quantities.
        snapshot_seq: i64,
        /// When counted and expected quantities are compared: the instant of the movement.
        snapshot_at: Instant,
        /// The day of that in the organization's time zone.
        snapshot_date: Date,
        /// Whether the expected quantities are hidden from the people who count.
        is_blind: bool,
        /// Differences up to this need no approval: in base units of each item, 6 decimals.
        tolerance_quantity: Option<i64>,
        /// In percent of the expected quantity, 6 decimals.
        tolerance_percent: Option<i64>,
        /// In minor units of the base currency, by the cost of the goods.
        tolerance_value: Option<i64>,
        /// Why differences are posted, where a line says nothing else.
        reason_code_id: Option<ReasonCodeId>,
        description: String,
        reference: Option<String>,
        line_count: i64,
        /// Lines of which a quantity is known.
        counted_count: i64,
        /// Whether a difference is beyond the tolerance, once it is submitted.
        needs_approval: bool,
        /// Wire ids of the people who counted or submitted, separated by blanks.
        counted_by: String,
        /// Wire ids of the persons who answer for the service accounts among them.
        key_owners: String,
        submitted_at: Option<Instant>,
        submitted_by: Option<PrincipalId>,
        approved_at: Option<Instant>,
        approved_by: Option<PrincipalId>,
        /// When it was last sent back to be counted again.
        sent_back_at: Option<Instant>,
        sent_back_by: Option<PrincipalId>,
        sent_back_reason: Option<String>,
        cancelled_at: Option<Instant>,
        cancelled_by: Option<PrincipalId>,
        cancel_reason: Option<String>,
        posted_at: Option<Instant>,
        posted_by: Option<PrincipalId>,
        /// The movement that its differences made; `None` where there is none.
        movement_id: Option<MovementId>,
        /// By how many goods and movements it is overrun that nobody has acknowledged yet.
        open_overruns: i64,
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// Goods in one place, in the item's smallest unit.
    CountLine in "count_lines" (115 v 1, Books) key { count_id: CountId, line_number: i64 } {
        item_id: ItemId,
        location_id: Option<LocationId>,
        lot_id: Option<LotId>,
        serial_id: Option<SerialId>,
        /// The quantity in the books at the snapshot; 0 for goods that were not expected.
        expected: i64,
        /// The counted quantity, by the last recording.
        counted: Option<i64>,
        counted_at: Option<Instant>,
        counted_by: Option<PrincipalId>,
        /// All that was recorded, the first one first, in canonical bytes.
        recordings: Vec<u8>,
        reason_code_id: Option<ReasonCodeId>,
        /// The total cost of a gain, in minor units of the base currency, if it was stated.
        total_cost: Option<i64>,
        note: Option<String>,
        /// Whether its difference is beyond the tolerance, once the count is submitted.
        is_beyond: bool,
        /// The line of the movement that its difference became.
        movement_line: Option<i64>,
    }

    /// The scope of a count, so that it is found from its goods: each item, else each bin, else (zeros) the warehouse.
    /// The scope is as of the opening, plus goods found in addition: items or bins that join a category or a zone later
    /// are not part of it.
    CountedGoods in "counted_goods" (120 v 1, Books) key {
        warehouse_id: WarehouseId,
        about_id: [u8; 16],
        /// Of the count.
        snapshot_at: Instant,
        count_id: CountId,
    } {}

    /// Goods of a posted count that a later movement changed for an instant before the count: the counted quantity no
    /// longer equals that of the books for that instant.
    CountOverrun in "count_overruns" (119 v 1, Books) key {
        count_id: CountId,
        item_id: ItemId,
        /// Zeros for none, as in the next ones.
        location_id: [u8; 16],
        lot_id: [u8; 16],
        serial_id: [u8; 16],
        /// The movement that was posted or voided.
        movement_id: MovementId,
        is_void: bool,
    } {
        /// The line that counted them; `None` where there is none, because nothing was there.
        line_number: Option<i64>,
        /// The counted quantity, in the item's smallest unit, as in the next ones.
        counted: i64,
        /// By how much the movement changed it.
        change: i64,
        /// The present quantity of the books for the count's instant.
        quantity: i64,
        /// The movement by which the organization lets the count hold; `None` where it does not.
        adjusted_by: Option<MovementId>,
        noted_at: Instant,
        noted_by: PrincipalId,
        acknowledged_at: Option<Instant>,
        acknowledged_by: Option<PrincipalId>,
    }
}

impl CountLine {
    /// The counted less the expected quantity; `None` without a recording.
    #[must_use]
    pub fn difference(&self) -> Option<i64> {
        self.counted.map(|counted| counted.saturating_sub(self.expected))
    }
}
