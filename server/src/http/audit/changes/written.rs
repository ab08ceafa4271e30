//! What an event wrote of its subject: the row, and the rows that are parts of it.

use domain::book::Book;
use domain::replay::current;
use domain::rows::items::Item;
use domain::rows::{
    Entry, ItemGtin, Line, Membership, MovementLine, Organization, Role, Row, RowWrite, StockMovement, StoredWrite,
    TransitLine, payload,
};
use domain::value::id::{OrganizationId, PrincipalId, RoleId};
use domain::value::{BadCell, Cell, TypedId};

use crate::http::events::data::named;

/// What one event wrote of one record.
#[derive(Clone, Debug)]
pub struct Written {
    /// The row; its key alone where it was deleted.
    pub row: RowWrite,
    /// The written parts of the record, of whatever table.
    pub parts: Vec<RowWrite>,
}

impl Written {
    /// What this payload says of the record with this id; `None` where it did not write it.
    pub fn of(payload: &[u8], subject: &str) -> Result<Option<Self>, BadCell> {
        let tables = Book::table_defs();
        let (mut row, mut parts, mut items) = (None, Vec::new(), 0);
        payload::each_write(payload, |write| {
            items += usize::from(write.table == Item::TABLE.number);
            if is_of(&write, subject) {
                row = Some(write);
            } else if PARTS.contains(&write.table) {
                parts.push(write);
            }
        })?;
        let Some(row) = row else { return Ok(None) };
        let row = current(&tables, row)?;
        let parts: Vec<RowWrite> = parts.into_iter().map(|part| current(&tables, part)).collect::<Result<_, _>>()?;
        let mut written = Self { row, parts };
        written.keep_own_parts(items == 1)?;
        Ok(Some(written))
    }

    /// The row, where it is of this table and stands.
    pub fn row<R: Row>(&self) -> Result<Option<R>, BadCell> {
        let is_own = self.row.table.number == R::TABLE.number && !self.row.deleted;
        is_own.then(|| R::from_cells(&self.row.cells)).transpose()
    }

    /// The parts of this table that stand.
    pub fn parts<R: Row>(&self) -> Result<Vec<R>, BadCell> {
        let own = self.parts.iter().filter(|part| part.table.number == R::TABLE.number && !part.deleted);
        own.map(|part| R::from_cells(&part.cells)).collect()
    }

    /// The labels of an item that were added, or taken away: no row of the item has them.
    pub fn labels(&self) -> Vec<(String, bool)> {
        let own = self.parts.iter().filter(|part| part.table.number == ItemGtin::TABLE.number);
        let labels = own.filter_map(|part| match part.cells.first() {
            Some(Cell::Text(gtin)) => Some((gtin.clone(), !part.deleted)),
            _ => None,
        });
        labels.collect()
    }

    /// The instant in a column of the row, where it has one.
    pub fn instant(&self, column: &str) -> Option<i64> {
        let place = self.row.table.columns.iter().position(|one| one.name == column)?;
        match self.row.cells.get(place) {
            Some(Cell::Int(at)) => Some(*at),
            _ => None,
        }
    }

    /// Of the parts that one event wrote those of this record. A label that was taken away says no more whose it was: then it was
    /// that of the only item.
    fn keep_own_parts(&mut self, is_only_item: bool) -> Result<(), BadCell> {
        let place = match (self.row::<Entry>()?, self.row::<StockMovement>()?) {
            (Some(entry), _) => entry.sequence,
            (_, Some(movement)) => movement.seq,
            (None, None) => None,
        };
        let table = self.row.table.number;
        let id = self.row.cells.first().cloned();
        self.parts.retain(|part| match part.table.number {
            number if number == ItemGtin::TABLE.number => {
                table == Item::TABLE.number
                    && if part.deleted { is_only_item } else { part.cells.get(1) == id.as_ref() }
            }
            number if number == Line::TABLE.number => table == Entry::TABLE.number && is_at(part, place),
            // Lines of movements, and where they go in two steps.
            _ => table == StockMovement::TABLE.number && is_at(part, place),
        });
        Ok(())
    }
}

/// Whether a line is of the entry or movement at this place, with which its cells begin.
fn is_at(part: &RowWrite, place: Option<i64>) -> bool {
    place.is_some_and(|place| part.cells.first() == Some(&Cell::Int(place)))
}

/// Tables whose rows are parts of records.
const PARTS: &[u16] =
    &[Line::TABLE.number, MovementLine::TABLE.number, TransitLine::TABLE.number, ItemGtin::TABLE.number];

/// Whether a write is that of the record with this id.
fn is_of(write: &StoredWrite, subject: &str) -> bool {
    let id = match write.cells.first() {
        Some(Cell::Id(bytes)) => *bytes,
        _ => [0; 16],
    };
    match write.table {
        // There is one.
        number if number == Organization::TABLE.number => OrganizationId::parse(subject).is_some(),
        number if number == Role::TABLE.number => RoleId::parse(subject) == Some(RoleId(id)),
        number if number == Membership::TABLE.number => PrincipalId::parse(subject) == Some(PrincipalId(id)),
        _ => named(write).is_some_and(|(_, own)| own == subject),
    }
}
