//! Exchange rates: the value of one currency in another from a day on.

use crate::value::id::{ExchangeRateId, PrincipalId};
use crate::value::{Currency, Date, Instant, Rate};
use crate::{named_enum, rows};

named_enum! {
    /// The use of a rate.
    RateType {
        /// Of its day: entries and, where nothing else is said, revaluations.
        Spot = "spot",
        /// For the last day of a period, where that has a rate of its own.
        Closing = "closing",
        /// Of a stretch of time.
        Average = "average",
    }
}

rows! {
    /// A rate from a day on. Never updated, never deleted.
    ExchangeRate in "exchange_rates" (63 v 1, Books) key {
        from_currency: Currency,
        to_currency: Currency,
        rate_type: RateType,
        valid_from: Date,
        /// Later ones of the same day count.
        id: ExchangeRateId,
    } {
        /// Units of `to_currency` per unit of `from_currency`.
        rate: Rate,
        /// Who says so (`ECB`).
        source: Option<String>,
        created_at: Instant,
        created_by: PrincipalId,
    }
}
