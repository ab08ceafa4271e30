//! What accounts have in spans of days: the figures of statements.

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
///
/// # Errors
/// Where the database fails.
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

/// The same of one span by the dimensions of lines, as their canonical text.
///
/// # Errors
/// Where the database fails.
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
///
/// # Errors
/// Where the database fails.
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
