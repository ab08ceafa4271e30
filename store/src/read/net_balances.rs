//! What accounts move on a stretch of days, in the currencies of their lines.

use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellValue, Currency, Date};

use super::columns::{Sum, selected};
use super::conditions::one_of;
use crate::{Fault, Snapshot};

/// Accounts that are asked for together.
const AT_ONCE: usize = 500;

selected! {
    /// Debits less credits of an account in one currency.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Net() {
        account: AccountId = "account_id",
        currency: Currency = "currency",
        amount: i128 = Sum("debit - credit"),
    }
}

/// The movement of these accounts after a day, or from the beginning, up to another day.
pub async fn between(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    after: Option<Date>,
    to: Date,
) -> Result<Vec<Net>, Fault> {
    let selected = Net::selected();
    let mut found = Vec::new();
    for some in accounts.chunks(AT_ONCE) {
        let mut params = vec![Cell::Id(organization.0), to.to_cell()];
        let from = after.map(|day| {
            params.push(day.to_cell());
            " and date > $3"
        });
        let on_accounts = one_of("account_id", some, &mut params);
        let sql = format!(
            "select {} from balances where organization_id = $1 and {on_accounts} and date <= $2{} \
             group by account_id, currency",
            selected.text(),
            from.unwrap_or_default()
        );
        found.extend(selected.all(snapshot, &sql, &params).await?);
    }
    Ok(found)
}
