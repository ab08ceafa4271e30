//! Which statements of a commit keep their plan, and which are planned for their values each time.
//!
//! Planning takes as long as running a statement with few rows. A plan that is kept may have been made while its
//! table was empty, when every index looks alike: it serves for ever only where there is nothing to choose.

use deadpool_postgres::Object;
use domain::rows::TableDef;

use crate::fault::Fault;

/// Tables with no index but their primary key that a look-up could use.
const ONE_INDEX: [&str; 13] = [
    "heads",
    "facts",
    "receipts",
    "number_series",
    "balances",
    "pool_movements",
    "pool_layers",
    "pool_checkpoints",
    "pool_days",
    "value_entries",
    "cost_shares",
    "stock_days",
    "reserved_goods",
];

/// Tables with more indexes in which only the primary key is unique, or the other unique columns never change: an
/// update frees no value that an insert could take, and they need no order.
const ONE_RULE: [&str; 8] = [
    "lines",
    "pools",
    "movement_lines",
    "pool_ties",
    "stock_levels",
    "received_lines",
    "consigned_lines",
    "transit_lines",
];

/// Tables without references, of which rows are updated and inserted in one commit: one statement writes both.
pub const REFERENCES_NOTHING: [&str; 2] = ["entries", "movements"];

/// Tables whose rows are written over, or deleted, without counting them: they were read behind the lock of the head
/// by the commit that changes them, or nobody committed since, and they are written whole. A post is then one
/// statement, and so is a movement of goods.
const FOUND_ALREADY: [&str; 16] = [
    "heads",
    "entries",
    "number_series",
    "balances",
    "movements",
    "pools",
    "pool_movements",
    "pool_layers",
    "pool_checkpoints",
    "pool_days",
    "stock_levels",
    "stock_days",
    "received_lines",
    "consigned_lines",
    "transit_lines",
    "reserved_goods",
];

/// Makes a connection one whose plans are kept until [`keep`] says otherwise in a transaction.
pub const KEPT: &str = "set plan_cache_mode = force_generic_plan";

/// Begins a transaction.
pub const BEGIN: &str = "begin isolation level read committed";

/// Whether rows of this table are found the same way regardless of its contents.
#[must_use]
pub fn is_kept(table: &TableDef) -> bool {
    ONE_INDEX.contains(&table.name)
}

/// Whether an update of this table may free a value that an insert takes: a code, a number.
#[must_use]
pub fn needs_order(table: &TableDef) -> bool {
    !ONE_INDEX.contains(&table.name) && !ONE_RULE.contains(&table.name)
}

/// Whether rows of this table are changed without counting the rows found.
#[must_use]
pub fn is_found(table: &TableDef) -> bool {
    FOUND_ALREADY.contains(&table.name)
}

/// From here on in this transaction plans are kept, or not.
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

    const SCHEMA: &str = include_str!("../../migrations/postgres/V1__foundation.sql");

    fn body(table: &str) -> &'static str {
        let begin = SCHEMA.find(&format!("create table {table} (")).expect("the table is there");
        &SCHEMA[begin..begin + SCHEMA[begin..].find(';').expect("it ends")]
    }

    fn indexes(table: &'static str) -> impl Iterator<Item = &'static str> {
        let is_of = move |statement: &&str| {
            statement.starts_with("create ")
                && statement.contains(&format!(" on {table} "))
                && statement.contains("index")
        };
        SCHEMA.split(';').map(str::trim).filter(is_of)
    }

    #[test]
    fn a_table_whose_plans_are_kept_has_its_primary_key_alone() {
        for table in ONE_INDEX {
            assert!(body(table).contains("primary key (") && !body(table).contains("unique"), "{table}");
            // No look-up of a commit uses the columns of the first two, and the last is for a word that stands in its
            // statement.
            let partial = [
                "create index facts_of_master_data",
                "create index facts_by_subject",
                "create index value_entries_of_allowance",
            ];
            let others = indexes(table).filter(|index| {
                !index.contains("using brin") && !partial.iter().any(|partial| index.contains(partial))
            });
            assert_eq!(others.count(), 0, "{table} has another index");
        }
    }

    #[test]
    fn a_table_that_needs_no_order_has_no_other_rule_of_what_may_not_be_twice() {
        for table in ONE_RULE {
            // The item, scope and tracked goods of a pool are its identity.
            assert!(table == "pools" || !body(table).contains("unique"), "{table}");
            assert!(indexes(table).all(|index| !index.starts_with("create unique")), "{table}");
        }
    }

    #[test]
    fn what_is_written_in_an_order_of_its_own_refers_to_no_other_row() {
        for table in REFERENCES_NOTHING {
            assert!(!body(table).contains("references"), "{table}");
        }
    }
}
