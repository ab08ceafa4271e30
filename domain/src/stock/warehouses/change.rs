//! What a caller says about a warehouse: one set of fields for create and update, with merge rules.

use crate::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, Warehouse, WarehouseKind, WarehouseStatus};
use crate::value::id::{AccountId, PrincipalId, WarehouseId};
use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, TypedId, limits};

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can.
/// References are wire ids; objects and lists are JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarehouseChange {
    pub code: Option<String>,
    pub name: Option<String>,
    pub description: Patch<String>,
    pub kind: Option<WarehouseKind>,
    pub parent: Patch<String>,
    pub status: Option<WarehouseStatus>,
    pub is_default: Option<bool>,
    pub valuation_account: Patch<String>,
    pub cogs_account: Patch<String>,
    pub adjustment_account: Patch<String>,
    pub in_transit_account: Patch<String>,
    pub scrap_account: Patch<String>,
    pub costing_scope: Option<CostingScope>,
    pub negative_stock: Option<NegativeStock>,
    pub bins_mode: Option<BinsMode>,
    pub default_locations: Patch<Json>,
    pub in_transit_warehouse: Patch<String>,
    pub resupply_from: Patch<Vec<String>>,
    pub pick_strategy: Option<PickStrategy>,
    pub timezone: Patch<String>,
    pub address: Patch<Json>,
    pub geo: Patch<Json>,
    pub contact: Patch<Json>,
    pub manager_user: Patch<String>,
    pub gln: Patch<String>,
    pub external_refs: Patch<Json>,
    pub tags: Patch<Json>,
    pub metadata: Patch<Json>,
}

impl WarehouseChange {
    /// The warehouse with the change applied. Malformed references and oversized metadata become faults.
    pub(crate) fn apply(&self, warehouse: &mut Warehouse, faults: &mut Vec<Fault>) {
        if let Some(code) = &self.code {
            warehouse.code = code.to_ascii_uppercase();
        }
        set(&self.name, &mut warehouse.name);
        self.description.clone().apply(&mut warehouse.description);
        set(&self.kind, &mut warehouse.kind);
        set(&self.status, &mut warehouse.status);
        set(&self.is_default, &mut warehouse.is_default);
        set(&self.costing_scope, &mut warehouse.costing_scope);
        set(&self.negative_stock, &mut warehouse.negative_stock);
        set(&self.bins_mode, &mut warehouse.bins_mode);
        set(&self.pick_strategy, &mut warehouse.pick_strategy);
        self.timezone.clone().apply(&mut warehouse.timezone);
        self.gln.clone().apply(&mut warehouse.gln);

        refer::<WarehouseId>(&self.parent, &mut warehouse.parent_id, "/parentId", faults);
        refer::<AccountId>(&self.valuation_account, &mut warehouse.valuation_account_id, "/valuationAccountId", faults);
        refer::<AccountId>(&self.cogs_account, &mut warehouse.cogs_account_id, "/cogsAccountId", faults);
        refer::<AccountId>(
            &self.adjustment_account,
            &mut warehouse.adjustment_account_id,
            "/adjustmentAccountId",
            faults,
        );
        refer::<AccountId>(
            &self.in_transit_account,
            &mut warehouse.in_transit_account_id,
            "/inTransitAccountId",
            faults,
        );
        refer::<AccountId>(&self.scrap_account, &mut warehouse.scrap_account_id, "/scrapAccountId", faults);
        refer::<WarehouseId>(
            &self.in_transit_warehouse,
            &mut warehouse.in_transit_warehouse_id,
            "/inTransitWarehouseId",
            faults,
        );
        refer::<PrincipalId>(&self.manager_user, &mut warehouse.manager_user_id, "/managerUserId", faults);
        match &self.resupply_from {
            Patch::Absent => {}
            Patch::Null => warehouse.resupply_from = "[]".to_owned(),
            Patch::Set(ids) => {
                warehouse.resupply_from = Json::List(ids.iter().cloned().map(Json::Text).collect()).to_string();
            }
        }

        merge(&self.default_locations, &mut warehouse.default_locations, "{}");
        merge(&self.metadata, &mut warehouse.metadata, "{}");
        merge(&self.external_refs, &mut warehouse.external_refs, "[]");
        merge(&self.tags, &mut warehouse.tags, "[]");
        merge_optional(&self.address, &mut warehouse.address);
        merge_optional(&self.geo, &mut warehouse.geo);
        merge_optional(&self.contact, &mut warehouse.contact);
        for (pointer, text) in [
            ("/metadata", Some(&warehouse.metadata)),
            ("/address", warehouse.address.as_ref()),
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

fn set<T: Clone>(sent: &Option<T>, field: &mut T) {
    if let Some(value) = sent {
        *field = value.clone();
    }
}

/// Sets a reference; one that is malformed becomes a fault.
pub(crate) fn refer<T: TypedId>(sent: &Patch<String>, field: &mut Option<T>, pointer: &str, faults: &mut Vec<Fault>) {
    match sent {
        Patch::Absent => {}
        Patch::Null => *field = None,
        Patch::Set(text) => match T::parse(text) {
            Some(id) => *field = Some(id),
            None => faults.push(unknown(pointer, text)),
        },
    }
}

/// The fault of a reference that names nothing.
pub(crate) fn unknown(pointer: &str, text: &str) -> Fault {
    Fault::new(pointer, Code::UnknownReference, format!("there is no record with the id {text} here"))
}

/// Objects merge by key, all else replaces; null clears to what is empty.
fn merge(sent: &Patch<Json>, field: &mut String, empty: &str) {
    match sent {
        Patch::Absent => {}
        Patch::Null => *field = empty.to_owned(),
        Patch::Set(patch) => *field = stored(field).merge(patch).to_string(),
    }
}

fn merge_optional(sent: &Patch<Json>, field: &mut Option<String>) {
    match sent {
        Patch::Absent => {}
        Patch::Null => *field = None,
        Patch::Set(patch) => {
            let old = field.as_deref().map_or(Json::Null, stored);
            *field = Some(old.merge(patch).to_string());
        }
    }
}

/// Stored JSON is our own canonical text: a row whose JSON cannot be read is never loaded.
pub(super) fn stored(text: &str) -> Json {
    Json::parse(text).unwrap_or(Json::Null)
}
