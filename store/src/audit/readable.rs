//! Whether every stored cell can be read by all its readers, independently of the log: one walk through each table, in
//! the order in which it lies, checking each cell against its column's declaration. So it also covers tables that no
//! log proves: logins, keys, names of people and receipts.

use std::collections::BTreeSet;
use std::fmt::Write;

use domain::rows::{Class, Column, TableDef};
use domain::value::id::OrganizationId;
use domain::value::{BadCell, Cell, CellKind, CellValue};
use jiff::tz::TimeZone;

use super::compare::shown;
use super::invariant::Invariant;
use super::reading::Reading;
use crate::fault::Fault;
use crate::sql::Dialect;
use crate::{operational, tables};

/// Where the organization of a row stands, before its own columns.
const OWNER: Column = Column::of::<OrganizationId>("", "organization_id");

/// Looks at all rows, or at those of one organization; answers `readable.<table>` for each table.
pub(super) async fn check(
    reading: &mut Reading,
    organization: Option<OrganizationId>,
) -> Result<Vec<Invariant>, Fault> {
    let known = organizations(reading).await?;
    let mut found = Vec::new();
    for table in tables::ALL.iter().copied() {
        found.push(of_organizations(reading, table, organization, &known).await?);
    }
    for table in operational::TABLES.iter().copied() {
        found.push(of_instance(reading, table).await?);
    }
    Ok(found)
}

/// The organizations that left a trace where each leaves one; rows of any other belong to nobody.
async fn organizations(reading: &mut Reading) -> Result<BTreeSet<Cell>, Fault> {
    let sql = "select organization_id from heads union select organization_id from organizations \
         union select organization_id from organizations_list";
    let mut known = BTreeSet::new();
    reading.each_as_found(sql, &[CellKind::Id], &mut |row| known.extend(row.iter().cloned())).await?;
    Ok(known)
}

async fn of_organizations(
    reading: &mut Reading,
    table: &'static TableDef,
    organization: Option<OrganizationId>,
    known: &BTreeSet<Cell>,
) -> Result<Invariant, Fault> {
    let mut sql = format!("select organization_id, {} from {}", listed(table), table.name);
    if let Some(one) = organization {
        let _ = write!(sql, " where organization_id = {}", literal(one, reading.dialect()));
    }
    let kinds: Vec<CellKind> =
        std::iter::once(CellKind::Id).chain(table.columns.iter().map(|column| column.kind)).collect();
    let mut found = Invariant::new(format!("readable.{}", table.name));
    // Receipts of refused requests may be of an organization that was never created.
    let has_owner = table.class != Class::Receipt;
    let mut look = |row: &[Cell]| {
        found.checked += 1;
        let Some((owner, row)) = row.split_first() else { return };
        let whose = || format!("{} of organization {}", named(table, row), owner_text(owner));
        if let Err(bad) = OWNER.require(owner) {
            found.differs(|| sentence(&whose(), OWNER.name, &bad, table));
        } else if has_owner && !known.contains(owner) {
            found.differs(|| format!("{}: this organization does not exist; {}", whose(), next(table)));
        }
        for (column, bad) in table.unreadable(row) {
            found.differs(|| sentence(&whose(), column.name, &bad, table));
        }
        if let Some(bad) = zones(table, row) {
            found.differs(|| sentence(&whose(), "timezone", &bad, table));
        }
    };
    reading.each_as_found(&sql, &kinds, &mut look).await?;
    Ok(found)
}

async fn of_instance(reading: &mut Reading, table: &'static TableDef) -> Result<Invariant, Fault> {
    let sql = format!("select {} from {}", listed(table), table.name);
    let kinds: Vec<CellKind> = table.columns.iter().map(|column| column.kind).collect();
    let mut found = Invariant::new(format!("readable.{}", table.name));
    let mut look = |row: &[Cell]| {
        found.checked += 1;
        for (column, bad) in table.unreadable(row) {
            found.differs(|| sentence(&named(table, row), column.name, &bad, table));
        }
    };
    reading.each_as_found(&sql, &kinds, &mut look).await?;
    Ok(found)
}

/// The core knows no time zones, and takes their names as they are.
fn zones(table: &TableDef, row: &[Cell]) -> Option<BadCell> {
    let place = table.columns.iter().position(|column| column.name == "timezone")?;
    let cell = row.get(place)?;
    let name = Option::<String>::from_cell(cell).ok()??;
    TimeZone::get(&name).is_err().then(|| BadCell::new("a time zone", cell))
}

/// The fault, without the stored value, which may be personal.
fn sentence(row: &str, column: &str, bad: &BadCell, table: &TableDef) -> String {
    format!("the row {row}: column {column} cannot be read as {}; {}", bad.wanted, next(table))
}

/// The operator's next step for a row of this table.
fn next(table: &TableDef) -> &'static str {
    match table.class {
        Class::Books | Class::Derived => {
            "if the log is sound, stop the service and rebuild the rows from it (`countinghouse rebuild`), \
             or restore the last backup that verifies"
        }
        Class::Personal | Class::Receipt | Class::Log | Class::Operational => {
            "restore the last backup that verifies (`countinghouse restore`), because no log contains it"
        }
    }
}

fn named(table: &TableDef, row: &[Cell]) -> String {
    let mut text = table.name.to_owned();
    for (column, cell) in table.columns[..table.keys].iter().zip(row) {
        let _ = write!(text, ", {} {}", column.name, shown(cell));
    }
    text
}

fn owner_text(owner: &Cell) -> String {
    OrganizationId::from_cell(owner).map_or_else(|_| shown(owner), |id| id.to_string())
}

fn listed(table: &TableDef) -> String {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    names.join(", ")
}

/// An organization as it is written in a statement that takes no parameters.
fn literal(organization: OrganizationId, dialect: Dialect) -> String {
    let digits: String = organization.0.iter().map(|byte| format!("{byte:02x}")).collect();
    match dialect {
        Dialect::Sqlite => format!("x'{digits}'"),
        Dialect::Postgres => format!("uuid '{digits}'"),
    }
}
