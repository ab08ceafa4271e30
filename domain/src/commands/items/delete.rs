//! Deletes an item that was never used.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::goods::document::uses::require_unused;
use crate::stock::items::rules::{self, require_item};
use crate::value::Sought;
use crate::value::id::ItemId;
use crate::value::permission::Permission;
use crate::value::rejection::Code;

/// Deletes an unused item, with its GTINs.
#[derive(Clone, Debug)]
pub struct DeleteItem {
    pub item: Sought<ItemId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteItem {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.item.id() else { return };
        keys.extend([Key::Item(id), Key::ItemGtins(id), Key::LotsOfItem(id), Key::SerialsOfItem(id)]);
        keys.push(Key::NamedByMovements(Named::Item(id), 1));
        if let Ok(Some(item)) = book.item(id) {
            keys.push(Key::ItemBySku(item.sku_key.clone()));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let item = require_item(book, &self.item)?;
        require_version(self.if_match.as_deref(), item.version)?;
        if let Some(conflict) = rules::usage(book, &item)? {
            return Err(conflict.offer_retirement(&item).into());
        }
        let path = format!("/inventory/items/{}", item.id);
        let retirement = Some(("status", "inactive", path));
        let what = format!("item {}", item.sku);
        require_unused(book, Named::Item(item.id), Code::ItemInUse, &what, retirement)?;
        let labels: Vec<String> = book.item_gtins_of(item.id)?.map(|label| label.gtin.clone()).collect();
        for gtin in labels {
            book.item_gtins.set((gtin,), None);
        }
        book.item_by_sku(&item.sku_key)?;
        book.item_skus.set(item.sku_key.clone(), None);
        book.items.set((item.id,), None);
        let recorded = book.record(ctx, FactKind::ItemDeleted, item.id);
        Ok(Reply::new(item.id, item.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::items::create::tests::{gtin, item};
    use crate::rows::ItemGtin;
    use crate::rows::items::Item;
    use crate::testing::Stage;
    use crate::value::Patch;

    #[test]
    fn an_unused_item_goes_with_its_labels_and_leaves_its_sku_free() {
        let mut stage = Stage::new();
        let mut made = item("A");
        made.fields.gtins = Patch::Set(vec![gtin("96385074", None)]);
        let id = stage.run(made.clone()).expect("created").subject;
        let delete = |if_match| DeleteItem { item: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![7]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!((stage.rows::<Item>().len(), stage.rows::<ItemGtin>().len()), (0, 0));
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        stage.run(made).expect("sku and label are free");
    }
}
