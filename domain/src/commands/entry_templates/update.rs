//! Updates an entry template by merge; lines are replaced as a whole.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entry_templates::{require_free_name, require_template};
use crate::ledger::journals::require_journal;
use crate::rows::{Reply, entry_drafts};
use crate::value::id::{EntryTemplateId, JournalId};
use crate::value::permission::Permission;
use crate::value::{IdOrCode, Patch, Sought};

/// Changes the fields of a template that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateEntryTemplate {
    pub template: Sought<EntryTemplateId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub journal: Patch<Sought<JournalId>>,
    /// All lines anew.
    pub lines: Option<Vec<NewLine>>,
}

impl Decide for UpdateEntryTemplate {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::EntryTemplates, Key::Journals]);
        self.lines.iter().flatten().for_each(|line| line.hint(book, keys));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_template(book, &self.template)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        after.name = self.name.clone().unwrap_or(after.name);
        after.description = self.description.clone().unwrap_or(after.description);
        match &self.journal {
            Patch::Absent => {}
            Patch::Null => after.journal_id = None,
            Patch::Set(sought) => {
                after.journal_id = Some(require_journal(book, &IdOrCode::Id(sought.clone()))?.id);
            }
        }
        require_free_name(book, &after)?;
        if let Some(lines) = &self.lines {
            let base = book.organization()?.base_currency;
            after.draft_lines = entry_drafts::encode_drafts(&draft::resolve(book, ctx, lines, Some(base))?);
        }
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        Ok(book.update(ctx, FactKind::EntryTemplateUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::entry_templates::create::tests::rent;
    use crate::rows::EntryTemplate;
    use crate::testing::{Stage, line};
    use crate::value::rejection::Code;

    fn update(template: &str) -> UpdateEntryTemplate {
        UpdateEntryTemplate { template: Sought::of(template), ..UpdateEntryTemplate::default() }
    }

    #[test]
    fn only_the_fields_that_are_sent_change_and_the_same_again_changes_nothing() {
        let mut stage = Stage::new();
        let id = stage.run(rent("Rent")).expect("made").subject;
        let change = UpdateEntryTemplate { name: Some("Rents".to_owned()), ..update(&id) };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        for same in [change, update(&id), UpdateEntryTemplate { lines: Some(rent("").lines), ..update(&id) }] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        let journal = stage.journal.clone();
        let placed = UpdateEntryTemplate { journal: Patch::Set(Sought::of(&journal)), ..update(&id) };
        stage.run(placed).expect("placed");
        let lines = Some(vec![line("5000", "7.00", "0")]);
        stage.run(UpdateEntryTemplate { lines, journal: Patch::Null, ..update(&id) }).expect("updated");
        let stored = stage.rows::<EntryTemplate>().remove(0);
        assert_eq!((stored.name.as_str(), stored.journal_id, stored.version), ("Rents", None, 4));
        assert_eq!(entry_drafts::accounts_of(&stored.draft_lines).count(), 1);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut stage = Stage::new();
        stage.run(rent("first")).expect("made");
        let id = stage.run(rent("second")).expect("made").subject;
        for (command, code) in [
            (update("tpl_x"), Code::NotFound),
            (UpdateEntryTemplate { if_match: Some(vec![7]), ..update(&id) }, Code::VersionMismatch),
            (UpdateEntryTemplate { name: Some("first".to_owned()), ..update(&id) }, Code::CodeTaken),
            (UpdateEntryTemplate { lines: Some(vec![line("9999", "1", "0")]), ..update(&id) }, Code::UnknownReference),
        ] {
            assert_eq!(stage.run(command).expect_err("refused").code, code);
        }
    }
}
