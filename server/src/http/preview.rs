//! The answer of a dry run: the entries, balances and stock that the write would leave behind.

use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use domain::book::reach::Reach;
use domain::book::{Changes, TableChanges};
use domain::rows::{Balance, CountOverrun, Entry, EntryStatus, EntryType, Line, Row, Side, StockLevel};
use domain::value::id::{AccountId, EntryId, ItemId, LocationId, LotId, MovementId, SerialId, WarehouseId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, Decimal, TypedId, limits};
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::counts::overruns::CountOverrunView;
use super::input::Schemas;
use super::output::{CurrencyCode, Day, DecimalText, Id, Named, OpenObject};
use super::problem::Problem;
use crate::commit;

/// The media type of a preview: it is not the answer of the write, and clients can tell by it.
pub const PREVIEW_JSON: &str = "application/vnd.countinghouse.preview+json";

crate::output! {
    /// The effect that a write would have; numbers that only posting assigns are null.
    pub struct Preview {
        /// The body that the write would answer; null if it has none.
        pub would_return: Option<OpenObject>,
        /// The entries that would be posted.
        pub entries: Vec<PreviewEntry>,
        /// The balances that would result.
        pub balances: Vec<PreviewBalance>,
        /// The stock that would result, place by place.
        pub stock: Vec<PreviewStock>,
        /// The posted counts whose past would change, item by item: the first 100.
        pub overrun_counts: Vec<CountOverrunView>,
        /// Their number.
        pub overrun_counts_total: i64,
        /// The last event of the log that was read.
        pub seq: i64,
    }

    /// An entry that would be posted.
    pub struct PreviewEntry {
        /// Null: only posting gives a number.
        pub number: Option<String>,
        pub date: Day,
        pub status: Named<EntryStatus>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub lines: Vec<PreviewLine>,
    }

    /// A line of an entry that would be posted.
    pub struct PreviewLine {
        pub account_id: Id<AccountId>,
        /// Null for callers who may not read accounts, like `accountName`.
        pub account_code: Option<String>,
        pub account_name: Option<String>,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub currency: CurrencyCode,
        /// In the organization's currency.
        pub base_debit: DecimalText,
        /// In the organization's currency.
        pub base_credit: DecimalText,
    }

    /// What would be posted to an account on one day in all, and what the account would come to.
    pub struct PreviewBalance {
        pub account_id: Id<AccountId>,
        pub account_code: Option<String>,
        pub account_name: Option<String>,
        pub date: Day,
        pub currency: CurrencyCode,
        /// All debits of the day.
        pub day_debit: DecimalText,
        /// All credits of the day.
        pub day_credit: DecimalText,
        /// The account's balance at the end of the day without this write, in this row's currency and positive on the
        /// account's normal side. Null for callers who may not read reports, like `after`.
        pub before: Option<DecimalText>,
        /// The same with this write.
        pub after: Option<DecimalText>,
    }

    /// The goods that would be in one place.
    pub struct PreviewStock {
        pub item_id: Id<ItemId>,
        pub warehouse_id: Id<WarehouseId>,
        /// The bin.
        pub location_id: Option<Id<LocationId>>,
        pub lot_id: Option<Id<LotId>>,
        pub serial_id: Option<Id<SerialId>>,
        /// In the item's base unit.
        pub quantity: DecimalText,
        /// What is there now.
        pub before: DecimalText,
    }
}

/// The schema of a preview; its parts are pushed to `schemas`.
pub fn schema(schemas: &mut Schemas) -> RefOr<Schema> {
    Preview::object_schema(schemas)
}

/// The answer to a dry run; `would_return` is the body that the write would answer.
pub fn response(preview: &commit::Preview, would_return: Option<Value>) -> Result<Response, Problem> {
    let (overrun_counts, overrun_counts_total) = overrun_counts(preview)?;
    let view = Preview {
        would_return: would_return.map(without_number).map(OpenObject),
        entries: entries(preview)?,
        balances: balances(preview)?,
        stock: stock(preview)?,
        overrun_counts,
        overrun_counts_total,
        seq: preview.seq,
    };
    let body = serde_json::to_vec(&view).map_err(|error| Problem::internal(&error))?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static(PREVIEW_JSON))], body).into_response())
}

/// Leaves out the entries that the write would post: callers who may read neither journal entries nor costs would learn
/// the cost of goods from them.
pub fn hide_ledger(preview: &mut commit::Preview) {
    let ledger = [Entry::table(), Line::table(), Balance::table()];
    preview.changes.tables.retain(|changes| !ledger.contains(&changes.table));
}

/// Leaves out what accounts are called, and what they come to, for those who may not read that.
pub fn hide_accounts(preview: &mut commit::Preview, rights: PermissionSet) {
    if !rights.has(Permission::AccountsRead) {
        for account in preview.before.accounts.values_mut() {
            (account.code, account.name) = (None, None);
        }
    }
    if !rights.has(Permission::ReportsRead) {
        preview.before.balances.clear();
    }
}

/// Leaves out stock of warehouses in which the reader does not act.
pub fn hide_stock(preview: &mut commit::Preview, reach: &Reach) -> Result<(), Problem> {
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
pub fn written<R: Row>(preview: &commit::Preview) -> Result<Vec<R>, Problem> {
    rows(&preview.changes, |table| table.inserts.iter().chain(&table.updates).collect())
}

/// The number of an entry is only given by posting, and so is the place of a movement; those of periods, counts, lots and
/// pieces are their own.
fn without_number(mut body: Value) -> Value {
    let id = body.get("id").and_then(Value::as_str).unwrap_or_default();
    let is_numbered_by_posting = [EntryId::PREFIX, MovementId::PREFIX].iter().any(|prefix| id.starts_with(prefix));
    for name in ["number", "sequence"] {
        if is_numbered_by_posting && body.get(name).is_some() {
            body[name] = Value::Null;
        }
    }
    body
}

fn entries(preview: &commit::Preview) -> Result<Vec<PreviewEntry>, Problem> {
    let changes = &preview.changes;
    let lines: Vec<Line> = rows(changes, |table| table.inserts.iter().collect())?;
    let entries: Vec<Entry> = rows(changes, |table| table.inserts.iter().chain(&table.updates).collect())?;
    let told = |entry: Entry| {
        let own = lines.iter().filter(|line| Some(line.entry_sequence) == entry.sequence);
        PreviewEntry {
            number: None,
            date: Day(entry.date),
            status: Named(entry.status),
            entry_type: Named(entry.entry_type),
            lines: own.map(|line| PreviewLine::of(line, entry.currency.decimals(), preview)).collect(),
            description: entry.description,
        }
    };
    Ok(entries.into_iter().map(told).collect())
}

impl PreviewLine {
    /// `base` is how many decimals the organization's currency has.
    fn of(line: &Line, base: u8, preview: &commit::Preview) -> Self {
        let account = preview.before.accounts.get(&line.account_id);
        let amount = |units| DecimalText(Decimal::from_units(units, line.currency.decimals()));
        let in_base = |units| DecimalText(Decimal::from_units(units, base));
        Self {
            account_id: Id(line.account_id),
            account_code: account.and_then(|account| account.code.clone()),
            account_name: account.and_then(|account| account.name.clone()),
            debit: amount(line.debit),
            credit: amount(line.credit),
            currency: CurrencyCode(line.currency),
            base_debit: in_base(line.base_debit),
            base_credit: in_base(line.base_credit),
        }
    }
}

fn balances(preview: &commit::Preview) -> Result<Vec<PreviewBalance>, Problem> {
    let rows: Vec<Balance> = written(preview)?;
    let told = |row: Balance| {
        let amount = |units| DecimalText(Decimal::from_units(units, row.currency.decimals()));
        let account = preview.before.accounts.get(&row.account_id);
        let is_credit = account.is_some_and(|account| account.side == Side::Credit);
        let shown = |net: i128| {
            let unscaled = if is_credit { -net } else { net };
            DecimalText(Decimal { unscaled, scale: row.currency.decimals() })
        };
        let both = preview.before.balances.get(&(row.account_id, row.date, row.currency));
        PreviewBalance {
            account_id: Id(row.account_id),
            account_code: account.and_then(|account| account.code.clone()),
            account_name: account.and_then(|account| account.name.clone()),
            date: Day(row.date),
            currency: CurrencyCode(row.currency),
            day_debit: amount(row.debit),
            day_credit: amount(row.credit),
            before: both.map(|(before, _)| shown(*before)),
            after: both.map(|(_, after)| shown(*after)),
        }
    };
    Ok(rows.into_iter().map(told).collect())
}

/// The resulting stock, place by place.
fn stock(preview: &commit::Preview) -> Result<Vec<PreviewStock>, Problem> {
    let levels: Vec<StockLevel> = written(preview)?;
    let told = |level: StockLevel| {
        let known = |id: [u8; 16]| Some(id).filter(|id| *id != [0; 16]);
        let decimals = preview.decimals.get(&level.item_id).copied().unwrap_or(0);
        let before = preview.before.stock.get(&level.key()).copied().unwrap_or(0);
        PreviewStock {
            item_id: Id(level.item_id),
            warehouse_id: Id(level.warehouse_id),
            location_id: known(level.location_id).map(|id| Id(LocationId(id))),
            lot_id: known(level.lot_id).map(|id| Id(LotId(id))),
            serial_id: known(level.serial_id).map(|id| Id(SerialId(id))),
            quantity: DecimalText(Decimal::from_units(level.quantity, decimals)),
            before: DecimalText(Decimal::from_units(before, decimals)),
        }
    };
    Ok(levels.into_iter().map(told).collect())
}

/// The posted counts whose past would be changed, goods by goods: the first of them, and how many they are.
fn overrun_counts(preview: &commit::Preview) -> Result<(Vec<CountOverrunView>, i64), Problem> {
    let rows: Vec<CountOverrun> = rows(&preview.changes, |table| table.inserts.iter().collect())?;
    let decimals = |row: &CountOverrun| preview.decimals.get(&row.item_id).copied().unwrap_or(0);
    let told = rows.iter().take(limits::OVERRUNS_TOLD).map(|row| CountOverrunView::of(row, decimals(row)));
    Ok((told.collect(), i64::try_from(rows.len()).unwrap_or(i64::MAX)))
}

fn rows<R: Row>(
    changes: &Changes,
    pick: impl Fn(&TableChanges) -> Vec<&Vec<domain::value::Cell>>,
) -> Result<Vec<R>, Problem> {
    let own = changes.tables.iter().filter(|table| table.table == R::table());
    own.flat_map(pick).map(|cells| R::from_cells(cells).map_err(|bad| Problem::damaged(&bad))).collect()
}
