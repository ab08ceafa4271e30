//! Deletes a statement mapping. Reports with an earlier `knownAt` still have it.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::statement_mappings::require_mapping;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::id::StatementMappingId;
use crate::value::permission::Permission;

/// Deletes a mapping.
#[derive(Clone, Debug)]
pub struct DeleteStatementMapping {
    pub mapping: Sought<StatementMappingId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteStatementMapping {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::StatementMappings);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mapping = require_mapping(book, &self.mapping)?;
        require_version(self.if_match.as_deref(), mapping.version)?;
        book.statement_mappings.set((mapping.id,), None);
        let recorded = book.record(ctx, FactKind::StatementMappingDeleted, mapping.id);
        Ok(Reply::new(mapping.id, mapping.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::statement_mappings::create::tests::mapping;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    #[test]
    fn a_mapping_goes_once_and_its_name_is_free_again() {
        let mut stage = Stage::new();
        let id = stage.run(mapping("for the bank")).expect("made").subject;
        let delete = |if_match| DeleteStatementMapping { mapping: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        stage.run(mapping("for the bank")).expect("made again");
    }
}
