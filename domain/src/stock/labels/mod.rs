//! GS1 on goods: keys with check digits, and the data of scanners (GS1 General Specifications).
//!
//! A label is read as a whole or not at all: half of a misread label would make a wrong movement.

pub mod check_digit;
mod content;
mod date;
mod dictionary;
mod digital_link;
mod element;
mod element_string;
mod gtin;
#[cfg(test)]
mod tests;

pub use date::Today;
pub use element::{Element, GlnUse};
pub use gtin::{Gtin, GtinError};

/// Most characters that one symbol carries here.
pub const SCAN_CHARACTERS: usize = 2_000;

/// The symbology identifiers with which element strings come: none, GS1-128, DataMatrix, QR Code, DataBar, DotCode.
const ELEMENT_STRINGS: [&str; 6] = ["", "]C1", "]d2", "]Q3", "]e0", "]J1"];

/// Those with which bare numbers come: EAN and UPC, and ITF-14.
const TRADE_ITEM_NUMBERS: [&str; 5] = ["]E0", "]E3", "]E4", "]I0", "]I1"];

/// How a label was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// Identifiers and values one after the other.
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
    /// Its meaning.
    pub element: Element,
}

/// A label that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub carrier: Carrier,
    /// In the order of the label; no identifier is there twice.
    pub elements: Vec<Read>,
}

impl Read {
    /// GS1's short title of the identifier, such as `BATCH/LOT`.
    #[must_use]
    pub fn title(&self) -> &'static str {
        dictionary::find(&self.ai).map_or("", |identifier| identifier.title)
    }
}

impl Label {
    /// Whether it has a GS1 key that identifies goods, units or places.
    #[must_use]
    pub fn has_key(&self) -> bool {
        let is_key = |element: &Element| {
            matches!(element, Element::Gtin(_) | Element::Content(_) | Element::Sscc(_) | Element::Gln(..))
        };
        self.elements.iter().any(|read| is_key(&read.element))
    }

    /// As it is printed below the bars, which nothing else is written like.
    #[must_use]
    pub fn bracketed(&self) -> String {
        let whole = |read: &Read| match (&read.element, self.carrier) {
            (Element::Gtin(gtin), Carrier::TradeItemNumber) => gtin.clone(),
            _ => read.value.clone(),
        };
        self.elements.iter().map(|read| format!("({}){}", read.ai, whole(read))).collect()
    }

    /// Rules of GS1 that this label breaks: an identifier that must accompany another, or must not. Such a label is
    /// read all the same: its other part may be in another symbol on the same goods.
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        let has = |pattern: &str| self.elements.iter().any(|read| dictionary::matches(&read.ai, pattern));
        let mut notices = Vec::new();
        for read in &self.elements {
            let Some(identifier) = dictionary::find(&read.ai) else { continue };
            let ai = &read.ai;
            for groups in &identifier.requires {
                if !groups.iter().any(|group| group.iter().all(|wanted| has(wanted))) {
                    let wanted: Vec<String> =
                        groups.iter().map(|group| format!("({})", group.join(") with ("))).collect();
                    notices.push(format!("({ai}) needs {} on the same goods", wanted.join(" or ")));
                }
            }
            for other in &self.elements {
                let is_excluded = |pattern: &&str| dictionary::matches(&other.ai, pattern);
                if other.ai != *ai && identifier.excludes.iter().any(is_excluded) {
                    notices.push(format!("({ai}) must not stand with ({})", other.ai));
                }
            }
        }
        notices
    }
}

/// Why a label could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misread {
    /// Nothing that identifies anything.
    #[error("the label is empty: scan it again")]
    Empty,
    /// A symbol that carries no data of GS1.
    #[error("the symbol {0} carries no GS1 data: scan the label with the GS1 symbol")]
    Symbology(String),
    /// An identifier that is not one of those that are read here.
    #[error("{0:?} does not begin with a known application identifier: scan it again, or scan another label")]
    Unknown(String),
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
        /// The expected value.
        wanted: String,
    },
    /// A misread key.
    #[error("({ai}) is {value}: its last digit is {found} and should be {wanted}; scan it again")]
    CheckDigit { ai: String, value: String, wanted: char, found: char },
    /// One identifier with two values.
    #[error("({ai}) is given twice, as {first:?} and {second:?}: scan one label at a time")]
    Twice { ai: String, first: String, second: String },
    /// An address without a key of GS1.
    #[error("the address has no GS1 key: it must have a part such as /01/06291041500213")]
    NoKey,
    /// Input that is not text.
    #[error("{0:?} is not valid text: scan it again")]
    Text(String),
}

impl Misread {
    /// The stable code of the fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::CheckDigit { .. } => "bad_check_digit",
            Self::Unknown(_) => "unknown_application_identifier",
            Self::Symbology(_) => "not_gs1",
            Self::Empty
            | Self::Malformed { .. }
            | Self::NoSuchDay { .. }
            | Self::Twice { .. }
            | Self::NoKey
            | Self::Text(_) => "malformed_gs1",
        }
    }

    /// Input that begins with no identifier.
    fn unknown(text: &str) -> Self {
        Self::Unknown(text.chars().take(8).collect())
    }

    fn malformed(ai: &str, value: &str, wanted: &str) -> Self {
        Self::Malformed { ai: ai.to_owned(), value: value.chars().take(40).collect(), wanted: wanted.to_owned() }
    }
}

/// Reads a scanner's data, with or without its symbology identifier (ISO/IEC 15424).
///
/// # Errors
/// Why it cannot be read.
pub fn read(text: &str, today: Today) -> Result<Label, Misread> {
    let (symbol, data) = apart(text)?;
    if data.is_empty() {
        return Err(Misread::Empty);
    }
    if is_address(data) {
        return label(Carrier::DigitalLink, digital_link::read(data, today)?);
    }
    match symbol {
        // EAN and UPC, and ITF-14, which carry a bare number.
        "]E0" | "]E4" | "]I0" | "]I1" => trade_item_number(data).or_else(|misread| match upc_e(data) {
            Some(whole) if symbol == "]E0" => trade_item_number(&whole),
            _ => Err(misread),
        }),
        // With the two or five digits next to the number of a magazine or book.
        "]E3" => trade_item_number(data.get(..13).unwrap_or(data)),
        // So many digits and nothing else are such a number: were a misread one taken as elements, it would become a lot or an
        // order. Such an element string comes with its symbology identifier, or in brackets; a day alone can be nothing else.
        "" if matches!(data.len(), 8 | 12 | 13 | 14) && data.bytes().all(|byte| byte.is_ascii_digit()) => {
            let is_day = data.len() == 8 && ["11", "12", "13", "15", "16", "17"].iter().any(|ai| data.starts_with(ai));
            trade_item_number(data).or_else(|misread| match element_string::read(data, today) {
                Ok(elements) if is_day => label(Carrier::ElementString, elements),
                Err(other @ Misread::NoSuchDay { .. }) if is_day => Err(other),
                _ => Err(misread),
            })
        }
        _ if ELEMENT_STRINGS.contains(&symbol) => label(Carrier::ElementString, element_string::read(data, today)?),
        other => Err(Misread::Symbology(other.to_owned())),
    }
}

/// Other readings of an element string whose printer may have left a separator out, in brackets, to be sent as they are.
#[must_use]
pub fn other_readings(text: &str, today: Today) -> Vec<String> {
    match apart(text) {
        Ok((symbol, data)) if ELEMENT_STRINGS.contains(&symbol) && !is_address(data) => {
            element_string::offers(data, today)
        }
        _ => Vec::new(),
    }
}

/// The text, if it may be one of our own and no label of GS1: typed, or from a symbol that carries any data (Code 39,
/// QR Code and so on). `None` for symbols that only GS1 uses.
#[must_use]
pub fn own_text(text: &str) -> Option<&str> {
    let (symbol, data) = apart(text).ok()?;
    let is_of_gs1 = !symbol.is_empty() && (ELEMENT_STRINGS.contains(&symbol) || TRADE_ITEM_NUMBERS.contains(&symbol))
        || is_address(data)
        || element_string::is_bracketed(data);
    // A character that no code has, the separator of GS1 among them, stands in no text of our own either.
    let is_plain = !data.is_empty() && !data.chars().any(char::is_control) && !data.contains(element_string::SPELLED);
    (is_plain && !is_of_gs1).then_some(data)
}

/// The symbology identifier, if there is one, and the data.
fn apart(text: &str) -> Result<(&str, &str), Misread> {
    let text = text.trim_matches([' ', '\r', '\n', '\t']);
    match text.strip_prefix(']') {
        Some(_) => text.split_at_checked(3).ok_or_else(|| Misread::Symbology(text.to_owned())),
        None => Ok(("", text)),
    }
}

/// The address of GS1 itself is known without its scheme, too.
fn is_address(data: &str) -> bool {
    let start = data.get(..11).or(data.get(..8)).map(str::to_ascii_lowercase).unwrap_or_default();
    ["http://", "https://", "id.gs1.org/"].iter().any(|wanted| start.starts_with(wanted))
}

/// The number of 12 digits that UPC-E shortens to 8 by leaving zeros out (General Specifications, 5.2.1.2.4).
fn upc_e(digits: &str) -> Option<String> {
    let is_short = digits.len() == 8 && digits.starts_with(['0', '1']) && digits.bytes().all(|b| b.is_ascii_digit());
    let (system, body, check) = (digits.get(..1)?, digits.get(1..7)?, digits.get(7..)?);
    let (first, rest, last) = (body.get(..2)?, body.get(2..5)?, body.get(5..)?);
    let middle = match last {
        "0" | "1" | "2" => format!("{first}{last}0000{rest}"),
        "3" => format!("{}00000{}", body.get(..3)?, body.get(3..5)?),
        "4" => format!("{}00000{}", body.get(..4)?, body.get(4..5)?),
        _ => format!("{}0000{last}", body.get(..5)?),
    };
    is_short.then(|| format!("{system}{middle}{check}"))
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
