//! The difference between the effective and the intended lines of an entry: the posting of a correction in a later
//! period.
//!
//! Invariant: the effective lines and the difference add up to the wanted lines, per account, currency, party and
//! dimension set, in the line's currency and in base currency.

use std::collections::BTreeMap;

use crate::book::stop::Stop;
use crate::ledger::closing::closing_entry::Net;
use crate::rows::Line;
use crate::value::Currency;
use crate::value::id::{AccountId, PartyId};
use crate::value::rejection::{Code, Rejection};

/// The values by which lines are netted.
type Key = (AccountId, Currency, Option<PartyId>, String);

/// The lines that lead from the ones in effect to the wanted ones, by account; none where they come to the same. A party
/// that was merged into another one is the one that is meant.
///
/// # Errors
/// `amount_out_of_range` where a difference leaves the range of amounts.
pub(crate) fn between(
    in_effect: &[Line],
    wanted: &[Line],
    meant: impl Fn(PartyId) -> Result<PartyId, Stop>,
) -> Result<Vec<Line>, Stop> {
    let mut nets: BTreeMap<Key, (Net, &Line)> = BTreeMap::new();
    for (sign, lines) in [(-1, in_effect), (1, wanted)] {
        for line in lines {
            let party = line.party_id.map(&meant).transpose()?;
            let key = (line.account_id, line.currency, party, line.dimensions.clone());
            // The wanted line's texts are used, if there is one.
            let (net, told) = nets.entry(key).or_insert((Net { amount: 0, base: 0 }, line));
            *told = line;
            net.amount += sign * (i128::from(line.debit) - i128::from(line.credit));
            net.base += sign * (i128::from(line.base_debit) - i128::from(line.base_credit));
        }
    }
    let mut lines = Vec::new();
    for (net, told) in nets.into_values() {
        // A line has one side: amounts that differ in opposite directions take two.
        let together = net.amount.signum() * net.base.signum() >= 0;
        let parts = if together { vec![net] } else { vec![Net { base: 0, ..net }, Net { amount: 0, ..net }] };
        for part in parts.into_iter().filter(|part| part.amount != 0 || part.base != 0) {
            lines.push(line(told, part)?);
        }
    }
    Ok(lines)
}

fn line(told: &Line, net: Net) -> Result<Line, Rejection> {
    let side = |net: i128| {
        i64::try_from(net.max(0)).map_err(|_| {
            let message = "a difference would be out of range: nothing was posted";
            Rejection::new(Code::AmountOutOfRange, message).at("/replacement/lines")
        })
    };
    Ok(Line {
        // A difference between two rates has none of its own.
        exchange_rate: None,
        debit: side(net.amount)?,
        credit: side(-net.amount)?,
        base_debit: side(net.base)?,
        base_credit: side(-net.base)?,
        ..told.clone()
    })
}
