//! Imports many items at once: all of them or none.
//!
//! New items are created. Existing ones are refused, or changed if the caller says so; then, fields that an item does
//! not name stay as they are, so that a file may be imported again.

use std::collections::BTreeSet;

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::named_enum;
use crate::rows::Reply;
use crate::stock::items::change::{ItemChange, sku_key};
use crate::stock::items::rules;
use crate::stock::valued::require_item_unmoved;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};

named_enum! {
    /// The treatment of an item whose sku exists already.
    OnExisting {
        /// It is a fault, and nothing is imported.
        Refuse = "refuse",
        /// It is changed where it differs.
        Update = "update",
    }
}

/// Brings in items, each by its sku.
#[derive(Clone, Debug)]
pub struct ImportItems {
    /// Each has a sku and a name.
    pub items: Vec<ItemChange>,
    pub on_existing: OnExisting,
}

impl Decide for ImportItems {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        for fields in &self.items {
            fields.hint(keys);
            let Ok(Some(id)) = book.item_by_sku(&key_of(fields)) else { continue };
            if self.on_existing == OnExisting::Refuse {
                continue;
            }
            keys.push(Key::ItemGtins(id));
            if let Ok(Some(item)) = book.item(id)
                && fields.tracking.is_some_and(|tracking| tracking != item.tracking)
            {
                keys.extend([Key::LotsOfItem(id), Key::SerialsOfItem(id)]);
            }
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let version = book.organization()?.version;
        if self.items.len() > limits::ITEMS_PER_IMPORT {
            let message = format!(
                "one request can import at most {} items, this one has {}: split it",
                limits::ITEMS_PER_IMPORT,
                self.items.len()
            );
            return Err(Rejection::new(Code::LimitReached, message).at("/items").into());
        }
        let mut faults = Vec::new();
        let mut met = BTreeSet::new();
        for (index, fields) in self.items.iter().enumerate() {
            let key = key_of(fields);
            let found = match met.contains(&key) {
                true => twice(book, ctx, fields)?,
                false => self.bring_in(book, ctx, fields, &key)?,
            };
            met.insert(key);
            let placed = |fault: Fault| Fault { pointer: format!("/items/{index}{}", fault.pointer), ..fault };
            faults.extend(found.into_iter().map(placed));
        }
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let recorded = book.record(ctx, FactKind::ItemsImported, book.id);
        Ok(Reply::new(book.id, version, recorded))
    }
}

impl ImportItems {
    /// Creates or changes one item; returns its faults.
    fn bring_in(&self, book: &mut Book, ctx: &Context, fields: &ItemChange, key: &str) -> Result<Vec<Fault>, Stop> {
        let before = match book.item_by_sku(key)? {
            Some(id) => book.item(id)?.cloned(),
            None => None,
        };
        if let Some(before) = before.as_ref().filter(|_| self.on_existing == OnExisting::Refuse) {
            let message = format!(
                "there is already an item with the SKU {}: leave it out, or import with onExisting update to change it",
                before.sku
            );
            return with_own_faults(book, ctx, fields, Fault::new("/sku", Code::CodeTaken, message));
        }
        let mut faults = Vec::new();
        let item = before.clone().unwrap_or_else(|| ItemChange::blank(ctx));
        let proposed = rules::propose(book, before.as_ref(), item, fields, &mut faults)?;
        for conflict in rules::conflicts(book, before.as_ref(), &proposed)? {
            faults.push(Fault::new(conflict.pointer, conflict.code, conflict.message));
        }
        if let Some(before) = &before
            && let Err(stop) = require_item_unmoved(book, before, &proposed.item)
        {
            let Stop::Rejected(rejection) = stop else { return Err(stop) };
            faults.push(Fault::new("/categoryId", rejection.code, rejection.detail));
        }
        if !faults.is_empty() {
            return Ok(faults);
        }
        match &before {
            None => rules::write(book, None, proposed)?,
            Some(before) => _ = rules::change(book, ctx, before, proposed)?,
        }
        Ok(faults)
    }
}

/// The faults of an item whose sku stands before it already.
fn twice(book: &Book, ctx: &Context, fields: &ItemChange) -> Result<Vec<Fault>, Stop> {
    let sku = fields.sku.as_deref().unwrap_or_default();
    let message = format!("the SKU {sku} is given twice: give it once");
    with_own_faults(book, ctx, fields, Fault::new("/sku", Code::CodeTaken, message))
}

/// The fault of an item that cannot be imported in any case, with its other faults.
fn with_own_faults(book: &Book, ctx: &Context, fields: &ItemChange, fault: Fault) -> Result<Vec<Fault>, Stop> {
    let mut faults = vec![fault];
    rules::propose(book, None, ItemChange::blank(ctx), fields, &mut faults)?;
    Ok(faults)
}

fn key_of(fields: &ItemChange) -> String {
    sku_key(fields.sku.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::items::create::tests::{gtin, item};
    use crate::commands::lots::create::CreateLot;
    use crate::rows::items::Item;
    use crate::rows::{ItemGtin, LotChange, Tracking};
    use crate::testing::Stage;
    use crate::value::{Decimal, Patch, Sought};

    fn named(sku: &str, name: &str) -> ItemChange {
        ItemChange { name: Some(name.to_owned()), ..item(sku).fields }
    }

    fn import(items: Vec<ItemChange>) -> ImportItems {
        ImportItems { items, on_existing: OnExisting::Update }
    }

    /// The pointers and codes of a refusal.
    fn refused(stage: &mut Stage, command: ImportItems) -> Vec<(String, &'static str)> {
        let rejection = stage.run(command).expect_err("refused");
        rejection.errors.into_iter().map(|error| (error.pointer, error.code)).collect()
    }

    #[test]
    fn what_is_new_is_created_what_differs_changed_and_the_rest_left_alone() {
        let mut stage = Stage::new();
        let mut first = item("A");
        first.fields.reorder_point = Patch::Set(Decimal::parse("5").expect("a number"));
        first.fields.gtins = Patch::Set(vec![gtin("96385074", None)]);
        stage.run(first).expect("created");
        let file = || import(vec![named("a", "Apples"), named("B", "Bananas")]);
        let reply = stage.run(file()).expect("imported");
        assert_eq!(reply.facts.map(|(first, last)| last - first), Some(0), "one fact holds all");
        let mut rows = stage.rows::<Item>();
        rows.sort_by(|one, other| one.sku.cmp(&other.sku));
        let told: Vec<_> = rows.iter().map(|row| (row.sku.as_str(), row.name.as_str(), row.version)).collect();
        assert_eq!(told, [("B", "Bananas", 1), ("a", "Apples", 2)]);
        assert_eq!(
            (rows[1].reorder_point, stage.rows::<ItemGtin>().len()),
            (Some(5_000_000), 1),
            "not named: it stays"
        );
        assert_eq!(stage.run(file()).expect("again").facts, None);
    }

    #[test]
    fn what_is_there_already_is_refused_where_nobody_said_that_it_is_to_be_changed() {
        let mut stage = Stage::new();
        stage.run(item("A")).expect("created");
        let items = vec![named("B", "Bananas"), named("a", "Apples")];
        let told = refused(&mut stage, ImportItems { items, on_existing: OnExisting::Refuse });
        assert_eq!(told, [("/items/1/sku".to_owned(), "code_taken")]);
        assert_eq!(stage.rows::<Item>().len(), 1);
        // Their other faults are reported with it.
        let halves = |sku: &str| ItemChange {
            reorder_point: Patch::Set(Decimal::parse("0.5").expect("a number")),
            ..named(sku, "Halves")
        };
        let items = vec![halves("a"), named("B", "Bananas"), halves("b")];
        let told = refused(&mut stage, ImportItems { items, on_existing: OnExisting::Refuse });
        let pointers: Vec<&str> = told.iter().map(|(pointer, _)| pointer.as_str()).collect();
        assert_eq!(pointers, ["/items/0/sku", "/items/0/reorderPoint", "/items/2/sku", "/items/2/reorderPoint"]);
        let items = vec![named("B", "Bananas")];
        stage.run(ImportItems { items, on_existing: OnExisting::Refuse }).expect("new");
    }

    #[test]
    fn one_unsound_item_refuses_all_and_every_fault_is_told_with_its_item() {
        let mut stage = Stage::new();
        let mut labelled = item("A");
        labelled.fields.gtins = Patch::Set(vec![gtin("96385074", None)]);
        stage.run(labelled).expect("created");
        let mut taken = named("B", "Bananas");
        taken.gtins = Patch::Set(vec![gtin("96385074", None)]);
        let mut halves = named("C", "Cherries");
        halves.reorder_point = Patch::Set(Decimal::parse("0.5").expect("a number"));
        halves.gtins = Patch::Set(vec![gtin("96385074", None)]);
        let items = vec![named("D", "Dates"), taken, halves, named("d", "Dates")];
        let told = refused(&mut stage, import(items));
        let pointers =
            ["/items/1/gtins/0", "/items/2/reorderPoint", "/items/2/gtins/0", "/items/3/sku"].map(str::to_owned);
        let codes = ["code_taken", "quantity_precision", "code_taken", "code_taken"];
        assert_eq!(told, pointers.into_iter().zip(codes).collect::<Vec<_>>());
        assert_eq!(stage.rows::<Item>().len(), 1);
        let many = vec![named("A", "Apples"); limits::ITEMS_PER_IMPORT + 1];
        assert_eq!(stage.run(import(many)).expect_err("many").code, Code::LimitReached);
    }

    #[test]
    fn an_item_with_lots_stays_tracked_so() {
        let mut stage = Stage::new();
        let mut milk = item("MILK");
        milk.fields.tracking = Some(Tracking::Lot);
        let id = stage.run(milk).expect("created").subject;
        let fields = LotChange { number: Some("L-1".to_owned()), ..LotChange::default() };
        stage.run(CreateLot { item: Sought::of(&id), fields }).expect("a lot");
        let loose = ItemChange { tracking: Some(Tracking::None), ..named("milk", "Milk") };
        let told = refused(&mut stage, import(vec![loose]));
        assert_eq!(told, [("/items/0/tracking".to_owned(), "item_in_use")]);
    }
}
