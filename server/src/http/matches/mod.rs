//! Matches: lines of one account that settle one another, and open amounts.

pub mod accounts;
mod create;
mod get;
pub mod list;
mod open_items;
mod open_items_sheet;
mod unmatch;
pub mod view;
pub mod wire;

use domain::Code;
use domain::rows::{MatchSource, MatchStatus};
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::formats;
use super::operations::{Access, Operation};
use crate::app::App;

crate::wire_enum! {
    MatchSource = "MatchSource",
    MatchStatus = "MatchStatus",
}

const MATCHING: &[Code] = &[
    Code::UnknownReference,
    Code::LimitReached,
    Code::LinesNotMatchable,
    Code::MatchUnbalanced,
    Code::LineNotOpen,
    Code::AmountExceedsOpen,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::WriteOffExceedsTolerance,
    Code::ApprovalRequired,
    Code::FxGainLossAccountNeeded,
    Code::AccountNotUsable,
    Code::ControlAccount,
    Code::CurrencyNotUsable,
    Code::PartyRequired,
    Code::DimensionRequired,
    Code::DimensionNotUsable,
    Code::JournalNotUsable,
    Code::DateBeforeEntry,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::NotFound,
];
const UNMATCHING: &[Code] = &[
    Code::MatchNotActive,
    Code::MatchSystemGenerated,
    Code::SeparationOfDuties,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::AmountOutOfRange,
    Code::JournalNotUsable,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "MatchesController_list",
        "/api/v1/accounting/matches",
        Access::Needs(Permission::JournalEntriesRead),
    ),
    Operation::write(
        "MatchesController_create",
        "POST",
        "/api/v1/accounting/matches",
        Access::Needs(Permission::JournalEntriesMatch),
    )
    .rejects(MATCHING),
    Operation::read(
        "MatchesController_get",
        "/api/v1/accounting/matches/{id}",
        Access::Needs(Permission::JournalEntriesRead),
    ),
    Operation::write(
        "MatchesController_unmatch",
        "POST",
        "/api/v1/accounting/matches/{id}/unmatch",
        Access::Needs(Permission::JournalEntriesMatch),
    )
    .rejects(UNMATCHING)
    .conditional()
    .preferable(),
    Operation::read(
        "OpenItemsController_list",
        "/api/v1/accounting/open-items",
        Access::Needs(Permission::JournalEntriesRead),
    )
    .faults(formats::FAULTS),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get))
        .routes(routes!(unmatch::unmatch))
        .routes(routes!(open_items::list))
}
