//! What stands before a request where it would change it: balances of accounts, and stock.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::{Changes, Key};
use domain::rows::{Account, Balance, Row, Side, StockLevel};
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Currency, Date};
use store::read::{by_id, net_balances};
use store::{Fault, Snapshot};

use super::desk;

/// An account on one day, in one currency.
pub type BalanceKey = (AccountId, Date, Currency);

/// The state that a request would change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Before {
    /// The accounts of changed balances.
    pub accounts: BTreeMap<AccountId, ChangedAccount>,
    /// Debits less credits at the end of the day, before and after.
    pub balances: BTreeMap<BalanceKey, (i128, i128)>,
    /// The quantities in changed places, where anything was.
    pub stock: BTreeMap<<StockLevel as Row>::Key, i64>,
}

/// An account of which a balance would change, with the name that it would have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedAccount {
    /// `None` for those who may not read it.
    pub code: Option<String>,
    /// As the code.
    pub name: Option<String>,
    /// Its normal side.
    pub side: Side,
}

impl Before {
    /// Reads what stands before these changes.
    pub async fn read(snapshot: &mut Snapshot, organization: OrganizationId, changes: &Changes) -> Result<Self, Fault> {
        let balances: Vec<Balance> = rows(changes)?;
        let ids: BTreeSet<AccountId> = balances.iter().map(|balance| balance.account_id).collect();
        let mut accounts: Vec<Account> = by_id::rows(snapshot, organization, ids.iter().copied()).await?;
        accounts.extend(rows::<Account>(changes)?.into_iter().filter(|account| ids.contains(&account.id)));
        let ids: Vec<AccountId> = ids.into_iter().collect();
        let changed = |account: Account| {
            let side = account.normal_balance;
            (account.id, ChangedAccount { code: Some(account.code), name: Some(account.name), side })
        };
        Ok(Self {
            accounts: accounts.into_iter().map(changed).collect(),
            balances: of_balances(snapshot, organization, &ids, &balances).await?,
            stock: of_stock(snapshot, organization, changes).await?,
        })
    }
}

/// The balances before and after, day by day: each stretch between two days is read once.
async fn of_balances(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    changed: &[Balance],
) -> Result<BTreeMap<BalanceKey, (i128, i128)>, Fault> {
    let key = |row: &Balance| Key::Balance(row.account_id, row.date, row.currency, row.class);
    let keys: Vec<Key> = changed.iter().map(key).collect();
    let stored = snapshot.load(organization, &desk::queries(&keys)).await?;
    let net = |row: &Balance| i128::from(row.debit) - i128::from(row.credit);
    let mut by_day: BTreeMap<Date, BTreeMap<(AccountId, Currency), i128>> = BTreeMap::new();
    for (row, stored) in changed.iter().zip(stored) {
        let stored = stored.first().map(|cells| Balance::from_cells(cells)).transpose()?;
        let change = net(row) - stored.as_ref().map_or(0, net);
        *by_day.entry(row.date).or_default().entry((row.account_id, row.currency)).or_default() += change;
    }
    let mut found = BTreeMap::new();
    let mut standing: BTreeMap<(AccountId, Currency), (i128, i128)> = BTreeMap::new();
    let mut last = None;
    for (day, changes) in by_day {
        for moved in net_balances::between(snapshot, organization, accounts, last, day).await? {
            let (before, after) = standing.entry((moved.account, moved.currency)).or_default();
            *before += moved.amount;
            *after += moved.amount;
        }
        for ((account, currency), change) in changes {
            let both = standing.entry((account, currency)).or_default();
            both.1 += change;
            found.insert((account, day, currency), *both);
        }
        last = Some(day);
    }
    Ok(found)
}

async fn of_stock(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    changes: &Changes,
) -> Result<BTreeMap<<StockLevel as Row>::Key, i64>, Fault> {
    let levels: Vec<StockLevel> = rows(changes)?;
    let key =
        |row: &StockLevel| Key::StockLevel(row.item_id, row.warehouse_id, row.location_id, row.lot_id, row.serial_id);
    let keys: Vec<Key> = levels.iter().map(key).collect();
    let mut found = BTreeMap::new();
    for cells in snapshot.load(organization, &desk::queries(&keys)).await?.into_iter().flatten() {
        let level = StockLevel::from_cells(&cells)?;
        found.insert(level.key(), level.quantity);
    }
    Ok(found)
}

/// The rows of a table that would be made or changed.
fn rows<R: Row>(changes: &Changes) -> Result<Vec<R>, Fault> {
    let own = changes.tables.iter().filter(|table| table.table == R::table());
    let written = own.flat_map(|table| table.inserts.iter().chain(&table.updates));
    written.map(|cells| R::from_cells(cells).map_err(Fault::from)).collect()
}
