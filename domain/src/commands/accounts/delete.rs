//! Deletes an account that nothing uses; one with a history is deactivated instead.
//!
//! Entry templates hold it, too. Drafts do not hold it: a draft's line to a deleted account is refused at posting as `unknown_reference`. Templates of
//! recurring entries do as long as days are due: nobody is there when they run.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::accounts::named::require_account;
use crate::ledger::accounts::usage;
use crate::rows::Reply;
use crate::stock::valued_in_transit::in_transit_on;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::AccountId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Deletes an unused account.
#[derive(Clone, Debug)]
pub struct DeleteAccount {
    pub account: Sought<AccountId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteAccount {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([
            Key::Warehouses,
            Key::ItemCategories,
            Key::ReasonCodes,
            Key::RecurringEntries,
            Key::EntryTemplates,
        ]);
        if let Some(id) = self.account.id() {
            keys.extend([Key::Account(id), Key::AccountChildren(id)]);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let account = require_account(book, &self.account)?;
        version::require_version(self.if_match.as_deref(), account.version)?;
        let children = usage::children(book, account.id)?;
        let users = usage::references(book, account.id)?;
        let templates = usage::templates(book, account.id)?;
        let begun_with = usage::entry_templates(book, account.id)?;
        let mut uses = Vec::new();
        if account.has_postings {
            uses.push("it has postings".to_owned());
        }
        if children > 0 {
            uses.push(counted(children, "account is below it", "accounts are below it"));
        }
        if !users.is_empty() {
            uses.push(counted(
                users.len(),
                "setting, warehouse, item category or reason code refers to it",
                "settings, warehouses, item categories or reason codes refer to it",
            ));
        }
        if let Some(first) = templates.first() {
            let entries = counted(templates.len(), "recurring entry refers", "recurring entries refer");
            uses.push(format!("{entries} to it, such as {:?}", first.name));
        }
        if let Some(first) = begun_with.first() {
            let entries = counted(begun_with.len(), "entry template names", "entry templates name");
            uses.push(format!("{entries} it, such as {:?}", first.name));
        }
        if !uses.is_empty() {
            let recurring = templates.iter().map(|recurring| recurring.id.to_string());
            let begun = begun_with.iter().map(|template| template.id.to_string());
            let users: Vec<String> = users.into_iter().chain(recurring).chain(begun).collect();
            let message = format!("account {} is in use: {}; deactivate it instead", account.code, uses.join(", "));
            let mut rejection = Rejection::new(Code::AccountInUse, message)
                .with("hasPostings", account.has_postings)
                .with("children", i64::try_from(children).unwrap_or(i64::MAX))
                .with("references", usage::listed(&users))
                .offer("deactivate", "Deactivate it", "PUT", format!("/accounting/accounts/{}", account.id))
                .body(vec![("isActive", Value::Bool(false))]);
            if let Some(first) = templates.first() {
                let path = format!("/accounting/recurring-entries/{}", first.id);
                rejection =
                    rejection.offer("recurringEntry", "Change or delete the records that refer to it", "GET", path);
            }
            if let Some(first) = begun_with.first() {
                let path = format!("/accounting/entry-templates/{}", first.id);
                rejection =
                    rejection.offer("entryTemplate", "Change or delete the template that names it", "GET", path);
            }
            return Err(rejection.into());
        }
        // Goods that cost nothing leave no postings, and may cost something yet.
        if let Some(held) = in_transit_on(book, &account)? {
            return Err(held.into());
        }
        book.account_by_code(&account.code)?;
        book.account_codes.set(account.code.clone(), None);
        book.accounts.set((account.id,), None);
        let recorded = book.record(ctx, FactKind::AccountDeleted, account.id);
        Ok(Reply::new(account.id, account.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::journal_entries::post::PostEntry;
    use crate::commands::recurring_entries::create::CreateRecurringEntry;
    use crate::commands::recurring_entries::create::tests::rent;
    use crate::commands::recurring_entries::delete::DeleteRecurringEntry;
    use crate::commands::recurring_entries::run::RunOccurrence;
    use crate::commands::recurring_entries::skip::SkipOccurrence;
    use crate::commands::recurring_entries::update::UpdateRecurringEntry;
    use crate::ledger::recurring::Schedule;
    use crate::rows::{Account, AccountType, RecurringOutcome};
    use crate::testing::{Stage, account, line};

    fn delete(account: &str) -> DeleteAccount {
        DeleteAccount { account: Sought::of(account), if_match: None }
    }

    fn id_of(stage: &Stage, code: &str) -> String {
        stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account").id.to_string()
    }

    #[test]
    fn an_unused_account_goes_and_its_code_is_free() {
        let mut stage = Stage::new();
        let id = id_of(&stage, "5000");
        let stale = DeleteAccount { if_match: Some(vec![7]), ..delete(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&id)).expect("deleted");
        assert_eq!(stage.run(delete(&id)).expect_err("gone").code, Code::NotFound);
        stage.run(account("5000", AccountType::Expense, None)).expect("the code is free");
    }

    #[test]
    fn postings_and_children_hold_an_account_even_after_a_void() {
        let mut stage = Stage::new();
        stage.run(stage.sale("1", true)).expect("posted");
        let cash = id_of(&stage, "1000");
        let rejection = stage.run(delete(&cash)).expect_err("has postings");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::AccountInUse, "deactivate"));
        let mut group = account("6", AccountType::Expense, None);
        group.is_group = true;
        let group = stage.run(group).expect("group").subject;
        let mut child = account("6000", AccountType::Expense, None);
        child.parent_id = Some(Sought::of(&group));
        let child = stage.run(child).expect("child").subject;
        assert_eq!(stage.run(delete(&group)).expect_err("has a child").code, Code::AccountInUse);
        stage.run(delete(&child)).expect("the child first");
        stage.run(delete(&group)).expect("then the group");
    }

    #[test]
    fn the_template_of_a_recurring_entry_holds_an_account_until_it_is_changed_or_deleted() {
        let mut stage = Stage::new();
        let rent = stage.run(rent(&stage)).expect("created").subject;
        let expense = id_of(&stage, "5000");
        let rejection = stage.run(delete(&expense)).expect_err("a template names it");
        let ways: Vec<&str> = rejection.resolutions.iter().map(|way| way.rel).collect();
        assert_eq!((rejection.code, ways), (Code::AccountInUse, vec!["deactivate", "recurringEntry"]));
        assert!(rejection.detail.contains("1 recurring entry refers to it, such as \"Rent\""), "{}", rejection.detail);
        let lines = Some(vec![line("6000", "100.00", "0"), line("1000", "0", "100.00")]);
        stage.run(account("6000", AccountType::Expense, None)).expect("another account");
        stage
            .run(UpdateRecurringEntry { recurring: Sought::of(&rent), lines, ..UpdateRecurringEntry::default() })
            .expect("changed");
        stage.run(delete(&expense)).expect("free");
        let other = id_of(&stage, "6000");
        assert_eq!(stage.run(delete(&other)).expect_err("named now").code, Code::AccountInUse);
        stage.run(DeleteRecurringEntry { recurring: Sought::of(&rent), if_match: None }).expect("deleted");
        stage.run(delete(&other)).expect("free");
    }

    #[test]
    fn a_recurring_entry_whose_days_are_all_done_holds_no_account_and_takes_no_new_days_without_it() {
        let mut stage = Stage::new();
        let new = rent(&stage);
        let schedule = new.schedule.clone();
        let recurring = stage.run(CreateRecurringEntry { outcome: RecurringOutcome::Draft, ..new }).expect("created");
        let (recurring, expense) = (recurring.subject, id_of(&stage, "5000"));
        for (index, date) in schedule.dates.iter().copied().enumerate() {
            assert_eq!(stage.run(delete(&expense)).expect_err("a day is due").code, Code::AccountInUse);
            let recurring = recurring.clone();
            match index {
                0 => stage
                    .run(RunOccurrence { recurring: Sought::of(&recurring), date, is_scheduled: true })
                    .expect("made"),
                _ => stage.run(SkipOccurrence { recurring: Sought::of(&recurring), date }).expect("skipped"),
            };
        }
        stage.run(delete(&expense)).expect("nothing is due");

        let last = *schedule.dates.last().expect("a day");
        let next = last.checked_add(jiff::ToSpan::months(1)).expect("a month later");
        let schedule = Schedule { dates: vec![next], ..schedule };
        let more = UpdateRecurringEntry {
            recurring: Sought::of(&recurring),
            schedule: Some(schedule),
            ..UpdateRecurringEntry::default()
        };
        let rejection = stage.run(more.clone()).expect_err("its account is gone");
        assert_eq!(rejection.code, Code::UnknownReference);
        assert_eq!(rejection.errors[0].pointer, "/lines");
        let lines = Some(vec![line("4000", "0", "100.00"), line("1000", "100.00", "0")]);
        stage.run(UpdateRecurringEntry { lines, ..more }).expect("with other accounts");
    }

    #[test]
    fn a_draft_to_a_deleted_account_is_refused_at_posting_with_its_pointer() {
        let mut stage = Stage::new();
        let draft = stage.run(stage.entry(crate::testing::day(), &[("1000", "1", "0"), ("5000", "0", "1")], false));
        let entry = draft.expect("draft").subject;
        stage.run(delete(&id_of(&stage, "5000"))).expect("deleted");
        let rejection = stage.run(PostEntry { entry: Sought::of(&entry), if_match: None }).expect_err("refused");
        assert_eq!(rejection.code, Code::UnknownReference);
        assert_eq!(rejection.errors[0].pointer, "/lines/1/accountId");
    }
}
