//! The common part of documents about stock: their heading, and quantities in one column.

use domain::value::Date;
use domain::value::cell::IsoDate;

use crate::documents::table::{Cell, Column, Heading};
use crate::http::output::DecimalText;
use crate::http::reports::frame::Frame;

/// The heading of a document that holds at the end of a day, or now.
pub fn heading(frame: &Frame, file: &str, title: &str, as_of: Option<Date>, columns: Vec<Column>) -> Heading {
    let mut heading = frame.heading(file, title, None, columns);
    if let Some(day) = as_of.map(IsoDate) {
        heading.file_name = format!("{file}-{day}");
        heading.subtitle.insert(1, format!("At the end of {day}, by posting date"));
    }
    heading
}

/// A quantity in a column of this many decimals, which are those of the finest item.
pub fn quantity(quantity: DecimalText, decimals: u8) -> Cell {
    let DecimalText(own) = quantity;
    let finer = u32::from(decimals.saturating_sub(own.scale));
    // A quantity has 63 bits and at most 6 decimals.
    Cell::Amount(own.unscaled.saturating_mul(10_i128.pow(finer)))
}

/// An amount, or nothing where it is not shown.
pub fn amount(amount: Option<DecimalText>) -> Cell {
    amount.map_or(Cell::Empty, |amount| Cell::Amount(amount.0.unscaled))
}
