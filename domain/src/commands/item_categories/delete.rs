//! Deletes an item category that is empty.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::item_categories::rules::require_category;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::ItemCategoryId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Deletes a category without items and without categories below it.
#[derive(Clone, Debug)]
pub struct DeleteItemCategory {
    pub category: Sought<ItemCategoryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteItemCategory {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ItemCategories);
        keys.extend(self.category.id().map(Key::ItemsOfCategory));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let category = require_category(book, &self.category)?;
        require_version(self.if_match.as_deref(), category.version)?;
        let items = book.items_of_category(category.id)?;
        let children = book.item_categories()?.filter(|other| other.parent_id == Some(category.id)).count();
        if items > 0 || children > 0 {
            let message = format!(
                "category {} has {} and {}: move them first",
                category.code,
                counted(items, "item", "items"),
                counted(children, "subcategory", "subcategories")
            );
            return Err(Rejection::new(Code::ItemCategoryInUse, message)
                .with("items", items)
                .with("categories", i64::try_from(children).unwrap_or(i64::MAX))
                .offer("items", "See its items", "GET", format!("/inventory/items?categoryId={}", category.id))
                .into());
        }
        book.item_categories.set((category.id,), None);
        let recorded = book.record(ctx, FactKind::ItemCategoryDeleted, category.id);
        Ok(Reply::new(category.id, category.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::item_categories::create::tests::category;
    use crate::commands::items::create::tests::item;
    use crate::commands::items::delete::DeleteItem;
    use crate::testing::Stage;
    use crate::value::Patch;

    fn delete(category: &str) -> DeleteItemCategory {
        DeleteItemCategory { category: Sought::of(category), if_match: None }
    }

    #[test]
    fn a_category_goes_when_it_is_empty() {
        let mut stage = Stage::new();
        let top = stage.run(category("top")).expect("created").subject;
        let mut below = category("below");
        below.fields.parent_id = Patch::Set(Sought::of(&top));
        let below = stage.run(below).expect("created").subject;
        let mut in_it = item("A");
        in_it.fields.category_id = Patch::Set(Sought::of(&below));
        let in_it = stage.run(in_it).expect("created").subject;
        for (id, items) in [(&top, "has 0 items and 1 subcategory"), (&below, "has 1 item and 0 subcategories")] {
            let refused = stage.run(delete(id)).expect_err("not empty");
            assert_eq!(refused.code, Code::ItemCategoryInUse);
            assert!(refused.detail.contains(items), "{}", refused.detail);
        }
        let stale = DeleteItemCategory { if_match: Some(vec![9]), ..delete(&below) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(DeleteItem { item: Sought::of(&in_it), if_match: None }).expect("deleted");
        stage.run(delete(&below)).expect("deleted");
        stage.run(delete(&top)).expect("deleted");
        assert_eq!(stage.run(delete(&top)).expect_err("gone").code, Code::NotFound);
    }
}
