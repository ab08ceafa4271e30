//! Marks reservations whose time is over.
//!
//! They hold nothing from that instant on, whether or not they are marked: this only keeps the reserved sum small, and
//! informs those who follow the events. The core decides: a reservation that was marked, prolonged or taken meanwhile,
//! here or on another node, is left as it is.

use std::time::Duration;

use domain::command::Command;
use domain::commands::reservations::expire::ExpireReservation;
use domain::rows::replies::Item;
use domain::value::id::OrganizationId;
use domain::value::{Instant, Sought};
use store::read::availability;
use store::{Database, Fault, Snapshot};

use super::due::{AT_ONCE, Due, RoundError, do_due};
use crate::commit::{self, Committer};

/// How often.
const EVERY: Duration = Duration::from_secs(30);

/// Looks every half minute, for as long as the service runs; the first time at once.
pub async fn keep_expiring(database: Database, committer: Committer) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match expire_due(&database, &committer, commit::now()).await {
            Ok(0) => {}
            Ok(expired) => tracing::info!(expired, "reservations expired"),
            Err(error) => tracing::warn!(%error, "reservations could not be marked as expired: trying again later"),
        }
    }
}

/// Marks the reservations that are over at this moment in every organization; returns the number marked.
pub async fn expire_due(database: &Database, committer: &Committer, now: Instant) -> Result<usize, RoundError> {
    do_due::<Expiry>(database, committer, now).await
}

/// The end of reservations.
struct Expiry;

impl Due for Expiry {
    const REQUEST_ID: &'static str = "reservation-expiry";

    async fn due(snapshot: &mut Snapshot, organization: OrganizationId, now: Instant) -> Result<Vec<Command>, Fault> {
        let due = availability::due_reservations(snapshot, organization, now, AT_ONCE).await?;
        let commands = due.iter().map(|one| Command::from(ExpireReservation { reservation: Sought::Id(one.id) }));
        Ok(commands.collect())
    }

    fn is_done(item: &Item) -> bool {
        matches!(item, Item::Done(reply) if reply.facts.is_some())
    }
}
