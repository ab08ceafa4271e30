//! The cells of answers in documents, type by type.

use std::collections::BTreeMap;

use domain::value::TypedId;

use super::row::Measures;
use crate::documents::table::{Cell, ColumnKind};
use crate::http::input::NamedEnum;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RateText, RawObject};

/// A type of answers that can stand in a column.
pub trait InColumn {
    /// The kind of its column.
    const KIND: ColumnKind = ColumnKind::Text;

    /// Its cell.
    fn cell(&self, measures: &Measures) -> Cell;
}

impl InColumn for String {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::text(self)
    }
}
impl InColumn for i64 {
    const KIND: ColumnKind = ColumnKind::Integer;

    fn cell(&self, _: &Measures) -> Cell {
        Cell::Integer(*self)
    }
}
impl InColumn for bool {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::text(if *self { "yes" } else { "" })
    }
}
impl<T: TypedId + std::fmt::Display> InColumn for Id<T> {
    fn cell(&self, measures: &Measures) -> Cell {
        Cell::Text(measures.code(self.0.bytes()).map_or_else(|| self.0.to_string(), str::to_owned))
    }
}
impl InColumn for Day {
    const KIND: ColumnKind = ColumnKind::Date;

    fn cell(&self, _: &Measures) -> Cell {
        Cell::Date(self.0)
    }
}
impl InColumn for At {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::Text(self.0.to_string())
    }
}
impl<T: NamedEnum> InColumn for Named<T> {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::text(self.0.wire_name())
    }
}
impl<T: NamedEnum> InColumn for Vec<Named<T>> {
    fn cell(&self, _: &Measures) -> Cell {
        let names: Vec<&str> = self.iter().map(|one| one.0.wire_name()).collect();
        Cell::Text(names.join(", "))
    }
}
impl InColumn for CurrencyCode {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::text(self.0.code())
    }
}
/// As text: amounts of several currencies stand in one column, and do not add up.
impl InColumn for DecimalText {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::Text(self.0.to_string())
    }
}
impl InColumn for RawObject {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::text(&self.0)
    }
}
impl InColumn for RateText {
    const KIND: ColumnKind = ColumnKind::Number;

    fn cell(&self, _: &Measures) -> Cell {
        Cell::Number(self.0.decimal())
    }
}
impl InColumn for Vec<String> {
    fn cell(&self, _: &Measures) -> Cell {
        Cell::Text(self.join(", "))
    }
}
/// Dimensions: `costCenter=D10, country=UK`.
impl InColumn for BTreeMap<String, String> {
    fn cell(&self, _: &Measures) -> Cell {
        let pairs: Vec<String> = self.iter().map(|(code, value)| format!("{code}={value}")).collect();
        Cell::Text(pairs.join(", "))
    }
}
impl<T: InColumn> InColumn for Option<T> {
    const KIND: ColumnKind = T::KIND;

    fn cell(&self, measures: &Measures) -> Cell {
        self.as_ref().map_or(Cell::Empty, |there| there.cell(measures))
    }
}

/// A number with decimals, or none.
pub trait MaybeDecimal {
    /// The number.
    fn decimal(&self) -> Option<DecimalText>;
}

impl MaybeDecimal for DecimalText {
    fn decimal(&self) -> Option<DecimalText> {
        Some(*self)
    }
}
impl MaybeDecimal for Option<DecimalText> {
    fn decimal(&self) -> Option<DecimalText> {
        *self
    }
}

/// A number with its own decimals.
pub fn own(number: &impl MaybeDecimal) -> Cell {
    number.decimal().map_or(Cell::Empty, |DecimalText(number)| Cell::Number(number))
}

/// A number in a column of so many decimals, which are at least its own.
pub fn number(number: &impl MaybeDecimal, decimals: u8) -> Cell {
    let Some(DecimalText(own)) = number.decimal() else { return Cell::Empty };
    let finer = u32::from(decimals.saturating_sub(own.scale));
    // A quantity has 63 bits and at most 6 decimals.
    Cell::Amount(own.unscaled.saturating_mul(10_i128.pow(finer)))
}

/// An amount on its side of an entry: nothing where it is 0, since a line has one side.
pub fn side(amount: &impl MaybeDecimal) -> Cell {
    amount.decimal().map_or(Cell::Empty, |amount| Cell::side(amount.0.unscaled))
}

/// An amount of any currency on its side of an entry: nothing where it is 0.
pub fn own_side(amount: &impl MaybeDecimal) -> Cell {
    amount.decimal().filter(|amount| amount.0.unscaled != 0).map_or(Cell::Empty, |amount| Cell::Number(amount.0))
}
