//! Which statements of a commit keep their plan, and which are planned for their values each time.
//!
//! Planning takes as long as running a statement with few rows. A plan that is kept may have been made while its
//! table was empty, when every index looks alike: it serves for ever only where there is nothing to choose.

use deadpool_postgres::Object;
use domain::book::TableDef;

use crate::fault::Fault;

/// Tables with no index but their primary key that a look-up could use.
const ONE_INDEX: [&str; 5] = ["heads", "facts", "receipts", "number_series", "balances"];

/// Tables without references, of which rows are updated and inserted in one commit: one statement writes both.
pub const REFERENCES_NOTHING: [&str; 1] = ["entries"];

/// Tables whose rows are written over without looking for them once more: heads are locked, entries are read behind
/// that lock by the commit that changes them, and a series or a balance is written whole. A post is then one statement.
pub const FOUND_ALREADY: [&str; 4] = ["heads", "entries", "number_series", "balances"];

/// Makes a connection one whose plans are kept until [`keep`] says otherwise in a transaction.
pub const KEPT: &str = "set plan_cache_mode = force_generic_plan";

/// Begins a transaction.
pub const BEGIN: &str = "begin isolation level read committed";

/// Whether rows of this table are found the same way whatever the table holds.
#[must_use]
pub fn is_kept(table: &TableDef) -> bool {
    ONE_INDEX.contains(&table.name)
}

/// From here on in this transaction plans are kept, or not.
///
/// # Errors
/// Where the connection is lost.
pub async fn keep(client: &Object, is_kept: bool) -> Result<(), Fault> {
    let text = if is_kept {
        "set local plan_cache_mode = force_generic_plan"
    } else {
        "set local plan_cache_mode = force_custom_plan"
    };
    Ok(client.batch_execute(text).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_whose_plans_are_kept_has_its_primary_key_alone() {
        let schema = include_str!("../../migrations/postgres/V1__foundation.sql");
        for table in ONE_INDEX {
            let begin = schema.find(&format!("create table {table} (")).expect("the table is there");
            let body = &schema[begin..begin + schema[begin..].find(';').expect("it ends")];
            assert!(body.contains("primary key (") && !body.contains("unique"), "{table}");
            // No look-up of a commit names what the partial index is of.
            let others = schema.split(';').map(str::trim).filter(|statement| {
                let indexes = statement.contains(&format!(" on {table} ")) && statement.contains("create ");
                indexes && !statement.contains("using brin") && !statement.contains("create index facts_of_master_data")
            });
            assert_eq!(others.count(), 0, "{table} has another index");
        }
    }
}
