//! `POST /inventory/movements/{id}/close`: the goods still in transit will not come.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::movements::close::CloseTransfer;
use domain::value::Sought;
use domain::value::id::{MovementId, ReasonCodeId};
use domain::value::limits::DIMENSIONS_PER_LINE;
use domain::value::movement_kind::CostingPlace;

use super::get;
use super::wire::{Names, named};
use crate::http::input::{CodeText, Moment, Pointer, Reason, StringMap, Violations};
use crate::http::journal_entries::wire::canonical;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Why goods in transit will not come.
    pub struct CloseTransferInput {
        /// The reason; it appears in the journal.
        pub reason: Reason = "Fell off the lorry",
        /// A reason code, whose account takes the loss; the account for adjustments if absent.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        /// When they were lost; now if absent.
        pub occurred_at: Option<Moment>,
        /// Its position in the order of costs, as for a new movement; `inOrder` if absent.
        pub costing: Option<CostingPlace>,
        /// Dimension values for the lines of its entry; the transfer's if absent.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<CloseTransfer>().rejects(rejections::NEW_MOVEMENT).conditional();

/// Close a transfer: goods still in transit are lost
///
/// Closing is a movement of its own; its entry moves the cost of the goods from goods in transit to the loss account.
/// Voiding it opens the transfer again.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/close", operation_id = "MovementsController_close",
    tag = "Movements", request_body = CloseTransferInput, params(("id" = String, Path, description = "The transfer")),
    responses((status = 201, description = "Closed: the movement that it made", body = super::view::MovementView)))]
pub async fn close(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CloseTransferInput = writing.body().await?;
    let mut errors = Violations::default();
    let names = Names { at: &Pointer::Body, id: "reasonCodeId", code: "reasonCode" };
    let reason_code = named(input.reason_code_id, input.reason_code, names, &mut errors);
    if !errors.is_empty() {
        return Err(Problem::validation(errors.into_vec()));
    }
    let command = CloseTransfer {
        movement: id,
        if_match: writing.if_match.clone(),
        reason: input.reason.0,
        reason_code,
        occurred_at: input.occurred_at.map(|moment| moment.0),
        costing: input.costing.unwrap_or(CostingPlace::InOrder),
        dimensions: input.dimensions.map(|dimensions| canonical(Some(dimensions))),
    };
    let mut done = writing.run(command).await?;
    let view = get::written(&writing, &mut done).await?;
    done.created("/inventory/movements", view)
}
