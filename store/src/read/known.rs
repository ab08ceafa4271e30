//! The books as they were known at an earlier point of their log: the entries of that time, and master data as it was.
//!
//! Facts are the evidence, rows the present state. Lines and entries are only ever appended, so that the entries known
//! then are those up to a place in the series. Master data changes, and is read from the facts that wrote it: an index
//! of its own holds those, without the many facts of entries.

use std::collections::BTreeMap;

use domain::book::fact::FactKind;
use domain::replay;
use domain::rows::{FactRow, Head, Row, RowWrite};
use domain::value::id::OrganizationId;
use domain::value::{BadCell, Cell, CellKind, CellValue, Instant};

use super::columns::selected;
use crate::{Fault, Snapshot};

/// A point of an organization's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The last fact that was known.
    pub seq: i64,
    /// When it was written. Of a fact in several parts of which the last is later than `seq`, the fact before.
    pub at: Instant,
    /// The entries then and now.
    pub entries: KnownEntries,
}

/// Places in the organization's series of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownEntries {
    /// The last entry that was posted by then; 0 where there was none.
    pub then: i64,
    /// The last entry that is posted now.
    pub now: i64,
}

/// The condition on a posted entry (`entry` is its name in the statement) that was voided by then: a later void was not
/// known yet. A void is never taken back. `then` is the place of a parameter: the last entry known.
#[must_use]
pub fn was_voided(entry: &str, then: &str) -> String {
    format!(
        "({entry}.status = 'voided' and exists (select 1 from entries as mirror \
           where mirror.organization_id = $1 and mirror.id = {entry}.voided_by_entry_id and mirror.sequence <= {then}))"
    )
}

/// The id of the entry that reversed (`link` is `reverses_entry_id`) or corrected (`corrects_entry_id`) an entry, as it
/// was in effect then. The entry's own link shows the present state: the reversal or correction may have been undone
/// since.
#[must_use]
pub fn undone_by(entry: &str, link: &str, then: &str) -> String {
    let voided = was_voided("undoing", then);
    format!(
        "(select undoing.id from entries as undoing where undoing.organization_id = $1 and undoing.{link} = {entry}.id \
           and undoing.sequence <= {then} and not {voided} order by undoing.sequence desc limit 1)"
    )
}

/// The point of this fact; `None` where the log has not come so far, or it is before the first.
pub async fn at_seq(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64) -> Result<Option<Known>, Fault> {
    let Some(head) = snapshot.head(organization).await? else { return Ok(None) };
    let now = head.entry_sequence;
    if seq < 1 || seq > head.seq {
        return Ok(None);
    }
    if seq == head.seq {
        return Ok(Some(Known { seq, at: head.at, entries: KnownEntries { then: now, now } }));
    }
    let at = whole_at(snapshot, organization, seq).await?;
    // An entry posted by a fact has the fact's own instant, and no two facts have the same.
    let posted_at = "select posted_at from entries where organization_id = $1 and sequence = $2";
    let then = last_until(snapshot, organization, posted_at, at, now).await?;
    Ok(Some(Known { seq, at, entries: KnownEntries { then, now } }))
}

/// The end of the log as it was at this fact, the last one whose parts are all there; `None` where the log has not come so far, or
/// nothing whole is before it.
pub async fn head_at(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64) -> Result<Option<Head>, Fault> {
    let Some(known) = at_seq(snapshot, organization, seq).await? else { return Ok(None) };
    let named = fact(snapshot, organization, seq).await?;
    let Some(last) = (match named {
        Some(named) if named.part < named.parts => fact(snapshot, organization, seq - named.part).await?,
        named => named,
    }) else {
        return Ok(None);
    };
    Ok(Some(Head { seq: last.seq, at: last.at, hash: last.hash, entry_sequence: known.entries.then }))
}

async fn fact(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64) -> Result<Option<FactRow>, Fault> {
    let rest = "where organization_id = $1 and seq = $2";
    Ok(snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Int(seq)]).await?.pop())
}

/// The point of the last fact at or before an instant; `None` where there is none.
pub async fn at_instant(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    at: Instant,
) -> Result<Option<Known>, Fault> {
    let last = snapshot.seq(organization).await?;
    let written_at = "select at from facts where organization_id = $1 and seq = $2";
    let seq = last_until(snapshot, organization, written_at, at, last).await?;
    at_seq(snapshot, organization, seq).await
}

/// When the last fact was written whose parts are all at or before `seq`; the beginning of time where there is none.
async fn whole_at(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64) -> Result<Instant, Fault> {
    let selected = WrittenPart::selected();
    let sql = format!("select {} from facts where organization_id = $1 and seq = $2", selected.text());
    let found = selected.all(snapshot, &sql, &[Cell::Id(organization.0), Cell::Int(seq)]).await?;
    let Some(last) = found.first() else {
        return Err(Fault::Corrupt(format!("fact {seq} is missing in the log")));
    };
    if last.part == last.parts {
        return Ok(last.at);
    }
    let before = [Cell::Id(organization.0), Cell::Int(seq - last.part)];
    let found = selected.all(snapshot, &sql, &before).await?;
    Ok(found.first().map_or(Instant(i64::MIN), |before| before.at))
}

selected! {
    /// A part of a fact.
    struct WrittenPart() {
        at: Instant = "at",
        part: i64 = "part",
        parts: i64 = "parts",
    }
}

/// The last of `1..=last` to which this statement gives an instant at or before `at`; 0 if the first is later. The rows
/// it reads are gapless, and their instants never go back.
async fn last_until(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sql: &str,
    at: Instant,
    last: i64,
) -> Result<i64, Fault> {
    let (mut known, mut unknown) = (0, last + 1);
    while unknown - known > 1 {
        let middle = known + (unknown - known) / 2;
        let params = [Cell::Id(organization.0), Cell::Int(middle)];
        let rows = snapshot.query(sql, &params, &[CellKind::Int]).await?;
        let Some(Cell::Int(found)) = rows.first().and_then(|row| row.first()) else {
            return Err(Fault::Corrupt(format!("the log or the series of entries has a gap at {middle}")));
        };
        if *found <= at.0 {
            known = middle;
        } else {
            unknown = middle;
        }
    }
    Ok(known)
}

/// The condition of the index `facts_of_master_data`: with it, the database takes that.
pub(super) const OF_MASTER_DATA: &str = "substr(kind, 1, 13) <> 'journalEntry.' and substr(kind, 1, 9) <> 'movement.'";

/// The kinds of facts that write the basis of reports, other than entries and lines. Names of people are in no fact.
const MASTER_DATA: &[FactKind] = &[
    FactKind::OrganizationCreated,
    FactKind::OrganizationUpdated,
    FactKind::AccountCreated,
    FactKind::AccountUpdated,
    FactKind::AccountDeleted,
    FactKind::ChartImported,
    FactKind::JournalCreated,
    FactKind::JournalUpdated,
    FactKind::CurrencyCreated,
    FactKind::CurrencyUpdated,
    FactKind::CurrencyDeleted,
    FactKind::StatementMappingCreated,
    FactKind::StatementMappingUpdated,
    FactKind::StatementMappingDeleted,
    FactKind::DimensionCreated,
    FactKind::DimensionUpdated,
    FactKind::DimensionDeleted,
    FactKind::DimensionValueCreated,
    FactKind::DimensionValueUpdated,
    FactKind::DimensionValueDeleted,
    FactKind::FiscalYearCreated,
    FactKind::FiscalYearClosed,
    FactKind::FiscalYearReopened,
    FactKind::FiscalYearDeleted,
    FactKind::PeriodCreated,
    FactKind::PeriodSoftClosed,
    FactKind::PeriodClosed,
    FactKind::PeriodReopened,
];

/// Master data as it was: settings, chart, journals, currencies, statement mappings, dimensions, years and periods.
#[derive(Clone, Debug, Default)]
pub struct MasterData {
    /// Rows by key, by the number of their table.
    tables: BTreeMap<u16, BTreeMap<Vec<Cell>, Vec<Cell>>>,
}

impl MasterData {
    /// Reads the rows that the facts up to a point wrote.
    pub async fn read(snapshot: &mut Snapshot, organization: OrganizationId, seq: i64) -> Result<Self, Fault> {
        let kinds: Vec<String> = MASTER_DATA.iter().map(|kind| format!("'{}'", kind.name())).collect();
        let rest = format!(
            "where organization_id = $1 and {OF_MASTER_DATA} and kind in ({}) and seq <= $2 order by seq",
            kinds.join(", ")
        );
        let facts: Vec<FactRow> = snapshot.rows(&rest, &[Cell::Id(organization.0), Cell::Int(seq)]).await?;
        let mut master = Self::default();
        let mut payload = Vec::new();
        for fact in facts {
            if fact.part == 1 {
                payload.clear();
            }
            payload.extend_from_slice(&fact.payload);
            if fact.part == fact.parts {
                replay::writes(&payload)?.into_iter().for_each(|write| master.take(write));
            }
        }
        Ok(master)
    }

    /// All rows of a table, by key.
    pub fn rows<R: Row>(&self) -> Result<Vec<R>, BadCell> {
        let rows = self.tables.get(&R::TABLE.number).into_iter().flat_map(BTreeMap::values);
        rows.map(|cells| R::from_cells(cells)).collect()
    }

    fn take(&mut self, write: RowWrite) {
        let rows = self.tables.entry(write.table.number).or_default();
        let key = write.cells[..write.table.keys].to_vec();
        if write.deleted {
            rows.remove(&key);
        } else {
            rows.insert(key, write.cells);
        }
    }
}

impl Known {
    /// The point as a parameter: the last entry known then.
    #[must_use]
    pub fn then(&self) -> Cell {
        self.entries.then.to_cell()
    }
}
