//! An entry as it is answered.

use std::collections::BTreeMap;

use domain::rows::replacements::decode_lines;
use domain::rows::{Entry, EntryStatus, EntryType, Line, Replacement};
use domain::value::id::{EntryId, JournalId, PeriodId, PrincipalId};
use domain::value::{Currency, Decimal, Json, TypedId};
use store::read::matches::Settled;

pub use super::line_view::{LineView, draft_lines, line_view, open, settle};
use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RateText, RawObject};
use crate::http::problem::Problem;

crate::output! {
    /// A corrected entry as it should have been: its correction posts the difference.
    pub struct ReplacementView {
        pub journal_id: Id<JournalId>,
        pub journal_code: Option<String>,
        pub date: Day,
        pub document_date: Option<Day>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        /// The currency of lines that gave none.
        pub currency: CurrencyCode,
        /// The rate of lines in that currency that gave none; null took the rate in effect.
        pub exchange_rate: Option<RateText>,
        pub dimensions: BTreeMap<String, String>,
        pub lines: Vec<LineView>,
        pub metadata: RawObject,
    }

    /// A journal entry.
    pub struct EntryView {
        pub id: Id<EntryId>,
        /// The number in the journal's series; null in a draft.
        pub number: Option<String>,
        /// Position in the organization's one gapless series; null in a draft.
        pub sequence: Option<i64>,
        pub journal_id: Id<JournalId>,
        /// Null for callers who may not read journals.
        pub journal_code: Option<String>,
        pub date: Day,
        pub document_date: Option<Day>,
        pub period_id: Option<Id<PeriodId>>,
        pub status: Named<EntryStatus>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        /// The currency of lines that give none.
        pub currency: CurrencyCode,
        /// The rate of lines in that currency that give none; null takes the rate in effect.
        pub exchange_rate: Option<RateText>,
        /// Of the totals.
        pub base_currency: CurrencyCode,
        /// In base currency; in a draft, without lines that have no rate yet.
        pub total_debit: DecimalText,
        pub total_credit: DecimalText,
        pub lines: Vec<LineView>,
        pub dimensions: BTreeMap<String, String>,
        pub reverses_entry_id: Option<Id<EntryId>>,
        pub reversed_by_entry_id: Option<Id<EntryId>>,
        pub corrects_entry_id: Option<Id<EntryId>>,
        pub corrected_by_entry_id: Option<Id<EntryId>>,
        /// Why a reversal or a correction was posted.
        pub reason: Option<String>,
        /// Whether it reverses or corrects an entry of a closed period.
        pub prior_period_adjustment: bool,
        /// The day of its automatic reversal; with `reversedByEntryId`, the day on which it was reversed.
        pub auto_reverse_on: Option<Day>,
        /// The corrected entry as it should have been; only if this entry posts just the difference.
        pub replacement: Option<ReplacementView>,
        pub voids_entry_id: Option<Id<EntryId>>,
        pub voided_by_entry_id: Option<Id<EntryId>>,
        pub void_reason: Option<String>,
        pub voided_at: Option<At>,
        pub voided_by: Option<Id<PrincipalId>>,
        /// The names of people are null in the answer to a new entry, and after they were erased.
        pub voided_by_name: Option<String>,
        pub owner_type: Option<String>,
        pub owner_id: Option<String>,
        /// Everyone who created, edited or submitted it as a draft; empty if it was posted at once.
        pub prepared_by: Vec<Id<PrincipalId>>,
        /// The time of the submission that is waiting for approval, or was approved.
        pub submitted_at: Option<At>,
        pub submitted_by: Option<Id<PrincipalId>>,
        pub submitted_by_name: Option<String>,
        pub approved_at: Option<At>,
        pub approved_by: Option<Id<PrincipalId>>,
        pub approved_by_name: Option<String>,
        /// The time of the last rejection, if any.
        pub rejected_at: Option<At>,
        pub rejected_by: Option<Id<PrincipalId>>,
        pub rejected_by_name: Option<String>,
        pub rejection_reason: Option<String>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        pub posted_by_name: Option<String>,
        pub metadata: RawObject,
        /// SHA-256 over the fields that posting froze, in hex; null in a draft.
        pub hash: Option<String>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub created_by_name: Option<String>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
        pub updated_by_name: Option<String>,
    }
}

impl EntryView {
    /// The view of an entry with its stored lines; a draft's lines come from its own row.
    pub fn of(entry: Entry, lines: &[Line]) -> Result<Self, Problem> {
        let base = entry.currency;
        let amount = |units| DecimalText(Decimal::from_units(units, base.decimals()));
        let lines = if entry.sequence.is_some() {
            lines.iter().map(|line| line_view(line, base)).collect()
        } else {
            draft_lines(&entry.draft_lines, base, "entries", entry.id)?
        };
        Ok(Self {
            id: Id(entry.id),
            number: entry.number,
            sequence: entry.sequence,
            journal_id: Id(entry.journal_id),
            journal_code: None,
            date: Day(entry.date),
            document_date: entry.document_date.map(Day),
            period_id: entry.period_id.map(Id),
            status: Named(entry.status),
            entry_type: Named(entry.entry_type),
            description: entry.description,
            reference: entry.reference,
            source: entry.source,
            external_id: entry.external_id,
            currency: CurrencyCode(entry.transaction_currency),
            exchange_rate: entry.exchange_rate.map(RateText),
            base_currency: CurrencyCode(base),
            total_debit: amount(entry.total_debit),
            total_credit: amount(entry.total_credit),
            lines,
            dimensions: texts(&entry.dimensions),
            reverses_entry_id: entry.reverses_entry_id.map(Id),
            reversed_by_entry_id: entry.reversed_by_entry_id.map(Id),
            corrects_entry_id: entry.corrects_entry_id.map(Id),
            corrected_by_entry_id: entry.corrected_by_entry_id.map(Id),
            reason: entry.reason,
            prior_period_adjustment: entry.prior_period_adjustment,
            auto_reverse_on: entry.auto_reverse_on.map(Day),
            replacement: None,
            voids_entry_id: entry.voids_entry_id.map(Id),
            voided_by_entry_id: entry.voided_by_entry_id.map(Id),
            void_reason: entry.void_reason,
            voided_at: entry.voided_at.map(At),
            voided_by: entry.voided_by.map(Id),
            voided_by_name: None,
            owner_type: entry.owner_type,
            owner_id: entry.owner_id,
            prepared_by: entry.prepared_by.split_whitespace().filter_map(PrincipalId::parse).map(Id).collect(),
            submitted_at: entry.submitted_at.map(At),
            submitted_by: entry.submitted_by.map(Id),
            submitted_by_name: None,
            approved_at: entry.approved_at.map(At),
            approved_by: entry.approved_by.map(Id),
            approved_by_name: None,
            rejected_at: entry.rejected_at.map(At),
            rejected_by: entry.rejected_by.map(Id),
            rejected_by_name: None,
            rejection_reason: entry.rejection_reason,
            posted_at: entry.posted_at.map(At),
            posted_by: entry.posted_by.map(Id),
            posted_by_name: None,
            metadata: RawObject(entry.metadata),
            hash: entry.hash.as_deref().map(hex),
            version: entry.version,
            created_at: At(entry.created_at),
            created_by: Id(entry.created_by),
            created_by_name: None,
            updated_at: At(entry.updated_at),
            updated_by: Id(entry.updated_by),
            updated_by_name: None,
        })
    }
}

impl EntryView {
    /// With the intended form of the corrected entry.
    pub fn with_replacement(mut self, stored: Option<Replacement>) -> Result<Self, Problem> {
        let base = self.base_currency.0;
        self.replacement = stored.map(|stored| ReplacementView::of(stored, base)).transpose()?;
        Ok(self)
    }
}

impl EntryView {
    /// With the open amounts of its lines, by sequence and line.
    #[must_use]
    pub fn with_settled(mut self, settled: &BTreeMap<(i64, i64), Settled>) -> Self {
        if let Some(sequence) = self.sequence {
            settle(&mut self.lines, sequence, settled);
        }
        self
    }
}

impl EntryView {
    /// As the answer to a new entry shows it.
    #[must_use]
    pub fn without_people(self) -> Self {
        Self { posted_by_name: None, created_by_name: None, updated_by_name: None, ..self }
    }
}

impl Naming for EntryView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.journals.insert(self.journal_id.0);
        let decided = [self.voided_by, self.submitted_by, self.approved_by, self.rejected_by, self.posted_by];
        let always = [Some(self.created_by), Some(self.updated_by)];
        wanted.people.extend(decided.into_iter().chain(always).flatten().map(|id| id.0));
        self.lines.iter().for_each(|line| line.ask(wanted));
        if let Some(replacement) = &self.replacement {
            wanted.journals.insert(replacement.journal_id.0);
            replacement.lines.iter().for_each(|line| line.ask(wanted));
        }
    }

    fn name(&mut self, names: &Names) {
        self.journal_code = names.journals.of(self.journal_id).code;
        self.voided_by_name = names.people.maybe(self.voided_by).name;
        self.submitted_by_name = names.people.maybe(self.submitted_by).name;
        self.approved_by_name = names.people.maybe(self.approved_by).name;
        self.rejected_by_name = names.people.maybe(self.rejected_by).name;
        self.posted_by_name = names.people.maybe(self.posted_by).name;
        self.created_by_name = names.people.of(self.created_by).name;
        self.updated_by_name = names.people.of(self.updated_by).name;
        self.lines.iter_mut().for_each(|line| line.name(names));
        if let Some(replacement) = &mut self.replacement {
            replacement.journal_code = names.journals.of(replacement.journal_id).code;
            replacement.lines.iter_mut().for_each(|line| line.name(names));
        }
    }
}

impl ReplacementView {
    fn of(stored: Replacement, base: Currency) -> Result<Self, Problem> {
        let lines =
            decode_lines(&stored.lines).map_err(|bad| Problem::unreadable("replacements", stored.entry_id, &bad))?;
        Ok(Self {
            journal_id: Id(stored.journal_id),
            journal_code: None,
            date: Day(stored.date),
            document_date: stored.document_date.map(Day),
            entry_type: Named(stored.entry_type),
            description: stored.description,
            reference: stored.reference,
            source: stored.source,
            external_id: stored.external_id,
            currency: CurrencyCode(stored.transaction_currency),
            exchange_rate: stored.exchange_rate.map(RateText),
            dimensions: texts(&stored.dimensions),
            lines: lines.iter().map(|line| line_view(line, base)).collect(),
            metadata: RawObject(stored.metadata),
        })
    }
}

/// Stored dimensions: a canonical JSON object of texts, or empty for none.
pub fn texts(stored: &str) -> BTreeMap<String, String> {
    if stored.is_empty() {
        return BTreeMap::new();
    }
    match Json::parse(stored) {
        Ok(Json::Object(members)) => members
            .into_iter()
            .filter_map(|(name, value)| match value {
                Json::Text(text) => Some((name, text)),
                _ => None,
            })
            .collect(),
        _ => BTreeMap::new(),
    }
}

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
