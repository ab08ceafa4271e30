//! The answer of a dry run: the entries, balances and stock that the write would leave behind.

use domain::book::reach::Reach;
use domain::book::{Changes, TableChanges};
use domain::rows::{Balance, CountOverrun, Entry, Line, Row, StockLevel};
use domain::value::cell::IsoDate;
use domain::value::id::{LocationId, LotId, SerialId};
use domain::value::{Cell, Decimal, limits};
use serde_json::{Value, json};

use super::counts::overruns::CountOverrunView;
use super::problem::Problem;
use crate::commit::Preview;

/// The body of a preview.
pub fn body(preview: &Preview, would_return: Option<Value>) -> Result<Value, Problem> {
    let (overrun_counts, overrun_counts_total) = overrun_counts(preview)?;
    Ok(json!({
        "wouldReturn": would_return.map(without_number),
        "entries": entries(&preview.changes)?,
        "balances": balances(&preview.changes)?,
        "stock": stock(preview)?,
        "overrunCounts": overrun_counts,
        "overrunCountsTotal": overrun_counts_total,
        "seq": preview.seq,
    }))
}

/// Leaves out the entries that the write would post: callers who may read neither journal entries nor costs would learn
/// the cost of goods from them.
pub fn hide_ledger(preview: &mut Preview) {
    let ledger = [Entry::table(), Line::table(), Balance::table()];
    preview.changes.tables.retain(|changes| !ledger.contains(&changes.table));
}

/// Leaves out stock of warehouses in which the reader does not act.
pub fn hide_stock(preview: &mut Preview, reach: &Reach) -> Result<(), Problem> {
    let levels = preview.changes.tables.iter_mut().filter(|changes| changes.table == StockLevel::table());
    for table in levels {
        for rows in [&mut table.inserts, &mut table.updates] {
            let mut seen = Vec::with_capacity(rows.len());
            for cells in rows.drain(..) {
                if reach.has(level(&cells)?.warehouse_id) {
                    seen.push(cells);
                }
            }
            *rows = seen;
        }
    }
    Ok(())
}

fn level(cells: &[Cell]) -> Result<StockLevel, Problem> {
    StockLevel::from_cells(cells).map_err(|bad| Problem::damaged(&bad))
}

/// The rows of one table that the write would make or change.
pub fn written<R: Row>(preview: &Preview) -> Result<Vec<R>, Problem> {
    rows(&preview.changes, |table| table.inserts.iter().chain(&table.updates).collect())
}

/// A number is only given by posting.
fn without_number(mut body: Value) -> Value {
    for name in ["number", "sequence"] {
        if body.get(name).is_some() {
            body[name] = Value::Null;
        }
    }
    body
}

fn entries(changes: &Changes) -> Result<Vec<Value>, Problem> {
    let lines: Vec<Line> = rows(changes, |table| table.inserts.iter().collect())?;
    let entries: Vec<Entry> = rows(changes, |table| table.inserts.iter().chain(&table.updates).collect())?;
    Ok(entries
        .into_iter()
        .map(|entry| {
            let base = entry.currency.decimals();
            let own = lines.iter().filter(|line| Some(line.entry_sequence) == entry.sequence);
            let own: Vec<Value> = own
                .map(|line| {
                    let own = line.currency.decimals();
                    json!({
                        "accountId": line.account_id.to_string(),
                        "debit": Decimal::from_units(line.debit, own).to_string(),
                        "credit": Decimal::from_units(line.credit, own).to_string(),
                        "currency": line.currency.code(),
                        "baseDebit": Decimal::from_units(line.base_debit, base).to_string(),
                        "baseCredit": Decimal::from_units(line.base_credit, base).to_string(),
                    })
                })
                .collect();
            json!({
                "number": null,
                "date": IsoDate(entry.date).to_string(),
                "status": entry.status.name(),
                "entryType": entry.entry_type.name(),
                "description": entry.description,
                "lines": own,
            })
        })
        .collect())
}

fn balances(changes: &Changes) -> Result<Vec<Value>, Problem> {
    let rows: Vec<Balance> = rows(changes, |table| table.inserts.iter().chain(&table.updates).collect())?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let decimals = row.currency.decimals();
            json!({
                "accountId": row.account_id.to_string(),
                "date": IsoDate(row.date).to_string(),
                "currency": row.currency.code(),
                "dayDebit": Decimal::from_units(row.debit, decimals).to_string(),
                "dayCredit": Decimal::from_units(row.credit, decimals).to_string(),
            })
        })
        .collect())
}

/// The resulting stock, place by place.
fn stock(preview: &Preview) -> Result<Vec<Value>, Problem> {
    let levels: Vec<StockLevel> = written(preview)?;
    let told = |level: StockLevel| {
        let known = |id: [u8; 16]| Some(id).filter(|id| *id != [0; 16]);
        let decimals = preview.decimals.get(&level.item_id).copied().unwrap_or(0);
        json!({
            "itemId": level.item_id.to_string(),
            "warehouseId": level.warehouse_id.to_string(),
            "locationId": known(level.location_id).map(|id| LocationId(id).to_string()),
            "lotId": known(level.lot_id).map(|id| LotId(id).to_string()),
            "serialId": known(level.serial_id).map(|id| SerialId(id).to_string()),
            "quantity": Decimal::from_units(level.quantity, decimals).to_string(),
        })
    };
    Ok(levels.into_iter().map(told).collect())
}

/// The posted counts whose past would be changed, goods by goods: the first of them, and how many they are.
fn overrun_counts(preview: &Preview) -> Result<(Vec<CountOverrunView>, usize), Problem> {
    let rows: Vec<CountOverrun> = rows(&preview.changes, |table| table.inserts.iter().collect())?;
    let decimals = |row: &CountOverrun| preview.decimals.get(&row.item_id).copied().unwrap_or(0);
    let told = rows.iter().take(limits::OVERRUNS_TOLD).map(|row| CountOverrunView::of(row, decimals(row)));
    Ok((told.collect(), rows.len()))
}

fn rows<R: Row>(
    changes: &Changes,
    pick: impl Fn(&TableChanges) -> Vec<&Vec<domain::value::Cell>>,
) -> Result<Vec<R>, Problem> {
    let own = changes.tables.iter().filter(|table| table.table == R::table());
    own.flat_map(pick).map(|cells| R::from_cells(cells).map_err(|bad| Problem::damaged(&bad))).collect()
}
