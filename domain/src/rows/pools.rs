//! The rows of costing: pools, their movements, ties, layers and checkpoints, and the posted values.

use crate::costing::Place;
use crate::rows;
use crate::rows::{CostingMethod, LegKind};
use crate::value::id::{AccountId, ItemId, PoolId};
use crate::value::{Date, Instant};

rows! {
    /// The effect of a line on one pool.
    PoolMovement in "pool_movements" (102 v 1, Books) key {
        pool_id: PoolId,
        /// Where it stands in the order of all movements.
        place: Place,
    } {
        posting_date: Date,
        /// When goods moved, if not where it stands: it was costed prospectively.
        occurred_at: Option<Instant>,
        /// Its effect, in canonical bytes (`stored::encode_kind`).
        kind: Vec<u8>,
        /// The quantity that came, or below 0 the quantity that left.
        quantity: i64,
        /// A voided movement does nothing.
        is_voided: bool,
        /// The place in the log of its document.
        cause_seq: i64,
        /// Of a later cost: the share of each layer, in canonical bytes (`stored::encode_shares`); `None` for nothing.
        shares: Option<Vec<u8>>,
        /// By how much the goods that came from another pool, or that left, are written down.
        written_down: i64,
        /// The document's own posting for it, if that went from the account of the goods to one other account: a value
        /// entry that needs no row of its own. Never changed, as value entries are not.
        own_account_id: Option<AccountId>,
        /// The other account, which has the amount with the other sign.
        own_counter_account_id: Option<AccountId>,
        /// In base currency, a debit of the goods above 0.
        own_amount: Option<i64>,
        /// The journal entry that it is in; `None` where it nets to nothing there.
        own_entry_sequence: Option<i64>,
    }
}

rows! {
    /// One movement needs another one.
    PoolTie in "pool_ties" (103 v 1, Books) key {
        /// The one that is needed.
        source: Place,
        /// The one that needs it.
        place: Place,
    } {
        /// The pool of the one that is needed.
        source_pool_id: PoolId,
        /// The pool of the one that needs it.
        pool_id: PoolId,
        /// The reason: `value`, `share`, `layer`, `part`, `partInTransit` or `inTransit`.
        tie: String,
        /// How much of it, for a share.
        quantity: i64,
        is_voided: bool,
    }
}

rows! {
    /// An amount that was posted for a movement on one leg, or on that of the goods and its counter leg. Never updated,
    /// never deleted. The posting of the movement's own document is in the movement's row, if one row can hold all of
    /// it (`PoolMovement::own_entry`).
    ValueEntry in "value_entries" (104 v 1, Books) key {
        pool_id: PoolId,
        /// For which movement.
        place: Place,
        /// Place in the log of the document that caused it: the movement's own, or one that changed the past.
        cause_seq: i64,
        /// From 1, within movement and cause.
        number: i64,
    } {
        date: Date,
        leg: LegKind,
        /// Which movement's account, for `counterOf`.
        leg_of: Option<Place>,
        account_id: AccountId,
        /// For `stock`: the account of the counter leg, which has the same amount with the other sign. Most amounts go from
        /// one account to one other; where more legs share one, each has a row of its own.
        counter_account_id: Option<AccountId>,
        /// In base currency, a debit above 0.
        amount: i64,
        /// The journal entry that it is in; `None` where it nets to nothing there.
        entry_sequence: Option<i64>,
    }
}

rows! {
    /// What falls to each layer of a cost that came later, from one event on. Never updated, never deleted: whoever asks for
    /// what was known at an event finds the shares of then.
    CostShares in "cost_shares" (121 v 1, Books) key {
        pool_id: PoolId,
        /// Of which later cost.
        place: Place,
        /// Place in the log of the document that caused it: the cost's own, or one that changed the past.
        cause_seq: i64,
    } {
        /// From which posting date on.
        date: Date,
        /// As in `PoolMovement::shares`; `None` where nothing falls to the goods any more.
        shares: Option<Vec<u8>>,
    }
}

rows! {
    /// Goods that are valued together, with their present quantity and value.
    Pool in "pools" (105 v 1, Books) key { id: PoolId } {
        item_id: ItemId,
        /// The warehouse; zeros where all warehouses that share costs are one pool.
        scope_id: [u8; 16],
        /// The lot or serial, where each has its own cost; zeros otherwise.
        tracked_id: [u8; 16],
        /// How it was valued before its first movement.
        first_method: CostingMethod,
        first_account_id: AccountId,
        first_standard: Option<i64>,
        /// From where on it has all changes of its item's method and standard cost; before the first of its goods, which
        /// were valued as its first movement found them (`goods/past/earlier_pools.rs`).
        begins_at: Place,
        /// Its last movement; `None` where it has none.
        last_place: Option<Place>,
        /// Movements since the last checkpoint.
        since_checkpoint: i64,
        method: CostingMethod,
        account_id: AccountId,
        /// Minor units × 10^6 for one base unit.
        standard: Option<i64>,
        /// How many of the smallest quantity a base unit has.
        per_unit: i64,
        /// The stock on hand, less the goods owed.
        quantity: i64,
        /// Its value in the books.
        value: i64,
        /// Its extended value: whole minor units, and millionths (0 to 999,999).
        x_whole: i64,
        x_millionths: i64,
        /// The latest cost: so much value for so much quantity.
        last_cost_value: Option<i64>,
        last_cost_quantity: Option<i64>,
        /// By how much it is written down in the books: the allowance against it, 0 or more.
        written_down: i64,
        /// The same as an extended value: whole minor units, and millionths (0 to 999,999).
        allowance_whole: i64,
        allowance_millionths: i64,
    }
}

rows! {
    /// The rest of one receipt, or the goods that one issue owes.
    PoolLayer in "pool_layers" (106 v 1, Books) key {
        pool_id: PoolId,
        is_owed: bool,
        /// The movement that made it.
        place: Place,
    } {
        quantity: i64,
        x_whole: i64,
        x_millionths: i64,
    }
}

rows! {
    /// A pool as it was after a movement, from which a replay begins.
    PoolCheckpoint in "pool_checkpoints" (107 v 1, Books) key {
        pool_id: PoolId,
        place: Place,
    } {
        /// In canonical bytes (`stored::encode_state`).
        state: Vec<u8>,
    }
}

rows! {
    /// By how much the value of one pool changed on one account on one day, by posting date.
    PoolDay in "pool_days" (110 v 1, Books) key {
        pool_id: PoolId,
        account_id: AccountId,
        date: Date,
    } {
        value: i64,
    }
}

impl ValueEntry {
    /// The amount on the movement's own other account, in minor units; 0 if it has no leg there.
    #[must_use]
    pub fn counter_amount(&self) -> i64 {
        match (self.leg, self.counter_account_id) {
            (LegKind::Counter, _) => self.amount,
            (_, Some(_)) => -self.amount,
            (_, None) => 0,
        }
    }
}

impl PoolMovement {
    /// The document's own posting for it, if it is stored in its row: the first of its value entries.
    #[must_use]
    pub fn own_entry(&self) -> Option<ValueEntry> {
        Some(ValueEntry {
            pool_id: self.pool_id,
            place: self.place,
            cause_seq: self.cause_seq,
            number: 0,
            date: self.posting_date,
            leg: LegKind::Stock,
            leg_of: None,
            account_id: self.own_account_id?,
            counter_account_id: self.own_counter_account_id,
            amount: self.own_amount?,
            entry_sequence: self.own_entry_sequence,
        })
    }

    /// When goods moved.
    pub(crate) fn moved_at(&self) -> Instant {
        self.occurred_at.unwrap_or(self.place.at)
    }
}
