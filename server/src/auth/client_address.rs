//! The address of the client: the peer's, or the one stated by a trusted proxy.

use std::net::IpAddr;

use axum::http::HeaderMap;
use thiserror::Error;

/// A text that is no network.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("`{0}` is not an address or network; write for example 10.0.0.0/8, 192.168.1.5 or fd00::/8")]
pub struct BadNetwork(pub String);

/// A network in CIDR notation; an address alone is a network of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    /// Reads `10.0.0.0/8`, `192.168.1.5`, `fd00::/8`.
    ///
    /// # Errors
    /// A text that is neither.
    pub fn parse(text: &str) -> Result<Self, BadNetwork> {
        let bad = || BadNetwork(text.to_owned());
        let (address, prefix) = match text.split_once('/') {
            None => (text, None),
            Some((address, prefix)) => (address, Some(prefix)),
        };
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let widest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            None => widest,
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().map_err(|_| bad())?,
            Some(_) => return Err(bad()),
        };
        if prefix > widest { Err(bad()) } else { Ok(Self { address, prefix }) }
    }

    /// Whether the address lies in it.
    #[must_use]
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                (ours.to_bits() ^ theirs.to_bits()).checked_shr(32 - self.prefix).unwrap_or(0) == 0
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => {
                (ours.to_bits() ^ theirs.to_bits()).checked_shr(128 - self.prefix).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// The proxies whose `X-Forwarded-For` is believed. Empty: nobody's.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// Reads the networks of the configuration.
    ///
    /// # Errors
    /// The first text that is no network.
    pub fn parse<T: AsRef<str>>(networks: &[T]) -> Result<Self, BadNetwork> {
        networks.iter().map(|text| Network::parse(text.as_ref().trim())).collect::<Result<_, _>>().map(Self)
    }

    /// Whether it is one of them.
    #[must_use]
    pub fn hold(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.holds(address))
    }

    /// The client's address: from the right, the first forwarded address that is no trusted proxy itself.
    ///
    /// Addresses further left were written by the client and prove nothing.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        let values: Vec<&str> =
            headers.get_all("x-forwarded-for").iter().map(|value| value.to_str().unwrap_or("?")).collect();
        let mut claimed = values.iter().rev().flat_map(|value| value.rsplit(','));
        while self.hold(nearest) {
            match claimed.next().and_then(|text| address(text.trim())) {
                Some(next) => nearest = next,
                None => break,
            }
        }
        nearest
    }
}

/// An address as proxies write it: with or without port and brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let parsed = bare.parse().ok().or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|socket| socket.ip()));
    parsed.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        TrustedProxies::parse(proxies).unwrap().client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_only_as_far_as_they_reach() {
        let proxies: &[&str] = &["10.0.0.0/8", "::1"];
        for (proxies, peer, forwarded, expected) in [
            (&[][..], "10.0.0.1", &["1.2.3.4"][..], "10.0.0.1"),
            (proxies, "9.9.9.9", &["1.2.3.4"], "9.9.9.9"),
            (proxies, "10.0.0.1", &["1.2.3.4"], "1.2.3.4"),
            (proxies, "10.0.0.1", &[], "10.0.0.1"),
            (proxies, "10.0.0.1", &["6.6.6.6, 1.2.3.4"], "1.2.3.4"),
            (proxies, "10.0.0.1", &["6.6.6.6", "1.2.3.4, 10.0.0.2"], "1.2.3.4"),
            (proxies, "10.0.0.1", &["1.2.3.4, garbage"], "10.0.0.1"),
            (proxies, "10.0.0.1", &["1.2.3.4, garbage, 10.0.0.2"], "10.0.0.2"),
            (proxies, "10.0.0.1", &["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            (proxies, "10.0.0.1", &["1.2.3.4:5678"], "1.2.3.4"),
            (proxies, "::1", &["[2001:db8::7]:443"], "2001:db8::7"),
            (proxies, "::1", &["[2001:db8::7]"], "2001:db8::7"),
            (proxies, "::ffff:10.0.0.1", &["::ffff:1.2.3.4"], "1.2.3.4"),
        ] {
            assert_eq!(client(proxies, peer, forwarded), expected, "{proxies:?} {peer} {forwarded:?}");
        }
    }

    #[test]
    fn networks_are_read_strictly() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"),
            ("0.0.0.0/0", "1.2.3.4", "::1"),
            ("192.168.1.5", "192.168.1.5", "192.168.1.6"),
            ("192.168.1.4/31", "192.168.1.5", "192.168.1.6"),
            ("fd00::/8", "fd12::1", "fe80::1"),
            ("::/0", "2001:db8::1", "1.2.3.4"),
            ("::1", "::1", "::2"),
        ] {
            let network = Network::parse(network).unwrap();
            assert!(network.holds(inside.parse().unwrap()), "{network:?} {inside}");
            assert!(!network.holds(outside.parse().unwrap()), "{network:?} {outside}");
        }
        for wrong in [
            "",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "10.0.0.0/",
            "10.0.0.0/+8",
            "10.0.0.0/8/8",
            "localhost",
            "10.0.0.0/-1",
        ] {
            assert_eq!(Network::parse(wrong), Err(BadNetwork(wrong.to_owned())));
        }
    }
}
