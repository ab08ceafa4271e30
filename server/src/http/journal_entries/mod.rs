//! Journal entries: drafts, approval, posting, voiding, reversing, correcting, lists and batches.

mod approve;
mod auto_reverse;
pub mod batch;
mod correct;
mod create;
mod delete;
mod get;
mod list;
mod post;
mod reject;
mod reverse;
mod submit;
mod update;
pub mod view;
mod void;
pub mod wire;
mod withdraw;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::BodyLimit;
use super::operations::{Access, Operation};
use crate::app::App;

/// Bytes of a batch body.
pub const BATCH_BYTES: usize = 16 * 1024 * 1024;

pub(super) const POSTING: &[Code] = &[
    Code::ApprovalRequired,
    Code::UnknownReference,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::EntryUnbalanced,
    Code::EntryIncomplete,
    Code::NoPeriod,
    Code::DateBeforeEntry,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::ControlAccount,
    Code::AccountNotUsable,
    Code::PartyRequired,
    Code::DimensionRequired,
    Code::DimensionNotUsable,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::DuplicateExternalId,
    Code::NotFound,
    Code::RateMissing,
    Code::ConversionConflict,
    Code::RoundingAccountNeeded,
];
const POSTING_DRAFT: &[Code] = &[
    Code::SeparationOfDuties,
    // A draft of a reversal.
    Code::EntryAlreadyVoided,
    Code::EntryAlreadyReversed,
    Code::EntryAlreadyCorrected,
    Code::EntryHasMatchedLines,
    Code::ApprovalRequired,
    Code::AmountOutOfRange,
    Code::EntryUnbalanced,
    Code::EntryIncomplete,
    Code::EntryNotDraft,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::ControlAccount,
    Code::AccountNotUsable,
    Code::PartyRequired,
    Code::DimensionRequired,
    Code::DimensionNotUsable,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::LimitReached,
    Code::UnknownReference,
    Code::VersionMismatch,
    Code::RateMissing,
    Code::RoundingAccountNeeded,
];
const SUBMITTING: &[Code] = &[
    // A draft of a reversal.
    Code::EntryAlreadyVoided,
    Code::EntryAlreadyReversed,
    Code::EntryAlreadyCorrected,
    Code::EntryHasMatchedLines,
    Code::AmountOutOfRange,
    Code::EntryUnbalanced,
    Code::EntryIncomplete,
    Code::EntryNotDraft,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::ControlAccount,
    Code::AccountNotUsable,
    Code::PartyRequired,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::LimitReached,
    Code::UnknownReference,
    Code::RateMissing,
    Code::RoundingAccountNeeded,
];
const APPROVING: &[Code] = &[
    // A draft of a reversal.
    Code::EntryAlreadyVoided,
    Code::EntryAlreadyReversed,
    Code::EntryAlreadyCorrected,
    Code::EntryHasMatchedLines,
    Code::AmountOutOfRange,
    Code::EntryUnbalanced,
    Code::EntryIncomplete,
    Code::EntryNotPending,
    Code::PersonRequired,
    Code::SeparationOfDuties,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::ControlAccount,
    Code::AccountNotUsable,
    Code::PartyRequired,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::LimitReached,
    Code::UnknownReference,
    Code::RateMissing,
    Code::RoundingAccountNeeded,
];
const EDITING: &[Code] = &[
    Code::EntrySystemGenerated,
    Code::EntryNotDraft,
    Code::UnknownReference,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::LimitReached,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::AccountNotUsable,
    Code::DuplicateExternalId,
    Code::NoPeriod,
    Code::DateBeforeEntry,
    Code::ConversionConflict,
];
const VOIDING: &[Code] = &[
    Code::ApprovalRequired,
    Code::EntryNotPosted,
    Code::EntryAlreadyVoided,
    Code::EntryAlreadyReversed,
    Code::EntryAlreadyCorrected,
    Code::EntryIsVoid,
    Code::EntryOwnedBySource,
    Code::EntrySystemGenerated,
    Code::EntryHasMatchedLines,
    Code::SeparationOfDuties,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::NoPeriod,
    Code::AmountOutOfRange,
    Code::VersionMismatch,
];

const REVERSING: &[Code] = &[
    Code::ApprovalRequired,
    Code::SeparationOfDuties,
    Code::EntryNotPosted,
    Code::EntryAlreadyVoided,
    Code::EntryAlreadyReversed,
    Code::EntryAlreadyCorrected,
    Code::EntryIsVoid,
    Code::EntryOwnedBySource,
    Code::EntrySystemGenerated,
    Code::EntryHasMatchedLines,
    Code::DateBeforeEntry,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::NoPeriod,
    Code::AmountOutOfRange,
    Code::VersionMismatch,
];
const CORRECTING: &[Code] = &[
    Code::EntryNotPosted,
    Code::EntryAlreadyVoided,
    Code::EntryAlreadyReversed,
    Code::EntryAlreadyCorrected,
    Code::EntryIsVoid,
    Code::EntryOwnedBySource,
    Code::EntrySystemGenerated,
    Code::EntryHasMatchedLines,
    Code::NothingToCorrect,
    Code::DateBeforeEntry,
    Code::UnknownReference,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::EntryUnbalanced,
    Code::EntryIncomplete,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::ControlAccount,
    Code::AccountNotUsable,
    Code::PartyRequired,
    Code::JournalNotUsable,
    Code::CurrencyNotUsable,
    Code::DuplicateExternalId,
    Code::VersionMismatch,
    Code::RateMissing,
    Code::ConversionConflict,
    Code::RoundingAccountNeeded,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "JournalEntriesController_list",
        "/api/v1/accounting/journal-entries",
        Access::Needs(Permission::JournalEntriesRead),
    ),
    Operation::write(
        "JournalEntriesController_create",
        "POST",
        "/api/v1/accounting/journal-entries",
        Access::Needs(Permission::JournalEntriesDraft),
    )
    .rejects(POSTING),
    Operation::write(
        "JournalEntriesController_batch",
        "POST",
        "/api/v1/accounting/journal-entries/batch",
        Access::Needs(Permission::JournalEntriesDraft),
    )
    .rejects(POSTING),
    Operation::read(
        "JournalEntriesController_get",
        "/api/v1/accounting/journal-entries/{id}",
        Access::Needs(Permission::JournalEntriesRead),
    ),
    Operation::write(
        "JournalEntriesController_update",
        "PUT",
        "/api/v1/accounting/journal-entries/{id}",
        Access::Needs(Permission::JournalEntriesDraft),
    )
    .rejects(EDITING)
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_delete",
        "DELETE",
        "/api/v1/accounting/journal-entries/{id}",
        Access::Needs(Permission::JournalEntriesDraft),
    )
    .rejects(&[Code::EntryNotDraft])
    .conditional(),
    Operation::write(
        "JournalEntriesController_post",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/post",
        Access::Needs(Permission::JournalEntriesPost),
    )
    .rejects(POSTING_DRAFT)
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_submit",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/submit",
        Access::Needs(Permission::JournalEntriesDraft),
    )
    .rejects(SUBMITTING)
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_withdraw",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/withdraw",
        Access::Needs(Permission::JournalEntriesDraft),
    )
    .rejects(&[Code::EntryNotPending])
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_approve",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/approve",
        Access::Needs(Permission::JournalEntriesApprove),
    )
    .rejects(APPROVING)
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_reject",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/reject",
        Access::Needs(Permission::JournalEntriesApprove),
    )
    .rejects(&[Code::EntryNotPending])
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_void",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/void",
        Access::Needs(Permission::JournalEntriesVoid),
    )
    .rejects(VOIDING)
    .conditional()
    .preferable(),
    Operation::write(
        "JournalEntriesController_reverse",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/reverse",
        Access::Needs(Permission::JournalEntriesReverse),
    )
    .rejects(REVERSING)
    .conditional(),
    Operation::write(
        "JournalEntriesController_correct",
        "POST",
        "/api/v1/accounting/journal-entries/{id}/correct",
        Access::Needs(Permission::JournalEntriesCorrect),
    )
    .rejects(CORRECTING)
    .conditional(),
    Operation::write(
        "JournalEntriesController_runAutoReversals",
        "POST",
        "/api/v1/accounting/auto-reversals/run",
        Access::Needs(Permission::JournalEntriesPost),
    ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    let batch = OpenApiRouter::new().routes(routes!(batch::batch)).layer(axum::Extension(BodyLimit(BATCH_BYTES)));
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update, delete::delete))
        .routes(routes!(post::post))
        .routes(routes!(submit::submit))
        .routes(routes!(withdraw::withdraw))
        .routes(routes!(approve::approve))
        .routes(routes!(reject::reject))
        .routes(routes!(void::void))
        .routes(routes!(reverse::reverse))
        .routes(routes!(correct::correct))
        .routes(routes!(auto_reverse::run))
        .merge(batch)
}

#[cfg(test)]
mod tests;
