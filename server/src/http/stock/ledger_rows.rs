//! The rows of a movement ledger, with what was there before the first of them.

use axum::response::Response;
use domain::rows::items::Item;
use domain::value::Cell;
use store::Snapshot;
use store::read::goods_moved::{self, Moved, MovedFilter, MovedOrder};
use store::read::goods_posted::{self, PostedRow};
use store::read::known_goods::GoodsThen;

use super::movement_ledger::MovementLedgerRow;
use super::{quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Column, Row};
use crate::http::formats;
use crate::http::output::{At, Day, Id, Named};
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 10_000;

/// What is there behind a row.
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
    /// What goods and places were called.
    pub then: GoodsThen,
    /// Whether values run: all that has one is in the rows, and the reader may see it.
    pub has_values: bool,
}

impl Ledger {
    /// What was there before the first row.
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

    /// Where the next page begins behind a row.
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
            // What costs nothing has no amounts.
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
        let (cause_movement_id, cause_kind) = cause.map(|cause| (Id(cause.movement), Named(cause.kind))).unzip();
        let (location_id, location_code) = moved.location.unzip();
        let (lot_id, lot_number) = moved.lot.unzip();
        let (serial_id, serial_number) = moved.serial.unzip();
        MovementLedgerRow {
            row_kind: Named(tells),
            movement_id: Id(moved.movement),
            kind: Named(moved.kind),
            sequence: moved.sequence,
            line_number: moved.line_number,
            occurred_at: At(moved.occurred_at),
            posting_date: Day(moved.posting_date),
            description: moved.description,
            reference: moved.reference,
            party_id: moved.party.map(Id),
            entry_id: moved.entry.map(Id),
            cause_movement_id,
            cause_kind,
            warehouse_id: Id(moved.warehouse.0),
            warehouse_code: moved.warehouse.1,
            location_id: location_id.map(Id),
            location_code,
            lot_id: lot_id.map(Id),
            lot_number,
            serial_id: serial_id.map(Id),
            serial_number,
            quantity: quantity(i128::from(moved.quantity), decimals),
            value: value.filter(|_| self.sees_costs).map(|value| self.frame.amount(value)),
            running_quantity: quantity(running.quantity, decimals),
            running_value: self.has_values.then(|| self.frame.amount(running.value)),
        }
    }

    pub(super) async fn document(
        &self,
        app: &App,
        mut snapshot: Snapshot,
        format: DocumentFormat,
    ) -> Result<Response, Problem> {
        let decimals = u8::try_from(self.item.quantity_decimals).unwrap_or(0);
        let mut heading =
            self.frame.heading("movement-ledger", "Movement ledger", None, columns(decimals, self.frame.decimals()));
        let unit = &self.item.unit_code;
        heading.subtitle.insert(1, format!("{} {}, in {unit}", self.item.sku, self.item.name));
        heading.file_name = format!("movement-ledger-{}", self.item.sku);
        let mut draft = formats::begin(app, format, heading).await?;
        let (mut after, mut running) = (None::<Vec<Cell>>, self.opening(&mut snapshot).await?);
        if self.filter.from.is_some() {
            draft.push(Row::line(self.opening_cells(running, decimals))).await?;
        }
        loop {
            let rows = self.read(&mut snapshot, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(|row| self.cells(row));
            for row in rows {
                draft.push(Row::line(cells(self.row(row, &mut running), decimals))).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }

    fn opening_cells(&self, opening: Running, decimals: u8) -> Vec<Shown> {
        let value = self.has_values.then(|| self.frame.amount(opening.value));
        let running = [sheet::quantity(quantity(opening.quantity, decimals), decimals), sheet::amount(value)];
        let before = [Shown::Empty, Shown::Empty, Shown::Empty, Shown::text("Opening")];
        before
            .into_iter()
            .chain(std::iter::repeat_n(Shown::Empty, 7))
            .chain(running)
            .chain([Shown::Empty, Shown::Empty])
            .collect()
    }
}

fn columns(of_quantity: u8, of_value: u8) -> Vec<Column> {
    vec![
        Column::text("Occurred at"),
        Column::date("Posting date"),
        Column::text("Kind"),
        Column::text("Description"),
        Column::text("Reference"),
        Column::text("Warehouse"),
        Column::text("Location"),
        Column::text("Lot"),
        Column::text("Serial"),
        Column::amount("Quantity", of_quantity),
        Column::amount("Value", of_value),
        Column::amount("Running quantity", of_quantity),
        Column::amount("Running value", of_value),
        Column::text("Row"),
        Column::text("Cause"),
    ]
}

fn cells(row: MovementLedgerRow, decimals: u8) -> Vec<Shown> {
    vec![
        Shown::text(row.occurred_at.0.to_string()),
        Shown::Date(row.posting_date.0),
        Shown::text(row.kind.0.name()),
        Shown::text(row.description),
        Shown::maybe(row.reference),
        Shown::text(row.warehouse_code),
        Shown::maybe(row.location_code),
        Shown::maybe(row.lot_number),
        Shown::maybe(row.serial_number),
        sheet::quantity(row.quantity, decimals),
        sheet::amount(row.value),
        sheet::quantity(row.running_quantity, decimals),
        sheet::amount(row.running_value),
        Shown::text(row.row_kind.0.name()),
        Shown::maybe(row.cause_kind.map(|kind| kind.0.name().to_owned())),
    ]
}
