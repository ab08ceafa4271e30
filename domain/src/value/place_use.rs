//! The use of a location: the activities at it, and the uses for which a warehouse names a default location.

use crate::named_enum;

named_enum! {
    /// The use of a default location; the names are the keys of the object.
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
    /// The work that may be done at a location.
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
