//! `POST /accounting/auto-reversals/run`: posts the scheduled reversals that are due, now.

use axum::response::{IntoResponse, Response};
use domain::command::Command;
use domain::commands::journal_entries::auto_reverse::AutoReverseEntry;
use domain::rows::replies::Item;
use domain::value::limits::BATCH_ITEMS;
use domain::value::{Date, Sought};
use serde_json::Value;
use store::read::auto_reversals;

use super::batch;
use crate::commit::Submitted;
use crate::http::context::RequestContext;
use crate::http::operations::Operation;
use crate::http::output::{Day, Refusal};
use crate::http::preview;
use crate::http::problem::Problem;
use crate::http::writing::{Writing, set};

crate::input! {
    /// The day up to which scheduled reversals are posted.
    pub struct AutoReversalsInput {
        /// The last day.
        pub as_of: Date = "2011-01-31",
    }
}

crate::output! {
    /// A scheduled reversal that was posted.
    pub struct PostedReversal {
        /// The entry that was reversed.
        pub entry_id: String,
        pub reversal_id: String,
    }

    /// A scheduled reversal that cannot be posted now.
    pub struct WaitingReversal {
        /// The entry to reverse.
        pub entry_id: String,
        /// Why it waits.
        pub problem: Refusal,
    }

    /// The outcome of the reversals that were due.
    pub struct AutoReversals {
        pub as_of: Day,
        pub posted: Vec<PostedReversal>,
        /// Reversals whose period is closed, or does not exist yet.
        pub waiting: Vec<WaitingReversal>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<AutoReverseEntry>().alone();

/// Post the scheduled reversals that are due
///
/// Does now what the service does on the day of each entry's `autoReverseOn`; useful when you close a month in arrears.
/// Each reversal is posted on its own day. At most 1,000 at a time, oldest first; nothing is posted twice.
#[utoipa::path(post, path = "/api/v1/accounting/auto-reversals/run",
    operation_id = "JournalEntriesController_runAutoReversals", tag = "Journal entries",
    request_body = AutoReversalsInput,
    responses((status = 200, description = "The reversals that were posted, and those that are waiting", body = AutoReversals)))]
pub async fn auto_reverse(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: AutoReversalsInput = writing.body().await?;
    // Where nothing is due, no command asks for the right.
    let mut snapshot = writing.caller.read(&writing.app).await?;
    let due = auto_reversals::due(&mut snapshot, writing.caller.organization, input.as_of, BATCH_ITEMS).await?;
    drop(snapshot);
    let commands = due.iter().map(|entry| AutoReverseEntry { entry: Sought::Id(entry.id), as_of: input.as_of });
    let commands: Vec<Command> = commands.map(Command::from).collect();
    if writing.is_dry_run() {
        let preview = writing.preview_many(false, commands).await?;
        let (told, _) = told(&writing, input.as_of, preview.submitted.clone(), &context).await?;
        let would_return = serde_json::to_value(told).map_err(|error| Problem::internal(&error))?;
        return preview::response(&preview, Some(would_return));
    }
    let submitted = writing.run_many(false, commands).await?;
    let (told, replayed) = told(&writing, input.as_of, submitted, &context).await?;
    let mut response = axum::Json(told).into_response();
    if replayed {
        set(response.headers_mut(), "idempotent-replayed".parse().map_err(|bad| Problem::internal(&bad))?, "true");
    }
    Ok(response)
}

async fn told(
    writing: &Writing,
    as_of: Date,
    submitted: Submitted,
    context: &RequestContext,
) -> Result<(AutoReversals, bool), Problem> {
    let (items, replayed) = match submitted {
        Submitted::Rejected(rejection) => return Err((*rejection).into()),
        Submitted::Done { items, replayed } => (items, replayed),
    };
    let are_done = items.iter().all(|item| matches!(item, Item::Done(_)));
    let rights = if are_done { None } else { Some(writing.caller.rights_now(&writing.app).await?) };
    let mut told = AutoReversals { as_of: Day(as_of), posted: Vec::new(), waiting: Vec::new() };
    for item in items {
        match item {
            // Without a reversal: somebody else was faster.
            Item::Done(reply) => told
                .posted
                .extend(reply.related.map(|reversal_id| PostedReversal { entry_id: reply.subject, reversal_id })),
            Item::Rejected(rejection) => told.waiting.push(waiting(Problem::from(*rejection).to_json(context, rights))),
            Item::RejectedBefore(text) => told.waiting.push(waiting(batch::again(&text, context, rights)?)),
        }
    }
    Ok((told, replayed))
}

fn waiting(problem: Value) -> WaitingReversal {
    let entry_id = problem["context"]["entryId"].as_str().unwrap_or_default().to_owned();
    WaitingReversal { entry_id, problem: Refusal(problem) }
}
