//! The trial balance as a document: groups above their accounts, totals as sums over the accounts alone.

use domain::value::cell::IsoDate;

use super::trial_balance::TrialBalanceView;
use crate::documents::table::{Cell, Column, Heading, Row, RowKind, RowRanges, Table};
use crate::http::output::DecimalText;

/// The view as a table of the organization with this name.
#[must_use]
pub fn table(view: &TrialBalanceView, organization: &str) -> Table {
    let decimals = view.totals.debit.0.scale;
    let mut columns = vec![Column::text("Account"), Column::text("Name"), Column::text("Type")];
    let amounts = ["Opening debit", "Opening credit", "Debit", "Credit", "Closing debit", "Closing credit"];
    columns.extend(amounts.map(|header| Column::amount(header, decimals)));
    let (mut rows, mut accounts) = (Vec::new(), RowRanges::new());
    for (place, row) in (0..).zip(&view.data) {
        let kind = if row.is_group {
            RowKind::Group
        } else {
            accounts.add(place);
            RowKind::Line
        };
        let mut cells = vec![Cell::text(&row.code), Cell::text(&row.name), Cell::text(row.r#type.0.name())];
        let amounts =
            [row.opening_debit, row.opening_credit, row.debit, row.credit, row.closing_debit, row.closing_credit];
        cells.extend(amounts.map(|amount| Cell::Amount(units(amount))));
        rows.push(Row::new(kind, cells));
    }
    let totals = &view.totals;
    let mut cells = vec![Cell::text("Total"), Cell::Empty, Cell::Empty];
    let sums = [
        totals.opening_debit,
        totals.opening_credit,
        totals.debit,
        totals.credit,
        totals.closing_debit,
        totals.closing_credit,
    ];
    cells.extend(sums.map(|sum| Cell::sum(units(sum), &accounts)));
    rows.push(Row::new(RowKind::Total, cells));
    let (from, to) = (IsoDate(view.date_from.0), IsoDate(view.as_of.0));
    let mut subtitle = vec![organization.to_owned(), format!("{from} to {to}")];
    if units(totals.unclosed_result) != 0 {
        let result = totals.unclosed_result.0;
        subtitle.push(format!("Profit and loss of earlier years that no year-end closing moved into equity: {result}"));
    }
    subtitle.push(format!("Amounts in {}, as of event {} of the log", view.currency.0.code(), view.seq));
    let file_name = format!("trial-balance-{from}-{to}");
    Table { heading: Heading { file_name, title: "Trial balance".to_owned(), subtitle, columns, is_tree: false }, rows }
}

fn units(amount: DecimalText) -> i128 {
    amount.0.unscaled
}
