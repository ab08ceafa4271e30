//! A revaluation as it is answered.

use domain::rows::{RateType, Revaluation, RevaluationItem};
use domain::value::Decimal;
use domain::value::id::{AccountId, EntryId, PrincipalId, RevaluationId};

use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RateText};

crate::output! {
    /// One account's balance in one currency, debits less credits, and the amount that the run added.
    pub struct RevaluationItemView {
        pub account_id: Id<AccountId>,
        pub currency: CurrencyCode,
        /// In that currency.
        pub balance: DecimalText,
        /// Null if no foreign balance was left.
        pub exchange_rate: Option<RateText>,
        /// In base currency, before and after the run.
        pub base_before: DecimalText,
        pub base_after: DecimalText,
        /// The amount added and reversed on `reversedOn`.
        pub unrealised: DecimalText,
        /// The amount added permanently.
        pub realised: DecimalText,
    }

    /// A run. It never changes: run it again to post the differences since.
    pub struct RevaluationView {
        pub id: Id<RevaluationId>,
        pub date: Day,
        pub rate_type: Named<RateType>,
        /// The first day of the next period, on which the unrealised part is reversed.
        pub reversed_on: Day,
        pub base_currency: CurrencyCode,
        /// The entry with the unrealised gains and losses; null if there was nothing new.
        pub entry_id: Option<Id<EntryId>>,
        /// The entry that reverses it.
        pub reversal_entry_id: Option<Id<EntryId>>,
        /// The entry with the realised gains and losses; null if there were none.
        pub realised_entry_id: Option<Id<EntryId>>,
        /// By code of the account and currency.
        pub items: Vec<RevaluationItemView>,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
    }
}

impl RevaluationView {
    /// The view of a run with its stored items, in order.
    #[must_use]
    pub fn of(run: Revaluation, items: Vec<RevaluationItem>) -> Self {
        let base = run.base_currency.decimals();
        let in_base = |units: i64| DecimalText(Decimal::from_units(units, base));
        let item = |item: RevaluationItem| {
            let after = [item.base_before, item.unrealised, item.realised].map(i128::from).iter().sum();
            RevaluationItemView {
                account_id: Id(item.account_id),
                currency: CurrencyCode(item.currency),
                balance: DecimalText(Decimal::from_units(item.balance, item.currency.decimals())),
                exchange_rate: item.rate.map(RateText),
                base_before: in_base(item.base_before),
                base_after: DecimalText(Decimal { unscaled: after, scale: base }),
                unrealised: in_base(item.unrealised),
                realised: in_base(item.realised),
            }
        };
        Self {
            id: Id(run.id),
            date: Day(run.date),
            rate_type: Named(run.rate_type),
            reversed_on: Day(run.reversed_on),
            base_currency: CurrencyCode(run.base_currency),
            entry_id: run.entry_id.map(Id),
            reversal_entry_id: run.reversal_entry_id.map(Id),
            realised_entry_id: run.realised_entry_id.map(Id),
            items: items.into_iter().map(item).collect(),
            created_at: At(run.created_at),
            created_by: Id(run.created_by),
        }
    }
}
