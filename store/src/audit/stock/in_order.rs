//! Movements of all pools in the order of what occurred, though they are stored pool by pool: sorted in a private file
//! that is gone with its value.

use std::collections::BTreeSet;

use domain::book::{Row, TableDef};
use domain::inventory::costing::Place;
use domain::inventory::movements::{PoolMovement, PoolTie, ValueEntry};
use domain::value::id::OrganizationId;
use domain::value::{CellKind, CellValue};

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

/// A movement with what a proof needs of it.
#[derive(Debug)]
pub(super) struct Step {
    pub movement: PoolMovement,
    /// All that was posted for it.
    pub entries: Vec<ValueEntry>,
    /// Whether a later one has its value from it.
    pub is_source: bool,
}

impl InOrder {
    /// Sorts the movements of an organization.
    ///
    /// # Errors
    /// Where they cannot be read, or the file fails.
    pub async fn of(reading: &mut Reading, organization: OrganizationId) -> Result<Self, Fault> {
        let mut scratch = Scratch::empty()?;
        for table in [PoolMovement::table(), ValueEntry::table(), PoolTie::table()] {
            copy(reading, organization, table, &mut scratch).await?;
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
    ///
    /// # Errors
    /// Where the file fails, or what was read is damaged.
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

async fn copy(
    reading: &mut Reading,
    organization: OrganizationId,
    table: &'static TableDef,
    scratch: &mut Scratch,
) -> Result<(), Fault> {
    let mut after = None;
    loop {
        let page = reading.page(table, organization, after.as_deref()).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last[..table.keys].to_vec());
        for cells in &page {
            scratch.put(table, cells)?;
        }
    }
}
