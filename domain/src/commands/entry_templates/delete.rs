//! Deletes an entry template. Entries that began with it stay as they are.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::entry_templates::require_template;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::id::EntryTemplateId;
use crate::value::permission::Permission;

/// Deletes a template.
#[derive(Clone, Debug)]
pub struct DeleteEntryTemplate {
    pub template: Sought<EntryTemplateId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteEntryTemplate {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::EntryTemplates);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let template = require_template(book, &self.template)?;
        require_version(self.if_match.as_deref(), template.version)?;
        book.entry_templates.set((template.id,), None);
        let recorded = book.record(ctx, FactKind::EntryTemplateDeleted, template.id);
        Ok(Reply::new(template.id, template.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::delete::DeleteAccount;
    use crate::commands::entry_templates::create::tests::rent;
    use crate::testing::{Stage, account_id};
    use crate::value::rejection::Code;

    #[test]
    fn a_template_goes_once_and_holds_its_accounts_until_then() {
        let mut stage = Stage::new();
        let id = stage.run(rent("Rent")).expect("made").subject;
        let account = account_id(&stage, "5000");
        let account = DeleteAccount { account: Sought::of(&account), if_match: None };
        let held = stage.run(account.clone()).expect_err("held");
        let ways: Vec<&str> = held.resolutions.iter().map(|way| way.rel).collect();
        assert_eq!((held.code, ways), (Code::AccountInUse, vec!["deactivate", "entryTemplate"]));
        let delete = |if_match| DeleteEntryTemplate { template: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        stage.run(account).expect("free");
        stage.run(rent("Rent")).expect_err("an account is missing");
    }
}
