//! The movements that a document refers to: those it takes back, receives from transit, or knows a cost of.

use std::collections::BTreeMap;

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::Place;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementLine, MovementStatus, StockMovement};
use crate::value::Instant;
use crate::value::id::MovementId;
use crate::value::movement_kind::{MovementKind, TransferMode};
use crate::value::rejection::{Code, Rejection};

/// A movement that others are about.
pub(crate) struct Source {
    /// Where it stands in the order of costs.
    pub at: Instant,
    pub lines: Vec<MovementLine>,
}

impl Source {
    /// Where goods left by a line of it.
    pub(crate) fn out(&self, of: &MovementLine) -> Result<Place, Stop> {
        Ok(Place::out(self.at, of.movement_seq, number(of)?))
    }

    /// Where goods came by a line of it.
    pub(crate) fn into(&self, of: &MovementLine) -> Result<Place, Stop> {
        Ok(Place::into(self.at, of.movement_seq, number(of)?))
    }
}

fn number(line: &MovementLine) -> Result<u32, Stop> {
    u32::try_from(line.line_number).map_err(|_| Stop::lost("movement_lines", line.movement_id))
}

/// All movements that a document is about, by id.
pub(crate) struct Sources {
    all: BTreeMap<MovementId, Source>,
    of_document: Option<MovementId>,
}

impl Sources {
    /// Reads them; each must be posted, and of a kind that such a document can be about.
    pub(crate) fn read(book: &Book, movement: &StockMovement, drafts: &[DraftLine]) -> Result<Self, Stop> {
        let mut pointers: BTreeMap<MovementId, String> = BTreeMap::new();
        for (index, draft) in drafts.iter().enumerate() {
            if let Some(id) = draft.of_movement_id {
                pointers.entry(id).or_insert_with(|| format!("/lines/{index}/ofMovementId"));
            }
        }
        if let Some(id) = movement.of_movement_id {
            pointers.insert(id, "/ofMovementId".to_owned());
        }
        require_all(book, pointers.keys().map(|id| Key::Movement(*id)).collect())?;
        let mut found = Vec::with_capacity(pointers.len());
        for (id, pointer) in pointers {
            let of = book.known_movement(id)?;
            found.push((of.clone(), pointer));
        }
        require_all(book, found.iter().filter_map(|(of, _)| of.seq.map(Key::MovementLines)).collect())?;
        let mut all = BTreeMap::new();
        for (of, pointer) in found {
            let at = of.costed_at.or(of.occurred_at).unwrap_or(of.created_at);
            let lines = of.seq.map_or(Ok(Vec::new()), |seq| book.movement_lines(seq))?;
            require_usable(movement, &of, &lines).map_err(|rejection| rejection.at(pointer))?;
            all.insert(of.id, Source { at, lines });
        }
        Ok(Self { all, of_document: movement.of_movement_id })
    }

    /// The line that a line of the document is about; `None` where it is about none.
    pub(crate) fn line(
        &self,
        index: usize,
        draft: &DraftLine,
        kind: MovementKind,
    ) -> Result<Option<(&Source, &MovementLine)>, Stop> {
        let Some(id) = draft.of_movement_id.or(self.of_document) else { return Ok(None) };
        let source = self.all.get(&id).ok_or_else(|| Stop::lost("movements", id))?;
        let is_of_goods = |line: &MovementLine| {
            (line.item_id, line.lot_id, line.serial_id) == (draft.item_id, draft.lot_id, draft.serial_id)
        };
        // The line that bought consigned goods stands next to the one by which they left.
        let is_meant = |line: &MovementLine| {
            if kind == MovementKind::Return {
                line.quantity != 0
            } else {
                !is_of_receipt(kind) || line.quantity >= 0 || line.came().is_some()
            }
        };
        let fits = |line: &&MovementLine| match draft.of_line {
            Some(of) => line.line_number == of,
            None => is_of_goods(line) && is_meant(line),
        };
        let mut found = source.lines.iter().filter(fits);
        let (first, second) = (found.next(), found.next());
        let fault_at = |field: &str, code, message: &str| {
            let pointer = format!("/lines/{index}/{field}");
            Err(Stop::from(Rejection::new(code, message).at(pointer)))
        };
        let fault = |code, message: &str| fault_at("ofLine", code, message);
        match (first, second) {
            (Some(_), Some(_)) => {
                fault(Code::MovementIncomplete, "several lines of that movement have the item: give the line as ofLine")
            }
            (Some(of), None) if of.item_id != draft.item_id => {
                fault(Code::FieldsConflict, "that line of the movement has another item: choose the item that it moved")
            }
            (Some(of), None) if of.lot_id != draft.lot_id => {
                let message = "that line of the movement is of another lot: choose the lot that it moved";
                fault_at("lotId", Code::FieldsConflict, message)
            }
            (Some(of), None) if of.serial_id != draft.serial_id => {
                let message = "that line of the movement is of another piece: choose the piece that it moved";
                fault_at("serialId", Code::FieldsConflict, message)
            }
            (Some(of), None) if kind == MovementKind::Return && (of.quantity >= 0 || of.pool_id.is_none()) => {
                fault(Code::FieldsConflict, "no goods left by that line, so none can come back: choose another line")
            }
            (Some(of), None) if is_of_receipt(kind) && of.came().is_none() && !goes_back_unused(kind, of) => {
                fault(Code::FieldsConflict, "no goods with a cost came by that line: choose another line")
            }
            (Some(of), None) => Ok(Some((source, of))),
            (None, _) => fault(
                Code::UnknownReference,
                "that movement has no such line of this item: choose an item that it \
                     moved",
            ),
        }
    }

    /// The same, for documents whose every line is about another one.
    pub(crate) fn required(
        &self,
        index: usize,
        draft: &DraftLine,
        kind: MovementKind,
    ) -> Result<(&Source, &MovementLine), Stop> {
        let found = self.line(index, draft, kind)?;
        Ok(found.ok_or_else(|| {
            Rejection::new(Code::MovementIncomplete, "the other movement is missing: give ofMovementId")
                .at("/ofMovementId")
        })?)
    }
}

/// Whether goods that are their owner's came by the line: they have no cost, and can go back.
fn goes_back_unused(kind: MovementKind, of: &MovementLine) -> bool {
    kind == MovementKind::SupplierReturn && of.is_consigned()
}

fn is_of_receipt(kind: MovementKind) -> bool {
    kind == MovementKind::SupplierReturn || kind.is_of_receipts()
}

/// Whether a document bought goods that had been consigned, or took them on to another warehouse.
fn brought_goods_of_others(of: &StockMovement, lines: &[MovementLine]) -> bool {
    of.kind.moves_goods() && lines.iter().any(|line| line.of_quantity.is_some() && line.amount.is_some())
}

/// Whether a document can be about another one.
fn require_usable(movement: &StockMovement, of: &StockMovement, lines: &[MovementLine]) -> Result<(), Rejection> {
    let refuse = |code, message: String| Err(Rejection::new(code, message).with("movementId", of.id.to_string()));
    match of.status {
        MovementStatus::Draft | MovementStatus::PendingApproval => {
            return refuse(
                Code::MovementNotPosted,
                "that movement is a draft and has moved nothing yet: post it first".to_owned(),
            );
        }
        MovementStatus::Voided => {
            return refuse(Code::MovementAlreadyVoided, "that movement has been voided: choose another".to_owned());
        }
        MovementStatus::Posted => {}
    }
    let can_be = match (movement.kind, movement.transfer_mode) {
        (MovementKind::Return, _) => of.kind.rules().can_be_returned,
        (MovementKind::Transfer, Some(TransferMode::Receive | TransferMode::Close)) => {
            of.transfer_mode == Some(TransferMode::TwoStep)
        }
        (kind, _) => is_of_receipt(kind) && (of.kind == MovementKind::Receipt || brought_goods_of_others(of, lines)),
    };
    if can_be {
        return Ok(());
    }
    let (kind, other) = (movement.kind.name(), of.kind.name());
    refuse(Code::FieldsConflict, format!("a movement of kind {kind} cannot refer to one of kind {other}"))
}
