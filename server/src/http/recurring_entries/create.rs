//! `POST /accounting/recurring-entries`

use axum::response::Response;
use domain::Code;
use domain::commands::recurring_entries::create::CreateRecurringEntry;
use domain::rows::{Occurrence, RecurringEntry};
use domain::value::id::RecurringEntryId;

use super::view::RecurringEntryView;
use super::wire::RecurringEntryInput;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateRecurringEntry>()
    .makes::<RecurringEntryId>()
    .rejects(rejections::NEW_ENTRY)
    .rejects(&[Code::NotFound, Code::NotSpreadable]);

/// Create a recurring entry
///
/// The rule gives all its days at once. The service makes one entry on each day; entries for past days are made within
/// a minute. Entries that are to be posted need the permission to post.
#[utoipa::path(post, path = "/api/v1/accounting/recurring-entries", operation_id = "RecurringEntriesController_create",
    tag = "Recurring entries", request_body = RecurringEntryInput,
    responses((status = 201, description = "The recurring entry", body = RecurringEntryView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: RecurringEntryInput = writing.body().await?;
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let dates = command.schedule.dates.clone();
    let done = writing.run(command).await?;
    let recurring: RecurringEntry =
        done.row().ok_or_else(|| Problem::internal(&"a recurring entry without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let base = base_currency(&mut snapshot, writing.caller.organization).await?;
    let view = RecurringEntryView::of(recurring, done.rows::<Occurrence>().first(), base)?.with_dates(Some(dates));
    let view = called::answered(&writing, &done, view).await?;
    done.created("/accounting/recurring-entries", view)
}
