//! The trial balance as a document: groups above their accounts, totals as sums over the accounts and the results of
//! earlier years alone.

use domain::value::cell::IsoDate;

use super::row::Columns;
use super::trial_balance::{TrialBalanceRow, TrialBalanceView};
use crate::documents::table::{Cell, Heading, Row, RowKind, RowRanges, Table};
use crate::http::output::DecimalText;

/// The view as a table of the organization with this name.
#[must_use]
pub fn table(view: &TrialBalanceView, organization: &str) -> Table {
    let columns = Columns::<TrialBalanceRow>::of_amounts(view.totals.debit.0.scale);
    let (mut rows, mut accounts) = (Vec::new(), RowRanges::new());
    for (place, row) in (0..).zip(&view.data) {
        let kind = if row.is_group {
            RowKind::Group
        } else {
            accounts.add(place);
            RowKind::Line
        };
        rows.push(Row::new(kind, columns.cells(row)));
    }
    let totals = &view.totals;
    let sum = |amount: DecimalText| Cell::sum(units(amount), &accounts);
    let total = vec![
        ("Opening debit", sum(totals.opening_debit)),
        ("Opening credit", sum(totals.opening_credit)),
        ("Debit", sum(totals.debit)),
        ("Credit", sum(totals.credit)),
        ("Closing debit", sum(totals.closing_debit)),
        ("Closing credit", sum(totals.closing_credit)),
    ];
    rows.push(Row::new(RowKind::Total, columns.total(total)));
    let (from, to) = (IsoDate(view.date_from.0), IsoDate(view.as_of.0));
    let subtitle = vec![
        organization.to_owned(),
        format!("{from} to {to}"),
        format!("Amounts in {}, as of event {} of the log", view.currency.0.code(), view.seq),
    ];
    let columns = columns.headings();
    let file_name = format!("trial-balance-{from}-{to}");
    Table {
        heading: Heading {
            file_name,
            title: "Trial balance".to_owned(),
            subtitle,
            columns,
            is_tree: false,
            paper: None,
        },
        rows,
    }
}

fn units(amount: DecimalText) -> i128 {
    amount.0.unscaled
}
