//! Verification: the log's chain, the rows against the log, and the rules between rows.

use domain::rows::Head;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue};

use super::invariant::Invariant;
use super::reading::Reading;
use super::scratch::{Scratch, replayed_tables};
use super::{compare, numbering, readable, rules, stock};
use crate::database::Database;
use crate::fault::Fault;

/// The result of a verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The database's own check of its file, if it has one.
    pub storage: Option<Invariant>,
    /// Whether every stored cell can be read, by table: also in tables that no log proves.
    pub readable: Vec<Invariant>,
    /// One per organization.
    pub organizations: Vec<Verified>,
}

/// The result for one organization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Whose books.
    pub organization: OrganizationId,
    /// The end of the log.
    pub head: Head,
    /// Every invariant, in the order in which they were checked.
    pub invariants: Vec<Invariant>,
}

impl Report {
    /// Whether everything holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        let of_books = self.organizations.iter().flat_map(|one| &one.invariants);
        self.storage.iter().chain(&self.readable).chain(of_books).all(Invariant::holds)
    }
}

/// Verifies one organization, or all, at one moment of the database, while its writers go on.
///
/// # Errors
/// If the database cannot be read; contradictions in the books are in the report.
pub async fn verify(database: &Database, organization: Option<OrganizationId>) -> Result<Report, Fault> {
    let mut reading = match Reading::begin(database).await {
        // Nothing can be asked for at all.
        Err(Fault::Damaged(why)) => return Ok(unreadable(&why)),
        begun => begun?,
    };
    let mut storage = reading.integrity()?.map(|wrong| {
        let mut sound = storage_sound();
        wrong.into_iter().for_each(|line| sound.differs(|| line));
        sound
    });
    let what = || "the tables cannot be read to their end".to_owned();
    let readable = readable::check(&mut reading, organization).await;
    let readable = unless_damaged(readable, &mut storage, what)?.unwrap_or_default();
    if !storage.iter().all(Invariant::holds) {
        // PostgreSQL answers nothing more in a transaction that failed.
        reading = Reading::begin(database).await?;
    }
    let chosen = match organization {
        Some(one) => Ok(vec![one]),
        None => organizations(&mut reading).await,
    };
    let chosen = unless_damaged(chosen, &mut storage, || "the list of organizations cannot be read".to_owned())?;
    let mut organizations = Vec::new();
    for organization in chosen.unwrap_or_default() {
        let verified = one(&mut reading, organization, &|_| ()).await;
        let what = || format!("the books of {organization} cannot be read to their end");
        match unless_damaged(verified, &mut storage, what)? {
            Some(verified) => organizations.push(verified),
            // PostgreSQL answers nothing more in a transaction that failed.
            None => reading = Reading::begin(database).await?,
        }
    }
    Ok(Report { storage, readable, organizations })
}

/// The report on a database of which not even the list of its tables can be read.
fn unreadable(why: &str) -> Report {
    let mut storage = storage_sound();
    storage.differs(|| format!("the list of all tables (sqlite_schema) cannot be read, and so no table: {why}"));
    Report { storage: Some(storage), readable: Vec::new(), organizations: Vec::new() }
}

fn storage_sound() -> Invariant {
    Invariant { checked: 1, ..Invariant::new("storage.sound") }
}

/// The result of a read; damage that it met is a difference, and the other checks go on.
fn unless_damaged<T>(
    read: Result<T, Fault>,
    storage: &mut Option<Invariant>,
    what: impl FnOnce() -> String,
) -> Result<Option<T>, Fault> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Fault::Damaged(why)) => {
            storage.get_or_insert_with(storage_sound).differs(|| format!("{}: {why}", what()));
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}

/// Every organization that left a trace in any table that names them. One that is only being taken in has none yet.
pub(super) async fn organizations(reading: &mut Reading) -> Result<Vec<OrganizationId>, Fault> {
    let sql = "select organization_id from heads union select organization_id from organizations \
         union select organization_id from organizations_list where status <> 'importing' order by 1";
    let mut found = Vec::new();
    // An unreadable id is reported by the walk through the tables; all others are verified.
    let mut take = |row: &[Cell]| found.extend(row.iter().filter_map(|cell| OrganizationId::from_cell(cell).ok()));
    reading.each_as_found(sql, &[CellKind::Id], &mut take).await?;
    Ok(found)
}

/// Verifies one organization in one reading, and tells how many facts it looked at. Unreadable data end one check, and the
/// others go on.
pub(super) async fn one(
    reading: &mut Reading,
    organization: OrganizationId,
    told: &(dyn Fn(i64) + Sync),
) -> Result<Verified, Fault> {
    let mut invariants = Vec::new();
    let mut head = Head::before_the_first();
    let replayed = Scratch::of_log(reading, organization, told).await;
    if let Some((mut scratch, end)) = unless_unreadable(replayed, "log.chain", &mut invariants)? {
        head = end;
        invariants.push(scratch.chain.clone());
        for table in replayed_tables() {
            invariants.push(compare::table(reading, &mut scratch, organization, table).await?);
        }
    }
    let numbers = numbering::check(reading, organization).await;
    let numbers = unless_unreadable(numbers, "readable.numbers", &mut invariants)?;
    invariants.extend(numbers.into_iter().flatten());
    let ruled = rules::check(reading, organization).await;
    let ruled = unless_unreadable(ruled, "readable.rules", &mut invariants)?;
    invariants.extend(ruled.into_iter().flatten());
    let proved = stock::prove(reading, organization, &stock::Proved::default()).await;
    let proved = unless_unreadable(proved, "readable.stock", &mut invariants)?;
    invariants.extend(proved.into_iter().flat_map(|proof| proof.invariants));
    Ok(Verified { organization, head, invariants })
}

/// The result of a check; an unreadable row counts as a contradiction.
fn unless_unreadable<T>(
    checked: Result<T, Fault>,
    name: &str,
    invariants: &mut Vec<Invariant>,
) -> Result<Option<T>, Fault> {
    match checked {
        Ok(checked) => Ok(Some(checked)),
        Err(Fault::Corrupt(why)) => {
            let mut broken = Invariant { checked: 1, ..Invariant::new(name) };
            broken.differs(|| format!("the check could not be completed: {why}"));
            invariants.push(broken);
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}
