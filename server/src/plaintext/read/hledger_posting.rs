//! Postings of hledger and ledger.

use std::collections::BTreeMap;

use super::lot::{self, Figures};
use super::{Assertion, Assigned, PlainJournal, PlainPosting, Virtual, amount};
use crate::plaintext::hledger::decoded;

/// Reads a posting into the last entry.
pub(super) fn add(journal: &mut PlainJournal, line: u64, text: &str, commodity: &str, path: impl Fn(&str) -> String) {
    let (body, comment) = match lot::outside(text, ';') {
        Some(at) => (&text[..at], text[at..].trim_start_matches(';')),
        None => (text, ""),
    };
    let read = posting(line, body, commodity, path);
    let entries_before = Some(journal.entries.len().saturating_sub(1));
    let Some(entry) = journal.entries.last_mut() else { return };
    match read {
        Err((account, why)) => {
            entry.unread.get_or_insert(line);
            entry.postings.push(PlainPosting { line, account, ..PlainPosting::default() });
            journal.tell(line, why);
        }
        Ok((mut posting, assertion)) => {
            put_tags(&mut posting.tags, comment);
            let account = posting.account.clone();
            entry.postings.push(posting);
            let (date, postings) = (entry.date, entry.postings.len());
            if let Some(Assigned { amount, includes_below, .. }) = assertion {
                let assertion = Assertion { line, date, entries_before, postings, account, includes_below, amount };
                journal.assertions.push(assertion);
            }
        }
    }
}

/// The account of a posting that cannot be read, and why.
type Unread = (String, String);

/// `[*] account  amount [{lot}] [@ price] [= balance]`
fn posting(
    line: u64,
    body: &str,
    commodity: &str,
    path: impl Fn(&str) -> String,
) -> Result<(PlainPosting, Option<Assigned>), Unread> {
    let body = body.trim_end().trim_start_matches(['*', '!']).trim_start();
    let end = body.find("  ").into_iter().chain(body.find('\t')).min().unwrap_or(body.len());
    let (account, rest) = (body[..end].trim(), body[end..].trim());
    let within = |open, close| account.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    let (account, outside) = match (within('(', ')'), within('[', ']')) {
        (Some(own), _) => (own.trim(), Some(Virtual::Alone)),
        (None, Some(own)) => (own.trim(), Some(Virtual::Balanced)),
        (None, None) => (account, None),
    };
    let account = path(account);
    let unread = |why: String| (account.clone(), why);
    let (figures, asserted) = match lot::outside(rest, '=') {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let Figures { amount, lot, price } = lot::figures(figures, amount::parse).map_err(unread)?;
    let mut posting =
        PlainPosting { line, account: account.clone(), amount, price, lot, outside, ..PlainPosting::default() };
    if let Some(amount) = posting.amount.as_mut().filter(|amount| amount.commodity.is_empty()) {
        commodity.clone_into(&mut amount.commodity);
    }
    let Some(asserted) = asserted else { return Ok((posting, None)) };
    let is_whole = asserted.starts_with('=');
    let asserted = asserted.trim_start_matches('=');
    let includes_below = asserted.starts_with('*');
    let figures = lot::figures(asserted.trim_start_matches('*'), amount::parse).map_err(unread)?;
    let mut amount =
        figures.amount.ok_or_else(|| unread("a balance without a number: write it behind the =".to_owned()))?;
    if amount.commodity.is_empty() {
        commodity.clone_into(&mut amount.commodity);
    }
    let assigned = Assigned { amount, includes_below, is_whole };
    if posting.amount.is_some() {
        return Ok((posting, Some(assigned)));
    }
    posting.assigned = Some(assigned);
    Ok((posting, None))
}

/// The line and its comment; in names a semicolon is one only behind two blanks, in figures everywhere.
pub(super) fn split_comment(text: &str) -> (&str, &str) {
    match text.find("  ;").into_iter().chain(text.find("\t;")).chain(text.find(';')).min() {
        Some(at) => (&text[..at], text[at..].trim_start().trim_start_matches(';')),
        None => (text, ""),
    }
}

/// `name: value, name: value`
pub(super) fn put_tags(tags: &mut BTreeMap<String, String>, comment: &str) {
    for part in comment.split(',') {
        let Some((before, value)) = part.split_once(':') else { continue };
        let name = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        if !name.is_empty() {
            tags.insert(name.to_owned(), decoded(value));
        }
    }
}
