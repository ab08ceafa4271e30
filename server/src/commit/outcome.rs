//! The outcome of a submitted request.

use domain::batch::Outcome;
use domain::rows::replies::Item;
use domain::rows::{Reply, RowWrite, payload};
use domain::value::id::OrganizationId;
use domain::value::rejection::Rejection;
use store::{Database, Fault};

/// A request that was not decided, or whose outcome is unknown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommitFault {
    /// The queue is full; nothing was done.
    #[error("too many requests are waiting for the books")]
    Overloaded,
    /// No space is left; nothing was done.
    #[error("the storage is full")]
    StorageFull,
    /// Nobody knows whether it was kept: the receipt of its key will tell.
    #[error("it is not known whether the request was stored")]
    OutcomeUnknown,
    /// The database refuses the rows of a batch together, such as two that swap their codes; nothing was done.
    #[error(
        "these items cannot be written in one commit, as when two rows exchange their codes: send them one after another"
    )]
    NotTogether,
    /// The clock lies behind the last commit; writes wait until it is set right.
    #[error("the clock is more than 5 minutes behind the last commit")]
    ClockBehind,
    /// The service shuts down; nothing was done.
    #[error("the service is shutting down")]
    Closed,
    /// The database cannot be used now; nothing was done.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// Stored data cannot be read; nothing was done.
    #[error("{0}")]
    Damaged(String),
    /// A part of the stored data is damaged, and nothing is written on top of it; nothing was done.
    #[error("{0}; run `countinghouse verify`, which names the table and what to do")]
    StorageDamaged(String),
    /// A defect; nothing was done.
    #[error("a defect of the service: {0}")]
    Broken(String),
}

impl From<Fault> for CommitFault {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::StorageFull(_) => Self::StorageFull,
            Fault::Busy(why) | Fault::ConnectionLost(why) | Fault::TooSlow(why) | Fault::Unreachable(why) => {
                Self::Unavailable(why)
            }
            damaged @ Fault::Corrupt(_) => Self::Damaged(damaged.to_string()),
            Fault::Damaged(why) => Self::StorageDamaged(why),
            other => Self::Broken(other.to_string()),
        }
    }
}

/// A decided request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Submitted {
    /// Carried out, now or when it came first.
    Done {
        /// One per command.
        items: Vec<Item>,
        /// Whether it was answered before and nothing was done now.
        replayed: bool,
    },
    /// Refused; nothing was written.
    Rejected(Box<Rejection>),
}

impl Submitted {
    /// The answer of an outcome; a replayed reply gets its rows back from the log.
    pub(super) async fn of(
        database: &Database,
        organization: OrganizationId,
        outcome: Outcome,
    ) -> Result<Self, CommitFault> {
        match outcome {
            Outcome::Rejected(rejection) => Ok(Self::Rejected(rejection)),
            Outcome::Broken(why) => Err(CommitFault::Broken(why)),
            Outcome::Done { items, replayed: false } => Ok(Self::Done { items, replayed: false }),
            Outcome::Done { mut items, replayed: true } => {
                for item in &mut items {
                    if let Item::Done(reply) = item {
                        recall(database, organization, reply).await?;
                    }
                }
                Ok(Self::Done { items, replayed: true })
            }
        }
    }
}

/// Reads the rows that a reply's facts hold.
async fn recall(database: &Database, organization: OrganizationId, reply: &mut Reply) -> Result<(), CommitFault> {
    let mut writes: Vec<RowWrite> = Vec::new();
    if let Some((first, last)) = reply.facts {
        let mut snapshot = database.snapshot().await?;
        let facts = store::read::events::after(&mut snapshot, organization, first - 1, last - first + 1).await?;
        let mut payload = Vec::new();
        for fact in &facts {
            payload.extend_from_slice(&fact.payload);
            if fact.part == fact.parts {
                let stored = payload::decode_writes(&payload).map_err(Fault::from)?;
                payload.clear();
                for write in stored {
                    let table = store::tables::numbered(write.table)
                        .ok_or_else(|| CommitFault::Broken(format!("the log names table {}", write.table)))?;
                    // A reader of its rows finds them all.
                    if !write.deleted && write.version == table.version {
                        let unreadable = table.unreadable(&write.cells).next();
                        unreadable.map_or(Ok(()), |(_, bad)| Err(Fault::from(bad)))?;
                    }
                    writes.push(RowWrite { table, cells: write.cells, deleted: write.deleted });
                }
            }
        }
    }
    reply.writes = Some(writes.into());
    Ok(())
}
