//! Creates a journal with its own gapless series.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::journals::require_pattern;
use crate::rows::{Journal, JournalType, Reply, ResetPer};
use crate::value::id::JournalId;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new journal.
#[derive(Clone, Debug)]
pub struct CreateJournal {
    pub code: String,
    pub name: String,
    pub journal_type: JournalType,
    /// `None` takes `CODE-{year}-{seq:6}`.
    pub number_pattern: Option<String>,
    pub reset_per: ResetPer,
}

impl Decide for CreateJournal {
    const PERMISSION: Permission = Permission::JournalsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Journals);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let pattern = self.number_pattern.clone().unwrap_or_else(|| default_pattern(&self.code, self.reset_per));
        require_pattern(&pattern, self.reset_per)?;
        if book.journals()?.count() >= limits::JOURNALS {
            let message = format!("an organization has at most {} journals", limits::JOURNALS);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        if let Some(other) = book.journals()?.find(|journal| journal.code == self.code) {
            let message = format!("the journal code {} is taken: choose another", self.code);
            return Err(Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.id.to_string()).into());
        }
        if let Some(other) = book.journals()?.find(|journal| journal.number_pattern == pattern) {
            let message = format!(
                "journal {} also uses the pattern {pattern}, so two journals would give the same number: \
                     choose another pattern",
                other.code
            );
            return Err(Rejection::new(Code::CodeTaken, message).at("/numberPattern").into());
        }
        let id: JournalId = ctx.ids.next();
        book.journals.put(Journal {
            id,
            code: self.code.clone(),
            name: self.name.clone(),
            journal_type: self.journal_type,
            number_pattern: pattern,
            reset_per: self.reset_per,
            is_active: true,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let recorded = book.record(ctx, FactKind::JournalCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

fn default_pattern(code: &str, reset_per: ResetPer) -> String {
    match reset_per {
        ResetPer::Year => format!("{code}-{{year}}-{{seq:6}}"),
        ResetPer::Month => format!("{code}-{{year}}-{{month}}-{{seq:6}}"),
        ResetPer::Never => format!("{code}-{{seq:6}}"),
    }
}
