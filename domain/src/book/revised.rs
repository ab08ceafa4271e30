//! Rows that commands change: each change makes the next version, and says when it was made and who made it.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::slots::Slots;
use crate::rows::items::Item;
use crate::rows::{
    Account, ApprovalPolicy, CustomCurrency, Dimension, DimensionValue, Entry, EntryTemplate, FiscalYear, ItemCategory,
    Journal, Location, Lot, Membership, Organization, Party, Period, ReasonCode, RecurringEntry, Reply, Role, Row,
    Serial, StatementMapping, Warehouse,
};

/// A row that has versions.
pub(crate) trait Revised {
    /// Makes it the next version.
    fn revise(&mut self, ctx: &Context);
}

/// A row that is a thing by itself, known by an id.
pub(crate) trait Noun: Revised + Row {
    /// Its wire id, and its version.
    fn named(&self) -> (String, i64);

    /// Where the book keeps such rows.
    fn slots(book: &mut Book) -> &mut Slots<Self::Key, Self>;
}

impl Book {
    /// Writes a changed row as its next version, records the fact, and replies with both.
    pub(crate) fn update<R: Noun>(&mut self, ctx: &Context, kind: FactKind, mut row: R) -> Reply {
        row.revise(ctx);
        let (id, version) = row.named();
        R::slots(self).put(row);
        let recorded = self.record(ctx, kind, &id);
        Reply::new(id, version, recorded)
    }
}

macro_rules! revised {
    ($($row:ident),* $(,)?) => {$(
        impl Revised for $row {
            fn revise(&mut self, ctx: &Context) {
                self.version += 1;
                self.updated_at = ctx.at;
                self.updated_by = ctx.actor.principal;
            }
        }
    )*};
}
revised! { Account, ApprovalPolicy, FiscalYear, Item, Membership, Organization, Period, Role }

/// Each table of the book, its row, and the field that names one.
macro_rules! nouns {
    ($($table:ident: $row:ident by $id:ident),* $(,)?) => {
        revised! { $($row),* }
        $(impl Noun for $row {
            fn named(&self) -> (String, i64) {
                (self.$id.to_string(), self.version)
            }

            fn slots(book: &mut Book) -> &mut Slots<Self::Key, Self> {
                &mut book.$table
            }
        })*
    };
}
nouns! {
    currencies: CustomCurrency by code,
    dimension_values: DimensionValue by id,
    dimensions: Dimension by id,
    entries: Entry by id,
    entry_templates: EntryTemplate by id,
    item_categories: ItemCategory by id,
    journals: Journal by id,
    locations: Location by id,
    lots: Lot by id,
    parties: Party by id,
    reason_codes: ReasonCode by id,
    recurring_entries: RecurringEntry by id,
    serials: Serial by id,
    statement_mappings: StatementMapping by id,
    warehouses: Warehouse by id,
}
