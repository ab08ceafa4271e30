//! The figures of every account before and within the dates of a trial balance.

use std::collections::BTreeMap;

use domain::ledger::reports::trial_balance::Turnover;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date};

use super::movements::{Movements, Need, Scope};
use crate::{Fault, Snapshot};

/// Which movements count.
#[derive(Clone, Debug)]
pub struct TrialBalanceQuery {
    /// First day of the fiscal year of `from`.
    pub year_start: Date,
    /// First day of the movement.
    pub from: Date,
    /// First day of the books. Opening entries of that day are the opening of a report that begins with it; on any other
    /// day, a report opens with what it closed with on the day before.
    pub first_day: Option<Date>,
    /// The last day of the movement, and which lines count.
    pub scope: Scope,
    /// Whether the movement has both halves of void pairs.
    pub include_voided: bool,
    /// Whether the movement has the year-end closing.
    pub include_closing: bool,
}

/// The figures of an account in one currency, in that and in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InCurrency {
    pub own: Turnover,
    pub base: Turnover,
}

/// In base currency, the turnovers of all accounts that have any.
pub async fn turnovers(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &TrialBalanceQuery,
) -> Result<BTreeMap<AccountId, Turnover>, Fault> {
    let mut movements = Movements::new(snapshot, organization, &query.scope, Need::Base).await?;
    let dates = Dates::bind(&mut movements, query);
    dates.sum(&mut movements, ["debit", "credit", "voided"], query.include_voided);
    let rows = movements.by(snapshot, &[("account_id", CellKind::Id)]).await?;
    rows.iter().map(|(group, sums)| Ok((account(group)?, turnover(sums)))).collect()
}

/// The same by currency, in that and in base currency.
pub async fn turnovers_by_currency(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &TrialBalanceQuery,
) -> Result<BTreeMap<Currency, BTreeMap<AccountId, InCurrency>>, Fault> {
    let mut movements = Movements::new(snapshot, organization, &query.scope, Need::OwnCurrency).await?;
    let dates = Dates::bind(&mut movements, query);
    dates.sum(&mut movements, ["own_debit", "own_credit", "own_voided"], query.include_voided);
    dates.sum(&mut movements, ["debit", "credit", "voided"], query.include_voided);
    let rows = movements.by(snapshot, &[("account_id", CellKind::Id), ("currency", CellKind::Text)]).await?;
    let mut found: BTreeMap<Currency, BTreeMap<AccountId, InCurrency>> = BTreeMap::new();
    for (group, sums) in rows {
        let currency = Currency::from_cell(group.get(1).unwrap_or(&Cell::Null))?;
        let (own, base) = sums.split_at_checked(4).unwrap_or((&[], &[]));
        let both = InCurrency { own: turnover(own), base: turnover(base) };
        found.entry(currency).or_default().insert(account(&group)?, both);
    }
    Ok(found)
}

/// The conditions of the four sums.
struct Dates {
    before_year: String,
    earlier_in_year: String,
    moved: String,
}

impl Dates {
    fn bind(movements: &mut Movements, query: &TrialBalanceQuery) -> Self {
        let year_start = movements.bind(query.year_start.to_cell());
        let from = movements.bind(query.from.to_cell());
        if !query.include_closing {
            movements.only(&format!("class <> 'closing' or date < {from}"));
        }
        let opens = match query.first_day == Some(query.from) {
            true => format!("(date = {from} and class = 'opening')"),
            false => "false".to_owned(),
        };
        Self {
            before_year: format!("date < {year_start}"),
            earlier_in_year: format!("date >= {year_start} and (date < {from} or {opens})"),
            moved: format!("date >= {from} and not {opens}"),
        }
    }

    fn sum(&self, movements: &mut Movements, [debit, credit, voided]: [&str; 3], include_voided: bool) {
        let net = format!("{debit} - {credit}");
        let side = |side: &str| if include_voided { side.to_owned() } else { format!("{side} - {voided}") };
        movements.sum(&net, &self.before_year);
        movements.sum(&net, &self.earlier_in_year);
        movements.sum(&side(debit), &self.moved);
        movements.sum(&side(credit), &self.moved);
    }
}

fn account(group: &[Cell]) -> Result<AccountId, Fault> {
    Ok(AccountId::from_cell(group.first().unwrap_or(&Cell::Null))?)
}

fn turnover(sums: &[i128]) -> Turnover {
    let at = |place: usize| sums.get(place).copied().unwrap_or_default();
    Turnover { before_year: at(0), earlier_in_year: at(1), debit: at(2), credit: at(3) }
}
