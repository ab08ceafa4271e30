//! What a location is for: the activities at it, and the uses that a warehouse names a default location for.

use crate::named_enum;

named_enum! {
    /// What a default location is used for; their names are the keys of the object.
    Use {
        /// Goods come of suppliers and of other warehouses.
        Receiving = "receiving",
        /// Goods leave for good.
        Shipping = "shipping",
        /// Goods come of a lot that is not available.
        Quarantine = "quarantine",
        /// Goods come back.
        Returns = "returns",
        /// Goods are made of goods.
        Production = "production",
    }
}

named_enum! {
    /// What may be done at a location.
    LocationActivity {
        Receiving = "receiving",
        Putaway = "putaway",
        Picking = "picking",
        Shipping = "shipping",
        Production = "production",
        Returns = "returns",
        Quarantine = "quarantine",
    }
}
