//! Dry runs: the same decision on a read snapshot.

use domain::batch::{self, Envelope, Outcome};
use domain::book::{Book, Changes};
use domain::value::id::OrganizationId;
use store::Database;

use super::{CommitFault, Submitted, desk};

/// What a request would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// What it would answer.
    pub submitted: Submitted,
    /// The rows that it would write.
    pub changes: Changes,
    /// As of which fact this holds.
    pub seq: i64,
}

/// Decides on a snapshot and writes nothing.
pub async fn decide(
    database: &Database,
    organization: OrganizationId,
    envelope: Envelope,
) -> Result<Preview, CommitFault> {
    let mut snapshot = database.snapshot().await?;
    let head = snapshot.head(organization).await?;
    let seq = head.as_ref().map_or(0, |head| head.seq);
    let mut book = Book::new(organization, head);
    let envelopes = [envelope];
    let mut wanted = batch::hints(&book, &envelopes);
    let outcome = loop {
        let answers = snapshot.load(organization, &desk::queries(&wanted)).await?;
        desk::fill(&mut book, &wanted, &answers)?;
        match batch::run(&mut book, &envelopes) {
            Ok(mut outcomes) => break outcomes.pop().unwrap_or(Outcome::Broken("no outcome".to_owned())),
            Err(missing) => wanted = missing,
        }
    };
    drop(snapshot);
    Ok(Preview { submitted: Submitted::of(database, organization, outcome).await?, changes: book.changes(), seq })
}
