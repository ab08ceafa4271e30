//! Filling a book with the rows of the database.

use crate::book::{Answer, Book, Key, Passing, Query, Slots, Sums};
use crate::costing::Place;
use crate::rows::{PoolMovement, Row};
use crate::value::id::PoolId;
use crate::value::{BadCell, Cell, CellValue};

impl Book {
    /// Takes the rows that answer each of these keys, and says which keys go with them.
    pub fn fill_all(&mut self, keys: &[Key], answers: &[Vec<Vec<Cell>>]) -> Result<Vec<Key>, BadCell> {
        keys.iter().zip(answers).try_for_each(|(key, rows)| self.fill(key, rows))?;
        Ok(keys.iter().flat_map(|key| self.that_go_with(key)).collect())
    }

    /// The first rows of a range, with how many they are: who asks sees by it that there are more.
    pub(super) fn first<R: Row>(
        &mut self,
        key: &Key,
        table: fn(&mut Self) -> &mut Slots<R::Key, R>,
        rows: &[Vec<Cell>],
    ) -> Result<(), BadCell> {
        table(self).fill_rows(rows)?;
        self.at_most(key, rows)
    }

    /// All rows of a range. Those of tables that pass are forgotten after each commit, and the range with them.
    pub(super) fn range<R: Row + Passing>(
        &mut self,
        key: &Key,
        table: fn(&mut Self) -> &mut Slots<R::Key, R>,
        rows: &[Vec<Cell>],
    ) -> Result<(), BadCell> {
        if R::PASSES {
            return self.passing_range(key, table, rows);
        }
        table(self).fill_rows(rows)?;
        self.ranges.insert(key.clone());
        Ok(())
    }

    /// A range that is forgotten after each commit.
    pub(super) fn passing_range<R: Row>(
        &mut self,
        key: &Key,
        table: fn(&mut Self) -> &mut Slots<R::Key, R>,
        rows: &[Vec<Cell>],
    ) -> Result<(), BadCell> {
        table(self).fill_rows(rows)?;
        self.passing_ranges.insert(key.clone());
        Ok(())
    }

    /// Notes up to where a page of a pool's movements goes, however it was asked for.
    pub(super) fn page(
        &mut self,
        pool: PoolId,
        from: Option<Place>,
        most: usize,
        rows: &[Vec<Cell>],
    ) -> Result<(), BadCell> {
        let last = rows.last().filter(|_| rows.len() == most);
        let last = last.map(|row| PoolMovement::from_cells(row)).transpose()?.map(|row| row.place);
        self.pages.insert(Key::PoolMovements(pool, from, most), last);
        Ok(())
    }

    /// A number that the database counted.
    pub(super) fn note_count(&mut self, key: &Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
        let count = rows.first().and_then(|row| row.first()).unwrap_or(&Cell::Null);
        self.counts.insert(key.clone(), i64::from_cell(count)?);
        Ok(())
    }

    /// How many rows there are, of no more than were asked for.
    pub(super) fn at_most(&mut self, key: &Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
        self.counts.insert(key.clone(), i64::try_from(rows.len()).unwrap_or(i64::MAX));
        Ok(())
    }

    /// Sums by group.
    pub(super) fn note_sums(&mut self, key: &Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
        let query = key.query();
        let groups = rows.iter().map(|row| summed(row, &query)).collect::<Result<_, _>>()?;
        self.sums.insert(key.clone(), groups);
        Ok(())
    }
}

/// A group and its sums, put together from their parts.
fn summed(row: &[Cell], query: &Query) -> Result<(Vec<Cell>, Vec<i128>), BadCell> {
    let groups = if let Answer::Sums(sums) = query.answer { sums.by.len() } else { 0 };
    let (group, parts) = row.split_at_checked(groups).unwrap_or((&[], row));
    let sums = parts.chunks(2).map(|pair| {
        let part = |place: usize| i64::from_cell(pair.get(place).unwrap_or(&Cell::Null)).map(i128::from);
        Ok(part(0)? * i128::from(Sums::PART) + part(1)?)
    });
    Ok((group.to_vec(), sums.collect::<Result<_, _>>()?))
}

/// One row, or that there is none.
pub(super) fn one<R: Row>(slots: &mut Slots<R::Key, R>, key: R::Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
    match rows.first() {
        Some(row) => slots.fill_row(row),
        None => {
            slots.fill(key, None);
            Ok(())
        }
    }
}

/// The key of the row that was found, if there is one.
pub(super) fn found<R: Row>(slots: &mut Slots<R::Key, R>, rows: &[Vec<Cell>]) -> Result<Option<R::Key>, BadCell> {
    let Some(row) = rows.first() else { return Ok(None) };
    slots.fill_row(row)?;
    Ok(Some(R::from_cells(row)?.key()))
}
