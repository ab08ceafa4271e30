//! The organization as it is answered.

use domain::rows::{ControlChanges, LaterCostsTo, Organization, ReceiptsWithoutCost, VoidInClosedPeriod};
use domain::value::Decimal;
use domain::value::id::{AccountId, OrganizationId, PrincipalId};

use crate::http::output::{At, CurrencyCode, DecimalText, Id, Named, RawObject};

crate::output! {
    /// What one person must not do alone.
    pub struct SeparationOfDutiesView {
        /// Whether the preparer of an entry is barred from approving it.
        pub approver_not_preparer: bool,
        /// Whether the person who posted an entry is barred from voiding it.
        pub voider_not_poster: bool,
    }
}

crate::view! {
    /// An organization's settings.
    pub struct OrganizationView from (settings: Organization, id: OrganizationId) {
        pub id: Id<OrganizationId> => Id(id),
        pub name: String,
        /// The currency of the books; it never changes.
        pub base_currency: CurrencyCode,
        pub timezone: String,
        pub negative_stock: bool,
        pub separation_of_duties: SeparationOfDutiesView =>
            SeparationOfDutiesView {
                approver_not_preparer: settings.approver_not_preparer,
                voider_not_poster: settings.voider_not_poster,
            },
        /// How many people a change of approval policies, of the separation of duties or of this setting takes.
        pub control_changes: Named<ControlChanges>,
        /// How entries of a closed period are voided.
        pub void_in_closed_period: Named<VoidInClosedPeriod>,
        /// How receipts without a given cost are posted.
        pub receipts_without_cost: Named<ReceiptsWithoutCost>,
        /// Where the part of a later cost goes that no goods on hand keep.
        pub later_costs_to: Named<LaterCostsTo>,
        /// Whether posted counts are final: later changes to their past are adjusted back at the instant of the count.
        pub counts_hold: bool,
        /// The largest amount that a match can write off, in base currency; 0 allows no write-offs.
        pub write_off_tolerance: DecimalText =>
            DecimalText(Decimal::from_units(settings.write_off_tolerance, settings.base_currency.decimals())),
        pub valuation_account_id: Option<Id<AccountId>>,
        pub cogs_account_id: Option<Id<AccountId>>,
        pub adjustment_account_id: Option<Id<AccountId>>,
        pub in_transit_account_id: Option<Id<AccountId>>,
        pub scrap_account_id: Option<Id<AccountId>>,
        /// The account for exchange gains and losses; null is the only account of subtype `fxGainLoss`.
        pub fx_gain_loss_account_id: Option<Id<AccountId>>,
        /// Realised gains of exchange; null is `fxGainLossAccountId`.
        pub realised_gain_account_id: Option<Id<AccountId>>,
        /// Realised losses of exchange; null is `fxGainLossAccountId`.
        pub realised_loss_account_id: Option<Id<AccountId>>,
        /// Gains of revaluations; null is `fxGainLossAccountId`.
        pub unrealised_gain_account_id: Option<Id<AccountId>>,
        /// Losses of revaluations; null is `fxGainLossAccountId`.
        pub unrealised_loss_account_id: Option<Id<AccountId>>,
        /// The account for rounding differences; null is the only account of subtype `rounding`.
        pub rounding_account_id: Option<Id<AccountId>>,
        /// The number of days for which a rate is valid, counted from its first day.
        pub rate_max_age_days: i64,
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl OrganizationView {
    /// The view of stored settings.
    #[must_use]
    pub fn of(id: OrganizationId, settings: Organization) -> Self {
        Self::shown(settings, id)
    }
}
