//! Closes a transfer in two steps: the goods still in transit are lost.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Reply, StockMovement};
use crate::stock::goods::document::new::When;
use crate::stock::goods::document::resolve;
use crate::value::id::{MovementId, ReasonCodeId};
use crate::value::movement_kind::{CostingPlace, TransferMode};
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;
use crate::value::{IdOrCode, Sought};

use crate::stock::goods::second_step::{self, Said};

/// The goods still in transit are lost: nothing of the transfer stays open.
#[derive(Clone, Debug)]
pub struct CloseTransfer {
    /// The transfer.
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// Why, trimmed.
    pub reason: String,
    /// A reason code, whose account takes the loss.
    pub reason_code: Option<IdOrCode<ReasonCodeId>>,
    /// When it was lost; `None` is now.
    pub occurred_at: Option<When>,
    /// Where it stands in the order of costs.
    pub costing: CostingPlace,
    /// Values by dimension for the lines of its entry, canonical JSON; `None` are the transfer's.
    pub dimensions: Option<String>,
}

impl Decide for CloseTransfer {
    const PERMISSION: Permission = Permission::MovementsAdjust;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ReasonCodes);
        second_step::hint(book, &self.movement, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (transfer, open) = second_step::open_lines(book, ctx, &self.movement, self.if_match.as_deref())?;
        let mut faults = Vec::new();
        let reason_code_id = resolve::reason_named(book, self.reason_code.as_ref(), "", &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let lines = open.iter().map(|line| second_step::drafted(line, line.left(), line.warehouse_id, None)).collect();
        let movement = StockMovement {
            description: self.reason.clone(),
            reference: transfer.reference.clone(),
            reason_code_id,
            ..second_step::second(
                book,
                ctx,
                &transfer,
                TransferMode::Close,
                &Said { occurred_at: self.occurred_at, costing: self.costing, dimensions: self.dimensions.as_deref() },
            )?
        };
        second_step::post(book, ctx, movement, &second_step::with_entered(book, lines)?)
    }
}
