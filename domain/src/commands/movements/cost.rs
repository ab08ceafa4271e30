//! States what the lines of a receipt's draft cost, and changes nothing else of it: who knows the price need not be who received.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::subledger;
use crate::rows::movement_drafts::{decode_drafts, encode_drafts};
use crate::rows::{MovementStatus, Reply, StockMovement};
use crate::stock::goods::document::found::{require_draft, require_movement};
use crate::stock::goods::document::{approval, assigned};
use crate::value::id::MovementId;
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Decimal, Sought};

/// States the costs of lines of a draft of a receipt.
#[derive(Clone, Debug)]
pub struct CostMovement {
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// The lines by their numbers; others keep their costs.
    pub costs: Vec<LineCost>,
}

/// What a line costs.
#[derive(Clone, Debug)]
pub struct LineCost {
    pub line_number: i64,
    /// Of the whole line, in the movement's currency.
    pub total_cost: Decimal,
}

impl Decide for CostMovement {
    const PERMISSION: Permission = Permission::MovementsCost;

    fn hint(&self, _: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        keys.extend(self.movement.id().map(Key::Movement));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &before)?;
        require_version(self.if_match.as_deref(), before.version)?;
        if before.kind != MovementKind::Receipt {
            let message =
                format!("the movement is of kind {}: only receipts take their costs here", before.kind.name());
            return Err(Rejection::new(Code::FieldsConflict, message).with("kind", before.kind.name()).into());
        }
        if before.status != MovementStatus::PendingApproval {
            require_draft(&before)?;
        }
        let mut lines =
            decode_drafts(&before.draft_lines).map_err(|bad| Stop::unreadable("movements", before.id, &bad))?;
        assigned::require(book, ctx, &before, &lines)?;
        let mut faults = Vec::new();
        for (index, cost) in self.costs.iter().enumerate() {
            let at = |field: &str| format!("/lines/{index}/{field}");
            let number = usize::try_from(cost.line_number).ok().and_then(|number| number.checked_sub(1));
            let count = lines.len();
            let Some(line) = number.and_then(|place| lines.get_mut(place)) else {
                let message = format!("the draft has no line {}: it has {count}", cost.line_number);
                faults.push(Fault::new(at("lineNumber"), Code::UnknownReference, message));
                continue;
            };
            if self.costs.iter().take(index).any(|earlier| earlier.line_number == cost.line_number) {
                let message = format!("line {} is named twice: say its cost once", cost.line_number);
                faults.push(Fault::new(at("lineNumber"), Code::FieldsConflict, message));
                continue;
            }
            line.amount = Some(subledger::amount(cost.total_cost, before.currency, &at("totalCost"), &mut faults));
        }
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let mut after = StockMovement { draft_lines: encode_drafts(&lines), ..before.clone() };
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        // An approval is valid only for the submitted version.
        approval::end_submission(&mut after);
        approval::note_preparer(book, ctx, &mut after)?;
        let after = after.touched(ctx);
        let (id, version) = (after.id, after.version);
        book.movements.put(after);
        let recorded = book.record(ctx, FactKind::MovementEdited, id);
        Ok(Reply::new(id, version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock::goods::tests::{decimal, line, movement, stage};
    use crate::testing::Stage;

    fn drafted(stage: &mut Stage, kind: MovementKind) -> String {
        let mut draft = movement(kind, 5, vec![line("FIFO", "10", None), line("AVG", "2", None)]);
        draft.new.post = false;
        stage.run(draft).expect("drafted").subject
    }

    fn cost(movement: &str, costs: &[(i64, &str)]) -> CostMovement {
        let of = |(line_number, cost): &(i64, &str)| LineCost { line_number: *line_number, total_cost: decimal(cost) };
        CostMovement { movement: Sought::of(movement), if_match: None, costs: costs.iter().map(of).collect() }
    }

    fn stored(stage: &Stage, id: &str) -> StockMovement {
        stage.rows::<StockMovement>().into_iter().find(|row| row.id.to_string() == id).expect("stored")
    }

    #[test]
    fn costs_of_the_named_lines_change_and_nothing_else() {
        let mut stage = stage();
        let id = drafted(&mut stage, MovementKind::Receipt);
        let before = stored(&stage, &id);
        stage.run(cost(&id, &[(2, "7.00")])).expect("one of two");
        stage.run(cost(&id, &[(1, "30.60")])).expect("the other");
        let after = stored(&stage, &id);
        let amounts = |row: &StockMovement| -> Vec<Option<i64>> {
            decode_drafts(&row.draft_lines).expect("bytes").iter().map(|line| line.amount).collect()
        };
        assert_eq!((amounts(&before), amounts(&after)), (vec![None, None], vec![Some(3060), Some(700)]));
        let same = StockMovement {
            draft_lines: before.draft_lines.clone(),
            version: before.version,
            updated_at: before.updated_at,
            ..after.clone()
        };
        assert_eq!(same, before);
        let version = stage.run(cost(&id, &[(1, "30.60")])).expect("the same").version;
        assert_eq!(version, after.version, "what changes nothing is no event");
    }

    #[test]
    fn only_lines_of_drafts_of_receipts_take_a_cost() {
        let mut stage = stage();
        let id = drafted(&mut stage, MovementKind::Receipt);
        let adjustment = drafted(&mut stage, MovementKind::Adjustment);
        let mut posted = movement(MovementKind::Receipt, 5, vec![line("FIFO", "1", Some("1.00"))]);
        posted.new.post = true;
        let posted = stage.run(posted).expect("posted").subject;
        for (movement, costs, code, pointer) in [
            (&id, &[(3, "1.00")][..], Code::UnknownReference, "/lines/0/lineNumber"),
            (&id, &[(1, "1.00"), (1, "2.00")], Code::FieldsConflict, "/lines/1/lineNumber"),
            (&id, &[(1, "1.001")], Code::AmountPrecision, "/lines/0/totalCost"),
            (&adjustment, &[(1, "1.00")], Code::FieldsConflict, ""),
            (&posted, &[(1, "1.00")], Code::MovementNotDraft, ""),
        ] {
            let refused = stage.run(cost(movement, costs)).expect_err("refused");
            let at = refused.errors.first().map_or("", |fault| fault.pointer.as_str());
            assert_eq!((refused.code, at), (code, pointer), "{costs:?}");
        }
    }
}
