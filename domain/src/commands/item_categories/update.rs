//! Updates an item category by merge: absent leaves, null clears.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{ItemCategory, Reply};
use crate::stock::item_categories::change::ItemCategoryChange;
use crate::stock::item_categories::rules::{self, require_category};
use crate::stock::valued::{Revalued, Valuing, require_categories_unmoved};
use crate::value::Sought;
use crate::value::id::ItemCategoryId;
use crate::value::permission::Permission;

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateItemCategory {
    pub category: Sought<ItemCategoryId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    pub fields: ItemCategoryChange,
}

impl Decide for UpdateItemCategory {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ItemCategories);
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_category(book, &self.category)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.fields.apply(&mut after, &mut faults);
        rules::check(book, Some(&before), &after, faults)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        check_stock(book, &before, &after)?;
        Ok(book.update(ctx, FactKind::ItemCategoryUpdated, after))
    }
}

/// Goods in stock stay valued on their account.
fn check_stock(book: &Book, before: &ItemCategory, after: &ItemCategory) -> Result<(), Stop> {
    let pointer = match () {
        () if before.valuation_account_id != after.valuation_account_id => "/valuationAccountId",
        () if before.parent_id != after.parent_id => "/parentId",
        () => return Ok(()),
    };
    let now = Valuing::now(book)?;
    let mut then = now.clone();
    then.categories.insert(after.id, after.clone());
    require_categories_unmoved(book, Revalued { before: &now, after: &then }, pointer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::item_categories::create::tests::category;
    use crate::testing::{Stage, account_id};
    use crate::value::rejection::Code;
    use crate::value::{Json, Patch};

    fn update(category: &str, fields: ItemCategoryChange) -> UpdateItemCategory {
        UpdateItemCategory { category: Sought::of(category), if_match: None, fields }
    }

    #[test]
    fn what_is_absent_stays_null_clears_and_what_is_equal_writes_nothing() {
        let mut stage = Stage::new();
        let id = stage.run(category("goods")).expect("created").subject;
        let change = ItemCategoryChange {
            name: Some("Goods".to_owned()),
            description: Patch::Set("to sell".to_owned()),
            valuation_account_id: Patch::Set(Sought::of(&account_id(&stage, "1200"))),
            metadata: Patch::Set(Json::parse(r#"{"a":1}"#).expect("json")),
            ..ItemCategoryChange::default()
        };
        assert_eq!(stage.run(update(&id, change.clone())).expect("changed").version, 2);
        for same in [change, ItemCategoryChange::default()] {
            assert_eq!(stage.run(update(&id, same)).expect("as it was").facts, None);
        }
        let cleared = ItemCategoryChange { description: Patch::Null, ..ItemCategoryChange::default() };
        stage.run(update(&id, cleared)).expect("cleared");
        let stored = stage.rows::<ItemCategory>().remove(0);
        assert_eq!((stored.description, stored.metadata.as_str(), stored.version), (None, r#"{"a":1}"#, 3));
        let stale = UpdateItemCategory { if_match: Some(vec![2]), ..update(&id, ItemCategoryChange::default()) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let lost = update("icat_x", ItemCategoryChange::default());
        assert_eq!(stage.run(lost).expect_err("unknown").code, Code::NotFound);
    }

    #[test]
    fn a_category_never_stands_below_itself_and_trees_have_eight_levels() {
        let mut stage = Stage::new();
        let mut made = || (0..9).map(|number| stage.run(category(&format!("c{number}"))).unwrap().subject).collect();
        let chain: Vec<String> = made();
        let below =
            |parent: &str| ItemCategoryChange { parent_id: Patch::Set(Sought::of(parent)), ..Default::default() };
        for pair in chain[..8].windows(2) {
            stage.run(update(&pair[1], below(&pair[0]))).expect("up to eight levels");
        }
        for (child, parent, code) in [(8, 7, Code::ParentTooDeep), (0, 3, Code::ParentCycle), (0, 0, Code::ParentCycle)]
        {
            let refused = stage.run(update(&chain[child], below(&chain[parent]))).expect_err("no place");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, "/parentId"));
        }
    }
}
