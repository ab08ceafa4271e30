//! Steps that match and unmatch: numbers pick among the lines and matches that exist when they are taken.

use crate::command::Command;
use crate::commands::matches::create::MatchLines;
use crate::commands::matches::unmatch::UnmatchLines;
use crate::ledger::matching::selection::NewMatchLine;
use crate::rows::{Entry, Line, Match, MatchSource, MatchStatus, MatchedLine};
use crate::testing::Stage;
use crate::value::{Decimal, Sought};

/// Matches a debit with a credit: mostly of one party and both still open, at times any two lines.
pub fn matched(stage: &Stage, first: usize, second: usize, part: Option<u8>) -> Command {
    let is_wild = first.is_multiple_of(9);
    let taken = stage.rows::<MatchedLine>();
    let is_open = |line: &Line| {
        let own = |row: &&MatchedLine| (row.entry_sequence, row.line_number) == (line.entry_sequence, line.line_number);
        line.debit + line.credit > taken.iter().find(own).map_or(0, |row| row.matched)
    };
    let mut lines: Vec<Line> = stage.rows::<Line>().into_iter().filter(|line| line.party_id.is_some()).collect();
    if !is_wild {
        lines.retain(is_open);
    }
    let pick = |lines: &[Line], number: usize| lines.get(number.checked_rem(lines.len()).unwrap_or(0)).cloned();
    let credit = pick(&lines.iter().filter(|line| is_wild || line.credit > 0).cloned().collect::<Vec<_>>(), first);
    let fits = |line: &&Line| is_wild || credit.as_ref().is_some_and(|other| line.party_id == other.party_id);
    let debits: Vec<Line> = lines.iter().filter(|line| line.debit > 0).filter(fits).cloned().collect();
    let amount = part.map(|part| Decimal::from_units(i64::from(part), 2));
    let named = |line: Option<Line>| NewMatchLine { amount, ..named(stage, line) };
    MatchLines { lines: vec![named(credit), named(pick(&debits, second))], ..MatchLines::default() }.into()
}

fn named(stage: &Stage, line: Option<Line>) -> NewMatchLine {
    let of = |line: &Line| stage.rows::<Entry>().into_iter().find(|entry| entry.sequence == Some(line.entry_sequence));
    let entry = line.as_ref().and_then(of);
    NewMatchLine {
        entry: Sought::of(&entry.map(|entry| entry.id.to_string()).unwrap_or_default()),
        line_number: line.map_or(1, |line| line.line_number),
        amount: None,
    }
}

/// Undoes a match: mostly one that somebody made and that stands.
pub fn unmatched(stage: &Stage, number: usize) -> Command {
    let mut matches = stage.rows::<Match>();
    if !number.is_multiple_of(4) {
        matches.retain(|made| made.source == MatchSource::Manual && made.status == MatchStatus::Active);
    }
    let found = matches.get(number.checked_rem(matches.len()).unwrap_or(0));
    let match_id = found.map(|made| made.id.to_string()).unwrap_or_default();
    UnmatchLines { match_id: Sought::of(&match_id), reason: "wrong".to_owned(), if_match: None }.into()
}
