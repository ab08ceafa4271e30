//! Numbers for the labels of the demo's items: the file has none, and scanning in the demo needs some.

use std::collections::{BTreeMap, BTreeSet};

use domain::stock::labels::check_digit::check_digit;
use domain::value::limits::ITEMS_PER_IMPORT;
use serde_json::{Value, json};

use crate::import::retail::Document;
use crate::import::{ImportError, WholeApi, text};

/// GS1 keeps it for demonstrations: no goods that are sold have such a number.
const PREFIX: &str = "952";

/// Gives each item of the file its number, unless it has one.
pub async fn give(api: WholeApi<'_>, documents: &[&Document]) -> Result<(), ImportError> {
    let numbers = numbers(documents);
    let items = api.list("/inventory/items?").await?;
    let taken: BTreeSet<&str> =
        items.iter().filter_map(|item| item["gtins"].as_array()).flatten().map(|gtin| text(gtin, "gtin")).collect();
    let lacking: Vec<Value> = items
        .iter()
        .filter(|item| item["gtins"].as_array().is_none_or(Vec::is_empty))
        .filter_map(|item| {
            let gtin = numbers.get(text(item, "sku")).filter(|gtin| !taken.contains(gtin.as_str()))?;
            Some(json!({"sku": item["sku"], "name": item["name"], "gtins": [{"gtin": gtin}]}))
        })
        .collect();
    for part in lacking.chunks(ITEMS_PER_IMPORT) {
        api.post("/inventory/items/import", &json!({"items": part, "onExisting": "update"}), None).await?;
    }
    Ok(())
}

/// The number of each sku, as GTIN-14: the prefix, the place of the sku in the file's sorted skus, and the check digit.
fn numbers(documents: &[&Document]) -> BTreeMap<String, String> {
    let skus: BTreeSet<&str> =
        documents.iter().flat_map(|document| &document.goods).map(|row| row.sku.as_str()).collect();
    skus.into_iter().zip(1..).filter_map(|(sku, place)| Some((sku.to_owned(), number(place)?))).collect()
}

/// The number of a place in a catalogue.
pub(super) fn number(place: u32) -> Option<String> {
    let digits = format!("0{PREFIX}{place:09}");
    Some(format!("{digits}{}", check_digit(&digits)?))
}

#[cfg(test)]
mod tests {
    use super::super::demo::ONLINE_RETAIL;
    use super::*;
    use crate::import::retail;

    #[test]
    fn each_sku_has_a_number_of_its_own_that_gs1_keeps_for_demonstrations() {
        let file = retail::read(ONLINE_RETAIL);
        let documents: Vec<&Document> = file.documents.iter().collect();
        let numbers = numbers(&documents);
        let distinct: BTreeSet<&String> = numbers.values().collect();
        assert_eq!(distinct.len(), numbers.len());
        assert!(numbers.values().all(|gtin| gtin.len() == 14 && gtin.starts_with("0952")));
        // By hand: the digits behind the leading 0 weigh 1, 3, 1, 3 … so 9 + 5·3 + 2 + … + 1·3 = 29, and 1 is missing to 30.
        assert_eq!(numbers.values().min().map(String::as_str), Some("09520000000011"));
    }
}
