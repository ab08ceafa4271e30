//! Records an exchange rate.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::currencies;
use crate::rows::{ExchangeRate, RateType, Reply};
use crate::value::id::ExchangeRateId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, CurrencyRef, Date, Rate};

/// A new rate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateExchangeRate {
    pub from: CurrencyRef,
    pub to: CurrencyRef,
    pub rate_type: RateType,
    pub valid_from: Date,
    /// Units of `to` per unit of `from`.
    pub rate: Rate,
    /// Who says so.
    pub source: Option<String>,
}

impl Decide for CreateExchangeRate {
    const PERMISSION: Permission = Permission::ExchangeRatesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        self.hint_currencies(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let mut faults = Vec::new();
        let pair = self.pair(book, "", &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let Some((from, to)) = pair else { return Err(Rejection::not_found().into()) };
        let id = self.write(book, ctx, from, to);
        let recorded = book.record(ctx, FactKind::ExchangeRateCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

impl CreateExchangeRate {
    pub(crate) fn hint_currencies(&self, keys: &mut Vec<Key>) {
        let is_custom = |named: CurrencyRef| Currency::parse(named.text()).is_none();
        if is_custom(self.from) || is_custom(self.to) {
            keys.push(Key::Currencies);
        }
    }

    /// Both currencies, which are two; `below` is where the rate stands in the body.
    pub(crate) fn pair(
        &self,
        book: &Book,
        below: &str,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<(Currency, Currency)>, Stop> {
        let mut found = Vec::with_capacity(2);
        for (named, field) in [(self.from, "fromCurrency"), (self.to, "toCurrency")] {
            match currencies::named(book, named.text(), &format!("{below}/{field}"))? {
                Ok(currency) => found.push(currency),
                Err(fault) => faults.push(fault),
            }
        }
        let [from, to] = found.as_slice() else { return Ok(None) };
        if from == to {
            let message = format!("a rate needs two different currencies, not {from} and {to}");
            faults.push(Fault::new(format!("{below}/toCurrency"), Code::CurrencyNotUsable, message));
            return Ok(None);
        }
        Ok(Some((*from, *to)))
    }

    /// Writes the rate; the fact is the caller's.
    pub(crate) fn write(&self, book: &mut Book, ctx: &Context, from: Currency, to: Currency) -> ExchangeRateId {
        let id: ExchangeRateId = ctx.ids.next();
        book.exchange_rates.put(ExchangeRate {
            from_currency: from,
            to_currency: to,
            rate_type: self.rate_type,
            valid_from: self.valid_from,
            id,
            rate: self.rate,
            source: self.source.clone(),
            created_at: ctx.at,
            created_by: ctx.actor.principal,
        });
        id
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::ledger::exchange_rates::Wanted;
    use crate::testing::Stage;

    /// A spot rate.
    pub fn rate(from: &str, to: &str, rate: &str, valid_from: Date) -> CreateExchangeRate {
        let code = |text| CurrencyRef::parse(text).expect("a code");
        let rate = Rate::parse(rate).expect("a rate");
        let rate_type = RateType::Spot;
        CreateExchangeRate { from: code(from), to: code(to), rate_type, valid_from, rate, source: None }
    }

    /// The rate in effect, as text.
    fn in_effect(stage: &Stage, from: &str, to: &str, date: Date) -> Option<String> {
        let code = |text| Currency::parse(text).expect("a currency");
        let wanted = Wanted { from: code(from), to: code(to), rate_type: RateType::Spot, date };
        let mut book = stage.model.book().expect("a book");
        loop {
            match wanted.in_effect(&book) {
                Ok(found) => return found.map(|found| found.rate.to_string()),
                Err(Stop::MissingAll(keys)) => unreachable!("{keys:?}"),
                Err(Stop::Missing(key)) => book.fill(&key, &stage.model.load(&key.query())).expect("filled"),
                Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => panic!("{rejection:?}"),
            }
        }
    }

    #[test]
    fn the_latest_rate_of_the_pair_counts_for_seven_days_and_the_latest_recorded_of_one_day() {
        let mut stage = Stage::new();
        for (valid_from, told) in [(date(2010, 3, 1), "0.90"), (date(2010, 3, 5), "0.91"), (date(2010, 3, 5), "0.92")] {
            stage.run(rate("EUR", "GBP", told, valid_from)).expect("recorded");
        }
        for (day, found) in [
            (date(2010, 2, 28), None),
            (date(2010, 3, 1), Some("0.9")),
            (date(2010, 3, 4), Some("0.9")),
            (date(2010, 3, 5), Some("0.92")),
            (date(2010, 3, 12), Some("0.92")),
            (date(2010, 3, 13), None),
        ] {
            assert_eq!(in_effect(&stage, "EUR", "GBP", day).as_deref(), found, "{day}");
        }
        assert_eq!(in_effect(&stage, "GBP", "EUR", date(2010, 3, 5)), None, "no inverse is derived");
        let longer = UpdateOrganization { rate_max_age_days: Some(31), ..UpdateOrganization::default() };
        stage.run(longer).expect("set");
        assert_eq!(in_effect(&stage, "EUR", "GBP", date(2010, 3, 13)).as_deref(), Some("0.92"));
        let beyond = UpdateOrganization { rate_max_age_days: Some(367), ..UpdateOrganization::default() };
        assert_eq!(stage.run(beyond).expect_err("beyond").code, Code::LimitReached);
    }

    #[test]
    fn a_rate_leads_from_one_known_currency_to_another() {
        let mut stage = Stage::new();
        for (from, to, pointer) in
            [("EUR", "EUR", "/toCurrency"), ("PTS", "GBP", "/fromCurrency"), ("GBP", "PTS", "/toCurrency")]
        {
            let refused = stage.run(rate(from, to, "1.5", date(2010, 3, 1))).expect_err("refused");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CurrencyNotUsable, pointer));
        }
    }
}
