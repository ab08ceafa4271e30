//! The rows of reports: a field, its schema and its column in documents, from one text.
//!
//! `report_output!` is `output!` with headings: the heading of a field's column in CSV, workbooks and printed pages stands
//! after its type. Documents take their headings and cells from [`Columns`].

use std::collections::BTreeMap;

use domain::value::id::PartyId;
use domain::value::{Currency, TypedId};

use super::frame::Frame;
use crate::documents::table::{Cell, Column, ColumnKind, Row};
use crate::http::called::Names;
use crate::http::output::Id;

/// A row that is answered as JSON and stands in documents. `report_output!` writes it.
pub trait ReportRow: Sized + 'static {
    /// Its columns, in the order of its fields.
    const COLUMNS: &'static [RowColumn<Self>];
}

/// The column of a field.
pub struct RowColumn<R> {
    /// Its heading.
    pub header: &'static str,
    /// Its place from 1, unless it follows the column of the field before it.
    pub place: Option<usize>,
    /// The kind of its cells.
    pub kind: fn(&Measures) -> ColumnKind,
    /// The cell of a row.
    pub cell: fn(&R, &Measures) -> Cell,
}

/// The decimals, the base currency and the codes with which the columns of one document are written.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Decimals of amounts.
    pub of_amounts: u8,
    /// Decimals of quantities: those of the finest item.
    pub of_quantities: u8,
    /// The base currency, where one is known.
    pub base: Option<Currency>,
    /// What rows are called whose ids stand in the rows of a list.
    pub names: Names,
    /// The codes of ids that are shown by code; other ids are shown in full.
    codes: BTreeMap<[u8; 16], String>,
}

impl Measures {
    /// The code of an id, if it is shown by one.
    #[must_use]
    pub fn code(&self, id: [u8; 16]) -> Option<&str> {
        self.codes.get(&id).map(String::as_str)
    }
}

/// The name of a party, or its id if the name was erased.
#[must_use]
pub fn called(name: Option<&String>, id: Option<Id<PartyId>>) -> Cell {
    Cell::maybe(name.cloned().or(id.map(|id| id.0.to_string())))
}

/// The columns of one document, from the left.
pub struct Columns<R: 'static> {
    measures: Measures,
    chosen: Vec<(String, &'static RowColumn<R>)>,
}

impl<R: ReportRow> Columns<R> {
    /// All columns, with amounts in base currency.
    #[must_use]
    pub fn of(frame: &Frame) -> Self {
        Self::measured(Measures {
            of_amounts: frame.decimals(),
            base: Some(frame.settings.base_currency),
            ..Measures::default()
        })
    }

    /// All columns, with amounts of so many decimals.
    #[must_use]
    pub fn of_amounts(decimals: u8) -> Self {
        Self::measured(Measures { of_amounts: decimals, ..Measures::default() })
    }

    fn measured(measures: Measures) -> Self {
        let all = R::COLUMNS;
        let mut others = all.iter().filter(|column| column.place.is_none());
        let at = |place| all.iter().find(|column| column.place == Some(place));
        let ordered = (1..=all.len()).filter_map(|place| at(place).or_else(|| others.next()));
        Self { measures, chosen: ordered.map(|column| (column.header.to_owned(), column)).collect() }
    }

    /// The same with quantities of so many decimals.
    #[must_use]
    pub fn quantities(mut self, decimals: u8) -> Self {
        self.measures.of_quantities = decimals;
        self
    }

    /// The same with these ids shown by their codes.
    #[must_use]
    pub fn coded<T: TypedId>(mut self, codes: impl IntoIterator<Item = (T, String)>) -> Self {
        self.measures.codes.extend(codes.into_iter().map(|(id, code)| (id.bytes(), code)));
        self
    }

    /// From here on, ids of rows are shown by these codes and names.
    pub fn call(&mut self, names: Names) {
        self.measures.names = names;
    }

    /// The same without the columns of these headings.
    #[must_use]
    pub fn without(mut self, headers: &[&str]) -> Self {
        self.chosen.retain(|(header, _)| !headers.contains(&header.as_str()));
        self
    }

    /// The same with another heading above the first column.
    #[must_use]
    pub fn first_called(mut self, header: &str) -> Self {
        if let Some((first, _)) = self.chosen.first_mut() {
            header.clone_into(first);
        }
        self
    }

    /// The headings and kinds of all columns.
    #[must_use]
    pub fn headings(&self) -> Vec<Column> {
        let column = |(header, column): &(String, &RowColumn<R>)| Column {
            header: header.clone(),
            kind: (column.kind)(&self.measures),
        };
        self.chosen.iter().map(column).collect()
    }

    /// The cells of a row.
    #[must_use]
    pub fn cells(&self, row: &R) -> Vec<Cell> {
        self.chosen.iter().map(|(_, column)| (column.cell)(row, &self.measures)).collect()
    }

    /// An ordinary row of the document.
    #[must_use]
    pub fn line(&self, row: &R) -> Row {
        Row::line(self.cells(row))
    }

    /// The cells of a row that is none of the report's, such as an opening balance: these under their headings, and nothing
    /// else.
    #[must_use]
    pub fn only(&self, said: Vec<(&str, Cell)>) -> Vec<Cell> {
        let mut cells = vec![Cell::Empty; self.chosen.len()];
        for (header, cell) in said {
            let place = self.chosen.iter().position(|(own, _)| own == header);
            debug_assert!(place.is_some(), "no column is called {header}");
            if let Some(there) = place.and_then(|place| cells.get_mut(place)) {
                *there = cell;
            }
        }
        cells
    }

    /// The cells of the last row: `Total` in the first column without numbers, and these sums under their headings.
    #[must_use]
    pub fn total(&self, sums: Vec<(&str, Cell)>) -> Vec<Cell> {
        let mut cells = self.only(sums);
        let kinds = self.chosen.iter().map(|(_, column)| (column.kind)(&self.measures));
        let first = cells.iter_mut().zip(kinds).find(|(_, kind)| matches!(kind, ColumnKind::Text | ColumnKind::Date));
        if let Some((cell, _)) = first {
            *cell = Cell::text("Total");
        }
        cells
    }
}

/// Declares structs of answers as `output!` does, with the columns that their fields have in documents.
///
/// ```text
/// crate::report_output! {
///     /// An item in a warehouse.
///     pub struct StockRow {
///         pub item_id: Id<ItemId>,                            // in JSON alone
///         pub sku: String => "Sku",                           // a column of the kind of its type: text, days, whole numbers
///         pub quantity: DecimalText => "Quantity" (quantity), // a number with the decimals of the document's quantities
///         pub value: Option<DecimalText> => "Value" (amount, at 5),
///     }
/// }
/// ```
///
/// In brackets stand `quantity`, `amount`, `side` (an amount, or nothing where it is 0), `decimals N`, `number` (with the
/// decimals that it has), `own side` (such a number, or nothing where it is 0), `code of` or `name of` a table of [`Names`], or `by` with a function of the row and the measures
/// that gives a text; and `at N`, the place from 1 of a column that does not stand in the order of
/// the fields.
#[macro_export]
macro_rules! report_output {
    ($(
        $(#[doc = $doc:expr])*
        $vis:vis struct $name:ident {
            $($(#[doc = $fdoc:expr])* $fvis:vis $field:ident $(as $wire:literal)? : $type:ty $(= $example:expr)?
                $(=> $header:literal $(($($how:tt)*))?)?),* $(,)?
        }
    )*) => {
        $crate::output! {$(
            $(#[doc = $doc])*
            $vis struct $name { $($(#[doc = $fdoc])* $fvis $field $(as $wire)? : $type $(= $example)?),* }
        )*}

        $(impl $crate::http::reports::row::ReportRow for $name {
            const COLUMNS: &'static [$crate::http::reports::row::RowColumn<Self>] =
                &[$($($crate::report_column!($field: $type, $header, $($($how)*)?),)?)*];
        })*
    };
}

/// The column of one field, for `report_output!`.
#[macro_export]
macro_rules! report_column {
    ($field:ident: $type:ty, $header:literal, $(at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |_| <$type as $crate::http::reports::in_column::InColumn>::KIND,
            |row, measures| $crate::http::reports::in_column::InColumn::cell(&row.$field, measures))
    };
    ($field:ident: $type:ty, $header:literal, quantity $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |measures| $crate::documents::table::ColumnKind::Amount { decimals: measures.of_quantities },
            |row, measures| $crate::http::reports::in_column::number(&row.$field, measures.of_quantities))
    };
    ($field:ident: $type:ty, $header:literal, amount $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |measures| $crate::documents::table::ColumnKind::Amount { decimals: measures.of_amounts },
            |row, measures| $crate::http::reports::in_column::number(&row.$field, measures.of_amounts))
    };
    ($field:ident: $type:ty, $header:literal, side $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |measures| $crate::documents::table::ColumnKind::Amount { decimals: measures.of_amounts },
            |row, _| $crate::http::reports::in_column::side(&row.$field))
    };
    ($field:ident: $type:ty, $header:literal, decimals $decimals:expr $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |_| $crate::documents::table::ColumnKind::Amount { decimals: $decimals },
            |row, _| $crate::http::reports::in_column::number(&row.$field, $decimals))
    };
    ($field:ident: $type:ty, $header:literal, number $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |_| $crate::documents::table::ColumnKind::Number,
            |row, _| $crate::http::reports::in_column::own(&row.$field))
    };
    ($field:ident: $type:ty, $header:literal, own side $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?,
            |_| $crate::documents::table::ColumnKind::Number,
            |row, _| $crate::http::reports::in_column::own_side(&row.$field))
    };
    ($field:ident: $type:ty, $header:literal, code of $table:ident $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?, |_| $crate::documents::table::ColumnKind::Text,
            |row, measures| $crate::documents::table::Cell::maybe(measures.names.$table.maybe(row.$field.into()).code))
    };
    ($field:ident: $type:ty, $header:literal, name of $table:ident $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?, |_| $crate::documents::table::ColumnKind::Text,
            |row, measures| $crate::documents::table::Cell::maybe(measures.names.$table.maybe(row.$field.into()).name))
    };
    ($field:ident: $type:ty, $header:literal, by $cell:path $(, at $place:literal)?) => {
        $crate::report_column!(@ $header $(at $place)?, |_| $crate::documents::table::ColumnKind::Text, $cell)
    };
    ($field:ident: $type:ty, $header:literal, by $cell:path, with $note:path) => {
        $crate::report_column!(@ $header, |_| $crate::documents::table::ColumnKind::Text, $cell)
    };
    (@ $header:literal, $kind:expr, $cell:expr) => {
        $crate::http::reports::row::RowColumn { header: $header, place: None, kind: $kind, cell: $cell }
    };
    (@ $header:literal at $place:literal, $kind:expr, $cell:expr) => {
        $crate::http::reports::row::RowColumn { header: $header, place: Some($place), kind: $kind, cell: $cell }
    };
}

#[cfg(test)]
mod tests {
    use domain::value::Decimal;

    use super::*;
    use crate::http::output::DecimalText;

    crate::report_output! {
        /// A row to test with.
        pub struct ColumnsTestRow {
            /// In JSON alone.
            pub id: i64,
            pub name: String => "Name",
            pub kind: Option<String> => "Kind" (at 1),
            pub there: DecimalText => "There" (quantity),
            pub debit: DecimalText => "Debit" (side),
            pub worth: Option<DecimalText> => "Worth" (by worth),
        }
    }

    fn worth(row: &ColumnsTestRow, _: &Measures) -> Cell {
        Cell::text(if row.worth.is_some() { "something" } else { "nothing" })
    }

    #[test]
    fn columns_stand_in_the_order_of_the_fields_but_for_those_with_a_place() {
        let columns = Columns::<ColumnsTestRow>::of_amounts(2).quantities(3);
        let headers: Vec<String> = columns.headings().into_iter().map(|column| column.header).collect();
        assert_eq!(headers, ["Kind", "Name", "There", "Debit", "Worth"]);
        let row = ColumnsTestRow {
            id: 1,
            name: "Bolt".to_owned(),
            kind: None,
            there: DecimalText(Decimal { unscaled: 25, scale: 1 }),
            debit: DecimalText(Decimal { unscaled: 0, scale: 2 }),
            worth: None,
        };
        let cells = [Cell::Empty, Cell::text("Bolt"), Cell::Amount(2500), Cell::Empty, Cell::text("nothing")];
        assert_eq!(columns.cells(&row), cells);
        let columns = columns.without(&["Kind", "There"]).first_called("Item");
        let headings = [Column::text("Item"), Column::amount("Debit", 2), Column::text("Worth")];
        assert_eq!(columns.headings(), headings);
        assert_eq!(columns.only(vec![("Debit", Cell::Amount(7))]), [Cell::Empty, Cell::Amount(7), Cell::Empty]);
        assert_eq!(columns.total(vec![("Debit", Cell::Amount(7))])[..2], [Cell::text("Total"), Cell::Amount(7)]);
    }
}
