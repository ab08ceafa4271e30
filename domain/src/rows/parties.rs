//! Customers, suppliers and other parties that entries name.

use crate::value::id::{PartyId, PrincipalId};
use crate::value::{Currency, Instant};
use crate::{named_enum, rows};

named_enum! {
    /// The relation of a party to the organization.
    PartyKind {
        Customer = "customer",
        Supplier = "supplier",
        Other = "other",
    }
}

rows! {
    /// A party without its personal text.
    Party in "parties" (21 v 1, Books) key { id: PartyId } {
        code: Option<String>,
        /// Names of kinds separated by blanks, sorted.
        kinds: String,
        currency: Option<Currency>,
        /// Days until an invoice is due.
        payment_terms_days: Option<i64>,
        is_active: bool,
        external_id: Option<String>,
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// The personal text of a party: outside the hashed log, erasable.
    PartyName in "party_names" (22 v 1, Personal) key { party_id: PartyId } {
        /// Unique per organization.
        name: String,
        /// A JSON object in canonical text.
        contact: String,
    }
}
