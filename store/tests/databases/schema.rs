//! The schema of both databases is what the core's declarations say.

use domain::book::TableDef;
use domain::value::{Cell, CellKind};
use store::{Database, tables};

use crate::place::{Folder, sqlite};

/// Name, kind and place in the primary key (0: none) of each column, in order.
type Found = Vec<(String, String, i64)>;

#[tokio::test]
async fn sqlite_has_the_columns_of_every_table() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    let sql = "select name, type, pk from pragma_table_info($1) order by cid";
    compare(&database, sql, |kind| match kind {
        CellKind::Int => "INTEGER",
        CellKind::Text => "TEXT",
        CellKind::Bytes | CellKind::Id => "BLOB",
    })
    .await;
}

async fn compare(database: &Database, sql: &str, type_of: fn(CellKind) -> &'static str) {
    let mut snapshot = database.snapshot().await.unwrap();
    for table in tables::ALL {
        let kinds = [CellKind::Text, CellKind::Text, CellKind::Int];
        let rows = snapshot.query(sql, &[Cell::Text(table.name.to_owned())], &kinds).await.unwrap();
        let found: Found = rows
            .into_iter()
            .map(|row| match row.as_slice() {
                [Cell::Text(name), Cell::Text(kind), Cell::Int(place)] => (name.clone(), kind.to_uppercase(), *place),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found, declared(table, type_of), "{}", table.name);
    }
}

fn declared(table: &TableDef, type_of: fn(CellKind) -> &'static str) -> Found {
    let organization = ("organization_id".to_owned(), type_of(CellKind::Id).to_owned(), 1);
    let columns = table.columns.iter().zip(2_i64..).enumerate().map(|(index, (column, place))| {
        (column.name.to_owned(), type_of(column.kind).to_owned(), if index < table.keys { place } else { 0 })
    });
    std::iter::once(organization).chain(columns).collect()
}
