//! The address of PostgreSQL in `DATABASE_URL`: where the server is, and how the connection to it is encrypted. Names and
//! meanings are those of PostgreSQL's own clients.

mod encryption;
mod parameters;
#[cfg(test)]
mod tests;

pub use encryption::{ClientFiles, Encryption, Roots, SslMode};

use tokio::task::JoinHandle;
use tokio_postgres::config::Host;
use tokio_postgres::{Client, Config};

use super::connect::Door;
use super::refusal;
use crate::fault::Fault;

/// Where the server is, who connects to it, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The driver's settings: hosts, user, database, time-outs.
    pub config: Config,
    /// How the connection is encrypted.
    pub encryption: Encryption,
}

/// Reads a `postgres://…` address, or one of words such as `host=… dbname=…`.
pub fn parse(url: &str) -> Result<Address, Fault> {
    // The address may hold a password and is therefore not repeated.
    read(url).map_err(|why| Fault::Unreachable(format!("DATABASE_URL is not an address of PostgreSQL: {why}")))
}

fn read(url: &str) -> Result<Address, String> {
    let (rest, given) = parameters::take(url)?;
    let mut config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
        let reason = std::error::Error::source(&error).map(ToString::to_string);
        reason.unwrap_or_else(|| error.to_string())
    })?;
    if config.get_hosts().is_empty() {
        // A certificate is for the name of a host, be it a number.
        for address in config.get_hostaddrs().to_vec() {
            config.host(address.to_string());
        }
    }
    if config.get_hosts().is_empty() {
        return Err("it has no host, such as postgres://user@db.example.com/books".to_owned());
    }
    let encryption = Encryption::of(&given, config.get_channel_binding())?;
    Ok(Address { config, encryption })
}

impl Address {
    /// The name under which the server knows this program.
    pub fn application_name(&mut self, name: &str) {
        self.config.application_name(name);
    }

    /// Whether all hosts are sockets of this machine: they are never encrypted, whatever the mode.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)))
    }

    /// How the connection is encrypted, in words: with nothing of the address in them.
    #[must_use]
    pub fn told(&self) -> String {
        if self.is_local() { "a socket of this machine, without TLS".to_owned() } else { self.encryption.told() }
    }

    /// Reads the files that it names, without connecting.
    pub fn check(&self) -> Result<(), Fault> {
        Door::of(self).map(drop)
    }

    /// One connection of its own, outside of any pool, with the task that drives it.
    pub async fn connect(&self) -> Result<(Client, JoinHandle<()>), Fault> {
        Door::of(self)?.open(&self.config).await.map_err(|error| refusal::fault(&error))
    }
}
