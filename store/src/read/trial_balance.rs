//! What every account has before and within the dates of a trial balance: from balances, and from lines only where
//! it is of some dimensions, which balances do not know.

use std::collections::BTreeMap;

use domain::ledger::trial_balance::Turnover;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Date};

use super::dimensions::DimensionFilter;
use crate::{Fault, Snapshot};

/// Sums are taken in two parts, above and below this, so that no sum of 64 bits overflows on the way.
const PART: i128 = 1_000_000_000;

/// Which balances count.
#[derive(Clone, Debug)]
pub struct TrialBalanceQuery {
    /// First day of the fiscal year of `from`.
    pub year_start: Date,
    /// First day of the movement.
    pub from: Date,
    /// Last day of the movement.
    pub to: Date,
    /// Whether the movement has both halves of void pairs.
    pub include_voided: bool,
    /// Whether the movement has the year-end closing.
    pub include_closing: bool,
    /// Which lines count.
    pub dimensions: DimensionFilter,
}

/// Where amounts come from: `$1` is the organization, `$2` the last day, `$3` the first of the year, `$4` the first of
/// the movement.
struct Source {
    date: &'static str,
    /// Whether it belongs to an opening entry.
    opening: &'static str,
    net: &'static str,
    debit: &'static str,
    credit: &'static str,
    /// From `from` to the last condition.
    rest: String,
}

/// The turnovers of all accounts that have any, in one pass in the order of the key.
///
/// # Errors
/// Where the database fails.
pub async fn turnovers(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &TrialBalanceQuery,
) -> Result<BTreeMap<AccountId, Turnover>, Fault> {
    let mut params =
        vec![Cell::Id(organization.0), query.to.to_cell(), query.year_start.to_cell(), query.from.to_cell()];
    let source = if query.dimensions.takes_all() { of_balances(query) } else { of_lines(query, &mut params) };
    let Source { date, opening, net, debit, credit, rest } = source;
    // Opening entries are no movement: what they carry over was there before, whatever day they are dated on.
    let moved = format!("{date} >= $4 and not {opening}");
    let sums: Vec<String> = [
        (net, format!("{date} < $3")),
        (net, format!("{date} >= $3 and ({date} < $4 or {opening})")),
        (debit, moved.clone()),
        (credit, moved),
    ]
    .into_iter()
    .flat_map(|(amount, dates)| {
        // Whole division and its remainder cut towards zero on both databases.
        let part = |what: String| format!("cast(coalesce(sum({what}) filter (where {dates}), 0) as bigint)");
        [part(format!("{amount} / {PART}")), part(format!("{amount} % {PART}"))]
    })
    .collect();
    let sql = format!("select account_id, {} {rest} group by account_id", sums.join(", "));
    let mut kinds = vec![CellKind::Id];
    kinds.extend([CellKind::Int; 8]);
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| turnover(cells)).collect()
}

fn of_balances(query: &TrialBalanceQuery) -> Source {
    let (debit, credit) = if query.include_voided {
        ("base_debit", "base_credit")
    } else {
        ("(base_debit - voided_debit)", "(base_credit - voided_credit)")
    };
    let closing = if query.include_closing { "" } else { " and (class <> 'closing' or date < $4)" };
    let rest = format!("from balances where organization_id = $1 and date <= $2{closing}");
    Source { date: "date", opening: "(class = 'opening')", net: "(base_debit - base_credit)", debit, credit, rest }
}

/// The same of lines with some dimensions: a mirror counts where its original counts, as in balances.
fn of_lines(query: &TrialBalanceQuery, params: &mut Vec<Cell>) -> Source {
    let (debit, credit) = if query.include_voided {
        ("base_debit", "base_credit")
    } else {
        (
            "(case when e.status = 'voided' or e.voids_entry_id is not null then 0 else base_debit end)",
            "(case when e.status = 'voided' or e.voids_entry_id is not null then 0 else base_credit end)",
        )
    };
    let closing = if query.include_closing {
        ""
    } else {
        " and (e.date < $4 or (e.entry_type <> 'closing' and not exists (\
           select 1 from entries as o where o.organization_id = $1 and o.id = e.voids_entry_id and o.entry_type = 'closing')))"
    };
    let dimensions = query.dimensions.condition("l.dimensions", params);
    let rest = format!(
        "from lines as l join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence and e.date <= $2 \
         where l.organization_id = $1{closing}{dimensions}"
    );
    let opening = "(e.entry_type = 'opening' or exists (select 1 from entries as o \
                   where o.organization_id = $1 and o.id = e.voids_entry_id and o.entry_type = 'opening'))";
    Source { date: "e.date", opening, net: "(base_debit - base_credit)", debit, credit, rest }
}

fn turnover(cells: &[Cell]) -> Result<(AccountId, Turnover), Fault> {
    let amount = |place: usize| -> Result<i128, Fault> {
        let at = |place: usize| i64::from_cell(cells.get(place).unwrap_or(&Cell::Null)).map(i128::from);
        Ok(at(place)? * PART + at(place + 1)?)
    };
    let turnover =
        Turnover { before_year: amount(1)?, earlier_in_year: amount(3)?, debit: amount(5)?, credit: amount(7)? };
    Ok((AccountId::from_cell(cells.first().unwrap_or(&Cell::Null))?, turnover))
}
