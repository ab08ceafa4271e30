//! The core's enumerations on the wire: their names are the same everywhere.

use domain::ledger::closing::checklist::{Check, CheckStatus};
use domain::rows::{
    AccountSubtype, AccountType, ActiveState, ApprovalSubject, BinsMode, ControlAction, ControlChangeStatus,
    ControlChanges, ControlFor, ControlSubject, CostingMethod, CostingScope, CountStatus, EntryStatus, EntryType,
    FrozenPoolStatus, JournalType, LaterCostsTo, LocationKind, MovementStatus, NegativeStock, PartyKind, PeriodStatus,
    PeriodType, PickStrategy, PrincipalKind, RateType, ReceiptsWithoutCost, ReservationStatus, ResetPer, Side,
    StockStatus, Tracking, VoidInClosedPeriod, WarehouseKind, WarehouseStatus,
};
use domain::stock::counts::new::CountMode;
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::permission::{BuiltInRole, Permission};
use domain::value::place_use::LocationActivity;

use super::input::Synonym;

crate::wire_enum! {
    BuiltInRole = "BuiltInRole",
    Permission = "Permission",
    PrincipalKind = "PrincipalKind",
    AccountType = "AccountType" or Synonym::kind::<Self>(),
    AccountSubtype = "AccountSubtype",
    Side = "Side",
    ControlFor = "ControlFor",
    RateType = "RateType",
    JournalType = "JournalType" or Synonym::kind::<Self>(),
    ResetPer = "ResetPer",
    PeriodStatus = "PeriodStatus",
    PeriodType = "PeriodType" or Synonym::kind::<Self>(),
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
    LaterCostsTo = "LaterCostsTo",
    ActiveState = "ActiveState" or Synonym::IS_ACTIVE,
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
    CountMode = "CountMode",
    WarehouseKind = "WarehouseKind",
    WarehouseStatus = "WarehouseStatus" or Synonym::IS_ACTIVE,
    CostingScope = "CostingScope",
    NegativeStock = "NegativeStock",
    BinsMode = "BinsMode",
    PickStrategy = "PickStrategy",
}
