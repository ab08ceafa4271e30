//! Fiscal years, their periods, and the history of both.

use crate::value::id::{EntryId, FiscalYearId, PeriodId, PrincipalId};
use crate::value::{Date, Instant};
use crate::{named_enum, rows};

named_enum! {
    /// Where a period or a year stands.
    PeriodStatus {
        Open = "open",
        SoftClosed = "softClosed",
        Closed = "closed",
    }

    /// Standard periods hold dates; adjustment periods are reached only by naming them.
    PeriodType {
        Standard = "standard",
        Adjustment = "adjustment",
    }
}

rows! {
    /// A fiscal year.
    FiscalYear in "fiscal_years" (25 v 1, Books) key { id: FiscalYearId } {
        name: String,
        start_date: Date,
        end_date: Date,
        status: PeriodStatus,
        /// The entry that moved the year's profit or loss into equity; `None` while the year is open, or where
        /// there was nothing to move.
        closing_entry_id: Option<EntryId>,
        /// Wire ids of the entries that moved the rest of it, separated by blanks: empty where one holds all lines.
        further_closing_entries: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A period of a fiscal year.
    Period in "periods" (26 v 1, Books) key { id: PeriodId } {
        fiscal_year_id: FiscalYearId,
        /// Order within the year, from 1.
        number: i64,
        name: String,
        start_date: Date,
        end_date: Date,
        period_type: PeriodType,
        status: PeriodStatus,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One change of a period's status. Never updated.
    PeriodChange in "period_changes" (27 v 1, Books) key {
        period_id: PeriodId,
        /// The period's version after the change.
        period_version: i64,
    } {
        at: Instant,
        by_principal: PrincipalId,
        from_status: PeriodStatus,
        to_status: PeriodStatus,
        reason: Option<String>,
    }

    /// One change of a fiscal year's status. Never updated.
    FiscalYearChange in "fiscal_year_changes" (50 v 1, Books) key {
        fiscal_year_id: FiscalYearId,
        /// The year's version after the change.
        year_version: i64,
    } {
        at: Instant,
        by_principal: PrincipalId,
        from_status: PeriodStatus,
        to_status: PeriodStatus,
        reason: Option<String>,
        /// The closing entry that the change posted, or voided.
        closing_entry_id: Option<EntryId>,
        /// Wire ids of the further ones, separated by blanks.
        further_closing_entries: String,
    }
}
