//! The faults that SQLite finds in a file, and their tables.

use rusqlite::Connection;

use crate::fault::Fault;

/// SQLite's message for a page without its sum.
const NO_SUM: &str = "error code=8202";

/// The faults of a file, foreign keys included, each a sentence that names its table if it is in one; empty if the file
/// is sound.
pub fn check(connection: &Connection) -> Result<Vec<String>, Fault> {
    match lines(connection, "pragma integrity_check(20)") {
        Ok(found) if found.is_empty() => match orphans(connection) {
            Err(Fault::Damaged(why)) => Ok(vec![why]),
            checked => checked,
        },
        // It tells the root of the tree at most: each table alone has its name.
        Ok(found) => by_table(connection, found),
        Err(Fault::Damaged(why)) => by_table(connection, vec![why]),
        Err(fault) => Err(fault),
    }
}

/// Checks one table after the other; `found` is the message about the whole file.
fn by_table(connection: &Connection, found: Vec<String>) -> Result<Vec<String>, Fault> {
    let trees = match trees(connection) {
        Ok(trees) => trees,
        Err(Fault::Damaged(why)) => {
            return Ok(vec![format!("the list of all tables (sqlite_schema) cannot be read, and so no table: {why}")]);
        }
        Err(fault) => return Err(fault),
    };
    let mut told = Vec::new();
    for table in trees.iter().filter(|tree| tree.name == tree.table) {
        let name = table.name.replace('"', "\"\"");
        match lines(connection, &format!("pragma integrity_check(\"{name}\")")) {
            Ok(wrong) => told.extend(wrong.iter().map(|line| sentence(line, &table.name, &trees))),
            Err(Fault::Damaged(why)) => told.push(format!("table {}: {why}", table.name)),
            Err(fault) => return Err(fault),
        }
    }
    if told.is_empty() {
        let outside = |line| format!("outside of all tables, in free pages or the file's own records: {line}");
        told.extend(found.into_iter().map(outside));
    }
    Ok(told)
}

/// A table or an index.
struct Tree {
    name: String,
    table: String,
    root: u32,
}

fn trees(connection: &Connection) -> Result<Vec<Tree>, Fault> {
    let sql = "select name, tbl_name, rootpage from sqlite_schema where rootpage > 0 order by rootpage";
    let mut prepared = connection.prepare(sql)?;
    let rows = prepared.query_map([], |row| Ok(Tree { name: row.get(0)?, table: row.get(1)?, root: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// SQLite's words, `Tree 12 page 17 cell 3: …`, with the name of the tree.
fn sentence(line: &str, table: &str, trees: &[Tree]) -> String {
    let root = line.strip_prefix("Tree ").and_then(|rest| rest.split(' ').next()?.parse().ok());
    let index = trees.iter().find(|tree| Some(tree.root) == root && tree.name != table);
    let place = match index {
        Some(index) => format!("index {} of table {table}", index.name),
        None => format!("table {table}"),
    };
    let why = if line.contains(NO_SUM) { " (the page has not its checksum)" } else { "" };
    format!("{place}: {line}{why}")
}

fn lines(connection: &Connection, sql: &str) -> Result<Vec<String>, Fault> {
    let mut prepared = connection.prepare(sql)?;
    let told: Vec<String> = prepared.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    // A row may be several lines under a heading of stars.
    let found = told.iter().flat_map(|row| row.lines()).filter(|line| *line != "ok" && !line.starts_with("***"));
    Ok(found.map(str::to_owned).collect())
}

fn orphans(connection: &Connection) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    let mut orphans = connection.prepare("pragma foreign_key_check")?;
    let mut rows = orphans.query([])?;
    while let Some(row) = rows.next()? {
        let (child, parent): (String, String) = (row.get(0)?, row.get(2)?);
        found.push(format!("a row of {child} names a row of {parent} that does not exist"));
    }
    Ok(found)
}
