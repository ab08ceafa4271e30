//! The items of a file: their names, their units, and their assumed costs.

use std::collections::{BTreeMap, BTreeSet};

use domain::value::limits::ITEMS_PER_IMPORT;
use domain::value::{Decimal, round_half_up};
use serde_json::{Value, json};

use super::row::{self, GoodsRow, ONE};
use crate::import::ImportError;
use crate::import::api::{WholeApi, text};
use crate::import::progress::Progress;
use crate::import::retail::{CURRENCY_DECIMALS, Document};

/// The cost of one piece of an item that the file never sells, in minor units.
const UNSOLD_MINOR: i64 = 50;

/// All items of a file by their skus.
pub struct Catalogue {
    items: BTreeMap<String, Described>,
}

/// The description of an item by its rows.
#[derive(Default)]
struct Described {
    /// Its names in rows with a price, with their counts.
    names: Vec<(String, usize)>,
    /// Decimals that its quantities need.
    decimals: u8,
    /// The cost of one: half of its lowest selling price, rounded up to whole minor units.
    cost_minor: Option<i64>,
    /// Whether that is of a sale, and not of a credit note alone.
    is_sold: bool,
}

impl Described {
    fn add(&mut self, row: &GoodsRow) {
        self.decimals = self.decimals.max(row::decimals(row.quantity_millionths));
        if row.price.unscaled <= 0 {
            return;
        }
        let is_sale = row.quantity_millionths > 0;
        let half = half_minor(row.price);
        if is_sale && !self.is_sold {
            (self.cost_minor, self.is_sold) = (half, true);
        } else if is_sale == self.is_sold {
            self.cost_minor = [self.cost_minor, half].into_iter().flatten().min();
        }
        if row.description.is_empty() {
            return;
        }
        match self.names.iter_mut().find(|(name, _)| *name == row.description) {
            Some((_, times)) => *times += 1,
            None => self.names.push((row.description.clone(), 1)),
        }
    }

    /// The name in most rows; of several the first.
    fn name(&self) -> Option<&str> {
        let most = self.names.iter().map(|(_, times)| *times).max()?;
        self.names.iter().find(|(_, times)| *times == most).map(|(name, _)| name.as_str())
    }
}

fn total(cost_minor: i64, quantity_millionths: i128) -> Option<i64> {
    let total = i128::from(cost_minor).checked_mul(quantity_millionths)?;
    i64::try_from(round_half_up(total, ONE)?).ok()
}

/// Half of a price, rounded up to whole minor units.
fn half_minor(price: Decimal) -> Option<i64> {
    let minor = price.unscaled.checked_mul(10_i128.checked_pow(u32::from(CURRENCY_DECIMALS))?)?;
    let halves = 10_i128.checked_pow(u32::from(price.scale))?.checked_mul(2)?;
    i64::try_from(minor.checked_add(halves - 1)? / halves).ok()
}

impl Catalogue {
    /// The items of documents.
    #[must_use]
    pub fn of(documents: &[&Document]) -> Self {
        let mut items: BTreeMap<String, Described> = BTreeMap::new();
        for row in documents.iter().flat_map(|document| &document.goods) {
            items.entry(row.sku.clone()).or_default().add(row);
        }
        Self { items }
    }

    /// The assumed cost of one piece of an item, in minor units.
    #[must_use]
    pub fn cost_minor(&self, sku: &str) -> i64 {
        self.items.get(sku).and_then(|item| item.cost_minor).unwrap_or(UNSOLD_MINOR)
    }

    /// The cost of this quantity of an item, in minor units; `None` beyond the range of amounts.
    #[must_use]
    pub fn total_cost_minor(&self, sku: &str, quantity_millionths: i128) -> Option<i64> {
        total(self.cost_minor(sku), quantity_millionths)
    }

    /// The cost of returned goods of an unknown sale, in minor units: half of the credit for one, rounded up, or the
    /// item's cost if there is none.
    #[must_use]
    pub fn returned_cost_minor(&self, row: &GoodsRow) -> Option<i64> {
        let half = half_minor(row.price).filter(|half| *half > 0);
        total(half.unwrap_or_else(|| self.cost_minor(&row.sku)), row.quantity_millionths.checked_abs()?)
    }

    /// Those of these items that the organization has not.
    pub async fn missing<'s>(
        &self,
        api: WholeApi<'_>,
        wanted: &BTreeSet<&'s str>,
    ) -> Result<BTreeSet<&'s str>, ImportError> {
        let mut missing = wanted.clone();
        for item in api.list("/inventory/items?").await? {
            missing.remove(super::codes::sku(text(&item, "sku")).as_str());
        }
        Ok(missing)
    }

    /// Creates items. Their assumed costs are their fallback, if the books are in the file's currency.
    pub async fn create(
        &self,
        api: WholeApi<'_>,
        skus: &BTreeSet<&str>,
        is_base_currency: bool,
        progress: &mut dyn Progress,
    ) -> Result<(), ImportError> {
        let items: Vec<Value> = skus.iter().map(|sku| self.item(sku, is_base_currency)).collect();
        let mut done = 0;
        for part in items.chunks(ITEMS_PER_IMPORT) {
            // An item that somebody else created meanwhile stays as it is here, too: it is equal, or reported.
            let body = json!({"items": part, "onExisting": "update"});
            api.post("/inventory/items/import", &body, None).await?;
            done += part.len();
            progress.at("items", done, items.len());
        }
        Ok(())
    }

    fn item(&self, sku: &str, is_base_currency: bool) -> Value {
        let described = self.items.get(sku);
        let name = described.and_then(Described::name).unwrap_or(sku);
        let mut item = json!({
            "sku": sku,
            "name": name,
            "quantityDecimals": described.map_or(0, |item| item.decimals),
        });
        if is_base_currency {
            item["fallbackCost"] = json!(Decimal::from_units(self.cost_minor(sku), CURRENCY_DECIMALS).to_string());
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::retail;

    #[test]
    fn an_item_costs_half_of_its_lowest_price_in_whole_pence_and_has_the_name_that_most_rows_have() {
        let rows = [
            "1,a,MUGS,1,1/12/2010,2.95,7,UK",
            "1,A,MUG,0.25,1/12/2010,3.01,7,UK",
            "2,A,MUG,2,1/12/2010,4,7,UK",
            "6,A,thrown away,-2,1/12/2010,0,,UK",
            "C3,A,MUG,-2,1/12/2010,0.10,8,UK",
            "C4,J,JUG,-2,1/12/2010,0.03,8,UK",
            "5,C,,19,1/12/2010,0,,UK",
        ];
        let text = format!("{}\n{}\n", retail::COLUMNS.join(","), rows.join("\n"));
        let file = retail::read(text.as_bytes());
        let catalogue = Catalogue::of(&file.documents.iter().collect::<Vec<_>>());
        let mug = json!({"sku": "A", "name": "MUG", "quantityDecimals": 2, "fallbackCost": "1.48"});
        assert_eq!(catalogue.item("A", true), mug);
        assert_eq!(catalogue.item("J", false), json!({"sku": "J", "name": "JUG", "quantityDecimals": 0}));
        assert_eq!(catalogue.item("C", true)["name"], "C");
        assert_eq!((catalogue.cost_minor("J"), catalogue.cost_minor("C")), (2, 50));
        assert_eq!(catalogue.total_cost_minor("A", 24 * ONE), Some(3_552));
        assert_eq!(catalogue.total_cost_minor("A", i128::MAX), None);
        let returned = |document: usize| catalogue.returned_cost_minor(&file.documents[document].goods[0]);
        assert_eq!((returned(3), returned(4), returned(5)), (Some(10), Some(4), Some(950)));
    }
}
