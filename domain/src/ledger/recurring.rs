//! Recurring entries: a template and the days on which it makes an entry.
//!
//! The rule (RFC 5545) is read once, at the edge. The books keep its days, one row each with the outcome: a day makes
//! its entry exactly once, on any number of nodes.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::rules;
use crate::ledger::posting;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{Entry, Occurrence, OccurrenceStatus, RecurringEntry, RecurringOutcome};
use crate::value::id::RecurringEntryId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Violation};
use crate::value::{Currency, Date, Decimal, IdOrCode, Sought, limits};

/// A rule with the days that it gives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The rule as it was written.
    pub rule: String,
    /// The day from which it counts.
    pub start_date: Date,
    /// Its days, each once, in order.
    pub dates: Vec<Date>,
}

impl Schedule {
    /// The days are in order and within their limit.
    pub(crate) fn require_usable(&self) -> Result<(), Stop> {
        if self.dates.is_empty() || self.dates.len() > limits::OCCURRENCES {
            let message = format!(
                "the rule gives {} days, a recurring entry can have 1 to {}: end it with COUNT or UNTIL",
                self.dates.len(),
                limits::OCCURRENCES
            );
            return Err(Rejection::new(Code::LimitReached, message).at("/rule").into());
        }
        if !self.dates.is_sorted_by(|earlier, later| earlier < later) {
            return Err(Rejection::new(Code::LimitReached, "the days of a rule must be in order, each once")
                .at("/rule")
                .into());
        }
        Ok(())
    }
}

/// The recurring entry and its days, which most commands look at.
pub(crate) fn hint_days(recurring: &Sought<RecurringEntryId>, keys: &mut Vec<Key>) {
    if let Some(id) = recurring.id() {
        keys.extend([Key::RecurringEntry(id), Key::Occurrences(id)]);
    }
}

/// The recurring entry, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_recurring(book: &Book, sought: &Sought<RecurringEntryId>) -> Result<RecurringEntry, Stop> {
    let id = sought.require()?;
    Ok(book.recurring_entry(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The day is one of its days and nothing became of it yet.
pub(crate) fn require_due(book: &Book, recurring: &RecurringEntry, date: Date) -> Result<Occurrence, Stop> {
    let found = book.occurrences(recurring.id)?.find(|occurrence| occurrence.date == date).cloned();
    let here = format!("/accounting/recurring-entries/{}/occurrences", recurring.id);
    let (message, found) = match found {
        Some(due) if due.status == OccurrenceStatus::Due => return Ok(due),
        Some(done) if done.status == OccurrenceStatus::Made => {
            ("the entry of this day has already been made", Some(done))
        }
        Some(skipped) => ("this day was skipped", Some(skipped)),
        None => ("this is not one of its days", None),
    };
    let rejection = Rejection::new(Code::OccurrenceNotDue, format!("{}: {message}", recurring.name))
        .at("/date")
        .with("date", date)
        .with("status", found.as_ref().map(|occurrence| occurrence.status.name()))
        .with("entryId", found.and_then(|occurrence| occurrence.entry_id).map(|id| id.to_string()));
    Err(rejection.offer("occurrences", "See its days", "GET", here).into())
}

/// The permission that the author of a recurring entry needs.
pub(crate) fn permission_of(outcome: RecurringOutcome) -> Permission {
    match outcome {
        RecurringOutcome::Draft => Permission::JournalEntriesDraft,
        RecurringOutcome::Posted => Permission::JournalEntriesPost,
    }
}

/// An entry that will be posted by itself must be postable, otherwise the first run would be the first to notice.
pub(crate) fn require_makes_sense(
    book: &Book,
    ctx: &Context,
    recurring: &RecurringEntry,
    drafts: &[DraftLine],
) -> Result<(), Stop> {
    let entry = Entry {
        entry_type: recurring.entry_type,
        dimensions: recurring.dimensions.clone(),
        transaction_currency: recurring.transaction_currency,
        exchange_rate: recurring.exchange_rate,
        ..rules::blank(ctx, recurring.journal_id, recurring.start_date, book.organization()?.base_currency)
    };
    rules::totals(&entry, drafts)?;
    rules::require_known_dimensions(book, &recurring.dimensions)?;
    if recurring.outcome == RecurringOutcome::Posted {
        match draft::postable(book, drafts, &entry, &[]) {
            Ok(lines) => {
                posting::require_balanced(book, &lines)?;
            }
            // The rates of days to come are not known yet.
            Err(Stop::Rejected(rejection)) if !rejection.errors.is_empty() && rejection.errors.iter().all(is_rate) => {}
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}

fn is_rate(error: &Violation) -> bool {
    error.code == Code::RateMissing.name()
}

/// A stored line as a caller would write it, with its due date as far after `date` as it was after the start.
pub(crate) fn line_on(
    recurring: &RecurringEntry,
    line: DraftLine,
    date: Date,
    base: Currency,
) -> Result<NewLine, Stop> {
    let amount = |units: i64| (units != 0).then(|| Decimal::from_units(units, line.currency.decimals()));
    let in_base = |units: i64| line.base.filter(|_| units != 0).map(|own| Decimal::from_units(own, base.decimals()));
    let moved = |due: Date| recurring.start_date.until(due).and_then(|span| date.checked_add(span));
    let due_date = line.due_date.map(moved).transpose().map_err(|_| {
        Rejection::new(Code::NoPeriod, "a due date would be after the last possible day: give the line another")
            .at("/lines")
    })?;
    Ok(NewLine {
        account: line.account_id.map(IdOrCode::from),
        debit: amount(line.debit),
        credit: amount(line.credit),
        currency: Some(line.currency.code().to_owned()),
        exchange_rate: line.exchange_rate,
        base_debit: in_base(line.debit),
        base_credit: in_base(line.credit),
        description: line.description,
        party: line.party_id.map(IdOrCode::from),
        due_date,
        dimensions: line.dimensions,
    })
}

/// The text with the day of the occurrence in it.
pub(crate) fn text_on(text: &str, date: Date) -> String {
    text.replace("{year}", &format!("{:04}", date.year()))
        .replace("{month}", &format!("{:02}", date.month()))
        .replace("{day}", &format!("{:02}", date.day()))
}
