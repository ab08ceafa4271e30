//! The statement of a party as a document. Printed, it is a page to send to the party.

use domain::value::cell::IsoDate;

use super::view::{PartyInCurrency, PartyOpenItem, PartyStatementLine, PartyStatementView};
use crate::documents::DocumentFormat;
use crate::documents::table::{Heading, Row, RowKind, Table};
use crate::http::output::{CurrencyCode, Day, DecimalText, RateText};
use crate::http::reports::aged_open_items_sheet::label;
use crate::http::reports::frame::Frame;
use crate::http::reports::row::Columns;

/// The columns that say nothing to the party.
const OF_THE_BOOKS: &[&str] = &["Part", "Account", "Rate", "Base debit", "Base credit", "Base balance", "Base open"];

crate::report_output! {
    /// A row of the document: of the statement, of the open items, or of their ages.
    struct PartySheetRow {
        part: String => "Part",
        currency: Option<CurrencyCode> => "Currency",
        date: Option<Day> => "Date",
        number: Option<String> => "Number",
        document_date: Option<Day> => "Document date",
        reference: Option<String> => "Reference",
        description: String => "Description",
        account: Option<String> => "Account",
        due: Option<Day> => "Due",
        debit: Option<DecimalText> => "Debit" (own side),
        credit: Option<DecimalText> => "Credit" (own side),
        balance: Option<DecimalText> => "Balance" (number),
        matched_with: Option<String> => "Matched with",
        open: Option<DecimalText> => "Open" (number),
        rate: Option<RateText> => "Rate",
        base_debit: Option<DecimalText> => "Base debit" (side),
        base_credit: Option<DecimalText> => "Base credit" (side),
        base_balance: Option<DecimalText> => "Base balance" (amount),
        base_open: Option<DecimalText> => "Base open" (amount),
    }
}

/// The view as a table.
#[must_use]
pub fn table(frame: &Frame, format: DocumentFormat, view: &PartyStatementView) -> Table {
    let columns = Columns::<PartySheetRow>::of(frame);
    let columns = match format {
        DocumentFormat::Csv | DocumentFormat::Xlsx => columns,
        DocumentFormat::Print => columns.without(OF_THE_BOOKS),
    };
    let mut rows = Vec::new();
    let mut add = |kind: RowKind, row: PartySheetRow| rows.push(Row::new(kind, columns.cells(&row)));
    for one in &view.currencies {
        let own = |part: &str, description: &str| PartySheetRow {
            currency: Some(one.currency),
            description: description.to_owned(),
            ..PartySheetRow::empty(part)
        };
        let opening = PartySheetRow {
            date: Some(view.date_from),
            balance: Some(one.opening_balance),
            base_balance: Some(one.base_opening_balance),
            ..own("statement", "Opening balance")
        };
        add(RowKind::Opening, opening);
        one.lines.iter().for_each(|line| add(RowKind::Line, PartySheetRow::of_line(one, line)));
        let closing = PartySheetRow {
            date: Some(view.date_to),
            debit: Some(one.total_debit),
            credit: Some(one.total_credit),
            balance: Some(one.closing_balance),
            base_debit: Some(one.base_total_debit),
            base_credit: Some(one.base_total_credit),
            base_balance: Some(one.base_closing_balance),
            ..own("statement", "Closing balance")
        };
        add(RowKind::Subtotal, closing);
        if !one.open_items.is_empty() {
            let title = format!("Open items as of {}", IsoDate(view.date_to.0));
            add(RowKind::Group, own("openItems", &title));
            one.open_items.iter().for_each(|item| add(RowKind::Line, PartySheetRow::of_item(one, item)));
            add(RowKind::Group, own("ageing", "Open by days overdue"));
            for (bucket, amount) in view.buckets.iter().zip(&one.ageing) {
                add(RowKind::Line, PartySheetRow { open: Some(*amount), ..own("ageing", &label(bucket)) });
            }
        }
        let due = PartySheetRow {
            open: Some(one.open_total),
            base_open: Some(one.open_base_total),
            ..own("total", "Total due")
        };
        add(RowKind::Total, due);
    }
    Table { heading: heading(frame, view, &columns), rows }
}

fn heading(frame: &Frame, view: &PartyStatementView, columns: &Columns<PartySheetRow>) -> Heading {
    let days = (view.date_from.0, view.date_to.0);
    let mut heading = frame.heading("statement-of-account", "Statement of account", Some(days), columns.headings());
    let about = heading.subtitle.pop();
    let mut to = vec![view.party()];
    to.extend(view.party_address.iter().flat_map(|address| address.lines().map(str::to_owned)));
    // Behind the organization, before the days.
    heading.subtitle.splice(1..1, to);
    let due = view.currencies.iter().map(|one| format!("{} {}", one.open_total.0, one.currency.0.code()));
    let due: Vec<String> = due.collect();
    let due = if due.is_empty() { "nothing".to_owned() } else { due.join(", ") };
    heading.subtitle.push(format!("Total due: {due}"));
    heading.subtitle.extend(about.map(|about| about.replacen("Amounts in", "Base amounts in", 1)));
    heading
}

impl PartySheetRow {
    fn empty(part: &str) -> Self {
        Self {
            part: part.to_owned(),
            currency: None,
            date: None,
            number: None,
            document_date: None,
            reference: None,
            description: String::new(),
            account: None,
            due: None,
            debit: None,
            credit: None,
            balance: None,
            matched_with: None,
            open: None,
            rate: None,
            base_debit: None,
            base_credit: None,
            base_balance: None,
            base_open: None,
        }
    }

    fn of_line(one: &PartyInCurrency, line: &PartyStatementLine) -> Self {
        let matched: Vec<&str> = line.matched_with.iter().filter_map(|entry| entry.number.as_deref()).collect();
        Self {
            currency: Some(one.currency),
            date: Some(line.date),
            number: line.number.clone(),
            document_date: line.document_date,
            reference: line.reference.clone(),
            description: line.description.clone(),
            account: Some(line.account_code.clone()),
            due: line.due_date,
            debit: Some(line.debit),
            credit: Some(line.credit),
            balance: Some(line.balance),
            matched_with: (!matched.is_empty()).then(|| matched.join(", ")),
            open: line.open_amount,
            rate: line.exchange_rate,
            base_debit: Some(line.base_debit),
            base_credit: Some(line.base_credit),
            ..Self::empty("statement")
        }
    }

    fn of_item(one: &PartyInCurrency, item: &PartyOpenItem) -> Self {
        Self {
            currency: Some(one.currency),
            date: Some(item.date),
            number: item.number.clone(),
            document_date: item.document_date,
            reference: item.reference.clone(),
            description: item.description.clone(),
            account: Some(item.account_code.clone()),
            due: Some(item.due_date),
            open: Some(item.open_amount),
            base_open: Some(item.open_base_amount),
            ..Self::empty("openItems")
        }
    }
}
