//! The meaning of stock codes and descriptions: goods or a charge, and why goods were found or written off.

/// Codes that are no goods: postage, manual corrections, discounts, fees, samples, donations.
const CHARGES: [&str; 10] = ["AMAZONFEE", "B", "BANK CHARGES", "C2", "CRUK", "D", "DOT", "M", "POST", "S"];
/// How the codes of gift vouchers begin.
const VOUCHERS: &str = "GIFT_";
/// Words for damaged goods.
const DAMAGE: [&str; 14] = [
    "broken",
    "cracked",
    "crushed",
    "damage",
    "damaged",
    "damages",
    "faulty",
    "mouldy",
    "rusty",
    "smashed",
    "thrown",
    "unsaleable",
    "water",
    "wet",
];
/// Words for missing goods.
const LOSS: [&str; 5] = ["lost", "missing", "short", "shortage", "stolen"];

/// The item of a stock code: codes that differ only in case are one item.
#[must_use]
pub fn sku(code: &str) -> String {
    code.to_uppercase()
}

/// Whether a code charges for something that is no goods. A row without a code names no goods either.
#[must_use]
pub fn is_charge(code: &str) -> bool {
    let code = sku(code);
    code.is_empty() || code.starts_with(VOUCHERS) || CHARGES.contains(&code.as_str())
}

/// Why stock was set right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// More was there than the books had.
    Found,
    /// It cannot be sold any more.
    Damaged,
    /// It is not there.
    Missing,
    /// Nobody said why.
    WrittenOff,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Found, Self::Damaged, Self::Missing, Self::WrittenOff];

    /// Of goods that were found, or below 0 written off, with these words.
    #[must_use]
    pub fn of(quantity_millionths: i128, description: &str) -> Self {
        let text = description.to_lowercase();
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        let says = |wanted: &[&str]| words.clone().any(|word| wanted.contains(&word));
        match () {
            () if quantity_millionths > 0 => Self::Found,
            () if says(&DAMAGE) => Self::Damaged,
            () if says(&LOSS) || text.contains('?') => Self::Missing,
            () => Self::WrittenOff,
        }
    }

    /// The code of the reason in the books.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Found => "FOUND",
            Self::Damaged => "DAMAGED",
            Self::Missing => "MISSING",
            Self::WrittenOff => "WRITTEN-OFF",
        }
    }

    /// Its name in the books.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "Found in the warehouse",
            Self::Damaged => "Damaged",
            Self::Missing => "Missing",
            Self::WrittenOff => "Written off without a reason",
        }
    }

    /// The kind of movement that it is given for.
    #[must_use]
    pub fn kind(self) -> &'static str {
        if self == Self::Damaged { "scrap" } else { "adjustment" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postage_discounts_and_fees_are_no_goods() {
        for charge in ["POST", "dot", "D", "M", "m", "BANK CHARGES", "AMAZONFEE", "C2", "S", "gift_0001_20", ""] {
            assert!(is_charge(charge), "{charge}");
        }
        for goods in ["85123A", "22423", "DCGS0058", "PADS", "15056BL"] {
            assert!(!is_charge(goods), "{goods}");
        }
        assert_eq!(sku("85123a"), sku("85123A"));
    }

    #[test]
    fn the_words_say_why_stock_was_set_right() {
        for (quantity, words, reason) in [
            (19, "", Reason::Found),
            (20, "amazon", Reason::Found),
            (-1, "Damaged in the flood", Reason::Damaged),
            (-1, "wet/rusty", Reason::Damaged),
            (-30, "?", Reason::Missing),
            (-1, "LOST", Reason::Missing),
            (-1, "RUSTIC CRACKER MOULD", Reason::WrittenOff),
            (-1, "", Reason::WrittenOff),
        ] {
            assert_eq!(Reason::of(quantity, words), reason, "{words}");
        }
    }
}
