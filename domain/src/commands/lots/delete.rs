//! Deletes a lot that was never used.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::goods::document::uses::require_unused;
use crate::stock::lots::require_lot;
use crate::value::Sought;
use crate::value::id::LotId;
use crate::value::permission::Permission;
use crate::value::rejection::Code;

/// Deletes an unused lot.
#[derive(Clone, Debug)]
pub struct DeleteLot {
    pub lot: Sought<LotId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteLot {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.lot.id() else { return };
        keys.push(Key::Lot(id));
        if let Ok(Some(lot)) = book.lot(id) {
            keys.push(Key::LotByNumber(lot.item_id, lot.number.clone()));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let lot = require_lot(book, &self.lot)?;
        require_version(self.if_match.as_deref(), lot.version)?;
        let what = format!("lot {}", lot.number);
        require_unused(book, Named::Lot(lot.item_id, lot.id), Code::LotInUse, &what, None)?;
        book.lot_by_number(lot.item_id, &lot.number)?;
        book.lot_numbers.set((lot.item_id, lot.number.clone()), None);
        book.lots.set((lot.id,), None);
        let recorded = book.record(ctx, FactKind::LotDeleted, lot.id);
        Ok(Reply::new(lot.id, lot.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::lots::create::tests::{lot, tracked};
    use crate::rows::Tracking;
    use crate::testing::Stage;

    #[test]
    fn an_unused_lot_goes_and_leaves_its_number_free() {
        let mut stage = Stage::new();
        let item = tracked(&mut stage, "A", Tracking::Lot);
        let id = stage.run(lot(&item, "L")).expect("created").subject;
        let delete = |if_match| DeleteLot { lot: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        stage.run(lot(&item, "L")).expect("free");
    }
}
