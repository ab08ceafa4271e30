//! Deletes a serial number that was never used.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::goods::document::uses::require_unused;
use crate::stock::serials::require_serial;
use crate::value::Sought;
use crate::value::id::SerialId;
use crate::value::permission::Permission;
use crate::value::rejection::Code;

/// Deletes an unused serial.
#[derive(Clone, Debug)]
pub struct DeleteSerial {
    pub serial: Sought<SerialId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteSerial {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.serial.id() else { return };
        keys.push(Key::Serial(id));
        if let Ok(Some(serial)) = book.serial(id) {
            keys.push(Key::SerialByNumber(serial.item_id, serial.number.clone()));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let serial = require_serial(book, &self.serial)?;
        require_version(self.if_match.as_deref(), serial.version)?;
        let what = format!("piece {}", serial.number);
        require_unused(book, Named::Serial(serial.item_id, serial.id), Code::SerialInUse, &what, None)?;
        book.serial_by_number(serial.item_id, &serial.number)?;
        book.serial_numbers.set((serial.item_id, serial.number.clone()), None);
        book.serials.set((serial.id,), None);
        let recorded = book.record(ctx, FactKind::SerialDeleted, serial.id);
        Ok(Reply::new(serial.id, serial.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::lots::create::tests::tracked;
    use crate::commands::serials::create::tests::serial;
    use crate::rows::Tracking;
    use crate::testing::Stage;

    #[test]
    fn an_unused_serial_goes_and_leaves_its_number_free() {
        let mut stage = Stage::new();
        let item = tracked(&mut stage, "A", Tracking::Serial);
        let id = stage.run(serial(&item, "S")).expect("created").subject;
        let delete = |if_match| DeleteSerial { serial: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        stage.run(serial(&item, "S")).expect("free");
    }
}
