//! Data of an entry and its lines other than dates, texts and amounts: tags of hledger and ledger, metadata of
//! beancount.

use std::collections::BTreeMap;

use domain::rows::{Entry, EntryType, Line};
use domain::value::cell::IsoDate;
use domain::value::id::{EntryId, JournalId, PartyId, PeriodId};

use crate::http::journal_entries::view::texts;

/// The prefix of a dimension's code.
pub const DIMENSION: &str = "dim-";

/// The tag of a line that moves the base balance alone: its currency.
pub const BASE_ONLY: &str = "base-only";

/// A name and its value, as it is.
pub type Tag = (String, String);

/// The names of ids.
#[derive(Debug)]
pub struct Names<'n> {
    /// Codes of journals.
    pub journals: &'n BTreeMap<JournalId, String>,
    /// Names of adjustment periods.
    pub adjustments: &'n BTreeMap<PeriodId, String>,
    /// Names of parties.
    pub parties: &'n BTreeMap<PartyId, String>,
    /// Numbers of linked entries.
    pub numbers: &'n BTreeMap<EntryId, String>,
}

impl Names<'_> {
    /// The party as a person knows it; its id where its name was erased.
    #[must_use]
    pub fn party(&self, id: PartyId) -> String {
        self.parties.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }
}

/// The tags of an entry. Its number, date, description and party stand in its first line.
#[must_use]
pub fn of_entry(entry: &Entry, names: &Names<'_>) -> Vec<Tag> {
    let linked = |id: Option<EntryId>| id.and_then(|id| names.numbers.get(&id).cloned());
    let day = |date: Option<domain::value::Date>| date.map(|date| IsoDate(date).to_string());
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let tags = [
        ("id", Some(entry.id.to_string())),
        ("sequence", entry.sequence.map(|sequence| sequence.to_string())),
        ("journal", names.journals.get(&entry.journal_id).cloned()),
        ("entry-type", (entry.entry_type != EntryType::Standard).then(|| entry.entry_type.name().to_owned())),
        ("adjustment-period", entry.period_id.and_then(|id| names.adjustments.get(&id).cloned())),
        ("document-date", day(entry.document_date)),
        ("reference", entry.reference.clone()),
        ("source", some(&entry.source)),
        ("external-id", entry.external_id.clone()),
        ("voids", linked(entry.voids_entry_id)),
        ("voided-by", linked(entry.voided_by_entry_id)),
        ("void-reason", linked(entry.voided_by_entry_id).and(entry.void_reason.clone())),
        ("reverses", linked(entry.reverses_entry_id)),
        ("reversed-by", linked(entry.reversed_by_entry_id)),
        ("corrects", linked(entry.corrects_entry_id)),
        ("corrected-by", linked(entry.corrected_by_entry_id)),
        ("reason", entry.reason.clone()),
        ("auto-reverse-on", day(entry.auto_reverse_on)),
    ];
    tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// The tags of a line.
#[must_use]
pub fn of_line(line: &Line, names: &Names<'_>) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut add = |name: &str, value: Option<String>| tags.extend(value.map(|value| (name.to_owned(), value)));
    add(BASE_ONLY, is_base_only(line).then(|| line.currency.to_string()));
    add("party", line.party_id.map(|id| names.party(id)));
    add("due", line.due_date.map(|date| IsoDate(date).to_string()));
    add("note", line.description.clone());
    for (code, value) in texts(&line.dimensions) {
        add(&format!("{DIMENSION}{code}"), Some(value));
    }
    tags
}

/// Whether a line of a foreign currency moves the base balance alone: a revaluation, a realised difference or a
/// rounding. Every tool takes it as an amount in base currency, and its tag says of which currency it is.
#[must_use]
pub fn is_base_only(line: &Line) -> bool {
    line.debit == 0 && line.credit == 0 && (line.base_debit != 0 || line.base_credit != 0)
}

/// The payee of an entry: the party of its lines, if they have only one.
#[must_use]
pub fn payee(lines: &[Line], names: &Names<'_>) -> Option<String> {
    let mut parties = lines.iter().filter_map(|line| line.party_id);
    let first = parties.next()?;
    parties.all(|other| other == first).then(|| names.party(first))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use domain::value::Currency;
    use domain::value::id::AccountId;

    /// A line of made-up amounts.
    pub fn line(currency: Currency, debit: i64, credit: i64, base_debit: i64, base_credit: i64) -> Line {
        Line {
            entry_sequence: 1,
            line_number: 1,
            account_id: AccountId([1; 16]),
            debit,
            credit,
            currency,
            exchange_rate: None,
            base_debit,
            base_credit,
            description: None,
            party_id: None,
            due_date: None,
            dimensions: String::new(),
            pool_id: None,
        }
    }
}
