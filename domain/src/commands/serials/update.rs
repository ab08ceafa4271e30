//! Updates a serial number by merge: absent leaves, null clears.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{Reply, SerialChange};
use crate::stock::serials::{require_free_number, require_serial};
use crate::value::Sought;
use crate::value::id::SerialId;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateSerial {
    pub serial: Sought<SerialId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    pub fields: SerialChange,
}

impl Decide for UpdateSerial {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.serial.id().map(Key::Serial));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_serial(book, &self.serial)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.fields.apply(&mut after, &mut faults);
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        if before.number != after.number {
            require_free_number(book, after.item_id, &after.number)?;
            book.serial_by_number(before.item_id, &before.number)?;
            book.serial_numbers.set((before.item_id, before.number), None);
            book.serial_numbers.set((after.item_id, after.number.clone()), Some(after.id));
        }
        Ok(book.update(ctx, FactKind::SerialUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::lots::create::tests::tracked;
    use crate::commands::serials::create::tests::serial;
    use crate::rows::{StockStatus, Tracking};
    use crate::testing::Stage;
    use crate::value::rejection::Code;
    use crate::value::{Json, Patch};

    #[test]
    fn a_serial_changes_by_merge_and_a_new_number_frees_the_old_one() {
        let mut stage = Stage::new();
        let item = tracked(&mut stage, "A", Tracking::Serial);
        let id = stage.run(serial(&item, "S-1")).expect("created").subject;
        stage.run(serial(&item, "S-2")).expect("created");
        let update = |fields| UpdateSerial { serial: Sought::of(&id), if_match: None, fields };
        let change = SerialChange {
            status: Some(StockStatus::Recalled),
            attributes: Patch::Set(Json::parse(r#"{"origin":"ES"}"#).expect("json")),
            ..SerialChange::default()
        };
        assert_eq!(stage.run(update(change.clone())).expect("changed").version, 2);
        for same in [change, SerialChange::default()] {
            assert_eq!(stage.run(update(same)).expect("as it was").facts, None);
        }
        let number = |number: &str| SerialChange { number: Some(number.to_owned()), ..SerialChange::default() };
        assert_eq!(stage.run(update(number("S-2"))).expect_err("taken").code, Code::CodeTaken);
        stage.run(update(number("S-3"))).expect("renamed");
        stage.run(serial(&item, "S-1")).expect("free again");
        let stale = UpdateSerial { if_match: Some(vec![1]), ..update(SerialChange::default()) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let lost = UpdateSerial { serial: Sought::of("ser_x"), ..update(SerialChange::default()) };
        assert_eq!(stage.run(lost).expect_err("unknown").code, Code::NotFound);
    }
}
