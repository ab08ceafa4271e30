//! `POST /inventory/movements/{id}/receive`: goods in transit have come.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::movements::receive::{Arrived, ReceiveTransfer};
use domain::value::id::{LocationId, MovementId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_MOVEMENT};
use domain::value::movement_kind::CostingPlace;
use domain::value::{IdOrCode, Sought};

use super::get;
use crate::http::input::{CodeText, List, LongText, Moment, Name, Pointer, QuantityText, StringMap, Violations, Whole};
use crate::http::journal_entries::wire::canonical;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// Goods that arrived from one line of a transfer.
    pub struct ArrivedInput {
        /// The line of the transfer.
        pub of_line: Whole<1, 10_000> = 1,
        /// The quantity that arrived, in the item's base unit; all that is in transit if absent.
        pub quantity: Option<QuantityText> = "12",
        /// The bin that the goods arrived in; the one given in the transfer if absent.
        pub location_id: Option<Sought<LocationId>>,
        pub location_code: Option<CodeText<40>>,
    }

    /// Goods in transit that have arrived.
    pub struct ReceiveInput {
        /// When they arrived; now if absent.
        pub occurred_at: Option<Moment>,
        /// Its position in the order of costs, as for a new movement; `inOrder` if absent.
        pub costing: Option<CostingPlace>,
        /// The goods that arrived; all that are in transit if absent.
        pub lines: Option<List<ArrivedInput, 1, LINES_PER_MOVEMENT>>,
        /// The document's own number; the transfer's if absent.
        pub reference: Option<Name<200>>,
        pub description: Option<LongText<0, 2000>>,
        /// Dimension values for the lines of its entry; the transfer's if absent.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<ReceiveTransfer>().rejects(rejections::NEW_MOVEMENT).conditional();

/// Receive goods in transit
///
/// Receives goods of a transfer with `mode` `twoStep` in its destination, all or some: repeat it until everything has
/// arrived. Each receipt is a movement of its own, at the cost at which the goods left. You cannot receive more than is
/// in transit.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/receive", operation_id = "MovementsController_receive",
    tag = "Movements", request_body = ReceiveInput, params(("id" = String, Path, description = "The transfer")),
    responses((status = 201, description = "Received: the movement that it made", body = super::view::MovementView)))]
pub async fn receive(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReceiveInput = writing.body().await?;
    let command = input.command(id, writing.if_match.clone())?;
    let mut done = writing.run(command).await?;
    let view = get::written(&writing, &mut done).await?;
    done.created("/inventory/movements", view)
}

impl ReceiveInput {
    fn command(self, movement: Sought<MovementId>, if_match: Option<Vec<i64>>) -> Result<ReceiveTransfer, Problem> {
        let mut errors = Violations::default();
        let mut lines = Vec::new();
        for (index, line) in self.lines.map(|lines| lines.0).unwrap_or_default().into_iter().enumerate() {
            let at = Pointer::Body.field("lines");
            let location = match (line.location_id, line.location_code) {
                (Some(_), Some(_)) => {
                    let here = at.item(index);
                    errors.push(&here.field("locationId"), "ambiguous", "give locationId or locationCode, not both");
                    None
                }
                (Some(id), None) => Some(IdOrCode::Id(id)),
                (None, Some(code)) => Some(IdOrCode::Code(code.0)),
                (None, None) => None,
            };
            let quantity = line.quantity.map(|quantity| quantity.0);
            lines.push(Arrived { of_line: line.of_line.0, quantity, location });
        }
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()));
        }
        Ok(ReceiveTransfer {
            movement,
            if_match,
            occurred_at: self.occurred_at.map(|moment| moment.0),
            costing: self.costing.unwrap_or(CostingPlace::InOrder),
            lines,
            reference: self.reference.map(|text| text.0),
            description: self.description.map(|text| text.0).unwrap_or_default(),
            dimensions: self.dimensions.map(|dimensions| canonical(Some(dimensions))),
        })
    }
}
