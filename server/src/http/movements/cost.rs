//! `PUT /inventory/movements/{id}/costs`: what the lines of a receipt's draft cost.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::cost::{CostMovement, LineCost};
use domain::value::id::MovementId;
use domain::value::limits::LINES_PER_MOVEMENT;

use super::get;
use super::view::MovementView;
use crate::http::input::{Amount, List, Whole};
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The cost of a line.
    pub struct LineCostInput {
        pub line_number: Whole<1, 10_000>,
        /// Of the whole line, in the movement's currency.
        pub total_cost: Amount = "30.60",
    }

    /// Costs of lines; others keep theirs.
    pub struct MovementCostsInput {
        pub lines: List<LineCostInput, 1, LINES_PER_MOVEMENT> = serde_json::json!([{"lineNumber": 1, "totalCost": "30.60"}]),
    }
}

pub(super) const OPERATION: Operation = Operation::of::<CostMovement>()
    .rejects(&[
        Code::MovementNotDraft,
        Code::FieldsConflict,
        Code::AmountPrecision,
        Code::AmountOutOfRange,
        Code::UnknownReference,
        Code::WarehouseNotAssigned,
    ])
    .conditional()
    .preferable();

/// State the costs of a receipt's draft
///
/// For people who know the prices and do not draft movements: nothing else changes. A submission ends, as by any edit.
#[utoipa::path(put, path = "/api/v1/inventory/movements/{id}/costs", operation_id = "MovementsController_cost",
    tag = "Movements", request_body = MovementCostsInput, params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = MovementView)))]
pub async fn cost(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let input: MovementCostsInput = writing.body().await?;
    let cost = |line: LineCostInput| LineCost { line_number: line.line_number.0, total_cost: line.total_cost.0 };
    let costs = input.lines.0.into_iter().map(cost).collect();
    let command = CostMovement { movement: id.clone(), if_match: writing.if_match.clone(), costs };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
