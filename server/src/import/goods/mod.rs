//! The goods of a retail file: the movements of its documents, and the stock that they need.
//!
//! Read in this order: `codes` and `row` (the meaning of a row), `moves` (documents become movements of goods),
//! `supply` (the opening and the transfers that let all of them go through), `catalogue` (items and their costs),
//! `place` (warehouses, accounts, reasons), `bodies` (movements as the API takes them), `posting` (sends missing
//! movements), `tally` (the result).

mod bodies;
mod catalogue;
pub mod codes;
mod moves;
pub mod place;
mod posting;
pub mod row;
mod supply;
mod tally;

pub use place::{COST_OF_GOODS, MAIN, WEB};
pub use tally::GoodsTally;

use std::collections::BTreeSet;

use self::bodies::Writer;
use self::catalogue::Catalogue;
use self::moves::Move;
use self::place::Place;
use self::posting::Posting;
use self::supply::Supply;
use super::ImportError;
use super::api::WholeApi;
use super::progress::Progress;
use super::retail::Document;
use domain::value::counted;

/// Moves the goods of documents that are not in the books yet, with the opening and the transfers that they need, and
/// with missing items, warehouses and reasons. A dry run only counts.
///
/// # Errors
/// If the organization names no account for stock, the opening or a transfer is refused, or the API fails.
pub async fn import(
    api: WholeApi<'_>,
    documents: &[&Document],
    file_hash: &[u8],
    dry_run: bool,
    progress: &mut dyn Progress,
) -> Result<GoodsTally, ImportError> {
    let moves = moves::of(documents);
    let Some(first) = moves.first() else { return Ok(GoodsTally::default()) };
    let there = posting::already_there(api, first.document.date).await?;
    let new: Vec<&Move<'_>> = moves.iter().filter(|one| !there.contains_key(&one.external_id)).collect();
    let mut tally = GoodsTally { already_there: moves.len() - new.len(), ..GoodsTally::default() };
    if new.is_empty() {
        return Ok(tally);
    }
    let catalogue = Catalogue::of(documents);
    let mut place = Place::look(api, &new).await?;
    let wanted: BTreeSet<&str> =
        new.iter().flat_map(|one| one.lines.iter().map(|line| line.row.sku.as_str())).collect();
    let missing = catalogue.missing(api, &wanted).await?;
    tally.created = place.lacks();
    if !missing.is_empty() {
        tally.created.push(counted(missing.len(), "item", "items"));
    }
    let on_hand = if missing.len() == wanted.len() { supply::Levels::new() } else { place.on_hand(api).await? };
    let supply = Supply::of(&new, on_hand);
    if dry_run {
        tally.count(&new, &supply, &catalogue);
        return Ok(tally);
    }
    place.complete(api).await?;
    catalogue.create(api, &missing, place.is_base_currency(), progress).await?;
    let writer = Writer { place: &place, catalogue: &catalogue };
    Posting::new(api, file_hash, there, tally, progress).all(&writer, &new, &supply).await
}

#[cfg(test)]
mod tests;
