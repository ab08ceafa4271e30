//! Withdraws an entry that waits for approval: who prepared it has it back as a draft.

use crate::access::duties;
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

/// Withdraws a submitted entry.
#[derive(Clone, Debug)]
pub struct WithdrawEntry {
    pub entry: Sought<EntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for WithdrawEntry {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.entry.id() else { return };
        keys.push(Key::Entry(id));
        if let Ok(Some(entry)) = book.entry(id) {
            duties::hint_preparers(&entry.prepared(), keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut entry = require_entry(book, &self.entry)?;
        duties::require_preparer(book, ctx, &entry.prepared())?;
        version::require_version(self.if_match.as_deref(), entry.version)?;
        approval::require_pending(&entry)?;
        approval::end_submission(&mut entry);
        Ok(book.update(ctx, FactKind::EntryWithdrawn, entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::context::Actor;
    use crate::commands::journal_entries::submit::SubmitEntry;
    use crate::rows::{Entry, EntryStatus, PrincipalKind};
    use crate::testing::Stage;
    use crate::value::id::PrincipalId;
    use crate::value::rejection::Code;

    fn withdraw(entry: &str) -> WithdrawEntry {
        WithdrawEntry { entry: Sought::of(entry), if_match: None }
    }

    #[test]
    fn its_preparer_has_it_back_as_a_draft() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        assert_eq!(stage.run(withdraw(&id)).expect_err("a draft").code, Code::EntryNotPending);
        stage.run(SubmitEntry { entry: Sought::of(&id), if_match: None }).expect("submitted");
        let stale = WithdrawEntry { if_match: Some(vec![1]), ..withdraw(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        assert_eq!(stage.run(withdraw(&id)).expect("withdrawn").version, 3);
        let entry = stage.rows::<Entry>().remove(0);
        assert_eq!((entry.status, entry.submitted_at, entry.rejected_at), (EntryStatus::Draft, None, None));
        assert_eq!(stage.run(withdraw("je_x")).expect_err("unknown").code, Code::NotFound);
    }

    #[test]
    fn somebody_else_lets_an_approver_reject_it() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        stage.run(SubmitEntry { entry: Sought::of(&id), if_match: None }).expect("submitted");
        let roles = Some(vec![crate::value::permission::BuiltInRole::Clerk]);
        let principal = PrincipalId([9; 16]);
        let clerk = Actor { principal, kind: PrincipalKind::Foreign, claimed_roles: roles, scope: None };
        let rejection = stage.run_as(clerk, withdraw(&id)).expect_err("not his");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::Forbidden, "reject"));
    }
}
