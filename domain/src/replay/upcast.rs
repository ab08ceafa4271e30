//! Up-casters: rows of older versions of a table become rows of its present version.
//!
//! Stored bytes are never rewritten and every version is read for ever. Who changes the columns of a
//! table raises its version and adds here how a row of the version before becomes one of the new.

use crate::rows::{RowWrite, StoredWrite, TableDef};
use crate::value::{BadCell, Cell, CellKind};

/// Cells of one version in, cells of the next one out. Keys never change.
type UpCaster = fn(Vec<Cell>) -> Vec<Cell>;

/// By table number and the version that it takes; none yet: every table is in its first version.
const UP_CASTERS: &[(u16, u16, UpCaster)] = &[];

/// The write in the present version of its table.
///
/// # Errors
/// Where the table or version is unknown, or the cells are not those of the table.
pub fn current(tables: &[&'static TableDef], stored: StoredWrite) -> Result<RowWrite, BadCell> {
    let table = tables.iter().find(|table| table.number == stored.table);
    let table = table.ok_or_else(|| BadCell { wanted: "a table", found: format!("table number {}", stored.table) })?;
    brought_up(table, stored, UP_CASTERS)
}

fn brought_up(
    table: &'static TableDef,
    stored: StoredWrite,
    casters: &[(u16, u16, UpCaster)],
) -> Result<RowWrite, BadCell> {
    let StoredWrite { mut version, deleted, mut cells, .. } = stored;
    while !deleted && version != table.version {
        let caster = casters.iter().find(|(number, from, _)| *number == table.number && *from == version);
        let (_, _, caster) = caster.ok_or_else(|| BadCell {
            wanted: "a version that this program knows",
            found: format!("version {version} of {}", table.name),
        })?;
        cells = caster(cells);
        version += 1;
    }
    let columns = if deleted { &table.columns[..table.keys] } else { table.columns };
    let fits = cells.len() == columns.len() && cells.iter().zip(columns).all(|(cell, column)| is_of(cell, column.kind));
    if !fits {
        return Err(BadCell { wanted: "the columns of a table", found: format!("other cells for {}", table.name) });
    }
    Ok(RowWrite { table, cells, deleted })
}

fn is_of(cell: &Cell, kind: CellKind) -> bool {
    matches!(
        (cell, kind),
        (Cell::Null, _)
            | (Cell::Int(_), CellKind::Int)
            | (Cell::Text(_), CellKind::Text)
            | (Cell::Bytes(_), CellKind::Bytes)
            | (Cell::Id(_), CellKind::Id)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Class, Column};

    const TABLE: TableDef = TableDef {
        number: 99,
        version: 3,
        name: "things",
        class: Class::Books,
        columns: &[Column::of::<i64>("notes", "id"), Column::of::<String>("notes", "text")],
        keys: 1,
    };

    const CASTERS: &[(u16, u16, UpCaster)] = &[
        (99, 1, |mut cells| {
            cells.push(Cell::Null);
            cells
        }),
        (99, 2, |cells| {
            cells.into_iter().map(|cell| if cell == Cell::Null { Cell::Text(String::new()) } else { cell }).collect()
        }),
    ];

    fn stored(version: u16, deleted: bool, cells: Vec<Cell>) -> Result<Vec<Cell>, BadCell> {
        brought_up(const { &TABLE }, StoredWrite { table: 99, version, deleted, cells }, CASTERS)
            .map(|write| write.cells)
    }

    #[test]
    fn a_row_passes_through_every_version_up_to_the_present_one() {
        let now = vec![Cell::Int(1), Cell::Text(String::new())];
        assert_eq!(stored(1, false, vec![Cell::Int(1)]), Ok(now.clone()));
        assert_eq!(stored(2, false, vec![Cell::Int(1), Cell::Null]), Ok(now.clone()));
        assert_eq!(stored(3, false, now.clone()), Ok(now.clone()));
        assert_eq!(stored(1, true, vec![Cell::Int(1)]), Ok(vec![Cell::Int(1)]));
        assert!(stored(4, false, now).is_err(), "newer than the program");
        assert!(stored(3, false, vec![Cell::Int(1), Cell::Int(2)]).is_err(), "another kind");
        assert!(stored(3, false, vec![Cell::Int(1)]).is_err(), "a column too few");
    }
}
