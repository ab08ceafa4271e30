//! Entries that come again, and their days.

use crate::named_enum;
use crate::rows;
use crate::rows::EntryType;
use crate::value::id::{EntryId, JournalId, PrincipalId, RecurringEntryId};
use crate::value::{Currency, Date, Instant, Rate};

named_enum! {
    /// The kind of document that a recurring entry makes on its days.
    RecurringOutcome {
        /// A draft, for somebody to look at and post.
        Draft = "draft",
        /// A posted entry.
        Posted = "posted",
    }

    /// What the amounts of a recurring entry are.
    RecurringAmounts {
        /// Those of each entry.
        Each = "each",
        /// Those of all entries together: each day takes a part of them, the last what is left.
        Total = "total",
    }

    /// The outcome of one day of a recurring entry.
    OccurrenceStatus {
        /// Nothing yet: its day is to come, or it waits for its run.
        Due = "due",
        /// Its entry was made.
        Made = "made",
        /// Somebody left it out.
        Skipped = "skipped",
    }
}

rows! {
    /// An entry that comes again: a template and the rule of its days.
    RecurringEntry in "recurring_entries" (60 v 1, Books) key { id: RecurringEntryId } {
        name: String,
        /// The rule as it was written (RFC 5545, section 3.3.10). The days that it gives are rows of their own, so
        /// that no later reading of the rule moves them.
        rule: String,
        /// The day from which the rule counts.
        start_date: Date,
        outcome: RecurringOutcome,
        amounts: RecurringAmounts,
        /// Whether its days run by themselves.
        is_active: bool,
        journal_id: JournalId,
        entry_type: EntryType,
        /// May hold `{year}`, `{month}` and `{day}` of the occurrence.
        description: String,
        reference: Option<String>,
        /// The currency of lines that name none.
        transaction_currency: Currency,
        /// The rate of lines in that currency that name none; `None` takes the one in effect on each day.
        exchange_rate: Option<Rate>,
        /// Defaults for the lines, canonical `code=value` pairs.
        dimensions: String,
        /// The encoded lines; a due date moves with the occurrence.
        draft_lines: Vec<u8>,
        metadata: String,
        /// All who wrote or changed it, wire ids separated by blanks: they prepared each entry that it makes.
        prepared_by: String,
        /// Who answered then for the service accounts among them.
        key_owners: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One day of a recurring entry.
    Occurrence in "occurrences" (61 v 1, Books) key {
        recurring_entry_id: RecurringEntryId,
        date: Date,
    } {
        status: OccurrenceStatus,
        /// The entry that was made.
        entry_id: Option<EntryId>,
        /// Why the last run failed; it is tried again.
        problem: Option<String>,
    }
}
