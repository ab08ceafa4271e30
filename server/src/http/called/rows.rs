//! How rows are called, and who may read that.

use domain::rows::items::Item;
use domain::rows::{Account, Entry, ItemCategory, Journal, Location, Lot, ReasonCode, Role, Row, Serial, Warehouse};
use domain::value::TypedId;
use domain::value::id::{
    AccountId, EntryId, ItemCategoryId, ItemId, JournalId, LocationId, LotId, ReasonCodeId, RoleId, SerialId,
    WarehouseId,
};
use domain::value::permission::Permission;

use super::Called;

/// A row with a code or a name of its own.
pub trait CalledRow: Row {
    type Id: TypedId + Ord;
    /// Those who have this may read what it is called.
    const PERMISSION: Permission;

    /// Its id, and what it is called.
    fn called(self) -> (Self::Id, Called);
}

macro_rules! called {
    ($($row:ident by $id:ident for $permission:ident: |$one:ident| $code:expr, $name:expr;)*) => {$(
        impl CalledRow for $row {
            type Id = $id;
            const PERMISSION: Permission = Permission::$permission;

            fn called(self) -> ($id, Called) {
                let $one = self;
                ($one.id, Called { code: $code, name: $name })
            }
        }
    )*};
}

called! {
    Account by AccountId for AccountsRead: |row| Some(row.code), Some(row.name);
    Journal by JournalId for JournalsRead: |row| Some(row.code), Some(row.name);
    Entry by EntryId for JournalEntriesRead: |row| row.number, None;
    ItemCategory by ItemCategoryId for ItemsRead: |row| Some(row.code), Some(row.name);
    Item by ItemId for ItemsRead: |row| Some(row.sku), Some(row.name);
    Warehouse by WarehouseId for WarehousesRead: |row| Some(row.code), Some(row.name);
    Location by LocationId for WarehousesRead: |row| Some(row.code), row.name;
    Lot by LotId for ItemsRead: |row| Some(row.number), None;
    Serial by SerialId for ItemsRead: |row| Some(row.number), None;
    Role by RoleId for RolesRead: |row| None, Some(row.name);
    ReasonCode by ReasonCodeId for ItemsRead: |row| Some(row.code), Some(row.name);
}
