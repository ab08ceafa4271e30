//! The meaning of a row of a retail file: goods that move, or a charge for something else.

use domain::value::Decimal;
use domain::value::limits::QUANTITY_DECIMALS;

/// Millionths of a piece in one piece.
pub const ONE: i128 = 1_000_000;

/// Goods that were sold, came back, were found or written off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoodsRow {
    /// The line of the file.
    pub line: u64,
    /// The item: the stock code in upper case.
    pub sku: String,
    /// The row's description of it; empty without one.
    pub description: String,
    /// Above 0 for sold or found goods, below 0 for returned or written off ones; in millionths of a piece.
    pub quantity_millionths: i128,
    /// The selling price of one.
    pub price: Decimal,
}

/// Something that was charged, or below 0 taken back, and is no goods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charge {
    /// The purpose.
    pub description: String,
    /// How much, in minor units.
    pub amount_minor: i64,
}

/// A quantity of goods in millionths.
///
/// # Errors
/// Where it has more decimals than quantities of items may have, or more digits than can be counted.
pub fn millionths(quantity: Decimal) -> Result<i128, String> {
    let power = |digits: u8| 10_i128.checked_pow(u32::from(digits));
    let exact = if quantity.scale <= QUANTITY_DECIMALS {
        power(QUANTITY_DECIMALS - quantity.scale).and_then(|factor| quantity.unscaled.checked_mul(factor))
    } else {
        let factor = power(quantity.scale - QUANTITY_DECIMALS).filter(|factor| quantity.unscaled % factor == 0);
        let Some(factor) = factor else {
            return Err(format!("\"{quantity}\" has more than 6 decimals: quantities of goods have at most 6"));
        };
        Some(quantity.unscaled / factor)
    };
    exact.ok_or_else(|| format!("\"{quantity}\" has too many digits"))
}

/// Millionths as a decimal without zeros at its end: `12`, `0.5`.
#[must_use]
pub fn readable(millionths: i128) -> String {
    let text = Decimal { unscaled: millionths, scale: QUANTITY_DECIMALS }.to_string();
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How many decimals a quantity needs.
#[must_use]
pub fn decimals(millionths: i128) -> u8 {
    let (mut rest, mut needed) = (millionths, QUANTITY_DECIMALS);
    while needed > 0 && rest % 10 == 0 {
        (rest, needed) = (rest / 10, needed - 1);
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_counted_in_millionths_and_written_short() {
        for (text, counted, short, needed) in [
            ("12", Ok(12_000_000), "12", 0),
            ("-2.50", Ok(-2_500_000), "-2.5", 1),
            ("0.000001", Ok(1), "0.000001", 6),
            ("100", Ok(100_000_000), "100", 0),
            ("1.00000000", Ok(1_000_000), "1", 0),
        ] {
            let read = Decimal::parse(text).map_err(|error| error.to_string()).and_then(millionths);
            assert_eq!(read, counted, "{text}");
            assert_eq!((readable(read.unwrap()).as_str(), decimals(counted.unwrap())), (short, needed));
        }
        let finer = Decimal { unscaled: 1, scale: 7 };
        assert!(millionths(finer).is_err_and(|message| message.contains("more than 6 decimals")));
        assert!(millionths(Decimal { unscaled: i128::MAX, scale: 0 }).is_err());
    }
}
