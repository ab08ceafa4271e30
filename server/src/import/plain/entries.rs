//! Entries of a journal as the API takes them.

use std::collections::BTreeMap;

use domain::value::{Currency, Date, Decimal, text};
use serde_json::{Map, Value, json};

use super::SOURCE;
use super::accounts::Accounts;
use super::closing;
use super::figures::Figure;
use super::ground::Ground;
use crate::plaintext::read::{PlainEntry, PlainJournal, PlainPosting, day};
use crate::plaintext::tags::DIMENSION;

/// An entry that can be sent.
#[derive(Clone, PartialEq, Debug)]
pub struct Ready {
    /// The line on which it begins.
    pub line: u64,
    /// Its identity.
    pub external_id: String,
    /// Its number in the file, for messages.
    pub number: String,
    /// The body to send.
    pub body: Value,
    /// The entry that it reverses, if it takes that back line by line; `body` is then only for asking the books.
    pub reverses: Option<Reversed>,
    /// The place of the entries after which it is voided, and why.
    pub voided_at: Option<(usize, String)>,
}

/// An entry of the file that another one reverses.
#[derive(Clone, PartialEq, Debug)]
pub struct Reversed {
    /// The identity of the reversed one.
    pub external_id: String,
    /// How it is reversed, as the API takes it.
    pub body: Value,
}

/// Longest id or code by which an entry is known.
const ID_CHARACTERS: usize = 200;

/// Notes missing values of entries that belong in tags.
pub fn check(journal: &mut PlainJournal) {
    let mut faults = Vec::new();
    for entry in &journal.entries {
        let moving = entry.postings.iter().filter(|posting| !is_nothing(posting)).count();
        if moving == 1 {
            faults.push((entry.line, "has fewer than two postings with an amount".to_owned()));
        }
        // The identity of an entry must find it again: it is not cut or respelled.
        if let Some(id) = entry.tags.get("id").or(entry.code.as_ref()) {
            if let Err(fault) = text::foreign_key(id) {
                faults.push((entry.line, format!("its id or code {id:?} {fault}")));
            } else if id.chars().count() > ID_CHARACTERS {
                faults.push((entry.line, format!("its id or code {id:?} has more than {ID_CHARACTERS} characters")));
            }
        }
        if let Some(Err(fault)) =
            entry.tags.get("reference").filter(|found| !found.is_empty()).map(|found| text::name(found))
        {
            faults.push((entry.line, format!("its reference {fault}")));
        }
        for (line, tags) in std::iter::once((entry.line, &entry.tags))
            .chain(entry.postings.iter().map(|posting| (posting.line, &posting.tags)))
        {
            for name in ["due", "document-date", "auto-reverse-on"] {
                if let Some(value) = tags.get(name).filter(|value| day(value).is_none()) {
                    faults.push((line, format!("{name} is {value:?}: write it as 2010-12-31")));
                }
            }
        }
    }
    faults.into_iter().for_each(|(line, why)| journal.tell(line, why));
}

fn is_nothing(posting: &PlainPosting) -> bool {
    posting.amount.as_ref().is_some_and(|amount| amount.number.unscaled == 0)
}

/// The entries to send, in their order: those of an export as they stand, others by date. Mirrors of voids that stand
/// next to their originals are not among them.
#[must_use]
pub fn of(
    journal: &PlainJournal,
    figures: &[Vec<Figure>],
    accounts: &Accounts,
    ground: &Ground,
    base: Currency,
) -> Vec<Ready> {
    let is_export = journal.entries.iter().any(|entry| entry.tags.contains_key("sequence"));
    let mut order: Vec<usize> = (0..journal.entries.len()).collect();
    if !is_export {
        order.sort_by_key(|index| journal.entries[*index].date);
    }
    let numbers: BTreeMap<&str, usize> = (0..)
        .zip(&journal.entries)
        .filter_map(|(index, entry)| entry.code.as_deref().map(|code| (code, index)))
        .collect();
    let is_mirror = |index: usize| {
        let original = journal.entries[index].tags.get("voids").and_then(|number| numbers.get(number.as_str()));
        original.is_some_and(|original| journal.entries[*original].tags.contains_key("voided-by"))
    };
    // How many that are sent stand before each one.
    let mut before = vec![0; journal.entries.len()];
    let mut sent: Vec<usize> = Vec::with_capacity(order.len());
    for index in order {
        before[index] = sent.len();
        if !is_mirror(index)
            && !closing::is_closing(journal, &journal.entries[index])
            && journal.entries[index].postings.iter().any(|posting| !is_nothing(posting))
        {
            sent.push(index);
        }
    }
    let mut hashes: BTreeMap<String, usize> = BTreeMap::new();
    // The identities of earlier entries.
    let mut known: BTreeMap<usize, String> = BTreeMap::new();
    sent.iter()
        .map(|index| {
            let entry = &journal.entries[*index];
            let reverses = original_of(journal, figures, &numbers, *index).and_then(|original| {
                Some(Reversed { external_id: known.get(&original)?.clone(), body: reversal(entry) })
            });
            let void = entry.tags.get("voided-by").and_then(|number| numbers.get(number.as_str()));
            // Voided where its mirror stands: after all that stand before that one.
            let voided_at = void.map(|mirror| {
                let reason = entry.tags.get("void-reason").cloned();
                (before[*mirror], reason.unwrap_or_else(|| "voided in the imported journal".to_owned()))
            });
            let external_id = entry.tags.get("id").or(entry.code.as_ref()).cloned().unwrap_or_else(|| {
                let hash = entry.content.clone();
                let times = hashes.entry(hash.clone()).or_default();
                *times += 1;
                format!("{hash}-{times}")
            });
            known.insert(*index, external_id.clone());
            Ready {
                line: entry.line,
                number: entry.code.clone().unwrap_or_else(|| external_id.clone()),
                body: body(entry, &figures[*index], accounts, ground, base, &external_id),
                external_id,
                reverses,
                voided_at,
            }
        })
        .collect()
}

/// The entry that this one reverses, where it takes back the same lines in the same journal.
fn original_of(
    journal: &PlainJournal,
    figures: &[Vec<Figure>],
    numbers: &BTreeMap<&str, usize>,
    index: usize,
) -> Option<usize> {
    let entry = &journal.entries[index];
    let place = *numbers.get(entry.tags.get("reverses")?.as_str())?;
    let original = &journal.entries[place];
    let is_like = entry.tags.get("entry-type").is_some_and(|kind| kind == "reversal")
        && !entry.tags.contains_key("adjustment-period")
        && entry.tags.get("journal") == original.tags.get("journal")
        && entry.date >= original.date
        && entry.postings.len() == original.postings.len();
    let takes_back = |(own, of): (&PlainPosting, &PlainPosting), (figure, other): (&Figure, &Figure)| {
        own.account == of.account
            && own.tags == of.tags
            && figure.currency == other.currency
            && (figure.units, figure.base) == (-other.units, -other.base)
    };
    let mut pairs = entry.postings.iter().zip(&original.postings).zip(figures[index].iter().zip(&figures[place]));
    (is_like && pairs.all(|(postings, figures)| takes_back(postings, figures))).then_some(place)
}

/// How an entry is reversed, as the API takes it.
fn reversal(entry: &PlainEntry) -> Value {
    let reason = entry.tags.get("reason").map(|reason| cut(reason.trim(), 500)).filter(|reason| !reason.is_empty());
    json!({
        "date": entry.date.to_string(),
        "reason": reason.unwrap_or_else(|| "reversed in the imported journal".to_owned()),
        "description": description(entry),
    })
}

fn body(
    entry: &PlainEntry,
    figures: &[Figure],
    accounts: &Accounts,
    ground: &Ground,
    base: Currency,
    external_id: &str,
) -> Value {
    let tag = |name: &str| entry.tags.get(name).filter(|value| !value.is_empty());
    // Entries that only the books make by themselves come in as ordinary ones; a line of base balance alone is taken by
    // no other type.
    let kind = tag("entry-type").filter(|kind| matches!(kind.as_str(), "opening" | "adjusting"));
    let kind =
        if figures.iter().any(Figure::is_base_only) { "import" } else { kind.map_or("standard", String::as_str) };
    let mut body = json!({
        "date": entry.date.to_string(),
        "journalId": ground.journal(tag("journal").map(String::as_str)),
        "status": "posted",
        "entryType": kind,
        "description": description(entry),
        "source": SOURCE,
        "externalId": external_id,
        "metadata": {"imported": imported(entry)},
    });
    if let Some(period) = tag("adjustment-period").and_then(|_| ground.adjustment(entry.date)) {
        body["periodId"] = json!(period);
    }
    if let Some(reference) = tag("reference") {
        body["reference"] = json!(cut(reference, 200));
    }
    if let Some(date) = tag("document-date").and_then(|text| day(text)) {
        body["documentDate"] = json!(date.to_string());
    }
    // A reversal that took place stands in the file itself.
    if let Some(date) = tag("auto-reverse-on").filter(|_| tag("reversed-by").is_none()).and_then(|text| day(text)) {
        body["autoReverseOn"] = json!(date.to_string());
    }
    let lines = entry.postings.iter().zip(figures).filter(|(_, figure)| (figure.units, figure.base) != (0, 0));
    body["lines"] = lines.map(|(posting, figure)| line(entry, posting, *figure, accounts, ground, base)).collect();
    body
}

/// The description, with the party if no line names it.
fn description(entry: &PlainEntry) -> String {
    let own_parties = entry.postings.iter().any(|posting| posting.tags.contains_key("party"));
    let description = match &entry.payee {
        Some(payee) if !own_parties => format!("{payee} | {}", entry.description),
        _ => entry.description.clone(),
    };
    cut(description.trim_end_matches(" | "), 2_000)
}

fn line(
    entry: &PlainEntry,
    posting: &PlainPosting,
    figure: Figure,
    accounts: &Accounts,
    ground: &Ground,
    base: Currency,
) -> Value {
    let code = accounts.code(&posting.account);
    let amount = |units: i64, currency: Currency| {
        Decimal { unscaled: i128::from(units).abs(), scale: currency.decimals() }.to_string()
    };
    let is_debit = if figure.units == 0 { figure.base > 0 } else { figure.units > 0 };
    let (side, base_side) = if is_debit { ("debit", "baseDebit") } else { ("credit", "baseCredit") };
    let mut line = json!({"accountCode": code, "currency": figure.currency.to_string()});
    if figure.units != 0 {
        line[side] = json!(amount(figure.units, figure.currency));
    }
    if figure.currency != base || figure.is_base_only() {
        line[base_side] = json!(amount(figure.base, base));
    }
    if let Some(party) = posting.tags.get("party").or(entry.payee.as_ref().filter(|_| ground.needs_party(code))) {
        line["partyName"] = json!(cut(party, 200));
    }
    if let Some(due) = posting.tags.get("due").and_then(|text| day(text)) {
        line["dueDate"] = json!(due.to_string());
    }
    if let Some(note) = posting.tags.get("note").filter(|note| !note.is_empty()) {
        line["description"] = json!(cut(note, 500));
    }
    let dimensions: Map<String, Value> = posting
        .tags
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(DIMENSION)?.to_owned(), json!(value))))
        .collect();
    if !dimensions.is_empty() {
        line["dimensions"] = Value::Object(dimensions);
    }
    line
}

/// The origin of the entry, as far as nothing else keeps it.
fn imported(entry: &PlainEntry) -> Value {
    let mut kept: Map<String, Value> =
        entry.tags.iter().take(40).map(|(name, value)| (name.clone(), json!(cut(value, 200)))).collect();
    if let Some(code) = &entry.code {
        kept.insert("number".to_owned(), json!(cut(code, 200)));
    }
    Value::Object(kept)
}

fn cut(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

/// The first and the last day of a journal.
#[must_use]
pub fn days(journal: &PlainJournal) -> Option<(Date, Date)> {
    let days = journal.entries.iter().map(|entry| entry.date);
    days.clone().min().zip(days.max())
}
