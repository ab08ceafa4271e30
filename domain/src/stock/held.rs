//! Held goods: which they are, and by which movements they may leave. One rule for availability, reservations, picking and
//! every way out.
//!
//! Goods are held by the warehouse in which they lie (set apart, scrapped or on their way), by the status of their lot or
//! piece, and from the day after their lot's last one. Nobody sells, uses or builds in held goods; they may be moved,
//! scrapped, sent back, adjusted and counted. A best-before date holds nothing: who uses goods after it is warned.

use crate::rows::{Lot, Serial, StockStatus, WarehouseKind};
use crate::value::Date;
use crate::value::movement_kind::{Goods, MovementKind};

/// Why goods are held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// All goods in a warehouse of this kind are.
    InWarehouse(WarehouseKind),
    /// Their lot or piece has this status.
    WithStatus(StockStatus),
    /// Their lot could be used until this day.
    Expired(Date),
}

/// Whether all goods in a warehouse of this kind are held, so that nothing there is promised to anybody.
#[must_use]
pub fn holds_its_goods(kind: WarehouseKind) -> bool {
    match kind {
        WarehouseKind::Quarantine | WarehouseKind::Scrap | WarehouseKind::InTransit => true,
        WarehouseKind::Storage
        | WarehouseKind::ConsignmentIn
        | WarehouseKind::ConsignmentOut
        | WarehouseKind::ThirdParty => false,
    }
}

/// All reasons for which goods are held on a day in the time zone of their warehouse; where the day is not known yet, those
/// that hold on any day.
pub fn reasons(
    kind: WarehouseKind,
    lot: Option<&Lot>,
    serial: Option<&Serial>,
    day: Option<Date>,
) -> impl Iterator<Item = Held> + use<> {
    let by_place = holds_its_goods(kind).then_some(Held::InWarehouse(kind));
    let status = lot.map(|lot| lot.status).or(serial.map(|serial| serial.status));
    let by_status = status.filter(|status| *status != StockStatus::Available).map(Held::WithStatus);
    let last = lot.and_then(|lot| lot.expires_on);
    let by_day = last.filter(|last| day.is_some_and(|day| day > *last)).map(Held::Expired);
    [by_place, by_status, by_day].into_iter().flatten()
}

/// Whether goods are held on a day in the time zone of their warehouse.
#[must_use]
pub fn is_held(kind: WarehouseKind, lot: Option<&Lot>, serial: Option<&Serial>, day: Date) -> bool {
    reasons(kind, lot, serial, Some(day)).next().is_some()
}

/// Whether goods of a line leave to be sold, used or built in, for which they must not be held.
#[must_use]
pub fn is_taken_for_use(kind: MovementKind, quantity: i64) -> bool {
    let rules = kind.rules();
    rules.is_for_use && (rules.goods == Goods::Leave || quantity <= 0)
}

/// Whether goods can come to a warehouse of this kind by a line of such a movement. Goods in transit left another place
/// of ours: nobody receives, gets back or makes goods there. What lay there from the start, and what is corrected there,
/// may be said.
#[must_use]
pub fn may_come_to(warehouse: WarehouseKind, kind: MovementKind, quantity: i64) -> bool {
    let comes_anew = match kind {
        MovementKind::Receipt | MovementKind::Return => true,
        MovementKind::Assembly | MovementKind::Disassembly => quantity > 0,
        MovementKind::Opening
        | MovementKind::SupplierInvoice
        | MovementKind::SupplierCredit
        | MovementKind::LandedCost
        | MovementKind::Issue
        | MovementKind::Transfer
        | MovementKind::Adjustment
        | MovementKind::CountAdjustment
        | MovementKind::Scrap
        | MovementKind::InternalUse
        | MovementKind::SupplierReturn
        | MovementKind::Revaluation
        | MovementKind::WriteDown
        | MovementKind::Reclassification
        | MovementKind::CostingChange
        | MovementKind::StandardCostChange => false,
    };
    !(comes_anew && warehouse == WarehouseKind::InTransit)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::value::Instant;
    use crate::value::id::{ItemId, LotId, PrincipalId};

    /// What the issue says, kind by kind, in the order of the table of kinds: whether held goods may leave by it.
    const WAYS: [(&str, bool); 9] = [
        ("issue", false),
        ("transfer", true),
        ("adjustment", true),
        ("countAdjustment", true),
        ("scrap", true),
        ("internalUse", false),
        ("supplierReturn", true),
        ("assembly", false),
        ("disassembly", false),
    ];

    #[test]
    fn held_goods_leave_by_every_way_but_sale_use_and_building_in() {
        for kind in MovementKind::ALL
            .iter()
            .filter(|kind| matches!(kind.rules().goods, Goods::Leave | Goods::BySign | Goods::Pass))
        {
            let (_, may_leave) =
                WAYS.iter().find(|(name, _)| *name == kind.name()).expect("each way out is in the table");
            assert_eq!(!is_taken_for_use(*kind, -1), *may_leave, "{}", kind.name());
        }
        assert_eq!(WAYS.iter().filter(|(name, _)| MovementKind::parse(name).is_some()).count(), WAYS.len());
    }

    #[test]
    fn outputs_and_goods_that_are_found_are_not_taken() {
        for kind in [MovementKind::Assembly, MovementKind::Disassembly, MovementKind::Adjustment] {
            assert!(!is_taken_for_use(kind, 1), "{}", kind.name());
        }
    }

    #[test]
    fn goods_are_held_by_three_kinds_of_warehouses() {
        let held = ["inTransit", "quarantine", "scrap"];
        for kind in WarehouseKind::ALL {
            let wanted = held.contains(&kind.name());
            assert_eq!(holds_its_goods(*kind), wanted, "{}", kind.name());
            assert_eq!(is_held(*kind, None, None, date(2010, 12, 1)), wanted, "{}", kind.name());
        }
    }

    #[test]
    fn goods_are_held_from_the_day_after_their_last_one_whatever_their_best_before_date_says() {
        let (at, by) = (Instant(0), PrincipalId([1; 16]));
        let lot = Lot {
            id: LotId([1; 16]),
            item_id: ItemId([1; 16]),
            number: "L".to_owned(),
            produced_on: None,
            best_before: Some(date(2010, 11, 1)),
            expires_on: Some(date(2010, 12, 10)),
            status: StockStatus::Available,
            attributes: "{}".to_owned(),
            version: 1,
            created_at: at,
            created_by: by,
            updated_at: at,
            updated_by: by,
        };
        let on = |day| is_held(WarehouseKind::Storage, Some(&lot), None, day);
        assert_eq!([date(2010, 10, 31), date(2010, 12, 10), date(2010, 12, 11)].map(on), [false, false, true]);
        let stopped = Lot { status: StockStatus::Hold, ..lot };
        let all = reasons(WarehouseKind::Scrap, Some(&stopped), None, Some(date(2011, 1, 1)));
        let wanted = [
            Held::InWarehouse(WarehouseKind::Scrap),
            Held::WithStatus(StockStatus::Hold),
            Held::Expired(date(2010, 12, 10)),
        ];
        assert_eq!(all.collect::<Vec<_>>(), wanted);
        assert_eq!(reasons(WarehouseKind::Storage, Some(&stopped), None, None).count(), 1, "the day is not known");
    }

    #[test]
    fn nothing_is_received_returned_or_made_in_transit() {
        for kind in MovementKind::ALL {
            let refused = ["receipt", "return", "assembly", "disassembly"].contains(&kind.name());
            assert_eq!(may_come_to(WarehouseKind::InTransit, *kind, 1), !refused, "{}", kind.name());
            for other in WarehouseKind::ALL.iter().filter(|other| **other != WarehouseKind::InTransit) {
                assert!(may_come_to(*other, *kind, 1), "{} {}", kind.name(), other.name());
            }
        }
    }
}
