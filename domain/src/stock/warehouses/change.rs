//! What a caller says about a warehouse: one set of fields for create and update, with merge rules.

use crate::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, Warehouse, WarehouseKind, WarehouseStatus};
use crate::value::id::{AccountId, PrincipalId, WarehouseId};
use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, Sought, TypedId, limits};

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can.
/// Objects and lists are JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarehouseChange {
    pub code: Option<String>,
    pub name: Option<String>,
    pub description: Patch<String>,
    pub kind: Option<WarehouseKind>,
    pub parent: Patch<Sought<WarehouseId>>,
    pub status: Option<WarehouseStatus>,
    pub is_default: Option<bool>,
    pub valuation_account: Patch<Sought<AccountId>>,
    pub cogs_account: Patch<Sought<AccountId>>,
    pub adjustment_account: Patch<Sought<AccountId>>,
    pub in_transit_account: Patch<Sought<AccountId>>,
    pub scrap_account: Patch<Sought<AccountId>>,
    pub costing_scope: Option<CostingScope>,
    pub negative_stock: Option<NegativeStock>,
    pub bins_mode: Option<BinsMode>,
    pub default_locations: Patch<Json>,
    pub in_transit_warehouse: Patch<Sought<WarehouseId>>,
    pub resupply_from: Patch<Vec<Sought<WarehouseId>>>,
    pub pick_strategy: Option<PickStrategy>,
    pub timezone: Patch<String>,
    pub address: Patch<Json>,
    pub geo: Patch<Json>,
    pub contact: Patch<Json>,
    pub manager_user: Patch<Sought<PrincipalId>>,
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

        refer(&self.parent, &mut warehouse.parent_id, "/parentId", faults);
        refer(&self.valuation_account, &mut warehouse.valuation_account_id, "/valuationAccountId", faults);
        refer(&self.cogs_account, &mut warehouse.cogs_account_id, "/cogsAccountId", faults);
        refer(&self.adjustment_account, &mut warehouse.adjustment_account_id, "/adjustmentAccountId", faults);
        refer(&self.in_transit_account, &mut warehouse.in_transit_account_id, "/inTransitAccountId", faults);
        refer(&self.scrap_account, &mut warehouse.scrap_account_id, "/scrapAccountId", faults);
        refer(&self.in_transit_warehouse, &mut warehouse.in_transit_warehouse_id, "/inTransitWarehouseId", faults);
        refer(&self.manager_user, &mut warehouse.manager_user_id, "/managerUserId", faults);
        match &self.resupply_from {
            Patch::Absent => {}
            Patch::Null => warehouse.resupply_from = "[]".to_owned(),
            Patch::Set(ids) => {
                warehouse.resupply_from =
                    Json::List(ids.iter().map(|id| Json::Text(id.to_string())).collect()).to_string();
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
pub(crate) fn refer<T: TypedId>(
    sent: &Patch<Sought<T>>,
    field: &mut Option<T>,
    pointer: &str,
    faults: &mut Vec<Fault>,
) {
    match sent {
        Patch::Absent => {}
        Patch::Null => *field = None,
        Patch::Set(Sought::Id(id)) => *field = Some(*id),
        Patch::Set(Sought::Nothing(text)) => faults.push(unknown(pointer, text)),
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
