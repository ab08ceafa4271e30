//! The accounts that an organization names for what the books post by themselves.

use crate::named_enum;
use crate::rows::Organization;
use crate::value::id::AccountId;

named_enum! {
    /// The use of an account that the organization names.
    DefaultAccount {
        /// Holds the value of goods.
        Valuation = "valuation",
        /// Takes the cost of goods that were sold.
        CostOfSales = "cogs",
        /// The other side of adjustments and counts.
        Adjustment = "adjustment",
        /// Holds the value of goods between two warehouses.
        InTransit = "inTransit",
        /// Takes the cost of goods that were scrapped.
        Scrap = "scrap",
        /// Takes gains and losses of exchange.
        FxGainLoss = "fxGainLoss",
        /// Takes gains of exchange that were realised by a settlement or a match.
        RealisedGain = "realisedGain",
        /// Takes losses of exchange that were realised.
        RealisedLoss = "realisedLoss",
        /// Takes gains of revaluations, which are taken back.
        UnrealisedGain = "unrealisedGain",
        /// Takes losses of revaluations, which are taken back.
        UnrealisedLoss = "unrealisedLoss",
        /// Takes the rest of rounding.
        Rounding = "rounding",
    }
}

impl DefaultAccount {
    /// The field of the settings that names it.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::Valuation => "valuationAccountId",
            Self::CostOfSales => "cogsAccountId",
            Self::Adjustment => "adjustmentAccountId",
            Self::InTransit => "inTransitAccountId",
            Self::Scrap => "scrapAccountId",
            Self::FxGainLoss => "fxGainLossAccountId",
            Self::RealisedGain => "realisedGainAccountId",
            Self::RealisedLoss => "realisedLossAccountId",
            Self::UnrealisedGain => "unrealisedGainAccountId",
            Self::UnrealisedLoss => "unrealisedLossAccountId",
            Self::Rounding => "roundingAccountId",
        }
    }

    /// Names an account for this use.
    pub(crate) fn name_in(self, settings: &mut Organization, account: AccountId) {
        let named = match self {
            Self::Valuation => &mut settings.valuation_account_id,
            Self::CostOfSales => &mut settings.cogs_account_id,
            Self::Adjustment => &mut settings.adjustment_account_id,
            Self::InTransit => &mut settings.in_transit_account_id,
            Self::Scrap => &mut settings.scrap_account_id,
            Self::FxGainLoss => &mut settings.fx_gain_loss_account_id,
            Self::RealisedGain => &mut settings.realised_gain_account_id,
            Self::RealisedLoss => &mut settings.realised_loss_account_id,
            Self::UnrealisedGain => &mut settings.unrealised_gain_account_id,
            Self::UnrealisedLoss => &mut settings.unrealised_loss_account_id,
            Self::Rounding => &mut settings.rounding_account_id,
        };
        *named = Some(account);
    }
}
