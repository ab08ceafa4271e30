//! The input of a recurring entry.

use domain::commands::recurring_entries::create::CreateRecurringEntry;
use domain::commands::recurring_entries::update::UpdateRecurringEntry;
use domain::ledger::entries::draft::NewLine;
use domain::ledger::recurring::Schedule;
use domain::rows::{EntryType, RecurringAmounts, RecurringOutcome};
use domain::value::id::{JournalId, RecurringEntryId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_ENTRY};
use domain::value::rejection::Violation;
use domain::value::{CurrencyRef, Date, Rate, Sought};

use crate::http::input::{IntoCore, JsonObject, List, LongText, Name, StringMap, Text, Violations};
use crate::http::journal_entries::wire::{LineInput, canonical};
use crate::http::journals::wire::{JournalCode, named};
use crate::http::problem::Problem;
use crate::recurrence;

domain::named_enum! {
    /// The types of entries that may recur.
    RecurringEntryType {
        Standard = "standard",
        Adjusting = "adjusting",
    }
}

crate::wire_enum! {
    RecurringEntryType = "RecurringEntryType",
    RecurringOutcome = "RecurringOutcome",
    RecurringAmounts = "RecurringAmounts",
}

crate::fields! {
    /// A template, and the rule for the days on which it makes an entry.
    pub struct RecurringEntryInput;

    /// A change of a recurring entry: absent fields stay, null clears, objects merge by key, lines are replaced.
    pub struct RecurringEntryPatch repeating [id, version]
        ignoring ["nextDate", "createdAt", "createdBy", "updatedAt", "updatedBy"];

    {
        pub name: Required<Name<120>> = "Rent of the warehouse",
        /// A recurrence rule (RFC 5545) of whole days, with an end: `COUNT` or `UNTIL`.
        #[patch = "Replaces the days that are still due; send it with `startDate`."]
        pub rule: Required<Text<1, 500>> = "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12",
        /// The day from which the rule counts. It is one of the days only if the rule gives it.
        pub start_date: Required<Date> = "2010-12-31",
        /// `draft` (the default) or `posted`.
        pub outcome: Optional<RecurringOutcome> = "draft",
        /// With `total`, the amounts of the lines are those of all days together: each day takes an equal part, and the last what is
        /// left. `each` if absent.
        pub amounts: Optional<RecurringAmounts> = "each",
        /// A paused recurring entry makes no entries automatically.
        pub is_active: Later<bool> = false,
        /// The journal by its id; as for a new entry if absent.
        #[patch = "The journal by its id."]
        pub journal_id: Optional<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Optional<JournalCode> = "GJ",
        /// `standard` if absent.
        pub entry_type: Optional<RecurringEntryType>,
        /// `{year}`, `{month}` and `{day}` stand for the day of the entry.
        pub description: Optional<LongText<0, 2000>> = "Rent {year}-{month}",
        /// Takes the same placeholders as the description.
        pub reference: Clearable<Name<200>>,
        /// The currency of lines that give none; the base currency if absent.
        #[patch = "The currency of lines sent without one; lines that stay keep theirs."]
        pub currency: Optional<CurrencyRef>,
        /// The rate of lines in that currency that give none; the rate in effect on each day if absent.
        #[patch = "The rate of lines in that currency that give none; goes with its currency."]
        pub exchange_rate: Clearable<Rate>,
        pub dimensions: Clearable<StringMap<DIMENSIONS_PER_LINE>>,
        /// The lines; a due date moves with the day and keeps its distance from it.
        #[patch = "All lines, to replace the present ones."]
        pub lines: Required<List<LineInput, 1, LINES_PER_ENTRY>>,
        pub metadata: Clearable<JsonObject>,
    }
}

crate::input! {
    /// One day of a recurring entry.
    pub struct OccurrenceInput {
        /// A day of the recurring entry that is still due.
        pub date: Date = "2010-12-31",
    }
}

impl RecurringEntryInput {
    /// The command.
    ///
    /// # Errors
    /// 400 where the rule or a line cannot be read.
    pub fn command(self) -> Result<CreateRecurringEntry, Problem> {
        let mut errors = Violations::default();
        let lines = lines(self.lines.0, &mut errors);
        let (schedule, lines) = read(Some(schedule(self.rule.0, self.start_date)), Some(lines), errors)?;
        Ok(CreateRecurringEntry {
            name: self.name.0,
            schedule: schedule.unwrap_or_default(),
            outcome: self.outcome.unwrap_or(RecurringOutcome::Draft),
            amounts: self.amounts.unwrap_or(RecurringAmounts::Each),
            journal: named(self.journal_id, self.journal_code, "")?,
            entry_type: self.entry_type.map_or(EntryType::Standard, entry_type),
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            currency: self.currency.map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            dimensions: canonical(self.dimensions),
            lines: lines.unwrap_or_default(),
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        })
    }
}

impl RecurringEntryPatch {
    /// The command for this recurring entry.
    ///
    /// # Errors
    /// 400 where the rule or a line cannot be read, or rule and start come alone.
    pub fn command(
        self,
        recurring: Sought<RecurringEntryId>,
        if_match: Option<Vec<i64>>,
    ) -> Result<UpdateRecurringEntry, Problem> {
        let mut errors = Violations::default();
        let lines = self.lines.set().map(|sent| lines(sent.0, &mut errors));
        let schedule = match (self.rule.set(), self.start_date.set()) {
            (Some(rule), Some(start)) => Some(schedule(rule.0, start)),
            (None, None) => None,
            (rule, _) => {
                let missing = if rule.is_some() { "startDate" } else { "rule" };
                Some(Err(violation(
                    missing,
                    "required",
                    "a rule depends on its start: send rule and startDate together",
                )))
            }
        };
        let (schedule, lines) = read(schedule, lines, errors)?;
        Ok(UpdateRecurringEntry {
            recurring,
            if_match,
            name: self.name.set().map(|name| name.0),
            schedule,
            outcome: self.outcome.set(),
            amounts: self.amounts.set(),
            is_active: self.is_active.set(),
            journal: named(self.journal_id.set(), self.journal_code.set(), "")?,
            entry_type: self.entry_type.set().map(entry_type),
            description: self.description.set().map(|text| text.0),
            reference: self.reference.map(|text| text.0),
            currency: self.currency.set().map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            dimensions: self.dimensions.map(StringMap::into_core),
            lines,
            metadata: self.metadata.map(JsonObject::into_core),
        })
    }
}

fn lines(sent: Vec<LineInput>, errors: &mut Violations) -> Vec<NewLine> {
    sent.into_iter().enumerate().map(|(index, line)| line.line(index, errors)).collect()
}

/// Rule and lines, or every violation of either.
fn read(
    schedule: Option<Result<Schedule, Violation>>,
    lines: Option<Vec<NewLine>>,
    errors: Violations,
) -> Result<(Option<Schedule>, Option<Vec<NewLine>>), Problem> {
    let mut errors = errors.into_vec();
    let schedule = match schedule {
        Some(Err(violation)) => {
            errors.insert(0, violation);
            None
        }
        Some(Ok(schedule)) => Some(schedule),
        None => None,
    };
    if errors.is_empty() { Ok((schedule, lines)) } else { Err(Problem::validation(errors)) }
}

fn schedule(rule: String, start_date: Date) -> Result<Schedule, Violation> {
    match recurrence::days(&rule, start_date) {
        Ok(dates) => Ok(Schedule { rule, start_date, dates }),
        Err(bad) => Err(violation("rule", bad.code(), &bad.to_string())),
    }
}

fn violation(field: &str, code: &'static str, message: &str) -> Violation {
    Violation { pointer: format!("/{field}"), code, message: message.to_owned() }
}

fn entry_type(kind: RecurringEntryType) -> EntryType {
    match kind {
        RecurringEntryType::Standard => EntryType::Standard,
        RecurringEntryType::Adjusting => EntryType::Adjusting,
    }
}
