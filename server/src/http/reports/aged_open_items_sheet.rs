//! The aged open items as a document: a row per party and currency, in base currency so that the columns add up.

use domain::value::cell::IsoDate;

use super::aged_open_items::AgedOpenItemsView;
use super::frame::Frame;
use crate::documents::table::{Cell, Column, Row, RowKind, RowRanges, Table};
use crate::http::output::DecimalText;

/// The view as a table.
#[must_use]
pub fn table(frame: &Frame, view: &AgedOpenItemsView) -> Table {
    let decimals = frame.decimals();
    let mut columns = vec![Column::text("Party"), Column::text("Currency"), Column::text("In its currency")];
    columns.extend(view.buckets.iter().map(|bucket| Column::amount(label(bucket), decimals)));
    columns.push(Column::amount("Total", decimals));
    let as_of = IsoDate(view.as_of.0);
    let mut heading = frame.heading("aged-open-items", "Aged open items", None, columns);
    heading.file_name = format!("aged-open-items-{as_of}");
    heading.subtitle.insert(1, format!("As of {as_of}, by days overdue"));
    if let (Some(balance), Some(difference)) = (&view.totals.balance, &view.totals.difference) {
        heading.subtitle.push(format!("Balance of the accounts {}, difference {}", balance.0, difference.0));
    }
    let mut all = RowRanges::new();
    let mut rows = Vec::new();
    for (place, row) in (0..).zip(&view.data) {
        all.add(place);
        let currency = row.currency.0;
        let own = (currency != frame.settings.base_currency).then(|| format!("{} {}", row.total.0, currency.code()));
        let name = row.party_name.clone().or(row.party_id.as_ref().map(|party| party.0.to_string()));
        let mut cells = vec![Cell::maybe(name), Cell::text(currency.code()), Cell::maybe(own)];
        cells.extend(row.base_amounts.iter().chain([&row.base_total]).map(|amount| Cell::Amount(units(*amount))));
        rows.push(Row::line(cells));
    }
    let mut cells = vec![Cell::text("Total"), Cell::Empty, Cell::Empty];
    let sums = view.totals.amounts.iter().chain([&view.totals.total]);
    cells.extend(sums.map(|sum| Cell::sum(units(*sum), &all)));
    rows.push(Row::new(RowKind::Total, cells));
    Table { heading, rows }
}

/// The heading of a bucket: `not due`, `1-30 days`, `91+ days`.
fn label(bucket: &str) -> String {
    if bucket == "current" { "Not due".to_owned() } else { format!("{bucket} days") }
}

fn units(amount: DecimalText) -> i128 {
    amount.0.unscaled
}
