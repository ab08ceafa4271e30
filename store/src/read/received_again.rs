//! Changes to the amounts that returns took off "received, not invoiced", after they were posted.
//!
//! They share the price of a receipt's line in the order in which they went back. A return that is entered before
//! others, or voided, changes the rounding of the others, which is posted as adjustments of theirs.

use std::collections::BTreeMap;

use domain::costing::{Phase, Place};
use domain::value::id::{OrganizationId, PoolId};
use domain::value::{Cell, Date, Instant};

use super::columns::{Narrow, Pair, selected};
use super::known_goods::{GoodsThen, in_effect};
use super::value_entries;
use crate::{Fault, Snapshot};

/// A line of a receipt: the document's place in the log, and its number.
type ReceiptLine = (i64, i64);

/// The changes, by documents up to a day, to the amounts that returns took, by the line of the receipt.
pub(super) async fn of_receipts(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    as_of: Option<Date>,
    then: &GoodsThen,
) -> Result<BTreeMap<ReceiptLine, i128>, Fault> {
    let of = of_returns(snapshot, organization, as_of, then).await?;
    let places: Vec<(PoolId, Place)> = of.keys().copied().collect();
    let mut sums: BTreeMap<ReceiptLine, i128> = BTreeMap::new();
    for entry in value_entries::at(snapshot, organization, &places, then.seq).await? {
        let is_later = entry.cause_seq != entry.place.seq && as_of.is_none_or(|day| entry.date <= day);
        if is_later && let Some(line) = of.get(&(entry.pool_id, entry.place)) {
            *sums.entry(*line).or_default() += i128::from(entry.counter_amount());
        }
    }
    sums.retain(|_, sum| *sum != 0);
    Ok(sums)
}

/// Where returns stand that were in effect, with the line that they share with others.
async fn of_returns(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    as_of: Option<Date>,
    then: &GoodsThen,
) -> Result<BTreeMap<(PoolId, Place), ReceiptLine>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let in_effect = in_effect(then, as_of, &mut params);
    // A line with a row of its own is never given another share.
    let selected = PoolLine::selected();
    let sql = format!(
        "select {} from movements as m cross join movement_lines as x \
         where m.organization_id = $1 and m.kind = 'supplierReturn' and {in_effect} and x.organization_id = $1 \
           and x.movement_seq = m.seq and x.cleared_base is not null and x.pool_id is not null and exists (\
             select 1 from movement_lines as o where o.organization_id = $1 and o.of_seq = x.of_seq \
             and o.of_line = x.of_line and o.movement_seq <> x.movement_seq and o.quantity < 0)",
        selected.text()
    );
    let lines = selected.all(snapshot, &sql, &params).await?;
    Ok(lines.into_iter().map(|line| ((line.pool, line.place(Phase::Out)), line.of)).collect())
}

selected! {
    /// A line (`x`, of the document `m`) that moved goods of a pool, and is about another line.
    pub(super) struct PoolLine() {
        pool: PoolId = "x.pool_id",
        costed_at: Instant = "coalesce(m.costed_at, m.occurred_at)",
        seq: i64 = "m.seq",
        line: u32 = Narrow("x.line_number"),
        of: ReceiptLine = Pair("x.of_seq", "x.of_line"),
    }
}

impl PoolLine {
    /// Where it stands in the order of costs.
    pub fn place(&self, phase: Phase) -> Place {
        Place { at: self.costed_at, seq: self.seq, line: self.line, phase }
    }
}

/// Such changes as rows of cleared amounts. They are numbers from the database, and stand in the text.
pub(super) fn rows(reordered: &BTreeMap<ReceiptLine, i128>) -> String {
    let rows: Vec<String> =
        reordered.iter().map(|((seq, line), base)| format!("({seq}, {line}, 0, 0, 0, 0, {})", -base)).collect();
    if rows.is_empty() { String::new() } else { format!(" union all values {}", rows.join(", ")) }
}
