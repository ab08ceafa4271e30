//! Currencies that ISO 4217 does not list: points, tokens, a currency that is no more.
//!
//! Code and decimals never change, and every stored amount carries them, so that the log reads alike for ever.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::CustomCurrency;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, CurrencyRef, Patch};

/// The currency of this code, if new lines, rates, accounts and parties may have it; otherwise the fault.
pub(crate) fn named(book: &Book, code: &str, pointer: &str) -> Result<Result<Currency, Fault>, Stop> {
    if let Some(currency) = Currency::parse(code) {
        return Ok(Ok(currency));
    }
    let fault = |message| Ok(Err(Fault::new(pointer, Code::CurrencyNotUsable, message)));
    match book.custom_currency(code)? {
        Some(own) if !own.is_active => {
            fault(format!("the currency {code} is inactive: reactivate it or choose another"))
        }
        Some(own) => match own.currency() {
            Some(currency) => Ok(Ok(currency)),
            None => fault(format!("the currency {code} cannot be read: run `countinghouse verify`")),
        },
        None => {
            fault(format!("there is no currency {code}: use a code of ISO 4217, or create it with its decimals first"))
        }
    }
}

/// The currency that somebody names for an account or a party.
pub(crate) fn require(book: &Book, named_as: CurrencyRef, pointer: &str) -> Result<Currency, Stop> {
    let found = named(book, named_as.text(), pointer)?;
    found.map_err(|fault| {
        let rejection = Rejection::new(fault.code, fault.message).at(pointer);
        rejection.offer("currencies", "List the currencies", "GET", "/accounting/currencies").into()
    })
}

/// A stored currency after a change: an unchanged one is not checked again.
pub(crate) fn patched(
    book: &Book,
    patch: &Patch<CurrencyRef>,
    stored: Option<Currency>,
) -> Result<Option<Currency>, Stop> {
    match patch {
        Patch::Absent => Ok(stored),
        Patch::Null => Ok(None),
        Patch::Set(named) if stored.map(CurrencyRef::from) == Some(*named) => Ok(stored),
        Patch::Set(named) => require(book, *named, "/currency").map(Some),
    }
}

/// The stored currency, or `not_found`: those of ISO 4217 are not stored.
pub(crate) fn require_custom(book: &Book, code: &str) -> Result<CustomCurrency, Stop> {
    if Currency::parse(code).is_some() {
        let message = format!("{code} is a currency of ISO 4217 and cannot be changed");
        return Err(Rejection::new(Code::CurrencyNotUsable, message).into());
    }
    Ok(book.custom_currency(code)?.ok_or_else(Rejection::not_found)?.clone())
}
