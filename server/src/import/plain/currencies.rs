//! Currencies of a journal: those of ISO 4217, the organization's own, and those that an export of ours declares.

use std::collections::BTreeMap;

use domain::value::{Currency, CurrencyRef};
use serde_json::{Value, json};

use crate::import::api::text;
use crate::plaintext::read::PlainJournal;

/// The possible currencies of a journal's amounts.
#[derive(Clone, Debug)]
pub struct Currencies {
    /// The currency of the books.
    pub base: Currency,
    own: BTreeMap<String, Currency>,
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
        let (mut missing, mut retired) = (Vec::new(), Vec::new());
        for one in journal.declared.iter().filter_map(|one| one.get("currency")) {
            // The organization's own currency keeps its decimals: an amount with more is reported at its place.
            if let Some((code, currency)) = custom(one)
                && !own.contains_key(&code)
            {
                missing.push(json!({"code": code, "name": text(one, "name"), "decimals": currency.decimals()}));
                retired.extend((one["isActive"] == false).then(|| code.clone()));
                own.insert(code, currency);
            }
        }
        let base = Currency::parse(base).or_else(|| own.get(base).copied())?;
        Some(Self { base, own, missing, retired })
    }

    /// The currency that an amount names.
    ///
    /// # Errors
    /// The fault in the name, and the next step.
    pub fn named(&self, code: &str) -> Result<Currency, String> {
        let found = Currency::parse(code).or_else(|| self.own.get(code).copied());
        found.ok_or_else(|| {
            let base = self.base;
            let begin =
                format!("{code} is not a currency of ISO 4217, such as {base}, nor one of the organization's own");
            match CurrencyRef::parse(code) {
                Some(_) => format!(
                    "{begin}: create it first, with the decimals of its amounts (`POST /api/v1/accounting/currencies` \
                     with {{\"code\": \"{code}\", \"name\": …, \"decimals\": …}})"
                ),
                None => format!("{begin}, whose codes are 3 to 8 capital letters: write it so in the file"),
            }
        })
    }
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
        for (code, words) in
            [("ETHER", "{\"code\": \"ETHER\", "), ("Points", "3 to 8 capital letters"), ("'", "not a currency")]
        {
            let why = currencies.named(code).unwrap_err();
            assert!(why.contains(words), "{why}");
        }
        assert!(Currencies::of("PTS", &[], &journal).is_some_and(|currencies| currencies.base.decimals() == 0));
        assert!(Currencies::of("ETHER", &[], &journal).is_none());
    }
}
