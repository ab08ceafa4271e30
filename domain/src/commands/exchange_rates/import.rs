//! Records many exchange rates at once: all of them or none.
//!
//! A rate that its day has already is left out, so that a file may be imported again.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::commands::exchange_rates::create::CreateExchangeRate;
use crate::rows::Reply;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, limits};

/// Records rates.
#[derive(Clone, Debug)]
pub struct ImportExchangeRates {
    /// In the order in which they are recorded.
    pub rates: Vec<CreateExchangeRate>,
}

impl Decide for ImportExchangeRates {
    const PERMISSION: Permission = Permission::ExchangeRatesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        for rate in &self.rates {
            rate.hint_currencies(keys);
            let pair = (Currency::parse(rate.from.text()), Currency::parse(rate.to.text()));
            if let (Some(from), Some(to)) = pair {
                keys.push(Key::Rates(from, to, rate.rate_type, rate.valid_from, rate.valid_from));
            }
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let version = book.organization()?.version;
        if self.rates.len() > limits::RATES_PER_IMPORT {
            let message = format!(
                "one request can record at most {} rates, this one has {}: split it",
                limits::RATES_PER_IMPORT,
                self.rates.len()
            );
            return Err(Rejection::new(Code::LimitReached, message).at("/rates").into());
        }
        let mut faults = Vec::new();
        for (index, rate) in self.rates.iter().enumerate() {
            let Some((from, to)) = rate.pair(book, &format!("/rates/{index}"), &mut faults)? else { continue };
            let of_day = book.rates(from, to, rate.rate_type, rate.valid_from, rate.valid_from)?.last();
            if of_day.is_none_or(|known| known.rate != rate.rate) {
                rate.write(book, ctx, from, to);
            }
        }
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let recorded = book.record(ctx, FactKind::ExchangeRatesImported, book.id);
        Ok(Reply::new(book.id, version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::exchange_rates::create::tests::rate;
    use crate::rows::ExchangeRate;
    use crate::testing::Stage;

    #[test]
    fn what_is_imported_again_records_nothing_and_what_differs_is_recorded_beside_it() {
        let mut stage = Stage::new();
        let file = |eur: &str| ImportExchangeRates {
            rates: vec![rate("EUR", "GBP", eur, date(2010, 3, 1)), rate("USD", "GBP", "0.65", date(2010, 3, 1))],
        };
        stage.run(file("0.9")).expect("recorded");
        assert_eq!(stage.run(file("0.90")).expect("the same").facts, None);
        stage.run(file("0.91")).expect("one differs");
        assert_eq!(stage.rows::<ExchangeRate>().len(), 3);
    }

    #[test]
    fn one_unsound_rate_refuses_all_and_every_fault_is_told() {
        let mut stage = Stage::new();
        let rates = vec![
            rate("EUR", "GBP", "0.9", date(2010, 3, 1)),
            rate("EUR", "EUR", "1", date(2010, 3, 1)),
            rate("EUR", "PTS", "1", date(2010, 3, 1)),
        ];
        let refused = stage.run(ImportExchangeRates { rates }).expect_err("refused");
        let pointers: Vec<&str> = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/rates/1/toCurrency", "/rates/2/toCurrency"]);
        let many = vec![rate("EUR", "GBP", "0.9", date(2010, 3, 1)); limits::RATES_PER_IMPORT + 1];
        assert_eq!(stage.run(ImportExchangeRates { rates: many }).expect_err("many").code, Code::LimitReached);
    }
}
