//! Rules for any books at any time, computed anew from the rows alone.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::{Query, fact};
use domain::model::Model;
use domain::rows::{
    Balance, BalanceClass, Class, Dimension, DimensionSet, DimensionValue, Entry, EntryStatus, EntryType, FactRow,
    Head, Journal, Line, NumberSeries, Period, PeriodType, ResetPer, Row, StockMovement, payload,
};
use domain::value::id::{AccountId, JournalId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, Json, NumberPattern};

use super::engine::Tables;

mod closing;
mod counts;
mod reservations;
mod stock;

/// The rows of a table as records.
fn rows<R: Row>(model: &Model) -> Vec<R> {
    let rows = model.load(&Query::all::<R>());
    rows.iter().map(|cells| R::from_cells(cells).unwrap_or_else(|bad| panic!("{bad}"))).collect()
}

/// Checks everything.
///
/// # Panics
/// Where something does not hold.
pub fn check(model: &Model) {
    let Some(head) = rows::<Head>(model).pop() else { return };
    let facts = rows::<FactRow>(model);
    check_chain(model, &head, &facts);
    check_rebuild(model, &facts);
    let mut entries = rows::<Entry>(model);
    let lines = rows::<Line>(model);
    entries.sort_by_key(|entry| entry.sequence);
    check_numbers(model, &head, &entries);
    let of_entry = lines_by_sequence(&lines);
    check_entries(&entries, &of_entry);
    check_voids(&entries, &of_entry);
    check_links(&entries);
    check_balances(model, &entries, &of_entry);
    closing::check(model, &entries);
    check_dimensions(model, &lines);
    stock::check(model);
    reservations::check(model);
    counts::check(model);
}

fn check_chain(model: &Model, head: &Head, facts: &[FactRow]) {
    let mut previous = Head::before_the_first();
    let mut kind = "";
    let reclassifications =
        rows::<StockMovement>(model).into_iter().filter(|row| row.kind == MovementKind::Reclassification);
    let reclassified: BTreeSet<i64> = reclassifications.filter_map(|row| row.seq).collect();
    let holding = rows::<StockMovement>(model).into_iter().filter(|row| row.source == "countHolds");
    let held: BTreeSet<i64> = holding.filter_map(|row| row.seq).collect();
    for fact in facts {
        assert_eq!(fact.seq, previous.seq + 1, "the log has a gap");
        // Lots and pieces that goods bring have facts of their own, in the commit of the movement, and so has the
        // reclassification of an empty pool that follows the settings. A count that holds is adjusted after the
        // movement that overran it. Reservations that are short by a count are told after it. Those of one order are
        // released together.
        let brings = ["lot.created", "serial.created"].contains(&kind)
            || reclassified.contains(&previous.seq)
            || held.contains(&fact.seq);
        let released = "reservation.released";
        let tells = fact.kind == "reservation.short" || (kind == released && fact.kind == released);
        let is_with_last = fact.part > 1 || (fact.at == previous.at && (brings || tells));
        assert!(fact.at > previous.at || is_with_last, "fact {} is not later than the one before", fact.seq);
        assert_eq!(fact.previous_hash, previous.hash, "fact {} does not follow its predecessor", fact.seq);
        assert_eq!(fact.hash, fact::hash(model.organization, fact), "fact {} has another hash", fact.seq);
        (previous.seq, previous.at, previous.hash) = (fact.seq, fact.at, fact.hash);
        kind = &fact.kind;
    }
    assert_eq!(
        (head.seq, head.at, head.hash),
        (previous.seq, previous.at, previous.hash),
        "the head is not the log's end"
    );
}

/// The log alone gives the rows of the books.
fn check_rebuild(model: &Model, facts: &[FactRow]) {
    let mut rebuilt: Tables = store::tables::ALL
        .iter()
        .filter(|table| table.class == Class::Books)
        .map(|table| (table.name, BTreeMap::new()))
        .collect();
    let mut payload = Vec::new();
    for fact in facts {
        payload.extend_from_slice(&fact.payload);
        if fact.part < fact.parts {
            continue;
        }
        let writes = payload::decode_writes(&payload).unwrap_or_else(|bad| panic!("fact {}: {bad}", fact.seq));
        payload.clear();
        for write in writes {
            let table = store::tables::numbered(write.table).unwrap_or_else(|| panic!("no table {}", write.table));
            assert_eq!(table.class, Class::Books, "the log holds rows of {}", table.name);
            let rows = rebuilt.entry(table.name).or_default();
            if write.deleted {
                assert!(rows.remove(&write.cells).is_some(), "fact {} deletes what is not there", fact.seq);
            } else {
                rows.insert(write.cells[..table.keys].to_vec(), write.cells);
            }
        }
    }
    let none = BTreeMap::new();
    for (name, rows) in &rebuilt {
        let stored = model.tables.get(name).unwrap_or(&none);
        assert!(rows == stored, "the log does not give the rows of {name}");
    }
}

fn check_numbers(model: &Model, head: &Head, entries: &[Entry]) {
    let journals: BTreeMap<JournalId, Journal> =
        rows(model).into_iter().map(|journal: Journal| (journal.id, journal)).collect();
    let mut next = 1;
    let mut last: BTreeMap<(JournalId, String), i64> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.sequence.is_some()) {
        assert_eq!(entry.sequence, Some(next), "entry {} is out of sequence", entry.id);
        next += 1;
        let journal = &journals[&entry.journal_id];
        let bucket = match journal.reset_per {
            ResetPer::Year => format!("{:04}", entry.date.year()),
            ResetPer::Month => format!("{:04}-{:02}", entry.date.year(), entry.date.month()),
            ResetPer::Never => String::new(),
        };
        let number = last.entry((entry.journal_id, bucket)).or_default();
        *number += 1;
        let pattern = NumberPattern::parse(&journal.number_pattern).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(entry.number, Some(pattern.render(entry.date, *number)), "journal {} has a gap", journal.code);
    }
    assert_eq!(head.entry_sequence, next - 1, "the head counts other entries");
    let stored: BTreeMap<_, _> =
        rows(model).into_iter().map(|series: NumberSeries| ((series.journal_id, series.bucket), series.last)).collect();
    assert_eq!(stored, last, "the series do not count their entries");
}

type LinesOf<'a> = BTreeMap<i64, Vec<&'a Line>>;

fn lines_by_sequence(lines: &[Line]) -> LinesOf<'_> {
    let mut of_entry: LinesOf<'_> = BTreeMap::new();
    for line in lines {
        of_entry.entry(line.entry_sequence).or_default().push(line);
    }
    of_entry
}

fn check_entries(entries: &[Entry], of_entry: &LinesOf<'_>) {
    let mut posted = 0;
    for entry in entries {
        let is_draft = matches!(entry.status, EntryStatus::Draft | EntryStatus::PendingApproval);
        check_approval(entry);
        assert_eq!(is_draft, entry.sequence.is_none(), "entry {}", entry.id);
        let Some(lines) = entry.sequence.and_then(|sequence| of_entry.get(&sequence)) else {
            assert!(is_draft, "entry {} has no lines", entry.id);
            continue;
        };
        posted += 1;
        let sums = lines.iter().fold((0, 0), |sums, line| (sums.0 + line.base_debit, sums.1 + line.base_credit));
        assert_eq!(sums.0, sums.1, "entry {} does not balance", entry.id);
        assert_eq!(sums, (entry.total_debit, entry.total_credit), "entry {} has other totals", entry.id);
        check_own_balance(entry, lines);
        let numbers: Vec<i64> = lines.iter().map(|line| line.line_number).collect();
        assert_eq!(numbers, (1..=entry.line_count).collect::<Vec<_>>(), "lines of entry {}", entry.id);
        assert!(entry.hash.is_some() && entry.draft_lines.is_empty(), "entry {} is not frozen", entry.id);
    }
    assert_eq!(posted, of_entry.len(), "lines without an entry");
}

/// Lines that share one foreign currency balance in it. A closing entry reverses the balance of each account.
fn check_own_balance(entry: &Entry, lines: &[&Line]) {
    let own: Vec<&&Line> = lines.iter().filter(|line| line.debit != 0 || line.credit != 0).collect();
    let Some(currency) = own.first().map(|line| line.currency) else { return };
    let is_one = currency != entry.currency && own.iter().all(|line| line.currency == currency);
    if is_one && !matches!(entry.entry_type, EntryType::Closing | EntryType::Void) {
        let net: i64 = own.iter().map(|line| line.debit - line.credit).sum();
        assert_eq!(net, 0, "entry {} does not balance in {currency}", entry.id);
    }
}

/// A waiting entry was submitted, a draft was not, and an approved one was posted by its approver.
fn check_approval(entry: &Entry) {
    let submitted = entry.submitted_at.zip(entry.submitted_by).is_some();
    match entry.status {
        EntryStatus::Draft => assert!(!submitted, "draft {} is submitted", entry.id),
        EntryStatus::PendingApproval => assert!(submitted, "nobody submitted entry {}", entry.id),
        EntryStatus::Posted | EntryStatus::Voided => {
            assert_eq!(submitted, entry.approved_by.is_some(), "entry {} was submitted and never approved", entry.id);
        }
    }
    if entry.approved_by.is_some() {
        assert_eq!((entry.approved_by, entry.approved_at), (entry.posted_by, entry.posted_at), "entry {}", entry.id);
    }
    assert_eq!(entry.rejected_by.is_some(), entry.rejection_reason.is_some(), "entry {}", entry.id);
}

/// A voided entry and its mirror are nothing together.
fn check_voids(entries: &[Entry], of_entry: &LinesOf<'_>) {
    let by_id: BTreeMap<_, _> = entries.iter().map(|entry| (entry.id, entry)).collect();
    for voided in entries.iter().filter(|entry| entry.status == EntryStatus::Voided) {
        let mirror = voided.voided_by_entry_id.map(|id| by_id[&id]);
        let mirror = mirror.unwrap_or_else(|| panic!("entry {} has no mirror", voided.id));
        assert_eq!((mirror.voids_entry_id, mirror.entry_type), (Some(voided.id), EntryType::Void));
        assert_eq!((mirror.date, mirror.period_id), (voided.date, voided.period_id), "mirror {}", mirror.id);
        let mut net: BTreeMap<AccountId, i64> = BTreeMap::new();
        for sequence in [voided.sequence, mirror.sequence].into_iter().flatten() {
            for line in &of_entry[&sequence] {
                *net.entry(line.account_id).or_default() += line.base_debit - line.base_credit;
            }
        }
        assert!(net.values().all(|net| *net == 0), "entry {} and its mirror are not zero", voided.id);
    }
    let mirrors = entries.iter().filter(|entry| entry.voids_entry_id.is_some()).count();
    let voided = entries.iter().filter(|entry| entry.status == EntryStatus::Voided).count();
    assert_eq!(mirrors, voided, "mirrors without an original");
}

/// Reversals and corrections in effect name the entry that they undo, and are named by it.
fn check_links(entries: &[Entry]) {
    let by_id: BTreeMap<_, _> = entries.iter().map(|entry| (entry.id, entry)).collect();
    for entry in entries {
        if let Some(reversal) = entry.reversed_by_entry_id.map(|id| by_id[&id]) {
            assert_eq!((reversal.reverses_entry_id, reversal.status), (Some(entry.id), EntryStatus::Posted));
        }
        if let Some(correction) = entry.corrected_by_entry_id.map(|id| by_id[&id]) {
            assert_eq!(correction.corrects_entry_id, Some(entry.id), "entry {}", entry.id);
            let both = entry.status == EntryStatus::Voided || correction.status == EntryStatus::Posted;
            assert!(both, "entry {} is corrected by a voided one", entry.id);
        }
        if let (EntryType::Reversal, EntryStatus::Posted) = (entry.entry_type, entry.status) {
            let original = by_id[&entry.reverses_entry_id.unwrap_or_else(|| panic!("{} reverses nothing", entry.id))];
            assert_eq!(original.reversed_by_entry_id, Some(entry.id), "entry {}", original.id);
        }
    }
}

/// Each text of dimensions on lines is a set, each set is on some line, and its members are those of the text.
fn check_dimensions(model: &Model, lines: &[Line]) {
    let codes: BTreeMap<_, _> = rows(model).into_iter().map(|row: Dimension| (row.id, row.code)).collect();
    let values: BTreeMap<_, _> = rows(model).into_iter().map(|row: DimensionValue| (row.id, row)).collect();
    let mut sets: BTreeMap<String, BTreeMap<String, Json>> = BTreeMap::new();
    for set in rows::<DimensionSet>(model) {
        let value = &values[&set.value_id];
        assert_eq!(value.dimension_id, set.dimension_id, "a set has a value of another dimension");
        let members = sets.entry(set.dimensions).or_default();
        members.insert(codes[&set.dimension_id].clone(), Json::Text(value.code.clone()));
    }
    let mut texts: Vec<&str> =
        lines.iter().map(|line| line.dimensions.as_str()).filter(|text| !text.is_empty()).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(sets.keys().map(String::as_str).collect::<Vec<_>>(), texts, "sets are not what the lines have");
    for (text, members) in sets {
        assert_eq!(Json::Object(members).to_string(), text, "a set has other members than its text");
    }
}

/// Balances are the sums of the lines, and debits are credits.
fn check_balances(model: &Model, entries: &[Entry], of_entry: &LinesOf<'_>) {
    let periods: BTreeMap<_, PeriodType> =
        rows(model).into_iter().map(|period: Period| (period.id, period.period_type)).collect();
    let types: BTreeMap<_, EntryType> = entries.iter().map(|entry| (entry.id, entry.entry_type)).collect();
    let mut sums: BTreeMap<Vec<Cell>, Balance> = BTreeMap::new();
    let (mut debits, mut credits) = (0_i128, 0_i128);
    for entry in entries {
        let Some(sequence) = entry.sequence else { continue };
        // A mirror counts where its original counts.
        let adjusts = entry.period_id.is_some_and(|id| periods[&id] == PeriodType::Adjustment);
        let class = match entry.entry_type {
            EntryType::Void => entry.voids_entry_id.map_or(EntryType::Void, |id| types[&id]),
            own => own,
        };
        let class = match class {
            EntryType::Opening => BalanceClass::Opening,
            EntryType::Closing => BalanceClass::Closing,
            EntryType::Adjusting => BalanceClass::Adjusting,
            _ if adjusts => BalanceClass::Adjusting,
            _ => BalanceClass::Normal,
        };
        for line in &of_entry[&sequence] {
            debits += i128::from(line.base_debit);
            credits += i128::from(line.base_credit);
            let fresh = Balance {
                account_id: line.account_id,
                date: entry.date,
                currency: line.currency,
                class,
                debit: 0,
                credit: 0,
                base_debit: 0,
                base_credit: 0,
                voided_debit: 0,
                voided_credit: 0,
                first_seq: sequence,
                last_seq: sequence,
            };
            let row = sums.entry(Balance::key_cells(&fresh.key())).or_insert(fresh);
            row.debit += line.debit;
            row.credit += line.credit;
            row.base_debit += line.base_debit;
            row.base_credit += line.base_credit;
            if entry.entry_type == EntryType::Void {
                row.voided_debit += line.base_debit + line.base_credit;
                row.voided_credit += line.base_debit + line.base_credit;
            }
            row.last_seq = sequence;
        }
    }
    assert_eq!(debits, credits, "the trial balance does not tie");
    let stored: BTreeMap<_, _> =
        rows(model).into_iter().map(|row: Balance| (Balance::key_cells(&row.key()), row)).collect();
    for (key, row) in &sums {
        assert_eq!(stored.get(key), Some(row), "a balance is not the sum of its lines");
    }
    assert_eq!(stored.len(), sums.len(), "balances without lines");
}
