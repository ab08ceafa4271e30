//! Every other movement that would lack goods, when a change of the past leaves one without: all of them are reported
//! at once.

use crate::costing::replay::Run;
use crate::costing::replay::lane::{Lane, Next};
use crate::costing::{Beyond, Halt, History, Kind, Movement, Place};
use crate::value::limits;

impl<H: History> Run<'_, H> {
    /// The next movements of the pool that take more than there would be, by quantity alone, with how much they lack.
    pub(super) fn lacking_after(
        &mut self,
        lane: &mut Lane,
        first: &Movement,
    ) -> Result<Vec<(Place, i64)>, Halt<H::Stop>> {
        let mut found = Vec::new();
        // The refused movement left the pool as it was before it.
        let mut there = lane.state.quantity() - leaving(&first.kind).unwrap_or(0);
        while found.len() < limits::LACKS_LISTED
            && let Some(Next { movement, booked, .. }) = lane.next(self)?
        {
            if let Kind::OutAll = movement.kind {
                break;
            }
            if let Some(quantity) = leaving(&movement.kind) {
                there -= quantity;
                let may_owe = matches!(movement.kind, Kind::Out { beyond: Beyond::Owed { .. }, .. });
                if there < 0 && !may_owe {
                    found.push((movement.place, quantity.min(-there)));
                }
            } else if let Kind::In { quantity, .. } = movement.kind {
                there += quantity.get();
            } else if let Some(booked) = booked {
                there += booked.quantity;
            }
        }
        Ok(found)
    }
}

/// How much a movement takes out, where its number says it.
fn leaving(kind: &Kind) -> Option<i64> {
    match kind {
        Kind::Out { quantity, .. } | Kind::OutPart { quantity } | Kind::SupplierReturn { quantity, .. } => {
            Some(quantity.get())
        }
        Kind::In { .. }
        | Kind::InAll { .. }
        | Kind::OutAll
        | Kind::Lost { .. }
        | Kind::Value { .. }
        | Kind::ValuePart { .. }
        | Kind::Revalue { .. }
        | Kind::WriteDown { .. }
        | Kind::Reclassify { .. }
        | Kind::ChangeMethod { .. }
        | Kind::ChangeStandard { .. } => None,
    }
}
