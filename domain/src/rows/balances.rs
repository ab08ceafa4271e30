//! Balances of accounts by day, the one derived table of the ledger.

use crate::value::id::AccountId;
use crate::value::{Currency, Date};
use crate::{named_enum, rows};

named_enum! {
    /// The kind of entries that a balance row sums, so that reports can leave parts out.
    BalanceClass {
        Normal = "normal",
        Adjusting = "adjusting",
        Opening = "opening",
        Closing = "closing",
    }
}

rows! {
    /// The balance of one account on one day, in one currency and class.
    Balance in "balances" (30 v 1, Derived) key {
        account_id: AccountId,
        date: Date,
        currency: Currency,
        class: BalanceClass,
    } {
        /// In the row's currency.
        debit: i64,
        credit: i64,
        /// In base currency.
        base_debit: i64,
        base_credit: i64,
        /// The part of `base_debit` that belongs to void pairs, both halves.
        voided_debit: i64,
        voided_credit: i64,
        /// First and last entry sequence with a line here.
        first_seq: i64,
        last_seq: i64,
    }
}
