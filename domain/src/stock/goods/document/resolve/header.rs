//! The input of a document outside its lines.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::{accounts, subledger};
use crate::rows::Charge;
use crate::stock::goods::document::new::NewMovement;
use crate::stock::goods::document::resolve::names::{named, unknown};
use crate::value::movement_kind::{MovementKind, SplitBy};
use crate::value::rejection::{Code, Fault};
use crate::value::{Currency, Decimal, Sought};

/// An amount of either sign in minor units; a value that does not fit is a fault.
pub(super) fn signed(
    written: Option<Decimal>,
    currency: Currency,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Option<i64> {
    let written = written?;
    let before = faults.len();
    let magnitude = Decimal { unscaled: written.unscaled.checked_abs().unwrap_or(i128::MAX), ..written };
    let amount = subledger::amount(magnitude, currency, pointer, faults);
    (faults.len() == before).then_some(if written.unscaled < 0 { -amount } else { amount })
}

/// How an amount is spread over receipts: by hand if its lines state their amounts.
pub(super) fn split_by(new: &NewMovement) -> Option<SplitBy> {
    let usual = if new.amount.is_some() { SplitBy::Value } else { SplitBy::Hand };
    new.kind.spreads_amount().then(|| new.split_by.unwrap_or(usual))
}

/// The charges of an invoice or a credit note other than goods.
pub(super) fn charges(
    book: &Book,
    new: &NewMovement,
    currency: Currency,
    faults: &mut Vec<Fault>,
) -> Result<Vec<Charge>, Stop> {
    let mut found = Vec::with_capacity(new.charges.len());
    for (index, charge) in new.charges.iter().enumerate() {
        let account = accounts::named::account(book, &charge.account)?;
        if account.is_none() {
            let pointer = named(&format!("/charges/{index}/accountId"), &charge.account);
            faults.push(unknown(pointer, "account", &charge.account));
        }
        let amount = signed(Some(charge.amount), currency, &format!("/charges/{index}/amount"), faults);
        if let (Some(account_id), Some(amount)) = (account, amount) {
            found.push(Charge { account_id, amount, description: charge.description.clone() });
        }
    }
    if new.kind == MovementKind::LandedCost && new.amount.is_some_and(|amount| amount.unscaled == 0) {
        faults.push(Fault::new("/amount", Code::AmountOutOfRange, "there is nothing to spread: give an amount"));
    }
    if new.kind == MovementKind::SupplierCredit && new.amount.is_some_and(|amount| amount.unscaled <= 0) {
        faults.push(Fault::new("/amount", Code::AmountOutOfRange, CREDITS_SOMETHING));
    }
    Ok(found)
}

/// What a credit note must do.
pub(super) const CREDITS_SOMETHING: &str = "a credit note credits more than 0: give the amount by which less is owed";

/// The currency of the first receipt that an invoice or a credit note is about: of goods that were consigned it is their owner's price's.
pub(super) fn currency_of_receipt(book: &Book, new: &NewMovement) -> Result<Option<Currency>, Stop> {
    if !new.kind.is_from_supplier() {
        return Ok(None);
    }
    let named = new.lines.iter().find(|line| line.of_movement.is_some());
    let of = new.of_movement.as_ref().or_else(|| named?.of_movement.as_ref());
    let Some(receipt) = of.and_then(Sought::id).map_or(Ok(None), |id| book.movement(id))? else {
        return Ok(None);
    };
    let Some(seq) = receipt.seq.filter(|_| receipt.kind != MovementKind::Receipt) else {
        return Ok(Some(receipt.currency));
    };
    let number = named.or_else(|| new.lines.first()).and_then(|line| line.of_line);
    let lines = book.movement_lines(seq)?;
    let mut bought = lines.iter().filter(|line| line.is_bought() && number.is_none_or(|one| one == line.line_number));
    let Some(line) = bought.next() else { return Ok(Some(receipt.currency)) };
    Ok(book.received_line((seq, line.line_number))?.map(|row| row.currency))
}
