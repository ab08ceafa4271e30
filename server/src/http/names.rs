//! The core's enumerations on the wire: their names are the same everywhere.

use domain::access::{BuiltInRole, Permission, PrincipalKind};
use domain::approvals::ApprovalSubject;
use domain::controls::{ControlAction, ControlChangeStatus, ControlSubject};
use domain::inventory::counts::CountStatus;
use domain::inventory::frozen_pools::FrozenPoolStatus;
use domain::inventory::items::{CostingMethod, Tracking};
use domain::inventory::locations::{LocationActivity, LocationKind};
use domain::inventory::lots::StockStatus;
use domain::inventory::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::inventory::movements::MovementStatus;
use domain::inventory::reservations::ReservationStatus;
use domain::ledger::checklist::{Check, CheckStatus};
use domain::ledger::exchange_rates::RateType;
use domain::ledger::{
    AccountSubtype, AccountType, ControlFor, EntryStatus, EntryType, JournalType, PartyKind, PeriodStatus, PeriodType,
    ResetPer, Side,
};
use domain::settings::{ActiveState, ControlChanges, ReceiptsWithoutCost, VoidInClosedPeriod};
use domain::warehouses::{BinsMode, CostingScope, NegativeStock, PickStrategy, WarehouseKind, WarehouseStatus};

crate::wire_enum! {
    BuiltInRole = "BuiltInRole",
    Permission = "Permission",
    PrincipalKind = "PrincipalKind",
    AccountType = "AccountType",
    AccountSubtype = "AccountSubtype",
    Side = "Side",
    ControlFor = "ControlFor",
    RateType = "RateType",
    JournalType = "JournalType",
    ResetPer = "ResetPer",
    PeriodStatus = "PeriodStatus",
    PeriodType = "PeriodType",
    Check = "ChecklistCode",
    CheckStatus = "ChecklistStatus",
    EntryStatus = "EntryStatus",
    EntryType = "EntryType",
    PartyKind = "PartyKind",
    ControlChanges = "ControlChanges",
    ControlSubject = "ControlSubject",
    ControlAction = "ControlAction",
    ControlChangeStatus = "ControlChangeStatus",
    VoidInClosedPeriod = "VoidInClosedPeriod",
    ReceiptsWithoutCost = "ReceiptsWithoutCost",
    ActiveState = "ActiveState",
    Tracking = "Tracking",
    CostingMethod = "CostingMethod",
    LocationKind = "LocationKind",
    LocationActivity = "LocationActivity",
    StockStatus = "StockStatus",
    MovementKind = "MovementKind",
    TransferMode = "TransferMode",
    SplitBy = "SplitBy",
    CostingPlace = "CostingPlace",
    ApprovalSubject = "ApprovalSubject",
    MovementStatus = "MovementStatus",
    ReservationStatus = "ReservationStatus",
    FrozenPoolStatus = "FrozenPoolStatus",
    CountStatus = "CountStatus",
    WarehouseKind = "WarehouseKind",
    WarehouseStatus = "WarehouseStatus",
    CostingScope = "CostingScope",
    NegativeStock = "NegativeStock",
    BinsMode = "BinsMode",
    PickStrategy = "PickStrategy",
}
