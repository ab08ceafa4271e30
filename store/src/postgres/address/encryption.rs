//! The encryption and trust of a connection, from the parameters of an address.

use std::path::PathBuf;

use tokio_postgres::config::ChannelBinding;

use super::parameters::Given;

/// How much encryption a connection must have, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SslMode {
    /// None.
    Disable,
    /// Only where the server takes none without.
    Allow,
    /// Where the server has it.
    Prefer,
    /// Always, with any server.
    Require,
    /// Always, with a server whose certificate is of a trusted authority.
    VerifyCa,
    /// Always, with a server whose certificate is of a trusted authority and for this host.
    VerifyFull,
}

/// Whose certificates are trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Roots {
    /// Those of the authorities that this system knows.
    System,
    /// Those of the authorities in a PEM file.
    File(PathBuf),
}

/// The certificate that this program shows to the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientFiles {
    /// PEM: the certificate, then those that lead to its issuer.
    pub certificate: PathBuf,
    /// PEM: its private key.
    pub key: PathBuf,
}

/// How a connection is encrypted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encryption {
    /// How much of it there must be. `require` with `sslrootcert` is `verify-ca`, as PostgreSQL's own clients have it.
    pub mode: SslMode,
    /// Whose certificates are trusted, where they are checked.
    pub roots: Roots,
    /// The certificate shown to a server that asks for one.
    pub client: Option<ClientFiles>,
    /// Whether TLS begins at once, without asking whether the server has it: PostgreSQL 17 and later.
    pub is_direct: bool,
}

impl SslMode {
    const ALL: [Self; 6] = [Self::Disable, Self::Allow, Self::Prefer, Self::Require, Self::VerifyCa, Self::VerifyFull];

    /// As it is written in an address.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Disable => "disable",
            Self::Allow => "allow",
            Self::Prefer => "prefer",
            Self::Require => "require",
            Self::VerifyCa => "verify-ca",
            Self::VerifyFull => "verify-full",
        }
    }
}

impl Encryption {
    /// The meaning of all parameters together.
    pub(super) fn of(given: &Given, binding: ChannelBinding) -> Result<Self, String> {
        let roots = given.get("sslrootcert");
        let is_system = roots == Some("system");
        let told = match given.get("sslmode") {
            Some(text) => SslMode::ALL
                .into_iter()
                .find(|mode| mode.name() == text)
                .ok_or("sslmode must be disable, allow, prefer, require, verify-ca or verify-full")?,
            None if is_system => SslMode::VerifyFull,
            None => SslMode::Prefer,
        };
        let name = told.name();
        let mode = match (told, roots) {
            (SslMode::Require | SslMode::VerifyCa, Some("system")) => {
                return Err(format!(
                    "sslrootcert=system with sslmode={name} would trust everybody who has a certificate: write \
                     sslmode=verify-full"
                ));
            }
            (SslMode::VerifyCa, None) => {
                return Err(
                    "sslmode=verify-ca without sslrootcert would trust everybody who has a certificate: set the file \
                     of your authority in sslrootcert, or write sslmode=verify-full"
                        .to_owned(),
                );
            }
            (SslMode::Disable | SslMode::Allow | SslMode::Prefer, Some(_)) => {
                return Err(format!(
                    "there is an sslrootcert, but sslmode={name} checks no certificate: write sslmode=verify-full"
                ));
            }
            (SslMode::Require, Some(_)) => SslMode::VerifyCa,
            _ => told,
        };
        let client = match (given.get("sslcert"), given.get("sslkey")) {
            (Some(certificate), Some(key)) => {
                Some(ClientFiles { certificate: PathBuf::from(certificate), key: PathBuf::from(key) })
            }
            (None, None) => None,
            (Some(_), None) => return Err("sslcert needs its private key: set its file in sslkey".to_owned()),
            (None, Some(_)) => return Err("sslkey needs its certificate: set its file in sslcert".to_owned()),
        };
        if client.is_some() && mode == SslMode::Disable {
            return Err("there is an sslcert, but sslmode=disable shows none: write sslmode=verify-full".to_owned());
        }
        if binding == ChannelBinding::Require && mode < SslMode::Require {
            return Err(format!(
                "channel_binding=require needs TLS, which sslmode={name} does not use: write sslmode=verify-full"
            ));
        }
        let is_direct = match given.get("sslnegotiation") {
            None | Some("postgres") => false,
            Some("direct") if mode < SslMode::Require => {
                return Err(format!(
                    "sslnegotiation=direct cannot be combined with sslmode={name}: write sslmode=verify-full"
                ));
            }
            Some("direct") => true,
            Some(_) => return Err("sslnegotiation must be postgres or direct".to_owned()),
        };
        let roots = match roots {
            Some(path) if !is_system => Roots::File(PathBuf::from(path)),
            _ => Roots::System,
        };
        Ok(Self { mode, roots, client, is_direct })
    }

    /// In words, with nothing in them that is secret.
    #[must_use]
    pub fn told(&self) -> String {
        let how = match self.mode {
            SslMode::Disable => "without TLS",
            SslMode::Allow => "with TLS only if the server requires it, its certificate is not checked",
            SslMode::Prefer => "with TLS if the server has it, its certificate is not checked",
            SslMode::Require => "with TLS, the server's certificate is not checked",
            SslMode::VerifyCa => "with TLS, the server's certificate is checked, its host name is not",
            SslMode::VerifyFull => "with TLS, the server's certificate and host name are checked",
        };
        let shown = if self.client.is_some() { ", a client certificate is shown" } else { "" };
        format!("sslmode={}: {how}{shown}", self.mode.name())
    }
}
