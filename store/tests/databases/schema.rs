//! The schema of both databases equals the core's declarations.

use domain::rows::TableDef;
use domain::value::{Cell, CellKind};
use store::{Database, tables};

use crate::place::{Folder, Server, sqlite};

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

#[tokio::test]
async fn postgresql_has_the_columns_of_every_table() {
    let Some(place) = Server::make_database().await else { return };
    let sql = "select a.attname::text, upper(t.typname), \
           coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::bigint \
         from pg_attribute a join pg_type t on t.oid = a.atttypid \
         left join pg_index i on i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey::int2[]) \
         where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum";
    compare(&place.database, sql, |kind| match kind {
        CellKind::Int => "INT8",
        CellKind::Text => "TEXT",
        CellKind::Bytes => "BYTEA",
        CellKind::Id => "UUID",
    })
    .await;
    place.remove().await;
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
