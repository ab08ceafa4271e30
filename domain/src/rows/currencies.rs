//! Currencies that ISO 4217 does not list: points, tokens, a currency that is no more.

use crate::rows;
use crate::value::id::PrincipalId;
use crate::value::{Currency, CurrencyRef, Instant};

rows! {
    /// A currency that ISO 4217 does not list.
    CustomCurrency in "currencies" (62 v 1, Books) key {
        /// 3 to 8 capital letters.
        code: String,
    } {
        name: String,
        /// Of its minor unit, 0 to 8.
        decimals: i64,
        /// An inactive currency is on no new line, rate, account or party.
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}

impl CustomCurrency {
    /// The currency that amounts in it carry.
    #[must_use]
    pub fn currency(&self) -> Option<Currency> {
        Currency::custom(CurrencyRef::parse(&self.code)?, u8::try_from(self.decimals).ok()?)
    }
}
