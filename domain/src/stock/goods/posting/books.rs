//! From the costs of movements to value entries and journal entries: one of the document's own, and one of adjustments
//! for each day on which other movements changed their cost.

use std::collections::BTreeMap;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Leg, Outcome, Place};
use crate::ledger::subledger::{self, StockAccount, StockAmount, StockEntry};
use crate::rows::{Entry, LegKind, PoolDay, PoolMovement, StockMovement, ValueEntry};
use crate::stock::goods::plan::{Foreign, Plan};
use crate::stock::goods::posting::cost_rows::{Caused, id_of};
use crate::stock::goods::posting::history::{line_at, pool_at};
use crate::value::id::{AccountId, PartyId, PoolId};
use crate::value::movement_kind::MovementKind;
use crate::value::{Currency, Date, limits};

/// An amount of a movement, with the account that takes it.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    pub date: Date,
    pub place: Place,
    pub pool_id: PoolId,
    pub leg: Leg,
    pub account_id: AccountId,
    pub amount: i64,
    /// The same in another currency, where the amount was given in it.
    pub foreign: Option<Foreign>,
    /// Whose the other side is, where it is not the document's party.
    pub party: Option<PartyId>,
}

impl Posted {
    /// Whether it is the other side of all that goods of the same movement gained or lost on this day.
    fn is_counter_of(&self, goods: &Self) -> bool {
        matches!((goods.leg, self.leg), (Leg::Stock(_), Leg::Counter))
            && (self.pool_id, self.place, self.date) == (goods.pool_id, goods.place, goods.date)
            && self.amount.checked_neg() == Some(goods.amount)
    }
}

/// The document's own postings for goods.
pub(super) fn own(book: &Book, caused: &Caused, plan: &Plan, outcome: &Outcome) -> Result<Vec<Posted>, Stop> {
    let mut posted = Vec::new();
    for one in &plan.movements {
        let pool_id = id_of(book, one.pool)?;
        let foreign = plan.foreign.get(&one.place.line);
        let party = plan.owners.get(&one.place.line).copied();
        let effect = outcome.inserted.get(&one.place).ok_or_else(|| Stop::lost_at("pool_movements", one.place))?;
        for (leg, amount) in effect.legs.iter() {
            let account_id = account_of(book, pool_id, one.place, leg)?;
            let foreign = foreign.filter(|_| leg == Leg::Counter).copied();
            let (date, place) = (caused.posting_date, one.place);
            posted.push(Posted { date, place, pool_id, leg, account_id, amount, foreign, party });
        }
    }
    Ok(posted)
}

/// The document's changes to costs of other movements, by date.
pub(crate) fn adjustments(book: &Book, outcome: &Outcome) -> Result<Vec<Posted>, Stop> {
    let mut keys = Vec::new();
    for one in outcome.adjustments.iter().filter(|one| one.leg == Leg::Variance) {
        // The lines of all costs that had no such amount by now, in one load.
        if posted_to(book, id_of(book, one.pool)?, one.place, LegKind::Variance).is_none() {
            keys.push(Key::MovementLines(one.place.seq));
        }
    }
    keys.retain(|key| !matches!(key, Key::MovementLines(seq) if book.movement_lines.get(&(*seq, 1)).is_some()));
    keys.sort();
    keys.dedup();
    require_all(book, keys)?;
    let mut posted = Vec::with_capacity(outcome.adjustments.len());
    for one in &outcome.adjustments {
        let pool_id = id_of(book, one.pool)?;
        let account_id = account_of(book, pool_id, one.place, one.leg)?;
        let (date, place, leg, amount) = (one.date, one.place, one.leg, one.amount);
        posted.push(Posted { date, place, pool_id, leg, account_id, amount, foreign: None, party: None });
    }
    Ok(posted)
}

/// The account of a leg: where that leg of the movement was posted to, else where it would have been.
fn account_of(book: &Book, pool_id: PoolId, place: Place, leg: Leg) -> Result<AccountId, Stop> {
    match leg {
        Leg::Stock(account) => Ok(account),
        Leg::Allowance => match posted_to(book, pool_id, place, LegKind::Allowance) {
            Some(account) => Ok(account),
            None => StockAccount::Allowance.find(book),
        },
        Leg::Counter => match posted_to(book, pool_id, place, LegKind::Counter) {
            Some(account) => Ok(account),
            None => counter_of(book, place),
        },
        Leg::Variance => match posted_to(book, pool_id, place, LegKind::Variance) {
            Some(account) => Ok(account),
            None => variance_of(book, place),
        },
        Leg::CounterOf(other) => match pool_at(book, other)? {
            Some(pool) => match posted_to(book, pool, other, LegKind::Counter) {
                Some(account) => Ok(account),
                None => counter_of(book, other),
            },
            None => Err(Stop::lost_at("movement_lines", other)),
        },
    }
}

/// The account that a leg of a movement has in the value entries that are loaded: a replay has read those it changes.
fn posted_to(book: &Book, pool_id: PoolId, place: Place, leg: LegKind) -> Option<AccountId> {
    let own = book.pool_movements.get(&(pool_id, place)).flatten().and_then(PoolMovement::own_entry);
    let all = (pool_id, place, i64::MIN, i64::MIN)..=(pool_id, place, i64::MAX, i64::MAX);
    own.iter().chain(book.value_entries.range(all)).find_map(|entry| {
        if entry.leg == leg {
            Some(entry.account_id)
        } else if leg == LegKind::Counter {
            entry.counter_account_id
        } else {
            None
        }
    })
}

fn counter_of(book: &Book, place: Place) -> Result<AccountId, Stop> {
    let counter = line_at(book, place)?.and_then(|line| line.counter_account_id);
    counter.ok_or_else(|| Stop::lost_at("movement_lines", place))
}

/// The account for a movement's difference: that of its line, otherwise the account of variances.
fn variance_of(book: &Book, place: Place) -> Result<AccountId, Stop> {
    match line_at(book, place)?.and_then(|line| line.variance_account_id) {
        Some(account) => Ok(account),
        None => StockAccount::CostVariance.find(book),
    }
}

/// Posts the document's own entry, with goods and all other amounts; `None` if everything comes to nothing.
pub(super) fn post_own(
    book: &mut Book,
    ctx: &Context,
    caused: &Caused,
    movement: &StockMovement,
    posted: Vec<Posted>,
    beside: &[StockAmount],
) -> Result<Option<Entry>, Stop> {
    let note = Note { base: book.organization()?.base_currency, party: movement.party_id, due_date: movement.due_date };
    load(book, &posted, caused.posting_date, beside)?;
    let of_goods = posted.iter().map(|one| note.amount(one));
    let amounts: Vec<StockAmount> = of_goods.chain(beside.iter().cloned()).collect();
    let header = StockEntry {
        date: caused.posting_date,
        description: described(movement),
        reference: movement.reference.clone(),
        owner: movement.id.to_string(),
        dimensions: &movement.dimensions,
        is_opening: movement.kind == MovementKind::Opening,
    };
    let entry = subledger::post(book, ctx, &header, &amounts)?;
    keep(book, caused, posted, entry.as_ref().and_then(|entry| entry.sequence))?;
    Ok(entry)
}

fn described(movement: &StockMovement) -> String {
    if movement.description.is_empty() { movement.kind.rules().title.to_owned() } else { movement.description.clone() }
}

/// Posts the adjustments: one entry for each date, more where there are too many lines for one.
pub(crate) fn post_adjusting(
    book: &mut Book,
    ctx: &Context,
    caused: &Caused,
    movement: &StockMovement,
    posted: Vec<Posted>,
) -> Result<(), Stop> {
    load(book, &posted, caused.posting_date, &[])?;
    let note = Note { base: book.organization()?.base_currency, party: None, due_date: None };
    let mut by_date: BTreeMap<Date, Vec<Posted>> = BTreeMap::new();
    for one in posted {
        by_date.entry(one.date).or_default().push(one);
    }
    for (date, of_date) in by_date {
        for part in parts(of_date) {
            let amounts: Vec<StockAmount> = part.iter().map(|one| note.amount(one)).collect();
            let header = StockEntry {
                date,
                description: format!("Cost adjustment after: {}", described(movement)),
                reference: movement.reference.clone(),
                owner: movement.id.to_string(),
                dimensions: &movement.dimensions,
                is_opening: false,
            };
            let entry = subledger::post(book, ctx, &header, &amounts)?;
            keep(book, caused, part, entry.as_ref().and_then(|entry| entry.sequence))?;
        }
    }
    Ok(())
}

/// Cuts the amounts of one date into parts that make an entry each. The postings of one place sum to zero and stay
/// together, and so do both halves of a transfer, as they stand one after the other.
fn parts(mut posted: Vec<Posted>) -> Vec<Vec<Posted>> {
    posted.sort_by_key(|one| one.place);
    let mut parts: Vec<Vec<Posted>> = Vec::new();
    let mut keys = std::collections::BTreeSet::new();
    for of_line in posted.chunk_by(|one, next| (one.place.seq, one.place.line) == (next.place.seq, next.place.line)) {
        let own = of_line.iter().map(|one| (one.account_id, matches!(one.leg, Leg::Stock(_)).then_some(one.pool_id)));
        keys.extend(own.clone());
        if keys.len() > limits::LINES_PER_ENTRY || parts.is_empty() {
            parts.push(Vec::new());
            keys = own.collect();
        }
        if let Some(part) = parts.last_mut() {
            part.extend_from_slice(of_line);
        }
    }
    parts
}

/// The details of an entry's lines other than their amounts.
struct Note {
    base: Currency,
    party: Option<PartyId>,
    due_date: Option<Date>,
}

impl Note {
    fn amount(&self, one: &Posted) -> StockAmount {
        let plain = StockAmount::plain(one.account_id, self.base, one.amount);
        let plain = match one.leg {
            Leg::Stock(_) | Leg::Allowance => StockAmount { pool_id: Some(one.pool_id), ..plain },
            Leg::Counter => StockAmount { party_id: one.party.or(self.party), due_date: self.due_date, ..plain },
            Leg::Variance | Leg::CounterOf(_) => plain,
        };
        match one.foreign {
            Some(Foreign { currency, rate, amount }) => {
                StockAmount { currency, exchange_rate: Some(rate), amount, ..plain }
            }
            None => plain,
        }
    }
}

/// Writes the value entries, and the change of each pool on each day.
pub(crate) fn keep(book: &mut Book, caused: &Caused, posted: Vec<Posted>, sequence: Option<i64>) -> Result<(), Stop> {
    let mut posted = posted.into_iter().peekable();
    while let Some(one) = posted.next() {
        let (leg, leg_of) = match one.leg {
            Leg::Stock(_) => (LegKind::Stock, None),
            Leg::Counter => (LegKind::Counter, None),
            Leg::Allowance => (LegKind::Allowance, None),
            Leg::Variance => (LegKind::Variance, None),
            Leg::CounterOf(place) => (LegKind::CounterOf, Some(place)),
        };
        if leg == LegKind::Stock {
            add_to_day(book, &one)?;
        }
        let counter_account_id = posted.next_if(|next| next.is_counter_of(&one)).map(|counter| counter.account_id);
        if let Some(counter) = counter_account_id
            && keep_beside(book, caused, &one, counter, sequence)
        {
            continue;
        }
        let all = (one.pool_id, one.place, caused.seq, i64::MIN)..=(one.pool_id, one.place, caused.seq, i64::MAX);
        let number = book.value_entries.range(all).next_back().map_or(0, |entry| entry.number) + 1;
        book.value_entries.put(ValueEntry {
            pool_id: one.pool_id,
            place: one.place,
            cause_seq: caused.seq,
            number,
            date: one.date,
            leg,
            leg_of,
            account_id: one.account_id,
            counter_account_id,
            amount: one.amount,
            entry_sequence: sequence,
        });
    }
    Ok(())
}

/// Writes an amount that a document posts for its own movement into that movement's row; `false` if it is no such amount,
/// or the row has one already.
fn keep_beside(book: &mut Book, caused: &Caused, one: &Posted, counter: AccountId, sequence: Option<i64>) -> bool {
    let Some(Some(row)) = book.pool_movements.get(&(one.pool_id, one.place)) else { return false };
    if row.cause_seq != caused.seq || row.posting_date != one.date || row.own_amount.is_some() {
        return false;
    }
    let row = PoolMovement {
        own_account_id: Some(one.account_id),
        own_counter_account_id: Some(counter),
        own_amount: Some(one.amount),
        own_entry_sequence: sequence,
        ..row.clone()
    };
    book.pool_movements.put(row);
    true
}

/// Adds to the change of a pool's value on a day.
fn add_to_day(book: &mut Book, posted: &Posted) -> Result<(), Stop> {
    let Posted { pool_id, account_id, date, amount, .. } = *posted;
    let before = book.pool_day(pool_id, account_id, date)?.map_or(0, |day| day.value);
    let value = before.checked_add(amount).ok_or_else(subledger::out_of_range)?;
    book.pool_days.put(PoolDay { pool_id, account_id, date, value });
    Ok(())
}

/// All that posting these amounts touches, in one load.
pub(crate) fn load(book: &Book, posted: &[Posted], date: Date, beside: &[StockAmount]) -> Result<(), Stop> {
    let mut keys = Vec::new();
    let mut days = std::collections::BTreeSet::new();
    for one in posted {
        if days.insert((one.account_id, one.date)) {
            keys.push(Key::Account(one.account_id));
            subledger::hint_posting(book, one.date, std::iter::once(one.account_id), &mut keys);
        }
        if matches!(one.leg, Leg::Stock(_)) {
            keys.push(Key::PoolDay(one.pool_id, one.account_id, one.date));
        }
    }
    for one in beside {
        if days.insert((one.account_id, date)) {
            keys.push(Key::Account(one.account_id));
            subledger::hint_posting(book, date, std::iter::once(one.account_id), &mut keys);
        }
    }
    keys.sort();
    keys.dedup();
    require_all(book, keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costing::Phase;
    use crate::value::Instant;

    /// The postings of a change of the past for a movement: goods are worth more, and the cost of sales is lower.
    fn adjusted(number: u32) -> [Posted; 2] {
        let (account, other) = (AccountId([1; 16]), AccountId([2; 16]));
        let place = Place { at: Instant(i64::from(number)), seq: i64::from(number), line: 1, phase: Phase::Out };
        let posted = |leg, account_id, amount| Posted {
            date: jiff::civil::date(2010, 1, 1),
            place,
            pool_id: PoolId(u128::from(number).to_be_bytes()),
            leg,
            account_id,
            amount,
            foreign: None,
            party: None,
        };
        [posted(Leg::Stock(account), account, 7), posted(Leg::Counter, other, -7)]
    }

    #[test]
    fn adjustments_of_a_day_are_split_where_an_entry_would_have_too_many_lines_and_each_part_balances() {
        let most = u32::try_from(limits::LINES_PER_ENTRY).expect("a limit");
        // Each pool has a line of its own, and all share one line of the other account.
        for (pools, wanted) in [(1, 1), (most - 1, 1), (most, 2), (2 * most, 3)] {
            let mut posted: Vec<Posted> = (1..=pools).flat_map(adjusted).collect();
            posted.reverse();
            let parts = parts(posted);
            assert_eq!(parts.len(), wanted, "{pools} pools");
            assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), 2 * usize::try_from(pools).expect("a number"));
            for part in parts {
                let lines: std::collections::BTreeSet<_> = part
                    .iter()
                    .map(|one| (one.account_id, matches!(one.leg, Leg::Stock(_)).then_some(one.pool_id)))
                    .collect();
                assert!(lines.len() <= limits::LINES_PER_ENTRY);
                assert_eq!(part.iter().map(|one| one.amount).sum::<i64>(), 0);
            }
        }
    }
}
