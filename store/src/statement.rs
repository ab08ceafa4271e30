//! Statements: the texts that load and save any table, made from its declaration.

use std::fmt::Write;

use domain::book::{Answer, Changes, Filter, Is, Query, Sums};
use domain::rows::{Columns, TableDef};
use domain::value::{Cell, CellKind};

use crate::fault::Fault;
use crate::sql::Dialect;

/// Whether two queries differ in their values only, so that one prepared statement serves both.
#[must_use]
pub fn same_shape(one: &Query, other: &Query) -> bool {
    std::ptr::eq(one.table, other.table)
        && one.answer == other.answer
        && one.filter.len() == other.filter.len()
        && one.filter.iter().zip(&other.filter).all(|(a, b)| a.column == b.column && comparison(a) == comparison(b))
}

/// The values of a query, in the order of its parameters, the organization not among them.
pub fn values(query: &Query) -> impl Iterator<Item = &Cell> {
    valued(query).map(|filter| &filter.cell)
}

/// The conditions of a query that compare with a parameter.
pub(crate) fn valued(query: &Query) -> impl Iterator<Item = &Filter> {
    query.filter.iter().filter(|filter| !matches!(comparison(filter), Is::Null | Is::Word(_)))
}

/// The kinds of a query's columns.
#[must_use]
pub fn kinds(query: &Query) -> Vec<CellKind> {
    match query.answer {
        Answer::Count => vec![CellKind::Int],
        Answer::Sums(sums) => {
            let kind_of = |name: &str| query.table.columns.iter().find(|column| column.name == name);
            let groups = sums.by.iter().filter_map(|name| kind_of(name)).map(|column| column.kind);
            groups.chain(std::iter::repeat_n(CellKind::Int, sums.of.len() * 2)).collect()
        }
        Answer::Rows | Answer::First(_) => query.table.columns.iter().map(|column| column.kind).collect(),
    }
}

/// `select … where organization_id = $1 and … order by key`, its values numbered from 2.
#[must_use]
pub fn select(query: &Query, dialect: Dialect) -> String {
    let mark = dialect.parameter();
    let mut next = 1;
    let mut text = selected(query);
    let _ = write!(text, " where organization_id = {mark}1");
    conditions(&mut text, query, |text| {
        next += 1;
        let _ = write!(text, "{mark}{next}");
    });
    match query.answer {
        Answer::Count => {}
        Answer::Sums(sums) => group_and_order(&mut text, sums),
        Answer::Rows | Answer::First(_) => order_and_limit(&mut text, query),
    }
    text
}

/// `select columns from table`, the count, or the sums in their two parts.
pub(crate) fn selected(query: &Query) -> String {
    match query.answer {
        Answer::Count => format!("select count(*) from {}", query.table.name),
        Answer::Sums(sums) => {
            let mut text = String::from("select ");
            listed(&mut text, sums.by.iter().copied());
            for name in sums.of {
                for (operator, part) in [('/', "high"), ('%', "low")] {
                    let _ = write!(text, ", cast(sum({name} {operator} {}) as bigint) as {name}_{part}", Sums::PART);
                }
            }
            let _ = write!(text, " from {}", query.table.name);
            text
        }
        Answer::Rows | Answer::First(_) => select_all(query.table),
    }
}

/// `select columns from table`, all in order, without the organization.
#[must_use]
pub fn select_all(table: &TableDef) -> String {
    let mut text = String::with_capacity(256);
    text.push_str("select ");
    listed(&mut text, table.columns.iter().map(|column| column.name));
    let _ = write!(text, " from {}", table.name);
    text
}

/// Appends ` and column = …` for every condition; `value` writes the right-hand side.
pub(crate) fn conditions(text: &mut String, query: &Query, mut value: impl FnMut(&mut String)) {
    for filter in &query.filter {
        let _ = write!(text, " and {}", filter.column);
        match comparison(filter) {
            Is::Null => {
                text.push_str(" is null");
                continue;
            }
            Is::Word(word) => {
                let _ = write!(text, " = '{word}'");
                continue;
            }
            Is::Equal => text.push_str(" = "),
            Is::AtLeast => text.push_str(" >= "),
            Is::AtMost => text.push_str(" <= "),
            // Unlike `<>`, a column without a value differs from any value.
            Is::Not => text.push_str(" is distinct from "),
        }
        value(text);
    }
}

/// Appends ` group by … order by …`.
pub(crate) fn group_and_order(text: &mut String, sums: &Sums) {
    for clause in [" group by ", " order by "] {
        text.push_str(clause);
        listed(text, sums.by.iter().copied());
    }
}

/// Appends ` order by key limit n`.
pub(crate) fn order_and_limit(text: &mut String, query: &Query) {
    order_by_key(text, query.table);
    if let Answer::First(most) = query.answer {
        let _ = write!(text, " limit {most}");
    }
}

fn order_by_key(text: &mut String, table: &TableDef) {
    if table.keys > 0 {
        text.push_str(" order by ");
        listed(text, key_names(table));
    }
}

/// How a filter compares, with `= null` read as intended.
pub(crate) fn comparison(filter: &Filter) -> Is {
    if filter.is == Is::Equal && filter.cell == Cell::Null { Is::Null } else { filter.is }
}

/// Refuses rows of another width than their table's, before anything is written.
///
/// # Errors
/// `Other` with the table and both widths.
pub fn require_widths(changes: &Changes) -> Result<(), Fault> {
    for change in &changes.tables {
        let TableDef { name, keys, columns, .. } = change.table;
        let parts = [(&change.deletes, *keys), (&change.updates, columns.len()), (&change.inserts, columns.len())];
        for (rows, wanted) in parts {
            if let Some(row) = rows.iter().find(|row| row.len() != wanted) {
                return Err(Fault::Other(format!("a change of {name} wants {wanted} cells and got {}", row.len())));
            }
        }
    }
    Ok(())
}

/// `insert into … values ($1, …)` for SQLite: the organization, then all columns.
#[must_use]
pub fn insert(table: &TableDef) -> String {
    let mut text = format!("insert into {} (organization_id, ", table.name);
    listed(&mut text, table.columns.iter().map(|column| column.name));
    text.push_str(") values (?1");
    for index in 0..table.columns.len() {
        let _ = write!(text, ", ?{}", index + 2);
    }
    text.push(')');
    text
}

/// `update … set these where key` for SQLite, the values numbered as in [`insert`]: each index whose columns are named
/// is written anew, whether its values differ or not.
#[must_use]
pub fn update(table: &TableDef, updated: Columns) -> String {
    let mut text = format!("update {} set ", table.name);
    let mut comma = "";
    for (index, column) in table.columns.iter().enumerate().skip(table.keys) {
        if updated.has(index) {
            let _ = write!(text, "{comma}{} = ?{}", column.name, index + 2);
            comma = ", ";
        }
    }
    where_key(&mut text, table);
    text
}

/// `delete from … where key` for SQLite: the organization, then the key.
#[must_use]
pub fn delete(table: &TableDef) -> String {
    let mut text = format!("delete from {}", table.name);
    where_key(&mut text, table);
    text
}

/// `select … where key > (…) order by key limit n`: one page of a walk, written with `$n`. The values are
/// the organization, where the table has it, then the key of the last row of the page before.
#[must_use]
pub fn page(table: &TableDef, has_organization: bool, is_after: bool, most: usize) -> String {
    let mut text = select_all(table);
    let mut next = 1;
    if has_organization {
        text.push_str(" where organization_id = $1");
        next = 2;
    }
    if is_after && table.keys > 0 {
        text.push_str(if has_organization { " and (" } else { " where (" });
        listed(&mut text, key_names(table));
        let _ = write!(text, ") > {}", crate::sql::list(next, table.keys));
    }
    order_by_key(&mut text, table);
    let _ = write!(text, " limit {most}");
    text
}

/// `delete from … where organization_id = $1`: the beginning of a rebuild.
#[must_use]
pub fn delete_all(table: &TableDef) -> String {
    format!("delete from {} where organization_id = $1", table.name)
}

fn where_key(text: &mut String, table: &TableDef) {
    text.push_str(" where organization_id = ?1");
    for (index, name) in key_names(table).enumerate() {
        let _ = write!(text, " and {name} = ?{}", index + 2);
    }
}

pub(crate) fn key_names(table: &TableDef) -> impl Iterator<Item = &'static str> + Clone {
    table.columns[..table.keys].iter().map(|column| column.name)
}

pub(crate) fn listed(text: &mut String, names: impl Iterator<Item = &'static str>) {
    for (index, name) in names.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rows::{Head, NumberSeries, Row};
    use domain::value::id::JournalId;

    #[test]
    fn a_query_becomes_one_select_with_its_values_in_order() {
        let query = Query::row::<NumberSeries>(&(JournalId([7; 16]), "2010".to_owned()));
        assert_eq!(
            select(&query, Dialect::Sqlite),
            "select journal_id, bucket, last from number_series where organization_id = ?1 and journal_id = ?2 and bucket = ?3 order by journal_id, bucket"
        );
        assert_eq!(values(&query).cloned().collect::<Vec<_>>(), [Cell::Id([7; 16]), Cell::Text("2010".to_owned())]);
        assert_eq!(
            select(
                &Query::all::<NumberSeries>()
                    .when("last", Is::Not, Cell::Int(1))
                    .when("bucket", Is::Equal, Cell::Null)
                    .first(3),
                Dialect::Postgres
            ),
            "select journal_id, bucket, last from number_series where organization_id = $1 and last is distinct from $2 and bucket is null order by journal_id, bucket limit 3"
        );
        assert_eq!(
            select(&Query::all::<Head>().count(), Dialect::Sqlite),
            "select count(*) from heads where organization_id = ?1"
        );
        const SUMS: domain::book::Sums = domain::book::Sums { by: &["bucket"], of: &["last"] };
        assert_eq!(
            select(&Query::all::<NumberSeries>().sums(const { &SUMS }), Dialect::Postgres),
            "select bucket, cast(sum(last / 1000000000) as bigint) as last_high, cast(sum(last % 1000000000) as bigint) as last_low from number_series where organization_id = $1 group by bucket order by bucket"
        );
    }

    #[test]
    fn a_walk_goes_on_after_the_key_of_its_last_row() {
        assert_eq!(
            page(NumberSeries::table(), true, true, 9),
            "select journal_id, bucket, last from number_series where organization_id = $1 and (journal_id, bucket) > ($2, $3) order by journal_id, bucket limit 9"
        );
        assert_eq!(
            page(NumberSeries::table(), false, true, 9),
            "select journal_id, bucket, last from number_series where (journal_id, bucket) > ($1, $2) order by journal_id, bucket limit 9"
        );
        assert_eq!(
            page(Head::table(), true, false, 1),
            "select seq, at, hash, entry_sequence from heads where organization_id = $1 limit 1"
        );
    }

    #[test]
    fn a_table_becomes_three_statements_that_write_it() {
        assert_eq!(
            insert(NumberSeries::table()),
            "insert into number_series (organization_id, journal_id, bucket, last) values (?1, ?2, ?3, ?4)"
        );
        assert_eq!(
            update(NumberSeries::table(), Columns::ALL),
            "update number_series set last = ?4 where organization_id = ?1 and journal_id = ?2 and bucket = ?3"
        );
        assert_eq!(
            update(Head::table(), Columns::NONE.with(3)),
            "update heads set entry_sequence = ?5 where organization_id = ?1"
        );
        assert_eq!(
            delete(NumberSeries::table()),
            "delete from number_series where organization_id = ?1 and journal_id = ?2 and bucket = ?3"
        );
        assert_eq!(
            update(Head::table(), Columns::ALL),
            "update heads set seq = ?2, at = ?3, hash = ?4, entry_sequence = ?5 where organization_id = ?1"
        );
    }
}
