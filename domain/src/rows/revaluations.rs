//! Revaluations of foreign balances, and the result of each account.

use crate::rows;
use crate::rows::RateType;
use crate::value::id::{AccountId, EntryId, PrincipalId, RevaluationId};
use crate::value::{Currency, Date, Instant, Rate};

/// The owner type of the entries that a run posts.
pub(crate) const OWNER: &str = "revaluation";

rows! {
    /// One run. Never updated.
    Revaluation in "revaluations" (64 v 1, Books) key { id: RevaluationId } {
        date: Date,
        rate_type: RateType,
        /// The first day of the next standard period, from which the unrealised part is reversed.
        reversed_on: Date,
        /// Of the base amounts.
        base_currency: Currency,
        /// The entry of the unrealised gains and losses; `None` if there was nothing new.
        entry_id: Option<EntryId>,
        /// The entry that reverses it.
        reversal_entry_id: Option<EntryId>,
        /// The entry of the realised gains and losses; `None` if there was nothing.
        realised_entry_id: Option<EntryId>,
        created_at: Instant,
        created_by: PrincipalId,
    }

    /// The balance of one account in one currency, debits less credits, and the result of a run for it. Never updated.
    RevaluationItem in "revaluation_items" (65 v 1, Books) key {
        revaluation_id: RevaluationId,
        /// From 1, by code of the account and currency.
        item_number: i64,
    } {
        account_id: AccountId,
        currency: Currency,
        /// In that currency.
        balance: i64,
        /// `None` where nothing foreign was left.
        rate: Option<Rate>,
        /// In base currency, before the run.
        base_before: i64,
        /// The amount that is reversed on `reversed_on`.
        unrealised: i64,
        /// The amount added for good.
        realised: i64,
    }
}
