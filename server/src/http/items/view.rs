//! An item as it is answered.

use std::collections::BTreeMap;

use domain::rows::items::{Item, SCALE};
use domain::rows::{ActiveState, CostingMethod, ItemGtin, Tracking};
use domain::stock::warehouses::effective::EffectiveAccounts;
use domain::value::Decimal;
use domain::value::id::{AccountId, ItemCategoryId, ItemId, OrganizationId, PrincipalId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::units::{self, UnitConversion};
use store::Snapshot;
use store::read::items::gtins_of;

use crate::documents::table::Cell;
use crate::http::item_categories::view::Inherited;
use crate::http::lists::base_currency;
use crate::http::output::{At, DecimalText, Id, Named, RawObject};
use crate::http::problem::Problem;
use crate::http::reports::row::Measures;

crate::output! {
    /// Another unit of an item: one of it is exactly `numerator / denominator` base units.
    pub struct ItemUnitView {
        pub unit_code: String = "XCS",
        pub numerator: i64,
        pub denominator: i64,
    }

    /// A GTIN on the label of an item or of a package of it.
    pub struct ItemGtinView {
        /// 14 digits.
        pub gtin: String,
        /// The unit that the GTIN identifies; null is the base unit.
        pub unit_code: Option<String>,
    }
}

crate::view! {
    /// An item. Quantities are in its base unit; the `effective…` accounts are those of its category, own or inherited:
    /// a warehouse's own accounts take precedence over them.
    pub struct ItemView from (item: Item, beside: &Beside, effective: EffectiveAccounts) {
        pub id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub description: Option<String>,
        pub category_id: Option<Id<ItemCategoryId>>,
        /// The base unit.
        pub unit_code: String,
        pub quantity_decimals: i64,
        pub units: Vec<ItemUnitView> => units_of(&item.units),
        pub tracking: Named<Tracking>,
        pub costing_method: Named<CostingMethod>,
        /// Null if there is none, and without `costs:read`.
        pub fallback_cost: Option<DecimalText> => beside.cost(item.fallback_cost),
        pub gtins: Vec<ItemGtinView> => beside.labels.get(&item.id).cloned().unwrap_or_default(),
        pub reorder_point: Option<DecimalText> => quantity(item.quantity_decimals, item.reorder_point),
        pub min_quantity: Option<DecimalText> => quantity(item.quantity_decimals, item.min_quantity),
        pub max_quantity: Option<DecimalText> => quantity(item.quantity_decimals, item.max_quantity),
        pub lead_time_days: Option<i64>,
        /// The weight of one base unit.
        pub weight_kg: Option<DecimalText> => item.weight_mg.map(|units| DecimalText(shortened(units, 0))),
        /// The volume of one base unit.
        pub volume_m3: Option<DecimalText> => item.volume_cm3.map(|units| DecimalText(shortened(units, 0))),
        pub is_active: bool => item.status == ActiveState::Active,
        /// Deprecated: use `isActive`.
        pub status: Named<ActiveState>,
        pub effective_valuation_account_id: Option<Id<AccountId>> => effective.valuation.map(Id),
        pub effective_cogs_account_id: Option<Id<AccountId>> => effective.cogs.map(Id),
        pub effective_adjustment_account_id: Option<Id<AccountId>> => effective.adjustment.map(Id),
        pub effective_in_transit_account_id: Option<Id<AccountId>> => effective.in_transit.map(Id),
        pub effective_scrap_account_id: Option<Id<AccountId>> => effective.scrap.map(Id),
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    ItemView {
        sku: String => "SKU",
        name: String => "Name",
        description: Option<String> => "Description",
        category_id: Option<Id<ItemCategoryId>> => "Category" (code of categories),
        category_id: Option<Id<ItemCategoryId>> => "Category name" (name of categories),
        unit_code: String => "Unit",
        tracking: Named<Tracking> => "Tracking",
        costing_method: Named<CostingMethod> => "Costing method",
        fallback_cost: Option<DecimalText> => "Fallback cost" (number),
        id: Id<ItemId> => "Currency" (by base_currency),
        reorder_point: Option<DecimalText> => "Reorder point" (number),
        min_quantity: Option<DecimalText> => "Minimum" (number),
        max_quantity: Option<DecimalText> => "Maximum" (number),
        lead_time_days: Option<i64> => "Lead time in days",
        weight_kg: Option<DecimalText> => "Weight in kg" (number),
        volume_m3: Option<DecimalText> => "Volume in m3" (number),
        gtins: Vec<ItemGtinView> => "GTINs" (by gtins),
        is_active: bool => "Active",
        id: Id<ItemId> => "Id",
    }
}

fn gtins(item: &ItemView, _: &Measures) -> Cell {
    let all: Vec<&str> = item.gtins.iter().map(|label| label.gtin.as_str()).collect();
    Cell::Text(all.join(", "))
}

/// Data for items that is not in their rows: their labels, inherited values, and the reader's rights.
pub struct Beside {
    labels: BTreeMap<ItemId, Vec<ItemGtinView>>,
    inherited: Inherited,
    sees_costs: bool,
}

impl Beside {
    /// Reads it for these items.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        rights: PermissionSet,
        items: &[Item],
    ) -> Result<Self, Problem> {
        let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
        let mut labels: BTreeMap<ItemId, Vec<ItemGtinView>> = BTreeMap::new();
        for ItemGtin { gtin, item_id, unit_code } in gtins_of(snapshot, organization, &ids).await? {
            labels.entry(item_id).or_default().push(ItemGtinView { gtin, unit_code });
        }
        let inherited = Inherited::read(snapshot, organization).await?;
        Ok(Self { labels, inherited, sees_costs: rights.has(Permission::CostsRead) })
    }

    /// With these labels, which a preview wrote nowhere.
    #[must_use]
    pub fn labelled(mut self, labels: Vec<ItemGtin>) -> Self {
        self.labels.clear();
        for ItemGtin { gtin, item_id, unit_code } in labels {
            self.labels.entry(item_id).or_default().push(ItemGtinView { gtin, unit_code });
        }
        self
    }
}

impl Beside {
    /// A cost of one base unit, for those who see costs.
    fn cost(&self, stored: Option<i64>) -> Option<DecimalText> {
        let decimals = self.inherited.organization.base_currency.decimals();
        stored.filter(|_| self.sees_costs).map(|units| DecimalText(shortened(units, decimals)))
    }
}

impl ItemView {
    /// The view of an item.
    #[must_use]
    pub fn of(item: Item, beside: &Beside) -> Self {
        let effective = beside.inherited.accounts(item.category_id);
        Self::shown(item, beside, effective)
    }
}

/// The other units of an item.
fn units_of(stored: &str) -> Vec<ItemUnitView> {
    let one = |other: UnitConversion| ItemUnitView {
        unit_code: other.unit().to_string(),
        numerator: other.numerator(),
        denominator: other.denominator(),
    };
    units::of_stored(stored).into_iter().map(one).collect()
}

/// A quantity in base units, with the decimals that those have.
fn quantity(decimals: i64, stored: Option<i64>) -> Option<DecimalText> {
    let least = u8::try_from(decimals).unwrap_or(SCALE);
    stored.map(|units| DecimalText(shortened(units, least)))
}

/// A stored measure without the zeros at its end, but with at least this many decimals.
fn shortened(units: i64, least: u8) -> Decimal {
    let (mut units, mut scale) = (units, SCALE);
    while scale > least && units % 10 == 0 {
        units /= 10;
        scale -= 1;
    }
    Decimal::from_units(units, scale)
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn measures_are_shown_without_idle_zeros() {
        for (units, least, text) in [
            (2_500_000, 0, "2.5"),
            (2_500_000, 2, "2.50"),
            (2_512_345, 2, "2.512345"),
            (0, 0, "0"),
            (24_000_000, 0, "24"),
        ] {
            assert_eq!(shortened(units, least).to_string(), text);
        }
    }
}
