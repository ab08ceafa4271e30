//! Warehouses.

use crate::value::Instant;
use crate::value::id::{AccountId, PrincipalId, WarehouseId};
use crate::{named_enum, rows};

named_enum! {
    /// The use of a warehouse.
    WarehouseKind {
        Storage = "storage",
        InTransit = "inTransit",
        Quarantine = "quarantine",
        /// Not ours: quantity only.
        ConsignmentIn = "consignmentIn",
        ConsignmentOut = "consignmentOut",
        ThirdParty = "thirdParty",
        /// Quantity at value 0.
        Scrap = "scrap",
    }

    /// Whether a warehouse takes movements.
    WarehouseStatus {
        Active = "active",
        /// A manual stop: only counts post.
        Frozen = "frozen",
        Inactive = "inactive",
    }

    /// Which stock shares its cost.
    CostingScope {
        Warehouse = "warehouse",
        Organization = "organization",
    }

    /// Whether stock may go below zero.
    NegativeStock {
        Inherit = "inherit",
        Deny = "deny",
        Allow = "allow",
    }

    /// Whether movements name bins.
    BinsMode {
        None = "none",
        Optional = "optional",
        Required = "required",
    }

    /// Which goods are picked first; never changes cost.
    PickStrategy {
        Fefo = "fefo",
        Fifo = "fifo",
        Lifo = "lifo",
        NearestBin = "nearestBin",
        Manual = "manual",
    }
}

impl CostingScope {
    /// There are two.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Warehouse => Self::Organization,
            Self::Organization => Self::Warehouse,
        }
    }
}

rows! {
    /// A warehouse. Objects and lists are JSON in canonical text.
    Warehouse in "warehouses" (40 v 1, Books) key { id: WarehouseId } {
        /// Stored in upper case, unique per organization.
        code: String,
        name: String,
        description: Option<String>,
        kind: WarehouseKind,
        parent_id: Option<WarehouseId>,
        status: WarehouseStatus,
        is_default: bool,
        /// Accounts: `None` inherits from the parent, then the organization.
        valuation_account_id: Option<AccountId>,
        cogs_account_id: Option<AccountId>,
        adjustment_account_id: Option<AccountId>,
        in_transit_account_id: Option<AccountId>,
        scrap_account_id: Option<AccountId>,
        costing_scope: CostingScope,
        /// Scopes that it had before, in canonical bytes (`past_scopes.rs`); empty for none.
        past_scopes: Vec<u8>,
        negative_stock: NegativeStock,
        bins_mode: BinsMode,
        /// Object: a location of this warehouse by its use (`default_locations::USES`).
        default_locations: String,
        in_transit_warehouse_id: Option<WarehouseId>,
        /// List of warehouse ids.
        resupply_from: String,
        pick_strategy: PickStrategy,
        timezone: Option<String>,
        address: Option<String>,
        geo: Option<String>,
        contact: Option<String>,
        manager_user_id: Option<PrincipalId>,
        gln: Option<String>,
        /// List of objects.
        external_refs: String,
        /// List of texts.
        tags: String,
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}
