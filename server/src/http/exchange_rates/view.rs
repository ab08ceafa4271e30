//! An exchange rate as it is answered.

use domain::rows::{ExchangeRate, RateType};
use domain::value::id::{ExchangeRateId, PrincipalId};

use crate::http::output::{At, CurrencyCode, Day, Id, Named, RateText};

crate::output! {
    /// An exchange rate. It never changes; a later one for the same day replaces it.
    pub struct ExchangeRateView {
        pub id: Id<ExchangeRateId>,
        pub from_currency: CurrencyCode,
        pub to_currency: CurrencyCode,
        /// Units of `toCurrency` per unit of `fromCurrency`.
        pub rate: RateText,
        pub rate_type: Named<RateType>,
        pub valid_from: Day,
        /// Where the rate comes from.
        pub source: Option<String>,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    ExchangeRateView {
        valid_from: Day => "Valid from",
        from_currency: CurrencyCode => "From",
        to_currency: CurrencyCode => "To",
        rate: RateText => "Rate",
        rate_type: Named<RateType> => "Type",
        source: Option<String> => "Source",
        created_by: Id<PrincipalId> => "Created by" (name of people),
        created_at: At => "Created at",
        id: Id<ExchangeRateId> => "Id",
    }
}

impl From<ExchangeRate> for ExchangeRateView {
    fn from(rate: ExchangeRate) -> Self {
        Self {
            id: Id(rate.id),
            from_currency: CurrencyCode(rate.from_currency),
            to_currency: CurrencyCode(rate.to_currency),
            rate: RateText(rate.rate),
            rate_type: Named(rate.rate_type),
            valid_from: Day(rate.valid_from),
            source: rate.source,
            created_at: At(rate.created_at),
            created_by: Id(rate.created_by),
        }
    }
}
