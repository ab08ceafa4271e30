//! The aged open items as a document: a row per party and currency, in base currency so that the columns add up.

use domain::value::cell::IsoDate;

use super::aged_open_items::{AgedOpenItemsView, AgedRow};
use super::frame::Frame;
use super::row::Columns;
use crate::documents::table::{Cell, Column, Row, RowKind, RowRanges, Table};
use crate::http::output::DecimalText;

/// The view as a table.
#[must_use]
pub fn table(frame: &Frame, view: &AgedOpenItemsView) -> Table {
    let decimals = frame.decimals();
    let columns = Columns::<AgedRow>::of(frame);
    let mut headings = columns.headings();
    headings.extend(view.buckets.iter().map(|bucket| Column::amount(label(bucket), decimals)));
    headings.push(Column::amount("Total", decimals));
    let as_of = IsoDate(view.as_of.0);
    let mut heading = frame.heading("aged-open-items", "Aged open items", None, headings);
    heading.file_name = format!("aged-open-items-{as_of}");
    heading.subtitle.insert(1, format!("As of {as_of}, by days overdue"));
    if let (Some(balance), Some(difference)) = (&view.totals.balance, &view.totals.difference) {
        heading.subtitle.push(format!("Balance of the accounts {}, difference {}", balance.0, difference.0));
    }
    let mut all = RowRanges::new();
    let mut rows = Vec::new();
    for (place, row) in (0..).zip(&view.data) {
        all.add(place);
        let mut cells = columns.cells(row);
        cells.extend(row.base_amounts.iter().chain([&row.base_total]).map(|amount| Cell::Amount(units(*amount))));
        rows.push(Row::line(cells));
    }
    let mut cells = columns.total(Vec::new());
    let sums = view.totals.amounts.iter().chain([&view.totals.total]);
    cells.extend(sums.map(|sum| Cell::sum(units(*sum), &all)));
    rows.push(Row::new(RowKind::Total, cells));
    Table { heading, rows }
}

/// The heading of a bucket: `not due`, `1-30 days`, `91+ days`.
pub(in crate::http) fn label(bucket: &str) -> String {
    if bucket == "current" { "Not due".to_owned() } else { format!("{bucket} days") }
}

fn units(amount: DecimalText) -> i128 {
    amount.0.unscaled
}
