//! Journal entries and their lines.

use crate::value::id::{AccountId, EntryId, JournalId, PartyId, PeriodId, PoolId, PrincipalId};
use crate::value::{Currency, Date, Instant, Rate};
use crate::{named_enum, rows};

named_enum! {
    /// Where an entry stands.
    EntryStatus {
        Draft = "draft",
        PendingApproval = "pendingApproval",
        Posted = "posted",
        Voided = "voided",
    }

    /// The kind of an entry.
    EntryType {
        Standard = "standard",
        Opening = "opening",
        Closing = "closing",
        Adjusting = "adjusting",
        Void = "void",
        Reversal = "reversal",
        FxRevaluation = "fxRevaluation",
        FxRealised = "fxRealised",
        Stock = "stock",
        Import = "import",
    }
}

rows! {
    /// A journal entry's header.
    Entry in "entries" (28 v 1, Books) key { id: EntryId } {
        /// The journal's number; `None` while draft.
        number: Option<String>,
        /// Place in the organization's one gapless series; `None` while draft.
        sequence: Option<i64>,
        journal_id: JournalId,
        /// Accounting date.
        date: Date,
        /// Date on the paper.
        document_date: Option<Date>,
        /// Set by posting; a draft may name an adjustment period.
        period_id: Option<PeriodId>,
        status: EntryStatus,
        entry_type: EntryType,
        description: String,
        reference: Option<String>,
        /// Namespace of `external_id`; empty by default.
        source: String,
        external_id: Option<String>,
        /// The base currency: of the totals, and of the base amounts of lines.
        currency: Currency,
        /// The currency of lines that name none.
        transaction_currency: Currency,
        /// The rate of lines in that currency that name none; `None` takes the one in effect.
        exchange_rate: Option<Rate>,
        /// Sum of debits in base currency; for a draft the sum known so far.
        total_debit: i64,
        /// Sum of credits in base currency.
        total_credit: i64,
        line_count: i64,
        /// Defaults for the lines: a canonical JSON object, empty for none.
        dimensions: String,
        /// The encoded lines of a draft; empty once posted.
        draft_lines: Vec<u8>,
        reverses_entry_id: Option<EntryId>,
        reversed_by_entry_id: Option<EntryId>,
        /// The entry that this one replaces, or whose difference it is.
        corrects_entry_id: Option<EntryId>,
        corrected_by_entry_id: Option<EntryId>,
        /// Why a reversal or a correction was posted.
        reason: Option<String>,
        /// Whether it reverses or corrects an entry of a closed period.
        prior_period_adjustment: bool,
        /// The day on which it is reversed by itself, later than `date`. Cleared if that is cancelled; if both this and
        /// `reversed_by_entry_id` are set, that reversal is the scheduled one.
        auto_reverse_on: Option<Date>,
        voids_entry_id: Option<EntryId>,
        voided_by_entry_id: Option<EntryId>,
        void_reason: Option<String>,
        voided_at: Option<Instant>,
        voided_by: Option<PrincipalId>,
        /// The movement or run that made it.
        owner_type: Option<String>,
        owner_id: Option<String>,
        /// Wire ids of all who created, edited or submitted it as a draft, separated by blanks, in the order in which
        /// they did first; empty where it was posted at once.
        prepared_by: String,
        /// Wire ids of the persons whose service accounts did so, as they were then.
        key_owners: String,
        /// The submission that waits, or that was approved.
        submitted_at: Option<Instant>,
        submitted_by: Option<PrincipalId>,
        approved_at: Option<Instant>,
        approved_by: Option<PrincipalId>,
        /// The last rejection, if any.
        rejected_at: Option<Instant>,
        rejected_by: Option<PrincipalId>,
        rejection_reason: Option<String>,
        posted_at: Option<Instant>,
        posted_by: Option<PrincipalId>,
        metadata: String,
        /// SHA-256 over the fields that posting froze.
        hash: Option<Vec<u8>>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One line of a posted entry. Never updated, never deleted.
    Line in "lines" (29 v 1, Books) key {
        /// The entry's place in the organization's series, so that lines are appended.
        entry_sequence: i64,
        line_number: i64,
    } {
        account_id: AccountId,
        /// In the line's currency, minor units.
        debit: i64,
        credit: i64,
        currency: Currency,
        /// The rate at which the amount became base currency; `None` where it is in it, or nobody said.
        exchange_rate: Option<Rate>,
        /// In base currency, minor units.
        base_debit: i64,
        base_credit: i64,
        description: Option<String>,
        party_id: Option<PartyId>,
        due_date: Option<Date>,
        /// Dimension values by dimension code: a canonical JSON object, empty for none.
        dimensions: String,
        /// The goods whose value it moves, on an account of stock.
        pool_id: Option<PoolId>,
    }
}

/// Where an entry is, below `/api/v1`.
pub(crate) fn path(entry: &Entry) -> String {
    format!("/accounting/journal-entries/{}", entry.id)
}
