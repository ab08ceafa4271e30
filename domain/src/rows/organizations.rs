//! The organization and its settings.

use crate::rows::{Account, AccountSubtype};
use crate::value::id::{AccountId, PrincipalId};
use crate::value::{Currency, Instant};
use crate::{named_enum, rows};

rows! {
    /// An organization's settings. One row.
    Organization in "organizations" (1 v 1, Books) key {} {
        /// Shown on reports.
        name: String,
        /// The currency of the books; frozen at creation.
        base_currency: Currency,
        /// The IANA time zone of its days.
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
        /// How an entry of a closed period is voided.
        void_in_closed_period: VoidInClosedPeriod,
        /// How a receipt without a stated cost is posted.
        receipts_without_cost: ReceiptsWithoutCost,
        /// Where that part of a later cost goes which no goods keep.
        later_costs_to: LaterCostsTo,
        /// Whether a posted count holds: movements that change its past are adjusted back at its instant.
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
        /// Takes gains of exchange that were realised by a settlement or a match; `None` takes the account above.
        realised_gain_account_id: Option<AccountId>,
        /// Takes losses of exchange that were realised; `None` takes the account above.
        realised_loss_account_id: Option<AccountId>,
        /// Takes gains of revaluations, which are taken back; `None` takes the account above.
        unrealised_gain_account_id: Option<AccountId>,
        /// Takes losses of revaluations, which are taken back; `None` takes the account above.
        unrealised_loss_account_id: Option<AccountId>,
        /// Takes the rest of rounding; `None` takes the only account of subtype `rounding`.
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
}

impl Organization {
    /// The account as reports take it: one that is named for exchange is such, whatever its subtype.
    #[must_use]
    pub fn told(&self, account: Account) -> Account {
        match self.exchange_accounts().any(|named| named == account.id) {
            true => Account { subtype: Some(AccountSubtype::FxGainLoss), ..account },
            false => account,
        }
    }

    /// The accounts that are named for gains and losses of exchange.
    pub fn exchange_accounts(&self) -> impl Iterator<Item = AccountId> + use<> {
        let named = [
            self.fx_gain_loss_account_id,
            self.realised_gain_account_id,
            self.realised_loss_account_id,
            self.unrealised_gain_account_id,
            self.unrealised_loss_account_id,
        ];
        named.into_iter().flatten()
    }
}

named_enum! {
    /// How many it takes to change approval policies and the separation of duties.
    ControlChanges {
        /// A person who may make the change makes it alone.
        Alone = "alone",
        /// A person who may make it proposes it, and a second person approves it.
        SecondPerson = "secondPerson",
    }

    /// How an entry is voided if its period is closed to the caller.
    VoidInClosedPeriod {
        /// It is refused, and the reversal offered.
        Refuse = "refuse",
        /// The entry is reversed on the first open date.
        ReverseInFirstOpenPeriod = "reverseInFirstOpenPeriod",
    }

    /// How a receipt without a stated cost is posted.
    ReceiptsWithoutCost {
        /// It is refused.
        Refuse = "refuse",
        /// It is posted at a provisional cost, and the supplier's invoice settles the difference.
        Provisional = "provisional",
    }

    /// Where that part of a later cost goes which no goods on hand keep.
    LaterCostsTo {
        /// To the cost of sales of the item in the warehouse of its receipt.
        CostOfSales = "costOfSales",
        /// To the account of cost variances.
        Variance = "variance",
    }

    /// Whether something takes part in new work.
    ActiveState {
        Active = "active",
        Inactive = "inactive",
    }
}
