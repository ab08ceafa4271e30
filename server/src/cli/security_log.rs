//! `security-log`: the newest security events of an organization, or those that only the operator may read.

use domain::value::id::OrganizationId;
use serde_json::{Value, json};
use store::operational::security_events::{self, OF_THE_OPERATOR, SecurityEvent, Wanted};

use super::args::SecurityLogArgs;
use super::failure::Failure;
use super::output::Output;
use super::who;
use crate::config::Config;
use crate::engine;

/// Prints events, the newest first. It works while a server runs.
///
/// # Errors
/// If there is no database or no such organization.
pub async fn run(config: &Config, args: &SecurityLogArgs, output: Output) -> Result<(), Failure> {
    let database = engine::open_reader(config).await?;
    let mut snapshot = database.snapshot().await?;
    let organization: OrganizationId = match args.organization.as_deref() {
        None => OF_THE_OPERATOR,
        wanted => who::organization(&mut snapshot, wanted).await?,
    };
    let events = security_events::newest(&mut snapshot, organization, Wanted::default(), args.limit).await?;
    drop(snapshot);
    database.close().await?;
    let lines: Vec<String> = events.iter().map(line).collect();
    let text = if lines.is_empty() { "no events".to_owned() } else { lines.join("\n") };
    output.say(&text, &Value::Array(events.iter().map(to_json).collect()))
}

fn line(event: &SecurityEvent) -> String {
    let mut line = format!("{} {}", event.last_at, event.kind.name());
    if event.count > 1 {
        line.push_str(&format!(" ×{}", event.count));
    }
    let about = event.principal_id.map(|id| id.to_string());
    let by = event.actor_id.map(|id| format!("by {id}"));
    let from = event.address.as_ref().map(|address| format!("from {address}"));
    for part in [about, by, from, event.subject.clone()].into_iter().flatten() {
        line.push(' ');
        line.push_str(&part);
    }
    line
}

fn to_json(event: &SecurityEvent) -> Value {
    json!({
        "kind": event.kind.name(),
        "at": event.at.to_string(),
        "lastAt": event.last_at.to_string(),
        "count": event.count,
        "principalId": event.principal_id.map(|id| id.to_string()),
        "actorId": event.actor_id.map(|id| id.to_string()),
        "address": event.address,
        "subject": event.subject,
    })
}
