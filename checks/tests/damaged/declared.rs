//! Everything that a verification reads is declared: damage in a table or column without a declaration would go unseen.

use std::collections::BTreeMap;

use checks::journal::Ground;
use checks::server;

use crate::loose::Loose;

#[test]
fn every_table_and_column_of_the_database_is_declared_so_that_a_verification_reads_it() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let loose = Loose::open(ground.folder.path());
        let declared = store::tables::ALL.iter().chain(store::operational::TABLES);
        let declared: BTreeMap<&str, Vec<&str>> =
            declared.map(|table| (table.name, table.columns.iter().map(|column| column.name).collect())).collect();
        let tables = loose.tables();
        assert_eq!(tables.len(), declared.len());
        for table in tables {
            let columns = declared.get(table.as_str()).unwrap_or_else(|| panic!("{table} is not declared"));
            for column in loose.columns(&table) {
                // Whose a row is, the declarations leave out; the one row of a table is no column that is read.
                let is_implied = column == "organization_id" || column == "only_row";
                assert!(is_implied || columns.contains(&column.as_str()), "{table}.{column} is not declared");
            }
        }
    });
}
