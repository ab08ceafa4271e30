//! When a connection does nothing: no handler runs, and the client takes too little of its answers.
//!
//! Traffic that only keeps a connection open (HTTP/2 PING, window by window of a byte) is no work, or ten thousand of
//! them would shut everybody else out.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::Response;
use tokio::time::Instant;

use crate::http::watched_body;

/// Bytes that a client must take for it to count as work.
const TAKEN_BYTES: u64 = 16 * 1024;

/// The activity on one connection.
#[derive(Clone, Debug)]
pub struct Activity(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Requests that a handler works on.
    handled: AtomicUsize,
    /// Bytes that the client took since the last work.
    taken: AtomicU64,
    last: Mutex<Instant>,
}

impl Activity {
    /// Of a connection that begins now.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(Shared {
            handled: AtomicUsize::new(0),
            taken: AtomicU64::new(0),
            last: Mutex::new(Instant::now()),
        }))
    }

    /// A handler works until this is dropped.
    #[must_use]
    pub fn handling(&self) -> Handling {
        self.0.handled.fetch_add(1, Ordering::Relaxed);
        Handling(self.clone())
    }

    /// The client took this many bytes.
    pub fn took(&self, bytes: usize) {
        let before = self.0.taken.fetch_add(bytes as u64, Ordering::Relaxed);
        if before.saturating_add(bytes as u64) >= TAKEN_BYTES {
            self.worked();
        }
    }

    /// An answer whose every piece that the connection asks for counts as work.
    #[must_use]
    pub fn watch(&self, answer: Response) -> Response {
        watched_body::watch(answer, self.clone(), Self::worked)
    }

    /// Comes back when nothing has been done for so long.
    pub async fn ended(&self, idle: Duration) {
        loop {
            let quiet = if self.0.handled.load(Ordering::Relaxed) > 0 { Duration::ZERO } else { self.last().elapsed() };
            let Some(rest) = idle.checked_sub(quiet).filter(|rest| !rest.is_zero()) else { return };
            tokio::time::sleep(rest).await;
        }
    }

    fn worked(&self) {
        self.0.taken.store(0, Ordering::Relaxed);
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn last(&self) -> Instant {
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that a handler works on.
#[derive(Debug)]
pub struct Handling(Activity);

impl Drop for Handling {
    fn drop(&mut self) {
        self.0.worked();
        self.0.0.handled.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_ends_when_nothing_is_done_and_not_while_a_handler_works() {
        let activity = Activity::new();
        let handling = activity.handling();
        let watched = activity.clone();
        let ended = tokio::spawn(async move { watched.ended(Duration::from_millis(200)).await });
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert!(!ended.is_finished(), "a handler works");
        drop(handling);
        let quiet = Instant::now();
        ended.await.unwrap();
        assert!(quiet.elapsed() >= Duration::from_millis(200));
    }

    #[tokio::test]
    async fn a_few_bytes_are_no_work_and_many_are() {
        let activity = Activity::new();
        let begun = activity.last();
        activity.took(17);
        assert_eq!(activity.last(), begun);
        activity.took(usize::try_from(TAKEN_BYTES).unwrap());
        assert!(activity.last() > begun);
    }
}
