//! The differences that need somebody's approval: those beyond the count's tolerance, in quantity, percent or value.

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::{Item, SCALE};
use crate::rows::{Count, CountLine, Warehouse, WarehouseKind};
use crate::stock::counts::adjustment::adjustment;
use crate::stock::goods::plan::pools::name as pool_name;

/// Percent with [`SCALE`] decimals are parts of this.
const WHOLE_PERCENT: i128 = 100_000_000;

/// Marks the lines whose difference is beyond the tolerance.
pub(crate) fn mark(book: &Book, count: &Count, lines: &mut [CountLine]) -> Result<(), Stop> {
    let differs = |line: &&CountLine| line.difference().is_some_and(|difference| difference != 0);
    let differing: Vec<&CountLine> = lines.iter().filter(differs).collect();
    require_all(book, differing.iter().map(|line| Key::Item(line.item_id)).collect())?;
    let warehouse = book.warehouse(count.warehouse_id)?.ok_or_else(|| Stop::lost("warehouses", count.warehouse_id))?;
    if count.tolerance_value.is_some() {
        let mut names = Vec::new();
        for line in &differing {
            let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
            names.push(pool_name(item, warehouse, &adjustment(count, line, item)));
        }
        let keys = names.iter().map(|(item, scope, tracked)| Key::PoolByName(*item, *scope, *tracked));
        require_all(book, keys.collect())?;
    }
    for line in lines {
        line.is_beyond = is_beyond(book, count, warehouse, line)?;
    }
    Ok(())
}

fn is_beyond(book: &Book, count: &Count, warehouse: &Warehouse, line: &CountLine) -> Result<bool, Stop> {
    let Some(difference) = line.difference().filter(|difference| *difference != 0) else { return Ok(false) };
    let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
    let much = i128::from(difference).abs();
    let limits = [count.tolerance_quantity, count.tolerance_percent, count.tolerance_value];
    if limits.iter().all(Option::is_none) {
        return Ok(true);
    }
    let quantity = count.tolerance_quantity.is_some_and(|most| in_scale(item, much) > Some(i128::from(most)));
    let percent = count
        .tolerance_percent
        .is_some_and(|most| much * WHOLE_PERCENT > i128::from(line.expected).abs() * i128::from(most));
    let value = match count.tolerance_value {
        Some(most) => !costs_at_most(book, count, warehouse, line, item, most)?,
        None => false,
    };
    Ok(quantity || percent || value)
}

/// A quantity of the item with [`SCALE`] decimals.
fn in_scale(item: &Item, units: i128) -> Option<i128> {
    let finer = i64::from(SCALE).checked_sub(item.quantity_decimals)?;
    units.checked_mul(10_i128.checked_pow(u32::try_from(finer).ok()?)?)
}

/// Whether a difference is known to cost at most this much: by the stated cost, by the present cost of such goods, or
/// by the last resort where nothing better is known. Goods without any known cost exceed every tolerance.
fn costs_at_most(
    book: &Book,
    count: &Count,
    warehouse: &Warehouse,
    line: &CountLine,
    item: &Item,
    most: i64,
) -> Result<bool, Stop> {
    if warehouse.kind == WarehouseKind::Scrap {
        return Ok(true);
    }
    let difference = i128::from(line.difference().unwrap_or(0));
    if let Some(said) = line.total_cost.filter(|_| difference > 0) {
        return Ok(said <= most);
    }
    let within = |value: i128, of: i128| {
        let (cost, limit) = (difference.abs().checked_mul(value.abs()), i128::from(most).checked_mul(of));
        cost.zip(limit).is_some_and(|(cost, limit)| cost <= limit)
    };
    if let Some(id) = book.pool_by_name(pool_name(item, warehouse, &adjustment(count, line, item)))? {
        let pool = book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?;
        if pool.quantity > 0 {
            return Ok(within(i128::from(pool.value), i128::from(pool.quantity)));
        }
        if let Some((value, of)) = pool.last_cost_value.zip(pool.last_cost_quantity).filter(|(_, of)| *of > 0) {
            return Ok(within(i128::from(value), i128::from(of)));
        }
    }
    let Some(cost) = item.fallback_cost else { return Ok(false) };
    let power = |decimals: u32| 10_i128.checked_pow(decimals);
    let decimals = u32::try_from(item.quantity_decimals).unwrap_or(0);
    let value = power(u32::from(book.organization()?.base_currency.decimals()))
        .and_then(|minor| minor.checked_mul(i128::from(cost)));
    Ok(value.zip(power(decimals + u32::from(SCALE))).is_some_and(|(value, of)| within(value, of)))
}
