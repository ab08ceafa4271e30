//! Facts: the append-only, hash-chained log that is audit trail, outbox and feed at once.

use sha2::{Digest, Sha256};

use crate::named_enum;
use crate::rows::FactRow;
use crate::value::id::OrganizationId;

/// First bytes under every hash, so that no other hash of ours can collide with it.
const FORMAT_TAG: &[u8] = b"countinghouse.fact.1";

named_enum! {
    /// The kind of event; also the event's type.
    FactKind {
        OrganizationCreated = "organization.created",
        OrganizationUpdated = "organization.updated",
        MembershipChanged = "membership.changed",
        RoleCreated = "role.created",
        RoleUpdated = "role.updated",
        RoleDeleted = "role.deleted",
        AccountCreated = "account.created",
        AccountUpdated = "account.updated",
        AccountDeleted = "account.deleted",
        ChartImported = "chart.imported",
        PartyCreated = "party.created",
        PartyUpdated = "party.updated",
        PartyMerged = "party.merged",
        PartyDeleted = "party.deleted",
        CurrencyCreated = "currency.created",
        CurrencyUpdated = "currency.updated",
        CurrencyDeleted = "currency.deleted",
        ExchangeRateCreated = "exchangeRate.created",
        ExchangeRatesImported = "exchangeRate.imported",
        JournalCreated = "journal.created",
        JournalUpdated = "journal.updated",
        ApprovalPolicyCreated = "approvalPolicy.created",
        ApprovalPolicyUpdated = "approvalPolicy.updated",
        ApprovalPolicyDeleted = "approvalPolicy.deleted",
        ControlChangeProposed = "controlChange.proposed",
        ControlChangeApproved = "controlChange.approved",
        ControlChangeRejected = "controlChange.rejected",
        ControlChangeWithdrawn = "controlChange.withdrawn",
        SecondPersonLifted = "organization.secondPersonLifted",
        StatementMappingCreated = "statementMapping.created",
        StatementMappingUpdated = "statementMapping.updated",
        StatementMappingDeleted = "statementMapping.deleted",
        DimensionCreated = "dimension.created",
        DimensionUpdated = "dimension.updated",
        DimensionDeleted = "dimension.deleted",
        DimensionValueCreated = "dimensionValue.created",
        DimensionValueUpdated = "dimensionValue.updated",
        DimensionValueDeleted = "dimensionValue.deleted",
        FiscalYearCreated = "fiscalYear.created",
        FiscalYearClosed = "fiscalYear.closed",
        FiscalYearReopened = "fiscalYear.reopened",
        FiscalYearDeleted = "fiscalYear.deleted",
        PeriodCreated = "period.created",
        PeriodSoftClosed = "period.softClosed",
        PeriodClosed = "period.closed",
        PeriodReopened = "period.reopened",
        EntryDrafted = "journalEntry.drafted",
        EntryEdited = "journalEntry.edited",
        EntryDeleted = "journalEntry.deleted",
        EntrySubmitted = "journalEntry.submitted",
        EntryWithdrawn = "journalEntry.withdrawn",
        EntryRejected = "journalEntry.rejected",
        EntryPosted = "journalEntry.posted",
        EntryVoided = "journalEntry.voided",
        EntryReversed = "journalEntry.reversed",
        EntryCorrected = "journalEntry.corrected",
        RevaluationRun = "revaluation.run",
        MatchCreated = "match.created",
        MatchUndone = "match.undone",
        EntryTemplateCreated = "entryTemplate.created",
        EntryTemplateUpdated = "entryTemplate.updated",
        EntryTemplateDeleted = "entryTemplate.deleted",
        RecurringEntryCreated = "recurringEntry.created",
        RecurringEntryUpdated = "recurringEntry.updated",
        RecurringEntryDeleted = "recurringEntry.deleted",
        OccurrenceSkipped = "recurringEntry.skipped",
        OccurrenceFailed = "recurringEntry.failed",
        WarehouseCreated = "warehouse.created",
        WarehouseUpdated = "warehouse.updated",
        WarehouseDeleted = "warehouse.deleted",
        ItemCategoryCreated = "itemCategory.created",
        ItemCategoryUpdated = "itemCategory.updated",
        ItemCategoryDeleted = "itemCategory.deleted",
        ItemCreated = "item.created",
        ItemUpdated = "item.updated",
        ItemDeleted = "item.deleted",
        ItemsImported = "item.imported",
        LocationCreated = "location.created",
        LocationUpdated = "location.updated",
        LocationDeleted = "location.deleted",
        LotCreated = "lot.created",
        LotUpdated = "lot.updated",
        LotDeleted = "lot.deleted",
        SerialCreated = "serial.created",
        SerialUpdated = "serial.updated",
        SerialDeleted = "serial.deleted",
        ReasonCodeCreated = "reasonCode.created",
        ReasonCodeUpdated = "reasonCode.updated",
        ReasonCodeDeleted = "reasonCode.deleted",
        MovementDrafted = "movement.drafted",
        MovementEdited = "movement.edited",
        MovementSubmitted = "movement.submitted",
        MovementWithdrawn = "movement.withdrawn",
        MovementRejected = "movement.rejected",
        MovementDeleted = "movement.deleted",
        MovementPosted = "movement.posted",
        MovementVoided = "movement.voided",
        ReservationCreated = "reservation.created",
        ReservationUpdated = "reservation.updated",
        ReservationReleased = "reservation.released",
        ReservationExpired = "reservation.expired",
        ReservationShort = "reservation.short",
        PoolFrozen = "pool.frozen",
        PoolReleased = "pool.released",
        CountOpened = "count.opened",
        CountRecorded = "count.recorded",
        CountSubmitted = "count.submitted",
        CountApproved = "count.approved",
        CountSentBack = "count.sentBack",
        CountCancelled = "count.cancelled",
        CountOverrunsAcknowledged = "count.overrunsAcknowledged",
        CountPosted = "count.posted",
    }
}

/// The hash of a fact: SHA-256 over the tag, the organization, every column and the previous hash.
#[must_use]
pub fn hash(organization: OrganizationId, fact: &FactRow) -> [u8; 32] {
    let mut digest = Sha256::new();
    let text = |digest: &mut Sha256, value: &[u8]| {
        digest.update((value.len() as u64).to_be_bytes());
        digest.update(value);
    };
    digest.update(FORMAT_TAG);
    digest.update(organization.0);
    digest.update(fact.seq.to_be_bytes());
    digest.update(fact.at.0.to_be_bytes());
    digest.update(fact.actor.0);
    text(&mut digest, fact.request_id.as_bytes());
    text(&mut digest, fact.kind.as_bytes());
    digest.update(fact.version.to_be_bytes());
    text(&mut digest, fact.subject.as_bytes());
    digest.update(fact.part.to_be_bytes());
    digest.update(fact.parts.to_be_bytes());
    text(&mut digest, &fact.payload);
    digest.update(fact.previous_hash);
    digest.finalize().into()
}
