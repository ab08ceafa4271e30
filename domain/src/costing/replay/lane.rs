//! One pool on its way forward through its movements.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::costing::replay::Run;
use crate::costing::{
    Checkpoint, Effect, Fed, Halt, Head, History, Kind, Movement, Place, PoolKey, PoolState, Refusal,
};

/// The position in a pool, and the next movement.
pub(super) struct Lane {
    pub pool: PoolKey,
    /// The pool after the movement at `at`.
    pub state: Arc<PoolState>,
    /// The last movement, or the checkpoint that it began at.
    pub at: Option<Place>,
    /// Movements since the last checkpoint.
    pub since_checkpoint: u32,
    /// The first checkpoint that was not compared yet.
    pub checkpoint_ahead: Option<Checkpoint>,
    /// Movements of the history that were read and not done.
    read: VecDeque<Next>,
    /// Up to where the history was read.
    read_up_to: Option<Place>,
    is_read: bool,
    /// New movements that were not done.
    new: BTreeMap<Place, Movement>,
}

/// A movement to be costed, with its postings by now; `None` for a new one.
pub(super) struct Next {
    pub movement: Movement,
    pub booked: Option<Effect>,
    /// Whether stored movements may have their value from it.
    pub is_needed: bool,
}

impl<H: History> Run<'_, H> {
    /// A pool as it was right before a place, from its end or its nearest checkpoint.
    pub(super) fn open(&mut self, pool: PoolKey, place: Place) -> Result<Lane, Halt<H::Stop>> {
        let mut new = self.new.get(&pool).cloned().unwrap_or_default();
        new = new.split_off(&place);
        if let Some(end) = self.outcome.heads.get(&pool)
            && end.as_ref().is_none_or(|end| end.place < place)
        {
            // It came to its end, and a part of a later cost is added to it.
            return self.reopen(pool, end.clone(), new);
        }
        let mut lane = match self.history.head(pool).map_err(Halt::Stop)? {
            Some(head) if head.place < place => {
                let mut lane = Lane::at(pool, Some(head.place), head.state, new);
                (lane.since_checkpoint, lane.is_read) = (head.since_checkpoint, true);
                return Ok(lane);
            }
            Some(_) => match self.history.checkpoint_before(pool, place).map_err(Halt::Stop)? {
                Some(from) => Lane::at(pool, Some(from.place), from.state, new),
                None => Lane::at(pool, None, Arc::new(self.history.origin(pool).map_err(Halt::Stop)?), new),
            },
            None => {
                let mut lane = Lane::at(pool, None, Arc::new(self.history.origin(pool).map_err(Halt::Stop)?), new);
                lane.is_read = true;
                return Ok(lane);
            }
        };
        lane.checkpoint_ahead = self.history.checkpoint_from(pool, place).map_err(Halt::Stop)?;
        // Everything before the place is unchanged.
        while let Some(next) = lane.next(self)? {
            let mut was = match &next.booked {
                Some(booked) if next.movement.place < place => booked.was_fed(&next.movement),
                _ => {
                    lane.give_back(Some(next));
                    break;
                }
            };
            if let Kind::InAll { from, of } = next.movement.kind {
                was.layers = self.handed_over(from, of)?;
            }
            self.apply(&mut lane, &next.movement, was)?;
        }
        Ok(lane)
    }
}

impl<H: History> Run<'_, H> {
    /// A pool that came to its end on the way, from there on.
    fn reopen(&self, pool: PoolKey, end: Option<Head>, new: BTreeMap<Place, Movement>) -> Result<Lane, Halt<H::Stop>> {
        let mut lane = match end {
            Some(head) => {
                let lane = Lane::at(pool, Some(head.place), head.state, new);
                Lane { since_checkpoint: head.since_checkpoint, ..lane }
            }
            None => Lane::at(pool, None, Arc::new(self.history.origin(pool).map_err(Halt::Stop)?), new),
        };
        lane.is_read = true;
        Ok(lane)
    }
}

impl Lane {
    pub(super) fn at(pool: PoolKey, at: Option<Place>, state: Arc<PoolState>, new: BTreeMap<Place, Movement>) -> Self {
        Self {
            pool,
            state,
            at,
            since_checkpoint: 0,
            checkpoint_ahead: None,
            read: VecDeque::new(),
            read_up_to: at,
            is_read: false,
            new,
        }
    }

    /// The next movement: of the history without those taken away, or a new one.
    pub(super) fn next<H: History>(&mut self, run: &Run<'_, H>) -> Result<Option<Next>, Halt<H::Stop>> {
        while self.read.is_empty() && !self.is_read {
            let more = run.history.movements_after(self.pool, self.read_up_to).map_err(Halt::Stop)?;
            match more.last() {
                Some(last) => self.read_up_to = Some(last.movement.place),
                None => self.is_read = true,
            }
            let more = more.into_iter().filter(|recorded| !run.removed.contains_key(&recorded.movement.place));
            self.read.extend(more.map(|one| Next {
                movement: one.movement,
                booked: Some(one.effect),
                is_needed: one.is_needed,
            }));
        }
        let is_new_first = match (self.read.front(), self.new.first_key_value()) {
            (Some(read), Some((place, _))) => *place < read.movement.place,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if is_new_first {
            return Ok(self.new.pop_first().map(|(_, movement)| Next { movement, booked: None, is_needed: false }));
        }
        Ok(self.read.pop_front())
    }

    /// Takes up a new movement that stands behind all that was done.
    pub(super) fn add(&mut self, movement: Movement) {
        self.new.insert(movement.place, movement);
    }

    /// Puts the movement back that `next` answered.
    pub(super) fn give_back(&mut self, next: Option<Next>) {
        match next {
            Some(next) if next.booked.is_some() => self.read.push_front(next),
            Some(next) => {
                self.new.insert(next.movement.place, next.movement);
            }
            None => {}
        }
    }

    /// Where the checkpoint ahead is, if all movements up to it are done.
    pub(super) fn checkpoint_before(&self, next: Option<Place>) -> Option<Place> {
        let place = self.checkpoint_ahead.as_ref()?.place;
        next.is_none_or(|next| next > place).then_some(place)
    }

    /// That checkpoint itself.
    pub(super) fn take_checkpoint_before(&mut self, next: Option<Place>) -> Option<Checkpoint> {
        self.checkpoint_before(next)?;
        self.checkpoint_ahead.take()
    }

    /// Does one movement.
    pub(super) fn apply(&mut self, movement: &Movement, fed: Fed) -> Result<Effect, Refusal> {
        let effect = Arc::make_mut(&mut self.state).apply(movement, fed)?;
        self.at = Some(movement.place);
        self.since_checkpoint += 1;
        Ok(effect)
    }

    /// The pool's end.
    pub(super) fn head(self) -> Option<Head> {
        let Self { at, since_checkpoint, state, .. } = self;
        at.map(|place| Head { place, since_checkpoint, state })
    }
}
