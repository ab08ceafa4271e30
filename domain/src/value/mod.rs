//! Values: ids, money, dates, numbers and the one rounding rule.

pub mod cell;
pub(crate) mod change;
pub(crate) mod currency;
mod decimal;
pub mod dimension_code;
pub mod id;
mod json;
pub mod limits;
pub mod movement_kind;
mod patch;
pub mod permission;
pub mod place_use;
mod plural;
mod rate;
pub mod rejection;
mod rounding;
mod series;
mod sought;
pub mod text;
pub(crate) mod tree;
pub mod units;

pub use cell::{BadCell, Cell, CellKind, CellValue};
pub use currency::{Currency, CurrencyRef, MOST_CURRENCY_DECIMALS};
pub use decimal::{Decimal, DecimalError};
pub use id::TypedId;
pub use json::Json;
pub use patch::Patch;
pub use plural::{counted, enumerated};
pub use rate::{Rate, RateError};
pub use rounding::round_half_up;
pub use series::NumberPattern;
pub use sought::{IdOrCode, Sought};

/// A day of the proleptic Gregorian calendar.
pub type Date = jiff::civil::Date;

/// Microseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Instant(pub i64);

impl std::fmt::Display for Instant {
    /// RFC 3339 in UTC with microseconds.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match jiff::Timestamp::from_microsecond(self.0) {
            Ok(at) => write!(f, "{at:.6}"),
            // Beyond the year 9999: still unambiguous.
            Err(_) => write!(f, "{}us", self.0),
        }
    }
}
