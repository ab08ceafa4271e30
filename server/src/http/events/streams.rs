//! How many streams everybody has open.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::value::id::PrincipalId;

use crate::http::problem::{Problem, ServerCode};

/// Streams of one principal at a time.
pub const STREAMS_PER_PRINCIPAL: u32 = 20;
/// When a place may be free again: a client that went away is noticed with the next heartbeat at the latest.
const RETRY_AFTER_S: u64 = 15;

/// The streams of one process; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Streams(Arc<Mutex<HashMap<PrincipalId, u32>>>);

/// The place of one stream, free again when it is dropped.
#[derive(Debug)]
pub struct Place {
    streams: Streams,
    principal: PrincipalId,
}

impl Streams {
    /// Takes one of the principal's places.
    ///
    /// # Errors
    /// 429 where none is left.
    pub fn enter(&self, principal: PrincipalId) -> Result<Place, Problem> {
        let mut open = self.lock();
        let count = open.entry(principal).or_insert(0);
        if *count >= STREAMS_PER_PRINCIPAL {
            let detail = format!(
                "{STREAMS_PER_PRINCIPAL} streams are open for this principal, as many as one may have: close one and \
                 come again in {RETRY_AFTER_S} s"
            );
            let problem = Problem::new(ServerCode::TooManyStreams, detail);
            return Err(problem.with("limit", i64::from(STREAMS_PER_PRINCIPAL)).retry_after(RETRY_AFTER_S));
        }
        *count += 1;
        drop(open);
        Ok(Place { streams: self.clone(), principal })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PrincipalId, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Entry::Occupied(mut open) = self.streams.lock().entry(self.principal) {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_principal_has_so_many_places_and_a_closed_stream_gives_its_own_back() {
        let streams = Streams::default();
        let (anna, bert) = (PrincipalId([1; 16]), PrincipalId([2; 16]));
        let mut places: Vec<Place> = (0..STREAMS_PER_PRINCIPAL).map(|_| streams.enter(anna).unwrap()).collect();
        let refused = streams.enter(anna).unwrap_err();
        assert_eq!(refused.status(), 429);
        let other = streams.enter(bert).unwrap();
        places.pop();
        places.push(streams.enter(anna).unwrap());
        drop((places, other));
        assert!(streams.lock().is_empty());
    }
}
