//! The figures of a trial balance: of every account, and of profit and loss in the years before.

use std::collections::BTreeMap;

use domain::ledger::reports::trial_balance::{Turnover, is_result};
use domain::rows::{Account, FiscalYear};
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Currency, Date};
use store::Snapshot;
use store::read::figures::{self, ResultOfYear};
use store::read::movements::Scope;
use store::read::trial_balance::{self as balances, InCurrency, TrialBalanceQuery};

use crate::http::problem::Problem;

pub(super) type ByCurrency = BTreeMap<Currency, BTreeMap<AccountId, InCurrency>>;

/// The figures read: in the currency of the report, and by currency on request.
pub(super) struct Figures {
    pub turnovers: BTreeMap<AccountId, Turnover>,
    /// On request.
    pub currencies: Option<ByCurrency>,
}

impl Figures {
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        asked: &TrialBalanceQuery,
        by_currency: bool,
    ) -> Result<Self, Problem> {
        let currencies = if by_currency || asked.scope.currency.is_some() {
            Some(balances::turnovers_by_currency(snapshot, organization, asked).await?)
        } else {
            None
        };
        let turnovers = match asked.scope.currency {
            Some(currency) => {
                let accounts = currencies.as_ref().and_then(|currencies| currencies.get(&currency));
                accounts.into_iter().flatten().map(|(account, both)| (*account, both.own)).collect()
            }
            None => balances::turnovers(snapshot, organization, asked).await?,
        };
        Ok(Self { turnovers, currencies: currencies.filter(|_| by_currency) })
    }
}

/// The years before that of the report, and what profit and loss came to in each.
pub(super) struct Earlier<'a> {
    pub years: Vec<&'a FiscalYear>,
    pub by_currency: BTreeMap<Currency, Vec<ResultOfYear>>,
}

impl<'a> Earlier<'a> {
    /// Where every year is closed, nothing is left in profit and loss, and no line is read.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        asked: &TrialBalanceQuery,
        chart: &[Account],
        years: &'a [FiscalYear],
        turnovers: &BTreeMap<AccountId, Turnover>,
    ) -> Result<Self, Problem> {
        let years: Vec<&FiscalYear> = years.iter().filter(|year| year.start_date < asked.year_start).collect();
        let left = |account: &&Account| {
            is_result(account.account_type) && turnovers.get(&account.id).is_some_and(|own| own.before_year != 0)
        };
        let accounts: Vec<AccountId> = chart.iter().filter(left).map(|account| account.id).collect();
        let by_currency = match asked.year_start.yesterday() {
            Ok(to) if !accounts.is_empty() => {
                let scope = Scope { to, ..asked.scope.clone() };
                let begins: Vec<Date> = years.iter().map(|year| year.start_date).collect();
                figures::results_by_year(snapshot, organization, &scope, &accounts, &begins).await?
            }
            Ok(_) | Err(_) => BTreeMap::new(),
        };
        Ok(Self { years, by_currency })
    }

    /// Of each year, in this currency, or in base currency.
    pub fn results(&self, currency: Option<Currency>) -> Vec<i128> {
        let mut results = vec![0; self.years.len()];
        for found in self.by_currency.values() {
            for (result, found) in results.iter_mut().zip(found) {
                *result += if currency.is_some() { found.own } else { found.base };
            }
        }
        results
    }
}
