//! `accept-clock`: a log that a wrong clock wrote ahead of time goes on.

use domain::value::limits::CLOCK_BEHIND_US;
use serde_json::json;
use store::operational::clock_acceptances::{self, ClockAcceptance};
use store::read::heads;

use super::failure::Failure;
use super::output::Output;
use super::rebuild::open_alone;
use crate::commit;
use crate::config::Config;

/// Keeps the decision. Every server that uses the database is stopped first, and knows it when it starts.
///
/// # Errors
/// Where nothing lies ahead, there is no database, it fails, or a server uses it.
pub async fn run(config: &Config, reason: &str, output: Output) -> Result<(), Failure> {
    let reason = reason.trim().to_owned();
    if reason.is_empty() || reason.chars().count() > 1_000 {
        return Err(Failure::usage(
            "--reason must say in 1 to 1,000 characters why the log is right as it is".to_owned(),
        ));
    }
    let database = open_alone(config, "countinghouse accept-clock").await?;
    let now = commit::now();
    let head = heads::last_commit(&mut database.snapshot().await?).await?;
    let ahead = head.filter(|head| now.0.saturating_add(CLOCK_BEHIND_US) < head.0);
    let Some(head_at) = ahead else {
        let told = format!("no log is ahead of this clock, which says {now}: there is nothing to accept");
        return Err(Failure::failed(told));
    };
    clock_acceptances::add(&database, &ClockAcceptance { head_at, accepted_at: now, reason }).await?;
    database.close().await?;
    let told =
        format!("ok: logs that end as late as {head_at} continue from their end; documents get the day of the clock");
    output.say(&told, &json!({"headAt": head_at.to_string(), "acceptedAt": now.to_string()}))?;
    Ok(())
}
