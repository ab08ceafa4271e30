//! Creates an item category.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::item_categories::change::ItemCategoryChange;
use crate::stock::item_categories::rules;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new category; code and name must be among the fields.
#[derive(Clone, Debug)]
pub struct CreateItemCategory {
    pub fields: ItemCategoryChange,
}

impl Decide for CreateItemCategory {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ItemCategories);
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        if book.item_categories()?.count() >= limits::ITEM_CATEGORIES {
            let message = format!("an organization has at most {} item categories", limits::ITEM_CATEGORIES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let mut category = ItemCategoryChange::blank(ctx);
        let mut faults = Vec::new();
        self.fields.apply(&mut category, &mut faults);
        rules::check(book, None, &category, faults)?;
        let id = category.id;
        book.item_categories.put(category);
        let recorded = book.record(ctx, FactKind::ItemCategoryCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::ItemCategory;
    use crate::testing::{Stage, account_id};
    use crate::value::Patch;
    use crate::value::Sought;

    pub(crate) fn category(code: &str) -> CreateItemCategory {
        let fields = ItemCategoryChange {
            code: Some(code.to_owned()),
            name: Some(format!("Category {code}")),
            ..ItemCategoryChange::default()
        };
        CreateItemCategory { fields }
    }

    #[test]
    fn a_category_has_accounts_that_fit_their_use_and_all_faults_come_in_one_answer() {
        let mut stage = Stage::new();
        let id = |code: &str| Patch::Set(Sought::of(&account_id(&stage, code)));
        let (stock, cost, cash) = (id("1200"), id("5000"), id("1000"));
        let mut wrong = category("goods");
        wrong.fields.valuation_account_id = cash.clone();
        wrong.fields.cogs_account_id = cash;
        wrong.fields.scrap_account_id = Patch::Set(Sought::of("acc_x"));
        wrong.fields.parent_id = Patch::Set(Sought::of("icat_01h455vb4pex5vsknk084sn02q"));
        let refused = stage.run(wrong).expect_err("refused");
        let mut pointers: Vec<_> = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
        pointers.sort_unstable();
        assert_eq!(pointers, ["/cogsAccountId", "/parentId", "/scrapAccountId", "/valuationAccountId"]);
        let mut right = category("goods");
        (right.fields.valuation_account_id, right.fields.cogs_account_id) = (stock, cost);
        stage.run(right).expect("created");
        let stored = stage.rows::<ItemCategory>().remove(0);
        assert_eq!((stored.code.as_str(), stored.version), ("GOODS", 1));
    }

    #[test]
    fn codes_are_unique_in_any_case_and_the_number_of_categories_is_bounded() {
        let mut stage = Stage::new();
        let first = stage.run(category("goods")).expect("created").subject;
        let refused = stage.run(category("Goods")).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        assert!(refused.resolutions[0].path.ends_with(&first));
        let row = stage.rows::<ItemCategory>().remove(0);
        for number in 1..limits::ITEM_CATEGORIES {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&number.to_be_bytes());
            let id = crate::value::id::ItemCategoryId(bytes);
            stage.model.put(&ItemCategory { id, code: format!("C{number}"), ..row.clone() });
        }
        assert_eq!(stage.run(category("more")).expect_err("full").code, Code::LimitReached);
    }
}
