//! The accounts that stock of an item uses in effect: the warehouse's and its ancestors', else those of the item's
//! category and its ancestors, else the organization's.

use std::collections::BTreeMap;

use crate::rows::{ItemCategory, Organization, Warehouse};
use crate::stock::warehouses::effective::{EffectiveAccounts, Others, of_warehouse};
use crate::value::id::ItemCategoryId;
use crate::value::limits;

/// Categories by id.
pub type Categories = BTreeMap<ItemCategoryId, ItemCategory>;

/// The accounts of items in a category, independent of the warehouse.
#[must_use]
pub fn category_accounts(
    organization: &Organization,
    all: &Categories,
    category: Option<&ItemCategory>,
) -> EffectiveAccounts {
    of_category(all, category).or(EffectiveAccounts::of_organization(organization))
}

/// The accounts of items in a category while they are in a warehouse.
#[must_use]
pub fn stock_accounts(
    organization: &Organization,
    warehouses: &Others,
    warehouse: &Warehouse,
    categories: &Categories,
    category: Option<&ItemCategory>,
) -> EffectiveAccounts {
    of_warehouse(warehouses, warehouse)
        .or(of_category(categories, category))
        .or(EffectiveAccounts::of_organization(organization))
}

/// The accounts that a category and its ancestors name.
fn of_category(all: &Categories, category: Option<&ItemCategory>) -> EffectiveAccounts {
    let mut found = EffectiveAccounts::default();
    let mut next = category;
    // The bound holds for stored trees; it keeps damage from looping.
    for _ in 0..=limits::TREE_DEPTH {
        let Some(here) = next else { break };
        found = found.or(EffectiveAccounts {
            valuation: here.valuation_account_id,
            cogs: here.cogs_account_id,
            adjustment: here.adjustment_account_id,
            in_transit: here.in_transit_account_id,
            scrap: here.scrap_account_id,
        });
        next = here.parent_id.and_then(|parent| all.get(&parent));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::item_categories::create::tests::category;
    use crate::commands::warehouses::create::CreateWarehouse;
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::Stage;
    use crate::value::id::AccountId;

    #[test]
    fn the_warehouse_comes_first_then_its_parent_the_category_its_parent_and_the_organization() {
        let mut stage = Stage::new();
        for code in ["top", "low"] {
            stage.run(category(code)).expect("created");
            let fields =
                WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
            stage.run(CreateWarehouse { fields }).expect("created");
        }
        let id = |number: u8| Some(AccountId([number; 16]));
        let mut warehouses = stage.rows::<Warehouse>();
        warehouses.sort_by_key(|row| row.created_at);
        warehouses[1].parent_id = Some(warehouses[0].id);
        warehouses[1].valuation_account_id = id(1);
        warehouses[0].cogs_account_id = id(2);
        let mut categories = stage.rows::<ItemCategory>();
        categories.sort_by_key(|row| row.created_at);
        categories[1].parent_id = Some(categories[0].id);
        (categories[1].valuation_account_id, categories[1].cogs_account_id) = (id(3), id(3));
        categories[1].adjustment_account_id = id(3);
        (categories[0].adjustment_account_id, categories[0].in_transit_account_id) = (id(4), id(4));
        let mut organization = stage.rows::<Organization>().remove(0);
        (organization.in_transit_account_id, organization.scrap_account_id) = (id(5), id(5));
        let all: Others = warehouses.iter().map(|row| (row.id, row.clone())).collect();
        let tree: Categories = categories.iter().map(|row| (row.id, row.clone())).collect();

        let found = stock_accounts(&organization, &all, &warehouses[1], &tree, Some(&categories[1]));
        let expected =
            EffectiveAccounts { valuation: id(1), cogs: id(2), adjustment: id(3), in_transit: id(4), scrap: id(5) };
        assert_eq!(found, expected);
        let found = category_accounts(&organization, &tree, Some(&categories[1]));
        assert_eq!(found, EffectiveAccounts { valuation: id(3), cogs: id(3), ..expected });
        let found = category_accounts(&organization, &tree, None);
        assert_eq!((found.valuation, found.in_transit, found.scrap), (None, id(5), id(5)));
    }
}
