//! The promises of closing: a closed year has no result left, and nothing was posted into a closed period.

use std::collections::BTreeMap;

use domain::model::Model;
use domain::rows::{
    Account, AccountType, Balance, Entry, EntryType, FiscalYear, FiscalYearChange, Period, PeriodChange, PeriodStatus,
};
use domain::value::Instant;

use super::rows;

/// Checks both.
///
/// # Panics
/// Where one does not hold.
pub fn check(model: &Model, entries: &[Entry]) {
    check_results(model);
    check_locks(model, entries);
}

fn check_results(model: &Model) {
    let results: Vec<_> = rows::<Account>(model)
        .into_iter()
        .filter(|account| matches!(account.account_type, AccountType::Revenue | AccountType::Expense))
        .map(|account| account.id)
        .collect();
    let balances: Vec<Balance> = rows(model);
    for year in rows::<FiscalYear>(model).iter().filter(|year| year.status == PeriodStatus::Closed) {
        let mut nets: BTreeMap<_, i64> = BTreeMap::new();
        let own = balances.iter().filter(|row| results.contains(&row.account_id));
        for row in own.filter(|row| row.date >= year.start_date && row.date <= year.end_date) {
            *nets.entry((row.account_id, row.currency)).or_default() += row.base_debit - row.base_credit;
        }
        assert!(nets.values().all(|net| *net == 0), "fiscal year {} is closed with a result: {nets:?}", year.name);
    }
}

/// Closing entries and their mirrors are the only ones that came into a closed period or year.
fn check_locks(model: &Model, entries: &[Entry]) {
    let periods: BTreeMap<_, Period> = rows(model).into_iter().map(|period: Period| (period.id, period)).collect();
    let of_periods: Vec<PeriodChange> = rows(model);
    let of_years: Vec<FiscalYearChange> = rows(model);
    let closings: Vec<_> =
        entries.iter().filter(|entry| entry.entry_type == EntryType::Closing).map(|entry| entry.id).collect();
    for entry in entries {
        let (Some(at), Some(period)) = (entry.posted_at, entry.period_id.and_then(|id| periods.get(&id))) else {
            continue;
        };
        if closings.contains(&entry.id) || entry.voids_entry_id.is_some_and(|id| closings.contains(&id)) {
            continue;
        }
        let last = |changes: &mut dyn Iterator<Item = (Instant, PeriodStatus)>| {
            changes.filter(|(when, _)| *when < at).max().map(|(_, status)| status)
        };
        let of_period = of_periods.iter().filter(|change| change.period_id == period.id);
        let of_year = of_years.iter().filter(|change| change.fiscal_year_id == period.fiscal_year_id);
        for status in [
            last(&mut of_period.map(|change| (change.at, change.to_status))),
            last(&mut of_year.map(|change| (change.at, change.to_status))),
        ] {
            assert_ne!(status, Some(PeriodStatus::Closed), "entry {} came into what was closed: {entry:?}", entry.id);
        }
    }
}
