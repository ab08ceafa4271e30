//! Approves a waiting entry: the submitted version is posted in the same commit.
//!
//! Only a person approves, and never an entry that a service account of their own prepared.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::entries::found::require_entry;
use crate::ledger::entries::{approval, ready, reversing, rules};
use crate::ledger::journals::require_journal;
use crate::rows::{Reply, entry_drafts};
use crate::value::Sought;
use crate::value::id::EntryId;
use crate::value::permission::Permission;

/// Approves a submitted entry, which posts it.
#[derive(Clone, Debug)]
pub struct ApproveEntry {
    pub entry: Sought<EntryId>,
    /// Versions of which one must be the present one (`If-Match`): the approval is valid only for the version that was
    /// read.
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ApproveEntry {
    const PERMISSION: Permission = Permission::JournalEntriesApprove;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods]);
        let Some(id) = self.entry.id() else { return };
        keys.push(Key::Entry(id));
        if let Ok(Some(entry)) = book.entry(id) {
            duties::hint_preparers(&entry.prepared(), keys);
            keys.extend(entry_drafts::accounts(entry).map(Key::Account));
            keys.extend(entry_drafts::parties(entry).map(Key::Party));
            reversing::hint_draft(book, id, keys);
            rules::hint_posting(book, Some(entry.journal_id), entry.date, entry_drafts::accounts(entry), keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut entry = require_entry(book, &self.entry)?;
        duties::require_person(ctx)?;
        version::require_version(self.if_match.as_deref(), entry.version)?;
        approval::require_pending(&entry)?;
        duties::require_other_approver(book, ctx, &entry.prepared())?;
        require_journal(book, &entry.journal_id.into())?;
        let drafts = entry_drafts::decode_drafts(&entry.draft_lines)
            .map_err(|bad| Stop::unreadable("entries", entry.id, &bad))?;
        entry.approved_at = Some(ctx.at);
        entry.approved_by = Some(ctx.actor.principal);
        entry.version += 1;
        if let Some(original) = reversing::reversed_by_draft(book, &entry)? {
            let (reversal, original) = reversing::post_draft(book, ctx, entry, original)?;
            let recorded = book.record(ctx, FactKind::EntryReversed, original.id);
            return Ok(Reply::new(reversal.id, reversal.version, recorded).with_related(original.id));
        }
        let (posting, period) = ready::posting(book, ctx, entry, &drafts)?;
        let entry = posting.post(book, ctx, &period)?;
        let recorded = book.record(ctx, FactKind::EntryPosted, entry.id);
        Ok(Reply::new(entry.id, entry.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::context::Actor;
    use crate::commands::journal_entries::submit::SubmitEntry;
    use crate::commands::journal_entries::update::UpdateEntry;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::commands::memberships::set::SetMembership;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::commands::service_accounts::take_secret::TakeSecret;
    use crate::rows::{Entry, EntryStatus, FactRow, PrincipalKind};
    use crate::testing::{ADMIN, Stage};
    use crate::value::id::PrincipalId;
    use crate::value::rejection::{Code, Value};

    const ANN: PrincipalId = PrincipalId([2; 16]);

    const BOB: PrincipalId = PrincipalId([3; 16]);

    const SHOP: PrincipalId = PrincipalId([4; 16]);

    const CARL: PrincipalId = PrincipalId([6; 16]);

    /// Ann, Bob and Carl are controllers, the shop is a service account of Ann's.
    fn stage() -> Stage {
        let mut stage = Stage::new();
        for (principal, kind, owner) in [
            (ANN, PrincipalKind::User, None),
            (BOB, PrincipalKind::User, None),
            (CARL, PrincipalKind::User, None),
            (SHOP, PrincipalKind::ServiceAccount, Some(ANN)),
        ] {
            stage.run(member(principal, kind, owner)).expect("member");
        }
        stage
    }

    fn member(principal: PrincipalId, kind: PrincipalKind, owner: Option<PrincipalId>) -> SetMembership {
        SetMembership {
            principal: Sought::Id(principal),
            kind,
            roles: vec!["controller".to_owned()],
            is_active: true,
            owner: owner.map(Sought::Id),
            warehouses: crate::value::Patch::Absent,
            name: None,
            if_match: None,
        }
    }

    fn acting(principal: PrincipalId) -> Actor {
        let kind = if principal == SHOP { PrincipalKind::ServiceAccount } else { PrincipalKind::User };
        Actor { principal, kind, claimed_roles: None, scope: None }
    }

    fn approve(entry: &str) -> ApproveEntry {
        ApproveEntry { entry: Sought::of(entry), if_match: None }
    }

    /// A draft that the first one writes and the second one submits.
    fn submitted(stage: &mut Stage, writer: PrincipalId, submitter: PrincipalId) -> String {
        let id = stage.run_as(acting(writer), stage.sale("5.00", false)).expect("draft").subject;
        submit(stage, submitter, &id);
        id
    }

    fn submit(stage: &mut Stage, submitter: PrincipalId, id: &str) {
        stage.run_as(acting(submitter), SubmitEntry { entry: Sought::of(id), if_match: None }).expect("submitted");
    }

    fn set(stage: &mut Stage, approver_not_preparer: bool, voider_not_poster: bool) {
        let change = UpdateOrganization {
            approver_not_preparer: Some(approver_not_preparer),
            voider_not_poster: Some(voider_not_poster),
            ..Default::default()
        };
        stage.run(change).expect("settings");
    }

    #[test]
    fn what_was_submitted_is_posted_and_says_who_approved_it() {
        let mut stage = stage();
        let id = submitted(&mut stage, SHOP, ADMIN);
        assert_eq!(stage.run_as(acting(BOB), approve(&id)).expect("approved").version, 3);
        let entry = stage.rows::<Entry>().remove(0);
        assert_eq!((entry.status, entry.number.as_deref()), (EntryStatus::Posted, Some("GJ-2010-000001")));
        assert_eq!((entry.approved_by, entry.posted_by, entry.submitted_by), (Some(BOB), Some(BOB), Some(ADMIN)));
        assert_eq!(entry.approved_at, entry.posted_at);
        assert_eq!(stage.rows::<FactRow>().last().expect("fact").kind, "journalEntry.posted");
        let rejection = stage.run_as(acting(ANN), approve(&id)).expect_err("posted");
        assert_eq!(rejection.code, Code::EntryNotPending);
        assert!(rejection.context.contains(&("approvedBy", Value::from(BOB.to_string()))));
    }

    #[test]
    fn only_what_waits_is_approved_and_only_in_the_version_that_was_looked_at() {
        let mut stage = stage();
        let draft = stage.run(stage.sale("5.00", false)).expect("draft").subject;
        let rejection = stage.run_as(acting(BOB), approve(&draft)).expect_err("draft");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::EntryNotPending, "submit"));
        submit(&mut stage, ANN, &draft);
        let edit =
            UpdateEntry { entry: Sought::of(&draft), description: Some("more".to_owned()), ..Default::default() };
        stage.run(edit).expect("edited");
        submit(&mut stage, ANN, &draft);
        let seen = |version| ApproveEntry { if_match: Some(vec![version]), ..approve(&draft) };
        assert_eq!(stage.run_as(acting(BOB), seen(2)).expect_err("changed since").code, Code::VersionMismatch);
        stage.run_as(acting(BOB), seen(4)).expect("approved");
        assert_eq!(stage.run_as(acting(BOB), approve("je_x")).expect_err("unknown").code, Code::NotFound);
    }

    #[test]
    fn a_service_account_never_approves_whatever_its_roles() {
        let mut stage = stage();
        let id = submitted(&mut stage, BOB, BOB);
        assert_eq!(stage.run_as(acting(SHOP), approve(&id)).expect_err("no person").code, Code::PersonRequired);
        let system = Actor { kind: PrincipalKind::System, ..acting(ADMIN) };
        assert_eq!(stage.run_as(system, approve(&id)).expect_err("no person").code, Code::PersonRequired);
    }

    #[test]
    fn nobody_approves_what_a_service_account_of_his_prepared_whoever_answers_for_it_by_now() {
        let mut stage = stage();
        for (writer, submitter) in [(SHOP, BOB), (BOB, SHOP)] {
            let id = submitted(&mut stage, writer, submitter);
            let rejection = stage.run_as(acting(ANN), approve(&id)).expect_err("own key");
            assert_eq!(rejection.code, Code::SeparationOfDuties);
            assert!(rejection.context.contains(&("rule", Value::from("ownServiceAccount"))));
        }
        let id = submitted(&mut stage, SHOP, SHOP);
        stage.run(member(SHOP, PrincipalKind::ServiceAccount, Some(BOB))).expect("handed over");
        for owner in [ANN, BOB] {
            let refused = stage.run_as(acting(owner), approve(&id)).expect_err("own key");
            assert_eq!(refused.code, Code::SeparationOfDuties);
        }
        stage.run_as(acting(CARL), approve(&id)).expect("a third one");
    }

    #[test]
    fn nobody_approves_what_an_account_prepared_that_he_made_or_whose_secret_he_took() {
        let mut stage = stage();
        // The administrator made it, Ann answers for it, Bob takes a secret, some after it was prepared.
        let first = submitted(&mut stage, SHOP, SHOP);
        let administrator = Actor { kind: PrincipalKind::User, ..acting(ADMIN) };
        let refused = |stage: &mut Stage, by: Actor, id: &str| {
            let rejection = stage.run_as(by, approve(id)).expect_err("own key");
            assert_eq!(rejection.code, Code::SeparationOfDuties);
            assert!(rejection.context.contains(&("rule", Value::from("ownServiceAccount"))));
        };
        refused(&mut stage, administrator.clone(), &first);
        stage
            .run(SetMembership { roles: vec!["admin".to_owned()], ..member(BOB, PrincipalKind::User, None) })
            .expect("manages");
        stage.run_as(acting(BOB), TakeSecret { account: Sought::Id(SHOP) }).expect("taken");
        let second = submitted(&mut stage, SHOP, CARL);
        for id in [&first, &second] {
            for person in [administrator.clone(), acting(ANN), acting(BOB)] {
                refused(&mut stage, person, id);
            }
        }
        stage.run_as(acting(CARL), approve(&first)).expect("nothing to do with it");
        // And none of them voids an entry that they posted, if the organization wants another person.
        set(&mut stage, false, true);
        let id = stage.run_as(acting(SHOP), stage.sale("1.00", true)).expect("posted").subject;
        let void = VoidEntry { entry: Sought::of(&id), reason: "wrong".to_owned(), if_match: None };
        for person in [administrator, acting(ANN), acting(BOB), acting(SHOP)] {
            assert_eq!(stage.run_as(person, void.clone()).expect_err("own key").code, Code::SeparationOfDuties);
        }
        stage.run_as(acting(CARL), void).expect("another");
    }

    #[test]
    fn where_the_organization_wants_it_no_preparer_approves_and_else_he_may() {
        let mut stage = stage();
        let own = submitted(&mut stage, ANN, ANN);
        stage.run_as(acting(ANN), approve(&own)).expect("no such setting");
        set(&mut stage, true, false);
        // Written by Ann, edited by Bob, and again and submitted by Ann.
        let id = stage.run_as(acting(ANN), stage.sale("5.00", false)).expect("draft").subject;
        for (editor, text) in [(BOB, "by Bob"), (ANN, "by Ann")] {
            let edit = UpdateEntry { entry: Sought::of(&id), description: Some(text.to_owned()), ..Default::default() };
            stage.run_as(acting(editor), edit).expect("edited");
        }
        submit(&mut stage, ANN, &id);
        for preparer in [ANN, BOB] {
            let rejection = stage.run_as(acting(preparer), approve(&id)).expect_err("prepared");
            assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::SeparationOfDuties, "withdraw"));
        }
        stage.run(approve(&id)).expect("another");
    }

    #[test]
    fn where_the_organization_wants_it_who_posted_an_entry_does_not_void_it_nor_does_his_service_account() {
        let mut stage = stage();
        let void = |entry: &str| VoidEntry { entry: Sought::of(entry), reason: "wrong".to_owned(), if_match: None };
        let free = stage.run_as(acting(ANN), stage.sale("1.00", true)).expect("posted").subject;
        stage.run_as(acting(ANN), void(&free)).expect("no such setting");
        set(&mut stage, false, true);
        for (poster, refused) in [(ANN, [ANN, SHOP]), (SHOP, [SHOP, ANN])] {
            let id = stage.run_as(acting(poster), stage.sale("1.00", true)).expect("posted").subject;
            for voider in refused {
                let rejection = stage.run_as(acting(voider), void(&id)).expect_err("posted it");
                assert_eq!(rejection.code, Code::SeparationOfDuties);
            }
            stage.run_as(acting(BOB), void(&id)).expect("another");
        }
        let approved = submitted(&mut stage, ANN, ANN);
        stage.run_as(acting(BOB), approve(&approved)).expect("approved");
        assert_eq!(stage.run_as(acting(BOB), void(&approved)).expect_err("posted").code, Code::SeparationOfDuties);
        stage.run_as(acting(ANN), void(&approved)).expect("the preparer did not post");
    }

    #[test]
    fn a_draft_that_no_longer_can_be_posted_is_not_approved() {
        let mut stage = stage();
        let id = submitted(&mut stage, ANN, ANN);
        for mut period in stage.rows::<crate::rows::Period>() {
            period.status = crate::rows::PeriodStatus::Closed;
            stage.model.put(&period);
        }
        assert_eq!(stage.run_as(acting(BOB), approve(&id)).expect_err("closed").code, Code::PeriodClosed);
    }
}
