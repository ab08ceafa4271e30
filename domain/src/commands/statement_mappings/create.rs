//! Creates a statement mapping.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::statement_mappings::require_usable;
use crate::rows::{MappedSection, MappingKind, Reply, Sections, StatementMapping};
use crate::value::id::StatementMappingId;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new statement mapping.
#[derive(Clone, Debug)]
pub struct CreateStatementMapping {
    /// Unique per organization.
    pub name: String,
    pub kind: MappingKind,
    /// In the order in which they are read.
    pub sections: Vec<MappedSection>,
}

impl Decide for CreateStatementMapping {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::StatementMappings);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        if book.statement_mappings()?.count() >= limits::STATEMENT_MAPPINGS {
            let message =
                format!("an organization has at most {} statement mappings: delete one", limits::STATEMENT_MAPPINGS);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let id: StatementMappingId = ctx.ids.next();
        let mapping = StatementMapping {
            id,
            name: self.name.clone(),
            kind: self.kind,
            sections: Sections(self.sections.clone()),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        require_usable(book, &mapping)?;
        book.statement_mappings.put(mapping);
        let recorded = book.record(ctx, FactKind::StatementMappingCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::{AccountType, Side};
    use crate::testing::Stage;

    /// A section that names nothing.
    pub(crate) fn section(key: &str) -> MappedSection {
        MappedSection {
            key: key.to_owned(),
            title: format!("Section {key}"),
            side: Side::Debit,
            parent: None,
            codes: Vec::new(),
            ranges: Vec::new(),
            subtypes: Vec::new(),
            types: Vec::new(),
            has_results: false,
            activity: None,
        }
    }

    /// A balance sheet of one section.
    pub(crate) fn mapping(name: &str) -> CreateStatementMapping {
        let assets = MappedSection { types: vec![AccountType::Asset], ..section("assets") };
        CreateStatementMapping { name: name.to_owned(), kind: MappingKind::BalanceSheet, sections: vec![assets] }
    }

    #[test]
    fn a_mapping_is_made_once_under_its_name() {
        let mut stage = Stage::new();
        let made = stage.run(mapping("for the bank")).expect("made");
        let stored = stage.rows::<StatementMapping>().remove(0);
        assert_eq!((stored.id.to_string(), stored.version), (made.subject, 1));
        assert_eq!((stored.name.as_str(), stored.kind), ("for the bank", MappingKind::BalanceSheet));
        assert_eq!(stored.sections.0, mapping("").sections);
        let taken = stage.run(mapping("for the bank")).expect_err("taken");
        assert_eq!((taken.code, taken.errors[0].pointer.as_str()), (Code::CodeTaken, "/name"));
    }

    #[test]
    fn an_account_that_two_sections_claim_is_refused() {
        let mut stage = Stage::new();
        let mut twice = mapping("twice");
        twice.sections.push(MappedSection { types: vec![AccountType::Asset], ..section("more") });
        let refused = stage.run(twice).expect_err("claimed twice");
        assert_eq!(refused.code, Code::AccountClaimedTwice);
        assert_eq!(refused.errors[0].pointer, "/sections/1/types/0");
        assert!(stage.rows::<StatementMapping>().is_empty());
    }

    #[test]
    fn there_are_only_so_many() {
        let mut stage = Stage::new();
        for number in 0..limits::STATEMENT_MAPPINGS {
            stage.run(mapping(&format!("mapping {number}"))).expect("made");
        }
        assert_eq!(stage.run(mapping("one more")).expect_err("full").code, Code::LimitReached);
    }
}
