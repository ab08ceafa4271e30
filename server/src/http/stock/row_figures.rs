//! Figures of stock rows other than their quantities: the promised quantity, and the value.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::reach::Reach;
use domain::value::id::{ItemId, WarehouseId};
use store::Snapshot;
use store::read::availability::{self, Figures};
use store::read::stock::{OnHand, StockBy, StockFilter};
use store::read::worth::Worth;

use super::on_hand::StockBasis;
use crate::http::output::DecimalText;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;

/// Those of the rows of a page. If rows are only a part of goods promised or valued together, there are none.
#[derive(Default)]
pub(super) struct RowFigures {
    promised: Option<BTreeMap<(ItemId, WarehouseId), Figures>>,
    values: Option<BTreeMap<(ItemId, Option<WarehouseId>), DecimalText>>,
}

impl RowFigures {
    /// The figures of these rows; values only for callers who may see costs.
    pub(super) async fn read(
        snapshot: &mut Snapshot,
        filter: &StockFilter,
        frame: &Frame,
        basis: StockBasis,
        rows: &[OnHand],
        sees_costs: bool,
    ) -> Result<Self, Problem> {
        let mut found = Self::default();
        if !is_whole(filter) || rows.is_empty() {
            return Ok(found);
        }
        let items: BTreeSet<ItemId> = rows.iter().map(|row| row.item.id).collect();
        let known = frame.books.entries().map(|_| frame.seq);
        if filter.as_of.is_none() && known.is_none() {
            let (own, now) = (frame.organization, frame.moment());
            let promised = availability::of_items(snapshot, own, &items, filter.warehouse, &filter.reach, now);
            found.promised = Some(promised.await?);
        }
        if sees_costs && basis == StockBasis::Posting {
            let worth = Worth::read(snapshot, frame.organization, &items, filter.as_of, known).await?;
            let value = |row: &OnHand| {
                let value = value(&worth, filter, row)?;
                Some((key(row), frame.amount(value)))
            };
            found.values = Some(rows.iter().filter_map(value).collect());
        }
        Ok(found)
    }

    /// The promised quantity of a row.
    pub(super) fn promised(&self, row: &OnHand) -> Option<Figures> {
        let all = self.promised.as_ref()?;
        if let Some((warehouse, _)) = &row.warehouse {
            return Some(all.get(&(row.item.id, *warehouse)).copied().unwrap_or_default());
        }
        let mut sum = Figures::default();
        let whose = (row.item.id, WarehouseId([0; 16]))..=(row.item.id, WarehouseId([255; 16]));
        all.range(whose).for_each(|(_, figures)| sum.add(*figures));
        Some(sum)
    }

    /// The value of a row.
    pub(super) fn value(&self, row: &OnHand) -> Option<DecimalText> {
        self.values.as_ref()?.get(&key(row)).cloned()
    }
}

fn key(row: &OnHand) -> (ItemId, Option<WarehouseId>) {
    (row.item.id, row.warehouse.as_ref().map(|(id, _)| *id))
}

/// Whether rows are of all that lies in a warehouse, or in all of them.
fn is_whole(filter: &StockFilter) -> bool {
    let is_of_part = filter.location.is_some()
        || filter.lot.is_some()
        || filter.serial.is_some()
        || filter.lot_status.is_some()
        || filter.expires_until.is_some();
    matches!(filter.by, StockBy::Item | StockBy::Warehouse) && !is_of_part
}

/// The value of a row, if all goods in it have a value of their own.
fn value(worth: &Worth, filter: &StockFilter, row: &OnHand) -> Option<i128> {
    let item = row.item.id;
    if let Some((warehouse, _)) = &row.warehouse {
        return worth.in_warehouse(item, *warehouse);
    }
    match (&filter.warehouse, &filter.reach) {
        (Some(warehouse), _) => worth.in_warehouse(item, *warehouse),
        (None, Reach::Everywhere) => Some(worth.of_item(item)),
        (None, Reach::Within(ids)) => ids.iter().map(|id| worth.in_warehouse(item, *id)).sum(),
    }
}
