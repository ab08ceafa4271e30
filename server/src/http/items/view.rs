//! An item as it is answered.

use std::collections::BTreeMap;

use domain::rows::items::{Item, SCALE};
use domain::rows::{ActiveState, CostingMethod, ItemGtin, Tracking};
use domain::value::id::{AccountId, ItemCategoryId, ItemId, OrganizationId, PrincipalId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Decimal, units};
use store::Snapshot;
use store::read::items::gtins_of;

use crate::http::item_categories::view::Inherited;
use crate::http::output::{At, DecimalText, Id, Named, RawObject};
use crate::http::problem::Problem;

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

    /// An item. Quantities are in its base unit; the `effective…` accounts are those of its category, own or inherited:
    /// a warehouse's own accounts take precedence over them.
    pub struct ItemView {
        pub id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub description: Option<String>,
        pub category_id: Option<Id<ItemCategoryId>>,
        /// The base unit.
        pub unit_code: String,
        pub quantity_decimals: i64,
        pub units: Vec<ItemUnitView>,
        pub tracking: Named<Tracking>,
        pub costing_method: Named<CostingMethod>,
        /// Null if there is none, and without `costs:read`.
        pub fallback_cost: Option<DecimalText>,
        pub gtins: Vec<ItemGtinView>,
        pub reorder_point: Option<DecimalText>,
        pub min_quantity: Option<DecimalText>,
        pub max_quantity: Option<DecimalText>,
        pub lead_time_days: Option<i64>,
        /// The volume of one base unit.
        pub weight_kg: Option<DecimalText>,
        /// The volume of one base unit.
        pub volume_m3: Option<DecimalText>,
        pub status: Named<ActiveState>,
        pub effective_valuation_account_id: Option<Id<AccountId>>,
        pub effective_cogs_account_id: Option<Id<AccountId>>,
        pub effective_adjustment_account_id: Option<Id<AccountId>>,
        pub effective_in_transit_account_id: Option<Id<AccountId>>,
        pub effective_scrap_account_id: Option<Id<AccountId>>,
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
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

impl ItemView {
    /// The view of an item.
    #[must_use]
    pub fn of(item: Item, beside: &Beside) -> Self {
        let effective = beside.inherited.accounts(item.category_id);
        let decimals = u8::try_from(item.quantity_decimals).unwrap_or(SCALE);
        let quantity = |units: i64| DecimalText(shortened(units, decimals));
        let base = beside.inherited.organization.base_currency;
        let cost = item.fallback_cost.filter(|_| beside.sees_costs);
        Self {
            units: units::of_stored(&item.units)
                .into_iter()
                .map(|other| ItemUnitView {
                    unit_code: other.unit().to_string(),
                    numerator: other.numerator(),
                    denominator: other.denominator(),
                })
                .collect(),
            fallback_cost: cost.map(|units| DecimalText(shortened(units, base.decimals()))),
            gtins: beside.labels.get(&item.id).cloned().unwrap_or_default(),
            reorder_point: item.reorder_point.map(quantity),
            min_quantity: item.min_quantity.map(quantity),
            max_quantity: item.max_quantity.map(quantity),
            weight_kg: item.weight_mg.map(|units| DecimalText(shortened(units, 0))),
            volume_m3: item.volume_cm3.map(|units| DecimalText(shortened(units, 0))),
            effective_valuation_account_id: effective.valuation.map(Id),
            effective_cogs_account_id: effective.cogs.map(Id),
            effective_adjustment_account_id: effective.adjustment.map(Id),
            effective_in_transit_account_id: effective.in_transit.map(Id),
            effective_scrap_account_id: effective.scrap.map(Id),
            id: Id(item.id),
            sku: item.sku,
            name: item.name,
            description: item.description,
            category_id: item.category_id.map(Id),
            unit_code: item.unit_code,
            quantity_decimals: item.quantity_decimals,
            tracking: Named(item.tracking),
            costing_method: Named(item.costing_method),
            lead_time_days: item.lead_time_days,
            status: Named(item.status),
            metadata: RawObject(item.metadata),
            version: item.version,
            created_at: At(item.created_at),
            created_by: Id(item.created_by),
            updated_at: At(item.updated_at),
            updated_by: Id(item.updated_by),
        }
    }
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
