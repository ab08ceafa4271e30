//! The accounts that a read names by one id: the account itself, and for a group all accounts below it.
//!
//! Nothing is posted on a group, so a read of the group alone would answer zeros.

use domain::rows::Account;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, Sought};
use store::Snapshot;

use crate::http::problem::Problem;

/// The account and, of a group, all below it, in the order of the chart. An id that is not in the chart stands for nothing.
#[must_use]
pub fn accounts_of(chart: &[Account], id: AccountId) -> Vec<AccountId> {
    let mut found: Vec<AccountId> = chart.iter().filter(|account| account.id == id).map(|account| account.id).collect();
    // The list grows while it is walked; a chart has no circles.
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(chart.iter().filter(|account| account.parent_id == Some(parent)).map(|account| account.id));
        next += 1;
    }
    found
}

/// The accounts that the parameter `accountId` names now.
///
/// # Errors
/// 400 if it names no account.
pub async fn named(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<AccountId>,
) -> Result<Vec<AccountId>, Problem> {
    let own = Cell::Id(organization.0);
    let asked = id.id().map_or([0; 16], |id| id.0);
    let found: Vec<Account> =
        snapshot.rows("where organization_id = $1 and id = $2", &[own.clone(), Cell::Id(asked)]).await?;
    match found.first() {
        Some(account) if !account.is_group => Ok(vec![account.id]),
        // Only of a group the chart tells more than the account.
        Some(_) => known_in(&snapshot.rows::<Account>("where organization_id = $1", &[own]).await?, id),
        None => known_in(&[], id),
    }
}

/// The accounts that the parameter `accountId` names in a chart.
///
/// # Errors
/// 400 if it names no account of it.
pub fn known_in(chart: &[Account], id: &Sought<AccountId>) -> Result<Vec<AccountId>, Problem> {
    let found = id.id().map(|id| accounts_of(chart, id)).unwrap_or_default();
    if found.is_empty() {
        Err(Problem::violation("accountId", "unknown_value", "does not refer to an account"))
    } else {
        Ok(found)
    }
}
