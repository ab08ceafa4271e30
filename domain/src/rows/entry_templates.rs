//! Templates of entries: lines to begin with.

use crate::rows;
use crate::value::Instant;
use crate::value::id::{EntryTemplateId, JournalId, PrincipalId};

rows! {
    /// What entries begin with that are written again and again.
    EntryTemplate in "entry_templates" (66 v 1, Books) key { id: EntryTemplateId } {
        /// Unique per organization.
        name: String,
        /// The description of the entries.
        description: String,
        /// The journal of the entries; `None` leaves it open.
        journal_id: Option<JournalId>,
        /// The encoded lines: they have no due dates, and may have no amounts.
        draft_lines: Vec<u8>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}
