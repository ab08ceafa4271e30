//! The voucher of an entry: the page that goes into a binder, with lines to sign on.

use std::collections::BTreeMap;

use axum::response::Response;
use domain::rows::Entry;
use domain::value::Currency;
use domain::value::id::EntryId;
use store::Snapshot;
use store::read::by_id;
use store::read::trail::{self, TrailLink};

use super::view::{EntryView, LineView, hex};
use crate::app::App;
use crate::documents::table::{Cell, Column, Row, RowKind};
use crate::http::caller::Caller;
use crate::http::output::{DecimalText, Id};
use crate::http::papers::{self, Facts, Papers};
use crate::http::problem::Problem;

/// Who signs.
const SIGNATURES: &[&str] = &["Prepared by", "Checked by", "Approved by"];

/// Answers with the voucher of an entry as the caller sees it.
pub async fn page(app: &App, mut snapshot: Snapshot, caller: &Caller, entry: EntryView) -> Result<Response, Problem> {
    let papers = Papers::open(&mut snapshot, caller.organization).await?;
    let numbers = numbers(&mut snapshot, caller, &entry).await?;
    let event = event(&mut snapshot, caller, &entry, papers.seq).await?;
    drop(snapshot);
    let has_foreign = entry.lines.iter().any(|line| line.currency.0 != entry.base_currency.0);
    let called = entry.number.clone().unwrap_or_else(|| "(draft)".to_owned());
    let file = format!("voucher-{}", entry.number.clone().unwrap_or_else(|| entry.id.0.to_string()));
    let mut heading = papers.heading(file, format!("Voucher {called}"), true, columns(&entry, has_foreign));
    heading.paper = Some(facts(&papers, &entry, &numbers, event.as_ref()).signed_by(SIGNATURES));
    let mut rows: Vec<Row> = entry.lines.iter().map(|line| row(line, entry.base_currency.0, has_foreign)).collect();
    let mut total = vec![Cell::text("Total")];
    total.resize(FIRST_AMOUNT, Cell::Empty);
    total.extend([amount(&entry.total_debit), amount(&entry.total_credit)]);
    rows.push(Row::new(RowKind::Total, total));
    papers::page(app, heading, rows).await
}

/// Columns before the amounts.
const FIRST_AMOUNT: usize = 6;

fn columns(entry: &EntryView, has_foreign: bool) -> Vec<Column> {
    let mut columns: Vec<Column> =
        ["Line", "Account", "Name", "Text", "Party", "Dimensions"].into_iter().map(Column::text).collect();
    let decimals = entry.base_currency.0.decimals();
    columns.extend(["Debit", "Credit"].map(|side| Column::amount(side, decimals)));
    if has_foreign {
        columns.extend(["Foreign amount", "Rate"].map(papers::quantities));
    }
    columns
}

fn row(line: &LineView, base: Currency, has_foreign: bool) -> Row {
    let party = papers::called(line.party_code.as_ref(), line.party_name.as_ref());
    let mut cells = vec![
        Cell::text(line.line_number.to_string()),
        Cell::maybe(line.account_code.clone()),
        Cell::maybe(line.account_name.clone()),
        Cell::maybe(line.description.clone()),
        Cell::maybe(party),
        Cell::maybe(papers::dimensions(&line.dimensions)),
        side(line.base_debit.as_ref()),
        side(line.base_credit.as_ref()),
    ];
    if has_foreign {
        let own = if line.debit.0.unscaled == 0 { &line.credit } else { &line.debit };
        let currency = line.currency.0;
        cells.push(Cell::maybe((currency != base).then(|| format!("{} {}", own.0, currency.code()))));
        cells.push(Cell::maybe(line.exchange_rate.as_ref().map(|rate| rate.0.to_string())));
    }
    Row::line(cells)
}

fn amount(amount: &DecimalText) -> Cell {
    Cell::Amount(amount.0.unscaled)
}

/// A line has one side.
fn side(amount: Option<&DecimalText>) -> Cell {
    amount.map_or(Cell::Empty, |amount| Cell::side(amount.0.unscaled))
}

fn facts(papers: &Papers, entry: &EntryView, numbers: &Numbers, event: Option<&TrailLink>) -> Facts {
    let called = |id: Option<Id<EntryId>>| id.map(|id| numbers.get(&id.0).cloned().unwrap_or(id.0.to_string()));
    let said = |text: &str| Some(text.to_owned());
    let drafted = papers.done(Some(entry.created_at), entry.created_by_name.as_ref(), Some(entry.created_by));
    let voided = papers.done(entry.voided_at, entry.voided_by_name.as_ref(), entry.voided_by);
    Facts::default()
        .with("Journal", entry.journal_code.clone())
        .with("Number", entry.number.clone())
        .with("Date", Some(papers::day(&entry.date)))
        .with("Document date", entry.document_date.as_ref().map(papers::day))
        .with("Status", Some(papers::words(&entry.status)))
        .with("Type", Some(papers::words(&entry.entry_type)))
        .with("Text", said(&entry.description))
        .with("Reference", entry.reference.clone())
        .with("Dimensions", papers::dimensions(&entry.dimensions))
        .with("Drafted", drafted.filter(|_| !entry.prepared_by.is_empty()))
        .with("Submitted", papers.done(entry.submitted_at, entry.submitted_by_name.as_ref(), entry.submitted_by))
        .with("Approved", papers.done(entry.approved_at, entry.approved_by_name.as_ref(), entry.approved_by))
        .with("Posted", papers.done(entry.posted_at, entry.posted_by_name.as_ref(), entry.posted_by))
        .with("Reverses", called(entry.reverses_entry_id))
        .with("Reversed by", called(entry.reversed_by_entry_id))
        .with("Corrects", called(entry.corrects_entry_id))
        .with("Corrected by", called(entry.corrected_by_entry_id))
        .with("Voids", called(entry.voids_entry_id))
        .with("Voided by", called(entry.voided_by_entry_id))
        .with("Voided", voided)
        .with("Why voided", entry.void_reason.clone())
        .with("Why", entry.reason.clone())
        .with("Sequence", entry.sequence.map(|sequence| sequence.to_string()))
        .with("Event of the log", event.map(|event| event.seq.to_string()))
        .with("Hash of the event", event.map(|event| hex(&event.hash)))
        .with("Hash of the entry", entry.hash.clone())
}

/// The numbers of other entries.
type Numbers = BTreeMap<EntryId, String>;

/// The numbers of the entries that this one names.
async fn numbers(snapshot: &mut Snapshot, caller: &Caller, entry: &EntryView) -> Result<Numbers, Problem> {
    let others = [
        entry.reverses_entry_id,
        entry.reversed_by_entry_id,
        entry.corrects_entry_id,
        entry.corrected_by_entry_id,
        entry.voids_entry_id,
        entry.voided_by_entry_id,
    ];
    let ids = others.into_iter().flatten().map(|id| id.0);
    let rows: Vec<Entry> = by_id::rows(snapshot, caller.organization, ids).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.id, row.number?))).collect())
}

/// The event that posted it: its own, or that of the document that owns it.
async fn event(
    snapshot: &mut Snapshot,
    caller: &Caller,
    entry: &EntryView,
    seq: i64,
) -> Result<Option<TrailLink>, Problem> {
    let Some(posted) = &entry.posted_at else { return Ok(None) };
    let found = trail::at(snapshot, caller.organization, posted.0, seq).await?;
    let own = found.iter().find(|link| link.subject == entry.id.0.to_string()).cloned();
    Ok(own.or_else(|| found.into_iter().next()))
}
