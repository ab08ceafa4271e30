//! Asserted balances, and pads that reach them.

use domain::value::Decimal;

use super::Settling;
use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::{Assertion, PlainEntry, PlainPosting, exact};

impl Settling<'_> {
    /// A balance at the beginning of a day, which a pad may reach.
    pub(super) fn meets(&mut self, one: &Assertion) {
        self.pad(one);
        self.check(one);
    }

    /// Adds the entry of the last pad before the day, if there is one that has not reached this commodity yet.
    fn pad(&mut self, one: &Assertion) {
        let pads = self.journal.pads.iter().enumerate();
        let earlier = pads.filter(|(_, pad)| pad.account == one.account && pad.date < one.date);
        let Some((place, pad)) = earlier.max_by_key(|(place, pad)| (pad.date, *place)) else { return };
        if !self.used.insert((place, one.amount.commodity.clone())) {
            return;
        }
        let there = self.real.of(&one.account, &one.amount.commodity, one.includes_below);
        let lacks = exact::add(one.amount.number, exact::negated(there)).filter(|lacks| lacks.unscaled != 0);
        let Some(number) = lacks else { return };
        let posting = |account: &str, number| PlainPosting {
            line: pad.line,
            account: account.to_owned(),
            amount: Some(PlainAmount { number, commodity: one.amount.commodity.clone() }),
            ..PlainPosting::default()
        };
        let postings = vec![posting(&pad.account, number), posting(&pad.from, exact::negated(number))];
        for own in &postings {
            own.amount.iter().for_each(|amount| {
                self.real.add(&own.account, amount);
                self.all.add(&own.account, amount);
            });
        }
        let description = format!("Padding of {} to its balance on {}", pad.account, one.date);
        let content = format!("pad {} {} {}", pad.date, pad.account, one.amount.commodity);
        self.padded.push(PlainEntry {
            line: pad.line,
            date: pad.date,
            description,
            postings,
            content,
            ..PlainEntry::default()
        });
    }

    /// Whether the account has this balance, with or without what its program keeps out of the balance. Of an account
    /// with faulty entries nothing can be said, which is told once.
    pub(super) fn check(&mut self, one: &Assertion) {
        let below = format!("{}:", one.account);
        let doubt = self
            .doubtful
            .iter()
            .find(|(account, _)| **account == one.account || (one.includes_below && account.starts_with(&below)));
        if let Some((_, line)) = doubt {
            let words = format!("the balances of {} from here on are not checked because of line {line}", one.account);
            if self.told.insert(one.account.clone()) {
                self.notes.push((one.line, words));
            }
            return;
        }
        let PlainAmount { number, commodity } = &one.amount;
        // Nothing without a commodity is nothing of any.
        if number.unscaled == 0 && commodity.is_empty() {
            return;
        }
        let there = self.real.of(&one.account, commodity, one.includes_below);
        let with_virtual = self.all.of(&one.account, commodity, one.includes_below);
        let is_so = |there: Decimal| self.is_near(there, *number);
        if !is_so(there) && !is_so(with_virtual) {
            let found = self.currencies.told(there, commodity);
            let wanted = self.currencies.told(*number, commodity);
            let account = &one.account;
            let why = format!("the file asserts that {account} has {wanted} here, but its entries add up to {found}");
            self.faults.push((one.line, why));
        }
    }

    /// beancount takes a balance for right that differs by one of its last digit; others are exact.
    fn is_near(&self, there: Decimal, wanted: Decimal) -> bool {
        let slack = Decimal { unscaled: i128::from(self.is_beancount() && wanted.scale > 0), scale: wanted.scale };
        let apart = exact::add(there, exact::negated(wanted)).map(exact::absolute);
        apart.and_then(|apart| exact::is_less(slack, apart)) == Some(false)
    }
}
