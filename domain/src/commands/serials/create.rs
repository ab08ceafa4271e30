//! Creates a serial number of an item.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Reply, SerialChange, Tracking};
use crate::stock::lots::tracked_item;
use crate::stock::serials::{blank, keep, require_free_number};
use crate::value::Sought;
use crate::value::id::ItemId;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;

/// A new serial number; the number must be among the fields.
#[derive(Clone, Debug)]
pub struct CreateSerial {
    /// The item, which is tracked by serial number.
    pub item: Sought<ItemId>,
    pub fields: SerialChange,
}

impl Decide for CreateSerial {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        let Some(item) = self.item.id() else { return };
        keys.push(Key::Item(item));
        keys.extend(self.fields.number.clone().map(|number| Key::SerialByNumber(item, number)));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let mut faults = Vec::new();
        let item = tracked_item(book, &self.item, Tracking::Serial, &mut faults)?;
        let mut serial = blank(ctx, item.unwrap_or(ItemId([0; 16])));
        self.fields.apply(&mut serial, &mut faults);
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        require_free_number(book, serial.item_id, &serial.number)?;
        let id = serial.id;
        Ok(Reply::new(id, 1, keep(book, ctx, serial)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::commands::items::delete::DeleteItem;
    use crate::commands::items::update::UpdateItem;
    use crate::commands::lots::create::tests::tracked;
    use crate::stock::items::change::ItemChange;
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::rejection::Code;

    pub(crate) fn serial(item: &str, number: &str) -> CreateSerial {
        let fields = SerialChange { number: Some(number.to_owned()), ..SerialChange::default() };
        CreateSerial { item: Sought::of(item), fields }
    }

    #[test]
    fn numbers_are_unique_for_their_item_alone() {
        let mut stage = Stage::new();
        let (one, other) = (tracked(&mut stage, "A", Tracking::Serial), tracked(&mut stage, "B", Tracking::Serial));
        let first = stage.run(serial(&one, "S-1")).expect("created").subject;
        stage.run(serial(&other, "S-1")).expect("another item");
        stage.run(serial(&one, "s-1")).expect("another case is another number");
        let refused = stage.run(serial(&one, "S-1")).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/number"));
        assert!(refused.resolutions[0].path.ends_with(&first));
    }

    #[test]
    fn a_serial_number_has_an_item_that_is_tracked_piece_by_piece() {
        let mut stage = Stage::new();
        let lots = tracked(&mut stage, "A", Tracking::Lot);
        for (item, code) in [(lots.as_str(), Code::ItemNotTracked), ("item_x", Code::UnknownReference)] {
            let refused = stage.run(serial(item, "S")).expect_err("no pieces");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, "/itemId"));
        }
        let pieces = tracked(&mut stage, "B", Tracking::Serial);
        let mut large = serial(&pieces, "S");
        let long = format!(r#"{{"a":"{}"}}"#, "x".repeat(crate::value::limits::METADATA_BYTES));
        large.fields.attributes = Patch::Set(crate::value::Json::parse(&long).expect("json"));
        let refused = stage.run(large).expect_err("too large");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::LimitReached, "/attributes"));
    }

    #[test]
    fn an_item_with_pieces_stays_and_stays_tracked_piece_by_piece() {
        let mut stage = Stage::new();
        let id = tracked(&mut stage, "A", Tracking::Serial);
        stage.run(serial(&id, "S")).expect("created");
        let refused = stage.run(DeleteItem { item: Sought::of(&id), if_match: None }).expect_err("has a serial");
        assert_eq!(refused.code, Code::ItemInUse);
        let fields = ItemChange { tracking: Some(Tracking::None), ..ItemChange::default() };
        let refused =
            stage.run(UpdateItem { item: Sought::of(&id), if_match: None, fields }).expect_err("has a serial");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ItemInUse, "/tracking"));
    }
}
