//! Updates an item by merge: absent leaves, null clears, lists replace.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::items::change::ItemChange;
use crate::stock::items::rules::{self, change, require_item};
use crate::stock::valued::require_item_unmoved;
use crate::value::Sought;
use crate::value::id::ItemId;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateItem {
    pub item: Sought<ItemId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    pub fields: ItemChange,
}

impl Decide for UpdateItem {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        self.fields.hint(keys);
        let Some(id) = self.item.id() else { return };
        keys.extend([Key::Item(id), Key::ItemGtins(id)]);
        if self.fields.sku.is_some()
            && let Ok(Some(item)) = book.item(id)
        {
            keys.push(Key::ItemBySku(item.sku_key.clone()));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_item(book, &self.item)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut faults = Vec::new();
        let proposed = rules::propose(book, Some(&before), before.clone(), &self.fields, &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if let Some(conflict) = rules::conflict(book, Some(&before), &proposed)? {
            return Err(conflict.rejection().into());
        }
        require_item_unmoved(book, &before, &proposed.item)?;
        match change(book, ctx, &before, proposed)? {
            None => Ok(Reply::new(before.id, before.version, Default::default())),
            Some(version) => {
                let recorded = book.record(ctx, FactKind::ItemUpdated, before.id);
                Ok(Reply::new(before.id, version, recorded))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::items::create::tests::{gtin, item, unit};
    use crate::rows::items::Item;
    use crate::rows::{ActiveState, ItemGtin};
    use crate::testing::Stage;
    use crate::value::rejection::Code;
    use crate::value::units::UnitConversion;
    use crate::value::{Decimal, Json, Patch};

    fn update(item: &str, fields: ItemChange) -> UpdateItem {
        UpdateItem { item: Sought::of(item), if_match: None, fields }
    }

    fn labels(stage: &Stage) -> Vec<String> {
        stage.rows::<ItemGtin>().into_iter().map(|row| row.gtin).collect()
    }

    #[test]
    fn absent_stays_null_clears_lists_replace_and_what_is_equal_writes_nothing() {
        let mut stage = Stage::new();
        let id = stage.run(item("A")).expect("created").subject;
        let first = ItemChange {
            name: Some("Apples".to_owned()),
            unit_code: Some(unit("KGM")),
            quantity_decimals: Some(3),
            units: Patch::Set(UnitConversion::new(unit("GRM"), 1, 1000).into_iter().collect()),
            gtins: Patch::Set(vec![gtin("6291041500213", None), gtin("96385074", Some("GRM"))]),
            reorder_point: Patch::Set(Decimal::parse("2.500").expect("a number")),
            lead_time_days: Patch::Set(3),
            status: Some(ActiveState::Inactive),
            metadata: Patch::Set(Json::parse(r#"{"a":{"b":1}}"#).expect("json")),
            ..ItemChange::default()
        };
        assert_eq!(stage.run(update(&id, first.clone())).expect("changed").version, 2);
        // The same labels in another order are the same labels.
        let turned = Patch::Set(vec![gtin("96385074", Some("GRM")), gtin("6291041500213", Some("KGM"))]);
        for same in [first, ItemChange::default(), ItemChange { gtins: turned, ..ItemChange::default() }] {
            assert_eq!(stage.run(update(&id, same)).expect("as it was").facts, None);
        }
        let labels_alone = ItemChange { gtins: Patch::Set(vec![gtin("6291041500213", None)]), ..Default::default() };
        assert_eq!(stage.run(update(&id, labels_alone)).expect("changed").version, 3);
        assert_eq!(labels(&stage), ["06291041500213"]);
        let cleared =
            ItemChange { gtins: Patch::Null, units: Patch::Null, reorder_point: Patch::Null, ..Default::default() };
        assert_eq!(stage.run(update(&id, cleared)).expect("cleared").version, 4);
        let stored = stage.rows::<Item>().remove(0);
        assert_eq!((stored.name.as_str(), stored.units.as_str(), stored.reorder_point), ("Apples", "[]", None));
        assert_eq!((stored.lead_time_days, labels(&stage).len()), (Some(3), 0));
    }

    #[test]
    fn a_new_sku_frees_the_old_one_and_unknown_and_stale_are_told() {
        let mut stage = Stage::new();
        let id = stage.run(item("A")).expect("created").subject;
        stage.run(item("B")).expect("created");
        let sku = |sku: &str| ItemChange { sku: Some(sku.to_owned()), ..ItemChange::default() };
        assert_eq!(stage.run(update(&id, sku("b"))).expect_err("taken").code, Code::CodeTaken);
        stage.run(update(&id, sku("a"))).expect("another case of its own");
        stage.run(update(&id, sku("C"))).expect("renamed");
        stage.run(item("A")).expect("free again");
        let stale = UpdateItem { if_match: Some(vec![1]), ..update(&id, ItemChange::default()) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        assert_eq!(stage.run(update("item_x", ItemChange::default())).expect_err("unknown").code, Code::NotFound);
    }

    #[test]
    fn a_unit_that_a_label_is_of_stays() {
        let mut stage = Stage::new();
        let mut made = item("A");
        made.fields.units = Patch::Set(UnitConversion::new(unit("XCS"), 12, 1).into_iter().collect());
        made.fields.gtins = Patch::Set(vec![gtin("96385074", Some("XCS"))]);
        let id = stage.run(made).expect("created").subject;
        let gone = ItemChange { units: Patch::Null, ..ItemChange::default() };
        let refused = stage.run(update(&id, gone)).expect_err("refused");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/units"));
    }
}
