//! `POST /accounting/journal-entries/{id}/withdraw`: who prepared an entry takes its submission back.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::withdraw::WithdrawEntry;
use domain::value::id::EntryId;

use super::get;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<WithdrawEntry>().rejects(&[Code::EntryNotPending]).conditional().preferable();

/// Withdraw an entry that is waiting for approval
///
/// Only for the people who prepared it, themselves or through their service account. It becomes a draft again.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/withdraw",
    operation_id = "JournalEntriesController_withdraw", tag = "Journal entries",
    params(("id" = String, Path, description = "The entry")),
    responses((status = 204, description = "A draft again"), (status = 200, description = "A draft again, with `Prefer: return=representation`", body = super::view::EntryView)))]
pub async fn withdraw(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = WithdrawEntry { entry: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
