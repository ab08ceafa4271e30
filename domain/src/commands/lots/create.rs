//! Creates a lot of an item.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{LotChange, Reply, Tracking};
use crate::stock::lots::{blank, keep, require_free_number, tracked_item};
use crate::value::Sought;
use crate::value::id::ItemId;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;

/// A new lot; the number must be among the fields.
#[derive(Clone, Debug)]
pub struct CreateLot {
    /// The item, which is tracked by lot.
    pub item: Sought<ItemId>,
    pub fields: LotChange,
}

impl Decide for CreateLot {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        let Some(item) = self.item.id() else { return };
        keys.push(Key::Item(item));
        keys.extend(self.fields.number.clone().map(|number| Key::LotByNumber(item, number)));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let mut faults = Vec::new();
        let item = tracked_item(book, &self.item, Tracking::Lot, &mut faults)?;
        let mut lot = blank(ctx, item.unwrap_or(ItemId([0; 16])));
        self.fields.apply(&mut lot, &mut faults);
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        require_free_number(book, lot.item_id, &lot.number)?;
        let id = lot.id;
        Ok(Reply::new(id, 1, keep(book, ctx, lot)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::items::create::tests::item;
    use crate::commands::items::delete::DeleteItem;
    use crate::commands::items::update::UpdateItem;
    use crate::stock::items::change::ItemChange;
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::rejection::Code;

    pub(crate) fn tracked(stage: &mut Stage, sku: &str, tracking: Tracking) -> String {
        let mut made = item(sku);
        made.fields.tracking = Some(tracking);
        stage.run(made).expect("created").subject
    }

    pub(crate) fn lot(item: &str, number: &str) -> CreateLot {
        let fields = LotChange { number: Some(number.to_owned()), ..LotChange::default() };
        CreateLot { item: Sought::of(item), fields }
    }

    #[test]
    fn numbers_are_unique_for_their_item_alone() {
        let mut stage = Stage::new();
        let (one, other) = (tracked(&mut stage, "A", Tracking::Lot), tracked(&mut stage, "B", Tracking::Lot));
        let first = stage.run(lot(&one, "L-1")).expect("created").subject;
        stage.run(lot(&other, "L-1")).expect("another item");
        stage.run(lot(&one, "l-1")).expect("another case is another number");
        let refused = stage.run(lot(&one, "L-1")).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/number"));
        assert!(refused.resolutions[0].path.ends_with(&first));
    }

    #[test]
    fn a_lot_has_an_item_that_is_tracked_by_lot_and_days_in_their_order() {
        let mut stage = Stage::new();
        let plain = tracked(&mut stage, "A", Tracking::None);
        let pieces = tracked(&mut stage, "B", Tracking::Serial);
        for (item, code) in [
            (plain.as_str(), Code::ItemNotTracked),
            (&pieces, Code::ItemNotTracked),
            ("item_x", Code::UnknownReference),
        ] {
            let refused = stage.run(lot(item, "L")).expect_err("no lots");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, "/itemId"));
        }
        let mut wrong = lot("item_x", "L");
        wrong.fields.produced_on = Patch::Set(date(2010, 3, 2));
        wrong.fields.best_before = Patch::Set(date(2010, 3, 1));
        wrong.fields.expires_on = Patch::Set(date(2010, 2, 1));
        let refused = stage.run(wrong).expect_err("refused");
        let pointers: Vec<_> = refused.errors.iter().map(|error| (error.pointer.as_str(), error.code)).collect();
        let conflict = Code::FieldsConflict.name();
        assert_eq!(pointers, [("/itemId", "unknown_reference"), ("/bestBefore", conflict), ("/expiresOn", conflict)]);
    }

    #[test]
    fn an_item_with_lots_stays_and_stays_tracked_by_lot() {
        let mut stage = Stage::new();
        let id = tracked(&mut stage, "A", Tracking::Lot);
        stage.run(lot(&id, "L")).expect("created");
        let refused = stage.run(DeleteItem { item: Sought::of(&id), if_match: None }).expect_err("has a lot");
        assert_eq!(refused.code, Code::ItemInUse);
        let fields = ItemChange { tracking: Some(Tracking::None), ..ItemChange::default() };
        let refused = stage.run(UpdateItem { item: Sought::of(&id), if_match: None, fields }).expect_err("has a lot");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ItemInUse, "/tracking"));
    }
}
