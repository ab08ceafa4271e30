//! The accounts on which posted entries have lines: what a list shows of an entry, and what stands opposite a line.

use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellValue};

use super::columns::{Sum, selected};
use crate::{Fault, Snapshot, sql};

/// Entries that are asked for together.
const AT_ONCE: usize = 500;

selected! {
    /// An account of an entry.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct EntryAccount() {
        /// The entry, by its place in the series.
        sequence: i64 = SEQUENCE,
        account: AccountId = "account_id",
        /// The number of the first line on it.
        first_line: i64 = "min(line_number)",
        /// Debits less credits of all lines on it, in base currency.
        net: i128 = Sum("base_debit - base_credit"),
    }
}

/// A sign keeps SQLite from going through the index by account, all lines of the books, for the order of the groups.
const SEQUENCE: &str = "+entry_sequence";

/// The accounts of these entries, each once for each entry, in no order.
pub async fn of_entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<Vec<EntryAccount>, Fault> {
    let selected = EntryAccount::selected();
    let mut found = Vec::with_capacity(sequences.len() * 2);
    for some in sequences.chunks(AT_ONCE) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let sql = format!("select {} from lines {}", selected.text(), of(some.len()));
        found.extend(selected.all(snapshot, &sql, &params).await?);
    }
    Ok(found)
}

/// From `where` on, for this many entries.
pub(crate) fn of(entries: usize) -> String {
    let which = sql::list(2, entries);
    format!("where organization_id = $1 and entry_sequence in {which} group by {SEQUENCE}, account_id")
}
