//! The totals of open lines on an account, compared with its balance.

use std::collections::BTreeMap;

use domain::rows::AccountSubtype;
use domain::value::id::AccountId;
use domain::value::{CellKind, CellValue, Date};
use store::Snapshot;
use store::read::movements::{Movements, Need, Scope};

use crate::http::output::{DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::reports::frame::{Frame, LAST_DAY};

crate::output! {
    /// The sum of the open lines on an account, next to its balance.
    pub struct TiedAccount {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        /// The open amount, in base currency, positive on the account's usual side.
        pub open: DecimalText,
        /// The account's balance at the end of the same day, on the same side.
        pub balance: DecimalText,
        /// The part of the balance that is not open: entries not made by movements, or exchange adjustments.
        pub difference: DecimalText,
    }
}

/// The usual side of the compared balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsualSide {
    Debit,
    Credit,
}

/// Each account with open lines, and those of a subtype, with the open total and the balance, by code. `open` is
/// positive on the usual side.
pub async fn tied(
    snapshot: &mut Snapshot,
    frame: &Frame,
    as_of: Option<Date>,
    mut open: BTreeMap<AccountId, i128>,
    subtype: Option<AccountSubtype>,
    side: UsualSide,
) -> Result<Vec<TiedAccount>, Problem> {
    let to = as_of.unwrap_or(LAST_DAY);
    let scope = Scope { to, dimensions: Default::default(), currency: None, known: frame.books.entries() };
    let mut movements = Movements::new(snapshot, frame.organization, &scope, Need::Base).await?;
    let amount = match side {
        UsualSide::Debit => "debit - credit",
        UsualSide::Credit => "credit - debit",
    };
    movements.sum(amount, "1 = 1");
    let mut balances: BTreeMap<AccountId, i128> = BTreeMap::new();
    for (group, sums) in movements.by(snapshot, &[("account_id", CellKind::Id)]).await? {
        if let (Some(id), Some(sum)) = (group.first(), sums.first()) {
            let id = AccountId::from_cell(id).map_err(|bad| Problem::damaged(&bad))?;
            *balances.entry(id).or_default() += *sum;
        }
    }
    let mut found = Vec::new();
    for account in frame.books.chart(snapshot).await? {
        let is_asked = open.contains_key(&account.id) || (subtype.is_some() && account.subtype == subtype);
        if !is_asked {
            continue;
        }
        let open = open.remove(&account.id).unwrap_or(0);
        let balance = balances.get(&account.id).copied().unwrap_or(0);
        found.push(TiedAccount {
            account_id: Id(account.id),
            code: account.code,
            name: account.name,
            open: frame.amount(open),
            balance: frame.amount(balance),
            difference: frame.amount(balance - open),
        });
    }
    Ok(found)
}
