//! Marks reservations whose time is over.
//!
//! They hold nothing from that instant on, whether or not they are marked: this only keeps the reserved sum small, and
//! informs those who follow the events. The core decides: a reservation that was marked, prolonged or taken meanwhile,
//! here or on another node, is left as it is.

use std::time::Duration;

use domain::batch::Work;
use domain::command::Command;
use domain::commands::reservations::expire::ExpireReservation;
use domain::rows::replies::Item;
use domain::value::id::OrganizationId;
use domain::value::{Instant, Sought};
use store::Database;
use store::read::availability;

use super::auto_reverse::{RoundError, SERVICE};
use super::organizations_at_work;
use crate::commit::{self, Committer, Request, Submitted};

/// How often.
const EVERY: Duration = Duration::from_secs(30);
/// Reservations of one commit.
const AT_ONCE: usize = 100;

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
    let mut expired = 0;
    for organization in organizations_at_work(database).await? {
        expired += expire_due_of(database, committer, organization, now).await?;
    }
    Ok(expired)
}

async fn expire_due_of(
    database: &Database,
    committer: &Committer,
    organization: OrganizationId,
    now: Instant,
) -> Result<usize, RoundError> {
    let mut all = 0;
    loop {
        let mut snapshot = database.snapshot().await?;
        let due = availability::due_reservations(&mut snapshot, organization, now, AT_ONCE).await?;
        drop(snapshot);
        if due.is_empty() {
            return Ok(all);
        }
        let commands = due.iter().map(|one| Command::from(ExpireReservation { reservation: Sought::Id(one.id) }));
        let work = Work::Many { atomic: false, commands: commands.collect() };
        let request = Request::of_system(organization, SERVICE, "reservation-expiry", work);
        let expired = expired(&committer.submit(request).await?);
        all += expired;
        // The rest was marked by another node, and is read no more.
        if expired == 0 || due.len() < AT_ONCE {
            return Ok(all);
        }
    }
}

/// How many were marked by this request.
fn expired(submitted: &Submitted) -> usize {
    let Submitted::Done { items, .. } = submitted else { return 0 };
    items.iter().filter(|item| matches!(item, Item::Done(reply) if reply.facts.is_some())).count()
}
