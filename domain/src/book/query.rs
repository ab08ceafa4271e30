//! Queries: the few shapes in which a book asks for rows that it does not hold yet.

use crate::rows::{Row, TableDef};
use crate::value::Cell;

/// The rows to load for one key of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The table.
    pub table: &'static TableDef,
    /// All conditions must hold. The organization is added by the store.
    pub filter: Vec<Filter>,
    /// Rows in key order, or their number.
    pub answer: Answer,
}

/// One condition on a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The column.
    pub column: &'static str,
    /// How it compares.
    pub is: Is,
    /// The value to compare with. Ignored by `Is::Null`.
    pub cell: Cell,
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Is {
    /// Equal.
    Equal,
    /// Greater or equal.
    AtLeast,
    /// Less or equal.
    AtMost,
    /// Different.
    Not,
    /// Has no value.
    Null,
    /// Equal to this word, which stands in the statement itself: so a partial index for it is found.
    Word(&'static str),
}

/// Sums of columns, one row per group of rows.
#[derive(PartialEq, Eq, Debug)]
pub struct Sums {
    /// The columns that make a group; at least one.
    pub by: &'static [&'static str],
    /// The whole numbers that are added up.
    pub of: &'static [&'static str],
}

impl Sums {
    /// Each sum comes in two parts, above and below this: the whole may leave 64 bits, and its parts do not. Whole
    /// division and its remainder cut towards zero everywhere.
    pub const PART: i64 = 1_000_000_000;
}

/// The form of a query's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All rows, in key order.
    Rows,
    /// The first rows, in key order.
    First(usize),
    /// One row with one `Int`: how many there are.
    Count,
    /// A row per group, in the order of its columns: the group, then two `Int`s per sum, which is
    /// the first times [`Sums::PART`] and the second.
    Sums(&'static Sums),
}

impl Query {
    /// The one row with this key.
    #[must_use]
    pub fn row<R: Row>(key: &R::Key) -> Self {
        let table = R::table();
        let filter = table
            .columns
            .iter()
            .zip(R::key_cells(key))
            .map(|(column, cell)| Filter { column: column.name, is: Is::Equal, cell })
            .collect();
        Self { table, filter, answer: Answer::Rows }
    }

    /// All rows of a table.
    #[must_use]
    pub fn all<R: Row>() -> Self {
        Self { table: R::table(), filter: Vec::new(), answer: Answer::Rows }
    }

    /// Adds a condition.
    #[must_use]
    pub fn when(mut self, column: &'static str, is: Is, cell: Cell) -> Self {
        self.filter.push(Filter { column, is, cell });
        self
    }

    /// Adds the condition that a column has this word, letters only, whatever else is asked for.
    #[must_use]
    pub fn when_word(self, column: &'static str, word: &'static str) -> Self {
        debug_assert!(word.bytes().all(|byte| byte.is_ascii_alphabetic()));
        self.when(column, Is::Word(word), Cell::Text(word.to_owned()))
    }

    /// Asks for the number of rows instead.
    #[must_use]
    pub fn count(mut self) -> Self {
        self.answer = Answer::Count;
        self
    }

    /// Asks for sums instead.
    #[must_use]
    pub fn sums(mut self, sums: &'static Sums) -> Self {
        self.answer = Answer::Sums(sums);
        self
    }

    /// Asks for the first rows only.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        self.answer = Answer::First(most);
        self
    }
}
