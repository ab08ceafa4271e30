//! Matches: which lines of an account settle one another.

use crate::value::id::{AccountId, EntryId, MatchId, PartyId, PrincipalId};
use crate::value::{Currency, Date, Instant};
use crate::{named_enum, rows};

/// The owner type of the entries that a match posts.
pub const OWNER: &str = "match";

named_enum! {
    /// Where a match stands.
    MatchStatus {
        Active = "active",
        Undone = "undone",
    }

    /// How a match came about.
    MatchSource {
        /// Somebody made it, and may undo it.
        Manual = "manual",
        /// The void of an entry matched it with its mirror.
        Void = "void",
        /// The reversal of an entry matched it with the reversal; the void of the reversal undoes it.
        Reversal = "reversal",
        /// A correction that posted a difference set it off against what it corrects; its void undoes it.
        Correction = "correction",
    }
}

rows! {
    /// Lines of one account that settle one another.
    Match in "matches" (70 v 1, Books) key { id: MatchId } {
        account_id: AccountId,
        /// The party of all its lines; `None` where they have none, or several on an account that needs none.
        party_id: Option<PartyId>,
        /// The transaction currency of all its lines.
        currency: Currency,
        /// The day from which it counts: not before any of its lines, and that of the entries that it posted.
        date: Date,
        status: MatchStatus,
        source: MatchSource,
        /// Debits, and as much credits, in minor units of `currency`.
        amount: i64,
        description: Option<String>,
        /// The entry that wrote the difference off.
        write_off_entry_id: Option<EntryId>,
        /// The entry that realised a gain or loss of exchange.
        fx_entry_id: Option<EntryId>,
        /// The day from which it no longer counts. Its own day if it never counts, a later one if its posting was
        /// reversed because its period was closed.
        undone_on: Option<Date>,
        undone_at: Option<Instant>,
        undone_by: Option<PrincipalId>,
        undo_reason: Option<String>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// The amount that a match took of one line. Never updated.
    MatchItem in "match_items" (71 v 1, Books) key {
        match_id: MatchId,
        entry_sequence: i64,
        line_number: i64,
    } {
        /// The entry with that sequence.
        entry_id: EntryId,
        /// The matched part on the line's side, in minor units of the match's currency.
        debit: i64,
        credit: i64,
        /// The same in base currency.
        base_debit: i64,
        base_credit: i64,
    }

    /// How much of a line active matches took; only of lines that were ever matched.
    MatchedLine in "matched_lines" (72 v 1, Books) key {
        entry_sequence: i64,
        line_number: i64,
    } {
        /// The line's amount in its currency, whichever its side.
        amount: i64,
        base_amount: i64,
        /// From 0 to `amount`.
        matched: i64,
        /// From 0 to `base_amount`, and all of it where all of `amount` is matched.
        base_matched: i64,
    }
}
