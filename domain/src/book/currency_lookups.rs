//! Asking a book for currencies, rates and revaluations.

use crate::book::key::CurrencyUse;
use crate::book::lookups::Answer;
use crate::book::{Book, Key};
use crate::rows::{Account, CustomCurrency, ExchangeRate, RateType, Revaluation, RevaluationItem};
use crate::value::id::{ExchangeRateId, RevaluationId};
use crate::value::{Currency, Date};

impl Book {
    /// A currency that ISO 4217 does not list.
    pub fn custom_currency(&self, code: &str) -> Answer<Option<&CustomCurrency>> {
        self.require_range(Key::Currencies)?;
        Ok(self.currencies.get(&(code.to_owned(),)).flatten())
    }

    /// All currencies that ISO 4217 does not list.
    pub fn custom_currencies(&self) -> Answer<impl Iterator<Item = &CustomCurrency>> {
        self.require_range(Key::Currencies)?;
        Ok(self.currencies.values())
    }

    /// The rates of a pair that are valid from these days on, the ones that count last.
    pub fn rates(
        &self,
        from: Currency,
        to: Currency,
        rate_type: RateType,
        first: Date,
        last: Date,
    ) -> Answer<impl Iterator<Item = &ExchangeRate>> {
        self.require_range(Key::Rates(from, to, rate_type, first, last))?;
        let place = |day, id| (from, to, rate_type, day, ExchangeRateId(id));
        Ok(self.exchange_rates.range(place(first, [0; 16])..=place(last, [255; 16])))
    }

    /// How many of these have a currency.
    pub fn uses_of_currency(&self, by: CurrencyUse, currency: Currency) -> Answer<i64> {
        let key = Key::UsesOfCurrency(by, currency);
        match by {
            CurrencyUse::Balances => self.counted(key, &self.balances, |row| row.currency == currency),
            CurrencyUse::Accounts => self.counted(key, &self.accounts, |row| row.currency == Some(currency)),
            CurrencyUse::Parties => self.counted(key, &self.parties, |row| row.currency == Some(currency)),
            CurrencyUse::RatesFrom => self.counted(key, &self.exchange_rates, |row| row.from_currency == currency),
            CurrencyUse::RatesTo => self.counted(key, &self.exchange_rates, |row| row.to_currency == currency),
        }
    }

    /// The accounts whose foreign balances are revalued.
    pub fn revalued_accounts(&self) -> Answer<impl Iterator<Item = &Account>> {
        self.require_range(Key::RevaluedAccounts)?;
        Ok(self.accounts.values().filter(|account| account.revalue))
    }

    /// The runs whose gains and losses are taken back on this day.
    pub fn revaluations_until(&self, day: Date) -> Answer<impl Iterator<Item = &Revaluation>> {
        self.require_range(Key::RevaluationsUntil(day))?;
        Ok(self.revaluations.values().filter(move |run| run.reversed_on == day))
    }

    /// The result of a run for each position.
    pub fn revaluation_items(&self, id: RevaluationId) -> Answer<impl Iterator<Item = &RevaluationItem>> {
        self.require_range(Key::RevaluationItems(id))?;
        Ok(self.revaluation_items.range((id, 0)..=(id, i64::MAX)))
    }
}
