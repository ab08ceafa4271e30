//! Creates an entry template.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entry_templates::require_free_name;
use crate::ledger::journals::require_journal;
use crate::rows::{EntryTemplate, Reply, entry_drafts};
use crate::value::id::{EntryTemplateId, JournalId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{IdOrCode, Sought, limits};

/// A new entry template.
#[derive(Clone, Debug)]
pub struct CreateEntryTemplate {
    /// Unique per organization.
    pub name: String,
    pub description: String,
    pub journal: Option<Sought<JournalId>>,
    /// Accounts, parties and dimension values that there are; amounts may be absent.
    pub lines: Vec<NewLine>,
}

impl Decide for CreateEntryTemplate {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::EntryTemplates, Key::Journals]);
        self.lines.iter().for_each(|line| line.hint(book, keys));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let base = book.organization()?.base_currency;
        if book.entry_templates()?.count() >= limits::ENTRY_TEMPLATES {
            let message =
                format!("an organization has at most {} entry templates: delete one", limits::ENTRY_TEMPLATES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let journal_id = match &self.journal {
            Some(sought) => Some(require_journal(book, &IdOrCode::Id(sought.clone()))?.id),
            None => None,
        };
        let id: EntryTemplateId = ctx.ids.next();
        let mut template = EntryTemplate {
            id,
            name: self.name.clone(),
            description: self.description.clone(),
            journal_id,
            draft_lines: Vec::new(),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        require_free_name(book, &template)?;
        template.draft_lines = entry_drafts::encode_drafts(&draft::resolve(book, ctx, &self.lines, Some(base))?);
        book.entry_templates.put(template);
        let recorded = book.record(ctx, FactKind::EntryTemplateCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::{Stage, line};

    /// Rent by bank, whose amount is left open.
    pub(crate) fn rent(name: &str) -> CreateEntryTemplate {
        let open = |account: &str| NewLine { debit: None, credit: None, ..line(account, "0", "0") };
        CreateEntryTemplate {
            name: name.to_owned(),
            description: "Rent".to_owned(),
            journal: None,
            lines: vec![open("5000"), open("1000")],
        }
    }

    #[test]
    fn a_template_is_made_once_under_its_name_and_its_lines_may_have_no_amounts() {
        let mut stage = Stage::new();
        let journal = stage.journal.clone();
        let new = CreateEntryTemplate { journal: Some(Sought::of(&journal)), ..rent("Rent") };
        let made = stage.run(new).expect("made");
        let stored = stage.rows::<EntryTemplate>().remove(0);
        assert_eq!((stored.id.to_string(), stored.version), (made.subject, 1));
        assert_eq!(stored.journal_id.map(|id| id.to_string()), Some(journal));
        assert_eq!(entry_drafts::accounts_of(&stored.draft_lines).count(), 2);
        let taken = stage.run(rent("Rent")).expect_err("taken");
        assert_eq!((taken.code, taken.errors[0].pointer.as_str()), (Code::CodeTaken, "/name"));
    }

    #[test]
    fn what_it_names_must_exist() {
        let mut stage = Stage::new();
        let mut unknown = rent("Rent");
        unknown.lines[1] = line("9999", "0", "0");
        let refused = stage.run(unknown).expect_err("no such account");
        assert_eq!(
            (refused.code, refused.errors[0].pointer.as_str()),
            (Code::UnknownReference, "/lines/1/accountCode")
        );
        let nowhere = CreateEntryTemplate { journal: Some(Sought::of("jnl_x")), ..rent("Rent") };
        assert_eq!(stage.run(nowhere).expect_err("no such journal").code, Code::UnknownReference);
        let mut both = rent("Rent");
        both.lines[0] = line("5000", "1", "1");
        assert_eq!(stage.run(both).expect_err("two sides").code, Code::EntryIncomplete);
    }

    #[test]
    fn there_are_only_so_many() {
        let mut stage = Stage::new();
        for number in 0..limits::ENTRY_TEMPLATES {
            stage.run(rent(&format!("template {number}"))).expect("made");
        }
        assert_eq!(stage.run(rent("one more")).expect_err("full").code, Code::LimitReached);
    }
}
