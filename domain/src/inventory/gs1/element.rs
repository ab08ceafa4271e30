//! Application identifiers: what a scanned element stands for, and what its value must look like.

use super::Misread;
use super::check_digit::wrong_check_digit;
use super::date::{self, Today};
use crate::value::{Date, Decimal};

/// What a location number on a label names.
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
    /// `02`: the GTIN of what is inside, 14 digits.
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
    /// `37`: how many of what is inside.
    Count(i64),
    /// `310n`
    NetWeightKg(Decimal),
    /// `400`: the customer's purchase order.
    Order(String),
    /// `410` to `417`: 13 digits.
    Gln(GlnUse, String),
}

/// How long a value is, and what it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Exactly so many digits, and no separator behind them.
    Digits(usize),
    /// Up to so many digits, until the separator.
    DigitsUpTo(usize),
    /// Up to so many characters, until the separator.
    TextUpTo(usize),
}

/// The shape of an identifier's value; `None` where the identifier is not one that is read here.
pub(super) fn shape(ai: &str) -> Option<Shape> {
    Some(match ai {
        "00" => Shape::Digits(18),
        "01" | "02" => Shape::Digits(14),
        "11" | "13" | "15" | "17" => Shape::Digits(6),
        "10" | "21" => Shape::TextUpTo(20),
        "30" | "37" => Shape::DigitsUpTo(8),
        "400" => Shape::TextUpTo(30),
        "410" | "411" | "412" | "413" | "414" | "415" | "416" | "417" => Shape::Digits(13),
        "3100" | "3101" | "3102" | "3103" | "3104" | "3105" => Shape::Digits(6),
        _ => return None,
    })
}

/// The identifier with which a text begins.
pub(super) fn leading(text: &str) -> Option<&str> {
    (2..=4).filter_map(|length| text.get(..length)).find(|ai| shape(ai).is_some())
}

/// The element of a value that is already cut to its place.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(ai: &str, value: &str, today: Today) -> Result<Element, Misread> {
    let shape = shape(ai).ok_or_else(|| Misread::unknown(ai))?;
    require_shape(ai, value, shape)?;
    let key = || require_check_digit(ai, value).map(|()| value.to_owned());
    let day = || date::read(ai, value, today);
    let number = || value.parse().map_err(|_| Misread::malformed(ai, value, "a whole number"));
    // Of nothing there is no label.
    let count = || match number()? {
        1.. => number(),
        _ => Err(Misread::malformed(ai, value, "a whole number above 0")),
    };
    Ok(match ai {
        "00" => Element::Sscc(key()?),
        "01" => Element::Gtin(key()?),
        "02" => Element::Content(key()?),
        "10" => Element::Lot(value.to_owned()),
        "11" => Element::ProducedOn(day()?),
        "13" => Element::PackedOn(day()?),
        "15" => Element::BestBefore(day()?),
        "17" => Element::ExpiresOn(day()?),
        "21" => Element::Serial(value.to_owned()),
        "30" => Element::Pieces(count()?),
        "37" => Element::Count(count()?),
        "400" => Element::Order(value.to_owned()),
        "410" => Element::Gln(GlnUse::ShipTo, key()?),
        "411" => Element::Gln(GlnUse::BillTo, key()?),
        "412" => Element::Gln(GlnUse::PurchaseFrom, key()?),
        "413" => Element::Gln(GlnUse::ShipFor, key()?),
        "414" => Element::Gln(GlnUse::Location, key()?),
        "415" => Element::Gln(GlnUse::PayTo, key()?),
        "416" => Element::Gln(GlnUse::Production, key()?),
        "417" => Element::Gln(GlnUse::Party, key()?),
        _ => {
            // Only 310n is left: its last digit says how many decimals there are.
            let decimals = ai.bytes().last().map_or(0, |digit| digit.saturating_sub(b'0'));
            Element::NetWeightKg(Decimal::from_units(number()?, decimals))
        }
    })
}

fn require_shape(ai: &str, value: &str, shape: Shape) -> Result<(), Misread> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let (is_right, wanted) = match shape {
        Shape::Digits(length) => (digits && value.len() == length, format!("{length} digits")),
        Shape::DigitsUpTo(most) => {
            (digits && (1..=most).contains(&value.len()), format!("1 to {most} digits before the separator"))
        }
        Shape::TextUpTo(most) => {
            let is_text = value.bytes().all(is_encodable) && (1..=most).contains(&value.len());
            (is_text, format!("1 to {most} letters, digits or punctuation before the separator"))
        }
    };
    if is_right { Ok(()) } else { Err(Misread::malformed(ai, value, &wanted)) }
}

/// Whether a value may have it: the 82 characters that every scanner reads (General Specifications, 7.11).
fn is_encodable(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!\"%&'()*+,-./:;<=>?_".contains(&byte)
}

fn require_check_digit(ai: &str, value: &str) -> Result<(), Misread> {
    match wrong_check_digit(value) {
        None => Ok(()),
        Some((wanted, found)) => Err(Misread::CheckDigit { ai: ai.to_owned(), value: value.to_owned(), wanted, found }),
    }
}
