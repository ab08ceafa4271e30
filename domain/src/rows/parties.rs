//! Customers, suppliers and other parties that entries name.

use crate::value::id::{PartyId, PrincipalId};
use crate::value::{Currency, Instant, text};
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
        /// Whether a line or document ever named it, or another party was merged into it.
        is_used: bool,
        /// The party that it is the same as; that one is merged into none.
        merged_into_id: Option<PartyId>,
        merge_reason: Option<String>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// The personal text of a party: outside the hashed log, erasable.
    PartyName in "party_names" (22 v 1, Personal) key { party_id: PartyId } {
        name: String,
        /// The name as it is compared; unique per organization.
        name_key: String,
        /// A JSON object in canonical text.
        contact: String,
    }
}

impl PartyName {
    /// The personal text of a party.
    #[must_use]
    pub fn new(party_id: PartyId, name: String, contact: String) -> Self {
        Self { party_id, name_key: text::folded(&name), name, contact }
    }
}
