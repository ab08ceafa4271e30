//! Balances while the days pass, by account and commodity.

use std::collections::BTreeMap;

use domain::value::Decimal;

use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::exact;

/// Balances by account and commodity.
#[derive(Clone, Debug, Default)]
pub(super) struct Running(BTreeMap<String, BTreeMap<String, Decimal>>);

/// Nothing.
pub(super) const ZERO: Decimal = Decimal { unscaled: 0, scale: 0 };

impl Running {
    pub(super) fn add(&mut self, account: &str, amount: &PlainAmount) {
        let own = self.0.entry(account.to_owned()).or_default();
        let balance = own.entry(amount.commodity.clone()).or_insert(ZERO);
        // What is out of range is refused where the entry is weighed.
        *balance = exact::add(*balance, amount.number).unwrap_or(*balance);
    }

    /// The balances of an account and of those below it.
    pub(super) fn clone_of(&self, account: &str) -> Self {
        let below = self.0.range(format!("{account}:")..format!("{account};"));
        let own = self.0.get_key_value(account).into_iter();
        Self(own.chain(below).map(|(path, balances)| (path.clone(), balances.clone())).collect())
    }

    /// The balance of an account, with those below where they count.
    pub(super) fn of(&self, account: &str, commodity: &str, includes_below: bool) -> Decimal {
        self.all(account, includes_below).get(commodity).copied().unwrap_or(ZERO)
    }

    /// The balances of an account in every commodity.
    pub(super) fn all(&self, account: &str, includes_below: bool) -> BTreeMap<String, Decimal> {
        let mut sums = self.0.get(account).cloned().unwrap_or_default();
        if includes_below {
            // A semicolon follows the colon: the accounts below stand between them.
            for balances in self.0.range(format!("{account}:")..format!("{account};")).map(|(_, own)| own) {
                for (commodity, number) in balances {
                    let sum = sums.entry(commodity.clone()).or_insert(ZERO);
                    *sum = exact::add(*sum, *number).unwrap_or(*sum);
                }
            }
        }
        sums
    }
}
