//! A warehouse as it is answered.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::rows::{
    BinsMode, CostingScope, NegativeStock, Organization, PickStrategy, Warehouse, WarehouseKind, WarehouseStatus,
};
use domain::stock::warehouses::effective::effective_accounts;
use domain::value::Cell;
use domain::value::id::{AccountId, OrganizationId, PrincipalId, WarehouseId};
use serde_json::Value;
use store::Snapshot;

use crate::http::output::{At, Id, Named, RawObject};
use crate::http::problem::Problem;

crate::output! {
    /// A warehouse. The `effective…` accounts are its own or inherited from its parents and the organization.
    pub struct WarehouseView {
        pub id: Id<WarehouseId>,
        pub code: String,
        pub name: String,
        pub description: Option<String>,
        pub kind: Named<WarehouseKind>,
        pub parent_id: Option<Id<WarehouseId>>,
        pub status: Named<WarehouseStatus>,
        pub is_default: bool,
        pub valuation_account_id: Option<Id<AccountId>>,
        pub cogs_account_id: Option<Id<AccountId>>,
        pub adjustment_account_id: Option<Id<AccountId>>,
        pub in_transit_account_id: Option<Id<AccountId>>,
        pub scrap_account_id: Option<Id<AccountId>>,
        pub effective_valuation_account_id: Option<Id<AccountId>>,
        pub effective_cogs_account_id: Option<Id<AccountId>>,
        pub effective_adjustment_account_id: Option<Id<AccountId>>,
        pub effective_in_transit_account_id: Option<Id<AccountId>>,
        pub effective_scrap_account_id: Option<Id<AccountId>>,
        pub costing_scope: Named<CostingScope>,
        pub negative_stock: Named<NegativeStock>,
        pub bins_mode: Named<BinsMode>,
        pub default_locations: RawObject,
        /// A warehouse of kind `inTransit`: if `inTransitAccountId` is null, goods that leave here by a two-step
        /// transfer are on its account (its `inTransitAccountId`, or else its `valuationAccountId`) until they arrive.
        pub in_transit_warehouse_id: Option<Id<WarehouseId>>,
        pub resupply_from: Vec<String>,
        pub pick_strategy: Named<PickStrategy>,
        pub timezone: Option<String>,
        pub address: Option<RawObject>,
        pub geo: Option<RawObject>,
        pub contact: Option<RawObject>,
        pub manager_user_id: Option<Id<PrincipalId>>,
        pub gln: Option<String>,
        pub external_refs: Vec<Value>,
        pub tags: Vec<String>,
        pub metadata: RawObject,
        /// Where to read its stock.
        pub stock_url: String,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

/// What warehouses take accounts from: everything above them and those through which goods go from there, each read once, and
/// the organization.
pub struct Above {
    others: BTreeMap<WarehouseId, Warehouse>,
    organization: Organization,
    base_url: Arc<str>,
}

impl Above {
    /// Reads what stands above these warehouses.
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
    /// The view of a warehouse under what stands above it.
    #[must_use]
    pub fn of(warehouse: Warehouse, above: &Above) -> Self {
        let effective = effective_accounts(&above.organization, &above.others, &warehouse);
        Self {
            effective_valuation_account_id: effective.valuation.map(Id),
            effective_cogs_account_id: effective.cogs.map(Id),
            effective_adjustment_account_id: effective.adjustment.map(Id),
            effective_in_transit_account_id: effective.in_transit.map(Id),
            effective_scrap_account_id: effective.scrap.map(Id),
            id: Id(warehouse.id),
            code: warehouse.code,
            name: warehouse.name,
            description: warehouse.description,
            kind: Named(warehouse.kind),
            parent_id: warehouse.parent_id.map(Id),
            status: Named(warehouse.status),
            is_default: warehouse.is_default,
            valuation_account_id: warehouse.valuation_account_id.map(Id),
            cogs_account_id: warehouse.cogs_account_id.map(Id),
            adjustment_account_id: warehouse.adjustment_account_id.map(Id),
            in_transit_account_id: warehouse.in_transit_account_id.map(Id),
            scrap_account_id: warehouse.scrap_account_id.map(Id),
            costing_scope: Named(warehouse.costing_scope),
            negative_stock: Named(warehouse.negative_stock),
            bins_mode: Named(warehouse.bins_mode),
            default_locations: RawObject(warehouse.default_locations),
            in_transit_warehouse_id: warehouse.in_transit_warehouse_id.map(Id),
            resupply_from: list(&warehouse.resupply_from),
            pick_strategy: Named(warehouse.pick_strategy),
            timezone: warehouse.timezone,
            address: warehouse.address.map(RawObject),
            geo: warehouse.geo.map(RawObject),
            contact: warehouse.contact.map(RawObject),
            manager_user_id: warehouse.manager_user_id.map(Id),
            gln: warehouse.gln,
            external_refs: list(&warehouse.external_refs),
            tags: list(&warehouse.tags),
            metadata: RawObject(warehouse.metadata),
            stock_url: format!("{}/api/v1/warehouses/{}/stock", above.base_url, warehouse.id),
            version: warehouse.version,
            created_at: At(warehouse.created_at),
            created_by: Id(warehouse.created_by),
            updated_at: At(warehouse.updated_at),
            updated_by: Id(warehouse.updated_by),
        }
    }
}

/// A stored list, which the core wrote as canonical JSON.
fn list<T: serde::de::DeserializeOwned>(stored: &str) -> Vec<T> {
    serde_json::from_str(stored).unwrap_or_default()
}
