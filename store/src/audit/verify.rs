//! Verification: the log's chain, the rows against the log, and the rules between rows.

use domain::settings::Head;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue};

use super::invariant::Invariant;
use super::reading::Reading;
use super::scratch::{Scratch, replayed_tables};
use super::{compare, numbering, rules, stock};
use crate::database::Database;
use crate::fault::Fault;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What the database itself says of its file, where it can.
    pub storage: Option<Invariant>,
    /// One per organization.
    pub organizations: Vec<Verified>,
}

/// What was found in one organization.
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
        self.storage.iter().chain(self.organizations.iter().flat_map(|one| &one.invariants)).all(Invariant::holds)
    }
}

/// Verifies one organization, or all, at one moment of the database, beside its writers.
///
/// # Errors
/// Where the database cannot be read; what is wrong with the books is in the report.
pub async fn verify(database: &Database, organization: Option<OrganizationId>) -> Result<Report, Fault> {
    let mut reading = Reading::begin(database).await?;
    let chosen = match organization {
        Some(one) => vec![one],
        None => organizations(&mut reading).await?,
    };
    let mut organizations = Vec::with_capacity(chosen.len());
    for organization in chosen {
        organizations.push(one(&mut reading, organization).await?);
    }
    let storage = reading.integrity()?.map(|wrong| {
        let mut sound = Invariant::new("storage.sound");
        sound.checked = 1;
        wrong.into_iter().for_each(|line| sound.differs(|| line));
        sound
    });
    Ok(Report { storage, organizations })
}

/// Every organization that left a trace in any table that names them. One that is only being taken in has none yet.
pub(super) async fn organizations(reading: &mut Reading) -> Result<Vec<OrganizationId>, Fault> {
    let sql = "select organization_id from heads union select organization_id from organizations \
         union select organization_id from organizations_list where status <> 'importing' order by 1";
    let rows = reading.query(sql, &[], &[CellKind::Id]).await?;
    rows.iter().map(|row| Ok(OrganizationId::from_cell(row.first().unwrap_or(&Cell::Null))?)).collect()
}

async fn one(reading: &mut Reading, organization: OrganizationId) -> Result<Verified, Fault> {
    let (mut scratch, head) = Scratch::of_log(reading, organization).await?;
    let mut invariants = vec![scratch.chain.clone()];
    for table in replayed_tables() {
        invariants.push(compare::table(reading, &mut scratch, organization, table).await?);
    }
    invariants.extend(numbering::check(reading, organization).await?);
    invariants.extend(rules::check(reading, organization).await?);
    invariants.extend(stock::prove(reading, organization, &stock::Proved::default()).await?.invariants);
    Ok(Verified { organization, head, invariants })
}
