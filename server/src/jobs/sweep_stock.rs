//! Sweeps the stock: proves all of it from time to time, and freezes broken goods.
//!
//! Nothing is corrected. The core leaves frozen goods as they are, so that every node may sweep.

use std::time::Duration;

use domain::batch::Work;
use domain::command::Command;
use domain::commands::frozen_pools::freeze::FreezePool;
use domain::rows::replies::Item;
use domain::value::Sought;
use domain::value::id::OrganizationId;
use store::audit::stock::{FaultyGoods, Proved, StockProof};
use store::operational::stock_proofs::{self, LatestProof};
use store::{Database, Fault, read};

use super::active_organizations;
use super::due::{RoundError, SERVICE};
use crate::commit::{self, Committer, Request, Submitted};
use crate::proving;

/// How long after its start a service sweeps for the first time: it has requests to answer first.
const FIRST_AFTER: Duration = Duration::from_secs(60);
/// How often frozen goods are counted for the metrics.
const COUNTED_EVERY: Duration = Duration::from_secs(15);
/// Goods that are frozen in one commit.
const AT_ONCE: usize = 100;
/// Characters of a finding that are kept with the frozen goods.
const TOLD_CHARACTERS: usize = 500;

/// Sweeps at these intervals, for as long as the service runs; the first time soon after its start.
pub async fn keep_sweeping(database: Database, committer: Committer, every: Duration) {
    tokio::time::sleep(FIRST_AFTER).await;
    let mut every = tokio::time::interval(every);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match sweep(&database, &committer).await {
            Ok(swept) => tracing::info!(faulty = swept.faulty, frozen = swept.frozen, "the stock was proved"),
            Err(error) => tracing::warn!(%error, "the stock could not be checked: trying again later"),
        }
    }
}

/// Counts frozen goods for the metrics, for as long as the service runs: another node may have frozen them.
pub async fn keep_counting(database: Database) {
    let mut every = tokio::time::interval(COUNTED_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        // Where the database does not answer, `/readyz` says so.
        let _ = count_frozen(&database).await;
    }
}

/// How many pools are frozen in all organizations now; the metrics show it from then on.
pub async fn count_frozen(database: &Database) -> Result<i64, Fault> {
    let frozen = read::frozen_pools::count(&mut database.snapshot().await?).await?;
    metrics::gauge!("countinghouse_frozen_pools").set(as_gauge(frozen));
    Ok(frozen)
}

/// The result of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Swept {
    /// Goods with which something is wrong.
    pub faulty: usize,
    /// How many were frozen now.
    pub frozen: usize,
}

/// Proves the stock of every organization, one after the other, and freezes broken goods. One that cannot be proved now
/// does not hold up the others.
pub async fn sweep(database: &Database, committer: &Committer) -> Result<Swept, RoundError> {
    let mut swept = Swept::default();
    for organization in active_organizations(database).await? {
        match proving::prove(database, organization, Proved::default()).await {
            Ok(proof) => {
                stock_proofs::keep(database, &latest(organization, &proof)).await?;
                swept.faulty += proof.faulty.len();
                swept.frozen += freeze(committer, organization, &proof.faulty).await?;
            }
            Err(error) => tracing::warn!(%organization, %error, "the stock could not be proved: trying again later"),
        }
    }
    metrics::gauge!("countinghouse_stock_sweep_faults").set(as_gauge(i64::try_from(swept.faulty).unwrap_or(i64::MAX)));
    let second = commit::now().0 / 1_000_000;
    metrics::gauge!("countinghouse_stock_sweep_timestamp_seconds").set(as_gauge(second));
    count_frozen(database).await?;
    Ok(swept)
}

/// What is kept of a proof.
fn latest(organization: OrganizationId, proof: &StockProof) -> LatestProof {
    LatestProof {
        organization_id: organization,
        at: commit::now(),
        seq: proof.head.seq,
        holds: proof.holds(),
        failure_count: proof.invariants.iter().map(|one| one.found).sum(),
    }
}

/// Freezes these goods; returns how many were not frozen before.
async fn freeze(
    committer: &Committer,
    organization: OrganizationId,
    faulty: &[FaultyGoods],
) -> Result<usize, RoundError> {
    let mut frozen = 0;
    for some in faulty.chunks(AT_ONCE) {
        let work = Work::Many { atomic: false, commands: some.iter().map(command).collect() };
        let submitted = committer.submit(Request::of_system(organization, SERVICE, "stock-sweep", work)).await?;
        let Submitted::Done { items, .. } = submitted else { continue };
        for (goods, item) in some.iter().zip(&items) {
            let (invariant, detail) = (&goods.invariant, &goods.detail);
            match item {
                // A later version only adds a finding to goods that somebody froze by hand.
                Item::Done(reply) if reply.facts.is_some() && reply.version == 1 => {
                    frozen += 1;
                    tracing::error!(%organization, frozen_pool = reply.subject, invariant, detail, "goods were frozen");
                }
                Item::Done(reply) => {
                    let frozen_pool = &reply.subject;
                    tracing::error!(%organization, frozen_pool, invariant, detail, "frozen goods are still faulty");
                }
                Item::Rejected(why) => {
                    let code = why.code.name();
                    tracing::error!(%organization, code, invariant, detail, "goods could not be frozen");
                }
                // Only requests with an idempotency key are answered again.
                Item::RejectedBefore(_) => {}
            }
        }
    }
    Ok(frozen)
}

fn command(faulty: &FaultyGoods) -> Command {
    FreezePool {
        item: faulty.item.map(Sought::Id),
        warehouse: faulty.warehouse.filter(|_| faulty.item.is_some()).map(Sought::Id),
        invariant: Some(faulty.invariant.clone()),
        reason: faulty.detail.chars().take(TOLD_CHARACTERS).collect(),
    }
    .into()
}

/// Counts and seconds are far below the numbers that a gauge holds exactly.
fn as_gauge(count: i64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
