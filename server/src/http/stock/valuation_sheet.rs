//! The valuation of stock as a document: its columns, and a row of it.

use super::sheet;
use super::unit_cost::UNIT_COST_DECIMALS;
use super::valuation::{ValuationBy, ValuationRow};
use crate::documents::table::{Cell, Column};

/// The columns of a valuation, with this many decimals of quantities and of values.
pub fn columns(by: ValuationBy, of_quantity: u8, of_value: u8) -> Vec<Column> {
    let first = match by {
        ValuationBy::Item => "Sku",
        ValuationBy::Warehouse => "Warehouse",
        ValuationBy::Account => "Account",
        ValuationBy::Category => "Category",
    };
    let mut columns = vec![Column::text(first), Column::text("Name")];
    if by == ValuationBy::Item {
        columns.extend([
            Column::amount("Quantity", of_quantity),
            Column::text("Unit"),
            Column::amount("Unit cost", UNIT_COST_DECIMALS),
        ]);
    }
    columns.push(Column::amount("Value", of_value));
    columns
}

/// A row in these columns.
pub fn cells(row: ValuationRow, by: ValuationBy, decimals: u8) -> Vec<Cell> {
    let mut cells = vec![Cell::maybe(row.code), Cell::maybe(row.name)];
    if by == ValuationBy::Item {
        let there = row.quantity.map_or(Cell::Empty, |quantity| sheet::quantity(quantity, decimals));
        cells.extend([there, Cell::maybe(row.unit_code), sheet::amount(row.unit_cost)]);
    }
    cells.push(Cell::Amount(row.value.0.unscaled));
    cells
}
