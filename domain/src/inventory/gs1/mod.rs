//! What GS1 puts on goods: keys with check digits, and what a scanner reads (GS1 General Specifications).
//!
//! A label is read as a whole or not at all: half of what a misread label says would be a wrong movement.

pub mod check_digit;
mod date;
mod digital_link;
mod element;
mod element_string;
mod gtin;
mod standard;

pub use date::Today;
pub use element::{Element, GlnUse};
pub use gtin::{Gtin, GtinError};

/// Most characters that one symbol carries here.
pub const SCAN_CHARACTERS: usize = 2_000;

/// How a label was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// Identifiers and values one behind the other.
    ElementString,
    /// A web address.
    DigitalLink,
    /// Nothing but a trade item number, as EAN, UPC and ITF-14 carry it.
    TradeItemNumber,
}

/// One element of a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// Its application identifier.
    pub ai: String,
    /// As it stands on the label.
    pub value: String,
    /// What it means.
    pub element: Element,
}

/// A label that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub carrier: Carrier,
    /// In the order of the label; no identifier is there twice.
    pub elements: Vec<Read>,
}

/// Why a label could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misread {
    /// Nothing that identifies anything.
    #[error("there is nothing on it: scan it again")]
    Empty,
    /// A symbol that carries no data of GS1.
    #[error("the symbol {0} carries no data of GS1: scan the label with the GS1 symbol")]
    Symbology(String),
    /// An identifier that is not one of those that are read here.
    #[error("no application identifier that is known here begins {0:?}: scan it again, or another label")]
    Unknown(String),
    /// An identifier of GS1 that is not read here.
    #[error(
        "the label carries ({0}), which is not read here: scan another label of the goods, or type in what is read"
    )]
    Unread(String),
    /// A day that no month has.
    #[error("({ai}) is {value:?}, and there is no day {day}: scan it again")]
    NoSuchDay {
        ai: String,
        value: String,
        /// As it would be written.
        day: String,
    },
    /// A value that its identifier does not allow.
    #[error("({ai}) is {value:?}: it must be {wanted}")]
    Malformed {
        ai: String,
        value: String,
        /// What would be right.
        wanted: String,
    },
    /// A misread key.
    #[error("({ai}) is {value}, whose last digit should be {wanted} and is {found}: scan it again")]
    CheckDigit { ai: String, value: String, wanted: char, found: char },
    /// One identifier with two values.
    #[error("({ai}) is there twice, as {first:?} and {second:?}: scan one label at a time")]
    Twice { ai: String, first: String, second: String },
    /// An address without a key of GS1.
    #[error("the address names no GS1 key: it must have a part as /01/06291041500213")]
    NoKey,
    /// What is no text.
    #[error("{0:?} is no text: scan it again")]
    Text(String),
}

impl Misread {
    /// The stable code of the fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::CheckDigit { .. } => "bad_check_digit",
            Self::Unknown(_) | Self::Unread(_) => "unknown_application_identifier",
            Self::Symbology(_) => "not_gs1",
            Self::Empty
            | Self::Malformed { .. }
            | Self::NoSuchDay { .. }
            | Self::Twice { .. }
            | Self::NoKey
            | Self::Text(_) => "malformed_gs1",
        }
    }

    /// What begins with no identifier that is read here.
    fn unknown(text: &str) -> Self {
        if let Some(ai) = standard::leading(text.strip_prefix('(').unwrap_or(text)) {
            return Self::Unread(ai.to_owned());
        }
        Self::Unknown(text.chars().take(8).collect())
    }

    fn malformed(ai: &str, value: &str, wanted: &str) -> Self {
        Self::Malformed { ai: ai.to_owned(), value: value.chars().take(40).collect(), wanted: wanted.to_owned() }
    }
}

/// Reads what a scanner sent, with or without its symbology identifier (ISO/IEC 15424).
///
/// # Errors
/// Why it cannot be read.
pub fn read(text: &str, today: Today) -> Result<Label, Misread> {
    let text = text.trim_matches([' ', '\r', '\n', '\t']);
    let (symbol, data) = match text.strip_prefix(']') {
        Some(_) => text.split_at_checked(3).ok_or_else(|| Misread::Symbology(text.to_owned()))?,
        None => ("", text),
    };
    if data.is_empty() {
        return Err(Misread::Empty);
    }
    let start = data.get(..11).or(data.get(..8)).map(str::to_ascii_lowercase).unwrap_or_default();
    // The address of GS1 itself is known without its scheme, too.
    if ["http://", "https://", "id.gs1.org/"].iter().any(|wanted| start.starts_with(wanted)) {
        return label(Carrier::DigitalLink, digital_link::read(data, today)?);
    }
    match symbol {
        // EAN and UPC, and ITF-14, which carry a bare number.
        "]E0" | "]E4" | "]I0" | "]I1" => trade_item_number(data),
        // So many digits and nothing else are such a number: were a misread one taken as elements, it would become a lot or an
        // order. Such an element string comes with its symbology identifier, or in brackets; a day alone can be nothing else.
        "" if matches!(data.len(), 8 | 12 | 13 | 14) && data.bytes().all(|byte| byte.is_ascii_digit()) => {
            let is_day = data.len() == 8 && ["11", "13", "15", "17"].iter().any(|ai| data.starts_with(ai));
            trade_item_number(data).or_else(|misread| match element_string::read(data, today) {
                Ok(elements) if is_day => label(Carrier::ElementString, elements),
                Err(other @ Misread::NoSuchDay { .. }) if is_day => Err(other),
                _ => Err(misread),
            })
        }
        "" | "]C1" | "]d2" | "]Q3" | "]e0" | "]J1" => label(Carrier::ElementString, element_string::read(data, today)?),
        other => Err(Misread::Symbology(other.to_owned())),
    }
}

fn trade_item_number(digits: &str) -> Result<Label, Misread> {
    match Gtin::parse(digits) {
        Ok(gtin) => {
            let gtin = gtin.as_str().to_owned();
            let read = Read { ai: "01".to_owned(), value: digits.to_owned(), element: Element::Gtin(gtin) };
            Ok(Label { carrier: Carrier::TradeItemNumber, elements: vec![read] })
        }
        Err(GtinError::CheckDigit { key, wanted }) => {
            let found = key.chars().last().unwrap_or_default();
            Err(Misread::CheckDigit { ai: "01".to_owned(), value: key, wanted, found })
        }
        Err(GtinError::Malformed(text)) => Err(Misread::malformed("01", &text, "8, 12, 13 or 14 digits")),
    }
}

/// The label of these elements; the same element again says nothing new.
fn label(carrier: Carrier, elements: Vec<Read>) -> Result<Label, Misread> {
    let mut kept: Vec<Read> = Vec::with_capacity(elements.len());
    for read in elements {
        match kept.iter().find(|known| known.ai == read.ai) {
            None => kept.push(read),
            Some(known) if known.value == read.value => {}
            Some(known) => {
                return Err(Misread::Twice { ai: read.ai, first: known.value.clone(), second: read.value });
            }
        }
    }
    if kept.is_empty() { Err(Misread::Empty) } else { Ok(Label { carrier, elements: kept }) }
}

#[cfg(test)]
mod tests;
