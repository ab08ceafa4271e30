//! How many connections each address has, so that one cannot take the places of all others.

use std::net::{IpAddr, Ipv6Addr};

use crate::auth::client_address::TrustedProxies;
use crate::http::shares::{Share, Shares};

/// The connections of each address; cheap to clone.
#[derive(Clone, Debug)]
pub struct Addresses {
    proxies: TrustedProxies,
    open: Shares<IpAddr>,
}

/// The place of one connection, free again when it is dropped.
#[derive(Debug)]
pub struct Place(#[expect(dead_code, reason = "its drop gives the place back")] Option<Share<IpAddr>>);

impl Addresses {
    /// So many connections of one address; the proxies bring those of many clients and are not counted.
    #[must_use]
    pub fn new(most: u32, proxies: TrustedProxies) -> Self {
        Self { proxies, open: Shares::new(most) }
    }

    /// Takes one of the address's places; `None` where none is left.
    #[must_use]
    pub fn enter(&self, peer: IpAddr) -> Option<Place> {
        let peer = peer.to_canonical();
        if self.proxies.hold(peer) {
            return Some(Place(None));
        }
        Some(Place(Some(self.open.enter(network_of(peer))?)))
    }
}

/// A peer with one IPv6 address has its network of 64 bits.
fn network_of(peer: IpAddr) -> IpAddr {
    match peer {
        IpAddr::V4(_) => peer,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_places_a_network_of_ipv6_is_one_and_proxies_are_not_counted() {
        let addresses = Addresses::new(2, TrustedProxies::parse(&["10.0.0.0/8"]).unwrap());
        let enter = |text: &str| addresses.enter(text.parse().unwrap());
        let mut kept = vec![enter("192.0.2.1").unwrap(), enter("::ffff:192.0.2.1").unwrap()];
        assert!(enter("192.0.2.1").is_none());
        kept.push(enter("192.0.2.2").unwrap());
        kept.extend([enter("2001:db8::1").unwrap(), enter("2001:db8::2").unwrap()]);
        assert!(enter("2001:db8::3").is_none());
        kept.extend((0..5).map(|_| enter("10.1.2.3").unwrap()));
        kept.remove(0);
        kept.push(enter("192.0.2.1").unwrap());
    }
}
