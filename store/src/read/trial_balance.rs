//! What every account has before and within the dates of a trial balance: from balances, never from lines.

use std::collections::BTreeMap;

use domain::ledger::trial_balance::Turnover;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Date};

use crate::{Fault, Snapshot};

/// Sums are taken in two parts, above and below this, so that no sum of 64 bits overflows on the way.
const PART: i128 = 1_000_000_000;

/// Which balances count.
#[derive(Clone, Copy, Debug)]
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
    let (debit, credit) = if query.include_voided {
        ("base_debit", "base_credit")
    } else {
        ("(base_debit - voided_debit)", "(base_credit - voided_credit)")
    };
    let net = "(base_debit - base_credit)";
    // Opening entries are no movement: what they carry over was there before, whatever day they are dated on.
    let moved = "date >= $4 and class <> 'opening'";
    let sums: Vec<String> =
        [(net, "date < $3"), (net, "date >= $3 and (date < $4 or class = 'opening')"), (debit, moved), (credit, moved)]
            .into_iter()
            .flat_map(|(amount, dates)| {
                // Whole division and its remainder cut towards zero on both databases.
                let part = |what: String| format!("cast(coalesce(sum({what}) filter (where {dates}), 0) as bigint)");
                [part(format!("{amount} / {PART}")), part(format!("{amount} % {PART}"))]
            })
            .collect();
    let closing = if query.include_closing { "" } else { " and (class <> 'closing' or date < $4)" };
    let sql = format!(
        "select account_id, {} from balances where organization_id = $1 and date <= $2{closing} group by account_id",
        sums.join(", ")
    );
    let params = [Cell::Id(organization.0), query.to.to_cell(), query.year_start.to_cell(), query.from.to_cell()];
    let mut kinds = vec![CellKind::Id];
    kinds.extend([CellKind::Int; 8]);
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| turnover(cells)).collect()
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
