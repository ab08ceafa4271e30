//! Journals and how far their series have come.

use crate::value::Instant;
use crate::value::id::{JournalId, PrincipalId};
use crate::{named_enum, rows};

named_enum! {
    /// The use of a journal.
    JournalType {
        General = "general",
        Sales = "sales",
        Purchase = "purchase",
        Cash = "cash",
        Bank = "bank",
        Stock = "stock",
        Opening = "opening",
        Closing = "closing",
    }

    /// When a number series starts again at 1.
    ResetPer {
        Year = "year",
        Month = "month",
        Never = "never",
    }
}

rows! {
    /// A journal (book) with its own gapless series.
    Journal in "journals" (23 v 1, Books) key { id: JournalId } {
        code: String,
        name: String,
        journal_type: JournalType,
        number_pattern: String,
        reset_per: ResetPer,
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// How far a journal's series has come in one year, month or ever.
    NumberSeries in "number_series" (24 v 1, Books) key {
        journal_id: JournalId,
        /// `2010`, `2010-12` or empty, as the journal resets.
        bucket: String,
    } {
        /// The last number given.
        last: i64,
    }
}
