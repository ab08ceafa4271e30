//! The accounts that a warehouse uses in effect: its own, else its nearest ancestor's, else the organization's. Goods in transit are
//! also on the account of the warehouse through which they go, where one is named.

use std::collections::BTreeMap;

use crate::rows::{Organization, Warehouse};
use crate::value::id::{AccountId, WarehouseId};
use crate::value::limits;

/// The accounts in effect; `None` where nobody up to the organization names one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EffectiveAccounts {
    pub valuation: Option<AccountId>,
    pub cogs: Option<AccountId>,
    pub adjustment: Option<AccountId>,
    pub in_transit: Option<AccountId>,
    pub scrap: Option<AccountId>,
}

/// Resolves a warehouse's accounts among all warehouses by id.
#[must_use]
pub fn effective_accounts(organization: &Organization, all: &Others, warehouse: &Warehouse) -> EffectiveAccounts {
    of_warehouse(all, warehouse).or(EffectiveAccounts::of_organization(organization))
}

/// The accounts that a warehouse and its ancestors name.
pub(crate) fn of_warehouse(all: &Others, warehouse: &Warehouse) -> EffectiveAccounts {
    let mut found = EffectiveAccounts::default();
    let mut next = Some(warehouse);
    // The bound holds for stored trees; it keeps damage from looping.
    for _ in 0..=limits::TREE_DEPTH {
        let Some(here) = next else { break };
        found = found.or(EffectiveAccounts {
            valuation: here.valuation_account_id,
            cogs: here.cogs_account_id,
            adjustment: here.adjustment_account_id,
            in_transit: here.in_transit_account_id.or(account_on_the_way(all, here)),
            scrap: here.scrap_account_id,
        });
        next = here.parent_id.and_then(|parent| all.get(&parent));
    }
    found
}

/// The account on which the warehouse of kind `inTransit`, through which goods go from here, values its goods.
fn account_on_the_way(all: &Others, warehouse: &Warehouse) -> Option<AccountId> {
    let way = all.get(&warehouse.in_transit_warehouse_id?)?;
    way.in_transit_account_id.or(way.valuation_account_id)
}

impl EffectiveAccounts {
    /// The organization's defaults.
    #[must_use]
    pub fn of_organization(organization: &Organization) -> Self {
        Self {
            valuation: organization.valuation_account_id,
            cogs: organization.cogs_account_id,
            adjustment: organization.adjustment_account_id,
            in_transit: organization.in_transit_account_id,
            scrap: organization.scrap_account_id,
        }
    }

    /// These, and the other ones where there is none.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            valuation: self.valuation.or(other.valuation),
            cogs: self.cogs.or(other.cogs),
            adjustment: self.adjustment.or(other.adjustment),
            in_transit: self.in_transit.or(other.in_transit),
            scrap: self.scrap.or(other.scrap),
        }
    }
}

/// All warehouses by id, as they were before the change.
pub type Others = BTreeMap<WarehouseId, Warehouse>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::warehouses::create::CreateWarehouse;
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::Stage;

    #[test]
    fn own_accounts_come_before_the_parents_and_those_before_the_organizations() {
        let mut stage = Stage::new();
        for code in ["TOP", "MID", "LOW"] {
            let fields =
                WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
            stage.run(CreateWarehouse { fields }).expect("created");
        }
        let id = |number: u8| Some(AccountId([number; 16]));
        let mut rows = stage.rows::<Warehouse>();
        rows.sort_by_key(|warehouse| warehouse.created_at);
        (rows[1].parent_id, rows[2].parent_id) = (Some(rows[0].id), Some(rows[1].id));
        (rows[0].valuation_account_id, rows[0].cogs_account_id) = (id(1), id(1));
        rows[1].valuation_account_id = id(2);
        rows[2].scrap_account_id = id(3);
        let mut organization = stage.rows::<Organization>().remove(0);
        (organization.scrap_account_id, organization.adjustment_account_id) = (id(9), id(9));
        let all: Others = rows.iter().map(|row| (row.id, row.clone())).collect();
        let found = effective_accounts(&organization, &all, &rows[2]);
        let expected =
            EffectiveAccounts { valuation: id(2), cogs: id(1), adjustment: id(9), in_transit: None, scrap: id(3) };
        assert_eq!(found, expected);
    }

    #[test]
    fn goods_on_their_way_are_on_the_account_of_the_warehouse_through_which_they_go() {
        let mut stage = Stage::new();
        for code in ["TOP", "LOW", "WAY"] {
            let fields =
                WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
            stage.run(CreateWarehouse { fields }).expect("created");
        }
        let id = |number: u8| Some(AccountId([number; 16]));
        let mut rows = stage.rows::<Warehouse>();
        rows.sort_by_key(|warehouse| warehouse.created_at);
        rows[1].parent_id = Some(rows[0].id);
        (rows[0].in_transit_account_id, rows[1].in_transit_warehouse_id) = (id(1), Some(rows[2].id));
        let mut organization = stage.rows::<Organization>().remove(0);
        organization.in_transit_account_id = id(9);
        let found = |rows: &[Warehouse], which: usize| {
            let all: Others = rows.iter().map(|row| (row.id, row.clone())).collect();
            effective_accounts(&organization, &all, &rows[which]).in_transit
        };
        assert_eq!(found(&rows, 1), id(1), "the way names none");
        rows[2].valuation_account_id = id(2);
        assert_eq!((found(&rows, 1), found(&rows, 0)), (id(2), id(1)));
        rows[1].in_transit_account_id = id(3);
        assert_eq!(found(&rows, 1), id(3), "its own comes first");
    }
}
