//! Updates a journal. How it numbers and its code are fixed with its first entry, drafts included.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::journals::require_pattern;
use crate::rows::{Journal, Reply, ResetPer};
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::JournalId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Changes the fields of a journal that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateJournal {
    pub journal: Sought<JournalId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub code: Option<String>,
    pub name: Option<String>,
    pub number_pattern: Option<String>,
    pub reset_per: Option<ResetPer>,
    /// An inactive journal takes no new entries; voids still reach it.
    pub is_active: Option<bool>,
}

impl Decide for UpdateJournal {
    const PERMISSION: Permission = Permission::JournalsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Journals);
        if self.code.is_some() || self.number_pattern.is_some() || self.reset_per.is_some() {
            keys.extend(self.journal.id().map(Key::EntriesOfJournal));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_journal(book, &self.journal)?;
        version::require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        after.code = self.code.clone().unwrap_or(after.code);
        after.name = self.name.clone().unwrap_or(after.name);
        after.number_pattern = self.number_pattern.clone().unwrap_or(after.number_pattern);
        after.reset_per = self.reset_per.unwrap_or(after.reset_per);
        after.is_active = self.is_active.unwrap_or(after.is_active);
        require_pattern(&after.number_pattern, after.reset_per)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        require_unused(book, &before, &after)?;
        require_unique(book, &after)?;
        Ok(book.update(ctx, FactKind::JournalUpdated, after))
    }
}

/// The journal, or `not_found` for an unknown, malformed or foreign id.
fn require_journal(book: &Book, sought: &Sought<JournalId>) -> Result<Journal, Stop> {
    let id = sought.require()?;
    Ok(book.journal(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Numbers that were given would not fit another pattern.
fn require_unused(book: &Book, before: &Journal, after: &Journal) -> Result<(), Stop> {
    let changed = [
        ("/code", before.code != after.code),
        ("/numberPattern", before.number_pattern != after.number_pattern),
        ("/resetPer", before.reset_per != after.reset_per),
    ];
    let pointers: Vec<&str> = changed.into_iter().filter(|(_, changed)| *changed).map(|(pointer, _)| pointer).collect();
    if pointers.is_empty() {
        return Ok(());
    }
    let entries = book.entries_of_journal(before.id)?;
    if entries == 0 {
        return Ok(());
    }
    let message = format!(
        "journal {} has {}, so its code and numbering cannot change: create another journal",
        before.code,
        counted(entries, "entry", "entries")
    );
    let rejection = Rejection::new(Code::JournalInUse, message).with("entries", Value::Int(entries));
    let rejection = pointers.into_iter().fold(rejection, Rejection::at);
    Err(rejection.offer("journals", "See the journals, to create another", "GET", "/accounting/journals").into())
}

fn require_unique(book: &Book, after: &Journal) -> Result<(), Stop> {
    for other in book.journals()?.filter(|other| other.id != after.id) {
        if other.code == after.code {
            let message = format!("the journal code {} is taken: choose another", after.code);
            return Err(Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.id.to_string()).into());
        }
        if other.number_pattern == after.number_pattern {
            let message = format!(
                "journal {} also uses the pattern {}, so two journals would give the same number: choose another \
                 pattern",
                other.code, after.number_pattern
            );
            let rejection = Rejection::new(Code::CodeTaken, message).at("/numberPattern");
            return Err(rejection.with("id", other.id.to_string()).into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::journals::create::CreateJournal;
    use crate::rows::JournalType;
    use crate::testing::Stage;

    fn update(journal: &str) -> UpdateJournal {
        UpdateJournal { journal: Sought::of(journal), ..UpdateJournal::default() }
    }

    fn sales(stage: &mut Stage) -> String {
        let new = CreateJournal {
            code: "SJ".to_owned(),
            name: "Sales".to_owned(),
            journal_type: JournalType::Sales,
            number_pattern: None,
            reset_per: ResetPer::Year,
        };
        stage.run(new).expect("journal").subject
    }

    #[test]
    fn an_unused_journal_changes_freely_within_the_rules_of_patterns() {
        let mut stage = Stage::new();
        let id = sales(&mut stage);
        let change = UpdateJournal {
            code: Some("SAL".to_owned()),
            number_pattern: Some("SAL-{seq:4}".to_owned()),
            reset_per: Some(ResetPer::Never),
            ..update(&id)
        };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        for same in [change, update(&id)] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        for (command, code) in [
            (UpdateJournal { reset_per: Some(ResetPer::Month), ..update(&id) }, Code::JournalNotUsable),
            (UpdateJournal { code: Some("GJ".to_owned()), ..update(&id) }, Code::CodeTaken),
            (
                UpdateJournal {
                    number_pattern: Some("GJ-{year}-{seq:6}".to_owned()),
                    reset_per: Some(ResetPer::Year),
                    ..update(&id)
                },
                Code::CodeTaken,
            ),
            (update("jnl_x"), Code::NotFound),
            (UpdateJournal { if_match: Some(vec![1]), ..update(&id) }, Code::VersionMismatch),
        ] {
            assert_eq!(stage.run(command).expect_err("refused").code, code);
        }
    }

    #[test]
    fn one_draft_fixes_code_and_numbering_but_not_name_and_state() {
        let mut stage = Stage::new();
        stage.run(stage.sale("1", false)).expect("draft");
        let id = stage.journal.clone();
        let rejection = stage
            .run(UpdateJournal { code: Some("G".to_owned()), reset_per: Some(ResetPer::Never), ..update(&id) })
            .expect_err("in use");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!((rejection.code, pointers), (Code::JournalInUse, vec!["/code", "/resetPer"]));
        stage
            .run(UpdateJournal { name: Some("Main".to_owned()), is_active: Some(false), ..update(&id) })
            .expect("updated");
        assert_eq!(stage.run(stage.sale("1", true)).expect_err("inactive").code, Code::JournalNotUsable);
    }
}
