//! Updates a warehouse by merge: absent leaves, null clears, objects merge by key, lists replace.
//!
//! The empty object runs every check and writes nothing, and so does a body that equals what is stored.

use super::change::WarehouseChange;
use super::{Warehouse, rules};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::ledger::post_entry::require_version;
use crate::rejection::Rejection;
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::id::{AccountId, PrincipalId, WarehouseId};
use crate::value::{Patch, TypedId};

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateWarehouse {
    /// Wire id of the warehouse.
    pub warehouse: String,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    /// The version in the body, which acts as `If-Match`.
    pub body_version: Option<i64>,
    pub fields: WarehouseChange,
}

impl Decide for UpdateWarehouse {
    fn permission(&self) -> Permission {
        Permission::WarehousesUpdate
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_warehouse(book, &self.warehouse)?;
        require_version(self.if_match.as_deref(), before.version)?;
        require_version(self.body_version.as_ref().map(std::slice::from_ref), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.fields.apply(&mut after, &mut faults);
        rules::check(book, Some(&before), &after, faults)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        if after.is_default && !before.is_default {
            take_default(book, ctx, &after)?;
        }
        after.version += 1;
        after.updated_at = ctx.at;
        after.updated_by = ctx.actor.principal;
        let (id, version) = (after.id, after.version);
        book.warehouses.put(after);
        let recorded = book.record(ctx, FactKind::WarehouseUpdated, id);
        Ok(Reply::new(id, version, recorded))
    }
}

/// The warehouse, or `not_found` for an unknown, malformed or foreign id.
pub(super) fn require_warehouse(book: &Book, text: &str) -> Result<Warehouse, Stop> {
    let id = WarehouseId::parse(text).ok_or_else(Rejection::not_found)?;
    Ok(book.warehouse(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The old default stops being it in the same commit.
pub(super) fn take_default(book: &mut Book, ctx: &Context, heir: &Warehouse) -> Result<(), Stop> {
    let old = book.warehouses()?.find(|other| other.is_default && other.id != heir.id).cloned();
    if let Some(mut old) = old {
        old.is_default = false;
        old.version += 1;
        old.updated_at = ctx.at;
        old.updated_by = ctx.actor.principal;
        book.warehouses.put(old);
    }
    Ok(())
}

impl WarehouseChange {
    /// The accounts and the manager that the checks look at.
    pub(super) fn hint(&self, keys: &mut Vec<Key>) {
        for sent in [
            &self.valuation_account,
            &self.cogs_account,
            &self.adjustment_account,
            &self.in_transit_account,
            &self.scrap_account,
        ] {
            keys.extend(sent.value().and_then(|text| AccountId::parse(text)).map(Key::Account));
        }
        let manager: &Patch<String> = &self.manager_user;
        keys.extend(manager.value().and_then(|text| PrincipalId::parse(text)).map(Key::Membership));
    }
}
