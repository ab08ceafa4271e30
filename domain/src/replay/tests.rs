//! A replay gives the rows that the commands left, and finds every damage to the log.

use super::*;
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::delete::DeleteEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::ledger::entries::draft::NewLine;
use crate::model::Model;
use crate::rows::EntryType;
use crate::testing::{Stage, day, line};
use crate::value::{Cell, Instant, Sought};

/// The result of a replay.
#[derive(Default)]
struct Rebuilt {
    tables: BTreeMap<&'static str, BTreeMap<Vec<Cell>, Vec<Cell>>>,
    broken: Vec<(i64, Broken)>,
}

impl Sink for Rebuilt {
    type Error = std::convert::Infallible;

    fn write(&mut self, write: &RowWrite) -> Result<(), Self::Error> {
        let table = self.tables.entry(write.table.name).or_default();
        let key = write.cells[..write.table.keys].to_vec();
        if write.deleted {
            table.remove(&key);
        } else {
            table.insert(key, write.cells.clone());
        }
        Ok(())
    }

    fn add(&mut self, part: &Balance) -> Result<(), Self::Error> {
        let table = self.tables.entry(Balance::TABLE.name).or_default();
        let row = table.entry(Balance::key_cells(&part.key())).or_insert_with(|| {
            Balance {
                debit: 0,
                credit: 0,
                base_debit: 0,
                base_credit: 0,
                voided_debit: 0,
                voided_credit: 0,
                ..part.clone()
            }
            .cells()
        });
        let mut sum = Balance::from_cells(row).unwrap();
        sum.debit += part.debit;
        sum.credit += part.credit;
        sum.base_debit += part.base_debit;
        sum.base_credit += part.base_credit;
        sum.voided_debit += part.voided_debit;
        sum.voided_credit += part.voided_credit;
        sum.last_seq = part.last_seq;
        *row = sum.cells();
        Ok(())
    }

    fn broken(&mut self, seq: i64, broken: Broken) -> Result<(), Self::Error> {
        self.broken.push((seq, broken));
        Ok(())
    }
}

fn replay(organization: OrganizationId, facts: &[FactRow]) -> Rebuilt {
    let mut rebuilt = Rebuilt::default();
    let mut replay = Replay::new(organization);
    for fact in facts {
        let Ok(()) = replay.take(fact, &mut rebuilt);
    }
    let Ok(head) = replay.finish(&mut rebuilt);
    rebuilt.tables.entry(Head::TABLE.name).or_default().insert(Vec::new(), head.cells());
    rebuilt
}

fn facts(model: &Model) -> Vec<FactRow> {
    model.tables[FactRow::TABLE.name].values().map(|cells| FactRow::from_cells(cells).unwrap()).collect()
}

/// The log alone gives every row of the books and every derived one.
pub(crate) fn assert_replays(model: &Model) {
    let mut rebuilt = replay(model.organization, &facts(model));
    assert_eq!(rebuilt.broken, []);
    for table in Book::table_defs().into_iter().filter(|table| matches!(table.class, Class::Books | Class::Derived)) {
        let kept = model.tables.get(table.name).cloned().unwrap_or_default();
        assert_eq!(rebuilt.tables.remove(table.name).unwrap_or_default(), kept, "{}", table.name);
    }
}

/// Posts, voids, drafts, an entry of another class, and one whose payload is split.
fn scene() -> Stage {
    let mut stage = Stage::new();
    let sale = stage.run(stage.sale("12.50", true)).unwrap().subject;
    stage.run(stage.sale("7", true)).unwrap();
    stage.run(VoidEntry { entry: Sought::of(&sale), reason: "twice".to_owned(), if_match: None }).unwrap();
    let draft = stage.run(stage.sale("3", false)).unwrap().subject;
    stage.run(DeleteEntry { entry: Sought::of(&draft), if_match: None }).unwrap();
    let first_day = jiff::civil::date(2010, 1, 1);
    let opening = CreateEntry { entry_type: EntryType::Opening, date: first_day, ..stage.sale("100", true) };
    let opening = stage.run(opening).unwrap().subject;
    stage.run(VoidEntry { entry: Sought::of(&opening), reason: "wrong".to_owned(), if_match: None }).unwrap();
    // A repeated value takes no room.
    let told = |number: i32, line: NewLine| NewLine { description: Some(format!("line {number} of many")), ..line };
    let pair = |number: i32| [line("1000", "1", "0"), line("4000", "0", "1")].map(|line| told(number, line));
    let lines = (0..2_000).flat_map(pair).collect();
    stage.run(CreateEntry { lines, ..stage.entry(day(), &[], true) }).unwrap();
    stage
}

#[test]
fn a_replay_gives_every_row_that_the_commands_left() {
    let stage = scene();
    assert!(facts(&stage.model).iter().any(|fact| fact.parts > 2), "no payload was split");
    assert_replays(&stage.model);
}

#[test]
fn every_damage_to_the_log_is_found_where_it_is() {
    let stage = scene();
    let whole = facts(&stage.model);
    let split = whole.iter().position(|fact| fact.part == 2).unwrap();
    type Damage = (&'static str, fn(&mut Vec<FactRow>, usize), usize, fn(&Broken) -> bool);
    let table: [Damage; 9] = [
        ("a byte of a payload", |facts, at| facts[at].payload[9] ^= 1, 3, |b| matches!(b, Broken::Hash)),
        ("a changed actor", |facts, at| facts[at].actor.0[0] ^= 1, 3, |b| matches!(b, Broken::Hash)),
        ("a swapped hash", |facts, at| facts[at].hash = facts[at - 1].hash, 3, |b| matches!(b, Broken::Hash)),
        ("a changed link", |facts, at| facts[at].previous_hash[0] ^= 1, 3, |b| matches!(b, Broken::PreviousHash)),
        ("an earlier time", |facts, at| facts[at].at = Instant(0), 3, |b| matches!(b, Broken::Time)),
        ("a removed fact", |facts, at| drop(facts.remove(at)), 3, |b| matches!(b, Broken::Seq { expected: 4 })),
        ("two facts in the other order", |facts, at| facts.swap(at, at + 1), 3, |b| matches!(b, Broken::Seq { .. })),
        ("a removed part", |facts, at| drop(facts.remove(at)), split, |b| matches!(b, Broken::Parts)),
        ("an end within a payload", |facts, at| facts.truncate(at), split, |b| matches!(b, Broken::Parts)),
    ];
    for (name, damage, at, is_found) in table {
        let mut facts = whole.clone();
        damage(&mut facts, at);
        let found = replay(stage.model.organization, &facts).broken;
        assert!(found.iter().any(|(_, broken)| is_found(broken)), "{name}: {found:?}");
    }
}

#[test]
fn a_forged_fact_with_a_right_hash_is_found_by_what_it_writes() {
    let stage = scene();
    let mut facts = facts(&stage.model);
    let last = facts.last().unwrap().clone();
    let posting = facts.iter().find(|fact| fact.kind == "journalEntry.posted" && fact.parts == 1).unwrap();
    let mut forged = FactRow { seq: last.seq + 1, at: last.at, previous_hash: last.hash, ..posting.clone() };
    forged.hash = fact::hash(stage.model.organization, &forged);
    facts.push(forged);
    let found = replay(stage.model.organization, &facts).broken;
    assert!(found.iter().all(|(_, broken)| matches!(broken, Broken::EntrySequence { .. })), "{found:?}");
    assert_eq!(found.len(), 1);
}

#[test]
fn numbers_count_on_per_journal_and_bucket() {
    let stage = scene();
    let mut numbers = Numbers::new(stage.rows());
    let journal = stage.rows::<crate::rows::Journal>()[0].id;
    assert_eq!(numbers.next(journal, day()).as_deref(), Some("GJ-2010-000001"));
    assert_eq!(numbers.next(journal, day()).as_deref(), Some("GJ-2010-000002"));
    assert_eq!(numbers.next(journal, jiff::civil::date(2011, 1, 1)).as_deref(), Some("GJ-2011-000001"));
    assert_eq!(numbers.next(crate::value::id::JournalId([0; 16]), day()), None);
    assert_eq!(numbers.last().len(), 2);
}
