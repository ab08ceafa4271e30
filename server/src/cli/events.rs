//! `events tail`: the feed of events, line by line as they happen.

use std::io::Write as _;
use std::time::Duration;

use serde_json::Value;

use super::client::{ApiClient, ClientError};
use super::failure::Failure;
use super::output::{Output, unprinted};
use super::reach::{Reach, Who};

/// Seconds that the service may wait for the next event.
const WAIT_S: u32 = 25;
/// The longest pause before the next try after a lost connection.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// `events`.
#[derive(Debug, clap::Subcommand)]
pub enum EventsCommand {
    /// Print events as they happen, until Ctrl-C; goes on by itself after a lost connection
    #[command(
        after_help = "A line has the event's number, time, type, subject, actor and request. With --json it is the whole \
        event.\n\nExamples:\n  countinghouse events tail\n  countinghouse events tail --from-start --types \
        journalEntry.posted,movement\n  countinghouse events tail --after 1200 --json --profile shop"
    )]
    Tail(TailArgs),
}

/// `events tail`.
#[derive(Debug, clap::Args)]
pub struct TailArgs {
    /// Begin after the event with this number [default: the newest]
    #[arg(long, value_name = "SEQ", conflicts_with = "from_start", value_parser = clap::value_parser!(i64).range(0..))]
    pub after: Option<i64>,
    /// Begin with the first event
    #[arg(long)]
    pub from_start: bool,
    /// Only events of these types, such as movement.posted, or of these nouns, such as movement
    #[arg(long, value_name = "TYPE,…", value_delimiter = ',')]
    pub types: Vec<String>,
    /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    #[command(flatten)]
    pub who: Who,
}

/// Follows the feed until Ctrl-C, or until nobody reads.
///
/// # Errors
/// If the feed cannot be read.
pub async fn tail(reach: Reach<'_>, args: &TailArgs, output: Output) -> Result<(), Failure> {
    let connection = reach.connect(&args.who, args.organization.as_deref()).await?;
    let done = tokio::select! {
        done = follow(&connection.client, args, output) => done,
        _ = tokio::signal::ctrl_c() => Ok(()),
    };
    connection.close().await?;
    done
}

async fn follow(client: &ApiClient, args: &TailArgs, output: Output) -> Result<(), Failure> {
    let mut cursor = begin(client, args).await?;
    let mut pause = Duration::from_millis(500);
    loop {
        let page = match client.get(&format!("/api/v1/events?limit=200&wait={WAIT_S}&after={cursor}")).await {
            Ok(page) => page,
            Err(error) if passes(&error) => {
                if pause < Duration::from_secs(1) {
                    eprintln!("{error}; trying again");
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        pause = Duration::from_millis(500);
        for event in page["data"].as_array().into_iter().flatten().filter(|event| is_wanted(event, &args.types)) {
            let line = if output.as_json { event.to_string() } else { line(event) };
            let mut out = std::io::stdout().lock();
            match writeln!(out, "{line}").and_then(|()| out.flush()) {
                Ok(()) => {}
                // The reader has seen enough.
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
                Err(error) => return Err(unprinted(&error)),
            }
        }
        match page["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return Err(Failure::failed("the service answered a page of events without a cursor")),
        }
    }
}

/// The cursor to begin after.
async fn begin(client: &ApiClient, args: &TailArgs) -> Result<String, Failure> {
    let page = client.get("/api/v1/events?limit=1").await?;
    let next = page["nextCursor"].as_str().unwrap_or_default();
    let parts: Vec<&str> = next.split(':').collect();
    let [epoch, _, mark] = parts.as_slice() else {
        return Err(Failure::failed("the service answered a cursor that is none"));
    };
    let at = |seq: i64| format!("{epoch}:{seq}:{mark}");
    match args.after {
        _ if args.from_start => Ok(at(0)),
        Some(seq) => Ok(at(seq)),
        // A place that no feed has come to is refused, with the place where this one is.
        None => match client.get(&format!("/api/v1/events?limit=1&after={}", at(i64::MAX))).await {
            Err(ClientError::Problem { problem, .. }) if problem["context"]["head"].is_string() => {
                Ok(problem["context"]["head"].as_str().unwrap_or_default().to_owned())
            }
            Err(error) => Err(error.into()),
            Ok(_) => Err(Failure::failed("the service does not say where its feed is")),
        },
    }
}

/// Whether the next try may succeed.
fn passes(error: &ClientError) -> bool {
    error.status().is_none_or(|status| matches!(status, 429 | 502 | 503 | 504))
}

fn is_wanted(event: &Value, types: &[String]) -> bool {
    let kind = event["type"].as_str().unwrap_or_default();
    let noun = kind.split('.').next().unwrap_or_default();
    types.is_empty() || types.iter().any(|wanted| wanted == kind || wanted == noun)
}

fn line(event: &Value) -> String {
    let text = |name: &str| event[name].as_str().unwrap_or("-").to_owned();
    format!(
        "{}  {}  {}  {}  {}  {}",
        event["seq"],
        text("at"),
        text("type"),
        text("subject"),
        text("actor"),
        text("requestId")
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_type_is_named_whole_or_by_its_noun() {
        let event = json!({"seq": 7, "at": "2026-01-01T00:00:00Z", "type": "movement.posted", "subject": "mov_1"});
        let wanted = |types: &[&str]| is_wanted(&event, &types.iter().map(|&one| one.to_owned()).collect::<Vec<_>>());
        assert!(wanted(&[]) && wanted(&["movement"]) && wanted(&["item.created", "movement.posted"]));
        assert!(!wanted(&["move"]) && !wanted(&["posted"]));
        assert_eq!(line(&event), "7  2026-01-01T00:00:00Z  movement.posted  mov_1  -  -");
    }
}
