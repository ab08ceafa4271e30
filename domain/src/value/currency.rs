//! Currencies: those of ISO 4217, and others that an organization keeps, each with the decimals of its minor unit.

use std::fmt;

use crate::value::{BadCell, Cell, CellKind, CellValue};

/// Longest code.
const MOST_LETTERS: usize = 8;

/// Shortest code.
const LEAST_LETTERS: usize = 3;

/// Most decimals of a currency's minor unit.
pub const MOST_CURRENCY_DECIMALS: u8 = 8;

/// A currency with its decimals. One of ISO 4217 is stored as its code (`EUR`); any other one carries its decimals
/// with it (`BTC:8`), so that an amount in the log can be read without looking anything up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    code: CurrencyRef,
    decimals: u8,
    /// Whether ISO 4217 lists it.
    is_iso: bool,
}

/// The code of a currency, 3 to 8 capital letters, as somebody names it: whether there is such a currency is another
/// question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CurrencyRef([u8; MOST_LETTERS]);

/// Currencies whose minor unit is not 1/100 (ISO 4217, list one).
const OTHER_DECIMALS: &[(&str, u8)] = &[
    ("BHD", 3),
    ("BIF", 0),
    ("CLF", 4),
    ("CLP", 0),
    ("DJF", 0),
    ("GNF", 0),
    ("IQD", 3),
    ("ISK", 0),
    ("JOD", 3),
    ("JPY", 0),
    ("KMF", 0),
    ("KRW", 0),
    ("KWD", 3),
    ("LYD", 3),
    ("OMR", 3),
    ("PYG", 0),
    ("RWF", 0),
    ("TND", 3),
    ("UGX", 0),
    ("UYI", 0),
    ("UYW", 4),
    ("VND", 0),
    ("VUV", 0),
    ("XAF", 0),
    ("XOF", 0),
    ("XPF", 0),
];

/// Currencies with two decimals (ISO 4217, list one).
const TWO_DECIMALS: &[&str] = &[
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BMD", "BND",
    "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CNY", "COP", "COU",
    "CRC", "CUP", "CVE", "CZK", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS",
    "GIP", "GMD", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IRR", "JMD", "KES", "KGS", "KHR",
    "KPW", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU",
    "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "PAB", "PEN", "PGK",
    "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS",
    "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "USD",
    "USN", "UYU", "UZS", "VED", "VES", "WST", "XCD", "XCG", "YER", "ZAR", "ZMW", "ZWG",
];

/// Currencies that are no more, with their decimals (ISO 4217, list three): old books are in them. No list offers them.
const WITHDRAWN: &[(&str, u8)] = &[
    ("ATS", 2),
    ("BEF", 0),
    ("BYR", 0),
    ("CYP", 2),
    ("DEM", 2),
    ("EEK", 2),
    ("ESP", 0),
    ("FIM", 2),
    ("FRF", 2),
    ("GRD", 0),
    ("HRK", 2),
    ("IEP", 2),
    ("ITL", 0),
    ("LTL", 2),
    ("LUF", 0),
    ("LVL", 2),
    ("MTL", 2),
    ("NLG", 2),
    ("PTE", 0),
    ("SIT", 2),
    ("SKK", 2),
    ("SLL", 2),
    ("TRL", 0),
    ("VEF", 2),
    ("ZMK", 2),
];

impl CurrencyRef {
    /// Reads 3 to 8 capital letters.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let fits = (LEAST_LETTERS..=MOST_LETTERS).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_uppercase());
        let mut letters = [0; MOST_LETTERS];
        letters.get_mut(..code.len()).filter(|_| fits)?.copy_from_slice(code.as_bytes());
        Some(Self(letters))
    }

    /// Its letters.
    #[must_use]
    pub fn text(&self) -> &str {
        let length = self.0.iter().position(|letter| *letter == 0).unwrap_or(MOST_LETTERS);
        // Only `parse` makes one, of ASCII letters, so the fallback is never taken.
        std::str::from_utf8(&self.0[..length]).unwrap_or("")
    }
}

impl Currency {
    /// The currency of this code, or `None` where ISO 4217 does not list it.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        // Both lists of today are in order.
        let decimals = match OTHER_DECIMALS.binary_search_by_key(&code, |(other, _)| other) {
            Ok(place) => OTHER_DECIMALS.get(place).map(|(_, decimals)| *decimals)?,
            Err(_) if TWO_DECIMALS.binary_search(&code).is_ok() => 2,
            Err(_) => WITHDRAWN.iter().find(|(other, _)| *other == code).map(|(_, decimals)| *decimals)?,
        };
        CurrencyRef::parse(code).map(|code| Self { code, decimals, is_iso: true })
    }

    /// A currency that ISO 4217 does not list, with 0 to 8 decimals; `None` where it does, or the decimals are more.
    #[must_use]
    pub fn custom(code: CurrencyRef, decimals: u8) -> Option<Self> {
        let fits = decimals <= MOST_CURRENCY_DECIMALS && Self::parse(code.text()).is_none();
        fits.then_some(Self { code, decimals, is_iso: false })
    }

    /// Every currency of ISO 4217, by code.
    pub fn all_of_iso() -> impl Iterator<Item = Self> {
        let mut codes: Vec<&str> =
            TWO_DECIMALS.iter().copied().chain(OTHER_DECIMALS.iter().map(|(code, _)| *code)).collect();
        codes.sort_unstable();
        codes.into_iter().filter_map(Self::parse)
    }

    /// Whether ISO 4217 lists it.
    #[must_use]
    pub fn is_iso(self) -> bool {
        self.is_iso
    }

    /// How many decimals its amounts have.
    #[must_use]
    pub fn decimals(self) -> u8 {
        self.decimals
    }

    /// Its letters.
    #[must_use]
    pub fn code(&self) -> &str {
        self.code.text()
    }
}

impl From<Currency> for CurrencyRef {
    fn from(currency: Currency) -> Self {
        currency.code
    }
}

impl CellValue for Currency {
    const KIND: CellKind = CellKind::Text;
    fn to_cell(&self) -> Cell {
        Cell::Text(if self.is_iso() { self.code().to_owned() } else { format!("{}:{}", self.code(), self.decimals) })
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Text(text) = cell else { return Err(BadCell::new("a currency", cell)) };
        let read = match text.split_once(':') {
            None => Self::parse(text),
            // A currency that ISO 4217 lists later stays as it was.
            Some((code, decimals)) => CurrencyRef::parse(code)
                .zip(decimals.parse().ok().filter(|decimals| *decimals <= MOST_CURRENCY_DECIMALS))
                .map(|(code, decimals)| Self { code, decimals, is_iso: false }),
        };
        read.ok_or_else(|| BadCell::new("a currency", cell))
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Display for CurrencyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for CurrencyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_iso_4217() {
        for (code, decimals) in [("GBP", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("HRK", 2), ("ITL", 0)] {
            assert_eq!(Currency::parse(code).map(Currency::decimals), Some(decimals), "{code}");
        }
        for wrong in ["gbp", "XXX", "GB", "GBPP", ""] {
            assert_eq!(Currency::parse(wrong), None, "{wrong}");
        }
        assert!(TWO_DECIMALS.is_sorted() && OTHER_DECIMALS.is_sorted());
        assert_eq!(Currency::all_of_iso().count(), TWO_DECIMALS.len() + OTHER_DECIMALS.len());
    }

    #[test]
    fn a_currency_of_ones_own_carries_its_decimals_in_every_stored_amount() {
        let code = CurrencyRef::parse("BTC").expect("a code");
        let btc = Currency::custom(code, 8).expect("a currency");
        assert_eq!((btc.code(), btc.decimals(), btc.to_cell()), ("BTC", 8, Cell::Text("BTC:8".to_owned())));
        let eur = Currency::parse("EUR").expect("EUR");
        assert_eq!(eur.to_cell(), Cell::Text("EUR".to_owned()));
        for currency in [btc, eur] {
            assert_eq!(Currency::from_cell(&currency.to_cell()), Ok(currency));
        }
        assert_eq!(Currency::custom(eur.into(), 4), None, "what ISO 4217 lists is what it lists");
        assert_eq!(Currency::custom(code, 9), None);
        for wrong in ["BTC", "BTC:9", "BTC:", "bt:1", "BTC:8:1"] {
            assert!(Currency::from_cell(&Cell::Text(wrong.to_owned())).is_err(), "{wrong}");
        }
        for wrong in ["BT", "NINELONGS", "BT1", "btc", "ÄÖÜ", ""] {
            assert_eq!(CurrencyRef::parse(wrong), None, "{wrong}");
        }
    }
}
