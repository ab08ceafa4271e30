//! The core's enumerations on the wire: their names are the same everywhere.

use domain::ledger::closing::checklist::{Check, CheckStatus};
use domain::rows::ApprovalSubject;
use domain::rows::CountStatus;
use domain::rows::FrozenPoolStatus;
use domain::rows::LocationKind;
use domain::rows::MovementStatus;
use domain::rows::PrincipalKind;
use domain::rows::RateType;
use domain::rows::ReservationStatus;
use domain::rows::StockStatus;
use domain::rows::{
    AccountSubtype, AccountType, ControlFor, EntryStatus, EntryType, JournalType, PartyKind, PeriodStatus, PeriodType,
    ResetPer, Side,
};
use domain::rows::{ActiveState, ControlChanges, ReceiptsWithoutCost, VoidInClosedPeriod};
use domain::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, WarehouseKind, WarehouseStatus};
use domain::rows::{ControlAction, ControlChangeStatus, ControlSubject};
use domain::rows::{CostingMethod, Tracking};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::permission::{BuiltInRole, Permission};
use domain::value::place_use::LocationActivity;

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
