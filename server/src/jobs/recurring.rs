//! Runs the days of recurring entries: oldest first, also those that were missed while nothing ran.
//!
//! Every node may try: the row of the day has its outcome, so that one of them makes the entry and the others learn
//! that nothing is due.

use std::time::Duration;

use domain::batch::Work;
use domain::command::Command;
use domain::commands::recurring_entries::note_failed_run::NoteFailedRun;
use domain::commands::recurring_entries::run::RunOccurrence;
use domain::rows::replies::Item;
use domain::rows::{Occurrence, RecurringEntry};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, Instant, Sought};
use domain::{Code, Rejection};
use store::{Database, read};

use super::organizations_at_work;
use crate::commit::{self, CommitFault, Committer, Request, Submitted};
use crate::today;

/// How often.
const EVERY: Duration = Duration::from_secs(30);
/// Days that are looked up at once.
const PAGE: usize = 200;
/// The request id of work without a request.
const REQUEST_ID: &str = "recurring";

/// Runs due days every half minute, for as long as the service runs; the first time at once.
pub async fn keep_running(database: Database, committer: Committer) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match run_due(&database, &committer, commit::now()).await {
            Ok(0) => {}
            Ok(made) => tracing::info!(made, "recurring entries made"),
            Err(fault) => tracing::warn!(%fault, "recurring entries could not run: trying again later"),
        }
    }
}

/// Runs all days that are due at this moment; returns how many entries were made.
pub async fn run_due(database: &Database, committer: &Committer, now: Instant) -> Result<usize, CommitFault> {
    let mut made = 0;
    for organization in organizations_at_work(database).await? {
        made += run_organization(database, committer, organization, now).await?;
    }
    Ok(made)
}

/// Runs the days of one organization that are due at this moment; returns how many entries were made.
pub async fn run_organization(
    database: &Database,
    committer: &Committer,
    organization: OrganizationId,
    now: Instant,
) -> Result<usize, CommitFault> {
    let mut made = 0;
    let mut last: Option<Occurrence> = None;
    loop {
        let mut snapshot = database.snapshot().await?;
        let Some(today) = today::of(&mut snapshot, organization, now).await? else { return Ok(made) };
        let due = read::recurring::due(&mut snapshot, organization, today, last.as_ref(), PAGE).await?;
        let mut templates = Vec::with_capacity(due.len());
        for occurrence in &due {
            let params = [Cell::Id(organization.0), Cell::Id(occurrence.recurring_entry_id.0)];
            let found: Vec<RecurringEntry> = snapshot.rows("where organization_id = $1 and id = $2", &params).await?;
            templates.extend(found);
        }
        drop(snapshot);
        for occurrence in &due {
            let responsible = templates.iter().find(|template| template.id == occurrence.recurring_entry_id);
            let Some(responsible) = responsible.map(|template| template.updated_by) else { continue };
            made += usize::from(run_one(committer, organization, responsible, occurrence).await?);
        }
        if due.len() < PAGE {
            return Ok(made);
        }
        last = due.into_iter().next_back();
    }
}

/// Runs one day in the name of its last author; returns whether its entry was made here.
async fn run_one(
    committer: &Committer,
    organization: OrganizationId,
    responsible: PrincipalId,
    occurrence: &Occurrence,
) -> Result<bool, CommitFault> {
    let recurring = Sought::Id(occurrence.recurring_entry_id);
    let run = RunOccurrence { recurring: recurring.clone(), date: occurrence.date, is_scheduled: true };
    let Some(rejection) = submit(committer, organization, responsible, run.into()).await? else { return Ok(true) };
    // Somebody else was first, or it is paused, skipped or deleted by now.
    if matches!(rejection.code, Code::OccurrenceNotDue | Code::NotFound) {
        return Ok(false);
    }
    let problem = format!("{}: {}", rejection.code.name(), rejection.detail);
    tracing::warn!(%organization, %recurring, date = %occurrence.date, problem, "a recurring entry could not be made");
    let note = NoteFailedRun { recurring, date: occurrence.date, problem };
    // Who was first meanwhile is no failure either.
    submit(committer, organization, responsible, note.into()).await?;
    Ok(false)
}

/// Submits a command of the service; its rejection, where it was refused.
async fn submit(
    committer: &Committer,
    organization: OrganizationId,
    principal: PrincipalId,
    command: Command,
) -> Result<Option<Rejection>, CommitFault> {
    let request = Request::of_system(organization, principal, REQUEST_ID, Work::One(Box::new(command)));
    Ok(match committer.submit(request).await? {
        Submitted::Rejected(rejection) => Some(*rejection),
        Submitted::Done { mut items, .. } => match items.pop() {
            Some(Item::Rejected(rejection)) => Some(*rejection),
            _ => None,
        },
    })
}
