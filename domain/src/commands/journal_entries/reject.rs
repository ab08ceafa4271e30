//! Rejects an entry that waits for approval: it is a draft again, and shows why.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::entries::approval;
use crate::ledger::entries::found::require_entry;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::id::EntryId;
use crate::value::permission::Permission;

/// Rejects a submitted entry.
#[derive(Clone, Debug)]
pub struct RejectEntry {
    pub entry: Sought<EntryId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for RejectEntry {
    const PERMISSION: Permission = Permission::JournalEntriesApprove;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.entry.id().map(Key::Entry));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut entry = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), entry.version)?;
        approval::require_pending(&entry)?;
        approval::end_submission(&mut entry);
        entry.rejected_at = Some(ctx.at);
        entry.rejected_by = Some(ctx.actor.principal);
        entry.rejection_reason = Some(self.reason.clone());
        Ok(book.update(ctx, FactKind::EntryRejected, entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::journal_entries::submit::SubmitEntry;
    use crate::rows::{Entry, EntryStatus};
    use crate::testing::{ADMIN, Stage};
    use crate::value::rejection::Code;

    fn reject(entry: &str) -> RejectEntry {
        RejectEntry { entry: Sought::of(entry), reason: "no receipt".to_owned(), if_match: None }
    }

    #[test]
    fn a_rejected_entry_is_a_draft_that_says_who_rejected_it_when_and_why() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        assert_eq!(stage.run(reject(&id)).expect_err("a draft").code, Code::EntryNotPending);
        let submit = SubmitEntry { entry: Sought::of(&id), if_match: None };
        stage.run(submit.clone()).expect("submitted");
        let stale = RejectEntry { if_match: Some(vec![1]), ..reject(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        assert_eq!(stage.run(reject(&id)).expect("rejected").version, 3);
        let entry = stage.rows::<Entry>().remove(0);
        assert_eq!((entry.status, entry.submitted_by), (EntryStatus::Draft, None));
        assert_eq!((entry.rejected_by, entry.rejected_at), (Some(ADMIN), Some(entry.updated_at)));
        assert_eq!(entry.rejection_reason.as_deref(), Some("no receipt"));
        stage.run(submit).expect("submitted again");
        assert_eq!(stage.rows::<Entry>()[0].rejection_reason.as_deref(), Some("no receipt"), "the approver sees it");
        assert_eq!(stage.run(reject("je_x")).expect_err("unknown").code, Code::NotFound);
    }
}
