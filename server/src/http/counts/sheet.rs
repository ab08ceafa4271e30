//! The sheet to count on: bin after bin, with room to write. What is expected stands on it only once the count is posted.

use axum::response::Response;
use domain::rows::{Count, CountLine, CountStatus};
use domain::value::Cell as Value;
use store::Snapshot;

use super::line_view::{BesideLines, CountLineView};
use super::view::CountView;
use crate::app::App;
use crate::documents::table::{Cell, Column, Row};
use crate::http::caller::Caller;
use crate::http::papers::{self, Facts, Papers};
use crate::http::problem::Problem;

/// Rows for goods that nobody expected.
const BLANK_ROWS: usize = 10;

/// Answers with the sheet of a count.
pub async fn page(
    app: &App,
    mut snapshot: Snapshot,
    caller: &Caller,
    count: &Count,
    view: CountView,
) -> Result<Response, Problem> {
    let papers = Papers::open(&mut snapshot, caller.organization).await?;
    let mut lines = lines(&mut snapshot, caller, count).await?;
    drop(snapshot);
    // Codes of bins are given in the order in which people walk.
    lines.sort_by(|one, other| place(one).cmp(&place(other)));
    let is_known = count.status == CountStatus::Posted;
    let mut columns: Vec<Column> = ["Bin", "SKU", "Item", "Lot", "Serial number", "Unit"].map(Column::text).into();
    match is_known {
        true => columns.extend(["Expected", "Counted", "Difference"].map(papers::quantities)),
        false => columns.push(papers::quantities("Counted")),
    }
    columns.push(Column::text("Note"));
    let mut rows: Vec<Row> = lines.iter().map(|line| row(line, is_known)).collect();
    if count.status == CountStatus::Open {
        rows.extend(std::iter::repeat_with(|| Row::line(Vec::new())).take(BLANK_ROWS));
    }
    let warehouse = papers::called(view.warehouse_code.as_ref(), view.warehouse_name.as_ref());
    let title = view.reference.clone().or(view.warehouse_code.clone()).unwrap_or_default();
    let facts = Facts::default()
        .with("Warehouse", warehouse)
        .with("Status", Some(papers::words(&view.status)))
        .with("Counted as of", Some(papers.at(view.snapshot_at.0)))
        .with("Reference", view.reference.clone())
        .with("Text", Some(view.description.clone()))
        .with("Lines", Some(view.line_count.to_string()))
        .with("Posted", papers.done(view.posted_at, view.posted_by_name.as_ref(), view.posted_by));
    let file = format!("count-sheet-{}", view.id.0);
    let mut heading = papers.heading(file, format!("Count sheet {title}").trim_end().to_owned(), false, columns);
    let mut paper = facts.signed_by(&["Counted by", "Checked by"]);
    paper.is_written_on = !is_known;
    heading.paper = Some(paper);
    papers::page(app, heading, rows).await
}

/// All lines as the caller sees them.
async fn lines(snapshot: &mut Snapshot, caller: &Caller, count: &Count) -> Result<Vec<CountLineView>, Problem> {
    let rest = "where organization_id = $1 and count_id = $2 order by line_number";
    let params = [Value::Id(caller.organization.0), Value::Id(count.id.0)];
    let rows: Vec<CountLine> = snapshot.rows(rest, &params).await?;
    let rights = caller.rights(snapshot).await?;
    let beside = BesideLines::read(snapshot, caller.organization, rights, count, &rows).await?;
    rows.into_iter().map(|line| beside.view(line)).collect()
}

fn place(line: &CountLineView) -> (Option<&String>, &String, Option<&String>, Option<&String>) {
    (line.location_code.as_ref(), &line.sku, line.lot_number.as_ref(), line.serial_number.as_ref())
}

fn row(line: &CountLineView, is_known: bool) -> Row {
    let mut cells = vec![
        Cell::maybe(line.location_code.clone()),
        Cell::text(line.sku.clone()),
        Cell::text(line.name.clone()),
        Cell::maybe(line.lot_number.clone()),
        Cell::maybe(line.serial_number.clone()),
        Cell::text(line.unit_code.clone()),
    ];
    if is_known {
        let found = [&line.expected, &line.counted, &line.difference];
        cells.extend(found.map(|quantity| quantity.as_ref().map_or(Cell::Empty, papers::quantity)));
        cells.push(Cell::maybe(line.note.clone()));
    }
    Row::line(cells)
}
