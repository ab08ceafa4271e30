//! Overruns of posted counts, as counts, movements and previews show them; and their acknowledgement.

use domain::rows::CountOverrun;
use domain::rows::items::Item;
use domain::value::id::{CountId, ItemId, LocationId, LotId, MovementId, OrganizationId, PrincipalId, SerialId};
use domain::value::{Cell, CellValue, Decimal, limits};
use store::Snapshot;
use store::read::by_id;

use crate::http::output::{At, DecimalText, Id};
use crate::http::problem::Problem;

crate::output! {
    /// Goods of a posted count that a later posting changed as of an instant before the count. Quantities are in the
    /// item's base unit.
    pub struct CountOverrunView {
        pub count_id: Id<CountId>,
        /// The line of the count; null for goods without a line, of which nothing was there.
        pub line_number: Option<i64>,
        pub item_id: Id<ItemId>,
        /// The bin.
        pub location_id: Option<Id<LocationId>>,
        pub lot_id: Option<Id<LotId>>,
        pub serial_id: Option<Id<SerialId>>,
        /// The movement that was posted or voided.
        pub movement_id: Id<MovementId>,
        pub is_void: bool,
        /// The quantity found.
        pub counted: DecimalText,
        /// The change in quantity made by the movement.
        pub change: DecimalText,
        /// The quantity that the books now show for the instant of the count.
        pub quantity: DecimalText,
        /// The movement that keeps the counted quantity; null unless `countsHold` is set.
        pub adjusted_by: Option<Id<MovementId>>,
        pub noted_at: At,
        pub noted_by: Id<PrincipalId>,
        pub acknowledged_at: Option<At>,
        pub acknowledged_by: Option<Id<PrincipalId>>,
    }

    /// Movements that changed the past of a posted count.
    pub struct CountOverrunsView {
        pub count: i64,
        /// The newest 20.
        pub data: Vec<CountOverrunView>,
    }
}

impl CountOverrunView {
    /// The view of a row; `decimals` are those of its item's quantities.
    #[must_use]
    pub fn of(row: &CountOverrun, decimals: u8) -> Self {
        let named = |id: [u8; 16]| Some(id).filter(|id| *id != [0; 16]);
        let quantity = |units: i64| DecimalText(Decimal::from_units(units, decimals));
        Self {
            count_id: Id(row.count_id),
            line_number: row.line_number,
            item_id: Id(row.item_id),
            location_id: named(row.location_id).map(|id| Id(LocationId(id))),
            lot_id: named(row.lot_id).map(|id| Id(LotId(id))),
            serial_id: named(row.serial_id).map(|id| Id(SerialId(id))),
            movement_id: Id(row.movement_id),
            is_void: row.is_void,
            counted: quantity(row.counted),
            change: quantity(row.change),
            quantity: quantity(row.quantity),
            adjusted_by: row.adjusted_by.map(Id),
            noted_at: At(row.noted_at),
            noted_by: Id(row.noted_by),
            acknowledged_at: row.acknowledged_at.map(At),
            acknowledged_by: row.acknowledged_by.map(Id),
        }
    }
}

/// The views of rows, in their order.
pub async fn views(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    rows: &[CountOverrun],
) -> Result<Vec<CountOverrunView>, Problem> {
    let items: Vec<Item> = by_id::rows(snapshot, organization, rows.iter().map(|row| row.item_id)).await?;
    let decimals = |id: ItemId| {
        let item = items.iter().find(|item| item.id == id);
        item.and_then(|item| u8::try_from(item.quantity_decimals).ok()).unwrap_or(0)
    };
    Ok(rows.iter().map(|row| CountOverrunView::of(row, decimals(row.item_id))).collect())
}

/// The overruns of a count.
pub async fn of_count(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    count: CountId,
) -> Result<CountOverrunsView, Problem> {
    let params = [Cell::Id(organization.0), count.to_cell()];
    let rest = format!(
        "where organization_id = $1 and count_id = $2 \
         order by noted_at desc, item_id, location_id, lot_id, serial_id, movement_id, is_void limit {}",
        limits::LISTED
    );
    let rows: Vec<CountOverrun> = snapshot.rows(&rest, &params).await?;
    let count = store::read::overruns::of_count(snapshot, organization, count).await?;
    Ok(CountOverrunsView { count, data: views(snapshot, organization, &rows).await? })
}

/// The overruns by a movement that was posted or voided: the first of them, and their number.
pub async fn of_movement(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movement: MovementId,
) -> Result<(Vec<CountOverrunView>, i64), Problem> {
    let params = [Cell::Id(organization.0), movement.to_cell()];
    let rest = format!(
        "where organization_id = $1 and movement_id = $2 \
         order by is_void, count_id, item_id, location_id, lot_id, serial_id limit {}",
        limits::OVERRUNS_TOLD
    );
    let rows: Vec<CountOverrun> = snapshot.rows(&rest, &params).await?;
    let number = store::read::overruns::of_movement(snapshot, organization, movement).await?;
    Ok((views(snapshot, organization, &rows).await?, number))
}
