//! The only door for writes: requests wait in a bounded queue, are decided together, and are answered
//! after their one commit.

pub mod before;
pub mod clock;
pub mod desk;
pub mod heads;
mod outcome;
pub mod postgres;
mod preview;
pub mod shelf;
pub mod sqlite;
mod statistics;

pub use outcome::{CommitFault, Submitted};
pub use preview::Preview;

use domain::batch::{Envelope, Outcome, ReceiptKey, Work};
use domain::book::context::Actor;
use domain::rows::PrincipalKind;
use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};
use store::{Database, Fault};
use tokio::sync::{mpsc, oneshot};

use self::heads::{Heads, Watch};
use self::shelf::Room;
use self::statistics::Commits;
use crate::seeds;

/// Requests that may wait for one shard; the next one is asked to come back later.
const WAITING_REQUESTS: usize = 4_096;

/// A request on its way to a commit.
#[derive(Debug)]
pub struct Request {
    /// Whose books it is about.
    pub organization: OrganizationId,
    /// Who asks.
    pub actor: Actor,
    /// The request's id, for the log.
    pub request_id: String,
    /// Where it has an idempotency key.
    pub receipt: Option<ReceiptKey>,
    /// The work that it asks for.
    pub work: Work,
}

impl Request {
    /// A request of the service itself, with every right.
    #[must_use]
    pub fn of_system(organization: OrganizationId, principal: PrincipalId, request_id: &str, work: Work) -> Self {
        let actor = Actor { principal, kind: PrincipalKind::System, claimed_roles: None, scope: None };
        Self { organization, actor, request_id: request_id.to_owned(), receipt: None, work }
    }

    /// The envelope that the core decides on; clock and randomness are added here and nowhere else.
    fn seal(self) -> (OrganizationId, Envelope) {
        let envelope = Envelope {
            work: self.work,
            actor: self.actor,
            request_id: self.request_id,
            clock: now(),
            seed: seeds::seed(),
            receipt: self.receipt,
        };
        (self.organization, envelope)
    }
}

/// The committer; cheap to clone.
#[derive(Clone, Debug)]
pub struct Committer {
    shards: Vec<mpsc::Sender<Waiting>>,
    database: Database,
    heads: Heads,
}

/// A sealed request with the way to its caller.
struct Waiting {
    organization: OrganizationId,
    envelope: Envelope,
    answer: oneshot::Sender<Result<Outcome, CommitFault>>,
}

impl Committer {
    /// Starts the shards of a database. `fatal` is called where the outcome of a commit is unknown:
    /// it must end the process, and receipts settle the rest after its restart. PostgreSQL settles them
    /// under its own lock and goes on.
    pub fn start(database: Database, fatal: fn(&str)) -> std::io::Result<Self> {
        Self::start_keeping(database, shelf::SLOTS_KEPT, fatal)
    }

    /// As [`Self::start`], with books of this many slots kept in memory.
    pub fn start_keeping(database: Database, slots: usize, fatal: fn(&str)) -> std::io::Result<Self> {
        let heads = Heads::default();
        let shards = match &database {
            Database::Sqlite(_) => {
                let (sender, queue) = mpsc::channel(WAITING_REQUESTS);
                sqlite::start(&database, queue, heads.clone(), Room::new(slots, 1), fatal)?;
                vec![sender]
            }
            Database::Postgres(_) => {
                let commits = Commits::default();
                let room = Room::new(slots, postgres::SHARDS);
                statistics::keep(&database, &commits);
                let shards = (0..postgres::SHARDS).map(|_| {
                    let (sender, queue) = mpsc::channel(WAITING_REQUESTS);
                    postgres::start(database.clone(), queue, heads.clone(), commits.clone(), room.clone());
                    sender
                });
                shards.collect()
            }
        };
        Ok(Self { shards, database, heads })
    }

    /// Decides a request and answers once it is durable.
    pub async fn submit(&self, request: Request) -> Result<Submitted, CommitFault> {
        let (organization, envelope) = request.seal();
        if let Some(why) = self.database.damage().stops(organization) {
            return Err(CommitFault::StorageDamaged(format!(
                "{why}; no writes of this organization are accepted until it is repaired and the service is restarted"
            )));
        }
        let shard = &self.shards[shard_of(organization, self.shards.len())];
        let (answer, answered) = oneshot::channel();
        shard.try_send(Waiting { organization, envelope, answer }).map_err(|refused| match refused {
            mpsc::error::TrySendError::Full(_) => CommitFault::Overloaded,
            mpsc::error::TrySendError::Closed(_) => CommitFault::Closed,
        })?;
        // The sender is dropped unanswered only where the outcome is unknown.
        let decided = answered.await.map_err(|_| CommitFault::OutcomeUnknown)?;
        if let Err(CommitFault::StorageDamaged(why)) = &decided {
            self.database.damage().note(Some(organization), &Fault::Damaged(why.clone()));
        }
        let outcome = decided?;
        Submitted::of(&self.database, organization, outcome).await
    }

    /// Decides a request on a read snapshot: the same answer, nothing is written.
    pub async fn preview(&self, request: Request) -> Result<Preview, CommitFault> {
        let (organization, mut envelope) = request.seal();
        envelope.receipt = None;
        preview::decide(&self.database, organization, envelope).await
    }

    /// Begins to watch an organization's log, for writes by any process.
    #[must_use]
    pub fn watch(&self, organization: OrganizationId) -> Watch {
        self.heads.watch(&self.database, organization)
    }

    /// Sends everybody away who watches a log: before the service waits for its requests to end.
    pub fn end_watches(&self) {
        self.heads.close();
    }
}

fn shard_of(organization: OrganizationId, shards: usize) -> usize {
    let sum: usize = organization.0.iter().map(|byte| usize::from(*byte)).sum();
    sum % shards.max(1)
}

/// The wall clock in microseconds.
#[must_use]
pub fn now() -> Instant {
    Instant(jiff::Timestamp::now().as_microsecond())
}
