//! Slows down guessing: each failed sign-in of one account from one address makes the next wait longer.
//!
//! Never a lock: another address of the same account is not touched, so nobody can lock out a colleague.
//! The memory is of this process; a restart forgives.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::value::Instant;

/// Failures that cost nothing: typing errors.
pub const FREE_FAILURES: u32 = 4;
/// The longest wait, in seconds: 15 minutes.
pub const LONGEST_WAIT_S: i64 = 900;
/// After how long without a failure everything is forgotten, in seconds: an hour.
pub const FORGOTTEN_AFTER_S: i64 = 3_600;
/// Pairs of account and address that are remembered.
pub const REMEMBERED: usize = 50_000;
/// Bytes of an account name that count.
const NAME_BYTES: usize = 128;

/// The failures of one account from one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failures {
    /// How many in a row.
    pub count: u32,
    /// When the last one was.
    pub last: Instant,
}

/// How many seconds the next attempt must wait; 0 when it may come now.
///
/// The fifth failure costs 1 second, each further one twice as much, at most 15 minutes.
#[must_use]
pub fn wait_s(failures: Failures, now: Instant) -> i64 {
    let beyond = failures.count.saturating_sub(FREE_FAILURES);
    if beyond == 0 || is_forgotten(failures, now) {
        return 0;
    }
    let delay_s =
        1_i64.checked_shl(beyond - 1).filter(|delay| (1..LONGEST_WAIT_S).contains(delay)).unwrap_or(LONGEST_WAIT_S);
    let passed_us = now.0.saturating_sub(failures.last.0).max(0);
    // Rounded up to whole seconds for Retry-After.
    (delay_s * 1_000_000 - passed_us).max(0).div_euclid(1_000_000)
        + i64::from((delay_s * 1_000_000 - passed_us).max(0) % 1_000_000 > 0)
}

fn is_forgotten(failures: Failures, now: Instant) -> bool {
    now.0.saturating_sub(failures.last.0) > FORGOTTEN_AFTER_S * 1_000_000
}

/// Remembers failed sign-ins.
///
/// Attempts that run at the same time are not counted until they fail; the queue of
/// [`Passwords`](super::password::Passwords) bounds how many that can be.
#[derive(Debug, Default)]
pub struct Throttle {
    failures: Mutex<HashMap<(String, IpAddr), Failures>>,
}

impl Throttle {
    /// Whether an attempt may come now.
    ///
    /// # Errors
    /// The seconds that it must wait, for `Retry-After`.
    pub fn require_calm(&self, account: &str, address: IpAddr, now: Instant) -> Result<(), i64> {
        match self.map().get(&key(account, address)).map_or(0, |failures| wait_s(*failures, now)) {
            0 => Ok(()),
            wait => Err(wait),
        }
    }

    /// An attempt failed.
    pub fn failed(&self, account: &str, address: IpAddr, now: Instant) {
        let mut map = self.map();
        let key = key(account, address);
        if map.len() >= REMEMBERED && !map.contains_key(&key) {
            make_room(&mut map, now);
        }
        let entry = map.entry(key).or_insert(Failures { count: 0, last: now });
        let count = if is_forgotten(*entry, now) { 0 } else { entry.count };
        *entry = Failures { count: count.saturating_add(1), last: now };
    }

    /// An attempt succeeded: its account starts anew from this address.
    pub fn succeeded(&self, account: &str, address: IpAddr) {
        self.map().remove(&key(account, address));
    }

    fn map(&self) -> MutexGuard<'_, HashMap<(String, IpAddr), Failures>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops what is forgotten; if nothing is, the half that failed longest ago.
fn make_room(map: &mut HashMap<(String, IpAddr), Failures>, now: Instant) {
    map.retain(|_, failures| !is_forgotten(*failures, now));
    if map.len() >= REMEMBERED {
        let mut times: Vec<_> = map.values().map(|failures| failures.last).collect();
        let middle = times.len() / 2;
        let (_, median, _) = times.select_nth_unstable(middle);
        let median = *median;
        map.retain(|_, failures| failures.last > median);
    }
}

/// Names count without case; of an IPv6 address counts the network (/64), which one host commands whole.
fn key(account: &str, address: IpAddr) -> (String, IpAddr) {
    let name: String = account.to_lowercase().chars().take(NAME_BYTES).collect();
    let network = match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    };
    (name, network)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        Instant(seconds * 1_000_000)
    }

    #[test]
    fn the_wait_doubles_after_four_free_failures_up_to_a_quarter_of_an_hour() {
        for (count, wait) in
            [(0, 0), (4, 0), (5, 1), (6, 2), (7, 4), (14, 512), (15, 900), (40, 900), (80, 900), (u32::MAX, 900)]
        {
            assert_eq!(wait_s(Failures { count, last: at(100) }, at(100)), wait, "{count}");
        }
        let seven = Failures { count: 7, last: at(100) };
        for (now, wait) in [
            (Instant(100_500_000), 4),
            (at(101), 3),
            (at(103), 1),
            (Instant(103_999_999), 1),
            (at(104), 0),
            (at(90), 4),
        ] {
            assert_eq!(wait_s(seven, now), wait, "{now:?}");
        }
        assert_eq!(wait_s(Failures { count: 50, last: at(100) }, at(3_701)), 0);
    }

    #[test]
    fn only_the_same_account_from_the_same_network_waits() {
        let throttle = Throttle::default();
        let (here, there): (IpAddr, IpAddr) = ("203.0.113.7".parse().unwrap(), "203.0.113.8".parse().unwrap());
        for _ in 0..6 {
            throttle.failed("Ann", here, at(10));
        }
        assert_eq!(throttle.require_calm("ann", here, at(10)), Err(2));
        assert_eq!(throttle.require_calm("ann", "::ffff:203.0.113.7".parse().unwrap(), at(10)), Err(2));
        assert_eq!(throttle.require_calm("ann", there, at(10)), Ok(()));
        assert_eq!(throttle.require_calm("bob", here, at(10)), Ok(()));
        assert_eq!(throttle.require_calm("ann", here, at(12)), Ok(()));
        throttle.succeeded("ANN", here);
        assert_eq!(throttle.require_calm("ann", here, at(10)), Ok(()));
        let (one, two): (IpAddr, IpAddr) = ("2001:db8::1".parse().unwrap(), "2001:db8::ffff:2".parse().unwrap());
        for _ in 0..6 {
            throttle.failed("ann", one, at(10));
        }
        assert_eq!(throttle.require_calm("ann", two, at(10)), Err(2));
    }

    #[test]
    fn the_memory_is_bounded_and_forgets_the_oldest_first() {
        let throttle = Throttle::default();
        let address = "203.0.113.7".parse().unwrap();
        for number in 0..i64::try_from(REMEMBERED).unwrap() + 10 {
            throttle.failed(&number.to_string(), address, Instant(number));
        }
        let map = throttle.map();
        assert!(map.len() <= REMEMBERED / 2 + 10, "{}", map.len());
        assert!(map.contains_key(&key("50009", address)) && !map.contains_key(&key("0", address)));
    }
}
