//! Settles the entries of a journal as its program does: in the order of days, with the amounts that are left out, the
//! balances that are assigned and the pads, each posting with what it weighs: its cost, else its price, else itself.
//!
//! What its program keeps out of the balance is left out here, but counts where the program counts it.

mod checking;
mod lots;
mod running;
mod spelling;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use domain::value::Decimal;
use sha2::{Digest, Sha256};

use self::lots::Lots;
use self::running::{Running, ZERO};
use super::currencies::Currencies;
use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::lot::Lot;
use crate::plaintext::read::{
    Assertion, Assigned, Booking, PlainEntry, PlainJournal, PlainPosting, Price, Virtual, exact,
};

/// What a posting moves, and what that weighs in its entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed {
    /// The amount.
    pub amount: PlainAmount,
    /// Its cost, else its price, else the amount.
    pub weight: PlainAmount,
    /// Whether the file leaves the amount out.
    pub is_inferred: bool,
}

type Fault = (u64, String);

/// Settles the entries; the postings of each are then those that are weighed, one by one. Faults are noted in the
/// journal, and their entries have none.
pub fn settle(journal: &mut PlainJournal, currencies: &Currencies) -> Vec<Vec<Weighed>> {
    spelling::agree(journal, currencies);
    let mut entries = std::mem::take(&mut journal.entries);
    for entry in &mut entries {
        entry.content = content(entry);
    }
    let mut settling = Settling::of(journal, currencies);
    settling.scales = scales(&entries);
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|index| entries[*index].date);
    let mut assertions = journal.assertions.clone();
    // Those that begin a day come before its entries.
    assertions.sort_by_key(|one| (one.date, one.entries_before.map_or(0, |entries| entries + 1), one.postings));
    let (begins, mut within) =
        assertions.into_iter().fold((Vec::new(), BTreeMap::new()), |(mut begins, mut within), one| {
            match one.entries_before {
                None => begins.push(one),
                Some(index) => within.entry(index).or_insert_with(Vec::new).push(one),
            }
            (begins, within)
        });
    let mut begins = begins.into_iter().peekable();
    let mut weighed: Vec<Vec<Weighed>> = vec![Vec::new(); entries.len()];
    for index in order {
        while let Some(one) = begins.next_if(|one| one.date <= entries[index].date) {
            settling.meets(&one);
        }
        weighed[index] = settling.entry(&mut entries[index], &within.remove(&index).unwrap_or_default());
    }
    begins.for_each(|one| settling.meets(&one));
    let Settling { mut faults, padded, notes, .. } = settling;
    for entry in padded {
        weighed.push(entry.postings.iter().filter_map(in_itself).collect());
        entries.push(entry);
    }
    journal.entries = entries;
    notes.into_iter().for_each(|(line, words)| journal.note(line, words));
    faults.sort_by_key(|(line, _)| *line);
    faults.into_iter().for_each(|(line, why)| journal.tell(line, why));
    weighed
}

/// A posting that weighs what it is.
fn in_itself(posting: &PlainPosting) -> Option<Weighed> {
    let amount = posting.amount.clone()?;
    Some(Weighed { weight: amount.clone(), amount, is_inferred: true })
}

/// The content that distinguishes two entries without id and code, as it stands in the file.
fn content(entry: &PlainEntry) -> String {
    let mut digest = Sha256::new();
    digest.update(format!("{} {:?} {}", entry.date, entry.payee, entry.description));
    for posting in &entry.postings {
        let amount = posting.amount.as_ref().map(|amount| format!("{} {}", amount.number, amount.commodity));
        digest.update(format!("\n{} {amount:?}", posting.account));
    }
    digest.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// The digits after the point that a commodity's amounts have in the file.
fn scales(entries: &[PlainEntry]) -> BTreeMap<String, u8> {
    let mut scales: BTreeMap<String, u8> = BTreeMap::new();
    for amount in entries.iter().flat_map(|entry| &entry.postings).filter_map(|posting| posting.amount.as_ref()) {
        let scale = scales.entry(amount.commodity.clone()).or_default();
        *scale = (*scale).max(amount.number.scale);
    }
    scales
}

/// What is known so far.
struct Settling<'j> {
    currencies: &'j Currencies,
    journal: &'j PlainJournal,
    scales: BTreeMap<String, u8>,
    /// With what the program keeps out of the balance, and without it.
    all: Running,
    real: Running,
    lots: Lots,
    /// Accounts of entries that have faults, and the line of the first.
    doubtful: BTreeMap<String, u64>,
    told: BTreeSet<String>,
    /// Places of pads and the commodities that they have reached.
    used: BTreeSet<(usize, String)>,
    padded: Vec<PlainEntry>,
    faults: Vec<Fault>,
    notes: Vec<Fault>,
}

impl<'j> Settling<'j> {
    fn of(journal: &'j PlainJournal, currencies: &'j Currencies) -> Self {
        Self {
            currencies,
            journal,
            scales: BTreeMap::new(),
            all: Running::default(),
            real: Running::default(),
            lots: Lots::default(),
            doubtful: BTreeMap::new(),
            told: BTreeSet::new(),
            used: BTreeSet::new(),
            padded: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Settles an entry, and looks at the balances that its postings assert.
    fn entry(&mut self, entry: &mut PlainEntry, assertions: &[Assertion]) -> Vec<Weighed> {
        let settled = match entry.unread {
            Some(line) => Err((line, None)),
            None => self.settled(entry).map_err(|(line, why)| (line, Some(why))),
        };
        let settled = match settled {
            Ok(settled) => settled,
            Err((line, why)) => {
                self.faults.extend(why.map(|why| (line, why)));
                for posting in &entry.postings {
                    self.doubtful.entry(posting.account.clone()).or_insert(line);
                }
                assertions.iter().for_each(|one| self.check(one));
                return Vec::new();
            }
        };
        let mut postings = Vec::new();
        let mut weighed = Vec::new();
        for (place, (posting, own)) in entry.postings.iter().zip(settled).enumerate() {
            for one in own {
                self.all.add(&posting.account, &one.amount);
                if posting.outside.is_some() {
                    continue;
                }
                self.real.add(&posting.account, &one.amount);
                postings.push(PlainPosting { amount: Some(one.amount.clone()), ..posting.clone() });
                weighed.push(one);
            }
            if let Some(kind) = posting.outside {
                let words = match kind {
                    Virtual::Alone => "a virtual posting (in parentheses) is left out: it has no counterpart",
                    Virtual::Balanced => "a virtual posting [in brackets] is left out: it is outside of the books",
                };
                self.notes.push((posting.line, words.to_owned()));
            }
            assertions.iter().filter(|one| one.postings == place + 1).for_each(|one| self.check(one));
        }
        entry.postings = postings;
        weighed
    }

    /// What the postings of an entry move, one by one; more than one amount where several commodities are left out.
    fn settled(&mut self, entry: &PlainEntry) -> Result<Vec<Vec<Weighed>>, Fault> {
        let mut own: Vec<Vec<Weighed>> = Vec::with_capacity(entry.postings.len());
        let mut left_out: BTreeMap<Option<bool>, usize> = BTreeMap::new();
        for (place, posting) in entry.postings.iter().enumerate() {
            let weighed = match (&posting.amount, &posting.assigned) {
                (Some(amount), _) => vec![self.weighed(entry, posting, amount)?],
                (None, Some(assigned)) => self.reaching(entry, posting, assigned, &own),
                (None, None) if posting.outside == Some(Virtual::Alone) => Vec::new(),
                (None, None) => {
                    if left_out.insert(group(posting), place).is_some() {
                        let why = "is the second posting of this entry without an amount: only one can be inferred";
                        return Err((posting.line, why.to_owned()));
                    }
                    Vec::new()
                }
            };
            own.push(weighed);
        }
        for kind in [None, Some(true)] {
            let sums = self.sums(entry, &own, kind)?;
            if let Some(place) = left_out.get(&kind) {
                own[*place] = sums
                    .into_iter()
                    .map(|(commodity, number)| {
                        let amount = PlainAmount { number: exact::negated(number), commodity };
                        Weighed { weight: amount.clone(), amount, is_inferred: true }
                    })
                    .collect();
            } else {
                self.require_balance(entry, &sums)?;
            }
        }
        Ok(own)
    }

    /// A posting with its amount, and its weight.
    fn weighed(&mut self, entry: &PlainEntry, posting: &PlainPosting, amount: &PlainAmount) -> Result<Weighed, Fault> {
        let range = || (posting.line, "the price is out of range".to_owned());
        let weight = match (&posting.lot, &posting.price) {
            // ledger takes a lot's cost for the weight only beside a price: without one, units move as they are.
            (Some(lot), Some(_)) if lot.unit.is_some() || lot.total.is_some() || self.is_beancount() => {
                self.cost(entry, posting, amount, lot)?
            }
            (Some(lot), None) if self.is_beancount() => self.cost(entry, posting, amount, lot)?,
            (_, None) => amount.clone(),
            (_, Some(Price::Unit(unit))) => PlainAmount {
                number: exact::multiply(amount.number, exact::absolute(unit.number)).ok_or_else(range)?,
                commodity: unit.commodity.clone(),
            },
            (_, Some(Price::Total(total))) => {
                let number = exact::absolute(total.number);
                let number = if amount.number.unscaled < 0 { exact::negated(number) } else { number };
                PlainAmount { number, commodity: total.commodity.clone() }
            }
        };
        Ok(Weighed { amount: amount.clone(), weight, is_inferred: false })
    }

    /// What units cost that go into a lot or come out of one.
    fn cost(
        &mut self,
        entry: &PlainEntry,
        posting: &PlainPosting,
        amount: &PlainAmount,
        lot: &Lot,
    ) -> Result<PlainAmount, Fault> {
        let how = (self.booking(&posting.account), self.is_beancount());
        self.lots.book(&posting.account, entry.date, amount, lot, how).map_err(|why| (posting.line, why))
    }

    /// Whether the journal is one of beancount, which has fewer freedoms.
    fn is_beancount(&self) -> bool {
        self.journal.bookings.contains_key("")
    }

    fn booking(&self, account: &str) -> Booking {
        let bookings = &self.journal.bookings;
        bookings.get(account).or_else(|| bookings.get("")).copied().unwrap_or_default()
    }

    /// What lacks to the balance that a posting assigns, after the postings before it.
    fn reaching(
        &self,
        entry: &PlainEntry,
        posting: &PlainPosting,
        assigned: &Assigned,
        before: &[Vec<Weighed>],
    ) -> Vec<Weighed> {
        let mut running = self.all.clone_of(&posting.account);
        for (earlier, own) in entry.postings.iter().zip(before) {
            own.iter().for_each(|one| running.add(&earlier.account, &one.amount));
        }
        let mut lacks: BTreeMap<String, Decimal> = BTreeMap::new();
        if assigned.is_whole {
            for (commodity, number) in running.all(&posting.account, assigned.includes_below) {
                lacks.insert(commodity, exact::negated(number));
            }
        } else {
            let there = running.of(&posting.account, &assigned.amount.commodity, assigned.includes_below);
            lacks.insert(assigned.amount.commodity.clone(), exact::negated(there));
        }
        let wanted = lacks.entry(assigned.amount.commodity.clone()).or_insert(ZERO);
        *wanted = exact::add(*wanted, assigned.amount.number).unwrap_or(*wanted);
        let moved = lacks.into_iter().filter(|(_, number)| number.unscaled != 0);
        moved
            .map(|(commodity, number)| {
                let amount = PlainAmount { number, commodity };
                Weighed { weight: amount.clone(), amount, is_inferred: true }
            })
            .collect()
    }

    /// What the postings of a kind weigh together, without commodities that come to nothing.
    fn sums(
        &self,
        entry: &PlainEntry,
        own: &[Vec<Weighed>],
        kind: Option<bool>,
    ) -> Result<BTreeMap<String, Decimal>, Fault> {
        let mut sums: BTreeMap<String, Decimal> = BTreeMap::new();
        let range = || (entry.line, "the sum of this entry is out of range".to_owned());
        for (_, weighed) in entry.postings.iter().zip(own).filter(|(posting, _)| group(posting) == kind) {
            for one in weighed {
                let sum = sums.entry(one.weight.commodity.clone()).or_insert(ZERO);
                *sum = exact::add(*sum, one.weight.number).ok_or_else(range)?;
            }
        }
        sums.retain(|_, sum| sum.unscaled != 0);
        Ok(sums)
    }

    /// Sums of nothing, but for the rounding of prices; or two of different commodities, which are an exchange.
    fn require_balance(&self, entry: &PlainEntry, sums: &BTreeMap<String, Decimal>) -> Result<(), Fault> {
        let left: Vec<(&String, &Decimal)> =
            sums.iter().filter(|(commodity, sum)| !self.is_rounding(commodity, **sum)).collect();
        match left.as_slice() {
            [] => Ok(()),
            [(_, one), (_, other)] if !self.is_beancount() && (one.unscaled < 0) != (other.unscaled < 0) => Ok(()),
            left => {
                let told: Vec<String> =
                    left.iter().map(|(commodity, sum)| self.currencies.told(**sum, commodity)).collect();
                let told = told.join(" and ");
                Err((entry.line, format!("does not balance: its postings add up to {told} instead of 0")))
            }
        }
    }

    /// Whether a sum is at most half of the last digit that the commodity's amounts have in the file.
    fn is_rounding(&self, commodity: &str, sum: Decimal) -> bool {
        let scale = self.scales.get(commodity).copied().unwrap_or(2);
        exact::is_less(Decimal { unscaled: 5, scale: scale + 1 }, exact::absolute(sum)) == Some(false)
    }
}

/// Postings of a group balance among themselves: the real ones, those in brackets, those in parentheses.
fn group(posting: &PlainPosting) -> Option<bool> {
    posting.outside.map(|kind| kind == Virtual::Balanced)
}
