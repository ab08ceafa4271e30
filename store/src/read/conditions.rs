//! Conditions: a `where` that grows with a caller's filters.

use domain::book::reach::Reach;
use domain::rows::Row;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellValue};

use crate::{Fault, Snapshot, sql};

/// A `where` that grows with its parameters.
#[derive(Clone)]
pub struct Conditions {
    /// From `where` on.
    pub text: String,
    /// `$1` is the organization.
    pub params: Vec<Cell>,
}

impl Conditions {
    /// All rows of the organization.
    #[must_use]
    pub fn new(organization: OrganizationId) -> Self {
        Self { text: "where organization_id = $1".to_owned(), params: vec![Cell::Id(organization.0)] }
    }

    /// The place of a new parameter.
    pub fn bind(&mut self, cell: Cell) -> String {
        self.params.push(cell);
        format!("${}", self.params.len())
    }

    /// The warehouses of somebody who acts in some alone, as a list for `in`; `None` for a reader who acts in all.
    pub fn reach(&mut self, reach: &Reach) -> Option<String> {
        let Reach::Within(ids) = reach else { return None };
        let first = self.params.len() + 1;
        self.params.extend(ids.iter().map(CellValue::to_cell));
        if ids.is_empty() {
            // No warehouse has this id: nothing is in the list, and everything is not in it.
            self.params.push(Cell::Id([255; 16]));
        }
        Some(sql::list(first, self.params.len() + 1 - first))
    }

    /// Only rows of warehouses in which somebody acts.
    pub fn within(&mut self, column: &str, reach: &Reach) {
        if let Some(list) = self.reach(reach) {
            self.text.push_str(&format!(" and {column} in {list}"));
        }
    }

    /// Only rows of warehouses in which somebody acts, or of all warehouses: then the column is null.
    pub fn within_or_everywhere(&mut self, column: &str, reach: &Reach) {
        if let Some(list) = self.reach(reach) {
            self.text.push_str(&format!(" and ({column} is null or {column} in {list})"));
        }
    }

    /// A column has one of these values, where there are any to have.
    pub fn among<V: CellValue>(&mut self, column: &str, values: Option<&[V]>) {
        if let Some(values) = values {
            let text = one_of(column, values, &mut self.params);
            self.text.push_str(&format!(" and {text}"));
        }
    }

    /// A column has none of these values.
    pub fn outside<V: CellValue>(&mut self, column: &str, values: &[V]) {
        if !values.is_empty() {
            let text = one_of(column, values, &mut self.params);
            self.text.push_str(&format!(" and not {text}"));
        }
    }

    /// `column = value`, where there is a value.
    pub fn equal(&mut self, column: &str, value: Option<Cell>) {
        self.when(&format!("{column} = {{}}"), value);
    }

    /// A condition with `{}` for its value, where there is one.
    pub fn when(&mut self, condition: &str, value: Option<Cell>) {
        if let Some(cell) = value {
            let place = self.bind(cell);
            self.text.push_str(" and ");
            self.text.push_str(&condition.replace("{}", &place));
        }
    }

    /// As [`Self::when`], by an index that has the ids of the rows: SQLite would rather go through all rows of an
    /// organization in the order of their ids, since it takes them for few.
    pub fn found(&mut self, table: &str, condition: &str, value: Option<Cell>) {
        self.when(&format!("id in (select id from {table} where organization_id = $1 and {condition})"), value);
    }

    /// A text that stands somewhere in one of these columns, in any case of letters.
    pub fn contains(&mut self, columns: &[&str], text: Option<&str>) {
        if let Some(text) = text {
            let contained = self.contained(columns, text);
            self.text.push_str(&format!(" and ({contained})"));
        }
    }

    /// The condition that a text stands somewhere in one of these columns, in any case of letters.
    pub(super) fn contained(&mut self, columns: &[&str], text: &str) -> String {
        // Both sides are lowered by the one rule that every database has: plain letters alone. A parameter has the
        // collation of the database, which may know more letters than the columns do.
        let place = self.bind(Cell::Text(like_pattern(text)));
        let likes = columns
            .iter()
            .map(|column| format!("lower(coalesce({column}, '')) like lower({place} collate \"C\") escape '!'"));
        likes.collect::<Vec<String>>().join(" or ")
    }

    /// The first rows of a table in this order.
    pub async fn page<R: Row>(mut self, snapshot: &mut Snapshot, order: &str, most: usize) -> Result<Vec<R>, Fault> {
        let most = self.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
        let rest = format!("{} order by {order} limit {most}", self.text);
        snapshot.rows(&rest, &self.params).await
    }
}

/// A text that `like` finds anywhere, its own wildcards escaped by `!`.
fn like_pattern(text: &str) -> String {
    let escaped = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// A column has one of these values: an equality for one, which finds its rows by an index in order.
pub(super) fn one_of<V: CellValue>(column: &str, values: &[V], params: &mut Vec<Cell>) -> String {
    let first = params.len() + 1;
    params.extend(values.iter().map(CellValue::to_cell));
    match values.len() {
        // Nothing is among none.
        0 => "1 = 0".to_owned(),
        1 => format!("{column} = ${first}"),
        more => format!("{column} in {}", sql::list(first, more)),
    }
}
