//! A quantity as it was entered: in whichever unit of the item.

use domain::value::Decimal;

use super::output::DecimalText;

crate::output! {
    /// A quantity as it was entered.
    pub struct EnteredView {
        pub quantity: DecimalText,
        /// Its unit; null for the item's base unit.
        pub unit_code: Option<String>,
    }
}

impl EnteredView {
    /// What is kept of an entry, such as `2 XBX`; `None` where nobody entered a quantity.
    pub fn of(kept: &str) -> Option<Self> {
        let (quantity, unit) = kept.split_once(' ').map_or((kept, None), |(quantity, unit)| (quantity, Some(unit)));
        let quantity = DecimalText(Decimal::parse(quantity).ok()?);
        Some(Self { quantity, unit_code: unit.map(str::to_owned) })
    }
}
