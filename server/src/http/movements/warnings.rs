//! What there is to know about the goods of a movement that was not refused, as its answer tells it.

use std::collections::BTreeMap;

use domain::book::days::local_day;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{Brought, Lot, MovementLine, MovementStatus, Organization, StockMovement, Warehouse};
use domain::stock::goods::warnings::{self, LotDays, WarningCode};
use domain::value::id::{LotId, OrganizationId, WarehouseId};
use domain::value::{Cell, Instant};
use store::Snapshot;
use store::read::by_id;

use crate::commit;
use crate::http::output::Named;
use crate::http::problem::Problem;

crate::wire_enum! { WarningCode = "MovementWarningCode" }

crate::output! {
    /// Something to know about the goods of a line. The movement is not refused for it.
    pub struct MovementWarningView {
        /// `best_before_passed`: the goods of its lot came in, or left to be sold or used, after the lot's best-before
        /// date. `received_expired`: they had expired when they came in.
        pub code: Named<WarningCode>,
        pub detail: String,
        /// The line in this answer, as a JSON pointer.
        pub pointer: String,
    }
}

/// The goods of a line with a lot.
struct Moved {
    index: usize,
    /// Below 0 for goods that leave.
    quantity: i64,
    warehouse: WarehouseId,
    lot: Result<LotId, LotDays>,
}

/// A movement whose goods have lots, of which there may be something to know.
pub struct Asked {
    movement: StockMovement,
    moved: Vec<Moved>,
}

impl Asked {
    /// `None` where no line has a lot, or the movement was taken back: then nothing has to be read.
    pub fn of(movement: &StockMovement, lines: &[MovementLine]) -> Result<Option<Self>, Problem> {
        let moved: Vec<Moved> = match movement.status {
            MovementStatus::Voided => Vec::new(),
            MovementStatus::Posted => {
                lines.iter().enumerate().filter_map(|(index, line)| posted(index, line)).collect()
            }
            MovementStatus::Draft | MovementStatus::PendingApproval => {
                let drafts = decode_drafts(&movement.draft_lines)
                    .map_err(|bad| Problem::unreadable("movements", movement.id, &bad))?;
                let moved = drafts.into_iter().enumerate().filter_map(|(index, line)| {
                    let lot = match (line.lot_id, &line.brought) {
                        (Some(lot), _) => Ok(lot),
                        (None, Some(Brought::Lot(said))) => Err(LotDays::from(said)),
                        (None, _) => return None,
                    };
                    let quantity = line.shown_quantity(movement.kind);
                    Some(Moved { index, quantity, warehouse: line.warehouse_id, lot })
                });
                moved.collect()
            }
        };
        Ok((!moved.is_empty()).then(|| Self { movement: movement.clone(), moved }))
    }

    /// The warnings line by line; `new` are lots that a preview would make, which are not stored.
    pub async fn warnings(
        self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        new: Vec<Lot>,
    ) -> Result<Vec<MovementWarningView>, Problem> {
        let named = self.moved.iter().filter_map(|one| one.lot.as_ref().ok().copied());
        let mut lots: Vec<Lot> = by_id::rows(snapshot, organization, named).await?;
        lots.extend(new);
        let lots: BTreeMap<LotId, LotDays> = lots.iter().map(|lot| (lot.id, LotDays::from(lot))).collect();
        let zones = Zones::read(snapshot, organization, self.moved.iter().map(|one| one.warehouse)).await?;
        // A draft may not say when its goods move: then they would now.
        let at = self.movement.occurred_at.unwrap_or_else(commit::now);
        let told = self.moved.iter().filter_map(|one| {
            let lot = match &one.lot {
                Ok(id) => lots.get(id)?,
                Err(said) => said,
            };
            let day = zones.day(one.warehouse, at);
            let (code, detail) = warnings::about(self.movement.kind, one.quantity, lot, day)?;
            Some(MovementWarningView { code: Named(code), detail, pointer: format!("/lines/{}", one.index) })
        });
        Ok(told.collect())
    }
}

fn posted(index: usize, line: &MovementLine) -> Option<Moved> {
    Some(Moved { index, quantity: line.quantity, warehouse: line.warehouse_id, lot: Ok(line.lot_id?) })
}

/// The time zones by which the days of goods count.
struct Zones {
    organization: String,
    warehouses: BTreeMap<WarehouseId, Option<String>>,
}

impl Zones {
    async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        warehouses: impl Iterator<Item = WarehouseId>,
    ) -> Result<Self, Problem> {
        let own = [Cell::Id(organization.0)];
        let settings: Option<Organization> = snapshot.rows("where organization_id = $1", &own).await?.pop();
        let settings = settings.ok_or_else(|| Problem::lost("organizations", organization))?;
        let houses: Vec<Warehouse> = by_id::rows(snapshot, organization, warehouses).await?;
        let warehouses = houses.into_iter().map(|house| (house.id, house.timezone)).collect();
        Ok(Self { organization: settings.timezone, warehouses })
    }

    fn day(&self, warehouse: WarehouseId, at: Instant) -> domain::value::Date {
        let own = self.warehouses.get(&warehouse).and_then(Option::as_deref);
        local_day(own, &self.organization, at)
    }
}
