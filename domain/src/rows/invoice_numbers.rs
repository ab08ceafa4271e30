//! Numbers of suppliers' invoices, each with the documents that carry it.

use crate::rows;
use crate::value::id::{EntryId, MovementId, PartyId};

rows! {
    /// A document in effect, or a draft, that carries a supplier's invoice number.
    InvoiceNumber in "invoice_numbers" (46 v 1, Books) key {
        party_id: PartyId,
        /// As it is compared: without invisible characters, in lower case.
        number: String,
        /// The id of the entry or movement.
        document_id: [u8; 16],
    } {
        entry_id: Option<EntryId>,
        movement_id: Option<MovementId>,
    }
}
