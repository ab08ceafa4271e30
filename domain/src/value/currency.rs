//! Currencies of ISO 4217 and how many decimals their minor units have.

use std::fmt;

/// An alphabetic code of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

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

impl Currency {
    /// The currency of this code, or `None` where ISO 4217 does not list it.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let known = TWO_DECIMALS.contains(&code) || OTHER_DECIMALS.iter().any(|(other, _)| *other == code);
        if !known {
            return None;
        }
        code.as_bytes().try_into().ok().map(Self)
    }

    /// How many decimals its amounts have.
    #[must_use]
    pub fn decimals(self) -> u8 {
        OTHER_DECIMALS.iter().find(|(code, _)| *code == self.code()).map_or(2, |(_, decimals)| *decimals)
    }

    /// Its three letters.
    #[must_use]
    pub fn code(&self) -> &str {
        // Only `parse` makes one, from a listed ASCII code, so the fallback is never taken.
        std::str::from_utf8(&self.0).unwrap_or("")
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

#[cfg(test)]
mod tests {
    use super::Currency;

    #[test]
    fn decimals_are_those_of_iso_4217() {
        for (code, decimals) in [("GBP", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)] {
            assert_eq!(Currency::parse(code).map(Currency::decimals), Some(decimals), "{code}");
        }
        for wrong in ["gbp", "XXX", "GB", "GBPP", ""] {
            assert_eq!(Currency::parse(wrong), None, "{wrong}");
        }
    }
}
