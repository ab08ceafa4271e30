//! Posts a draft that needs no approval.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::entries::found::{require_draft, require_entry};
use crate::ledger::entries::{approval, ready, reversing};
use crate::ledger::journals::require_journal;
use crate::rows::{Reply, entry_drafts};
use crate::value::Sought;
use crate::value::id::EntryId;
use crate::value::permission::Permission;

/// Posts a draft: it gets its number and is frozen.
#[derive(Clone, Debug)]
pub struct PostEntry {
    /// The draft.
    pub entry: Sought<EntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for PostEntry {
    const PERMISSION: Permission = Permission::JournalEntriesPost;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears, Key::ApprovalPolicies]);
        if let Some(id) = self.entry.id() {
            keys.push(Key::Entry(id));
            reversing::hint_draft(book, id, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut entry = require_entry(book, &self.entry)?;
        require_version(self.if_match.as_deref(), entry.version)?;
        require_draft(&entry)?;
        require_journal(book, &entry.journal_id.into())?;
        let drafts = entry_drafts::decode_drafts(&entry.draft_lines)
            .map_err(|bad| Stop::unreadable("entries", entry.id, &bad))?;
        entry.version += 1;
        if let Some(original) = reversing::reversed_by_draft(book, &entry)? {
            ctx.require(book, Permission::JournalEntriesReverse)?;
            approval::require_unneeded(book, &entry, original.total_debit)?;
            let (reversal, original) = reversing::post_draft(book, ctx, entry, original)?;
            let recorded = book.record(ctx, FactKind::EntryReversed, original.id);
            return Ok(Reply::new(reversal.id, reversal.version, recorded).with_related(original.id));
        }
        let entry = ready::post(book, ctx, entry, &drafts)?;
        let recorded = book.record(ctx, FactKind::EntryPosted, entry.id);
        Ok(Reply::new(entry.id, entry.version, recorded))
    }
}
