//! Application identifiers: the meaning of a scanned element, and the form of its value.

use crate::stock::labels::check_digit::wrong_check_digit;
use crate::stock::labels::content::Check;
use crate::stock::labels::dictionary::{self, CharacterSet, Identifier};
use crate::stock::labels::{Misread, Today, date};
use crate::value::{Date, Decimal};

/// The use of a location number on a label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GlnUse {
    ShipTo,
    BillTo,
    PurchaseFrom,
    ShipFor,
    Location,
    PayTo,
    Production,
    Party,
}

/// One element as it is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// `00`: a logistic unit.
    Sscc(String),
    /// `01`: 14 digits.
    Gtin(String),
    /// `02`: the GTIN of the contents, 14 digits.
    Content(String),
    /// `10`
    Lot(String),
    /// `11`
    ProducedOn(Date),
    /// `13`
    PackedOn(Date),
    /// `15`
    BestBefore(Date),
    /// `17`
    ExpiresOn(Date),
    /// `21`
    Serial(String),
    /// `30`: pieces in a package of varying content.
    Pieces(i64),
    /// `37`: the number of pieces inside.
    Count(i64),
    /// `310n`
    NetWeightKg(Decimal),
    /// `311n` to `316n`, `320n` to `323n`, `350n` to `352n`, `356n`, `357n`, `360n`, `361n`, `364n` to `366n`: how much is in
    /// it, and the unit in UN/CEFACT's code.
    Measured(Decimal, &'static str),
    /// `392n`, and with the currency in the digits of ISO 4217 `393n`: the price.
    Price(Decimal, Option<String>),
    /// `240`
    AdditionalId(String),
    /// `241`: the customer's own number of it.
    CustomerPart(String),
    /// `400`: the customer's purchase order.
    Order(String),
    /// `410` to `417`: 13 digits.
    Gln(GlnUse, String),
    /// Any other: it is shown, and nothing here depends on it.
    Other,
}

/// The element of a value that is already cut to its place.
pub(super) fn read(ai: &str, value: &str, today: Today) -> Result<Element, Misread> {
    let identifier = dictionary::find(ai).ok_or_else(|| Misread::unknown(ai))?;
    require_shape(identifier, value)?;
    let text = || value.to_owned();
    let day = || date::read(ai, value, today);
    let number = || value.parse().map_err(|_| Misread::malformed(ai, value, "a whole number"));
    // Of nothing there is no label.
    let count = || match number()? {
        1.. => number(),
        _ => Err(Misread::malformed(ai, value, "a whole number above 0")),
    };
    // The last digit of such an identifier says how many decimals there are.
    let decimals = ai.bytes().last().map_or(0, |digit| digit.saturating_sub(b'0'));
    let decimal = |digits: &str| {
        let number: i64 = digits.parse().map_err(|_| Misread::malformed(ai, value, "a number"))?;
        Ok(Decimal::from_units(number, decimals))
    };
    Ok(match ai {
        "00" => Element::Sscc(text()),
        "01" => Element::Gtin(text()),
        "02" => Element::Content(text()),
        "10" => Element::Lot(text()),
        "11" => Element::ProducedOn(day()?),
        "13" => Element::PackedOn(day()?),
        "15" => Element::BestBefore(day()?),
        "17" => Element::ExpiresOn(day()?),
        // Shown alone, and still days.
        "12" | "16" => day().map(|_| Element::Other)?,
        "21" => Element::Serial(text()),
        "30" => Element::Pieces(count()?),
        "37" => Element::Count(count()?),
        "240" => Element::AdditionalId(text()),
        "241" => Element::CustomerPart(text()),
        "400" => Element::Order(text()),
        "410" => Element::Gln(GlnUse::ShipTo, text()),
        "411" => Element::Gln(GlnUse::BillTo, text()),
        "412" => Element::Gln(GlnUse::PurchaseFrom, text()),
        "413" => Element::Gln(GlnUse::ShipFor, text()),
        "414" => Element::Gln(GlnUse::Location, text()),
        "415" => Element::Gln(GlnUse::PayTo, text()),
        "416" => Element::Gln(GlnUse::Production, text()),
        "417" => Element::Gln(GlnUse::Party, text()),
        _ => match ai.get(..3).unwrap_or_default() {
            "310" => Element::NetWeightKg(decimal(value)?),
            "392" => Element::Price(decimal(value)?, None),
            "393" => {
                let (currency, amount) = value.split_at_checked(3).unwrap_or((value, ""));
                Element::Price(decimal(amount)?, Some(currency.to_owned()))
            }
            kind => match unit(kind) {
                Some(unit) => Element::Measured(decimal(value)?, unit),
                None => Element::Other,
            },
        },
    })
}

/// The unit of an amount of goods by the first digits of its identifier, as UN/CEFACT writes it. Measures that describe
/// goods and do not count them (width, gross weight) have none here.
fn unit(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "311" => "MTR",
        "314" => "MTK",
        "315" => "LTR",
        "316" => "MTQ",
        "320" => "LBR",
        "321" => "INH",
        "322" => "FOT",
        "323" => "YRD",
        "350" => "INK",
        "351" => "FTK",
        "352" => "YDK",
        "356" => "APZ",
        "357" => "OZA",
        "360" => "QT",
        "361" => "GLL",
        "364" => "INQ",
        "365" => "FTQ",
        "366" => "YDQ",
        _ => return None,
    })
}

/// Cuts the value into its components, and looks at each.
fn require_shape(identifier: &Identifier, value: &str) -> Result<(), Misread> {
    let ai = identifier.ai.as_str();
    let mut rest = value;
    for part in &identifier.components {
        if part.is_optional && rest.is_empty() {
            return Ok(());
        }
        let (found, behind) = rest.split_at_checked(part.most.min(rest.len())).unwrap_or(("", rest));
        if found.len() < part.least || !found.bytes().all(|byte| part.set.has(byte)) {
            return Err(Misread::malformed(ai, value, &shape_told(identifier)));
        }
        if part.checks.contains(&Check::ModuloTen)
            && let Some((wanted, found)) = wrong_check_digit(found)
        {
            return Err(Misread::CheckDigit { ai: ai.to_owned(), value: value.to_owned(), wanted, found });
        }
        if let Some(wanted) = part.checks.iter().find_map(|check| check.fault(found)) {
            return Err(Misread::malformed(ai, value, wanted));
        }
        rest = behind;
    }
    if rest.is_empty() { Ok(()) } else { Err(Misread::malformed(ai, value, &shape_told(identifier))) }
}

fn shape_told(identifier: &Identifier) -> String {
    let is_digits = identifier.components.iter().all(|part| part.set == CharacterSet::Digits);
    let kind = if is_digits { "digits" } else { "letters, digits or punctuation" };
    match identifier.fixed_length() {
        Some(length) => format!("{length} {kind}"),
        None => {
            let needed = identifier.components.iter().filter(|part| !part.is_optional);
            let least: usize = needed.map(|part| part.least).sum();
            format!("{least} to {} {kind} before the separator", identifier.longest())
        }
    }
}

impl CharacterSet {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Digits => byte.is_ascii_digit(),
            Self::Text => byte.is_ascii_alphanumeric() || b"!\"%&'()*+,-./:;<=>?_".contains(&byte),
            Self::Part => byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"#-/".contains(&byte),
            Self::Base64 => byte.is_ascii_alphanumeric() || b"-_=".contains(&byte),
        }
    }
}
