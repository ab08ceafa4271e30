//! The model: a whole store in memory, against which the rules are tested and the databases compared.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::batch::{self, Envelope, Hints, Outcome};
use crate::book::{Answer, Book, Changes, Filter, Is, Key, Query, Sums};
use crate::rows::{Head, Row};
use crate::value::id::OrganizationId;
use crate::value::{BadCell, Cell};

/// Rounds of hints, as a service has them: the rows of one round let the next one see further.
const HINT_ROUNDS: usize = 4;

/// All rows of one organization by table and key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// Whose rows they are.
    pub organization: OrganizationId,
    /// Rows by key cells, by table name.
    pub tables: BTreeMap<&'static str, BTreeMap<Vec<Cell>, Vec<Cell>>>,
}

impl Model {
    /// An empty store.
    #[must_use]
    pub fn new(organization: OrganizationId) -> Self {
        Self { organization, tables: BTreeMap::new() }
    }

    /// Answers a query as a database does.
    #[must_use]
    pub fn load(&self, query: &Query) -> Vec<Vec<Cell>> {
        let column = |name: &str| query.table.columns.iter().position(|column| column.name == name);
        let holds = |row: &&Vec<Cell>, filter: &Filter| {
            let cell = column(filter.column).and_then(|index| row.get(index));
            cell.is_some_and(|cell| match filter.is {
                Is::Null => *cell == Cell::Null,
                _ if *cell == Cell::Null => false,
                Is::Equal | Is::Word(_) => *cell == filter.cell,
                Is::Not => *cell != filter.cell,
                Is::AtLeast => *cell >= filter.cell,
                Is::AtMost => *cell <= filter.cell,
            })
        };
        let start = key_prefix(query);
        let rows = self.tables.get(query.table.name).into_iter().flat_map(|rows| {
            let from_start = rows.range::<[Cell], _>((Bound::Included(start.as_slice()), Bound::Unbounded));
            from_start.take_while(|(key, _)| key.starts_with(&start)).map(|(_, row)| row)
        });
        let found = rows.filter(|row| query.filter.iter().all(|filter| holds(row, filter))).cloned();
        match query.answer {
            Answer::Rows => found.collect(),
            Answer::First(most) => found.take(most).collect(),
            Answer::Count => vec![vec![Cell::Int(i64::try_from(found.count()).unwrap_or(i64::MAX))]],
            Answer::Sums(sums) => {
                let places = |names: &[&str]| names.iter().filter_map(|name| column(name)).collect::<Vec<_>>();
                summed(found, &places(sums.by), &places(sums.of))
            }
        }
    }

    /// Writes changes; a row that is inserted twice or updated without being there is a defect.
    ///
    /// # Panics
    /// If the changes do not fit the stored rows.
    pub fn save(&mut self, changes: &Changes) {
        for table in &changes.tables {
            let keys = table.table.keys;
            let rows = self.tables.entry(table.table.name).or_default();
            for row in &table.inserts {
                let old = rows.insert(row[..keys].to_vec(), row.clone());
                assert!(old.is_none(), "inserted twice into {}: {row:?}", table.table.name);
            }
            for row in &table.updates {
                let old = rows.insert(row[..keys].to_vec(), row.clone());
                assert!(old.is_some(), "updated what is not in {}: {row:?}", table.table.name);
            }
            for key in &table.deletes {
                assert!(rows.remove(key).is_some(), "deleted what is not in {}: {key:?}", table.table.name);
            }
        }
    }

    /// A book over the stored rows.
    pub fn book(&self) -> Result<Book, BadCell> {
        let head = self.load(&Query::row::<Head>(&()));
        let head = head.first().map(|cells| Head::from_cells(cells)).transpose()?;
        Ok(Book::new(self.organization, head))
    }

    /// Decides envelopes in one commit, with or without hints, and stores their changes.
    pub fn commit(&mut self, envelopes: &[Envelope], with_hints: bool) -> Result<Vec<Outcome>, BadCell> {
        let mut book = self.book()?;
        let mut hints = Hints::of(envelopes);
        for _ in 0..if with_hints { HINT_ROUNDS } else { 0 } {
            let hinted = hints.missing(&book);
            self.fill(&mut book, &hinted)?;
        }
        loop {
            match batch::run(&mut book, envelopes) {
                Ok(outcomes) => {
                    self.save(&book.changes());
                    return Ok(outcomes);
                }
                Err(missing) => self.fill(&mut book, &missing)?,
            }
        }
    }

    /// Loads the answers to these keys, and the rows that go with them.
    pub fn fill(&self, book: &mut Book, keys: &[Key]) -> Result<(), BadCell> {
        let mut wanted = keys.to_vec();
        while !wanted.is_empty() {
            let answers: Vec<_> = wanted.iter().map(|key| self.load(&key.query())).collect();
            wanted = book.fill_all(&wanted, &answers)?;
        }
        Ok(())
    }
}

/// The groups of these rows in order, each with the two parts of its sums.
fn summed(rows: impl Iterator<Item = Vec<Cell>>, by: &[usize], of: &[usize]) -> Vec<Vec<Cell>> {
    let mut groups: BTreeMap<Vec<Cell>, Vec<i64>> = BTreeMap::new();
    for row in rows {
        let group = by.iter().map(|place| row[*place].clone()).collect();
        let parts = groups.entry(group).or_insert_with(|| vec![0; of.len() * 2]);
        for (place, pair) in of.iter().zip(parts.chunks_mut(2)) {
            if let (Cell::Int(amount), [high, low]) = (&row[*place], pair) {
                *high += amount / Sums::PART;
                *low += amount % Sums::PART;
            }
        }
    }
    groups
        .into_iter()
        .map(|(group, parts)| group.into_iter().chain(parts.into_iter().map(Cell::Int)).collect())
        .collect()
}

/// The first cells of the key that the query names, so that only these rows are looked at.
fn key_prefix(query: &Query) -> Vec<Cell> {
    let keys = query.table.columns[..query.table.keys].iter();
    let named = keys.zip(&query.filter).take_while(|(column, filter)| {
        filter.is == Is::Equal && filter.column == column.name && filter.cell != Cell::Null
    });
    named.map(|(_, filter)| filter.cell.clone()).collect()
}

#[cfg(test)]
impl Model {
    /// Overwrites a row, to set a scene that no command makes yet.
    pub fn put<R: Row>(&mut self, row: &R) {
        let key = R::key_cells(&row.key());
        self.tables.entry(R::table().name).or_default().insert(key, row.cells());
    }
}
