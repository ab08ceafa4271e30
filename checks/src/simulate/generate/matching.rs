//! Matches of open items, right and wrong, and their undoing.

use domain::command::Command;
use domain::commands::matches::create::MatchLines;
use domain::commands::matches::unmatch::UnmatchLines;
use domain::ledger::matching::selection::NewMatchLine;
use domain::ledger::matching::write_off::NewWriteOff;
use domain::rows::{Account, Entry, Line, Match, MatchSource, MatchStatus, MatchedLine};
use domain::value::{Decimal, IdOrCode, Sought};

use super::entries::{date, journal};
use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Matches lines, or undoes a match.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    if random.chance(30) { unmatch(random, world).into() } else { matching(random, world).into() }
}

fn unmatch(random: &mut Random, world: &World) -> UnmatchLines {
    let mut matches = world.rows::<Match>();
    if random.chance(80) {
        matches.retain(|made| made.source == MatchSource::Manual && made.status == MatchStatus::Active);
    }
    let known: Vec<String> = matches.iter().map(|made| made.id.to_string()).collect();
    UnmatchLines {
        match_id: id(random, &known, &world.foreign),
        reason: "another invoice".to_owned(),
        if_match: if_match(random),
    }
}

fn matching(random: &mut Random, world: &mut World) -> MatchLines {
    let mut lines = if random.chance(85) { open_lines(random, world) } else { any_lines(random, world) };
    if random.chance(6) {
        lines.extend(lines.first().cloned());
    }
    if random.chance(25)
        && let Some(line) = lines.first_mut()
    {
        let units = random.one(&[0, 1, 50, 1_000, 10_000_000_000]);
        line.amount = Some(Decimal::from_units(units, if random.chance(10) { 3 } else { 2 }));
    }
    if random.chance(6) {
        // The sums of the sides then differ.
        for (units, line) in (1..).zip(&mut lines) {
            line.amount = Some(Decimal::from_units(units, 2));
        }
    }
    MatchLines {
        lines,
        date: random.maybe(12, date),
        description: random.maybe(20, |_| "Bank statement 7".to_owned()),
        write_off: random.maybe(25, |random| write_off(random, world)),
        journal: random.maybe(10, |random| journal(random, world)),
    }
}

fn write_off(random: &mut Random, world: &World) -> NewWriteOff {
    let account = if random.chance(70) {
        IdOrCode::Code("5000".to_owned())
    } else {
        let known: Vec<String> = world.accounts.iter().map(|account| account.id.clone()).collect();
        IdOrCode::Id(id(random, &known, &world.foreign))
    };
    let dimensions = random.maybe(10, |_| r#"{"country":"UK"}"#.to_owned()).unwrap_or_default();
    NewWriteOff { account, description: random.maybe(30, |_| "Bank charges".to_owned()), dimensions }
}

/// A line that is open with some of the other side, of one account, party and currency; now and then whether it is open or not.
fn open_lines(random: &mut Random, world: &World) -> Vec<NewMatchLine> {
    let accounts: Vec<Account> =
        world.rows::<Account>().into_iter().filter(|account| account.is_reconcilable).collect();
    let matched = world.rows::<MatchedLine>();
    let is_open = |line: &Line| {
        let own = |row: &&MatchedLine| (row.entry_sequence, row.line_number) == (line.entry_sequence, line.line_number);
        line.debit + line.credit > matched.iter().find(own).map_or(0, |row| row.matched)
    };
    let is_any = random.chance(8);
    let mut lines = world.rows::<Line>();
    lines.retain(|line| accounts.iter().any(|account| account.id == line.account_id) && (is_any || is_open(line)));
    let mut found = Vec::new();
    // Most parties have lines of one side alone.
    for _ in 0..12 {
        let Some(first) = random.pick(&lines).cloned() else { return any_lines(random, world) };
        let of_one = |line: &&Line| {
            (line.account_id, line.party_id, line.currency) == (first.account_id, first.party_id, first.currency)
                && (line.debit > 0) != (first.debit > 0)
        };
        found = lines.iter().filter(of_one).take(1 + random.below(3)).cloned().collect();
        let is_alone = found.is_empty();
        found.push(first.clone());
        if !is_alone {
            break;
        }
    }
    let entries = world.rows::<Entry>();
    found.iter().filter_map(|line| named(&entries, line)).collect()
}

fn any_lines(random: &mut Random, world: &World) -> Vec<NewMatchLine> {
    let (lines, entries) = (world.rows::<Line>(), world.rows::<Entry>());
    let mut found = Vec::new();
    for _ in 0..random.below(4) {
        found.extend(random.pick(&lines).and_then(|line| named(&entries, line)));
    }
    if random.chance(20) {
        let known = if random.chance(50) { &world.drafts } else { &world.posted };
        let entry = id(random, known, &world.foreign);
        found.push(NewMatchLine { entry, line_number: random.between(1, 9), amount: None });
    }
    found
}

fn named(entries: &[Entry], line: &Line) -> Option<NewMatchLine> {
    let entry = entries.iter().find(|entry| entry.sequence == Some(line.entry_sequence))?;
    Some(NewMatchLine { entry: Sought::Id(entry.id), line_number: line.line_number, amount: None })
}
