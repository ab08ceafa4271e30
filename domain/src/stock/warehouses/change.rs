//! The input of a warehouse: one set of fields for create and update, with merge rules.

use crate::book::context::Context;
use crate::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, Warehouse, WarehouseKind, WarehouseStatus};
use crate::value::change::upper_case;
use crate::value::id::{AccountId, PrincipalId, WarehouseId};
use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, Sought, limits};

crate::change! {
    /// The fields that a caller sends. Objects and lists are JSON in the row.
    pub struct WarehouseChange of Warehouse {
        pub code: Option<String> => upper_case,
        pub name: Option<String>,
        pub description: Patch<String>,
        pub kind: Option<WarehouseKind> = WarehouseKind::Storage,
        pub parent_id: Patch<Sought<WarehouseId>>,
        pub status: Option<WarehouseStatus> = WarehouseStatus::Active,
        pub is_default: Option<bool>,
        pub valuation_account_id: Patch<Sought<AccountId>>,
        pub cogs_account_id: Patch<Sought<AccountId>>,
        pub adjustment_account_id: Patch<Sought<AccountId>>,
        pub in_transit_account_id: Patch<Sought<AccountId>>,
        pub scrap_account_id: Patch<Sought<AccountId>>,
        pub costing_scope: Option<CostingScope> = CostingScope::Warehouse,
        pub negative_stock: Option<NegativeStock> = NegativeStock::Inherit,
        pub bins_mode: Option<BinsMode> = BinsMode::None,
        pub default_locations: Patch<Json> = "{}",
        pub in_transit_warehouse_id: Patch<Sought<WarehouseId>>,
        pub resupply_from: Patch<Vec<Sought<WarehouseId>>> = "[]",
        pub pick_strategy: Option<PickStrategy> = PickStrategy::Fefo,
        pub timezone: Patch<String>,
        pub address: Patch<Json>,
        pub geo: Patch<Json>,
        pub contact: Patch<Json>,
        pub manager_user_id: Patch<Sought<PrincipalId>>,
        pub gln: Patch<String>,
        pub external_refs: Patch<Vec<Json>> = "[]",
        pub tags: Patch<Vec<String>> = "[]",
        pub metadata: Patch<Json> = "{}",
    }
    new(ctx: &Context) {
        id: ctx.ids.next(),
        past_scopes: Vec::new(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

impl WarehouseChange {
    /// The warehouse with the change applied. Malformed references and oversized metadata become faults.
    pub(crate) fn apply(&self, warehouse: &mut Warehouse, faults: &mut Vec<Fault>) {
        self.merge(warehouse, faults);
        for (pointer, text) in [
            ("/metadata", Some(&warehouse.metadata)),
            ("/address", warehouse.address.as_ref()),
            ("/geo", warehouse.geo.as_ref()),
            ("/contact", warehouse.contact.as_ref()),
            ("/externalRefs", Some(&warehouse.external_refs)),
            ("/tags", Some(&warehouse.tags)),
        ] {
            if text.is_some_and(|text| text.len() > limits::METADATA_BYTES) {
                let message =
                    format!("it would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
                faults.push(Fault::new(pointer, Code::LimitReached, message));
            }
        }
    }
}

/// Stored JSON is our own canonical text: a row whose JSON cannot be read is never loaded.
pub(super) fn stored(text: &str) -> Json {
    Json::parse(text).unwrap_or(Json::Null)
}
