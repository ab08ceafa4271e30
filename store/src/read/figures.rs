//! Balances in spans of days: the figures of statements.

use std::collections::BTreeMap;

use domain::ledger::reports::Figures;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date};

use super::movements::{Movements, Need, Scope};
use crate::{Fault, Snapshot};

/// The days of one column, and which entries count there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// `None` is from the beginning.
    pub from: Option<Date>,
    /// The last day.
    pub to: Date,
    pub entries: Entries,
}

/// Which entries count in a span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entries {
    All,
    /// All but the year-end closing.
    WithoutClosing,
    /// Neither opening nor closing.
    Flow,
    /// Opening entries alone.
    Opening,
}

/// Debit less credit in base currency of all accounts that have lines, in each span, in one pass.
pub async fn nets(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    scope: &Scope,
    spans: &[Span],
) -> Result<Figures, Fault> {
    let mut movements = Movements::new(snapshot, organization, scope, Need::Base).await?;
    spans.iter().for_each(|span| sum(&mut movements, span));
    let rows = movements.by(snapshot, &[("account_id", CellKind::Id)]).await?;
    rows.into_iter().map(|(group, sums)| Ok((AccountId::from_cell(first(&group))?, sums))).collect()
}

/// Debit less credit in base currency until the last day of the scope, of each account by the years that begin on these
/// days, in their order: before the first of them, then year by year. One sum takes the day into its year, where a sum
/// for each year would look at every day as often as there are years. Year-end closing on or after `without_closing_since`
/// is left out.
pub async fn nets_by_year(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    scope: &Scope,
    begins: &[Date],
    without_closing_since: Option<Date>,
) -> Result<Figures, Fault> {
    let mut movements = Movements::new(snapshot, organization, scope, Need::Base).await?;
    leave_out_closing(&mut movements, without_closing_since);
    movements.sum("debit - credit", "true");
    let year = year(&mut movements, begins);
    let mut found = Figures::new();
    for (group, sums) in movements.by(snapshot, &[("account_id", CellKind::Id), (&year, CellKind::Int)]).await? {
        add(&mut found, begins.len() + 1, &group[0], group.last(), &sums)?;
    }
    Ok(found)
}

/// The same by the currency of lines. A currency in which nothing is left in any year is no column.
pub async fn nets_by_currency_and_year(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    scope: &Scope,
    begins: &[Date],
    without_closing_since: Option<Date>,
) -> Result<BTreeMap<Currency, Figures>, Fault> {
    let mut movements = Movements::new(snapshot, organization, scope, Need::Base).await?;
    leave_out_closing(&mut movements, without_closing_since);
    movements.sum("debit - credit", "true");
    let year = year(&mut movements, begins);
    let groups = [("account_id", CellKind::Id), ("currency", CellKind::Text), (&*year, CellKind::Int)];
    let mut found: BTreeMap<Currency, Figures> = BTreeMap::new();
    for (group, sums) in movements.by(snapshot, &groups).await? {
        if sums.iter().any(|net| *net != 0) {
            let currency = Currency::from_cell(group.get(1).unwrap_or(&Cell::Null))?;
            add(found.entry(currency).or_default(), begins.len() + 1, &group[0], group.last(), &sums)?;
        }
    }
    Ok(found)
}

/// Debit less credit of these accounts until the last day of the scope, by currency and by the years that begin on these
/// days, in their order; in that currency and in base currency. Nothing is posted before the first year.
pub async fn results_by_year(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    scope: &Scope,
    accounts: &[AccountId],
    begins: &[Date],
) -> Result<BTreeMap<Currency, Vec<ResultOfYear>>, Fault> {
    let mut movements = Movements::new(snapshot, organization, scope, Need::OwnCurrency).await?;
    movements.only_accounts(accounts);
    movements.sum("own_debit - own_credit", "true");
    movements.sum("debit - credit", "true");
    let year = year(&mut movements, begins);
    let mut found: BTreeMap<Currency, Vec<ResultOfYear>> = BTreeMap::new();
    for (group, sums) in movements.by(snapshot, &[("currency", CellKind::Text), (&year, CellKind::Int)]).await? {
        let years =
            found.entry(Currency::from_cell(first(&group))?).or_insert_with(|| vec![Default::default(); begins.len()]);
        let year = usize::try_from(i64::from_cell(group.get(1).unwrap_or(&Cell::Null))?).unwrap_or_default();
        if let (Some(result), [own, base, ..]) = (year.checked_sub(1).and_then(|year| years.get_mut(year)), &*sums) {
            result.own += own;
            result.base += base;
        }
    }
    Ok(found)
}

fn leave_out_closing(movements: &mut Movements, since: Option<Date>) {
    if let Some(since) = since {
        let since = movements.bind(since.to_cell());
        movements.only(&format!("class <> 'closing' or date < {since}"));
    }
}

/// What accounts came to in a year, debit less credit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultOfYear {
    /// In the currency of the lines.
    pub own: i128,
    /// In base currency.
    pub base: i128,
}

/// The number of the year of a day; 0 before the first.
fn year(movements: &mut Movements, begins: &[Date]) -> String {
    let earlier =
        |(number, begin): (usize, &Date)| format!("when date < {} then {number} ", movements.bind(begin.to_cell()));
    let cases: String = begins.iter().enumerate().map(earlier).collect();
    if cases.is_empty() {
        "cast(0 as bigint)".to_owned()
    } else {
        format!("cast(case {cases}else {} end as bigint)", begins.len())
    }
}

fn add(figures: &mut Figures, years: usize, account: &Cell, year: Option<&Cell>, sums: &[i128]) -> Result<(), Fault> {
    let year = usize::try_from(i64::from_cell(year.unwrap_or(&Cell::Null))?).unwrap_or(usize::MAX);
    let of_account = figures.entry(AccountId::from_cell(account)?).or_insert_with(|| vec![0; years]);
    if let (Some(figure), Some(net)) = (of_account.get_mut(year), sums.first()) {
        *figure += net;
    }
    Ok(())
}

/// The same of one span by the dimensions of lines, as their canonical text.
pub async fn nets_by_dimensions(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    scope: &Scope,
    span: &Span,
) -> Result<BTreeMap<String, BTreeMap<AccountId, i128>>, Fault> {
    let mut movements = Movements::new(snapshot, organization, scope, Need::Dimensions).await?;
    sum(&mut movements, span);
    let rows = movements.by(snapshot, &[("account_id", CellKind::Id), ("dimensions", CellKind::Text)]).await?;
    let mut found: BTreeMap<String, BTreeMap<AccountId, i128>> = BTreeMap::new();
    for (group, sums) in rows {
        let dimensions = String::from_cell(group.get(1).unwrap_or(&Cell::Null))?;
        let net = sums.first().copied().unwrap_or_default();
        if net == 0 {
            continue;
        }
        found.entry(dimensions).or_default().insert(AccountId::from_cell(first(&group))?, net);
    }
    Ok(found)
}

/// The same of each span by the currency of lines, in base currency.
pub async fn nets_by_currency(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    scope: &Scope,
    spans: &[Span],
) -> Result<BTreeMap<Currency, Figures>, Fault> {
    let mut movements = Movements::new(snapshot, organization, scope, Need::Base).await?;
    spans.iter().for_each(|span| sum(&mut movements, span));
    let rows = movements.by(snapshot, &[("account_id", CellKind::Id), ("currency", CellKind::Text)]).await?;
    let mut found: BTreeMap<Currency, Figures> = BTreeMap::new();
    for (group, sums) in rows {
        let currency = Currency::from_cell(group.get(1).unwrap_or(&Cell::Null))?;
        // A currency in which nothing was moved on these days is no column.
        if sums.iter().any(|net| *net != 0) {
            found.entry(currency).or_default().insert(AccountId::from_cell(first(&group))?, sums);
        }
    }
    Ok(found)
}

fn sum(movements: &mut Movements, span: &Span) {
    let mut condition = format!("date <= {}", movements.bind(span.to.to_cell()));
    if let Some(from) = span.from {
        condition.push_str(&format!(" and date >= {}", movements.bind(from.to_cell())));
    }
    condition.push_str(match span.entries {
        Entries::All => "",
        Entries::WithoutClosing => " and class <> 'closing'",
        Entries::Flow => " and class <> 'closing' and class <> 'opening'",
        Entries::Opening => " and class = 'opening'",
    });
    movements.sum("debit - credit", &condition);
}

fn first(group: &[Cell]) -> &Cell {
    group.first().unwrap_or(&Cell::Null)
}
