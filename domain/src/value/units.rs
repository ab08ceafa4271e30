//! Units of measure: codes of UN/CEFACT Recommendation 20, and exact conversions between the units of an item.
//!
//! A conversion is a ratio of whole numbers, never a rounded factor: a quantity that it does not turn into one of the
//! item's decimals is refused, with the nearest one that fits.

use std::fmt;

use crate::value::rejection::{Code, Rejection};
use crate::value::{Decimal, DecimalError, Json, limits, round_half_up};

/// The units that goods are mostly traded in, with their names. Other codes of the recommendation are as good.
pub const NAMED: &[(&str, &str)] = &[
    ("ACR", "acre"),
    ("BAR", "bar"),
    ("BLL", "barrel (US)"),
    ("C62", "one"),
    ("CEN", "hundred"),
    ("CGM", "centigram"),
    ("CLT", "centilitre"),
    ("CMK", "square centimetre"),
    ("CMQ", "cubic centimetre"),
    ("CMT", "centimetre"),
    ("CTM", "metric carat"),
    ("DAY", "day"),
    ("DLT", "decilitre"),
    ("DMQ", "cubic decimetre"),
    ("DMT", "decimetre"),
    ("DTN", "decitonne"),
    ("DZN", "dozen"),
    ("EA", "each"),
    ("FOT", "foot"),
    ("FTK", "square foot"),
    ("FTQ", "cubic foot"),
    ("GLI", "gallon (UK)"),
    ("GLL", "gallon (US)"),
    ("GRM", "gram"),
    ("GRO", "gross"),
    ("H87", "piece"),
    ("HAR", "hectare"),
    ("HLT", "hectolitre"),
    ("HUR", "hour"),
    ("INH", "inch"),
    ("INK", "square inch"),
    ("KGM", "kilogram"),
    ("KMT", "kilometre"),
    ("KT", "kit"),
    ("KWH", "kilowatt hour"),
    ("LBR", "pound"),
    ("LEF", "leaf"),
    ("LM", "linear metre"),
    ("LTR", "litre"),
    ("MGM", "milligram"),
    ("MIL", "thousand"),
    ("MIN", "minute"),
    ("MLT", "millilitre"),
    ("MMK", "square millimetre"),
    ("MMT", "millimetre"),
    ("MON", "month"),
    ("MTK", "square metre"),
    ("MTQ", "cubic metre"),
    ("MTR", "metre"),
    ("MWH", "megawatt hour"),
    ("NAR", "number of articles"),
    ("NPR", "number of pairs"),
    ("ONZ", "ounce"),
    ("OZA", "fluid ounce (US)"),
    ("OZI", "fluid ounce (UK)"),
    ("PR", "pair"),
    ("PTI", "pint (UK)"),
    ("PTL", "liquid pint (US)"),
    ("QTL", "liquid quart (US)"),
    ("RM", "ream"),
    ("SET", "set"),
    ("SMI", "mile"),
    ("STN", "ton (US)"),
    ("TNE", "tonne"),
    ("WEE", "week"),
    ("XBA", "barrel"),
    ("XBG", "bag"),
    ("XBO", "bottle"),
    ("XBX", "box"),
    ("XCA", "can"),
    ("XCR", "crate"),
    ("XCS", "case"),
    ("XCT", "carton"),
    ("XDR", "drum"),
    ("XPA", "packet"),
    ("XPK", "package"),
    ("XPX", "pallet"),
    ("XRO", "roll"),
    ("XSA", "sack"),
    ("XST", "sheet"),
    ("YDK", "square yard"),
    ("YRD", "yard"),
];

/// Words that people write for a unit, and the code that the recommendation has for it.
const MISTAKEN: &[(&str, &str)] = &[
    ("BOX", "XBX"),
    ("CM", "CMT"),
    ("CTN", "XCT"),
    ("GR", "GRM"),
    ("KG", "KGM"),
    ("KGS", "KGM"),
    ("LB", "LBR"),
    ("LBS", "LBR"),
    ("LT", "LTR"),
    ("ML", "MLT"),
    ("MM", "MMT"),
    ("MTS", "MTR"),
    ("OZ", "ONZ"),
    ("PC", "H87"),
    ("PCE", "H87"),
    ("PCS", "H87"),
    ("PLT", "XPX"),
    ("STK", "H87"),
    ("TO", "TNE"),
];

/// Largest numerator or denominator of a conversion.
pub const RATIO_MOST: i64 = 1_000_000_000;

/// The code of a unit: 2 or 3 capital letters and digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct UnitCode(String);

impl UnitCode {
    /// The form of a code, as a regular expression.
    pub const PATTERN: &'static str = "^[A-Z0-9]{2,3}$";

    /// The code.
    ///
    /// # Errors
    /// The fault in the text, and the right code if it is known.
    pub fn parse(text: &str) -> Result<Self, String> {
        if !is_code(text) {
            return Err(
                "must be a unit code of UN/CEFACT Recommendation 20, 2 or 3 capital letters and digits such as C62 \
                        (one), KGM (kilogram) or LTR (litre)"
                    .to_owned(),
            );
        }
        match MISTAKEN.iter().find(|(wrong, _)| *wrong == text) {
            Some((_, right)) => Err(format!("{text} is not a unit code of UN/CEFACT Recommendation 20: use {right}")),
            None => Ok(Self(text.to_owned())),
        }
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its name, where it is one of those that goods are mostly traded in.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        NAMED.iter().find(|(code, _)| *code == self.0).map(|(_, name)| *name)
    }
}

impl fmt::Display for UnitCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The size of one unit in base units: exactly `numerator / denominator`, in lowest terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitConversion {
    unit: UnitCode,
    numerator: i64,
    denominator: i64,
}

impl UnitConversion {
    /// One `unit` is `numerator / denominator` base units; `None` where one of both is outside 1 to 10^9.
    #[must_use]
    pub fn new(unit: UnitCode, numerator: i64, denominator: i64) -> Option<Self> {
        let range = 1..=RATIO_MOST;
        if !range.contains(&numerator) || !range.contains(&denominator) {
            return None;
        }
        let common = greatest_common_divisor(numerator, denominator);
        Some(Self { unit, numerator: numerator / common, denominator: denominator / common })
    }

    /// The unit.
    #[must_use]
    pub fn unit(&self) -> &UnitCode {
        &self.unit
    }

    /// Base units in `denominator` of the unit.
    #[must_use]
    pub fn numerator(&self) -> i64 {
        self.numerator
    }

    /// Units that make `numerator` base units.
    #[must_use]
    pub fn denominator(&self) -> i64 {
        self.denominator
    }

    /// The quantity in base units of an item with this many decimals, as a whole number of its smallest parts.
    ///
    /// # Errors
    /// `unit_conversion_inexact` with the nearest exact quantity above nothing, or `amount_out_of_range`.
    pub fn to_base(&self, quantity: Decimal, base: &UnitCode, decimals: u8) -> Result<i64, Rejection> {
        let out_of_range = || {
            let most = Decimal::from_units(limits::POOL_QUANTITY, decimals);
            let message = format!("{quantity} {} exceed the maximum of {most} {base}: split the quantity", self.unit);
            Rejection::new(Code::AmountOutOfRange, message)
        };
        let (top, bottom) = self.ratio(quantity, decimals).ok_or_else(out_of_range)?;
        if top % bottom == 0 {
            return i64::try_from(top / bottom).map_err(|_| out_of_range());
        }
        let (nearest, word) = nearest_of(top, bottom, decimals).ok_or_else(out_of_range)?;
        let message = format!(
            "{quantity} {unit} at {self} does not convert exactly to {base} with {decimals} decimals: the {word} is \
             {nearest} {base}",
            unit = self.unit
        );
        Err(Rejection::new(Code::UnitConversionInexact, message)
            .with("nearest", nearest.to_string())
            .with("unitCode", base.as_str()))
    }

    /// The quantity in smallest parts of base units, as a fraction; `None` where it leaves the range.
    fn ratio(&self, quantity: Decimal, decimals: u8) -> Option<(i128, i128)> {
        let top = quantity.unscaled.checked_mul(i128::from(self.numerator))?;
        let top = top.checked_mul(10_i128.checked_pow(u32::from(decimals))?)?;
        let bottom = 10_i128.checked_pow(u32::from(quantity.scale))?.checked_mul(i128::from(self.denominator))?;
        Some((top, bottom))
    }
}

impl fmt::Display for UnitConversion {
    /// `XCS = 12`, or `FOT = 381/1250`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{} = {}", self.unit, self.numerator),
            denominator => write!(f, "{} = {}/{denominator}", self.unit, self.numerator),
        }
    }
}

/// Conversions as an item keeps them: a list in canonical JSON.
#[must_use]
pub fn to_stored(conversions: &[UnitConversion]) -> String {
    let one = |conversion: &UnitConversion| {
        let number = |number: i64| Json::Number(number.to_string());
        Json::Object(
            [
                ("unitCode".to_owned(), Json::Text(conversion.unit.0.clone())),
                ("numerator".to_owned(), number(conversion.numerator)),
                ("denominator".to_owned(), number(conversion.denominator)),
            ]
            .into(),
        )
    };
    Json::List(conversions.iter().map(one).collect()).to_string()
}

/// Whether this is the code of any unit.
pub(crate) fn is_code(text: &str) -> bool {
    matches!(text.len(), 2 | 3) && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

/// The conversions that [`to_stored`] wrote. An item of which they cannot be read is never loaded.
#[must_use]
pub fn of_stored(text: &str) -> Vec<UnitConversion> {
    read_stored(text).unwrap_or_default()
}

/// The conversions that [`to_stored`] wrote; `None` where it cannot have written this.
pub(crate) fn read_stored(text: &str) -> Option<Vec<UnitConversion>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let Ok(Json::List(items)) = Json::parse(text) else { return None };
    let one = |item: &Json| {
        let number = |name: &str| {
            let Json::Number(text) = item.get(name)? else { return None };
            text.parse().ok()
        };
        let Json::Text(unit) = item.get("unitCode")? else { return None };
        UnitConversion::new(UnitCode(unit.clone()), number("numerator")?, number("denominator")?)
    };
    items.iter().map(one).collect()
}

/// The quantity as a whole number of the smallest parts of a unit with this many decimals.
pub fn exact(quantity: Decimal, decimals: u8) -> Result<i64, (Code, String)> {
    quantity.to_units(decimals).map_err(|error| match error {
        DecimalError::TooManyDecimals(_) => {
            let message = format!("{quantity} has too many decimals: the item allows at most {decimals}");
            (Code::QuantityPrecision, message)
        }
        DecimalError::Malformed | DecimalError::LeadingZero | DecimalError::OutOfRange => {
            (Code::AmountOutOfRange, beyond(quantity, decimals))
        }
    })
}

/// The message for a quantity that is too large, with the maximum.
pub(crate) fn beyond(quantity: Decimal, decimals: u8) -> String {
    let most = Decimal::from_units(limits::POOL_QUANTITY, decimals);
    format!("{quantity} is out of range: give at most {most}, or split it")
}

/// The quantity with this many decimals that is nearest to one that has more, and its kind: `nearest`, or `smallest` if
/// the nearest would be 0.
pub(crate) fn nearest(quantity: Decimal, decimals: u8) -> Option<(Decimal, &'static str)> {
    let top = quantity.unscaled.checked_mul(10_i128.checked_pow(u32::from(decimals))?)?;
    nearest_of(top, 10_i128.checked_pow(u32::from(quantity.scale))?, decimals)
}

fn nearest_of(top: i128, bottom: i128, decimals: u8) -> Option<(Decimal, &'static str)> {
    let (units, word) = match i64::try_from(round_half_up(top, bottom)?).ok()? {
        0 => (if top < 0 { -1 } else { 1 }, "smallest"),
        units => (units, "nearest"),
    };
    Some((Decimal::from_units(units, decimals), word))
}

/// The greatest number that divides both; of whole numbers of any width.
pub(crate) fn greatest_common_divisor<N: Copy + Default + PartialEq + std::ops::Rem<Output = N>>(
    one: N,
    other: N,
) -> N {
    if other == N::default() { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(code: &str) -> UnitCode {
        UnitCode::parse(code).expect("a code")
    }

    #[test]
    fn conversions_are_exact_or_refused_with_the_nearest_quantity() {
        // Unit, its ratio, quantity, decimals of the item; the result, or the nearest.
        for (ratio, quantity, decimals, wanted) in [
            ((12, 1), "2", 0, Ok(24)),
            ((12, 1), "0.25", 0, Ok(3)),
            ((12, 1), "1.3", 0, Err("nearest is 16")),
            ((12, 1), "0.04", 0, Err("smallest is 1")),
            ((12, 1), "1.3", 1, Ok(156)),
            ((1, 3), "1", 2, Err("nearest is 0.33")),
            ((1, 3), "2", 2, Err("nearest is 0.67")),
            ((1, 3), "3", 2, Ok(100)),
            ((381, 1250), "10", 3, Ok(3048)),
            ((381, 1250), "1", 3, Err("nearest is 0.305")),
            ((1, 1000), "500", 3, Ok(500)),
        ] {
            let conversion = UnitConversion::new(unit("XCS"), ratio.0, ratio.1).expect("a ratio");
            let quantity = Decimal::parse(quantity).expect("a quantity");
            let told = conversion.to_base(quantity, &unit("C62"), decimals).map_err(|rejection| {
                assert_eq!(rejection.code, Code::UnitConversionInexact);
                rejection.detail
            });
            match (told, wanted) {
                (Ok(units), Ok(wanted)) => assert_eq!(units, wanted),
                (Err(detail), Err(nearest)) => {
                    assert!(detail.ends_with(&format!("the {nearest} C62")), "{detail}");
                }
                (told, wanted) => panic!("{told:?} is not {wanted:?}"),
            }
        }
    }

    #[test]
    fn what_leaves_the_range_is_refused() {
        let conversion = UnitConversion::new(unit("MIL"), RATIO_MOST, 1).expect("a ratio");
        for quantity in ["99999999999999999999", "99999999999999999999999999999"] {
            let quantity = Decimal::parse(quantity).expect("a quantity");
            let refused = conversion.to_base(quantity, &unit("C62"), 6).expect_err("too much");
            assert_eq!(refused.code, Code::AmountOutOfRange);
        }
        for (top, bottom) in [(0, 1), (1, 0), (-1, 1), (RATIO_MOST + 1, 1)] {
            assert_eq!(UnitConversion::new(unit("MIL"), top, bottom), None);
        }
    }

    #[test]
    fn ratios_are_kept_in_lowest_terms_and_read_back() {
        let conversions: Vec<_> = [(24, 2), (5, 15)]
            .iter()
            .filter_map(|(top, bottom)| UnitConversion::new(unit("XBX"), *top, *bottom))
            .collect();
        assert_eq!((conversions[0].to_string(), conversions[1].to_string()), ("XBX = 12".into(), "XBX = 1/3".into()));
        assert_eq!(of_stored(&to_stored(&conversions)), conversions);
        assert_eq!(of_stored("nonsense"), []);
    }

    #[test]
    fn a_code_is_one_of_the_recommendation_and_a_habit_is_told_the_right_one() {
        for (code, name) in [("C62", Some("one")), ("KGM", Some("kilogram")), ("4L", None), ("XBX", Some("box"))] {
            assert_eq!(unit(code).name(), name, "{code}");
        }
        assert_eq!(
            UnitCode::parse("KG").expect_err("a habit"),
            "KG is not a unit code of UN/CEFACT Recommendation 20: use KGM"
        );
        for wrong in ["", "X", "c62", "ABCD", "Ä1", "K M"] {
            assert!(UnitCode::parse(wrong).is_err(), "{wrong}");
        }
        assert!(NAMED.is_sorted(), "they are listed in their order");
        assert!(MISTAKEN.iter().all(|(_, right)| NAMED.iter().any(|(code, _)| code == right)));
        assert!(MISTAKEN.iter().all(|(wrong, _)| !NAMED.iter().any(|(code, _)| code == wrong)));
    }

    #[test]
    fn a_quantity_has_no_more_decimals_than_its_item() {
        let told =
            |text: &str, decimals| exact(Decimal::parse(text).expect("a number"), decimals).map_err(|(code, _)| code);
        assert_eq!(told("1.50", 1), Ok(15));
        assert_eq!(told("1.5", 0), Err(Code::QuantityPrecision));
        assert_eq!(told("99999999999999999999", 0), Err(Code::AmountOutOfRange));
    }
}
