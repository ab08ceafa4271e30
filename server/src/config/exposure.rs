//! Whether passwords and tokens cross a network as they are.

use std::net::IpAddr;

use super::Config;
use crate::auth::session;

/// The advice if other machines reach the service without TLS, as far as its configuration shows.
pub(super) fn concern(config: &Config) -> Option<String> {
    let is_https = config.tls.is_some() || config.base_url.as_deref().is_some_and(session::is_https);
    let listen = &config.listen;
    (!is_https && !is_loopback(listen)).then(|| {
        format!(
            "other machines can reach {listen}, and it is not encrypted: passwords and tokens can be read on the way. \
             Set `http.tls_certificate` and `http.tls_key`, or serve behind a proxy with TLS and set `base_url` to its \
             https address"
        )
    })
}

/// Whether only this machine reaches the address. A name may be anybody's.
fn is_loopback(listen: &str) -> bool {
    let host = listen.rsplit_once(':').map_or(listen, |(host, _)| host);
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    address.map_or_else(|_| host.eq_ignore_ascii_case("localhost"), |address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_for_others_without_tls_is_told() {
        let of = |text: &str| concern(&Config::of(text, &|_| None, &[]).expect("config"));
        for quiet in [
            "",
            "listen = \"127.0.0.1:80\"",
            "listen = \"localhost:80\"",
            "listen = \"[::1]:80\"",
            "listen = \"[::ffff:127.0.0.1]:80\"",
            "listen = \"0.0.0.0:80\"\nbase_url = \"https://books.example.com\"",
            "listen = \"0.0.0.0:443\"\n[http]\ntls_certificate = \"a\"\ntls_key = \"b\"",
        ] {
            assert_eq!(of(quiet), None, "{quiet}");
        }
        for told in [
            "listen = \"0.0.0.0:80\"",
            "listen = \"[::]:80\"",
            "listen = \"192.0.2.7:80\"",
            "listen = \"books:80\"",
            "listen = \"0.0.0.0:80\"\nbase_url = \"http://books.example.com\"",
        ] {
            assert!(of(told).is_some_and(|text| text.contains("http.tls_certificate")), "{told}");
        }
    }
}
