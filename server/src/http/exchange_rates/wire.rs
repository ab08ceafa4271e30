//! The input of an exchange rate.

use domain::commands::exchange_rates::create::CreateExchangeRate;
use domain::commands::exchange_rates::import::ImportExchangeRates;
use domain::rows::RateType;
use domain::value::{CurrencyRef, Date, Rate};

use crate::http::input::{List, Name};

crate::input! {
    /// A new rate.
    pub struct ExchangeRateInput {
        pub from_currency: CurrencyRef = "EUR",
        pub to_currency: CurrencyRef = "GBP",
        /// Units of `toCurrency` per unit of `fromCurrency`, above 0, at most 12 decimals.
        pub rate: Rate = "0.8583",
        /// `spot` if absent.
        pub rate_type: Option<RateType> = "spot",
        /// The first day on which it is in effect.
        pub valid_from: Date = "2010-12-01",
        /// Where the rate comes from.
        pub source: Option<Name<100>> = "ECB",
    }

    /// Rates, recorded in order, all of them or none.
    pub struct ExchangeRatesInput {
        pub rates: List<ExchangeRateInput, 1, { domain::value::limits::RATES_PER_IMPORT }>,
    }
}

impl ExchangeRateInput {
    /// The command.
    pub fn command(self) -> CreateExchangeRate {
        CreateExchangeRate {
            from: self.from_currency,
            to: self.to_currency,
            rate_type: self.rate_type.unwrap_or(RateType::Spot),
            valid_from: self.valid_from,
            rate: self.rate,
            source: self.source.map(|text| text.0),
        }
    }
}

impl ExchangeRatesInput {
    /// The command.
    pub fn command(self) -> ImportExchangeRates {
        ImportExchangeRates { rates: self.rates.0.into_iter().map(ExchangeRateInput::command).collect() }
    }
}
