//! The rows of a movement ledger, with the balance before the first of them.

use axum::response::Response;
use domain::rows::items::Item;
use domain::value::Cell;
use store::Snapshot;
use store::read::goods_moved::{self, Moved, MovedFilter, MovedOrder};
use store::read::goods_posted::{self, PostedRow};
use store::read::known_goods::GoodsThen;

use super::movement_ledger::MovementLedgerRow;
use super::quantity;
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Row};
use crate::http::formats;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::reports::in_column::number;
use crate::http::reports::row::Columns;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 10_000;

/// The balance after a row.
#[derive(Clone, Copy, Default)]
pub(super) struct Running {
    pub quantity: i128,
    pub value: i128,
}

impl Running {
    fn add(&mut self, row: &PostedRow) {
        self.quantity += i128::from(row.moved.quantity);
        self.value += row.value.unwrap_or(0);
    }
}

/// The ledger of one item.
pub(super) struct Ledger {
    pub frame: Frame,
    pub item: Item,
    pub order: MovedOrder,
    pub filter: MovedFilter,
    pub sees_costs: bool,
    /// The names of goods and places.
    pub then: GoodsThen,
    /// Whether values run: all that has one is in the rows, and the reader may see it.
    pub has_values: bool,
}

impl Ledger {
    /// The balance before the first row.
    pub(super) async fn opening(&self, snapshot: &mut Snapshot) -> Result<Running, Problem> {
        let mut opening = Running::default();
        if self.filter.from.is_none() {
            return Ok(opening);
        }
        let earlier = MovedFilter { from: None, before: self.filter.from.clone(), ..self.filter.clone() };
        let mut after: Option<Vec<Cell>> = None;
        loop {
            let rows = self.read_of(snapshot, &earlier, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(|row| self.cells(row));
            rows.iter().for_each(|row| opening.add(row));
            if is_last {
                return Ok(opening);
            }
        }
    }

    /// Where the next page begins after a row.
    pub(super) fn cells(&self, row: &PostedRow) -> Vec<Cell> {
        match self.order {
            MovedOrder::Occurrence => row.moved.cells(),
            MovedOrder::Posting => row.ledger_cells(),
        }
    }

    /// The next rows with their values.
    pub(super) async fn read(
        &self,
        snapshot: &mut Snapshot,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<PostedRow>, Problem> {
        self.read_of(snapshot, &self.filter, after, most).await
    }

    async fn read_of(
        &self,
        snapshot: &mut Snapshot,
        filter: &MovedFilter,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<PostedRow>, Problem> {
        let whose = self.frame.organization;
        if self.order == MovedOrder::Posting {
            let rows = goods_posted::ledger(snapshot, whose, filter, self.sees_costs, after, most).await?;
            return Ok(goods_posted::as_called(rows, &self.then)?);
        }
        let moved = goods_moved::list(snapshot, whose, filter, after, most).await?;
        let moved = goods_moved::as_called(moved, &self.then)?;
        let values = goods_moved::values(snapshot, whose, &moved, self.then.seq).await?;
        let valued = |moved: Moved| {
            // Goods without a cost have no amounts.
            let of_pools: Vec<i128> = moved.of_pools().map(|place| values.get(&place).copied().unwrap_or(0)).collect();
            let value = (!of_pools.is_empty()).then(|| of_pools.into_iter().sum());
            PostedRow::of(moved, value)
        };
        Ok(moved.into_iter().map(valued).collect())
    }

    pub(super) fn row(&self, row: PostedRow, running: &mut Running) -> MovementLedgerRow {
        running.add(&row);
        let PostedRow { moved, tells, cause, value, .. } = row;
        let decimals = moved.quantity_decimals;
        let (cause_movement, cause_kind) = cause.map(|cause| (cause.movement, cause.kind)).unzip();
        let (location_id, location_code) = moved.location.unzip();
        let (lot_id, lot_number) = moved.lot.unzip();
        let (serial_id, serial_number) = moved.serial.unzip();
        crate::answered! { MovementLedgerRow of moved {
            kind, sequence, line_number, occurred_at, posting_date, description, reference,
            row_kind: tells,
            movement_id: moved.movement,
            party_id: moved.party,
            entry_id: moved.entry,
            cause_movement_id: cause_movement,
            cause_kind: cause_kind,
            warehouse_id: moved.warehouse.0,
            warehouse_code: moved.warehouse.1,
            location_id: location_id,
            lot_id: lot_id,
            serial_id: serial_id;
            location_code, lot_number, serial_number,
            quantity: quantity(i128::from(moved.quantity), decimals),
            value: value.filter(|_| self.sees_costs).map(|value| self.frame.amount(value)),
            running_quantity: quantity(running.quantity, decimals),
            running_value: self.has_values.then(|| self.frame.amount(running.value)),
        } }
    }

    pub(super) async fn document(
        &self,
        app: &App,
        mut snapshot: Snapshot,
        format: DocumentFormat,
    ) -> Result<Response, Problem> {
        let decimals = u8::try_from(self.item.quantity_decimals).unwrap_or(0);
        let columns = Columns::<MovementLedgerRow>::of(&self.frame).quantities(decimals);
        let mut heading = self.frame.heading("movement-ledger", "Movement ledger", None, columns.headings());
        let unit = &self.item.unit_code;
        heading.subtitle.insert(1, format!("{} {}, in {unit}", self.item.sku, self.item.name));
        heading.file_name = format!("movement-ledger-{}", self.item.sku);
        let mut draft = formats::begin(app, format, heading).await?;
        let (mut after, mut running) = (None::<Vec<Cell>>, self.opening(&mut snapshot).await?);
        if self.filter.from.is_some() {
            let before = quantity(running.quantity, decimals);
            let value = self.has_values.then(|| self.frame.amount(running.value));
            draft
                .push(Row::line(columns.only(vec![
                    ("Description", Shown::text("Opening")),
                    ("Running quantity", number(&before, decimals)),
                    ("Running value", number(&value, self.frame.decimals())),
                ])))
                .await?;
        }
        loop {
            let rows = self.read(&mut snapshot, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(|row| self.cells(row));
            for row in rows {
                draft.push(columns.line(&self.row(row, &mut running))).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
}
