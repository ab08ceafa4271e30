//! `GET /inventory/movements/{id}`

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::book::Book;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{CountOverrun, Entry, MovementLine, PoolMovement, StockMovement, TransitLine, ValueEntry};
use domain::stock::goods::document::assigned::is_seen;
use domain::value::id::{EntryId, ItemId, MovementId};
use domain::value::movement_kind::TransferMode;
use domain::value::permission::Permission;
use domain::value::{Cell, Sought, limits};
use store::Snapshot;
use store::read::made;

use super::included;
use super::papers::{self as own_papers, MovementPaperQuery};
use super::view::{self, Beside, Costs, MovementView};
use super::warnings::Asked;
use crate::app::App;
use crate::http::called;
use crate::http::caller::{Caller, asked};
use crate::http::conditional::etag;
use crate::http::counts::overruns;
use crate::http::operations::Operation;
use crate::http::papers;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::round_trip;
use crate::http::writing::{Done, Writing};

pub(super) const OPERATION: Operation = Operation::read(Permission::MovementsRead).faults(papers::FAULTS);

/// Get a movement of goods
///
/// With its lines and the present cost of each. With `format=print`, one of its papers.
#[utoipa::path(get, path = "/api/v1/inventory/movements/{id}", operation_id = "MovementsController_get",
    tag = "Movements", params(("id" = String, Path, description = "The movement"), MovementPaperQuery),
    responses((status = 200, description = "The movement", content(
        (MovementView = "application/json"), (String = "text/html")))))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<MovementId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: MovementPaperQuery = query.decode()?;
    let view = read(&mut snapshot, &caller, &id).await?;
    if query.is_print() {
        return own_papers::page(&app, snapshot, &caller, view, query.paper).await;
    }
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the movement with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id, and for one that moved goods where the caller does not act.
pub async fn read(snapshot: &mut Snapshot, caller: &Caller, id: &Sought<MovementId>) -> Result<MovementView, Problem> {
    let movement = round_trip::find::<StockMovement, _>(snapshot, caller.organization, id).await?;
    let lines: Vec<MovementLine> = match movement.seq {
        Some(seq) => {
            let rest = "where organization_id = $1 and movement_seq = $2 order by line_number";
            snapshot.rows(rest, &[Cell::Id(caller.organization.0), Cell::Int(seq)]).await?
        }
        None => Vec::new(),
    };
    let transit: Vec<TransitLine> = match movement.seq.filter(|_| movement.transfer_mode == Some(TransferMode::TwoStep))
    {
        Some(seq) => {
            let rest = "where organization_id = $1 and movement_seq = $2";
            snapshot.rows(rest, &[Cell::Id(caller.organization.0), Cell::Int(seq)]).await?
        }
        None => Vec::new(),
    };
    require_seen(snapshot, caller, &movement).await?;
    let costs = view::read_costs(snapshot, caller.organization, &movement, &lines).await?;
    let entries = made::entries(snapshot, caller.organization, &movement).await?;
    let (overrun_counts, overrun_counts_total) =
        overruns::of_movement(snapshot, caller.organization, movement.id).await?;
    let warnings = match Asked::of(&movement, &lines)? {
        Some(asked) => asked.warnings(snapshot, caller.organization, Vec::new()).await?,
        None => Vec::new(),
    };
    let view = shown(snapshot, caller, movement, &lines, &transit, &costs, entries).await?;
    let view = called::filled(snapshot, caller, view).await?;
    Ok(MovementView { warnings, overrun_counts, overrun_counts_total, ..view })
}

/// The movement is there for the caller.
///
/// # Errors
/// 404 where it is not.
async fn require_seen(snapshot: &mut Snapshot, caller: &Caller, movement: &StockMovement) -> Result<(), Problem> {
    let seen = |book: &Book| is_seen(book, &caller.actor.reach(book)?, movement);
    if asked(snapshot, caller.organization, seen).await? { Ok(()) } else { Err(Problem::not_found()) }
}

/// The view of a movement that was written, also where it is only a preview.
pub async fn written(writing: &Writing, done: &mut Done) -> Result<MovementView, Problem> {
    let id = &done.reply.subject;
    let movement = done.rows::<StockMovement>().into_iter().find(|row| row.id.to_string() == *id);
    let movement = movement.ok_or_else(|| Problem::internal(&"a movement without its row"))?;
    let mut lines = done.rows::<MovementLine>();
    lines.retain(|line| Some(line.movement_seq) == movement.seq);
    let mut transit = done.rows::<TransitLine>();
    transit.retain(|line| Some(line.movement_seq) == movement.seq);
    let beside = done.rows::<PoolMovement>().into_iter().filter_map(|row| row.own_entry());
    let entries: Vec<ValueEntry> = beside.chain(done.rows()).collect();
    let costs = view::costs(&movement, &entries);
    let mut entries: Vec<Entry> = done.rows();
    entries.retain(|entry| entry.owner_id.as_deref() == Some(id));
    entries.sort_unstable_by_key(|entry| entry.id);
    let entries = entries.into_iter().map(|entry| entry.id).collect();
    let mut overrun = done.rows::<CountOverrun>();
    let is_of_others = lines.iter().any(|line| line.of_seq.is_some());
    let warnings = match Asked::of(&movement, &lines)? {
        Some(asked) => {
            let mut snapshot = writing.app.database.snapshot().await?;
            asked.warnings(&mut snapshot, writing.caller.organization, done.previewed()?).await?
        }
        None => Vec::new(),
    };
    let view = match done.reply.shown.take() {
        Some(shown) if !is_of_others => {
            let beside = Beside::known(*shown).with(entries, BTreeMap::new()).going(&transit);
            let beside = beside.settled_by(&done.rows());
            MovementView::of(movement, &lines, &costs, &beside)?
        }
        _ => {
            let mut snapshot = writing.app.database.snapshot().await?;
            shown(&mut snapshot, &writing.caller, movement, &lines, &transit, &costs, entries).await?
        }
    };
    let view = MovementView { warnings, ..called::answered(writing, done, view).await? };
    if overrun.is_empty() {
        return Ok(view);
    }
    let mut snapshot = writing.app.database.snapshot().await?;
    let overrun_counts_total = i64::try_from(overrun.len()).unwrap_or(i64::MAX);
    overrun.truncate(limits::OVERRUNS_TOLD);
    let overrun_counts = overruns::views(&mut snapshot, writing.caller.organization, &overrun).await?;
    Ok(MovementView { overrun_counts, overrun_counts_total, ..view })
}

/// The movement after a change, where the client prefers to get it.
pub async fn preferred(
    writing: &Writing,
    done: &Done,
    id: &Sought<MovementId>,
) -> Result<Option<MovementView>, Problem> {
    writing.preferred(done, async |snapshot| read(snapshot, &writing.caller, id).await).await
}

async fn shown(
    snapshot: &mut Snapshot,
    caller: &Caller,
    movement: StockMovement,
    lines: &[MovementLine],
    transit: &[TransitLine],
    costs: &Costs,
    entries: Vec<EntryId>,
) -> Result<MovementView, Problem> {
    let drafts =
        decode_drafts(&movement.draft_lines).map_err(|bad| Problem::unreadable("movements", movement.id, &bad))?;
    let items: Vec<ItemId> =
        lines.iter().map(|line| line.item_id).chain(drafts.iter().map(|draft| draft.item_id)).collect();
    let rights = caller.rights(snapshot).await?;
    let about: Vec<(i64, i64)> = lines.iter().filter_map(|line| line.of_seq.zip(line.of_line)).collect();
    let about = made::movements(snapshot, caller.organization, &about).await?;
    let beside = Beside::read(snapshot, caller.organization, rights, items.into_iter()).await?;
    let received = included::unsettled(snapshot, caller.organization, lines).await?;
    let beside = beside.with(entries, about).going(transit).settled_by(&received);
    MovementView::of(movement, lines, costs, &beside)
}
