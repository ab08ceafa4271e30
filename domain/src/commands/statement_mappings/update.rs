//! Updates a statement mapping by merge; sections are replaced as a whole.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::statement_mappings::{require_mapping, require_usable};
use crate::rows::{MappedSection, MappingKind, Reply, Sections};
use crate::value::Sought;
use crate::value::id::StatementMappingId;
use crate::value::permission::Permission;

/// Changes the fields of a mapping that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateStatementMapping {
    pub mapping: Sought<StatementMappingId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    pub kind: Option<MappingKind>,
    /// All sections anew.
    pub sections: Option<Vec<MappedSection>>,
}

impl Decide for UpdateStatementMapping {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::StatementMappings);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_mapping(book, &self.mapping)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        after.name = self.name.clone().unwrap_or(after.name);
        after.kind = self.kind.unwrap_or(after.kind);
        after.sections = self.sections.clone().map_or(after.sections, Sections);
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        require_usable(book, &after)?;
        Ok(book.update(ctx, FactKind::StatementMappingUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::statement_mappings::create::tests::{mapping, section};
    use crate::rows::StatementMapping;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    fn update(mapping: &str) -> UpdateStatementMapping {
        UpdateStatementMapping { mapping: Sought::of(mapping), ..UpdateStatementMapping::default() }
    }

    #[test]
    fn only_the_fields_that_are_sent_change_and_the_same_again_changes_nothing() {
        let mut stage = Stage::new();
        let id = stage.run(mapping("old")).expect("made").subject;
        let change = UpdateStatementMapping { name: Some("new".to_owned()), ..update(&id) };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        for same in [change, update(&id)] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        let anew = UpdateStatementMapping { sections: Some(vec![section("b"), section("a")]), ..update(&id) };
        stage.run(anew).expect("updated");
        let stored = stage.rows::<StatementMapping>().remove(0);
        let keys: Vec<&str> = stored.sections.0.iter().map(|section| section.key.as_str()).collect();
        assert_eq!((stored.name.as_str(), keys, stored.version), ("new", vec!["b", "a"], 3));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut stage = Stage::new();
        stage.run(mapping("first")).expect("made");
        let id = stage.run(mapping("second")).expect("made").subject;
        for (command, code) in [
            (update("map_x"), Code::NotFound),
            (UpdateStatementMapping { if_match: Some(vec![7]), ..update(&id) }, Code::VersionMismatch),
            (UpdateStatementMapping { name: Some("first".to_owned()), ..update(&id) }, Code::CodeTaken),
            // Its section takes accounts of a type that no profit and loss has.
            (UpdateStatementMapping { kind: Some(MappingKind::ProfitAndLoss), ..update(&id) }, Code::SectionInvalid),
        ] {
            assert_eq!(stage.run(command).expect_err("refused").code, code);
        }
    }
}
