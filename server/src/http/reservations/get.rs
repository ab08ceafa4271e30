//! `GET /inventory/reservations/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Reservation, ReservationStatus};
use domain::value::Sought;
use domain::value::id::ReservationId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::short;
use super::view::{Beside, ReservationView};
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::movements::view::Beside as BesideGoods;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;
use crate::http::writing::{Done, Writing};

pub(super) const OPERATION: Operation = Operation::read(Permission::ReservationsRead);

/// Get a reservation
#[utoipa::path(get, path = "/api/v1/inventory/reservations/{id}", operation_id = "ReservationsController_get",
    tag = "Reservations", params(("id" = String, Path, description = "Its id")),
    responses((status = 200, description = "The reservation", body = ReservationView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ReservationId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, &caller, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the one with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id, and for one in a warehouse that the caller does not act in.
pub async fn read(
    snapshot: &mut Snapshot,
    caller: &Caller,
    id: &Sought<ReservationId>,
) -> Result<ReservationView, Problem> {
    let found = round_trip::find::<Reservation, _>(snapshot, caller.organization, id).await?;
    caller.require_seen(snapshot, found.warehouse_id).await?;
    let id = found.id;
    let mut views = shown(snapshot, caller, vec![found]).await?;
    views.pop().ok_or_else(|| Problem::lost("reservations", id))
}

/// The view of a reservation that was written, also where it is only a preview.
pub async fn written(writing: &Writing, done: &Done) -> Result<ReservationView, Problem> {
    let made = done.rows::<Reservation>().into_iter().find(|row| row.id.to_string() == done.reply.subject);
    let made = made.ok_or_else(|| Problem::internal(&"a reservation without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let mut views = shown(&mut snapshot, &writing.caller, vec![made]).await?;
    views.pop().ok_or_else(|| Problem::lost("reservations", &done.reply.subject))
}

/// The reservation after a change, where the client prefers to get it.
pub async fn preferred(
    writing: &Writing,
    done: &Done,
    id: &Sought<ReservationId>,
) -> Result<Option<ReservationView>, Problem> {
    writing.preferred(done, async |snapshot| read(snapshot, &writing.caller, id).await).await
}

/// Reservations with their descriptive data.
pub async fn shown(
    snapshot: &mut Snapshot,
    caller: &Caller,
    rows: Vec<Reservation>,
) -> Result<Vec<ReservationView>, Problem> {
    let organization = caller.organization;
    let items = rows.iter().map(|row| row.item_id);
    let rights = caller.rights(snapshot).await?;
    let goods = BesideGoods::read(snapshot, organization, rights, items).await?;
    let active = rows.iter().filter(|row| row.status == ReservationStatus::Active);
    let active = active.map(|row| (row.item_id, row.warehouse_id)).collect();
    let beside = Beside { goods, short: short::of_goods(snapshot, organization, &active).await? };
    let mut views: Vec<ReservationView> = rows.into_iter().map(|row| ReservationView::of(row, &beside)).collect();
    called::fill(snapshot, caller, &mut views).await?;
    Ok(views)
}
