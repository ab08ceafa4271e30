//! `POST /accounting/journal-entries/{id}/correct`: void and repost, or post the difference, in one commit.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use domain::ledger::invoice_numbers::NumberUse;
use domain::rows::Replacement;
use domain::value::id::{EntryId, JournalId, PeriodId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_ENTRY};
use domain::value::{CurrencyRef, Date, Patch, Rate, Sought};

use super::reverse::made;
use super::view::EntryView;
use super::wire::{CallerEntryType, LineInput, NewStatus, canonical};
use crate::http::called;
use crate::http::input::{
    ForeignKey, JsonObject, List, LongText, Name, NameOrEmpty, Pointer, Reason, StringMap, Violations,
};
use crate::http::journals::wire::{JournalCode, named};
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The entry as it should have been: the body of a new entry; some fields keep the entry's own value if absent.
    pub struct ReplacementInput {
        /// The entry's own if absent.
        pub date: Option<Date>,
        /// The date on the document.
        pub document_date: Option<Date>,
        /// The entry's own if absent.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode> = "GJ",
        /// An adjustment period; the entry's own period if absent and the date stays.
        pub period_id: Option<Sought<PeriodId>>,
        /// The entry's own if absent and later than the date; null for none.
        pub auto_reverse_on: Patch<Date>,
        /// Only `posted`: a correction is posted at once.
        pub status: Option<NewStatus> = "posted",
        /// The entry's own if absent.
        pub entry_type: Option<CallerEntryType>,
        /// A description of what happened.
        pub description: Option<LongText<0, 2000>> = "Invoice 536365",
        /// The document's own number.
        pub reference: Option<Name<200>> = "536365",
        /// As in a new entry; the number that the entry has already is not refused.
        pub allow_duplicate_reference: Option<bool> = false,
        /// The entry's own if absent.
        pub source: Option<NameOrEmpty<100>>,
        /// The entry's own if absent; null for none.
        pub external_id: Patch<ForeignKey<200>>,
        /// The currency of lines that give none; the entry's own if absent.
        pub currency: Option<CurrencyRef>,
        /// The rate of lines in that currency that give none; the entry's own if absent and the currency stays.
        pub exchange_rate: Option<Rate>,
        /// Defaults for the lines.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
        /// All lines.
        pub lines: Option<List<LineInput, 0, LINES_PER_ENTRY>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }

    /// Why an entry is corrected, and the entry as it should have been.
    pub struct CorrectInput {
        pub reason: Reason = "misread the amount",
        /// The entry as it should have been.
        pub replacement: ReplacementInput,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<CorrectEntry>()
    .rejects(rejections::ENTRY)
    .rejects(rejections::ENTRY_FIELDS)
    .rejects(rejections::TAKES_BACK)
    .rejects(&[Code::NothingToCorrect])
    .conditional();

/// Correct a posted entry
///
/// In one commit, linked both ways. If the entry's period is open, the entry is voided and the replacement posted. If
/// it is closed, the entry stays posted, and only the difference per account, currency, party and dimension set is
/// posted in the first open period; that entry carries the full `replacement`. To correct a corrected entry again,
/// correct its latest correction.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/correct",
    operation_id = "JournalEntriesController_correct", tag = "Journal entries", request_body = CorrectInput,
    params(("id" = String, Path, description = "The entry")),
    responses((status = 201, description = "The replacement, or the difference", body = EntryView)))]
pub async fn correct(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CorrectInput = writing.body().await?;
    let replacement = writing.caller.admit(&writing.app, input.replacement.replacement()).await?;
    let if_match = writing.if_match.clone();
    let done = writing.run(CorrectEntry { entry: id, reason: input.reason.0, if_match, replacement }).await?;
    let view = made(&done)?.with_replacement(done.row::<Replacement>())?;
    let view = called::answered(&writing, &done, view).await?;
    let view = called::answered(&writing, &done, view).await?;
    done.created("/accounting/journal-entries", view)
}

impl ReplacementInput {
    /// The core's replacement.
    fn replacement(self) -> Result<NewReplacement, Problem> {
        let mut errors = Violations::default();
        if self.status == Some(NewStatus::Draft) {
            let message = "a correction is posted at once: leave it out, or write a separate draft";
            errors.push(&Pointer::Body.field("status"), "not_allowed", message);
        }
        let lines = self.lines.map(|lines| lines.0).unwrap_or_default();
        let lines = lines.into_iter().enumerate().map(|(index, line)| line.line(index, &mut errors)).collect();
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()).below("/replacement"));
        }
        Ok(NewReplacement {
            date: self.date,
            journal: named(self.journal_id, self.journal_code, "/replacement")?,
            entry_type: self.entry_type.map(CallerEntryType::entry_type),
            source: self.source.map(|text| text.0),
            external_id: self.external_id.map(|text| text.0),
            currency: self.currency.map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            auto_reverse_on: self.auto_reverse_on,
            period: self.period_id,
            document_date: self.document_date,
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            number_use: NumberUse::allowing(self.allow_duplicate_reference),
            dimensions: canonical(self.dimensions),
            lines,
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        })
    }
}
