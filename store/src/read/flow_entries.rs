//! The entries whose accounts do not tell a cash flow their activity: those with lines on accounts of investing and
//! financing activities, or of exchange differences, with what was paid of their receivables and payables.

use std::collections::{BTreeMap, BTreeSet};

use domain::ledger::reports::cash_flow::Looked;
use domain::ledger::reports::cash_flow::entries::{FlowEntry, FlowLine};
use domain::rows::EntryStatus;
use domain::value::id::{AccountId, EntryId, MatchId, OrganizationId};
use domain::value::{Cell, CellValue, Date, Instant};

use super::columns::{Columns, selected};
use super::conditions::one_of;
use super::known::KnownEntries;
use super::statement::status;
use crate::{Fault, Snapshot, sql};

/// Entries that are asked for together.
const AT_ONCE: usize = 500;

/// Which entries.
#[derive(Clone, Debug)]
pub struct FlowQuery<'a> {
    pub accounts: &'a Looked,
    /// The first day of any column.
    pub from: Date,
    /// The last day of any column.
    pub to: Date,
    /// The entries known, and when that was; of all that there are now if absent.
    pub known: Option<(KnownEntries, Instant)>,
}

selected! {
    /// A line with its entry.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Row(status) {
        sequence: i64 = "e.sequence",
        id: EntryId = "e.id",
        number: Option<String> = "e.number",
        date: Date = "e.date",
        status: EntryStatus = status,
        reverses: Option<EntryId> = "e.reverses_entry_id",
        line_number: i64 = "l.line_number",
        account: AccountId = "l.account_id",
        debit: i64 = "l.debit",
        credit: i64 = "l.credit",
        base_debit: i64 = "l.base_debit",
        base_credit: i64 = "l.base_credit",
    }
}

selected! {
    /// A line, a match of it, and a line on the other side of that match.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Settled() {
        sequence: i64 = "own.entry_sequence",
        line_number: i64 = "own.line_number",
        base_debit: i64 = "own.base_debit",
        base_credit: i64 = "own.base_credit",
        match_id: MatchId = "own.match_id",
        other_sequence: i64 = "other.entry_sequence",
        other_debit: i64 = "other.debit",
        other_credit: i64 = "other.credit",
        other_date: Date = "p.date",
    }
}

/// The entries in the order of their series. Those that were voided are not among them, and neither are their mirrors.
pub async fn entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &FlowQuery<'_>,
) -> Result<Vec<FlowEntry>, Fault> {
    let sequences = sequences(snapshot, organization, query).await?;
    let then = query.known.map_or(i64::MAX, |(known, _)| known.then);
    let mut found: BTreeMap<i64, FlowEntry> = BTreeMap::new();
    let mut places: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for some in sequences.chunks(AT_ONCE) {
        let selected = Row::selected(&status("e", "$3"));
        let mut params = vec![Cell::Id(organization.0), query.to.to_cell(), Cell::Int(then)];
        params.extend(some.iter().map(CellValue::to_cell));
        let which = sql::list(4, some.len());
        let sql = format!(
            "select {} from entries as e join lines as l on l.organization_id = $1 and l.entry_sequence = e.sequence \
             where e.organization_id = $1 and e.sequence in {which} and e.date <= $2 and e.sequence <= $3 \
             and e.voids_entry_id is null and e.entry_type not in ('opening', 'closing') order by e.sequence, l.line_number",
            selected.text()
        );
        let rows = selected.all(snapshot, &sql, &params).await?;
        for row in rows.into_iter().filter(|row| row.status != EntryStatus::Voided) {
            let entry = found.entry(row.sequence).or_insert_with(|| FlowEntry {
                id: row.id,
                number: row.number.unwrap_or_default(),
                date: row.date,
                is_reversal: row.reverses.is_some(),
                lines: Vec::new(),
            });
            if query.accounts.credit.contains(&row.account) {
                places.insert((row.sequence, row.line_number), entry.lines.len());
            }
            entry.lines.push(FlowLine {
                account: row.account,
                net: i128::from(row.base_debit) - i128::from(row.base_credit),
                is_base_only: row.debit == 0 && row.credit == 0,
                paid: Vec::new(),
            });
        }
    }
    for ((sequence, line), paid) in paid(snapshot, organization, query, &places).await? {
        if let (Some(entry), Some(place)) = (found.get_mut(&sequence), places.get(&(sequence, line))) {
            entry.lines[*place].paid = paid;
        }
    }
    Ok(found.into_values().collect())
}

/// The entries with lines on these accounts, by the range of each day.
async fn sequences(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &FlowQuery<'_>,
) -> Result<Vec<i64>, Fault> {
    let mut found = BTreeSet::new();
    for (accounts, from) in [(&query.accounts.always, None), (&query.accounts.within, Some(query.from))] {
        if accounts.is_empty() {
            continue;
        }
        let mut params = vec![Cell::Id(organization.0), query.to.to_cell()];
        let on_accounts = one_of("b.account_id", accounts, &mut params);
        let since = match from {
            Some(from) => {
                params.push(from.to_cell());
                format!(" and b.date >= ${}", params.len())
            }
            None => String::new(),
        };
        let mut columns = Columns::default();
        let sequence = columns.add::<i64>("l.entry_sequence");
        let sql = format!(
            "select distinct {} from balances as b join lines as l on l.organization_id = $1 \
             and l.account_id = b.account_id and l.entry_sequence >= b.first_seq and l.entry_sequence <= b.last_seq \
             where b.organization_id = $1 and {on_accounts} and b.date <= $2{since}",
            columns.text()
        );
        for row in columns.rows(snapshot, &sql, &params).await? {
            found.insert(sequence.of(&row)?);
        }
    }
    Ok(found.into_iter().collect())
}

/// What payments settled of these lines, in base currency with the side of the line, and on which days. A line that a match
/// settles against several has a part of each, in the ratio of their amounts.
async fn paid(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &FlowQuery<'_>,
    places: &BTreeMap<(i64, i64), usize>,
) -> Result<BTreeMap<(i64, i64), Vec<(Date, i128)>>, Fault> {
    let mut found: BTreeMap<(i64, i64), Vec<(Date, i128)>> = BTreeMap::new();
    let sequences: Vec<i64> = places.keys().map(|(sequence, _)| *sequence).collect();
    let (then, at) = query.known.map_or((i64::MAX, Instant(i64::MAX)), |(known, at)| (known.then, at));
    for some in sequences.chunks(AT_ONCE) {
        let selected = Settled::selected();
        let mut params = vec![Cell::Id(organization.0), query.to.to_cell(), Cell::Int(then), at.to_cell()];
        params.extend(some.iter().map(CellValue::to_cell));
        let which = sql::list(5, some.len());
        let sql = format!(
            "select {} from match_items as own join matches as m on m.organization_id = $1 and m.id = own.match_id \
             join match_items as other on other.organization_id = $1 and other.match_id = own.match_id \
             and (other.debit > 0) <> (own.debit > 0) \
             join entries as p on p.organization_id = $1 and p.sequence = other.entry_sequence \
             where own.organization_id = $1 and own.entry_sequence in {which} and m.source = 'manual' and m.date <= $2 \
             and (m.undone_on is null or m.undone_on > $2 or m.undone_at > $4) and m.created_at <= $4 \
             and p.sequence <= $3 order by own.entry_sequence, own.line_number, own.match_id, other.entry_sequence, \
             other.line_number",
            selected.text()
        );
        let rows = selected.all(snapshot, &sql, &params).await?;
        let others: Vec<i64> = rows.iter().map(|row| row.other_sequence).collect();
        let payments = payments(snapshot, organization, &query.accounts.cash, &others).await?;
        for parts in rows.chunk_by(|one, next| {
            (one.sequence, one.line_number, one.match_id) == (next.sequence, next.line_number, next.match_id)
        }) {
            let amount = |row: &Settled| i128::from(row.other_debit) + i128::from(row.other_credit);
            let whole: i128 = parts.iter().map(amount).sum();
            let base = i128::from(parts[0].base_debit) - i128::from(parts[0].base_credit);
            let (mut rest, last) = (base, parts.len() - 1);
            for (place, row) in parts.iter().enumerate() {
                let part = if place == last || whole == 0 { rest } else { base * amount(row) / whole };
                rest -= part;
                if payments.contains(&row.other_sequence) && part != 0 {
                    found.entry((row.sequence, row.line_number)).or_default().push((row.other_date, part));
                }
            }
        }
    }
    Ok(found)
}

/// Which of these entries have a line on a cash account.
async fn payments(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    cash: &[AccountId],
    sequences: &[i64],
) -> Result<BTreeSet<i64>, Fault> {
    let mut found = BTreeSet::new();
    for some in sequences.chunks(AT_ONCE) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let which = sql::list(2, some.len());
        let on_cash = one_of("account_id", cash, &mut params);
        let mut columns = Columns::default();
        let sequence = columns.add::<i64>("entry_sequence");
        let sql = format!(
            "select distinct {} from lines where organization_id = $1 and entry_sequence in {which} and {on_cash}",
            columns.text()
        );
        for row in columns.rows(snapshot, &sql, &params).await? {
            found.insert(sequence.of(&row)?);
        }
    }
    Ok(found)
}
