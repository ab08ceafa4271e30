//! `PUT /inventory/movements/{id}`: edits a draft by merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::update::UpdateMovement;
use domain::ledger::invoice_numbers::NumberUse;
use domain::stock::goods::document::edited::EditedLine;
use domain::stock::goods::document::new::NewCharge;
use domain::value::id::{AccountId, MovementId, PartyId, ReasonCodeId, WarehouseId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_MOVEMENT};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy};
use domain::value::{CurrencyRef, Date, IdOrCode, Patch, Rate, Sought, TypedId};

use super::get;
use super::view::MovementView;
use super::wire::{ChargeInput, MovementLineInput, Names, NewTransferMode, named};
use crate::http::input::{
    Change, CodeText, ForeignKey, JsonObject, List, LongText, Moment, Name, NameOrEmpty, Pointer, ReadBack,
    SignedAmount, StringMapPatch, Violations,
};
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{BodyId, BodyVersion, expected, require_same_id};
use crate::http::writing::Writing;

crate::input! {
    /// A change of a draft: absent fields stay, null clears, objects merge by key, lines and charges are replaced.
    pub struct MovementPatch keeping ["status", "baseCurrency"] ignoring [
        "sequence", "costedAt", "postingDate", "toAccountId", "toAccountCode", "partyCode", "entryId", "journalEntryIds", "warnings",
        "overrunCounts", "overrunCountsTotal",
        "voidEntryId", "voidReason", "voidedAt", "voidedBy", "voidedByName", "postedAt", "postedBy", "postedByName",
        "preparedBy", "submittedAt", "submittedBy", "submittedByName", "approvedAt", "approvedBy", "approvedByName",
        "rejectedAt", "rejectedBy", "rejectedByName", "rejectionReason", "createdAt", "createdBy", "createdByName",
        "updatedAt", "updatedBy", "updatedByName",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        /// Cannot be changed: if you send it, it must be the current kind.
        pub kind: Change<MovementKind>,
        /// Null is the moment of posting.
        pub occurred_at: Patch<Moment>,
        pub costing: Change<CostingPlace>,
        /// The warehouse of lines sent without one; the default warehouse if absent. Lines that stay keep theirs.
        pub warehouse_id: Change<Sought<WarehouseId>>,
        pub warehouse_code: Change<CodeText<20>>,
        /// The destination of transfer lines sent without one.
        pub to_warehouse_id: Change<Sought<WarehouseId>>,
        pub to_warehouse_code: Change<CodeText<20>>,
        pub party_id: Patch<Sought<PartyId>>,
        pub party_name: Change<Name<200>>,
        /// The currency of the costs; if you change it, send the lines with amounts again.
        pub currency: Change<CurrencyRef>,
        /// Null takes the rate in effect.
        pub exchange_rate: Patch<Rate>,
        pub reason_code_id: Patch<Sought<ReasonCodeId>>,
        pub reason_code: Change<CodeText<20>>,
        pub offset_account_id: Patch<Sought<AccountId>>,
        pub offset_account_code: Change<CodeText<32>>,
        pub of_movement_id: Patch<Sought<MovementId>>,
        pub mode: Patch<NewTransferMode>,
        pub due_date: Patch<Date>,
        pub split_by: Patch<SplitBy>,
        /// As in a new movement.
        pub allow_beyond_value: Change<bool>,
        pub amount: Patch<SignedAmount>,
        /// All charges, to replace the present ones.
        pub charges: Change<List<ChargeInput, 0, 100>>,
        pub description: Change<LongText<0, 2000>> = "Delivery 4711, recounted",
        pub reference: Patch<Name<200>>,
        /// As in a new movement.
        pub allow_duplicate_reference: Change<bool>,
        pub source: Change<NameOrEmpty<100>>,
        pub external_id: Patch<ForeignKey<200>>,
        /// Merged by dimension code; null clears all.
        pub dimensions: Patch<StringMapPatch<DIMENSIONS_PER_LINE>>,
        /// All lines, to replace the present ones, as in a new movement or as they are shown: a line with its
        /// `lineNumber` repeats that line in the form shown. Its `quantity` can then be in the base unit and below 0
        /// for goods that leave, and `sku` can stand next to `itemId`.
        pub lines: Change<List<ReadBack<MovementLineInput>, 0, LINES_PER_MOVEMENT>>,
        pub metadata: Patch<JsonObject>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<UpdateMovement>()
    .rejects(rejections::QUANTITIES)
    .rejects(rejections::MOVEMENT)
    .rejects(&[
        Code::DuplicateExternalId,
        Code::InvoiceNumberTaken,
        Code::LimitReached,
        Code::AmountPrecision,
        Code::AccountNotUsable,
        Code::CurrencyNotUsable,
        Code::ConversionConflict,
        Code::MovementNotDraft,
        Code::ReservationNotActive,
        Code::ReservationTooSmall,
        Code::TakesTooMuch,
    ])
    .conditional()
    .preferable();

/// Edit a draft of a movement
///
/// A merge: absent fields stay, null clears, objects merge by key, lines and charges are replaced. The kind cannot be
/// changed. Posted movements never change.
///
/// Without `costs:read`, you can send back what you were shown: a null `amount`, empty `charges`, and lines of the same
/// goods and quantity in the same order without costs leave the stored costs as they are. Any other value is accepted
/// or refused as in a new movement.
#[utoipa::path(put, path = "/api/v1/inventory/movements/{id}", operation_id = "MovementsController_update",
    tag = "Movements", request_body = MovementPatch, params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = MovementView)))]
pub async fn update(Path(PathId(id)): Path<PathId<MovementId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::read(snapshot, &caller, &id).await).await;
    let input: MovementPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let command = writing.caller.admit(&writing.app, input.command(id.clone(), expected)).await?;
    writing.keep(MovementPatch::KEPT, async |snapshot| get::read(snapshot, &caller, &id).await).await?;
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}

impl MovementPatch {
    fn command(self, movement: Sought<MovementId>, if_match: Option<Vec<i64>>) -> Result<UpdateMovement, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| Names { at: &body, id, code };
        let (id, code) = (self.warehouse_id.set(), self.warehouse_code.set());
        let warehouse = named(id, code, at("warehouseId", "warehouseCode"), &mut errors);
        let (id, code) = (self.to_warehouse_id.set(), self.to_warehouse_code.set());
        let to_warehouse = named(id, code, at("toWarehouseId", "toWarehouseCode"), &mut errors);
        let party = change_of(self.party_id, self.party_name.set(), at("partyId", "partyName"), &mut errors);
        let names = at("reasonCodeId", "reasonCode");
        let reason = change_of(self.reason_code_id, self.reason_code.set(), names, &mut errors);
        let names = at("offsetAccountId", "offsetAccountCode");
        let offset = change_of(self.offset_account_id, self.offset_account_code.set(), names, &mut errors);
        let lines = self.lines.set().map(|lines| {
            let lines = lines.0.into_iter().enumerate();
            lines.map(|(index, sent)| edited(index, sent, &mut errors)).collect::<Vec<EditedLine>>()
        });
        let charges = self.charges.set().map(|charges| {
            let charges = charges.0.into_iter().enumerate();
            charges.filter_map(|(index, charge)| charge.charge(index, &mut errors)).collect::<Vec<NewCharge>>()
        });
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()));
        }
        Ok(UpdateMovement {
            movement,
            if_match,
            kind: self.kind.set(),
            occurred_at: self.occurred_at.map(|moment| moment.0),
            costing: self.costing.set(),
            warehouse,
            to_warehouse,
            party,
            currency: self.currency.set().map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            reason,
            offset_account: offset,
            of_movement: self.of_movement_id,
            mode: self.mode.map(NewTransferMode::mode),
            due_date: self.due_date,
            split_by: self.split_by,
            allow_beyond_value: self.allow_beyond_value.set(),
            amount: self.amount.map(|amount| amount.0),
            charges,
            description: self.description.set().map(|text| text.0),
            reference: self.reference.map(|text| text.0),
            number_use: NumberUse::allowing(self.allow_duplicate_reference.set()),
            source: self.source.set().map(|text| text.0),
            external_id: self.external_id.map(|text| text.0),
            dimensions: self.dimensions.map(StringMapPatch::json),
            lines,
            // The wire made the text itself, so that it always parses.
            metadata: self.metadata.map(|object| object.json()),
        })
    }
}

/// A line that may be as it was shown, with the sku of its item in addition to the id.
fn edited(index: usize, sent: ReadBack<MovementLineInput>, errors: &mut Violations) -> EditedLine {
    let ReadBack { line_number, mut line } = sent;
    let sku = if line.item_id.is_some() { line.sku.take().map(|sku| sku.0) } else { None };
    EditedLine { line_number, sku, line: line.line(index, errors) }
}

/// A change of a reference by id, or by code; both are a violation.
fn change_of<I: TypedId>(
    id: Patch<Sought<I>>,
    code: Option<impl Into<String>>,
    names: Names<'_>,
    errors: &mut Violations,
) -> Patch<IdOrCode<I>> {
    match (id, code) {
        (Patch::Null, None) => Patch::Null,
        (id, code) => Patch::from(named(id.over(None), code, names, errors)),
    }
}
