//! Movements of all pools in the order of their occurrence, though they are stored pool by pool: sorted in a private
//! file that is gone with its value.

use std::collections::BTreeSet;

use domain::costing::Place;
use domain::rows::{PoolMovement, PoolTie, Row, TableDef, ValueEntry};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue};

use super::KnownThen;
use crate::audit::reading::Reading;
use crate::audit::scratch::Scratch;
use crate::fault::Fault;
use crate::statement;

/// Movements of one page.
const PAGE: usize = 1_000;

/// The file.
#[derive(Debug)]
pub(super) struct InOrder {
    scratch: Scratch,
    after: Option<Place>,
}

/// A movement with the rows that a proof needs of it.
#[derive(Debug)]
pub(super) struct Step {
    pub movement: PoolMovement,
    /// All that was posted for it.
    pub entries: Vec<ValueEntry>,
    /// Whether a later one has its value from it.
    pub is_source: bool,
}

impl InOrder {
    /// Sorts the movements of an organization: all, or those that were there by then, as they were.
    pub async fn of(
        reading: &mut Reading,
        organization: OrganizationId,
        known: Option<&KnownThen>,
    ) -> Result<Self, Fault> {
        let mut scratch = Scratch::empty()?;
        let tables = [PoolMovement::table(), ValueEntry::table(), PoolTie::table()];
        match known {
            None => {
                for table in tables {
                    copy(reading, organization, table, &mut scratch, |cells| Ok(Some(cells))).await?;
                }
            }
            Some(known) => {
                let voided = voided_since(reading, organization, known).await?;
                for table in tables {
                    let then = |cells| as_then(table, cells, known.head.seq, &voided);
                    copy(reading, organization, table, &mut scratch, then).await?;
                }
            }
        }
        for index in [
            "create index movements_in_order on pool_movements (place, pool_id)",
            "create index entries_in_order on value_entries (place, pool_id)",
        ] {
            scratch.query(index, &[], &[])?;
        }
        Ok(Self { scratch, after: None })
    }

    /// The next movements; none at the end.
    pub fn next(&mut self) -> Result<Vec<Step>, Fault> {
        let movements: Vec<PoolMovement> = match self.after {
            None => self.rows(&format!("order by place, pool_id limit {PAGE}"), &[])?,
            Some(after) => {
                let rest = format!("where place > $1 order by place, pool_id limit {PAGE}");
                self.rows(&rest, &[after])?
            }
        };
        let (Some(first), Some(last)) = (movements.first(), movements.last()) else { return Ok(Vec::new()) };
        let (first, last) = (first.place, last.place);
        self.after = Some(last);
        let rest = "where place >= $1 and place <= $2 order by place, pool_id, cause_seq, number";
        let mut entries = self.rows::<ValueEntry>(rest, &[first, last])?.into_iter().peekable();
        let sources = self.sources(first, last)?;
        let mut steps = Vec::with_capacity(movements.len());
        for movement in movements {
            let key = (movement.place, movement.pool_id);
            // Those of no movement are another rule's.
            while entries.next_if(|entry| (entry.place, entry.pool_id) < key).is_some() {}
            let mut posted = Vec::from_iter(movement.own_entry());
            while let Some(entry) = entries.next_if(|entry| (entry.place, entry.pool_id) == key) {
                posted.push(entry);
            }
            let is_source = sources.contains(&movement.place);
            steps.push(Step { movement, entries: posted, is_source });
        }
        Ok(steps)
    }

    fn sources(&mut self, first: Place, last: Place) -> Result<BTreeSet<Place>, Fault> {
        let sql = "select distinct source from pool_ties where source >= $1 and source <= $2";
        let found = self.scratch.query(sql, &[first.to_cell(), last.to_cell()], &[CellKind::Bytes])?;
        found.iter().flatten().map(|cell| Ok(Place::from_cell(cell)?)).collect()
    }

    fn rows<R: Row>(&mut self, rest: &str, places: &[Place]) -> Result<Vec<R>, Fault> {
        let sql = format!("{} {rest}", statement::select_all(R::table()));
        let params: Vec<_> = places.iter().map(CellValue::to_cell).collect();
        let kinds: Vec<CellKind> = R::table().columns.iter().map(|column| column.kind).collect();
        let found = self.scratch.query(&sql, &params, &kinds)?;
        found.iter().map(|cells| R::from_cells(cells).map_err(Fault::from)).collect()
    }
}

/// Documents that were voided later than then.
async fn voided_since(
    reading: &mut Reading,
    organization: OrganizationId,
    known: &KnownThen,
) -> Result<BTreeSet<i64>, Fault> {
    let sql = "select seq from movements where organization_id = $1 and voided_at > $2 and seq <= $3";
    let params = [Cell::Id(organization.0), known.head.at.to_cell(), Cell::Int(known.head.seq)];
    let found = reading.query(sql, &params, &[CellKind::Int]).await?;
    found.iter().flatten().map(|cell| Ok(i64::from_cell(cell)?)).collect()
}

/// A row as it was then, or none. Ties of later movements only keep more in memory.
fn as_then(
    table: &'static TableDef,
    cells: Vec<Cell>,
    seq: i64,
    voided_since: &BTreeSet<i64>,
) -> Result<Option<Vec<Cell>>, Fault> {
    if table.number == ValueEntry::TABLE.number {
        return Ok((ValueEntry::from_cells(&cells)?.cause_seq <= seq).then_some(cells));
    }
    if table.number != PoolMovement::TABLE.number {
        return Ok(Some(cells));
    }
    let row = PoolMovement::from_cells(&cells)?;
    if row.place.seq > seq {
        return Ok(None);
    }
    let was_in_effect = row.is_voided && voided_since.contains(&row.place.seq);
    Ok(Some(if was_in_effect { PoolMovement { is_voided: false, ..row }.cells() } else { cells }))
}

/// Copies the rest of each row.
async fn copy(
    reading: &mut Reading,
    organization: OrganizationId,
    table: &'static TableDef,
    scratch: &mut Scratch,
    take: impl Fn(Vec<Cell>) -> Result<Option<Vec<Cell>>, Fault>,
) -> Result<(), Fault> {
    let mut after = None;
    loop {
        let page = reading.page(table, organization, after.as_deref()).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last[..table.keys].to_vec());
        for cells in page {
            if let Some(cells) = take(cells)? {
                scratch.put(table, &cells)?;
            }
        }
    }
}
