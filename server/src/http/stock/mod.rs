//! Reading stock, and setting it to a quantity: quantities by place, availability, picking and ordering, value, age and turnover, expiry, movements
//! and late ones, goods received and not invoiced, goods in transit, and goods held for others.

pub mod ageing;
mod ages;
pub mod availability;
pub mod expiry;
pub mod goods_in_transit;
pub mod goods_of_others;
pub mod late_items;
mod ledger_rows;
pub mod movement_ledger;
pub mod on_hand;
mod open_lines;
pub mod pick_suggestions;
pub mod received_not_invoiced;
pub mod reorder_suggestions;
mod row_figures;
pub mod set;
pub(in crate::http) mod sheet;
mod ties;
pub mod turns;
mod unit_cost;
pub mod valuation;

use domain::stock::items::change::sku_key;
use domain::value::id::ItemId;
use domain::value::{Currency, Date, Decimal, Instant, Sought, TypedId};
use store::Snapshot;
use store::read::known_goods::GoodsThen;

use super::items::wire::Sku;
use super::operations::Operations;
use super::output::DecimalText;
use super::problem::Problem;
use super::reports::frame::{Frame, LAST_DAY};
use crate::today;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        on_hand, availability, reorder_suggestions, pick_suggestions, valuation, ageing, expiry, turns,
        movement_ledger, late_items, received_not_invoiced, goods_in_transit, goods_of_others, set
    }
}

/// Goods as they were known at the point of the report.
pub(in crate::http) async fn goods_then(snapshot: &mut Snapshot, frame: &Frame) -> Result<GoodsThen, Problem> {
    let then = GoodsThen::read(snapshot, frame.organization, frame.seq).await?;
    then.ok_or_else(|| Problem::lost("facts", frame.seq))
}

/// The first instant after a day where the organization is.
fn end_of(day: Date, frame: &Frame) -> Instant {
    day.tomorrow().ok().and_then(|next| today::start_of(next, &frame.settings.timezone)).unwrap_or(Instant(i64::MAX))
}

/// No id of anything: the value of a malformed one. Zeros would mean stock of no lot.
const NOTHING: [u8; 16] = [255; 16];

/// The bytes of an id that a filter names.
fn named<T: TypedId>(id: Option<Sought<T>>, bytes: impl Fn(T) -> [u8; 16]) -> Option<[u8; 16]> {
    id.map(|id| id.id().map_or(NOTHING, bytes))
}

/// The item that a filter names.
fn named_item(id: Option<Sought<ItemId>>) -> Option<ItemId> {
    named(id, |id| id.0).map(ItemId)
}

/// Which of two parameters names the one item that is asked for.
fn named_by(id: Option<ItemId>, sku_key: Option<&str>) -> Result<&'static str, Problem> {
    match (id, sku_key) {
        (Some(_), None) => Ok("itemId"),
        (None, Some(_)) => Ok("sku"),
        (Some(_), Some(_)) => Err(Problem::violation("sku", "ambiguous", "give itemId or sku, not both")),
        (None, None) => Err(Problem::violation("itemId", "required", "the item is missing: give itemId or sku")),
    }
}

/// A sku as items are found by it.
fn found_by(sku: Option<Sku>) -> Option<String> {
    sku.map(|sku| sku_key(&sku))
}

/// A day that the database can compare.
pub(in crate::http) fn comparable(day: Option<Date>) -> Option<Date> {
    day.map(|day| day.min(LAST_DAY))
}

/// A quantity with the decimals of its item.
pub(in crate::http) fn quantity(units: i128, decimals: u8) -> DecimalText {
    DecimalText(Decimal { unscaled: units, scale: decimals })
}

/// An amount with the decimals of its currency.
fn in_currency(units: i64, currency: Currency) -> DecimalText {
    DecimalText(Decimal { unscaled: i128::from(units), scale: currency.decimals() })
}
