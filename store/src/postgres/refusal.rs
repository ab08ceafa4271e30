//! The meaning of a failed connection, in sentences with the next step: encryption, certificates and files.

use std::error::Error as _;
use std::io;

use tokio_postgres::Error;
use tokio_postgres::error::{DbError, SqlState};
use tokio_rustls::rustls::{self, CertificateError};

use crate::fault::Fault;

/// Whether another try with or without TLS may be welcome.
pub(super) fn is_about_encryption(error: &Error) -> bool {
    let refused = [&SqlState::INVALID_AUTHORIZATION_SPECIFICATION, &SqlState::PROTOCOL_VIOLATION];
    error.code().map_or_else(|| is_of_tls(error), |code| refused.contains(&code))
}

/// The fault of a connection that did not come about, or of one that failed.
pub(super) fn fault(error: &Error) -> Fault {
    match told(error) {
        Some(words) => Fault::Unreachable(words),
        None => Fault::from(error),
    }
}

/// The driver distinguishes failures by their text alone.
fn is_of_tls(error: &Error) -> bool {
    error.to_string().starts_with("error performing TLS handshake")
}

fn told(error: &Error) -> Option<String> {
    if let Some(refusal) = error.as_db_error() {
        return refused(refusal);
    }
    let source = error.source()?;
    if source.to_string() == "server does not support TLS" {
        return Some(
            "the database server offers no TLS: switch it on there (`ssl = on`), or write sslmode=prefer in DATABASE_URL \
             where nobody else can listen"
                .to_owned(),
        );
    }
    let inner = source.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    match inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(why)) => Some(not_trusted(why)),
        Some(rustls::Error::AlertReceived(alert)) => Some(format!(
            "the database server ended the TLS handshake ({alert:?}): where it asks for a client certificate, name one that \
             it trusts in sslcert, and its key in sslkey"
        )),
        Some(other) => Some(format!("TLS with the database server failed: {other}")),
        None if is_of_tls(error) => Some(format!("TLS with the database server failed: {source}")),
        None => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the library's own reasons, of which few need another sentence")]
fn not_trusted(why: &CertificateError) -> String {
    match why {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "the certificate of the database server is not from a trusted authority: set the PEM file of its authority \
             in sslrootcert"
                .to_owned()
        }
        CertificateError::NotValidForNameContext { expected, presented } => {
            let names = match presented.as_slice() {
                [] => "has no host (subjectAltName)".to_owned(),
                names => format!("is for {}", names.iter().map(|name| plain(name)).collect::<Vec<_>>().join(", ")),
            };
            format!(
                "the certificate of the database server {names}, and not for {}: write the host in DATABASE_URL as the \
                 certificate has it, or sslmode=verify-ca with your own authority in sslrootcert",
                expected.to_str()
            )
        }
        CertificateError::Other(other) if other.to_string().contains("UnsupportedCertVersion") => {
            "the certificate of the database server is of X.509 version 1, which is not supported: make one of version \
             3, with a subjectAltName"
                .to_owned()
        }
        CertificateError::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            "the certificate of the database server is that of an authority: set this certificate in sslrootcert, or \
             make one for the server"
                .to_owned()
        }
        other => format!("the certificate of the database server is not valid: {other}"),
    }
}

/// The library names `DnsName("db.example.com")` and `IpAddress(192.0.2.1)`.
fn plain(name: &str) -> &str {
    let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or(name).trim_matches('"')
}

fn refused(refusal: &DbError) -> Option<String> {
    let words = refusal.message();
    let advice = if words.ends_with("no encryption") {
        "it may accept only encrypted connections: write sslmode=verify-full or sslmode=require in DATABASE_URL"
    } else if words.contains("requires a valid client certificate") {
        "set the certificate in sslcert and its key in sslkey of DATABASE_URL"
    } else if words.starts_with("certificate authentication failed") {
        "the certificate in sslcert belongs to another user"
    } else {
        return None;
    };
    Some(format!("the database server refuses: {words}; {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_certificate_are_told_as_people_write_them() {
        for (library, wanted) in
            [("DnsName(\"a.example\")", "a.example"), ("IpAddress(192.0.2.1)", "192.0.2.1"), ("other", "other")]
        {
            assert_eq!(plain(library), wanted);
        }
    }
}
