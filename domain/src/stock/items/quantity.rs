//! Quantities of an item: exact in the unit in which it is counted, or refused with the nearest that is.

use crate::rows::items::Item;
use crate::value::Decimal;
use crate::value::rejection::{Code, Fault};
use crate::value::units::{exact, nearest};

/// The quantity as a whole number of the smallest parts of an item's base unit; a fault where it is none, with the nearest that is.
pub(crate) fn exact_for(item: &Item, written: Decimal, pointer: &str) -> Result<i64, Fault> {
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    exact(written, decimals).map_err(|(code, message)| {
        let nearest = nearest(written, decimals).filter(|_| code == Code::QuantityPrecision);
        let Some((nearest, word)) = nearest else { return Fault::new(pointer, code, message) };
        let message = format!(
            "{written} has too many decimals: item {} allows at most {decimals}, the {word} is {nearest} {}",
            item.sku, item.unit_code
        );
        let fault = Fault::new(pointer, code, message);
        fault.with("nearest", nearest.to_string()).with("unitCode", item.unit_code.clone())
    })
}
