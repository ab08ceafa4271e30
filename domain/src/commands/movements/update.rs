//! Edits a draft by merge: absent leaves, null clears, objects merge by key, lines replace.
//!
//! Sent fields are resolved and checked like a new movement; lines that are not sent stay as they were resolved.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::entries::rules::require_metadata_fits;
use crate::ledger::invoice_numbers::NumberUse;
use crate::rows::movement_drafts::{DraftLine, decode_charges, decode_drafts};
use crate::rows::{MovementStatus, Reply, StockMovement};
use crate::stock::goods::document::edited::{self, EditedLine};
use crate::stock::goods::document::found::{require_draft, require_free_external_id, require_movement};
use crate::stock::goods::document::new::{NewCharge, NewMovement, NewMovementLine, When};
use crate::stock::goods::document::pointers::as_sent_anew;
use crate::stock::goods::document::resolve::{self, line, names};
use crate::stock::goods::document::{approval, assigned, hints, invoice_number};
use crate::value::id::{AccountId, MovementId, PartyId, ReasonCodeId, WarehouseId};
use crate::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Date, Decimal, IdOrCode, Json, Patch, Rate, Sought};

/// Changes the fields of a draft that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateMovement {
    /// The draft.
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// The kind cannot change: if it is sent, it must be the stored one.
    pub kind: Option<MovementKind>,
    /// Null is when it is posted.
    pub occurred_at: Patch<When>,
    pub costing: Option<CostingPlace>,
    /// Where lines that are sent and name none are; lines that stay keep theirs.
    pub warehouse: Option<IdOrCode<WarehouseId>>,
    pub to_warehouse: Option<IdOrCode<WarehouseId>>,
    pub party: Patch<IdOrCode<PartyId>>,
    /// The currency of its costs.
    pub currency: Option<String>,
    pub exchange_rate: Patch<Rate>,
    pub reason: Patch<IdOrCode<ReasonCodeId>>,
    pub offset_account: Patch<IdOrCode<AccountId>>,
    /// The movement that it is about.
    pub of_movement: Patch<Sought<MovementId>>,
    pub mode: Patch<TransferMode>,
    pub due_date: Patch<Date>,
    pub split_by: Patch<SplitBy>,
    /// Whether a landed cost below 0 may take more than the goods are worth.
    pub allow_beyond_value: Option<bool>,
    pub amount: Patch<Decimal>,
    /// All charges anew.
    pub charges: Option<Vec<NewCharge>>,
    pub description: Option<String>,
    pub reference: Patch<String>,
    /// Whether the reference of an invoice is a number that no other one has.
    pub number_use: NumberUse,
    pub source: Option<String>,
    pub external_id: Patch<String>,
    /// An object of texts, merged by key.
    pub dimensions: Patch<Json>,
    /// All lines anew, or as they were shown.
    pub lines: Option<Vec<EditedLine>>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

impl Decide for UpdateMovement {
    const PERMISSION: Permission = Permission::MovementsDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes]);
        let Some(id) = self.movement.id() else { return };
        keys.push(Key::Movement(id));
        for line in self.lines.iter().flatten() {
            hints::hint_line(book, &line.line, keys);
        }
        if let Ok(Some(movement)) = book.movement(id) {
            let kept = decode_drafts(&movement.draft_lines).unwrap_or_default();
            keys.extend(kept.iter().map(|line| Key::Item(line.item_id)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &before)?;
        require_version(self.if_match.as_deref(), before.version)?;
        if before.status != MovementStatus::PendingApproval {
            require_draft(&before)?;
        }
        let kept = decode_drafts(&before.draft_lines).map_err(|bad| Stop::unreadable("movements", before.id, &bad))?;
        assigned::require(book, ctx, &before, &kept)?;
        let mut change = self.clone().in_words_of_new(book, &before, &kept)?;
        if !ctx.rights(book)?.has(Permission::CostsRead) {
            change = change.keep_hidden_costs(book, &before, &kept)?;
        }
        if change.says_lines_as_they_are(book, &before, &kept)? {
            change.lines = None;
        }
        change.require_possible(&before, &kept)?;
        let new = change.merged(&before)?;
        let resolved = match &change.lines {
            Some(_) => resolve::resolve(book, ctx, &new),
            None => resolve::resolve_header(book, ctx, &new, kept),
        };
        let resolved = resolved.map_err(|stop| as_sent_anew(&new, stop))?;
        require_metadata_fits(&resolved.movement.metadata)?;
        let mut after = StockMovement {
            id: before.id,
            status: before.status,
            prepared_by: before.prepared_by.clone(),
            key_owners: before.key_owners.clone(),
            submitted_at: before.submitted_at,
            submitted_by: before.submitted_by,
            rejected_at: before.rejected_at,
            rejected_by: before.rejected_by,
            rejection_reason: before.rejection_reason.clone(),
            version: before.version,
            created_at: before.created_at,
            created_by: before.created_by,
            updated_at: before.updated_at,
            updated_by: before.updated_by,
            ..resolved.movement
        };
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        move_external_id(book, ctx, &before, &after)?;
        invoice_number::take(book, ctx, Some(&before), &after, self.number_use)?;
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

impl UpdateMovement {
    /// Lines that are sent as they were shown, in the words of a new movement.
    fn in_words_of_new(mut self, book: &Book, before: &StockMovement, kept: &[DraftLine]) -> Result<Self, Stop> {
        let Some(sent) = &self.lines else { return Ok(self) };
        let mut faults = Vec::new();
        let lines = edited::in_words_of_new(book, before, kept, sent, &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        self.lines = Some(lines.into_iter().map(EditedLine::from).collect());
        Ok(self)
    }

    /// Whether the sent lines equal the stored ones, so that those stay.
    fn says_lines_as_they_are(&self, book: &Book, before: &StockMovement, kept: &[DraftLine]) -> Result<bool, Stop> {
        let Some(sent) = &self.lines else { return Ok(false) };
        if self.warehouse.is_some() || self.to_warehouse.is_some() || self.is_other_currency(before) {
            return Ok(false);
        }
        let stored = edited::as_new(book, before, kept)?;
        Ok(sent.iter().map(|sent| &sent.line).eq(&stored))
    }

    fn is_other_currency(&self, before: &StockMovement) -> bool {
        self.currency.as_ref().is_some_and(|code| *code != before.currency.to_string())
    }

    /// A caller who may not see costs is shown none: values sent back as shown leave the costs as they are. Those are a
    /// null amount, no charges, and in the place of each line the same goods in the same quantity, without a cost.
    fn keep_hidden_costs(mut self, book: &Book, before: &StockMovement, kept: &[DraftLine]) -> Result<Self, Stop> {
        if self.amount == Patch::Null {
            self.amount = Patch::Absent;
        }
        self.charges = self.charges.filter(|charges| !charges.is_empty());
        // Amounts are in the currency of the draft.
        if self.is_other_currency(before) {
            return Ok(self);
        }
        for (index, (EditedLine { line, .. }, stored)) in self.lines.iter_mut().flatten().zip(kept).enumerate() {
            let says_none = line.total_cost.is_none() && line.amount.is_none() && line.standard_cost.is_none();
            if says_none && is_of_same_goods(book, before, index, line, stored)? {
                let amount = stored.amount.map(|units| Decimal::from_units(units, before.currency.decimals()));
                match before.kind.moves_goods() {
                    true => line.total_cost = amount,
                    false => line.amount = amount,
                }
                line.standard_cost = stored.standard_cost.map(|cost| Decimal::from_units(cost, 6));
            }
        }
        Ok(self)
    }

    /// Refuses fields without effect, or with another effect than stated.
    fn require_possible(&self, before: &StockMovement, kept: &[DraftLine]) -> Result<(), Stop> {
        let mut faults = Vec::new();
        if self.kind.is_some_and(|kind| kind != before.kind) {
            let message = format!(
                "the draft is of kind {}, which cannot change: delete it and create another",
                before.kind.name()
            );
            faults.push(Fault::new("/kind", Code::FieldsConflict, message));
        }
        if self.lines.is_none() {
            let stays = "lines that stay keep their warehouses: also send the lines again, or leave it out";
            for (pointer, is_sent) in
                [("/warehouseId", self.warehouse.is_some()), ("/toWarehouseId", self.to_warehouse.is_some())]
            {
                if is_sent {
                    faults.push(Fault::new(pointer, Code::FieldsConflict, stays));
                }
            }
            if self.is_other_currency(before) && kept.iter().any(|line| line.amount.is_some()) {
                let message =
                    format!("the present lines have amounts in {}: also send the lines again", before.currency);
                faults.push(Fault::new("/currency", Code::FieldsConflict, message));
            }
        }
        Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
    }

    /// The draft as it would be written now, with lines only where they are sent.
    fn merged(&self, before: &StockMovement) -> Result<NewMovement, Stop> {
        let stored = decode_charges(&before.charges).map_err(|bad| Stop::unreadable("movements", before.id, &bad))?;
        let money = |units: i64| Decimal::from_units(units, before.currency.decimals());
        let charges = self.charges.clone().unwrap_or_else(|| {
            let charge = |charge: crate::rows::Charge| NewCharge {
                account: IdOrCode::from(charge.account_id),
                amount: money(charge.amount),
                description: charge.description,
            };
            stored.into_iter().map(charge).collect()
        });
        // A rate belongs to its currency.
        let rate = before.exchange_rate.filter(|_| !self.is_other_currency(before));
        Ok(NewMovement {
            occurred_at: self.occurred_at.clone().over(before.occurred_at.map(When::At)),
            costing: self.costing.unwrap_or(before.costing),
            post: false,
            warehouse: self.warehouse.clone(),
            to_warehouse: self.to_warehouse.clone(),
            party: self.party.clone().over(before.party_id.map(IdOrCode::from)),
            currency: Some(self.currency.clone().unwrap_or_else(|| before.currency.to_string())),
            exchange_rate: self.exchange_rate.clone().over(rate),
            reason: self.reason.clone().over(before.reason_code_id.map(IdOrCode::from)),
            offset_account: self.offset_account.clone().over(before.offset_account_id.map(IdOrCode::from)),
            of_movement: self.of_movement.clone().over(before.of_movement_id.map(Sought::Id)),
            mode: self.mode.clone().over(before.transfer_mode),
            due_date: self.due_date.clone().over(before.due_date),
            split_by: self.split_by.clone().over(before.split_by),
            allow_beyond_value: self.allow_beyond_value.unwrap_or(before.allows_beyond_value),
            amount: self.amount.clone().over(before.amount.map(money)),
            charges,
            description: self.description.clone().unwrap_or_else(|| before.description.clone()),
            reference: self.reference.clone().over(before.reference.clone()),
            source: self.source.clone().unwrap_or_else(|| before.source.clone()),
            external_id: self.external_id.clone().over(before.external_id.clone()),
            dimensions: self.dimensions.merged_into(&before.dimensions, ""),
            lines: self.lines.iter().flatten().map(|sent| sent.line.clone()).collect(),
            metadata: self.metadata.merged_into(&before.metadata, "{}"),
            ..NewMovement::of(before.kind)
        })
    }
}

/// Whether a line that is sent has the item and quantity of one that is stored.
fn is_of_same_goods(
    book: &Book,
    before: &StockMovement,
    index: usize,
    line: &NewMovementLine,
    stored: &DraftLine,
) -> Result<bool, Stop> {
    let item = match &line.item {
        Some(named) => names::item_named(book, named)?,
        None => book.item(stored.item_id)?,
    };
    let Some(item) = item.filter(|item| item.id == stored.item_id) else { return Ok(false) };
    let Some(written) = line.quantity else { return Ok(true) };
    let sign = if line.is_component == Some(true) { -1 } else { 1 };
    let at = line::Resolving::of_draft(book, before, index);
    // Faults of a quantity are reported where the line is resolved.
    Ok(at.quantity(line, written, item, &mut Vec::new()) == stored.quantity.checked_mul(sign))
}

/// The new external id must be free; the old one is given up.
fn move_external_id(book: &mut Book, ctx: &Context, before: &StockMovement, after: &StockMovement) -> Result<(), Stop> {
    let key = |movement: &StockMovement| movement.external_id.clone().map(|id| (movement.source.clone(), id));
    let (old, new) = (key(before), key(after));
    if old == new {
        return Ok(());
    }
    require_free_external_id(book, ctx, after)?;
    if let Some((source, external_id)) = old {
        book.movement_by_external(&source, &external_id)?;
        book.movement_external_ids.set((source, external_id), None);
    }
    if let Some(new) = new {
        book.movement_external_ids.set(new, Some(before.id));
    }
    Ok(())
}
