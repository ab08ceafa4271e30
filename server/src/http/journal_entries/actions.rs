//! `POST /accounting/journal-entries/actions`: one action on up to 1,000 entries.

use axum::response::Response;
use domain::Code;
use domain::command::Command;
use domain::commands::journal_entries::approve::ApproveEntry;
use domain::commands::journal_entries::delete::DeleteEntry;
use domain::commands::journal_entries::post::PostEntry;
use domain::commands::journal_entries::submit::SubmitEntry;
use domain::value::permission::Permission;
use domain::value::{Sought, TypedId};

use super::batch::{BatchResults, acted, commands};
use crate::http::context::RequestContext;
use crate::http::input::{EachItem, List, Text, Whole};
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

domain::named_enum! {
    /// What is done with each of several documents.
    BulkAction {
        Post = "post",
        Approve = "approve",
        Submit = "submit",
        Delete = "delete",
    }
}

crate::wire_enum! {
    BulkAction = "BulkAction",
}

crate::input! {
    /// What an action is done with.
    pub struct BulkItem {
        pub id: Text<1, 60>,
        /// Another version refuses the item.
        pub version: Option<Whole<1, { i64::MAX }>>,
    }

    /// One action on several documents.
    pub struct BulkInput {
        pub action: BulkAction = "post",
        /// Whether one refused item causes all to be refused.
        pub atomic: Option<bool> = false,
        pub items: List<EachItem<BulkItem>, 1, 1_000>,
    }
}

impl BulkItem {
    /// The document by its id, which names nothing where it is malformed, and the version that it must have.
    pub fn read<I: TypedId>(self) -> (Sought<I>, Option<Vec<i64>>) {
        (Sought::of(&self.id.0), self.version.map(|version| vec![version.0]))
    }
}

pub(super) const OPERATION: Operation = Operation::write(Permission::JournalEntriesDraft)
    .rejects(rejections::DIMENSIONS)
    .rejects(rejections::ENTRY)
    .rejects(rejections::ENTRY_TAKEN_BACK)
    .rejects(&[
        Code::NotFound,
        Code::VersionMismatch,
        Code::EntryNotDraft,
        Code::EntryNotPending,
        Code::ApprovalRequired,
        Code::PersonRequired,
        Code::SeparationOfDuties,
    ]);

/// Post, approve, submit or delete up to 1,000 entries in one commit
///
/// Each item is decided as on its own, with the permission of the action, and has its own result.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/actions",
    operation_id = "JournalEntriesController_actions", tag = "Journal entries", request_body = BulkInput,
    responses((status = 200, description = "One result per item", body = BatchResults)))]
pub async fn actions(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: BulkInput = writing.body().await?;
    let (atomic, action) = (input.atomic.unwrap_or(false), input.action);
    let commands = commands(atomic, input.items.0, |item, _| Ok(command(action, item)));
    let commands = writing.caller.admit(&writing.app, commands).await?;
    acted(writing, &context, atomic, commands).await
}

fn command(action: BulkAction, item: BulkItem) -> Command {
    let (entry, if_match) = item.read();
    match action {
        BulkAction::Post => PostEntry { entry, if_match }.into(),
        BulkAction::Approve => ApproveEntry { entry, if_match }.into(),
        BulkAction::Submit => SubmitEntry { entry, if_match }.into(),
        BulkAction::Delete => DeleteEntry { entry, if_match }.into(),
    }
}
