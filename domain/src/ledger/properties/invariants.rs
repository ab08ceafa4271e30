//! The invariants that every history must keep.

use super::*;
use crate::book::{Book, fact};
use crate::ledger::entries::difference;
use crate::rows::{
    Balance, Class, EntryType, FactRow, Head, Line, MatchItem, MatchedLine, NumberSeries, Replacement, payload,
    replacements,
};

/// Checks all of them.
pub(crate) fn assert_all(model: &Model) {
    assert_balanced(model);
    assert_gapless(model);
    assert_voids_cancel(model);
    assert_links(model);
    assert_replacements_in_effect(model);
    assert_log_rebuilds(model);
    assert_open_items(model);
}

/// The links of two entries agree, and an entry in effect is reversed and corrected once at most.
fn assert_links(model: &Model) {
    let entries: BTreeMap<_, _> = rows::<Entry>(model).into_iter().map(|entry| (entry.id, entry)).collect();
    let posted = |id: &crate::value::id::EntryId| entries[id].status == EntryStatus::Posted;
    for entry in entries.values() {
        if let Some(reversal) = &entry.reversed_by_entry_id {
            assert_eq!(entries[reversal].reverses_entry_id, Some(entry.id));
            assert!(posted(reversal) && posted(&entry.id), "a voided reversal still counts");
            assert!(entries[reversal].date >= entry.date);
        }
        if let Some(correction) = &entry.corrected_by_entry_id {
            assert_eq!(entries[correction].corrects_entry_id, Some(entry.id));
            assert!(!posted(&entry.id) || posted(correction), "a voided difference still counts");
        }
        if entry.entry_type == EntryType::Reversal && entry.status == EntryStatus::Posted {
            let original = &entries[&entry.reverses_entry_id.expect("what it reverses")];
            assert_eq!(original.reversed_by_entry_id, Some(entry.id), "a posted reversal that nobody knows");
        }
        assert!(entry.auto_reverse_on.is_none_or(|day| day > entry.date && entry.status != EntryStatus::Voided));
    }
}

/// Where a corrected entry and its differences are all in effect, they come to the newest replacement.
fn assert_replacements_in_effect(model: &Model) {
    let entries: BTreeMap<_, _> = rows::<Entry>(model).into_iter().map(|entry| (entry.id, entry)).collect();
    let lines = rows::<Line>(model);
    for replacement in rows::<Replacement>(model) {
        let newest = &entries[&replacement.entry_id];
        if newest.status != EntryStatus::Posted || newest.corrected_by_entry_id.is_some() {
            continue;
        }
        let mut family = vec![newest];
        while let Some(older) = family[family.len() - 1].corrects_entry_id.map(|id| &entries[&id]) {
            if older.corrected_by_entry_id != Some(family[family.len() - 1].id) || older.status != EntryStatus::Posted {
                break;
            }
            family.push(older);
        }
        if family.iter().any(|entry| entry.reversed_by_entry_id.is_some()) {
            continue;
        }
        let of = |entry: &&Entry| entry.sequence;
        let sequences: Vec<_> = family.iter().map(of).collect();
        let posted: Vec<Line> =
            lines.iter().filter(|line| sequences.contains(&Some(line.entry_sequence))).cloned().collect();
        let wanted = replacements::decode_lines(&replacement.lines).expect("lines");
        assert_eq!(difference::between(&posted, &wanted, Ok).expect("in range"), [], "{} is not in effect", newest.id);
    }
}

/// Every balance is the sum of its lines, and all of them together are zero.
fn assert_balanced(model: &Model) {
    let entries: BTreeMap<i64, Entry> =
        rows::<Entry>(model).into_iter().filter_map(|entry| entry.sequence.map(|at| (at, entry))).collect();
    let mut sums = BTreeMap::new();
    for line in rows::<Line>(model) {
        let sum: &mut (i64, i64) = sums.entry((line.account_id, entries[&line.entry_sequence].date)).or_default();
        sum.0 += line.base_debit;
        sum.1 += line.base_credit;
    }
    let mut kept = BTreeMap::new();
    for balance in rows::<Balance>(model) {
        let sum: &mut (i64, i64) = kept.entry((balance.account_id, balance.date)).or_default();
        sum.0 += balance.base_debit;
        sum.1 += balance.base_credit;
    }
    assert_eq!(kept, sums, "balances are not the sums of their lines");
    let net: i64 = sums.values().map(|(debit, credit)| debit - credit).sum();
    assert_eq!(net, 0, "the trial balance is not zero");
}

/// Sequences and numbers run from 1 without gap, in the order of posting.
fn assert_gapless(model: &Model) {
    let mut posted: Vec<Entry> = rows::<Entry>(model).into_iter().filter(|entry| entry.number.is_some()).collect();
    posted.sort_by_key(|entry| entry.sequence);
    for (place, entry) in (1..).zip(&posted) {
        assert_eq!(entry.sequence, Some(place));
        assert_eq!(entry.number, Some(format!("GJ-2010-{place:06}")));
    }
    let last = i64::try_from(posted.len()).unwrap();
    assert_eq!(rows::<Head>(model)[0].entry_sequence, last);
    assert_eq!(rows::<NumberSeries>(model).iter().map(|series| series.last).sum::<i64>(), last);
}

/// A voided entry and its mirror cancel out, account by account, on one date.
fn assert_voids_cancel(model: &Model) {
    let entries: BTreeMap<_, _> = rows::<Entry>(model).into_iter().map(|entry| (entry.id, entry)).collect();
    let lines = rows::<Line>(model);
    for voided in entries.values().filter(|entry| entry.status == EntryStatus::Voided) {
        let mirror = &entries[&voided.voided_by_entry_id.expect("a mirror")];
        assert_eq!(
            (mirror.entry_type, mirror.voids_entry_id, mirror.date),
            (EntryType::Void, Some(voided.id), voided.date)
        );
        let mut net: BTreeMap<_, i64> = BTreeMap::new();
        for line in &lines {
            if [voided.sequence, mirror.sequence].contains(&Some(line.entry_sequence)) {
                *net.entry((line.account_id, line.party_id)).or_default() += line.base_debit - line.base_credit;
            }
        }
        assert!(net.values().all(|net| *net == 0), "void and original differ: {net:?}");
    }
}

/// Active matches sum to 0, take no more of a line than it has, and the open amounts of an account in a currency are
/// its balance there.
fn assert_open_items(model: &Model) {
    let lines: BTreeMap<_, _> =
        rows::<Line>(model).into_iter().map(|line| ((line.entry_sequence, line.line_number), line)).collect();
    let matches: BTreeMap<_, _> = rows::<Match>(model).into_iter().map(|made| (made.id, made)).collect();
    let (mut sums, mut taken) = (BTreeMap::new(), BTreeMap::new());
    for item in rows::<MatchItem>(model) {
        let (made, place) = (&matches[&item.match_id], (item.entry_sequence, item.line_number));
        let line = &lines[&place];
        assert_eq!((line.account_id, line.currency), (made.account_id, made.currency));
        assert!(item.debit == 0 && item.base_debit == 0 || line.credit == 0 && line.base_credit == 0, "{item:?}");
        let sum: &mut (i64, i64) = sums.entry(item.match_id).or_default();
        sum.0 += item.debit - item.credit;
        sum.1 += item.base_debit - item.base_credit;
        if made.status == MatchStatus::Active {
            let taken: &mut (i64, i64) = taken.entry(place).or_default();
            taken.0 += item.debit + item.credit;
            taken.1 += item.base_debit + item.base_credit;
        }
    }
    assert!(sums.values().all(|sum| *sum == (0, 0)), "matches that come to something: {sums:?}");
    let mut open: BTreeMap<_, (i64, i64)> = BTreeMap::new();
    for row in rows::<MatchedLine>(model) {
        let place = (row.entry_sequence, row.line_number);
        let line = &lines[&place];
        assert_eq!(taken.remove(&place).unwrap_or_default(), (row.matched, row.base_matched), "{row:?}");
        assert_eq!((row.amount, row.base_amount), (line.debit + line.credit, line.base_debit + line.base_credit));
        assert!(
            (0..=row.amount).contains(&row.matched) && (0..=row.base_amount).contains(&row.base_matched),
            "{row:?}"
        );
        assert!(row.amount == 0 || row.matched < row.amount || row.base_matched == row.base_amount, "{row:?}");
        let sign = if line.debit > 0 || line.base_debit > 0 { 1 } else { -1 };
        let sum = open.entry((line.account_id, line.currency)).or_default();
        sum.0 -= sign * row.matched;
        sum.1 -= sign * row.base_matched;
    }
    assert!(taken.is_empty(), "lines without what is matched of them: {taken:?}");
    for line in lines.values() {
        let sum = open.entry((line.account_id, line.currency)).or_default();
        sum.0 += line.debit - line.credit;
        sum.1 += line.base_debit - line.base_credit;
    }
    for balance in rows::<Balance>(model) {
        let sum = open.entry((balance.account_id, balance.currency)).or_default();
        sum.0 -= balance.debit - balance.credit;
        sum.1 -= balance.base_debit - balance.base_credit;
    }
    assert!(open.values().all(|sum| *sum == (0, 0)), "what is open differs from the balance: {open:?}");
}

/// The log is gapless and chained, and the rows that its facts hold are the rows of the books.
fn assert_log_rebuilds(model: &Model) {
    let tables = Book::table_defs();
    let mut rebuilt: BTreeMap<&str, BTreeMap<Vec<_>, Vec<_>>> = BTreeMap::new();
    let mut previous = [0; 32];
    let mut payload = Vec::new();
    for (seq, fact) in (1..).zip(rows::<FactRow>(model)) {
        assert_eq!((fact.seq, fact.previous_hash), (seq, previous));
        assert_eq!(fact.hash, fact::hash(model.organization, &fact));
        previous = fact.hash;
        payload.extend(fact.payload);
        if fact.part < fact.parts {
            continue;
        }
        for write in payload::decode_writes(&payload).unwrap() {
            let def = *tables.iter().find(|table| table.number == write.table).expect("a known table");
            let table = rebuilt.entry(def.name).or_default();
            let key = write.cells[..def.keys].to_vec();
            if write.deleted {
                assert!(table.remove(&key).is_some(), "a fact deletes what is not there");
            } else {
                table.insert(key, write.cells);
            }
        }
        payload.clear();
    }
    assert_eq!(rows::<Head>(model)[0].hash, previous);
    for table in tables.iter().filter(|table| table.class == Class::Books) {
        let kept = model.tables.get(table.name).cloned().unwrap_or_default();
        assert_eq!(rebuilt.remove(table.name).unwrap_or_default(), kept, "{} differs from its facts", table.name);
    }
}
