//! Cells: the few types in which rows cross the border to the database and into facts.

use std::fmt;

use crate::value::{Date, Instant, TypedId};

/// One field of a row outside the core.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// No value.
    Null,
    /// Integers: money in minor units, counters, instants in microseconds, booleans as 0 and 1.
    Int(i64),
    /// Text: names, codes, dates as `YYYY-MM-DD`, enumerations by their wire names.
    Text(String),
    /// Bytes: hashes, encoded lists.
    Bytes(Vec<u8>),
    /// A 16-byte id.
    Id([u8; 16]),
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// `bigint`
    Int,
    /// `text`
    Text,
    /// `blob`, `bytea`
    Bytes,
    /// `blob` of 16, `uuid`
    Id,
}

/// A stored cell that the code cannot read: the database or the log is damaged or newer than the program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read {found} as {wanted}")]
pub struct BadCell {
    /// The value that the code expected.
    pub wanted: &'static str,
    /// The stored value.
    pub found: String,
}

impl BadCell {
    /// The error for a cell that is not a `wanted`.
    #[must_use]
    pub fn new(wanted: &'static str, found: &Cell) -> Self {
        Self { wanted, found: format!("{found:?}") }
    }
}

/// A type that can stand in a column.
pub trait CellValue: Sized {
    /// The column's type.
    const KIND: CellKind;
    /// Into a cell.
    fn to_cell(&self) -> Cell;
    /// Out of a cell.
    fn from_cell(cell: &Cell) -> Result<Self, BadCell>;
}

impl CellValue for i64 {
    const KIND: CellKind = CellKind::Int;
    fn to_cell(&self) -> Cell {
        Cell::Int(*self)
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Int(number) = cell else { return Err(BadCell::new("an integer", cell)) };
        Ok(*number)
    }
}

impl CellValue for bool {
    const KIND: CellKind = CellKind::Int;
    fn to_cell(&self) -> Cell {
        Cell::Int(i64::from(*self))
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        match i64::from_cell(cell) {
            Ok(0) => Ok(false),
            Ok(1) => Ok(true),
            _ => Err(BadCell::new("a boolean", cell)),
        }
    }
}

impl CellValue for String {
    const KIND: CellKind = CellKind::Text;
    fn to_cell(&self) -> Cell {
        Cell::Text(self.clone())
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Text(text) = cell else { return Err(BadCell::new("text", cell)) };
        Ok(text.clone())
    }
}

impl CellValue for Vec<u8> {
    const KIND: CellKind = CellKind::Bytes;
    fn to_cell(&self) -> Cell {
        Cell::Bytes(self.clone())
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Bytes(bytes) = cell else { return Err(BadCell::new("bytes", cell)) };
        Ok(bytes.clone())
    }
}

impl CellValue for [u8; 32] {
    const KIND: CellKind = CellKind::Bytes;
    fn to_cell(&self) -> Cell {
        Cell::Bytes(self.to_vec())
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Bytes(bytes) = cell else { return Err(BadCell::new("32 bytes", cell)) };
        bytes.as_slice().try_into().map_err(|_| BadCell::new("32 bytes", cell))
    }
}

impl CellValue for [u8; 16] {
    const KIND: CellKind = CellKind::Id;
    fn to_cell(&self) -> Cell {
        Cell::Id(*self)
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Id(bytes) = cell else { return Err(BadCell::new("16 bytes", cell)) };
        Ok(*bytes)
    }
}

impl<T: TypedId> CellValue for T {
    const KIND: CellKind = CellKind::Id;
    fn to_cell(&self) -> Cell {
        Cell::Id(self.bytes())
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Id(bytes) = cell else { return Err(BadCell::new("an id", cell)) };
        Ok(T::from_bytes(*bytes))
    }
}

impl CellValue for Instant {
    const KIND: CellKind = CellKind::Int;
    fn to_cell(&self) -> Cell {
        Cell::Int(self.0)
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        i64::from_cell(cell).map(Self)
    }
}

impl CellValue for Date {
    const KIND: CellKind = CellKind::Text;
    fn to_cell(&self) -> Cell {
        Cell::Text(IsoDate(*self).to_string())
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Text(text) = cell else { return Err(BadCell::new("a date", cell)) };
        text.parse().map_err(|_| BadCell::new("a date", cell))
    }
}

impl<T: CellValue> CellValue for Option<T> {
    const KIND: CellKind = T::KIND;
    fn to_cell(&self) -> Cell {
        self.as_ref().map_or(Cell::Null, CellValue::to_cell)
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        if matches!(cell, Cell::Null) { Ok(None) } else { T::from_cell(cell).map(Some) }
    }
}

/// A date as `YYYY-MM-DD`.
pub struct IsoDate(pub Date);

impl fmt::Display for IsoDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.0.year(), self.0.month(), self.0.day());
        if year < 0 {
            return write!(f, "{year:04}-{month:02}-{day:02}");
        }
        // Days are written many times for every line.
        let mut text = *b"yyyy-mm-dd";
        put_digits(&mut text[..4], year.unsigned_abs());
        put_digits(&mut text[5..7], month.unsigned_abs().into());
        put_digits(&mut text[8..], day.unsigned_abs().into());
        f.write_str(str::from_utf8(&text).unwrap_or_default())
    }
}

/// Fills all places with the last digits of a number.
fn put_digits(places: &mut [u8], number: u16) {
    let mut rest = number;
    for place in places.iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
}

/// Declares an enumeration with its wire names, which are also its stored names.
#[macro_export]
macro_rules! named_enum {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            /// All of them, in their natural order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name on the wire, in the database and in facts.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// The one with this name.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl $crate::value::CellValue for $name {
            const KIND: $crate::value::CellKind = $crate::value::CellKind::Text;
            fn to_cell(&self) -> $crate::value::Cell { $crate::value::Cell::Text(self.name().to_owned()) }
            fn from_cell(cell: &$crate::value::Cell) -> Result<Self, $crate::value::BadCell> {
                match cell {
                    $crate::value::Cell::Text(text) => Self::parse(text)
                        .ok_or_else(|| $crate::value::BadCell::new(stringify!($name), cell)),
                    other => Err($crate::value::BadCell::new(stringify!($name), other)),
                }
            }
        }
    )*};
}
