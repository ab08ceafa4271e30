//! Currencies of a journal: those of ISO 4217, the organization's own, and those that an export of ours declares.

use std::collections::BTreeMap;

use domain::value::{Currency, CurrencyRef, Decimal, MOST_CURRENCY_DECIMALS};
use serde_json::{Value, json};

use crate::import::api::text;
use crate::plaintext::commodities::codes;
use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::{PlainJournal, exact};

/// The possible currencies of a journal's amounts.
#[derive(Clone, Debug)]
pub struct Currencies {
    /// The currency of the books.
    pub base: Currency,
    own: BTreeMap<String, Currency>,
    /// Codes of the organization's own by their names.
    by_name: BTreeMap<String, String>,
    /// Declared ones that the organization lacks, as the API takes them.
    pub missing: Vec<Value>,
    /// Codes of those among them that are retired where the journal comes from.
    pub retired: Vec<String>,
}

impl Currencies {
    /// `there` are the organization's own as the API lists them; `None` where the base currency is none of all these.
    #[must_use]
    pub fn of(base: &str, there: &[Value], journal: &PlainJournal) -> Option<Self> {
        let mut own: BTreeMap<String, Currency> = there.iter().filter_map(custom).collect();
        let mut by_name: BTreeMap<String, String> = there.iter().map(named_code).collect();
        let (mut missing, mut retired) = (Vec::new(), Vec::new());
        for one in journal.declared.iter().filter_map(|one| one.get("currency")) {
            // The organization's own currency keeps its decimals: an amount with more is reported at its place.
            if let Some((code, currency)) = custom(one)
                && !own.contains_key(&code)
            {
                missing.push(json!({"code": code, "name": text(one, "name"), "decimals": currency.decimals()}));
                retired.extend((one["isActive"] == false).then(|| code.clone()));
                by_name.insert(text(one, "name").to_owned(), code.clone());
                own.insert(code, currency);
            }
        }
        let base = Currency::parse(base).or_else(|| own.get(base).copied())?;
        Some(Self { base, own, by_name, missing, retired })
    }

    /// Adds a currency for each commodity that is none yet: with a code made of its name, and the decimals that its
    /// amounts have.
    pub fn complete<'a>(&mut self, amounts: impl Iterator<Item = &'a PlainAmount>) {
        let mut decimals: BTreeMap<&str, u8> = BTreeMap::new();
        for amount in amounts.filter(|amount| self.find(&amount.commodity).is_none()) {
            let most = decimals.entry(&amount.commodity).or_default();
            *most = (*most).max(exact::trimmed(amount.number).scale).min(MOST_CURRENCY_DECIMALS);
        }
        for (name, decimals) in decimals {
            let code = codes(name).find(|code| !self.own.contains_key(code.as_str()));
            let made = code.and_then(|code| Some((Currency::custom(CurrencyRef::parse(&code)?, decimals)?, code)));
            if let Some((currency, code)) = made {
                self.missing.push(json!({"code": code, "name": name, "decimals": decimals}));
                self.by_name.insert(name.to_owned(), code.clone());
                self.own.insert(code, currency);
            }
        }
    }

    fn find(&self, name: &str) -> Option<Currency> {
        if name.is_empty() {
            return Some(self.base);
        }
        let by_code = Currency::parse(name).or_else(|| self.own.get(name).copied());
        by_code.or_else(|| self.own.get(self.by_name.get(name)?).copied())
    }

    /// Whether amounts of this commodity are in the currency of the books.
    #[must_use]
    pub fn is_base(&self, name: &str) -> bool {
        self.find(name) == Some(self.base)
    }

    /// A number of a commodity in words, with the decimals of its currency.
    #[must_use]
    pub fn told(&self, number: Decimal, name: &str) -> String {
        let mut number = exact::trimmed(number);
        let currency = self.find(name);
        let decimals = currency.map_or(0, Currency::decimals);
        while number.scale < decimals {
            number = Decimal { unscaled: number.unscaled.saturating_mul(10), scale: number.scale + 1 };
        }
        format!("{number} {}", currency.map_or_else(|| name.to_owned(), |currency| currency.to_string()))
    }

    /// The currency that an amount names.
    ///
    /// # Errors
    /// The fault in the name, and the next step.
    pub fn named(&self, name: &str) -> Result<Currency, String> {
        self.find(name).ok_or_else(|| {
            format!(
                "{name} is no currency, and no code is left that could be made of it: create one of this name first"
            )
        })
    }
}

/// The name and the code of a currency.
fn named_code(one: &Value) -> (String, String) {
    (text(one, "name").to_owned(), text(one, "code").to_owned())
}

/// A currency of an organization's own, by its code.
fn custom(one: &Value) -> Option<(String, Currency)> {
    let code = text(one, "code");
    let decimals = u8::try_from(one["decimals"].as_i64()?).ok()?;
    Some((code.to_owned(), Currency::custom(CurrencyRef::parse(code)?, decimals)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plaintext::PlainFormat;
    use crate::plaintext::read::read;

    #[test]
    fn a_currency_is_of_iso_4217_or_the_organizations_own_or_declared_and_else_the_message_says_what_to_do() {
        let text = "; countinghouse: {\"currency\":{\"code\":\"PTS\",\"name\":\"Points\",\"decimals\":0,\"isActive\":false}}\n\
                    ; countinghouse: {\"currency\":{\"code\":\"BTC\",\"name\":\"Bitcoin\",\"decimals\":5,\"isActive\":false}}\n";
        let journal = read(text.as_bytes(), PlainFormat::Hledger);
        let there = [json!({"code": "BTC", "name": "Bitcoin", "decimals": 8})];
        let currencies = Currencies::of("GBP", &there, &journal).unwrap();
        for (code, decimals) in [("JPY", 0), ("BTC", 8), ("PTS", 0)] {
            assert_eq!(currencies.named(code).map(Currency::decimals), Ok(decimals), "{code}");
        }
        assert_eq!(currencies.missing, [json!({"code": "PTS", "name": "Points", "decimals": 0})]);
        assert_eq!(currencies.retired, ["PTS"], "what is there stays as it is");
        let amounts = ["5.50 VWCE.X", "1 h", "7 h", "3 ETHER", "1 EUR", "1 Points", "2.123456789 🐑"];
        let amounts = amounts.map(|amount| {
            let (number, commodity) = amount.split_once(' ').unwrap();
            PlainAmount { number: Decimal::parse(number).unwrap(), commodity: commodity.to_owned() }
        });
        let mut currencies = currencies;
        currencies.complete(amounts.iter());
        let made: Vec<String> = currencies.missing[1..]
            .iter()
            .map(|one| one["code"].to_string() + &one["name"].to_string() + &one["decimals"].to_string())
            .collect();
        assert_eq!(made[..3], ["\"ETHER\"\"ETHER\"0", "\"VWCEX\"\"VWCE.X\"1", "\"HXX\"\"h\"0"]);
        assert!(made[3].ends_with("\"🐑\"8") && made.len() == 4, "{made:?}");
        assert_eq!(currencies.named("VWCE.X").map(|found| found.to_string()), Ok("VWCEX".to_owned()));
        assert_eq!(currencies.named("Points").map(|found| found.to_string()), Ok("PTS".to_owned()));
        assert_eq!(currencies.told(Decimal::parse("-5").unwrap(), ""), "-5.00 GBP");
        assert!(Currencies::of("PTS", &[], &journal).is_some_and(|currencies| currencies.base.decimals() == 0));
        assert!(Currencies::of("ETHER", &[], &journal).is_none());
    }
}
