//! The input of settings.

use domain::commands::organization::update::UpdateOrganization;
use domain::rows::{ControlChanges, LaterCostsTo, ReceiptsWithoutCost, VoidInClosedPeriod};
use domain::value::id::AccountId;
use domain::value::{Patch, Sought};

use crate::http::input::{Amount, Change, IntoCore, JsonObject, Name, Whole};
use crate::http::warehouses::wire::Zone;

crate::input! {
    /// What one person must not do alone: absent fields stay.
    pub struct SeparationOfDutiesPatch {
        /// Whether the preparer of an entry is barred from approving it.
        pub approver_not_preparer: Change<bool>,
        /// Whether the person who posted an entry is barred from voiding it.
        pub voider_not_poster: Change<bool>,
    }

    /// A change of the settings: absent fields stay, null clears, metadata merges by key.
    pub struct OrganizationPatch keeping ["id", "baseCurrency"] ignoring [
        "version", "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        pub name: Change<Name<120>> = "Lovelace & Co",
        /// The IANA time zone that decides what day it is.
        pub timezone: Change<Zone> = "Europe/London",
        /// Whether stock can go below zero in warehouses that inherit this setting.
        pub negative_stock: Change<bool>,
        /// What one person must not do alone.
        pub separation_of_duties: Change<SeparationOfDutiesPatch>,
        /// How many people a change of approval policies, of the separation of duties or of this setting takes: `alone`
        /// (the default), or `secondPerson`: one person proposes the change and another approves it.
        pub control_changes: Change<ControlChanges>,
        /// How to void an entry of a closed period: `refuse` or `reverseInFirstOpenPeriod`.
        pub void_in_closed_period: Change<VoidInClosedPeriod>,
        /// How to post a receipt without a given cost: `refuse` (the default) or `provisional`.
        pub receipts_without_cost: Change<ReceiptsWithoutCost>,
        /// Where to post the part of a later cost (freight, a price difference) that no goods on hand keep: `variance` (the
        /// default) or `costOfSales`, the account of the item in the warehouse of the receipt. Posted documents keep theirs.
        pub later_costs_to: Change<LaterCostsTo>,
        /// Whether posted counts are final: if a movement is later posted or voided as of an instant before the count,
        /// the same commit adjusts the goods back to the counted quantity. Off by default.
        pub counts_hold: Change<bool>,
        /// The largest amount that a match can write off, in base currency; 0 (the default) allows no write-offs.
        pub write_off_tolerance: Change<Amount> = "1.00",
        /// Default accounts of the warehouses.
        pub valuation_account_id: Patch<Sought<AccountId>>,
        pub cogs_account_id: Patch<Sought<AccountId>>,
        pub adjustment_account_id: Patch<Sought<AccountId>>,
        pub in_transit_account_id: Patch<Sought<AccountId>>,
        pub scrap_account_id: Patch<Sought<AccountId>>,
        /// The account for exchange gains and losses; null is the only account of subtype `fxGainLoss`.
        pub fx_gain_loss_account_id: Patch<Sought<AccountId>>,
        /// Realised gains of exchange; null is `fxGainLossAccountId`.
        pub realised_gain_account_id: Patch<Sought<AccountId>>,
        /// Realised losses of exchange; null is `fxGainLossAccountId`.
        pub realised_loss_account_id: Patch<Sought<AccountId>>,
        /// Gains of revaluations; null is `fxGainLossAccountId`.
        pub unrealised_gain_account_id: Patch<Sought<AccountId>>,
        /// Losses of revaluations; null is `fxGainLossAccountId`.
        pub unrealised_loss_account_id: Patch<Sought<AccountId>>,
        /// The account for rounding differences; null is the only account of subtype `rounding`.
        pub rounding_account_id: Patch<Sought<AccountId>>,
        /// The number of days for which a rate is valid, 0 to 366; 7 by default.
        pub rate_max_age_days: Change<Whole<0, 366>>,
        /// Your own data, at most 16 KB.
        pub metadata: Patch<JsonObject>,
    }
}

impl OrganizationPatch {
    /// The core's command.
    pub fn command(self) -> UpdateOrganization {
        let duties = self.separation_of_duties.set();
        let (approver_not_preparer, voider_not_poster) = match duties {
            Some(duties) => (duties.approver_not_preparer.set(), duties.voider_not_poster.set()),
            None => (None, None),
        };
        UpdateOrganization {
            if_match: None,
            name: self.name.set().map(|name| name.0),
            timezone: self.timezone.set().map(|zone| zone.0),
            negative_stock: self.negative_stock.set(),
            approver_not_preparer,
            voider_not_poster,
            control_changes: self.control_changes.set(),
            void_in_closed_period: self.void_in_closed_period.set(),
            receipts_without_cost: self.receipts_without_cost.set(),
            later_costs_to: self.later_costs_to.set(),
            counts_hold: self.counts_hold.set(),
            write_off_tolerance: self.write_off_tolerance.set().map(|amount| amount.0),
            valuation_account_id: self.valuation_account_id,
            cogs_account_id: self.cogs_account_id,
            adjustment_account_id: self.adjustment_account_id,
            in_transit_account_id: self.in_transit_account_id,
            scrap_account_id: self.scrap_account_id,
            fx_gain_loss_account_id: self.fx_gain_loss_account_id,
            realised_gain_account_id: self.realised_gain_account_id,
            realised_loss_account_id: self.realised_loss_account_id,
            unrealised_gain_account_id: self.unrealised_gain_account_id,
            unrealised_loss_account_id: self.unrealised_loss_account_id,
            rounding_account_id: self.rounding_account_id,
            accounts_by_code: Vec::new(),
            rate_max_age_days: self.rate_max_age_days.set().map(|days| days.0),
            metadata: self.metadata.map(JsonObject::into_core),
        }
    }
}
