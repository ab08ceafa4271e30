//! The combined trial balance as a document: a pair of columns for each organization, and one for their sums.

use domain::value::cell::IsoDate;

use super::combined_trial_balance::CombinedTrialBalanceView;
use crate::documents::table::{Cell, Column, Heading, Row, RowKind, RowRanges, Table};
use crate::http::output::DecimalText;

/// The view as a table.
#[must_use]
pub fn table(view: &CombinedTrialBalanceView) -> Table {
    let decimals = view.totals.debit.0.scale;
    let mut columns = vec![Column::text("Account"), Column::text("Name"), Column::text("Type")];
    for name in view.organizations.iter().map(|one| one.name.as_str()).chain(["Total"]) {
        columns.extend(["debit", "credit"].map(|side| Column::amount(format!("{name}: {side}"), decimals)));
    }
    let (mut rows, mut lines) = (Vec::new(), RowRanges::new());
    for (place, row) in (0..).zip(&view.data) {
        lines.add(place);
        let mut cells = vec![Cell::maybe(row.code.clone()), Cell::text(&row.name), Cell::text(row.r#type.0.name())];
        let own = row.columns.iter().flat_map(|column| [column.debit, column.credit]);
        cells.extend(own.chain([row.debit, row.credit]).map(|amount| Cell::Amount(units(amount))));
        rows.push(Row::line(cells));
    }
    let mut total = vec![Cell::text("Total"), Cell::Empty, Cell::Empty];
    let sums = view.organizations.iter().flat_map(|one| [one.debit, one.credit]);
    let sums = sums.chain([view.totals.debit, view.totals.credit]);
    total.extend(sums.map(|amount| Cell::sum(units(amount), &lines)));
    rows.push(Row::new(RowKind::Total, total));
    let day = IsoDate(view.as_of.0);
    let names: Vec<&str> = view.organizations.iter().map(|one| one.name.as_str()).collect();
    let mut subtitle = vec![
        names.join(", "),
        format!("As of {day}"),
        format!("Amounts in {}. Balances between the organizations are not eliminated.", view.currency.0.code()),
    ];
    subtitle.extend(view.notes.iter().map(|note| capitalized(&note.message)));
    let heading = Heading {
        file_name: format!("combined-trial-balance-{day}"),
        title: "Combined trial balance".to_owned(),
        subtitle,
        columns,
        is_tree: false,
        paper: None,
    };
    Table { heading, rows }
}

fn units(amount: DecimalText) -> i128 {
    amount.0.unscaled
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
