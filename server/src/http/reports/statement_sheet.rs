//! A statement as a document: names first, at their levels, and every sum as a formula over its parts.

use domain::ledger::reports::statement::{Row, RowKind, Section};
use domain::rows::{Account, Organization, Side};

use super::columns::{ColumnKind, StatementColumn};
use super::statement::StatementLayoutRow;
use crate::documents;
use crate::documents::table::{self, Cell, Column, Heading, RowRanges, Table};
use crate::http::output::DecimalText;

/// Columns before the amounts.
const BEFORE_AMOUNTS: u16 = 2;

/// The parts of a document.
pub struct StatementSheet<'a> {
    /// The name of its file, without the days.
    pub name: &'a str,
    pub title: &'a str,
    pub settings: &'a Organization,
    pub columns: &'a [StatementColumn],
    /// The rows as they are answered, and as they were laid out.
    pub rows: (&'a [StatementLayoutRow], &'a [Row]),
    pub chart: &'a [Account],
    pub sections: &'a [Section],
    /// The totals below the rows.
    pub totals: &'a [Total<'a>],
    /// As of which event of the log it holds.
    pub seq: i64,
}

/// A total below the rows.
pub struct Total<'a> {
    pub title: &'a str,
    /// By column.
    pub amounts: &'a [DecimalText],
    pub of: Of,
}

/// The rows that a total sums.
#[derive(Clone, Copy)]
pub enum Of {
    /// Rows of the accounts of which this holds (`None` is a result), positive on this side.
    Rows(Side, fn(Option<&Account>) -> bool),
    /// Totals above it, by their places.
    Totals(&'static [usize]),
    /// No shown rows: the balance from before.
    Nothing,
}

/// A row that is part of a sum, and whether it is taken off.
type Part = (usize, bool);

impl StatementSheet<'_> {
    /// The statement as a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let decimals = self.settings.base_currency.decimals();
        let mut columns = vec![Column::text("Name"), Column::text("Account")];
        columns.extend(self.columns.iter().map(|column| Column::amount(column.title.clone(), decimals)));
        let keeps: Vec<bool> = (0..self.columns.len()).map(|column| self.keeps(column)).collect();
        let mut rows: Vec<table::Row> = (0..self.rows.0.len()).map(|place| self.row(place, &keeps)).collect();
        for total in self.totals {
            let parts = self.parts_of_total(total.of);
            let sums =
                total.amounts.iter().enumerate().map(|(column, amount)| {
                    self.sum(column, amount.0.unscaled, &parts, keeps.get(column) == Some(&true))
                });
            let cells = [Cell::text(total.title), Cell::Empty].into_iter().chain(sums).collect();
            rows.push(table::Row::new(table::RowKind::Total, cells));
        }
        let days = self.columns.first().map(StatementColumn::days).unwrap_or_default();
        Table {
            heading: Heading {
                file_name: format!("{}-{days}", self.name),
                title: self.title.to_owned(),
                subtitle: vec![
                    self.settings.name.clone(),
                    format!("{days}, in {}", self.settings.base_currency),
                    format!("as of event {}", self.seq),
                ],
                columns,
                is_tree: true,
                paper: None,
            },
            rows,
        }
    }

    fn row(&self, place: usize, keeps: &[bool]) -> table::Row {
        let row = &self.rows.0[place];
        let is_head = self.is_head(place);
        let parts = if is_head { self.parts_of_row(place) } else { Vec::new() };
        let all_kept = keeps.iter().all(|keeps| *keeps);
        let amounts = row.amounts.iter().enumerate().map(|(column, amount)| {
            let units = amount.0.unscaled;
            if is_head {
                self.sum(column, units, &parts, keeps[column])
            } else if self.columns[column].kind.0 == ColumnKind::Total && all_kept {
                let end = BEFORE_AMOUNTS.saturating_add(u16::try_from(column).unwrap_or(u16::MAX));
                Cell::Across { units, columns: BEFORE_AMOUNTS..end }
            } else {
                Cell::Amount(units)
            }
        });
        let cells =
            [Cell::text(self.title(place)), Cell::maybe(row.code.as_deref())].into_iter().chain(amounts).collect();
        let kind = if is_head { table::RowKind::Group } else { table::RowKind::Line };
        table::Row::new(kind, cells).at(u8::try_from(row.depth).unwrap_or(u8::MAX))
    }

    /// The name of a row. A group that is called like a section is told apart from it: by its code where that section is
    /// around it, else as the rest of it.
    fn title(&self, place: usize) -> String {
        let row = &self.rows.0[place];
        let Some(code) = row.code.as_deref().filter(|_| self.is_head(place)) else {
            return row.title.clone();
        };
        let is_section =
            |other: &usize| self.rows.1[*other].kind == RowKind::Section && self.rows.0[*other].title == row.title;
        if self.above(place).iter().any(is_section) {
            format!("Of group {code}")
        } else if (0..self.rows.1.len()).any(|other| is_section(&other)) {
            format!("Other in {}", row.title)
        } else {
            row.title.clone()
        }
    }

    /// The heads above a row, the nearest first.
    fn above(&self, place: usize) -> Vec<usize> {
        let (mut depth, mut above) = (self.rows.1[place].depth, Vec::new());
        for before in (0..place).rev() {
            if self.rows.1[before].depth < depth {
                depth = self.rows.1[before].depth;
                above.push(before);
            }
        }
        above
    }

    /// A sum as a formula, where a spreadsheet would come to the same.
    fn sum(&self, column: usize, units: i128, parts: &[Part], keeps: bool) -> Cell {
        let amount = |place: usize| match place.checked_sub(self.rows.0.len()) {
            None => self.rows.0[place].amounts[column].0.unscaled,
            Some(total) => self.totals[total].amounts[column].0.unscaled,
        };
        let signed = |(place, is_less): &Part| if *is_less { -amount(*place) } else { amount(*place) };
        if !keeps || parts.is_empty() || parts.iter().map(signed).sum::<i128>() != units {
            return Cell::Amount(units);
        }
        let (mut over, mut less) = (RowRanges::new(), RowRanges::new());
        for (place, is_less) in parts {
            let rows = if *is_less { &mut less } else { &mut over };
            rows.add(u32::try_from(*place).unwrap_or(u32::MAX));
        }
        Cell::Sum { units, over, less }
    }

    /// The rows right below a head: of a section its accounts, results and sections, of a group its accounts.
    fn parts_of_row(&self, place: usize) -> Vec<Part> {
        let depth = self.rows.1[place].depth + 1;
        let below = (place + 1..self.end(place)).filter(|below| self.rows.1[*below].depth == depth);
        below.map(|below| (below, self.side(below) != self.side(place))).collect()
    }

    /// The highest rows that contain only parts of a total.
    fn parts_of_total(&self, of: Of) -> Vec<Part> {
        let (side, takes) = match of {
            Of::Rows(side, takes) => (side, takes),
            Of::Totals(places) => return places.iter().map(|place| (self.rows.0.len() + place, false)).collect(),
            Of::Nothing => return Vec::new(),
        };
        let (mut parts, mut place) = (Vec::new(), 0);
        while place < self.rows.1.len() {
            let end = self.end(place);
            let mut lines = (place..end).filter(|place| !self.is_head(*place)).peekable();
            if lines.peek().is_some() && lines.all(|line| takes(self.account(line))) {
                parts.push((place, self.side(place) != side));
                place = end;
            } else {
                place += 1;
            }
        }
        parts
    }

    /// The place after a row and all that is below it.
    fn end(&self, place: usize) -> usize {
        let rows = self.rows.1;
        let below = rows[place + 1..].iter().take_while(|row| row.depth > rows[place].depth).count();
        place + 1 + below
    }

    fn is_head(&self, place: usize) -> bool {
        self.rows.1[place].kind == RowKind::Section || self.account(place).is_some_and(|account| account.is_group)
    }

    fn account(&self, place: usize) -> Option<&Account> {
        self.rows.1[place].account.and_then(|account| self.chart.get(account))
    }

    fn side(&self, place: usize) -> Side {
        self.sections[self.rows.1[place].section].side
    }

    /// Whether a spreadsheet keeps every amount of a column.
    fn keeps(&self, column: usize) -> bool {
        let rows = self.rows.0.iter().map(|row| row.amounts.as_slice());
        rows.chain(self.totals.iter().map(|total| total.amounts))
            .all(|amounts| amounts.get(column).is_some_and(|amount| documents::keeps(amount.0.unscaled)))
    }
}
