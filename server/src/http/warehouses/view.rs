//! A warehouse as it is answered.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::rows::{
    BinsMode, CostingScope, NegativeStock, Organization, PickStrategy, Warehouse, WarehouseKind, WarehouseStatus,
};
use domain::stock::warehouses::effective::{EffectiveAccounts, effective_accounts};
use domain::value::Cell;
use domain::value::id::{AccountId, OrganizationId, PrincipalId, WarehouseId};
use store::Snapshot;

use super::stored_locations::StoredLocations;
use crate::http::output::{At, Id, Named, OpenObject, RawObject};
use crate::http::problem::Problem;

crate::view! {
    /// A warehouse. The `effective…` accounts are its own or inherited from its parents and the organization.
    pub struct WarehouseView from (warehouse: Warehouse, effective: EffectiveAccounts, base_url: &str) {
        pub id: Id<WarehouseId>,
        pub code: String,
        pub name: String,
        pub description: Option<String>,
        pub kind: Named<WarehouseKind>,
        pub parent_id: Option<Id<WarehouseId>>,
        /// Whether it is not `inactive`; a `frozen` one is.
        pub is_active: bool => warehouse.status != WarehouseStatus::Inactive,
        pub status: Named<WarehouseStatus>,
        pub is_default: bool,
        pub valuation_account_id: Option<Id<AccountId>>,
        pub cogs_account_id: Option<Id<AccountId>>,
        pub adjustment_account_id: Option<Id<AccountId>>,
        pub in_transit_account_id: Option<Id<AccountId>>,
        pub scrap_account_id: Option<Id<AccountId>>,
        pub effective_valuation_account_id: Option<Id<AccountId>> => effective.valuation.map(Id),
        pub effective_cogs_account_id: Option<Id<AccountId>> => effective.cogs.map(Id),
        pub effective_adjustment_account_id: Option<Id<AccountId>> => effective.adjustment.map(Id),
        pub effective_in_transit_account_id: Option<Id<AccountId>> => effective.in_transit.map(Id),
        pub effective_scrap_account_id: Option<Id<AccountId>> => effective.scrap.map(Id),
        pub costing_scope: Named<CostingScope>,
        pub negative_stock: Named<NegativeStock>,
        pub bins_mode: Named<BinsMode>,
        pub default_locations: StoredLocations => StoredLocations(RawObject(warehouse.default_locations.clone())),
        /// A warehouse of kind `inTransit`: if `inTransitAccountId` is null, goods that leave here by a two-step
        /// transfer are on its account (its `inTransitAccountId`, or else its `valuationAccountId`) until they arrive.
        pub in_transit_warehouse_id: Option<Id<WarehouseId>>,
        pub resupply_from: Vec<String> => list(&warehouse.resupply_from),
        pub pick_strategy: Named<PickStrategy>,
        /// The best-before and expiry dates of its goods count in it; if null, in the organization's. Posting dates are
        /// always the organization's.
        pub timezone: Option<String>,
        pub address: Option<RawObject>,
        pub geo: Option<RawObject>,
        pub contact: Option<RawObject>,
        pub manager_user_id: Option<Id<PrincipalId>>,
        pub gln: Option<String>,
        pub external_refs: Vec<OpenObject> => list(&warehouse.external_refs).into_iter().map(OpenObject).collect(),
        pub tags: Vec<String> => list(&warehouse.tags),
        pub metadata: RawObject,
        /// Where to read its stock.
        pub stock_url: String => format!("{base_url}/api/v1/warehouses/{}/stock", warehouse.id),
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    WarehouseView {
        code: String => "Code",
        name: String => "Name",
        description: Option<String> => "Description",
        kind: Named<WarehouseKind> => "Kind",
        status: Named<WarehouseStatus> => "Status",
        parent_id: Option<Id<WarehouseId>> => "Parent" (code of warehouses),
        parent_id: Option<Id<WarehouseId>> => "Parent name" (name of warehouses),
        is_default: bool => "Default",
        costing_scope: Named<CostingScope> => "Costing scope",
        negative_stock: Named<NegativeStock> => "Negative stock",
        bins_mode: Named<BinsMode> => "Bins",
        pick_strategy: Named<PickStrategy> => "Picking",
        timezone: Option<String> => "Time zone",
        manager_user_id: Option<Id<PrincipalId>> => "Manager" (name of people),
        gln: Option<String> => "GLN",
        tags: Vec<String> => "Tags",
        is_active: bool => "Active",
        id: Id<WarehouseId> => "Id",
    }
}

/// The sources of a warehouse's accounts: everything above it and the warehouses through which goods go from there,
/// each read once, and the organization.
pub struct Above {
    others: BTreeMap<WarehouseId, Warehouse>,
    organization: Organization,
    base_url: Arc<str>,
}

impl Above {
    /// Reads everything above these warehouses.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        warehouses: &[Warehouse],
        base_url: &Arc<str>,
    ) -> Result<Self, Problem> {
        let own = Cell::Id(organization.0);
        let settings: Vec<Organization> =
            snapshot.rows("where organization_id = $1", std::slice::from_ref(&own)).await?;
        let settings = settings.into_iter().next().ok_or_else(|| Problem::lost("organizations", organization))?;
        let mut others: BTreeMap<WarehouseId, Warehouse> = BTreeMap::new();
        let named =
            |warehouse: &Warehouse| [warehouse.parent_id, warehouse.in_transit_warehouse_id].into_iter().flatten();
        let mut next: Vec<WarehouseId> = warehouses.iter().flat_map(named).collect();
        while let Some(id) = next.pop() {
            if others.contains_key(&id) {
                continue;
            }
            let rest = "where organization_id = $1 and id = $2";
            let found: Vec<Warehouse> = snapshot.rows(rest, &[own.clone(), Cell::Id(id.0)]).await?;
            next.extend(found.iter().flat_map(named));
            others.extend(found.into_iter().map(|parent| (parent.id, parent)));
        }
        Ok(Self { others, organization: settings, base_url: Arc::clone(base_url) })
    }
}

impl WarehouseView {
    /// The view of a warehouse with the values from above it.
    #[must_use]
    pub fn of(warehouse: Warehouse, above: &Above) -> Self {
        let effective = effective_accounts(&above.organization, &above.others, &warehouse);
        Self::shown(warehouse, effective, &above.base_url)
    }
}

/// A stored list, which the core wrote as canonical JSON.
fn list<T: serde::de::DeserializeOwned>(stored: &str) -> Vec<T> {
    serde_json::from_str(stored).unwrap_or_default()
}
