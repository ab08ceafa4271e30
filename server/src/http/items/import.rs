//! `POST /inventory/items/import`

use axum::response::Response;
use domain::Code;
use domain::commands::items::import::{ImportItems, OnExisting};
use domain::rows::items::Item;
use domain::value::limits::ITEMS_PER_IMPORT;

use super::wire::ItemInput;
use crate::http::import_body::Rows;
use crate::http::input::List;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::wire_enum! {
    OnExisting = "OnExisting",
}

crate::input! {
    /// Items to import, each identified by its SKU, all of them or none.
    pub struct ItemsInput {
        pub items: List<ItemInput, 1, ITEMS_PER_IMPORT>,
        /// How to treat an item whose SKU exists already: `refuse` (the default) makes it an error, `update` changes
        /// the fields that are given and leaves the others as they are.
        pub on_existing: Option<OnExisting> = "refuse",
    }
}

crate::output! {
    /// The result of an import of items.
    pub struct ItemsResult {
        /// New items.
        pub created: i64,
        /// Existing items that were changed.
        pub updated: i64,
        /// Existing items that did not differ.
        pub unchanged: i64,
    }
}

impl ItemsInput {
    fn command(self) -> ImportItems {
        let items = self.items.0.into_iter().map(ItemInput::fields).collect();
        ImportItems { items, on_existing: self.on_existing.unwrap_or(OnExisting::Refuse) }
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<ImportItems>().rejects(rejections::ITEM).rejects(&[Code::ItemInUse, Code::ValuationAccountInUse]);

/// Import many items
///
/// All or none, with every error in one answer: readable items are checked against the books even if others cannot be
/// read. With `onExisting: update` you can send the same file again: it changes the fields that differ. Send it with
/// `dryRun=true` to see the effect.
#[utoipa::path(post, path = "/api/v1/inventory/items/import", operation_id = "ItemsController_import", tag = "Items",
    request_body = ItemsInput, responses((status = 200, description = "The result of the import", body = ItemsResult)))]
pub async fn import(writing: Writing) -> Result<Response, Problem> {
    let rows = Rows { list: "items", command: |input: ItemsInput| Some(input.command().into()), holds: |_| true };
    let command = writing.import(rows).await?.command();
    let named = command.items.len();
    let done = writing.run(command).await?;
    let written: Vec<Item> = done.rows();
    let since = written.iter().filter(|item| item.version == 1).count();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    done.answered(ItemsResult {
        created: count(since),
        updated: count(written.len() - since),
        unchanged: count(named.saturating_sub(written.len())),
    })
}
