//! Slows down guessing: each failed sign-in of one account from one address makes the next wait longer, and many
//! failures from one network, for any accounts, make everybody there wait a little.
//!
//! Never a lock: another address of the same account is not touched, so nobody can lock out a colleague. Behind an address
//! there may be a whole office: only failures count there, and the wait is seconds, however many there were.
//! The rule is here; [`Attempt`](crate::identity::attempt::Attempt) keeps the failures where all nodes see them.

use std::net::{IpAddr, Ipv6Addr};

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use domain::value::Instant;
use sha2::{Digest as _, Sha256};

/// Failures that cost nothing: typing errors.
pub const FREE_FAILURES: i64 = 4;
/// The longest wait, in seconds: 15 minutes.
pub const LONGEST_WAIT_S: i64 = 900;
/// After how long without a failure everything is forgotten, in seconds: an hour.
pub const FORGOTTEN_AFTER_S: i64 = 3_600;
/// Failures from one network, for any accounts, that cost nothing: the typing errors of an office.
pub const FREE_OF_NETWORK: i64 = 30;
/// How often one of them is forgotten, in seconds: so fast can one network go on guessing.
pub const NETWORK_FORGETS_EVERY_S: i64 = 20;
/// Characters of an account name that count.
const NAME_CHARACTERS: usize = 128;

/// The failures of one account from one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failures {
    /// How many in a row.
    pub count: i64,
    /// When the last one was.
    pub last: Instant,
}

/// How many seconds the next attempt must wait; 0 when it may come now.
///
/// The fifth failure costs 1 second, each further one twice as much, at most 15 minutes.
#[must_use]
pub fn wait_s(failures: Failures, now: Instant) -> i64 {
    let beyond = failures.count.saturating_sub(FREE_FAILURES);
    if beyond <= 0 || is_forgotten(failures, now) {
        return 0;
    }
    let doublings = u32::try_from(beyond - 1).unwrap_or(u32::MAX);
    let delay_s =
        1_i64.checked_shl(doublings).filter(|delay| (1..LONGEST_WAIT_S).contains(delay)).unwrap_or(LONGEST_WAIT_S);
    let passed_us = now.0.saturating_sub(failures.last.0).max(0);
    // Rounded up to whole seconds for Retry-After.
    (delay_s * 1_000_000 - passed_us).max(0).div_euclid(1_000_000)
        + i64::from((delay_s * 1_000_000 - passed_us).max(0) % 1_000_000 > 0)
}

/// How many seconds the next attempt from a network must wait; 0 when it may come now.
///
/// After 30 failures without a pause one may come every 20 seconds.
#[must_use]
pub fn network_wait_s(failures: Failures, now: Instant) -> i64 {
    let beyond = failures.count.saturating_sub(FREE_OF_NETWORK - 1).clamp(0, FREE_OF_NETWORK);
    let passed_us = now.0.saturating_sub(failures.last.0).max(0);
    let left_us = (beyond * NETWORK_FORGETS_EVERY_S * 1_000_000).saturating_sub(passed_us).max(0);
    left_us.div_euclid(1_000_000) + i64::from(left_us % 1_000_000 > 0)
}

fn is_forgotten(failures: Failures, now: Instant) -> bool {
    now.0.saturating_sub(failures.last.0) > FORGOTTEN_AFTER_S * 1_000_000
}

/// The subject under which the failures of an account from an address are counted: a digest, since the typed name may
/// be a password. Names count without case; of an address counts the [`network`]. Whether the account exists makes no
/// difference.
#[must_use]
pub fn subject(account: &str, address: IpAddr) -> String {
    let name: String = account.to_lowercase().chars().take(NAME_CHARACTERS).collect();
    // An address has no line break, so that no two pairs read alike.
    let digest = Sha256::digest(format!("{}\n{name}", network(address)).as_bytes());
    BASE64_URL_SAFE_NO_PAD.encode(digest)
}

/// The subject under which the failures from a network are counted, for any accounts.
#[must_use]
pub fn network_subject(address: IpAddr) -> String {
    // Without a line break, unlike those of accounts.
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(format!("network {}", network(address)).as_bytes()))
}

/// The part of an address that one host controls entirely: an IPv4 address, or the /64 of an IPv6 address.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
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
            [(0, 0), (4, 0), (5, 1), (6, 2), (7, 4), (14, 512), (15, 900), (40, 900), (80, 900), (i64::MAX, 900)]
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
    fn after_thirty_failures_a_network_may_try_every_twenty_seconds() {
        for (count, passed_s, wait) in
            [(0, 0, 0), (29, 0, 0), (30, 0, 20), (30, 19, 1), (30, 20, 0), (31, 0, 40), (31, 20, 20), (31, 40, 0)]
        {
            assert_eq!(
                network_wait_s(Failures { count, last: at(100) }, at(100 + passed_s)),
                wait,
                "{count} {passed_s}"
            );
        }
        assert_eq!(network_wait_s(Failures { count: i64::MAX, last: at(100) }, at(100)), 600);
        let of = |address: &str| network_subject(address.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_ne!(of("203.0.113.7"), of("203.0.113.8"));
        assert_ne!(of("203.0.113.7"), subject("", "203.0.113.7".parse().unwrap()));
    }

    #[test]
    fn the_same_account_from_the_same_network_is_one_subject_and_nobody_else_is() {
        let of = |account: &str, address: &str| subject(account, address.parse().unwrap());
        let ann = of("Ann", "203.0.113.7");
        assert_eq!(of("ann", "::ffff:203.0.113.7"), ann);
        for other in [of("ann", "203.0.113.8"), of("bob", "203.0.113.7")] {
            assert_ne!(other, ann);
        }
        assert_eq!(of("ann", "2001:db8::1"), of("ANN", "2001:db8::ffff:2"));
        assert_ne!(of("ann", "2001:db8::1"), of("ann", "2001:db8:0:1::1"));
        assert!(!of("hunter2", "203.0.113.7").contains("hunter2"));
    }
}
