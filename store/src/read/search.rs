//! Search by the beginning of a code or number, which an index finds, and by words among the newest rows of a table.

use domain::rows::Row;
use domain::value::id::{OrganizationId, PartyId};
use domain::value::{Cell, CellKind};

use super::Conditions;
use super::conditions::one_of;
use super::exact_amount::ExactAmount;
use crate::{Fault, Snapshot};

/// Behind all texts that begin with another one.
const LAST: char = '\u{10ffff}';
/// Sources that a foreign key is looked for in.
const SOURCES: usize = 20;
/// Which entries the index of foreign keys has.
const HAS_FOREIGN_KEY: &str = "external_id is not null and status <> 'voided' and entry_type <> 'void'";

/// Rows whose column begins with a text. The column stands behind the organization in an index.
#[must_use]
pub fn beginning(organization: OrganizationId, column: &str, text: &str) -> Conditions {
    let mut query = Conditions::new(organization);
    // The index may have rows alone that have one.
    query.text.push_str(&format!(" and {column} is not null"));
    query.when(&format!("{column} >= {{}}"), Some(Cell::Text(text.to_owned())));
    query.when(&format!("{column} < {{}}"), Some(Cell::Text(format!("{text}{LAST}"))));
    query
}

/// As [`beginning`], for a list in another order: the first rows of the index, by their ids.
#[must_use]
pub fn among_beginning<R: Row>(organization: OrganizationId, column: &str, text: &str, most: usize) -> Conditions {
    let mut query = beginning(organization, column, text);
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let inner = std::mem::take(&mut query.text);
    let table = R::TABLE.name;
    query.text =
        format!("where organization_id = $1 and id in (select id from {table} {inner} order by {column} limit {most})");
    query
}

/// The id of the first of the newest rows of a table; `None` where it has no more than so many.
pub async fn first_of_newest<R: Row>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    most: usize,
) -> Result<Option<Cell>, Fault> {
    let (table, id) = (R::TABLE.name, R::TABLE.columns[0].name);
    let sql = format!("select {id} from {table} where organization_id = $1 order by {id} desc limit 1 offset $2");
    let params = [Cell::Id(organization.0), Cell::Int(i64::try_from(most).unwrap_or(i64::MAX).saturating_sub(1))];
    let found = snapshot.query(&sql, &params, &[CellKind::Id]).await?;
    Ok(found.into_iter().next().and_then(|row| row.into_iter().next()))
}

/// Rows from this one on with a text in one of these columns.
#[must_use]
pub fn among_newest<R: Row>(
    organization: OrganizationId,
    first: Option<Cell>,
    columns: &[&str],
    text: &str,
) -> Conditions {
    let mut query = Conditions::new(organization);
    query.when(&format!("{} >= {{}}", R::TABLE.columns[0].name), first);
    query.contains(columns, Some(text));
    query
}

/// Entries from this one on with this amount.
#[must_use]
pub fn with_amount(organization: OrganizationId, first: Option<Cell>, amount: &ExactAmount) -> Conditions {
    let mut query = Conditions::new(organization);
    query.when("id >= {}", first);
    let condition = amount.condition(&mut query.params);
    query.text.push_str(&format!(" and {condition}"));
    query
}

/// Entries from this one on with a line of one of these parties.
#[must_use]
pub fn with_party(organization: OrganizationId, first: Option<Cell>, parties: &[PartyId]) -> Conditions {
    let mut query = Conditions::new(organization);
    query.when("id >= {}", first);
    let of_parties = one_of("l.party_id", parties, &mut query.params);
    query.text.push_str(&format!(
        " and exists (select 1 from lines as l \
           where l.organization_id = $1 and l.entry_sequence = entries.sequence and {of_parties})"
    ));
    query
}

/// The sources of entries that have foreign keys, each once, one step of the index after the other.
pub async fn sources(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Vec<String>, Fault> {
    let mut found: Vec<String> = Vec::new();
    while found.len() < SOURCES {
        let last = found.last().map(|source| Cell::Text(source.clone()));
        let query = next_source(organization, last);
        let sql = format!("select source from entries {}", query.text);
        let rows = snapshot.query(&sql, &query.params, &[CellKind::Text]).await?;
        match rows.into_iter().next().and_then(|row| row.into_iter().next()) {
            Some(Cell::Text(source)) => found.push(source),
            _ => break,
        }
    }
    Ok(found)
}

/// The next source behind one.
pub(crate) fn next_source(organization: OrganizationId, last: Option<Cell>) -> Conditions {
    let mut query = Conditions::new(organization);
    query.text.push_str(&format!(" and {HAS_FOREIGN_KEY}"));
    query.when("source > {}", last);
    query.text.push_str(" order by source limit 1");
    query
}

/// The entries whose foreign key begins with a text, in one source.
#[must_use]
pub fn foreign_key(organization: OrganizationId, source: &str, text: &str) -> Conditions {
    let mut query = beginning(organization, "external_id", text);
    query.text.push_str(&format!(" and {HAS_FOREIGN_KEY}"));
    query.equal("source", Some(Cell::Text(source.to_owned())));
    query
}
