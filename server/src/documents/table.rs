//! A report as a table: its title, its columns, and rows of typed cells.

use std::ops::Range;

use domain::value::cell::IsoDate;
use domain::value::{Date, Decimal};

/// A report that is small enough to be held.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its title and columns.
    pub heading: Heading,
    /// Its rows, in order.
    pub rows: Vec<Row>,
}

/// The description of a table, known before its first row.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The name of its file without the extension: `trial-balance-2010-12-31`.
    pub file_name: String,
    /// The title: `Trial balance`.
    pub title: String,
    /// Lines below the title: the organization, the dates, the currency, as of which event of the log.
    pub subtitle: Vec<String>,
    /// Its columns, from the left.
    pub columns: Vec<Column>,
    /// Whether its rows stand at levels, which the first column shows; a file for machines has a column of them.
    pub is_tree: bool,
    /// What stands around the rows of a paper; `None` of a report. Only pages to print show it.
    pub paper: Option<Paper>,
}

/// What a paper has besides its rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paper {
    /// What it says above its rows, each with a name: `Date`, `2010-12-01`.
    pub facts: Vec<(&'static str, String)>,
    /// Below its rows, the lines on which people sign.
    pub signatures: Vec<&'static str>,
    /// Whether people write into its rows: they are high, and have lines between their columns.
    pub is_written_on: bool,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading.
    pub header: String,
    /// The kind of its cells.
    pub kind: ColumnKind,
}

/// The kind of a column's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Text, which is never anything else, however it looks.
    Text,
    /// A day.
    Date,
    /// A whole number.
    Integer,
    /// A number with as many decimals as its cell has.
    Number,
    /// An amount of a currency with this many decimals.
    Amount {
        /// Decimals of the currency.
        decimals: u8,
    },
}

/// A row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The kind of the row.
    pub kind: RowKind,
    /// Levels above it.
    pub level: u8,
    /// One cell per column; missing ones at the end are empty.
    pub cells: Vec<Cell>,
}

/// The kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowKind {
    /// An ordinary one.
    Line,
    /// The head of a group.
    Group,
    /// A balance carried into a group: an opening balance.
    Opening,
    /// The sum of a part.
    Subtotal,
    /// The sum of the whole.
    Total,
}

/// The content of one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Text.
    Text(String),
    /// A day.
    Date(Date),
    /// A whole number.
    Integer(i64),
    /// A number with its own decimals, in a column of numbers.
    Number(Decimal),
    /// An amount in minor units, in a column of amounts.
    Amount(i128),
    /// The sum of the same column over other rows; a workbook has it as a formula. Rows below it may only be among them
    /// where each amount there is one that a spreadsheet keeps (`documents::keeps`).
    Sum {
        /// Its result, in minor units.
        units: i128,
        /// Over which rows.
        over: RowRanges,
        /// Less which rows.
        less: RowRanges,
    },
    /// The sum of columns before it in the same row, of amounts that a spreadsheet keeps; a workbook has it as a formula.
    Across {
        /// Its result, in minor units.
        units: i128,
        /// Over which columns, from 0.
        columns: Range<u16>,
    },
}

/// Rows by their places from 0, in ascending order, as few ranges as may be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowRanges(Vec<Range<u32>>);

impl Column {
    /// A column of text.
    #[must_use]
    pub fn text(header: impl Into<String>) -> Self {
        Self { header: header.into(), kind: ColumnKind::Text }
    }

    /// A column of days.
    #[must_use]
    pub fn date(header: impl Into<String>) -> Self {
        Self { header: header.into(), kind: ColumnKind::Date }
    }

    /// A column of whole numbers.
    #[must_use]
    pub fn integer(header: impl Into<String>) -> Self {
        Self { header: header.into(), kind: ColumnKind::Integer }
    }

    /// A column of amounts with this many decimals.
    #[must_use]
    pub fn amount(header: impl Into<String>, decimals: u8) -> Self {
        Self { header: header.into(), kind: ColumnKind::Amount { decimals } }
    }
}

impl Row {
    /// A row of this kind.
    #[must_use]
    pub fn new(kind: RowKind, cells: Vec<Cell>) -> Self {
        Self { kind, level: 0, cells }
    }

    /// The same at this level.
    #[must_use]
    pub fn at(self, level: u8) -> Self {
        Self { level, ..self }
    }

    /// An ordinary row.
    #[must_use]
    pub fn line(cells: Vec<Cell>) -> Self {
        Self::new(RowKind::Line, cells)
    }
}

impl RowKind {
    /// Its name in files for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Group => "group",
            Self::Opening => "opening",
            Self::Subtotal => "subtotal",
            Self::Total => "total",
        }
    }
}

impl Cell {
    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A text, or nothing.
    #[must_use]
    pub fn maybe(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::Empty, |text| Self::Text(text.into()))
    }

    /// An amount, or nothing where it is 0: a line has one side.
    #[must_use]
    pub fn side(units: impl Into<i128>) -> Self {
        match units.into() {
            0 => Self::Empty,
            units => Self::Amount(units),
        }
    }

    /// A sum over these rows of its column.
    #[must_use]
    pub fn sum(units: impl Into<i128>, over: &RowRanges) -> Self {
        Self::Sum { units: units.into(), over: over.clone(), less: RowRanges::new() }
    }

    /// Its plain text; an amount has all decimals of its column and a point.
    #[must_use]
    pub fn plain(&self, kind: ColumnKind) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Date(day) => IsoDate(*day).to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Amount(units) | Self::Sum { units, .. } | Self::Across { units, .. } => {
                decimal(*units, kind).to_string()
            }
        }
    }
}

/// An amount with the decimals of its column.
#[must_use]
pub fn decimal(units: i128, kind: ColumnKind) -> Decimal {
    let scale = match kind {
        ColumnKind::Amount { decimals } => decimals,
        _ => 0,
    };
    Decimal { unscaled: units, scale }
}

impl RowRanges {
    /// No rows.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a row that comes after all others.
    pub fn add(&mut self, row: u32) {
        match self.0.last_mut() {
            Some(last) if last.end == row => last.end += 1,
            _ => self.0.push(row..row + 1),
        }
    }

    /// The ranges.
    #[must_use]
    pub fn ranges(&self) -> &[Range<u32>] {
        &self.0
    }
}
