//! Whether the wall clock may write history.
//!
//! A clock that lies behind the log would order new facts before old ones; one that leaps ahead would make everybody wait
//! until time catches up. Both stop writes, and an operator who has looked can accept a log that lies ahead
//! (`countinghouse accept-clock`): it goes on behind its end, microsecond by microsecond.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant as Monotonic};

use domain::value::Instant;
use domain::value::limits::CLOCK_BEHIND_US;

/// How far a log whose lead was accepted may grow beyond it: a day of microseconds is more than all commits of a year.
const ACCEPTED_GROWTH_US: i64 = 86_400_000_000;

/// The message if a log lies ahead, with the way out.
pub const BEHIND: &str = "the clock is more than 5 minutes behind the last commit: correct it; if it is right, \
                          `countinghouse accept-clock` lets the log continue";

/// The state of the process's clock.
#[derive(Debug, Default)]
struct Clock {
    /// A moment at which the wall clock was believed.
    anchor: Option<(Instant, Monotonic)>,
    /// The end of the log that an operator accepted.
    accepted: Option<Instant>,
}

impl Clock {
    /// Why nothing may be committed behind this head now.
    fn objection(&mut self, wall: Instant, passed: Monotonic, head: Instant) -> Option<String> {
        if wall.0.saturating_add(CLOCK_BEHIND_US) < head.0 && !self.has_accepted(head) {
            // A clock that is set right later leaps ahead by right.
            self.anchor = None;
            return Some(BEHIND.to_owned());
        }
        let (believed, then) = *self.anchor.get_or_insert((wall, passed));
        let measured = passed.saturating_duration_since(then);
        let due = believed.0.saturating_add(i64::try_from(measured.as_micros()).unwrap_or(i64::MAX));
        let lead = wall.0.saturating_sub(due);
        if lead > CLOCK_BEHIND_US {
            let lead = Duration::from_micros(u64::try_from(lead).unwrap_or(0)).as_secs() / 60;
            return Some(format!(
                "the clock jumped ahead by {lead} minutes while this process ran: correct it, or restart the service \
                 if it is right now"
            ));
        }
        None
    }

    fn has_accepted(&self, head: Instant) -> bool {
        self.accepted.is_some_and(|accepted| head.0 <= accepted.0.saturating_add(ACCEPTED_GROWTH_US))
    }
}

/// The wall clock is one for the process, and so is its state.
static CLOCK: OnceLock<Mutex<Clock>> = OnceLock::new();

fn with<T>(ask: impl FnOnce(&mut Clock) -> T) -> T {
    ask(&mut CLOCK.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner))
}

/// Why nothing may be committed behind this head now; `None` where it may.
#[must_use]
pub fn objection(head: Instant) -> Option<String> {
    with(|clock| clock.objection(super::now(), Monotonic::now(), head))
}

/// Whether a log that ends here waits for the clock.
#[must_use]
pub fn is_ahead(end: Instant) -> bool {
    with(|clock| super::now().0.saturating_add(CLOCK_BEHIND_US) < end.0 && !clock.has_accepted(end))
}

/// Logs that end here or before it go on, though the clock says that this is still to come.
pub fn accept(head: Option<Instant>) {
    with(|clock| clock.accepted = clock.accepted.max(head));
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR_US: i64 = 365 * 86_400_000_000;

    #[test]
    fn a_clock_that_leaps_ahead_is_refused_before_the_first_commit_and_taken_again_when_it_is_set_right() {
        let (mut clock, start) = (Clock::default(), Monotonic::now());
        let now = Instant(1_700_000_000_000_000);
        assert_eq!(clock.objection(now, start, Instant(0)), None);
        let later = start + Duration::from_secs(3_600);
        let hour = Instant(now.0 + 3_600_000_000);
        assert_eq!(clock.objection(hour, later, now), None);
        let why = clock.objection(Instant(hour.0 + 40 * YEAR_US), later, now).unwrap();
        assert!(why.contains("jumped ahead by 21024000 minutes"), "{why}");
        assert_eq!(clock.objection(hour, later, now), None);
    }

    #[test]
    fn a_clock_that_was_behind_and_is_set_right_has_not_leapt() {
        let (mut clock, start) = (Clock::default(), Monotonic::now());
        let head = Instant(1_700_000_000_000_000);
        assert!(clock.objection(Instant(0), start, head).unwrap().contains("accept-clock"));
        assert_eq!(clock.objection(Instant(head.0 + 1), start, head), None);
    }

    #[test]
    fn a_log_that_lies_ahead_goes_on_once_it_is_accepted_and_no_other_does() {
        let (mut clock, start) = (Clock::default(), Monotonic::now());
        let (now, ahead) = (Instant(1_700_000_000_000_000), Instant(1_700_000_000_000_000 + 40 * YEAR_US));
        assert!(clock.objection(now, start, ahead).is_some());
        clock.accepted = Some(ahead);
        assert_eq!(clock.objection(now, start, ahead), None);
        assert_eq!(clock.objection(now, start, Instant(ahead.0 + 1)), None);
        assert!(clock.objection(now, start, Instant(ahead.0 + YEAR_US)).is_some());
    }
}
