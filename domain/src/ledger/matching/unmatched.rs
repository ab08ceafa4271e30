//! Matched lines hold their entry: a match by a person is undone by a person, not by the void of an entry.

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::matching::halves;
use crate::rows::{Entry, MatchSource, MatchStatus};
use crate::value::id::MatchId;
use crate::value::rejection::{Code, Rejection};

/// Matches that a refusal names at most.
const LISTED: usize = 20;

/// No line of the entry is matched by a person. Matches made by voids and reversals do not count.
pub(crate) fn require(book: &Book, entry: &Entry) -> Result<(), Stop> {
    let matches = holding(book, entry)?;
    let Some(first) = matches.first() else { return Ok(()) };
    let message = format!(
        "entry {} has matched lines: undo {} first",
        entry.number.as_deref().unwrap_or_default(),
        if matches.len() == 1 { "that match".to_owned() } else { format!("those {} matches", matches.len()) }
    );
    let listed: Vec<String> = matches.iter().take(LISTED).map(MatchId::to_string).collect();
    Err(Rejection::new(Code::EntryHasMatchedLines, message)
        .with("matchIds", listed)
        .offer("unmatch", "Undo the match", "POST", format!("/accounting/matches/{first}/unmatch"))
        .with_reason(format!("Undone to change entry {}", entry.number.as_deref().unwrap_or_default()))
        .offer(
            "matches",
            "See all matches of the entry",
            "GET",
            format!("/accounting/matches?entryId={}&status=active&source=manual", entry.id),
        )
        .into())
}

/// The keys that looking for them certainly needs.
pub(crate) fn hint(book: &Book, entry: &Entry, keys: &mut Vec<Key>) {
    let Some(sequence) = entry.sequence else { return };
    let lines = book.lines(entry).unwrap_or_default();
    if !lines.iter().any(|line| halves::is_open_item(book, line).unwrap_or(false)) {
        return;
    }
    keys.push(Key::MatchedLines(sequence));
    if lines.iter().any(|line| matches!(book.matched_line(line), Ok(Some(_)))) {
        keys.push(Key::MatchItemsOfEntry(sequence));
        keys.extend(book.matches_of_entry(sequence).unwrap_or_default().into_iter().map(Key::Match));
    }
}

/// The active matches that somebody made of the entry's lines.
fn holding(book: &Book, entry: &Entry) -> Result<Vec<MatchId>, Stop> {
    let Some(sequence) = entry.sequence else { return Ok(Vec::new()) };
    let mut is_matched = false;
    for line in book.lines(entry)? {
        // Where the account keeps no open items, nothing that stands was matched.
        if halves::is_open_item(book, &line)? {
            let row = book.matched_line(&line)?;
            is_matched |= row.is_some_and(|row| row.matched > 0 || row.base_matched > 0);
        }
    }
    if !is_matched {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for id in book.matches_of_entry(sequence)? {
        let row = book.match_row(id)?;
        if row.is_some_and(|row| row.status == MatchStatus::Active && row.source == MatchSource::Manual) {
            found.push(id);
        }
    }
    Ok(found)
}
