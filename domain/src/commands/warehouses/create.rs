//! Creates a warehouse.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::warehouses::change::WarehouseChange;
use crate::stock::warehouses::default_locations::take_default;
use crate::stock::warehouses::rules::{self, require_above};
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new warehouse; code and name must be among the fields.
#[derive(Clone, Debug)]
pub struct CreateWarehouse {
    pub fields: WarehouseChange,
}

impl Decide for CreateWarehouse {
    const PERMISSION: Permission = Permission::WarehousesCreate;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        if book.warehouses()?.count() >= limits::WAREHOUSES {
            let message = format!("an organization has at most {} warehouses", limits::WAREHOUSES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let first = book.warehouses()?.next().is_none();
        let mut warehouse = WarehouseChange::blank(ctx);
        // The first warehouse is the default: there must be one as soon as there is any.
        warehouse.is_default = first;
        let mut faults = Vec::new();
        self.fields.apply(&mut warehouse, &mut faults);
        warehouse.is_default |= first;
        require_above(book, ctx, warehouse.parent_id)?;
        rules::check(book, ctx.now(), None, &warehouse, faults)?;
        if warehouse.is_default {
            take_default(book, ctx, &warehouse)?;
        }
        let id = warehouse.id;
        book.warehouses.put(warehouse);
        let recorded = book.record(ctx, FactKind::WarehouseCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Warehouse, WarehouseKind, WarehouseStatus};
    use crate::testing::Stage;
    use crate::value::{Patch, Sought};

    fn new(code: &str) -> CreateWarehouse {
        let fields =
            WarehouseChange { code: Some(code.to_owned()), name: Some("A name".to_owned()), ..Default::default() };
        CreateWarehouse { fields }
    }

    #[test]
    fn code_and_name_are_enough_and_the_first_one_is_the_default() {
        let mut stage = Stage::new();
        stage.run(new("lon")).expect("created");
        stage.run(new("yrk")).expect("created");
        let mut rows = stage.rows::<Warehouse>();
        rows.sort_by_key(|row| row.created_at);
        assert_eq!((rows[0].code.as_str(), rows[0].is_default, rows[0].kind), ("LON", true, WarehouseKind::Storage));
        assert_eq!(
            (rows[1].code.as_str(), rows[1].is_default, rows[1].status),
            ("YRK", false, WarehouseStatus::Active)
        );
        let mut third = new("c");
        third.fields.is_default = Some(true);
        stage.run(third).expect("created");
        let defaults: Vec<_> =
            stage.rows::<Warehouse>().into_iter().filter(|row| row.is_default).map(|row| row.code).collect();
        assert_eq!(defaults, ["C"]);
    }

    #[test]
    fn taken_codes_and_unknown_references_are_refused() {
        let mut stage = Stage::new();
        stage.run(new("lon")).expect("created");
        let rejection = stage.run(new("LON")).expect_err("taken");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        let mut lost = new("yrk");
        lost.fields.parent_id = Patch::Set(Sought::of("wh_x"));
        lost.fields.cogs_account_id = Patch::Set(Sought::of("acc_x"));
        let rejection = stage.run(lost).expect_err("unknown");
        assert_eq!((rejection.code, rejection.errors.len()), (Code::UnknownReference, 2));
    }
}
