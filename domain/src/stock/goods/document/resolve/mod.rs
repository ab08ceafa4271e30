//! From a caller's input to ids and smallest units; one answer has all faults.
//!
//! `header` resolves the document, `line` its lines, `fields` knows which fields a kind has, `receipts` resolves lines
//! about receipts.

mod fields;
mod header;
pub(crate) mod line;
pub(crate) mod names;
mod receipts;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::{accounts, parties, subledger};
use crate::rows::StockMovement;
use crate::rows::movement_drafts::{DraftLine, encode_charges, encode_drafts};
use crate::stock::goods::document::found::blank;
use crate::stock::goods::document::new::{Header, NewMovement, NewMovementLine};
use crate::stock::goods::document::resolve::line::Resolving;
use crate::stock::goods::document::resolve::names::{named, of_movement, unknown, unknown_warehouse, warehouse};
use crate::stock::goods::document::{assigned, checking, dates, default_places, rules};
use crate::value::id::{AccountId, PartyId, ReasonCodeId, WarehouseId};
use crate::value::movement_kind::{MovementKind, TransferMode};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, IdOrCode, limits};

/// A movement with its lines resolved and checked, not stored yet.
pub(crate) struct Resolved {
    pub movement: StockMovement,
    pub lines: Vec<DraftLine>,
}

/// Resolves and checks a new movement.
pub(crate) fn resolve(book: &mut Book, ctx: &Context, new: &NewMovement) -> Result<Resolved, Stop> {
    require_length(new)?;
    resolve_around(book, ctx, new, None)
}

/// Resolves and checks a movement around lines that are resolved already and stay as they are.
pub(crate) fn resolve_header(
    book: &mut Book,
    ctx: &Context,
    new: &NewMovement,
    kept: Vec<DraftLine>,
) -> Result<Resolved, Stop> {
    resolve_around(book, ctx, new, Some(kept))
}

fn resolve_around(
    book: &mut Book,
    ctx: &Context,
    new: &NewMovement,
    kept: Option<Vec<DraftLine>>,
) -> Result<Resolved, Stop> {
    let mut faults = Vec::new();
    let base = book.organization()?.base_currency;
    let own = subledger::currency(book, new.currency.as_deref(), &mut faults)?;
    // Of a currency that is not known nothing more can be said.
    let is_known = own.is_some() || new.currency.is_none();
    let currency = match own {
        Some(own) => own,
        None => header::currency_of_receipt(book, new)?.unwrap_or(base),
    };
    if is_known && currency == base && new.exchange_rate.is_some() {
        let message = format!("the costs are in base currency {base}: leave the rate out, or choose another currency");
        faults.push(Fault::new("/exchangeRate", Code::ConversionConflict, message));
    }
    let party_id = party(book, ctx, new, &mut faults)?;
    let reason_code_id = reason_named(book, new.reason.as_ref(), "", &mut faults)?;
    let offset_account_id = offset_account(book, new, &mut faults)?;
    let of_movement_id = of_movement(book, new.of_movement.as_ref(), "/ofMovementId", &mut faults)?;
    subledger::require_known_dimensions(book, &new.dimensions, &mut faults)?;
    let warehouse = header_warehouse(book, new.warehouse.as_ref(), "/warehouseId", &mut faults)?;
    let to_warehouse = header_warehouse(book, new.to_warehouse.as_ref(), "/toWarehouseId", &mut faults)?;
    let by_hand = match &kept {
        Some(kept) => kept.iter().any(|line| line.amount.is_some()),
        None => new.lines.iter().any(|line| line.amount.is_some()),
    };
    fields::check_header(new, by_hand, &mut faults);
    fields::check_currency(new.kind, currency != base, &mut faults);
    let amount = header::signed(new.amount, currency, "/amount", &mut faults);
    let charges = header::charges(book, new, currency, &mut faults)?;
    let header = Header { warehouse, to_warehouse, of_movement_id, party_id };
    let lines = match kept {
        Some(kept) => kept,
        None => lines(book, new, currency, header, &mut faults)?,
    };
    if lines.len() > limits::LINES_PER_MOVEMENT {
        faults.push(too_many(lines.len()));
    }
    if !is_known {
        faults.retain(|fault| fault.code != Code::AmountPrecision);
    }
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    assigned::require_header(book, ctx, header, new.mode)?;
    let occurred_at = match new.occurred_at {
        Some(_) => Some(dates::instant(book, ctx, new.kind, new.occurred_at)?),
        None => None,
    };
    let movement = StockMovement {
        occurred_at,
        costing: new.costing,
        exchange_rate: new.exchange_rate,
        party_id,
        reason_code_id,
        offset_account_id,
        of_movement_id,
        transfer_mode: (new.kind == MovementKind::Transfer).then(|| new.mode.unwrap_or(TransferMode::Direct)),
        due_date: new.due_date,
        split_by: header::split_by(new),
        allows_beyond_value: new.allow_beyond_value,
        amount,
        charges: encode_charges(&charges),
        description: new.description.clone(),
        reference: new.reference.clone(),
        source: new.source.clone(),
        external_id: new.external_id.clone(),
        dimensions: new.dimensions.clone(),
        line_count: i64::try_from(lines.len()).unwrap_or(i64::MAX),
        draft_lines: encode_drafts(&lines),
        metadata: new.metadata.clone(),
        ..blank(ctx, new.kind, currency)
    };
    assigned::require(book, ctx, &movement, &lines)?;
    let purpose = if new.post { checking::Purpose::Post } else { checking::Purpose::Keep };
    rules::check(book, &movement, &default_places::filled(book, &movement, &lines)?, purpose)?;
    Ok(Resolved { movement, lines })
}

/// The lines of a document; all that is wrong with them becomes faults.
fn lines(
    book: &Book,
    new: &NewMovement,
    currency: Currency,
    header: Header,
    faults: &mut Vec<Fault>,
) -> Result<Vec<DraftLine>, Stop> {
    let all = [NewMovementLine::default()];
    // A document about one receipt that says nothing of lines is about all of it.
    let sent = if new.lines.is_empty() { all.as_slice() } else { new.lines.as_slice() };
    let mut lines = Vec::with_capacity(sent.len());
    for (index, line) in sent.iter().enumerate() {
        let at = Resolving { book, index, kind: new.kind, currency, header };
        fields::check_line(&at, line, faults);
        if new.kind.is_of_receipts() {
            at.of_receipts(line, &mut lines, faults)?;
        } else {
            lines.extend(at.line(line, faults)?);
        }
    }
    Ok(lines)
}

/// The goods that something else than a movement names: item, quantity above 0, warehouse, lot or piece. Faults point into
/// the body itself.
pub(crate) fn goods(book: &Book, line: &NewMovementLine, faults: &mut Vec<Fault>) -> Result<Option<DraftLine>, Stop> {
    let currency = book.organization()?.base_currency;
    let kind = MovementKind::Issue;
    let at = Resolving { book, index: 0, kind, currency, header: Header::default() };
    let mut own = Vec::new();
    let found = at.line(line, &mut own)?;
    let in_body = |fault: Fault| Fault { pointer: fault.pointer.replacen("/lines/0", "", 1), ..fault };
    faults.extend(own.into_iter().map(in_body));
    Ok(found)
}

fn require_length(new: &NewMovement) -> Result<(), Stop> {
    let fault = match new.lines.len() {
        0 if new.kind.is_of_receipts() && new.of_movement.is_some() => return Ok(()),
        0 => Fault::new("/lines", Code::MovementIncomplete, "a movement needs at least one line"),
        many if many > limits::LINES_PER_MOVEMENT => too_many(many),
        _ => return Ok(()),
    };
    Err(Rejection::of_errors(vec![fault]).unwrap_or_else(Rejection::not_found).into())
}

fn too_many(lines: usize) -> Fault {
    let most = limits::LINES_PER_MOVEMENT;
    let message = format!("a movement can have at most {most} lines, this one has {lines}: split it");
    Fault::new("/lines", Code::LimitReached, message)
}

fn party(book: &mut Book, ctx: &Context, new: &NewMovement, faults: &mut Vec<Fault>) -> Result<Option<PartyId>, Stop> {
    match &new.party {
        None => Ok(None),
        Some(IdOrCode::Id(sought)) => {
            let found = sought.find(|id| book.party(id))?.map(|party| party.id);
            if found.is_none() {
                faults.push(unknown("/partyId", "party", sought));
            }
            found.map(|id| parties::take(book, id)).transpose()
        }
        Some(IdOrCode::Code(name)) => subledger::party_named(book, ctx, name, is_of_supplier(new.kind)).map(Some),
    }
}

/// Whether the other side of such a movement is a supplier.
fn is_of_supplier(kind: MovementKind) -> bool {
    matches!(
        kind,
        MovementKind::Receipt
            | MovementKind::SupplierInvoice
            | MovementKind::SupplierCredit
            | MovementKind::SupplierReturn
            | MovementKind::LandedCost
    )
}

/// The reason that is named in a document, or below a place in it.
pub(crate) fn reason_named(
    book: &Book,
    sent: Option<&IdOrCode<ReasonCodeId>>,
    below: &str,
    faults: &mut Vec<Fault>,
) -> Result<Option<ReasonCodeId>, Stop> {
    let Some(sent) = sent else { return Ok(None) };
    let (found, field) = match sent {
        IdOrCode::Id(sought) => (sought.find(|id| book.reason_code(id))?, "reasonCodeId"),
        IdOrCode::Code(code) => {
            let upper = code.to_ascii_uppercase();
            (book.reason_codes()?.find(|reason| reason.code == upper), "reasonCode")
        }
    };
    if found.is_none() {
        faults.push(unknown(format!("{below}/{field}"), "reason code", sent));
    }
    Ok(found.map(|reason| reason.id))
}

fn offset_account(book: &Book, new: &NewMovement, faults: &mut Vec<Fault>) -> Result<Option<AccountId>, Stop> {
    let Some(sent) = &new.offset_account else { return Ok(None) };
    let found = accounts::named::account(book, sent)?;
    if found.is_none() {
        faults.push(unknown(named("/offsetAccountId", sent), "account", sent));
    }
    Ok(found)
}

/// The warehouse that a document names.
pub(crate) fn header_warehouse(
    book: &Book,
    sent: Option<&IdOrCode<WarehouseId>>,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Result<Option<WarehouseId>, Stop> {
    let Some(sent) = sent else { return Ok(None) };
    let found = warehouse(book, sent)?.map(|warehouse| warehouse.id);
    if found.is_none() {
        faults.push(unknown_warehouse(pointer, sent));
    }
    Ok(found)
}

/// Where a document names its warehouse: by its id, or by its code.
pub(crate) fn warehouse_pointer(sent: Option<&IdOrCode<WarehouseId>>) -> String {
    sent.map_or_else(|| "/warehouseId".to_owned(), |sent| named("/warehouseId", sent))
}
