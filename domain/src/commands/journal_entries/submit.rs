//! Submits a draft for approval: it is checked as if it were posted, and then waits without number or effect.
//!
//! Everybody who may draft may ask for approval, even if no policy does.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::entries::found::{require_draft, require_entry};
use crate::ledger::entries::{ready, reversing};
use crate::ledger::journals::require_journal;
use crate::rows::{EntryStatus, Reply, entry_drafts};
use crate::value::Sought;
use crate::value::id::EntryId;
use crate::value::permission::Permission;

/// Submits a draft for approval.
#[derive(Clone, Debug)]
pub struct SubmitEntry {
    /// The draft.
    pub entry: Sought<EntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for SubmitEntry {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods]);
        let Some(id) = self.entry.id() else { return };
        keys.push(Key::Entry(id));
        if let Ok(Some(entry)) = book.entry(id) {
            reversing::hint_draft(book, id, keys);
            keys.extend(entry_drafts::accounts(entry).map(Key::Account));
            keys.extend(entry_drafts::parties(entry).map(Key::Party));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut entry = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), entry.version)?;
        require_draft(&entry)?;
        require_journal(book, &entry.journal_id.into())?;
        let drafts = entry_drafts::decode_drafts(&entry.draft_lines)
            .map_err(|bad| Stop::unreadable("entries", entry.id, &bad))?;
        match reversing::reversed_by_draft(book, &entry)? {
            Some(original) => {
                reversing::require_ready(book, ctx, &original, entry.date)?;
            }
            None => {
                ready::posting(book, ctx, entry.clone(), &drafts)?;
            }
        }
        entry.status = EntryStatus::PendingApproval;
        entry.submitted_at = Some(ctx.at);
        entry.submitted_by = Some(ctx.actor.principal);
        duties::note_preparer(book, ctx, &mut entry)?;
        Ok(book.update(ctx, FactKind::EntrySubmitted, entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::approval_policies::create::tests::policy;
    use crate::commands::journal_entries::delete::DeleteEntry;
    use crate::commands::journal_entries::post::PostEntry;
    use crate::commands::journal_entries::update::UpdateEntry;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::rows::{Balance, Entry, Period, PeriodStatus};
    use crate::testing::{ADMIN, Stage, day, line};
    use crate::value::IdOrCode;
    use crate::value::rejection::Code;

    fn submit(entry: &str) -> SubmitEntry {
        SubmitEntry { entry: Sought::of(entry), if_match: None }
    }

    #[test]
    fn a_submitted_draft_waits_without_number_and_touches_no_balance() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        assert_eq!(stage.run(submit(&id)).expect("submitted").version, 2);
        let entry = stage.rows::<Entry>().remove(0);
        assert_eq!((entry.status, entry.sequence, entry.number), (EntryStatus::PendingApproval, None, None));
        assert_eq!((entry.submitted_by, entry.submitted_at), (Some(ADMIN), Some(entry.updated_at)));
        assert_eq!(stage.rows::<Balance>(), []);
    }

    #[test]
    fn what_posting_would_refuse_is_not_submitted() {
        let mut stage = Stage::new();
        let january = jiff::civil::date(2010, 1, 5);
        for mut period in stage.rows::<Period>().into_iter().filter(|period| period.number == 1) {
            period.status = PeriodStatus::Closed;
            stage.model.put(&period);
        }
        let cash = ("1000", "5", "0");
        for (draft, expected) in [
            (stage.entry(day(), &[], false), Code::EntryIncomplete),
            (stage.entry(day(), &[cash, ("4000", "0", "4.99")], false), Code::EntryUnbalanced),
            (stage.entry(day(), &[cash, ("1200", "0", "5")], false), Code::ControlAccount),
            (stage.entry(day(), &[("1100", "5", "0"), ("4000", "0", "5")], false), Code::PartyRequired),
            (stage.entry(jiff::civil::date(2031, 1, 5), &[cash, ("4000", "0", "5")], false), Code::NoPeriod),
            (stage.entry(january, &[cash, ("4000", "0", "5")], false), Code::PeriodClosed),
        ] {
            let id = stage.run(draft).expect("draft").subject;
            assert_eq!(stage.run(submit(&id)).expect_err("refused").code, expected);
        }
    }

    #[test]
    fn what_waits_is_not_submitted_posted_deleted_or_voided_and_each_refusal_names_the_way_out() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        let stale = SubmitEntry { if_match: Some(vec![2]), ..submit(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(submit(&id)).expect("submitted");
        let void = VoidEntry { entry: Sought::of(&id), reason: "wrong".to_owned(), if_match: None };
        let refusals = [
            stage.run(submit(&id)),
            stage.run(PostEntry { entry: Sought::of(&id), if_match: None }),
            stage.run(DeleteEntry { entry: Sought::of(&id), if_match: None }),
            stage.run(void),
        ];
        let codes = [Code::EntryNotDraft, Code::EntryNotDraft, Code::EntryNotDraft, Code::EntryNotPosted];
        for (refusal, code) in refusals.into_iter().zip(codes) {
            let rejection = refusal.expect_err("waits");
            let way = rejection.resolutions.iter().find(|way| way.rel == "withdraw").expect("withdraw");
            assert_eq!((rejection.code, &way.path), (code, &format!("/accounting/journal-entries/{id}/withdraw")));
        }
        assert_eq!(stage.run(submit("je_x")).expect_err("unknown").code, Code::NotFound);
        let posted = stage.run(stage.sale("5.00", true)).expect("posted").subject;
        assert_eq!(stage.run(submit(&posted)).expect_err("posted").code, Code::EntryNotDraft);
    }

    #[test]
    fn an_edit_ends_the_submission_and_an_edit_of_nothing_does_not() {
        let mut stage = Stage::new();
        let id = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        stage.run(submit(&id)).expect("submitted");
        let edit = |lines| UpdateEntry { entry: Sought::of(&id), lines, ..UpdateEntry::default() };
        let same = vec![line("1000", "5", "0"), line("4000", "0", "5")];
        assert_eq!(stage.run(edit(Some(same))).expect("no change").version, 2);
        assert_eq!(stage.rows::<Entry>()[0].status, EntryStatus::PendingApproval);
        stage.run(edit(Some(vec![line("1000", "500", "0")]))).expect("edited");
        let entry = stage.rows::<Entry>().remove(0);
        assert_eq!((entry.status, entry.submitted_at, entry.submitted_by), (EntryStatus::Draft, None, None));
    }

    #[test]
    fn a_policy_keeps_what_it_asks_for_from_being_posted_and_leaves_the_rest() {
        let mut stage = Stage::new();
        let mut other = policy("another journal", "0");
        other.journal = Some(IdOrCode::Id(Sought::of(&stage.journal)));
        other.is_active = false;
        stage.run(other).expect("inactive policy");
        stage.run(policy("large entries", "100.00")).expect("policy");
        stage.run(stage.sale("99.99", true)).expect("below the amount");
        let rejection = stage.run(stage.sale("100.00", true)).expect_err("approval");
        let way = &rejection.resolutions[0];
        assert_eq!(
            (rejection.code, way.rel, way.path.as_str()),
            (Code::ApprovalRequired, "submit", "/accounting/journal-entries")
        );
        let draft = stage.run(stage.sale("100.00", false)).expect("draft").subject;
        let rejection = stage.run(PostEntry { entry: Sought::of(&draft), if_match: None }).expect_err("approval");
        assert_eq!(rejection.resolutions[0].path, format!("/accounting/journal-entries/{draft}/submit"));
        assert!(rejection.detail.contains("large entries"), "{}", rejection.detail);
        stage.run(submit(&draft)).expect("submitted");
    }
}
