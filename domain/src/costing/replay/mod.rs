//! Changes the past: movements come and go anywhere in the order, and the changes elsewhere are returned.
//!
//! All pools that are touched go forward together, the smallest place first. A movement gets its value from movements
//! before it, in whichever pool, so when its turn comes those are final. Pools that a changed movement feeds join in.

mod lacking;
mod lane;
mod later_costs;
mod outcome;
mod physical;
pub(super) mod shared;
mod sources;
mod walk;
#[cfg(test)]
pub(crate) mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::outcome::{Change, Halt, Outcome, Rules, ValueEntry};
use crate::costing::replay::lane::{Lane, Next};
use crate::costing::replay::shared::Shared;
use crate::costing::replay::walk::Walk;
use crate::costing::{
    Checkpoint, Dependent, Effect, Fed, History, Kind, Layers, Legs, Movement, Phase, Place, PoolKey, PoolState,
    Refusal, Tie,
};
use crate::value::{Date, Instant};

/// Movements in a month for which a checkpoint at its end is worth a row: fewer are replayed as fast as it is read.
const MOVEMENTS_OF_A_MONTH: u32 = 16;

/// Layers that a checkpoint may have for each movement since the one before, so that all of them together stay small.
const LAYERS_PER_MOVEMENT: usize = 32;

/// Works out a change of the past. It changes nothing itself: the caller stores the outcome.
///
/// # Errors
/// If a new movement is impossible, leaves a later one without its goods or source, or removes a movement on which
/// others depend. If the history gave no answer, all of its stops, the first one first: a pool that cannot go on does
/// not keep the others from reporting their missing rows, so that a document of many pools does not start again for
/// each of them.
pub fn replay<H: History>(history: &H, change: Change, rules: Rules) -> Result<Outcome, Halt<Vec<H::Stop>>> {
    let mut run = Run::new(history, change, rules);
    let done = run.all();
    if !run.stops.is_empty() {
        // A refusal without this answer may well be a success with it.
        return Err(Halt::Stop(run.stops));
    }
    match done {
        Ok(()) => Ok(run.outcome),
        Err(Halt::Stop(stop)) => Err(Halt::Stop(vec![stop])),
        Err(Halt::Refused(refusal)) => Err(Halt::Refused(refusal)),
    }
}

/// One replay on its way.
struct Run<'a, H: History> {
    history: &'a H,
    rules: Rules,
    posting_date: Date,
    new: BTreeMap<PoolKey, BTreeMap<Place, Movement>>,
    /// Who depends on new movements, or on others by being new.
    new_dependents: BTreeMap<Place, Vec<Dependent>>,
    removed: BTreeMap<Place, Movement>,
    /// Which pool goes on next: the smallest place of those that have something to do.
    queue: BTreeSet<(Place, PoolKey)>,
    /// The places to process, pool by pool.
    pending: BTreeMap<PoolKey, BTreeSet<Place>>,
    /// Pools that are on their way.
    lanes: BTreeMap<PoolKey, Lane>,
    /// Effects that are new or differ from the postings.
    effects: BTreeMap<Place, Effect>,
    /// Sources that are shared, each as far as it was taken.
    shared: BTreeMap<Place, Shared>,
    /// Outputs of an assembly by its first component, once they are final.
    outputs: BTreeMap<Place, Vec<i64>>,
    /// The layers that changes of scope take with them.
    handed_over: BTreeMap<Place, Layers>,
    outcome: Outcome,
    /// The goods of receipts, as far as they were followed, and the receipts whose goods are to be.
    walk: Option<Walk>,
    to_follow: BTreeMap<Place, PoolKey>,
    walked: usize,
    /// From where on the later costs of a pool were looked at.
    costs_from: BTreeMap<PoolKey, Place>,
    /// Pools as they were at some places on the way, to begin a walk near.
    passed: BTreeMap<(PoolKey, Place), Arc<PoolState>>,
    /// What falls to goods of pools, by part of a later cost.
    of_parts: BTreeMap<Place, Layers>,
    /// Parts that documents of before have from now on.
    added: BTreeSet<Place>,
    /// The last lines of documents with new parts.
    last_lines: BTreeMap<i64, u32>,
    lines: u32,
    /// From where on a pool may be another one than it was.
    changed_from: BTreeMap<PoolKey, Place>,
    /// Where the change begins.
    first: Option<Place>,
    /// The day that was asked for last, and the one on which its differences are posted.
    last_opened: Option<(Date, Date)>,
    /// Pools that have less than they had, and since when.
    lowered: BTreeMap<PoolKey, Instant>,
    /// Pools with movements that were met on the way and do not stand where they occurred.
    with_prospective: BTreeSet<PoolKey>,
    /// Where the history gave no answer, and the pools that do not go on for it.
    stops: Vec<H::Stop>,
    stopped: BTreeSet<PoolKey>,
}

impl<'a, H: History> Run<'a, H> {
    fn new(history: &'a H, change: Change, rules: Rules) -> Self {
        let first = change.insert.iter().chain(&change.remove).map(|movement| movement.place).min();
        let mut new: BTreeMap<PoolKey, BTreeMap<Place, Movement>> = BTreeMap::new();
        let mut new_dependents: BTreeMap<Place, Vec<Dependent>> = BTreeMap::new();
        for movement in change.insert {
            note_dependencies(&mut new_dependents, &movement);
            new.entry(movement.pool).or_default().insert(movement.place, movement);
        }
        Self {
            history,
            rules,
            posting_date: change.posting_date,
            new,
            new_dependents,
            removed: change.remove.into_iter().map(|movement| (movement.place, movement)).collect(),
            queue: BTreeSet::new(),
            pending: BTreeMap::new(),
            lanes: BTreeMap::new(),
            effects: BTreeMap::new(),
            shared: BTreeMap::new(),
            outputs: BTreeMap::new(),
            handed_over: BTreeMap::new(),
            outcome: Outcome::default(),
            walk: None,
            to_follow: BTreeMap::new(),
            walked: 0,
            costs_from: BTreeMap::new(),
            passed: BTreeMap::new(),
            of_parts: BTreeMap::new(),
            added: BTreeSet::new(),
            last_lines: BTreeMap::new(),
            lines: change.lines,
            changed_from: BTreeMap::new(),
            first,
            last_opened: None,
            lowered: BTreeMap::new(),
            with_prospective: BTreeSet::new(),
            stops: Vec::new(),
            stopped: BTreeSet::new(),
        }
    }

    fn note_dependencies(&mut self, movement: &Movement) {
        note_dependencies(&mut self.new_dependents, movement);
    }

    /// The whole run: removals, insertions, and their consequences.
    fn all(&mut self) -> Result<(), Halt<H::Stop>> {
        for movement in self.removed.values().cloned().collect::<Vec<_>>() {
            let done = self.take_away(&movement);
            self.answered(movement.pool, done)?;
        }
        self.queue_what_is_new()?;
        while let Some((place, pool)) = self.queue.pop_first() {
            if !self.stopped.contains(&pool) {
                let done = self.go_on(place, pool);
                self.answered(pool, done)?;
            }
        }
        if self.stops.is_empty() {
            self.require_there_when_they_left()?;
        }
        self.outcome.adjustments.sort_unstable();
        Ok(())
    }

    /// Notes where the history gave no answer about a pool: the others go on.
    fn answered(&mut self, pool: PoolKey, done: Result<(), Halt<H::Stop>>) -> Result<(), Halt<H::Stop>> {
        if let Err(Halt::Stop(stop)) = done {
            self.stops.push(stop);
            self.stopped.insert(pool);
            return Ok(());
        }
        done
    }

    /// Reverses the postings of a removed movement, each part on its own date, and queues the movements that shared
    /// with it.
    fn take_away(&mut self, movement: &Movement) -> Result<(), Halt<H::Stop>> {
        let dependents = self.history.dependents(movement.place, movement.pool).map_err(Halt::Stop)?;
        // A later cost of goods that were in transit has none there any more.
        let needs = |dependent: &&Dependent| !matches!(dependent.tie, Tie::InTransit);
        let mut by: Vec<Place> = dependents.iter().filter(needs).map(|dependent| dependent.place).collect();
        by.retain(|place| !self.removed.contains_key(place));
        if !by.is_empty() {
            by.sort_unstable();
            return Err(Refusal::HasDependents { of: movement.place, by }.into());
        }
        let booked = self.history.booked(movement.place).map_err(Halt::Stop)?;
        self.note_quantity(movement, -booked.quantity);
        for (date, legs) in booked.by_date {
            self.adjust(movement, date, &legs, -1)?;
        }
        self.look_at(movement.pool, movement.place);
        self.look_at_sharers(movement)?;
        self.look_at_costs_of(movement)
    }

    /// The same of later costs. Where the history gives no answer, all else goes on, to tell what it lacks.
    fn look_at_costs_of(&mut self, movement: &Movement) -> Result<(), Halt<H::Stop>> {
        match self.look_at_later_costs(movement) {
            Err(Halt::Stop(stop)) => {
                self.stops.push(stop);
                Ok(())
            }
            done => done,
        }
    }

    fn queue_what_is_new(&mut self) -> Result<(), Halt<H::Stop>> {
        for movement in self.new.values().flat_map(BTreeMap::values).cloned().collect::<Vec<_>>() {
            for (of, _) in movement.depends_on() {
                if of >= movement.place || self.removed.contains_key(&of) {
                    return Err(Refusal::BeforeItsSource { of, place: movement.place }.into());
                }
            }
            self.look_at(movement.pool, movement.place);
            self.look_at_sharers(&movement)?;
            self.look_at_costs_of(&movement)?;
        }
        Ok(())
    }

    /// Who shares a source with a movement that comes or goes gets another share, if it stands after it.
    fn look_at_sharers(&mut self, movement: &Movement) -> Result<(), Halt<H::Stop>> {
        for (of, tie) in movement.depends_on() {
            if matches!(tie, Tie::Share(_) | Tie::InTransit) && !self.removed.contains_key(&of) {
                self.look_at_dependents(of, movement.place, movement.pool)?;
            }
        }
        Ok(())
    }

    /// Queues the movements that have their value from a movement, after some place.
    fn look_at_dependents(&mut self, of: Place, after: Place, near: PoolKey) -> Result<(), Halt<H::Stop>> {
        for dependent in self.history.dependents(of, near).map_err(Halt::Stop)? {
            let has_value = matches!(dependent.tie, Tie::Value | Tie::Share(_) | Tie::InTransit);
            if has_value && dependent.place > after && !self.removed.contains_key(&dependent.place) {
                self.look_at(dependent.pool, dependent.place);
            }
        }
        Ok(())
    }

    /// Notes a place that must be looked at. A pool on its way will come to it; another one is queued.
    fn look_at(&mut self, pool: PoolKey, place: Place) {
        self.pending.entry(pool).or_default().insert(place);
        self.changed_from.entry(pool).and_modify(|first| *first = place.min(*first)).or_insert(place);
        if !self.lanes.contains_key(&pool) {
            self.queue.insert((place, pool));
        }
    }

    /// Takes a pool forward until another one is to go first, it has come to its end, or it is as it was.
    fn go_on(&mut self, place: Place, pool: PoolKey) -> Result<(), Halt<H::Stop>> {
        let is_pending = self.pending.get(&pool).is_some_and(|places| places.contains(&place));
        let mut lane = match self.lanes.remove(&pool) {
            Some(lane) => lane,
            None if is_pending => self.open(pool, place)?,
            // It was there already.
            None => return Ok(()),
        };
        loop {
            let next = lane.next(self)?;
            let next_place = next.as_ref().map(|next| next.movement.place);
            // A checkpoint may be of a movement that is gone. What others do before it may still add a part of a later cost.
            let checkpoint = lane.checkpoint_before(next_place);
            if let Some(here) = checkpoint.or(next_place)
                && self.queue.first().is_some_and(|(first, other)| (*first, *other) < (here, pool))
            {
                lane.give_back(next);
                self.queue.insert((here, pool));
                self.lanes.insert(pool, lane);
                return Ok(());
            }
            if self.is_as_it_was(&mut lane, next_place)? {
                lane.give_back(next);
                self.jump(&lane);
                return Ok(());
            }
            if checkpoint.is_some() {
                lane.give_back(next);
                continue;
            }
            let Some(next) = next else {
                self.pending.remove(&pool);
                self.outcome.heads.insert(pool, lane.head());
                return Ok(());
            };
            self.step(&mut lane, next)?;
        }
    }

    /// Compares the pool with the checkpoint that it has passed; if it differs it is kept anew. Between them come new ones.
    fn is_as_it_was(&mut self, lane: &mut Lane, next: Option<Place>) -> Result<bool, Halt<H::Stop>> {
        if let Some(was) = lane.take_checkpoint_before(next) {
            if *was.state == *lane.state {
                lane.at = Some(was.place);
                return Ok(true);
            }
            // The pool's end never lies before a checkpoint, also where the last movements were taken away.
            lane.at = Some(was.place);
            lane.since_checkpoint = 0;
            self.outcome.checkpoints.push((lane.pool, Checkpoint { place: was.place, state: lane.state.clone() }));
            lane.checkpoint_ahead = self.history.checkpoint_from(lane.pool, was.place.after()).map_err(Halt::Stop)?;
        }
        if let (Some(at), Some(next)) = (lane.at, next)
            && (lane.since_checkpoint >= self.rules.checkpoint_every
                || lane.since_checkpoint >= MOVEMENTS_OF_A_MONTH && at.month() != next.month())
            && lane.state.layers().len()
                <= usize::try_from(lane.since_checkpoint).unwrap_or(usize::MAX).saturating_mul(LAYERS_PER_MOVEMENT)
        {
            lane.since_checkpoint = 0;
            self.outcome.checkpoints.push((lane.pool, Checkpoint { place: at, state: lane.state.clone() }));
        }
        Ok(false)
    }

    /// The pool is as it was, and stays so up to the next place that must be looked at.
    fn jump(&mut self, lane: &Lane) {
        self.note_stop(lane.pool);
        let Some(places) = self.pending.get_mut(&lane.pool) else { return };
        if let Some(at) = lane.at {
            *places = places.split_off(&at.after());
        }
        if let Some(next) = places.first() {
            self.queue.insert((*next, lane.pool));
        }
    }

    /// Costs one movement and notes the differences.
    fn step(&mut self, lane: &mut Lane, next: Next) -> Result<(), Halt<H::Stop>> {
        let Next { movement, booked, is_needed } = next;
        let place = movement.place;
        let is_pending = self.pending.get(&lane.pool).is_some_and(|places| places.contains(&place));
        let mut fed = match &booked {
            Some(booked) if !is_pending => booked.was_fed(&movement),
            _ => self.fed(lane, &movement, booked.as_ref())?,
        };
        if let Kind::InAll { from, of } = movement.kind {
            fed.layers = self.handed_over(from, of)?;
        }
        let leaves_with = lane.state.handed_over(&movement.kind);
        let effect = match self.apply(lane, &movement, fed) {
            Err(Halt::Refused(Refusal::WouldGoNegative { place, lacks, .. })) => {
                let later = self.lacking_after(lane, &movement)?;
                return Err(Refusal::WouldGoNegative { place, lacks, later }.into());
            }
            other => other?,
        };
        if is_pending && matches!(movement.kind, Kind::InAll { .. }) {
            // What came may be other goods, and leave in another order.
            self.look_at_costs_after(lane.pool, place)?;
        }
        if movement.changes_scope() && place.phase == Phase::Out {
            // Who gets it must look at it also where only its layers changed.
            self.handed_over.insert(place, leaves_with);
            if is_needed {
                self.look_at_dependents(place, place, lane.pool)?;
            }
        }
        self.note_quantity(&movement, effect.quantity - booked.as_ref().map_or(0, |booked| booked.quantity));
        let booked = if self.added.contains(&place) { Some(Effect::default()) } else { booked };
        let Some(booked) = booked else {
            self.effects.insert(place, effect.clone());
            self.outcome.inserted.insert(place, effect);
            if let Kind::ValuePart { dispatch: Some(dispatch), .. } = movement.kind {
                self.look_at_dependents(dispatch, place, lane.pool)?;
            }
            return Ok(());
        };
        if effect == booked {
            return Ok(());
        }
        let mut difference = effect.legs.clone();
        difference.add_all(&booked.legs, -1);
        self.adjust(&movement, movement.posting_date, &difference, 1)?;
        if effect.quantity != booked.quantity {
            self.outcome.quantities.insert(place, effect.quantity);
            self.look_at_costs_after(lane.pool, place)?;
        }
        if effect.shares != booked.shares {
            self.outcome.shares.insert((lane.pool, place), effect.shares.clone());
        }
        if effect.written_down != booked.written_down {
            self.outcome.written_down.insert((lane.pool, place), effect.written_down);
        }
        if let Kind::ValuePart { dispatch: Some(dispatch), .. } = movement.kind {
            self.look_at_dependents(dispatch, place, lane.pool)?;
        }
        let hands_on_another = is_needed && effect.handed_on(place) != booked.handed_on(place);
        self.effects.insert(place, effect);
        if hands_on_another { self.look_at_dependents(place, place, lane.pool) } else { Ok(()) }
    }

    fn apply(&mut self, lane: &mut Lane, movement: &Movement, fed: Fed) -> Result<Effect, Halt<H::Stop>> {
        #[cfg(test)]
        work::one();
        // Movements between a checkpoint and the first change are costed on the way, and do not change.
        self.outcome.replayed += usize::from(self.first.is_none_or(|first| movement.place > first));
        if self.outcome.replayed > self.rules.most_movements {
            return Err(Refusal::ReplayTooLarge { most: self.rules.most_movements }.into());
        }
        let effect = lane.apply(movement, fed)?;
        self.note_passed(lane);
        Ok(effect)
    }

    /// The day on which a difference of a day is posted: most come day by day, many of each.
    fn open_date(&mut self, date: Date) -> Result<Date, Halt<H::Stop>> {
        match self.last_opened {
            Some((asked, open)) if asked == date => Ok(open),
            _ => {
                let open = self.history.open_date(date).map_err(Halt::Stop)?;
                self.last_opened = Some((date, open));
                Ok(open)
            }
        }
    }

    /// Notes differences: on the day of the posting that they differ from, never before their cause, and on an open
    /// day.
    fn adjust(&mut self, movement: &Movement, date: Date, legs: &Legs, sign: i64) -> Result<(), Halt<H::Stop>> {
        let date = self.open_date(date.max(self.posting_date))?;
        let (place, pool) = (movement.place, movement.pool);
        let entries = legs.iter().map(|(leg, amount)| ValueEntry { date, place, pool, leg, amount: sign * amount });
        self.outcome.adjustments.extend(entries);
        Ok(())
    }
}

/// Notes who depends on whom by a new movement.
fn note_dependencies(all: &mut BTreeMap<Place, Vec<Dependent>>, movement: &Movement) {
    for (of, tie) in movement.depends_on() {
        all.entry(of).or_default().push(Dependent { place: movement.place, pool: movement.pool, tie });
    }
}
