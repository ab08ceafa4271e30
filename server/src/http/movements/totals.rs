//! `GET /inventory/movements/totals`: how many movements a list has.

use axum::Json;
use axum::extract::State;
use domain::value::permission::Permission;
use store::read::movement_totals;

use super::filter::MovementTotalsQuery;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::output! {
    /// The movements of a month.
    pub struct MovementMonth {
        /// `2010-12`
        pub month: String,
        pub count: i64,
    }

    /// How many movements there are.
    pub struct MovementTotals {
        pub count: i64,
        /// The months that have movements, by posting date. Drafts have none and are in `count` alone.
        pub by_month: Vec<MovementMonth>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::MovementsRead);

/// Count movements of goods
///
/// How many movements a list with the same filters has, in all and by month.
#[utoipa::path(get, path = "/api/v1/inventory/movements/totals", operation_id = "MovementsController_totals",
    tag = "Movements", params(MovementTotalsQuery),
    responses((status = 200, description = "The totals", body = MovementTotals)))]
pub async fn totals(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Json<MovementTotals>, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let mut query: MovementTotalsQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let reach = caller.reach(&mut snapshot).await?;
    let filter = query.filter(&mut snapshot, caller.organization).await?;
    let found = movement_totals::totals(&mut snapshot, caller.organization, &filter, &reach).await?;
    let posted: i64 = found.months.iter().map(|month| month.count).sum();
    let month = |one: movement_totals::MovementMonth| MovementMonth { month: one.month, count: one.count };
    Ok(Json(MovementTotals { count: posted + found.waiting, by_month: found.months.into_iter().map(month).collect() }))
}
