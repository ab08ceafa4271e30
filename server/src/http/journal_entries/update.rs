//! `PUT /accounting/journal-entries/{id}`: edits a draft by merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::update::UpdateEntry;
use domain::ledger::invoice_numbers::NumberUse;
use domain::value::id::{EntryId, JournalId, PeriodId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_ENTRY};
use domain::value::{CurrencyRef, Date, Patch, Rate, Sought};

use super::get;
use super::view::EntryView;
use super::wire::{CallerEntryType, LineInput};
use crate::http::input::{
    Change, ForeignKey, JsonObject, List, LongText, Name, NameOrEmpty, ReadBack, StringMapPatch, Violations,
};
use crate::http::journals::wire::{JournalCode, named};
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{BodyId, BodyVersion, expected, require_same_id};
use crate::http::writing::Writing;

crate::input! {
    /// A change of a draft: absent fields stay, null clears, objects merge by key, lines are replaced.
    pub struct EntryPatch keeping ["number", "status", "baseCurrency"] ignoring [
        "sequence", "totalDebit", "totalCredit", "reversesEntryId", "reversedByEntryId", "correctsEntryId",
        "correctedByEntryId", "reason", "priorPeriodAdjustment", "replacement", "voidsEntryId", "voidedByEntryId",
        "voidReason", "voidedAt", "voidedBy", "voidedByName", "ownerType", "ownerId", "preparedBy", "submittedAt",
        "submittedBy", "submittedByName", "approvedAt", "approvedBy", "approvedByName", "rejectedAt", "rejectedBy",
        "rejectedByName", "rejectionReason", "postedAt", "postedBy", "postedByName", "hash", "createdAt", "createdBy",
        "createdByName", "updatedAt", "updatedBy", "updatedByName",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub date: Change<Date>,
        pub document_date: Patch<Date>,
        pub journal_id: Change<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Change<JournalCode> = "GJ",
        /// An adjustment period; null takes the date's own period again.
        pub period_id: Patch<Sought<PeriodId>>,
        /// The day of its automatic reversal, later than `date`; null cancels it.
        pub auto_reverse_on: Patch<Date>,
        pub entry_type: Change<CallerEntryType>,
        pub description: Change<LongText<0, 2000>> = "Invoice 536365, corrected",
        pub reference: Patch<Name<200>>,
        /// As in a new entry.
        pub allow_duplicate_reference: Change<bool>,
        pub source: Change<NameOrEmpty<100>>,
        pub external_id: Patch<ForeignKey<200>>,
        /// The currency of lines sent without one; lines that stay keep theirs.
        pub currency: Change<CurrencyRef>,
        /// The rate of lines in that currency that give none; null takes the rate in effect.
        pub exchange_rate: Patch<Rate>,
        /// Defaults for the lines, merged by dimension code; null clears all.
        pub dimensions: Patch<StringMapPatch<DIMENSIONS_PER_LINE>>,
        /// All lines, to replace the present ones; the form in which they are shown is accepted.
        pub lines: Change<List<ReadBack<LineInput>, 0, LINES_PER_ENTRY>>,
        pub metadata: Patch<JsonObject>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<UpdateEntry>()
    .rejects(rejections::ENTRY_FIELDS)
    .rejects(&[Code::EntryNotDraft, Code::EntrySystemGenerated])
    .conditional()
    .preferable();

/// Edit a draft
///
/// A merge: absent fields stay, null clears, objects merge by key, lines are replaced. Editing an entry that is waiting
/// for approval makes it a draft again. Posted entries never change.
#[utoipa::path(put, path = "/api/v1/accounting/journal-entries/{id}", operation_id = "JournalEntriesController_update",
    tag = "Journal entries", request_body = EntryPatch, params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = EntryView)))]
pub async fn update(Path(PathId(id)): Path<PathId<EntryId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::entry_view(snapshot, &caller, &id).await).await;
    let input: EntryPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let command = writing.caller.admit(&writing.app, input.command(id.clone(), expected)).await?;
    writing.keep(EntryPatch::KEPT, async |snapshot| get::entry_view(snapshot, &caller, &id).await).await?;
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}

impl EntryPatch {
    fn command(self, entry: Sought<EntryId>, if_match: Option<Vec<i64>>) -> Result<UpdateEntry, Problem> {
        let mut errors = Violations::default();
        let lines = self.lines.set().map(|lines| {
            let lines = lines.0.into_iter().enumerate();
            lines.map(|(index, sent)| sent.line.line(index, &mut errors)).collect()
        });
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()));
        }
        Ok(UpdateEntry {
            entry,
            if_match,
            date: self.date.set(),
            document_date: self.document_date,
            journal: named(self.journal_id.set(), self.journal_code.set(), "")?,
            period: self.period_id,
            auto_reverse_on: self.auto_reverse_on,
            entry_type: self.entry_type.set().map(CallerEntryType::entry_type),
            description: self.description.set().map(|text| text.0),
            reference: self.reference.map(|text| text.0),
            number_use: NumberUse::allowing(self.allow_duplicate_reference.set()),
            source: self.source.set().map(|text| text.0),
            external_id: self.external_id.map(|text| text.0),
            currency: self.currency.set().map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            dimensions: self.dimensions.map(StringMapPatch::json),
            lines,
            // The wire made the text itself, so that it always parses.
            metadata: self.metadata.map(|object| object.json()),
        })
    }
}
