//! Ports for the programs that tests start.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// Below the ports that systems give to outgoing connections, which could take one before its program listens on it.
const FIRST: u16 = 10_000;
const COUNT: u16 = 20_000;

/// A port that nobody listens on now and that no other call in this process gets soon. Suites that run at the same time begin at
/// different places.
#[must_use]
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let begins = std::process::id().wrapping_mul(397) % u32::from(COUNT);
    for _ in 0..COUNT {
        let step = u32::from(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = FIRST + u16::try_from((begins + step) % u32::from(COUNT)).unwrap_or_default();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no port from {FIRST} on is free")
}
