//! `GET /inventory/movements/{id}/cost-trace`: where its costs came from, and where its value went.

use std::collections::BTreeSet;
use std::ops::Range;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::Code;
use domain::costing::trace::{Direction, TraceRow};
use domain::costing::{Phase, Place};
use domain::rows::{MovementLine, MovementStatus, StockMovement};
use domain::stock::goods::proof::tracing::{Tracer, Untraceable};
use domain::value::id::{MovementId, OrganizationId, PoolId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Date, limits};
use store::Snapshot;
use store::read::ageing::{self, Until};
use store::read::known_goods::GoodsThen;
use store::read::{cost_trace, status_then};

use super::trace_rows::{self, CostTraceRow};
use super::view::places;
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::Whole;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, Id, Named};
use crate::http::page::Cursor;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame, LAST_DAY};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;
use crate::http::round_trip;
use crate::http::stock::{comparable, goods_then, sheet};

/// Rows that are described at once where a document is made.
const ROWS_AT_ONCE: usize = 500;

crate::wire_enum! {
    Direction = "TraceDirection",
}

crate::report_input! {
    /// Which lines, and which way.
    pub struct CostTraceQuery {
        /// `sources`: where a cost came from. `uses`: where a value went. If absent, `sources` for lines by which goods
        /// left, and `uses` for all others.
        pub direction: Option<Direction>,
        /// Only this line.
        pub line_number: Option<Whole<1, 10_000>>,
        /// Includes postings up to the end of this day, by posting date; all if absent.
        pub as_of: Option<Date>,
        ..known_at,
        ..page,
    }
}

crate::output! {
    /// A page of a trace.
    pub struct CostTraceView {
        pub movement_id: Id<MovementId>,
        pub kind: Named<MovementKind>,
        /// Only a posted movement has costs.
        pub status: Named<MovementStatus>,
        /// The day at whose end the costs are taken, if one was given.
        pub as_of: Option<Day>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// Line by line, each with everything below it.
        pub data: Vec<CostTraceRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::CostsRead).rejects(&[
    Code::LimitReached,
    Code::NotTraceable,
    Code::WarehouseNotAssigned,
]);

/// Trace the costs of a movement
///
/// Shows where the cost of each line came from, through transfers, returns and assemblies down to the first receipts;
/// or where its value went: still in stock, left with a movement, moved on, settled, or to the account for differences.
/// The rows of one level add up to the row above them, to the minor unit. If layers are kept (FIFO, specific), receipts
/// are exact; goods that cannot be told apart (average, standard, a part of a transfer) are shown in proportion, as
/// `attribution` says. Goods are followed across changes of the costing scope and of specific costing. The trace
/// includes all changes by later documents up to now; with `asOf`, those posted by then; with `knownAt`, those known
/// then: ask for its other pages with the same `knownAt`. It has at most 10,000 rows and 20 levels. If closed days have
/// been reopened, the costs of a day can come from documents posted on later days: the answer is then `not_traceable`.
#[utoipa::path(get, path = "/api/v1/inventory/movements/{id}/cost-trace", operation_id = "MovementsController_costTrace",
    tag = "Movements", params(("id" = String, Path, description = "The movement"), CostTraceQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (CostTraceView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn cost_trace(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<MovementId>>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    // A cost may have come from anywhere.
    caller.require_everywhere(&mut snapshot).await?;
    let query: CostTraceQuery = query.decode()?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let movement = round_trip::find::<StockMovement, _>(&mut snapshot, caller.organization, &id).await?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let status = status_then::of_movement(&mut snapshot, caller.organization, &movement, &then).await?;
    let status = status.ok_or_else(Problem::not_found)?;
    let as_of = comparable(query.as_of);
    let until = Until {
        day: as_of.unwrap_or(LAST_DAY),
        known: (!then.is_now).then_some((then.seq, then.at)),
        place: Place::LAST,
    };
    let number = query.line_number.map(|Whole(number)| number);
    let lines = traced(&mut snapshot, caller.organization, &movement, number, query.direction, until).await?;
    let rows = trace(&mut snapshot, caller.organization, lines, until).await?;
    let report = Report { frame, then, as_of };
    if let Some(format) = document {
        return report.document(&app, snapshot, rows, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Int])? {
            [Cell::Int(number)] => usize::try_from(*number).map_err(|_| Cursor::of_another_list())?,
            _ => return Err(Cursor::of_another_list()),
        },
        None => 0,
    };
    let parents = trace_rows::parents(&rows);
    let end = rows.len().min(after.saturating_add(query.limit.0));
    let next = (end < rows.len()).then(|| Cursor(vec![Cell::Int(i64::try_from(end).unwrap_or(i64::MAX))]));
    let view = CostTraceView {
        movement_id: Id(movement.id),
        kind: Named(movement.kind),
        status: Named(status),
        as_of: report.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: report.described(&mut snapshot, &rows, &parents, after.min(end)..end).await?,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The lines that had a cost, and which way each is traced.
async fn traced(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movement: &StockMovement,
    number: Option<i64>,
    direction: Option<Direction>,
    until: Until,
) -> Result<Vec<(PoolId, Place, Direction)>, Problem> {
    let Some(seq) = movement.seq else { return Ok(Vec::new()) };
    if !ageing::in_effect(snapshot, organization, BTreeSet::from([seq]), until).await?.contains(&seq) {
        return Ok(Vec::new());
    }
    let rest = "where organization_id = $1 and movement_seq = $2 order by line_number";
    let mut lines: Vec<MovementLine> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Int(seq)]).await?;
    lines.retain(|line| number.is_none_or(|number| line.line_number == number));
    let way = |(pool, place): (PoolId, Place)| {
        let fitting = if place.phase == Phase::Out { Direction::Sources } else { Direction::Uses };
        (pool, place, direction.unwrap_or(fitting))
    };
    Ok(lines.iter().filter_map(|line| places(movement, line)).map(way).collect())
}

/// The rows of all these lines; pools are read as the trace asks for them.
async fn trace(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: Vec<(PoolId, Place, Direction)>,
    mut until: Until,
) -> Result<Vec<TraceRow>, Problem> {
    // The sources of a cost lie before it.
    if lines.iter().all(|(_, _, direction)| *direction == Direction::Sources) {
        until.place = lines.iter().map(|(_, place, _)| *place).max().unwrap_or(Place::LAST);
    }
    let mut tracer = Tracer::default();
    let mut rows = Vec::new();
    for (pool, place, direction) in lines {
        if !tracer.has(pool) {
            tracer = put(snapshot, organization, tracer, pool, until).await?;
        }
        loop {
            let room = limits::TRACE_ROWS.saturating_sub(rows.len()).max(1);
            let missing = match tracer.rows(place, direction, room) {
                Ok(found) => {
                    rows.extend(found);
                    break;
                }
                // A line that changed no value: goods were written down against their allowance, or their cost did not
                // change.
                Err(missing) if missing.0 == place => break,
                Err(missing) => missing.0,
            };
            let pool = cost_trace::pool_at(snapshot, organization, missing).await?.filter(|pool| !tracer.has(*pool));
            let pool = pool.ok_or_else(|| not_there(missing, until))?;
            tracer = put(snapshot, organization, tracer, pool, until).await?;
        }
    }
    Ok(rows)
}

async fn put(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    mut tracer: Tracer,
    pool: PoolId,
    until: Until,
) -> Result<Tracer, Problem> {
    let mut pool = pool;
    loop {
        let found = cost_trace::pool(snapshot, organization, pool, until, tracer.room()).await?;
        let work = move || tracer.put(&found.aged, &found.ties).map(|lacking| (tracer, lacking));
        let done = tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))?;
        let lacking;
        (tracer, lacking) = done.map_err(|wrong| untraceable(wrong, pool, until))?;
        // Goods came from there with their parts.
        let Some(place) = lacking else { return Ok(tracer) };
        let next = cost_trace::pool_at(snapshot, organization, place).await?.filter(|next| !tracer.has(*next));
        pool = next.ok_or_else(|| not_there(place, until))?;
    }
}

fn untraceable(wrong: Untraceable, pool: PoolId, until: Until) -> Problem {
    match wrong {
        Untraceable::TooLarge => {
            let (movements, parts) = (limits::TRACE_MOVEMENTS, limits::TRACE_PARTS);
            let detail = format!(
                "the trace has more than {movements} movements, or {parts} parts of them: trace one line, or an \
                 earlier movement"
            );
            Problem::new(Code::LimitReached, detail).with("limit", i64::try_from(movements).unwrap_or(i64::MAX))
        }
        Untraceable::Contradictory(_) if until.day < LAST_DAY => not_of_that_day(until),
        Untraceable::Contradictory(what) => Problem::damaged(&format!("pool {pool} cannot be traced: {what:?}")),
        Untraceable::Damaged(what) => Problem::damaged(&format!("pool {pool} cannot be traced: {what}")),
    }
}

/// A movement that others need was not in effect.
fn not_there(place: Place, until: Until) -> Problem {
    if until.day < LAST_DAY {
        return not_of_that_day(until);
    }
    Problem::internal(&format!("no pool has the movement at {place:?}"))
}

fn not_of_that_day(until: Until) -> Problem {
    let detail = format!(
        "amounts posted by {} depend on documents of later days: the day was closed when those were posted, and has \
         been reopened since",
        until.day
    );
    Problem::new(Code::NotTraceable, detail).at("asOf", "not_traceable", "leave it out, or use knownAt")
}

/// The descriptive data of rows.
struct Report {
    frame: Frame,
    then: GoodsThen,
    as_of: Option<Date>,
}

impl Report {
    async fn described(
        &self,
        snapshot: &mut Snapshot,
        rows: &[TraceRow],
        parents: &[Option<usize>],
        some: Range<usize>,
    ) -> Result<Vec<CostTraceRow>, Problem> {
        trace_rows::described(snapshot, &self.frame, &self.then, rows, parents, some).await
    }

    async fn document(
        &self,
        app: &App,
        mut snapshot: Snapshot,
        rows: Vec<TraceRow>,
        format: DocumentFormat,
    ) -> Result<Response, Problem> {
        let decimals = self.then.most_decimals(&mut snapshot, self.frame.organization).await?;
        let columns = Columns::of(&self.frame).quantities(decimals);
        let heading = sheet::heading(&self.frame, "cost-trace", "Cost trace", self.as_of, &columns);
        let mut draft = formats::begin(app, format, heading).await?;
        let parents = trace_rows::parents(&rows);
        let mut from = 0;
        while from < rows.len() {
            let until = rows.len().min(from + ROWS_AT_ONCE);
            for row in self.described(&mut snapshot, &rows, &parents, from..until).await? {
                draft.push(columns.line(&row)).await?;
            }
            from = until;
        }
        formats::finish(draft).await
    }
}
