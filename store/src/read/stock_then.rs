//! Stock as the books knew it at an earlier point of their log, and by the time of movements.
//!
//! Both are today's stock less later movements. Those are read as a whole: names, by which rows are ordered, may have
//! changed since, too.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::reach::Reach;
use domain::rows::{Location, Lot, Serial};
use domain::value::id::{LocationId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::available_then::rows_then;
use super::below::with_all_below;
use super::known_goods::{GoodsThen, Legs, in_effect, of_places, since, until};
use super::parts::PART;
use super::stock::{OnHand, StockBy, StockFilter, select, shown_with};
use super::valuation::ValuationFilter;
use super::valuation_then;
use crate::{Fault, Snapshot, sql};

/// At the end of a day, and by the time of movements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// By posting date; everything where there is no day.
    Posted(Option<Date>),
    /// Movements before an instant.
    Moved(Instant),
}

/// All rows by sku, warehouse, location, lot and piece. The filter's own day does not count.
pub async fn on_hand(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &StockFilter,
    then: &GoodsThen,
    until: Until,
) -> Result<Vec<OnHand>, Fault> {
    let lots_count = filter.lot_status.is_some() || filter.expires_until.is_some();
    let mut keys = filter.by.keys().to_vec();
    if lots_count && !keys.contains(&"lot_id") {
        keys.push("lot_id");
    }
    let mut params = vec![Cell::Id(organization.0)];
    let grouped: String = keys.iter().map(|key| format!(", {key}")).collect();
    let within = within(snapshot, organization, filter, then).await?;
    let places = places(then, until, &mut params);
    let stock = format!(
        "select item_id{grouped}, sum(quantity / {PART}) as high, sum(quantity % {PART}) as low \
         from ({places}) as u{} group by item_id{grouped}",
        narrow(filter, within.as_ref(), &mut params)
    );
    let shown = shown_with(&keys);
    let (sql, selected) = select(&shown, &stock);
    let rows = selected.all(snapshot, &sql, &params).await?;
    let asked = Asked { filter, within: within.as_ref() };
    let of_category = match filter.category {
        Some(_) => {
            let of_items = ValuationFilter { category: filter.category, ..ValuationFilter::default() };
            Some(valuation_then::items(snapshot, organization, &of_items, then).await?)
        }
        None => None,
    };
    let there =
        if filter.non_zero { None } else { Some(taken(snapshot, organization, &asked, &keys, then, until).await?) };
    let mut found: BTreeMap<Vec<Cell>, OnHand> = BTreeMap::new();
    for one in rows {
        let mut one = named(then, one)?;
        let is_taken = there.as_ref().is_none_or(|there| there.contains(&ids(&one, &keys)));
        let is_in_category = of_category.as_ref().is_none_or(|items| items.contains_key(&one.item.id));
        if !is_taken || !is_in_category || !wanted(filter, &one) {
            continue;
        }
        if filter.by != StockBy::Lot && filter.by != StockBy::Serial {
            (one.lot, one.lot_status, one.best_before, one.expires_on) = (None, None, None, None);
        }
        let ids = ids(&one, filter.by.keys());
        match found.get_mut(&ids) {
            Some(other) => other.quantity += one.quantity,
            None => {
                found.insert(ids, one);
            }
        }
    }
    let mut rows: Vec<OnHand> = found.into_values().filter(|one| !filter.non_zero || one.quantity != 0).collect();
    rows.sort_by_cached_key(|one| one.place(filter.by));
    Ok(rows)
}

/// Today's stock, and its difference from that of then.
pub(super) fn places(then: &GoodsThen, until_when: Until, params: &mut Vec<Cell>) -> String {
    const PLACE: &str = "item_id, warehouse_id, location_id, lot_id, serial_id, quantity";
    let (table, day) = match until_when {
        Until::Posted(day @ Some(_)) => ("stock_days", until(day, params)),
        Until::Posted(None) | Until::Moved(_) => ("stock_levels", None),
    };
    let on = day.as_ref().map_or_else(String::new, |day| format!(" and {}", day.replace("{}", "date")));
    let mut parts = vec![format!("select {PLACE} from {table} where organization_id = $1{on}")];
    let mut legs = since(then, day.as_deref(), params);
    if let Until::Moved(before) = until_when {
        let condition = in_effect(then, None, params);
        params.push(before.to_cell());
        legs.push(Legs { sign: -1, condition: format!("{condition} and m.occurred_at >= ${}", params.len()) });
    }
    parts.extend(legs.iter().map(|legs| of_places(legs, "", params)));
    parts.join(" union all ")
}

/// The filter, with the locations that it means.
struct Asked<'a> {
    filter: &'a StockFilter,
    within: Option<&'a BTreeSet<LocationId>>,
}

/// The filter's location with everything that was below it; `None` where it has none.
async fn within(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &StockFilter,
    then: &GoodsThen,
) -> Result<Option<BTreeSet<LocationId>>, Fault> {
    let Some(location) = filter.location else { return Ok(None) };
    let all: Vec<Location> = rows_then(snapshot, organization, then, "").await?;
    Ok(Some(with_all_below(BTreeSet::from([location]), all.iter().map(|one| (one.id, one.parent_id)))))
}

/// Places that some document had changed: they have a row where rows of which nothing is left are shown, too.
async fn taken(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    asked: &Asked<'_>,
    keys: &[&str],
    then: &GoodsThen,
    until_when: Until,
) -> Result<BTreeSet<Vec<Cell>>, Fault> {
    const PLACE: &str = "item_id, warehouse_id, location_id, lot_id, serial_id";
    let mut params = vec![Cell::Id(organization.0)];
    let condition = match until_when {
        Until::Posted(day) => {
            params.push(Cell::Int(then.seq));
            let day = until(day, &mut params);
            let on = day.map_or_else(String::new, |day| format!(" and {}", day.replace("{}", "m.posting_date")));
            format!("m.seq <= $2{on}")
        }
        Until::Moved(before) => {
            let condition = in_effect(then, None, &mut params);
            params.push(before.to_cell());
            format!("{condition} and m.occurred_at < ${}", params.len())
        }
    };
    let moved = of_places(&Legs { sign: 1, condition }, "m.seq as seq, ", &mut params);
    // Goods that come to a place and leave it in one document leave no row there.
    let changed = format!(
        "select {PLACE} from ({moved}) as u{} group by seq, {PLACE} \
         having sum(quantity / {PART}) * {PART} + sum(quantity % {PART}) <> 0",
        narrow(asked.filter, asked.within, &mut params)
    );
    let grouped: String = keys.iter().map(|key| format!(", {key}")).collect();
    let sql = format!("select distinct item_id{grouped} from ({changed}) as c");
    let kinds = vec![CellKind::Id; 1 + keys.len()];
    Ok(snapshot.query(&sql, &params, &kinds).await?.into_iter().collect())
}

/// The part of the filter that never changes.
fn narrow(filter: &StockFilter, within: Option<&BTreeSet<LocationId>>, params: &mut Vec<Cell>) -> String {
    let mut text = String::from(" where 1 = 1");
    let mut equal = |column: &str, sign: &str, value: Option<Cell>| {
        if let Some(cell) = value {
            params.push(cell);
            text.push_str(&format!(" and {column} {sign} ${}", params.len()));
        }
    };
    equal("item_id", "=", filter.item.map(|id| id.to_cell()));
    equal("warehouse_id", "=", filter.warehouse.map(|id| id.to_cell()));
    equal("lot_id", "=", filter.lot.map(|id| id.to_cell()));
    equal("serial_id", "=", filter.serial.map(|id| id.to_cell()));
    // Zeros are stock of no lot, and of no piece.
    equal("lot_id", "<>", (filter.by == StockBy::Lot).then_some(Cell::Id([0; 16])));
    equal("serial_id", "<>", (filter.by == StockBy::Serial).then_some(Cell::Id([0; 16])));
    if let Some(within) = within {
        let first = params.len() + 1;
        params.extend(within.iter().map(|id| id.to_cell()));
        text.push_str(&format!(" and location_id in {}", sql::list(first, within.len())));
    }
    if let Reach::Within(ids) = &filter.reach {
        let first = params.len() + 1;
        // A list of none would be no condition: zeros are no warehouse.
        params.extend(std::iter::once([0; 16]).chain(ids.iter().map(|id| id.0)).map(Cell::Id));
        text.push_str(&format!(" and warehouse_id in {}", sql::list(first, ids.len() + 1)));
    }
    text
}

/// Whether a row matches the part of the filter that may have changed since.
fn wanted(filter: &StockFilter, one: &OnHand) -> bool {
    let has = |text: &String, own: &str| own.to_ascii_lowercase().contains(&text.to_ascii_lowercase());
    filter.sku_key.as_ref().is_none_or(|sku| *sku == one.item.sku_key)
        && filter.text.as_ref().is_none_or(|text| has(text, &one.item.sku) || has(text, &one.item.name))
        && filter.lot_status.is_none_or(|status| one.lot_status == Some(status))
        && filter.expires_until.is_none_or(|day| one.expires_on.is_some_and(|on| on <= day))
}

/// A row with the names of that time.
pub(super) fn named(then: &GoodsThen, now: OnHand) -> Result<OnHand, Fault> {
    let mut one = OnHand {
        item: then.item(now.item)?,
        warehouse: now.warehouse.map(|warehouse| then.warehouse(warehouse)).transpose()?,
        location: then.location(now.location)?,
        ..now
    };
    if let Some((id, _)) = &one.lot
        && let Some(Some(lot)) = then.row::<Lot>(id.to_cell())?
    {
        (one.lot_status, one.best_before, one.expires_on) = (Some(lot.status), lot.best_before, lot.expires_on);
        one.lot = Some((lot.id, lot.number));
    }
    if let Some((id, _)) = &one.serial
        && let Some(Some(serial)) = then.row::<Serial>(id.to_cell())?
    {
        one.serial_status = Some(serial.status);
        one.serial = Some((serial.id, serial.number));
    }
    Ok(one)
}

/// The ids that identify a row, in stored form.
fn ids(one: &OnHand, keys: &[&str]) -> Vec<Cell> {
    let mut ids = vec![one.item.id.to_cell()];
    ids.extend(keys.iter().map(|key| {
        let id = match *key {
            "warehouse_id" => one.warehouse.as_ref().map(|(id, _)| id.0),
            "location_id" => one.location.as_ref().map(|(id, _)| id.0),
            "lot_id" => one.lot.as_ref().map(|(id, _)| id.0),
            _ => one.serial.as_ref().map(|(id, _)| id.0),
        };
        Cell::Id(id.unwrap_or([0; 16]))
    }));
    ids
}
