//! Deletes a draft. A posted entry stays for ever: it is voided instead.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::entries::found::{require_draft, require_entry};
use crate::ledger::invoice_numbers::{self, Holder};
use crate::rows::{Reply, entry_drafts};
use crate::value::Sought;
use crate::value::id::EntryId;
use crate::value::permission::Permission;

/// Deletes a draft.
#[derive(Clone, Debug)]
pub struct DeleteEntry {
    /// The draft.
    pub entry: Sought<EntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteEntry {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.entry.id().map(Key::Entry));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let entry = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), entry.version)?;
        require_draft(&entry)?;
        if let Some(external_id) = &entry.external_id {
            book.entry_by_external(&entry.source, external_id)?;
            book.external_ids.set((entry.source.clone(), external_id.clone()), None);
        }
        let drafts = entry_drafts::decode_drafts(&entry.draft_lines)
            .map_err(|bad| Stop::unreadable("entries", entry.id, &bad))?;
        let numbers = invoice_numbers::of_draft(book, &entry, &drafts)?;
        invoice_numbers::release(book, Holder::Entry(entry.id), &numbers)?;
        book.entries.set((entry.id,), None);
        let recorded = book.record(ctx, FactKind::EntryDeleted, entry.id);
        Ok(Reply::new(entry.id, entry.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Entry;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    fn delete(entry: &str) -> DeleteEntry {
        DeleteEntry { entry: Sought::of(entry), if_match: None }
    }

    #[test]
    fn a_draft_goes_and_frees_its_external_id() {
        let mut stage = Stage::new();
        let mut sale = stage.sale("1", false);
        sale.external_id = Some("X1".to_owned());
        let draft = stage.run(sale.clone()).expect("draft").subject;
        let stale = DeleteEntry { if_match: Some(vec![2]), ..delete(&draft) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&draft)).expect("deleted");
        assert_eq!(stage.rows::<Entry>().len(), 0);
        assert_eq!(stage.run(delete(&draft)).expect_err("gone").code, Code::NotFound);
        stage.run(sale).expect("the external id is free");
    }

    #[test]
    fn a_posted_entry_stays_and_the_way_out_is_to_void_it() {
        let mut stage = Stage::new();
        let posted = stage.run(stage.sale("1", true)).expect("posted").subject;
        let rejection = stage.run(delete(&posted)).expect_err("posted");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::EntryNotDraft, "void"));
        assert_eq!(stage.run(delete("je_nothing")).expect_err("malformed").code, Code::NotFound);
    }
}
