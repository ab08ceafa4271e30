//! The organization: its settings, its head and its log.

pub mod create_organization;
pub mod update_organization;

use crate::named_enum;
use crate::rows;
use crate::value::{
    Currency, Instant,
    id::{AccountId, PrincipalId},
};

rows! {
    /// An organization's settings. One row.
    Organization in "organizations" (1 v 1, Books) key {} {
        /// Shown on reports.
        name: String,
        /// The currency of the books; frozen at creation.
        base_currency: Currency,
        /// IANA time zone that decides what day it is.
        timezone: String,
        /// Whether stock may go below zero where a warehouse inherits.
        negative_stock: bool,
        /// Whether who prepared an entry may not approve it.
        approver_not_preparer: bool,
        /// Whether who posted an entry may not void it.
        voider_not_poster: bool,
        /// Whether one person changes policies and duties, or two.
        control_changes: ControlChanges,
        /// Since when it takes two; `None` where it takes one.
        second_person_since: Option<Instant>,
        /// What voiding an entry of a closed period does.
        void_in_closed_period: VoidInClosedPeriod,
        /// What posting a receipt does whose cost nobody said.
        receipts_without_cost: ReceiptsWithoutCost,
        /// Whether a posted count holds: what changes its past is adjusted back at its instant.
        counts_hold: bool,
        /// Most that a match may write off, in minor units of the base currency; 0 allows no write-off.
        write_off_tolerance: i64,
        /// Default accounts of warehouses; each a posting account in base currency.
        valuation_account_id: Option<AccountId>,
        /// Default cost of goods sold.
        cogs_account_id: Option<AccountId>,
        /// Default stock adjustments.
        adjustment_account_id: Option<AccountId>,
        /// Default goods in transit.
        in_transit_account_id: Option<AccountId>,
        /// Default scrap expense.
        scrap_account_id: Option<AccountId>,
        /// Takes gains and losses of exchange; `None` takes the only account of subtype `fxGainLoss`.
        fx_gain_loss_account_id: Option<AccountId>,
        /// Takes what rounding leaves over; `None` takes the only account of subtype `rounding`.
        rounding_account_id: Option<AccountId>,
        /// How many days a rate is good for, counted from the day from which it is valid.
        rate_max_age_days: i64,
        /// Client's own data, a JSON object in canonical text.
        metadata: String,
        /// Raised with every change.
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// The end of the log and the organization's own counters. One row, locked by every commit.
    Head in "heads" (2 v 1, Derived) key {} {
        /// Sequence of the last fact; 0 before the first.
        seq: i64,
        /// When it was written; the next one is later.
        at: Instant,
        /// Its hash; 32 zero bytes before the first.
        hash: [u8; 32],
        /// Sequence of the last posted entry.
        entry_sequence: i64,
    }

    /// One link of the log. Never updated, never deleted.
    FactRow in "facts" (3 v 1, Log) key {
        /// Gapless from 1.
        seq: i64,
    } {
        at: Instant,
        /// Who did it.
        actor: PrincipalId,
        /// The request that did it.
        request_id: String,
        /// `journalEntry.posted` and the like.
        kind: String,
        /// Version of the kind.
        version: i64,
        /// Wire id of what it is about.
        subject: String,
        /// Part of a payload that was split, from 1.
        part: i64,
        /// Of how many.
        parts: i64,
        /// The canonical bytes of the rows that it wrote.
        payload: Vec<u8>,
        previous_hash: [u8; 32],
        hash: [u8; 32],
    }

    /// What a request with an idempotency key was answered. Kept 7 days.
    Receipt in "receipts" (4 v 1, Receipt) key {
        /// First 16 bytes of SHA-256 over principal and key.
        key_hash: [u8; 16],
    } {
        /// SHA-256 of method, path, sorted query and body.
        fingerprint: [u8; 32],
        at: Instant,
        /// The encoded reply from which the same answer is rendered again.
        reply: Vec<u8>,
    }
}

named_enum! {
    /// How many it takes to change approval policies and the separation of duties.
    ControlChanges {
        /// Whoever may make the change makes it.
        Alone = "alone",
        /// Whoever may make it proposes it, and a second person approves it.
        SecondPerson = "secondPerson",
    }

    /// What voiding an entry does whose period is closed to the caller.
    VoidInClosedPeriod {
        /// It is refused, and the reversal offered.
        Refuse = "refuse",
        /// The entry is reversed on the first open date.
        ReverseInFirstOpenPeriod = "reverseInFirstOpenPeriod",
    }

    /// What posting a receipt does whose cost nobody said.
    ReceiptsWithoutCost {
        /// It is refused.
        Refuse = "refuse",
        /// It is posted at a provisional cost, and the supplier's invoice settles the difference.
        Provisional = "provisional",
    }

    /// Whether something takes part in new work.
    ActiveState {
        Active = "active",
        Inactive = "inactive",
    }
}
