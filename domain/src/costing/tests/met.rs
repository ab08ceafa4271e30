//! A record of the cases in random histories: each document by its name and its outcome, and its contents besides its
//! name.
//!
//! A proof without a case has shown nothing about it, so the test lists the cases that it must have met.

use std::collections::BTreeMap;

use crate::costing::tests::scenario::{Scenario, Step, number};
use crate::costing::tests::world::*;
use crate::costing::*;

/// How often each was met.
#[derive(Default, Debug)]
pub struct Met {
    /// Documents by name and outcome.
    documents: BTreeMap<(&'static str, &'static str), u32>,
    /// The effects they had.
    done: BTreeMap<&'static str, u32>,
}

/// Documents of each kind.
const DOCUMENTS: [&str; 21] = [
    "receipt",
    "issue",
    "found",
    "transfer",
    "dispatch",
    "share",
    "loss",
    "supplier return",
    "landed cost",
    "price difference",
    "revaluation",
    "assembly",
    "change of valuation",
    "change of scope",
    "told apart",
    "lots told apart",
    "lots joined",
    "prospective",
    "received again",
    "void",
    "void in a closed month",
];

const REFUSALS: [&str; 8] = [
    "would_go_negative_at",
    "cost_required",
    "no_known_cost",
    "takes_too_much",
    "has_dependents",
    "pool_too_large",
    "amount_out_of_range",
    "before_its_source",
];

/// The effects of documents, and of replay for them.
const DONE: [&str; 21] = [
    "reclassification",
    "standard cost change",
    "standard cost change of what is owed",
    "change of method",
    "change of method of what is owed",
    "return of an issue",
    "receipt of a dispatch",
    "loss of a dispatch",
    "later cost of which a part is gone",
    "later cost of goods that went over to another pool",
    "later cost of goods in transit",
    "later cost of goods that had gone elsewhere before, as was told later",
    "goods sent back that were other ones",
    "goods sent back that went over to another pool",
    "difference to a standard cost",
    "debt settled by a new receipt",
    "debt settled at another cost by a changed past",
    "difference in another pool",
    "differences on several days",
    "difference of a closed day on the first open one",
    "early stop",
];

/// A pool that is as it was for a while and changes again later; the named traps have more of it.
const STOPS_IN_BETWEEN: &str = "early stop before what is pending";

impl Met {
    /// Notes a document that was done or refused. The pools are those from before it.
    pub fn note(&mut self, step: &Step, before: &[PoolState], scenario: &Scenario) {
        let answer = step.answer.as_ref().map_or_else(Refusal::code, |_| "done");
        *self.documents.entry((step.what, answer)).or_default() += 1;
        let Ok(outcome) = &step.answer else { return };
        let own = outcome.parts.iter().filter(|part| outcome.inserted.contains_key(&part.place));
        if outcome.parts.iter().any(|part| !outcome.inserted.contains_key(&part.place)) {
            self.is_done("later cost of goods that had gone elsewhere before, as was told later");
        }
        for movement in step.change.insert.iter().chain(own) {
            let legs = &outcome.inserted[&movement.place].legs;
            let pool = &before[usize::from(number(movement))];
            self.note_movement(movement, legs, pool, &scenario.world);
            self.note_share(movement, scenario);
        }
        self.note_replay(&step.change, outcome, scenario);
    }

    fn note_movement(&mut self, movement: &Movement, legs: &Legs, pool: &PoolState, world: &World) {
        let is_owed = pool.quantity() < 0;
        let is_elsewhere = |receipt: &Place| !world.movements[&movement.pool].contains_key(receipt);
        match &movement.kind {
            Kind::Reclassify { .. } if !legs.is_empty() => self.is_done("reclassification"),
            Kind::ChangeStandard { .. } if !legs.is_empty() => {
                self.is_done("standard cost change");
                if is_owed {
                    self.is_done("standard cost change of what is owed");
                }
            }
            Kind::ChangeMethod { to, .. } if *to != pool.method() && pool.quantity() != 0 => {
                self.is_done("change of method");
                if is_owed {
                    self.is_done("change of method of what is owed");
                }
            }
            Kind::Value { .. } if legs.stock() != 0 && legs.variance() != 0 => {
                self.is_done("later cost of which a part is gone");
            }
            Kind::ValuePart { dispatch: None, .. } if legs.stock() != 0 => {
                self.is_done("later cost of goods that went over to another pool");
            }
            Kind::ValuePart { dispatch: Some(_), .. } if !legs.is_empty() => {
                self.is_done("later cost of goods in transit");
            }
            Kind::SupplierReturn { receipt, .. } => {
                if legs.variance() != 0 {
                    self.is_done("goods sent back that were other ones");
                }
                if is_elsewhere(receipt) {
                    self.is_done("goods sent back that went over to another pool");
                }
            }
            Kind::In { .. } if legs.variance() != 0 => self.is_done("difference to a standard cost"),
            _ => {}
        }
        if settles(legs.iter().map(|(leg, _)| leg)) {
            self.is_done("debt settled by a new receipt");
        }
    }

    fn note_share(&mut self, movement: &Movement, scenario: &Scenario) {
        let (Kind::In { cost: Cost::From(Source::Share { of, .. }), .. }
        | Kind::Lost { source: Source::Share { of, .. }, .. }) = &movement.kind
        else {
            return;
        };
        let came = matches!(movement.kind, Kind::In { .. });
        let source = scenario.documents.iter().find(|one| one.movements[0].place == *of);
        match source.map(|one| one.what) {
            Some("issue") if came => self.is_done("return of an issue"),
            Some("dispatch") if came => self.is_done("receipt of a dispatch"),
            Some("dispatch") => self.is_done("loss of a dispatch"),
            _ => {}
        }
    }

    fn note_replay(&mut self, change: &Change, outcome: &Outcome, scenario: &Scenario) {
        let open = scenario.world.open_from;
        let own = |key: &PoolKey| change.insert.iter().chain(&change.remove).any(|one| one.pool == *key);
        if settles(outcome.adjustments.iter().map(|entry| entry.leg)) {
            self.is_done("debt settled at another cost by a changed past");
        }
        if outcome.adjustments.iter().any(|entry| !own(&entry.pool)) {
            self.is_done("difference in another pool");
        }
        if outcome.adjustments.iter().any(|entry| entry.date != outcome.adjustments[0].date) {
            self.is_done("differences on several days");
        }
        let is_closed = |entry: &ValueEntry| {
            let movements = scenario.world.movements.get(&entry.pool);
            let of = movements.and_then(|all| all.get(&entry.place));
            of.is_some_and(|of| open.is_some_and(|open| of.posting_date < open))
        };
        if outcome.adjustments.iter().any(is_closed) {
            self.is_done("difference of a closed day on the first open one");
        }
        if change.remove.first().is_some_and(|gone| open.is_some_and(|open| gone.posting_date < open)) {
            *self.documents.entry(("void in a closed month", "done")).or_default() += 1;
        }
        // A pool that changed, and came to be as it was before its end.
        if change.insert.iter().chain(&change.remove).any(|one| !outcome.heads.contains_key(&one.pool)) {
            self.is_done("early stop");
        }
        if outcome.replayed < following(change, outcome, &scenario.world) {
            self.is_done(STOPS_IN_BETWEEN);
        }
    }

    fn is_done(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    /// Every kind of document was done and, where it can be, refused, and did all that it can do.
    pub fn assert_everything(&self) {
        for kind in DOCUMENTS {
            let times = self.documents.get(&(kind, "done")).copied().unwrap_or(0);
            assert!(times >= 20, "{kind} was done {times} times: {self:#?}");
        }
        for code in REFUSALS {
            assert!(self.documents.keys().any(|(_, answer)| *answer == code), "{code} was never met: {self:#?}");
        }
        for what in DONE {
            let times = self.done.get(what).copied().unwrap_or(0);
            assert!(times >= 10, "{what} was met {times} times: {self:#?}");
        }
        assert!(self.done.contains_key(STOPS_IN_BETWEEN), "{self:#?}");
    }
}

/// How many movements a replay costs at least that goes through its own pools to their ends without a stop.
fn following(change: &Change, outcome: &Outcome, world: &World) -> usize {
    let mut begins: BTreeMap<PoolKey, Place> = BTreeMap::new();
    for one in change.insert.iter().chain(&change.remove) {
        begins.entry(one.pool).and_modify(|place| *place = one.place.min(*place)).or_insert(one.place);
    }
    let first = begins.values().min().copied();
    let to_the_end = begins.iter().filter(|(pool, _)| outcome.heads.contains_key(pool));
    let all = to_the_end.filter_map(|(pool, from)| Some(world.movements.get(pool)?.range(from..)));
    all.flatten().filter(|(place, _)| Some(**place) > first).count()
}

/// Whether goods that came cost something else than was thought when they were owed.
fn settles(mut legs: impl Iterator<Item = Leg>) -> bool {
    legs.any(|leg| matches!(leg, Leg::CounterOf(_)))
}
